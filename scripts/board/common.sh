# shellcheck shell=bash
# SPDX-License-Identifier: GPL-2.0-only
# What the shell scripts of the virtual board share. Sourced, after `set -euo pipefail`.

me=${0##*/}
cache=${XDG_CACHE_HOME:-$HOME/.cache}/pps-gpio-spin
mkdir -p "$cache"

# Progress goes to stderr: stdout carries results.
say() { printf '%s: %s\n' "$me" "$*" >&2; }

die() {
	say "$*"
	exit 1
}

# step LOG TEXT COMMAND...: say what happens, keep its output in LOG, show the end of that if it fails
step() {
	local log=$1 text=$2 status
	shift 2
	say "$text"
	# bash ignores -e in all that is part of a condition, so this must not be one.
	set +e
	(
		set -e
		"$@"
	) >>"$log" 2>&1
	status=$?
	set -e
	[ $status != 0 ] || return 0
	tail -n 30 "$log" >&2
	die "failed: ${text%% (*}, see $log"
}

# lock NAME TEXT: hold NAME until the (sub)shell ends; TEXT is what another holder is doing
lock() {
	local fd
	exec {fd}>"$cache/$1.lock"
	flock --nonblock "$fd" && return
	say "waiting for another process: $2"
	flock "$fd"
}
