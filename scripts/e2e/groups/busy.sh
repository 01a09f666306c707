# shellcheck shell=dash
# SPDX-License-Identifier: GPL-2.0-only
#
# A guest that has more to do than CPUs: looks and interrupts come late, and the pin itself. A pulse may be seen by nobody
# then, but it has no second line, and each interrupt has one.
# long

# shellcheck source=../lib.sh
. /e2e/lib.sh

load_cpus() {
	loops=
	for _ in 1 2 3 4; do
		while :; do :; done &
		loops="$loops $!"
	done
}

accounts() {
	load_line
	before=$(interrupts)
	load_cpus
	train=$(pulses "$@")
	# shellcheck disable=SC2086
	kill $loops
	within 10 settled
	taken=$(($(interrupts) - before))
	edges=$(stat_of edges)
	unload
	echo "$edges edges, $taken interrupts: $train"
	[ "$edges" -le "$(sent "$train")" ] || fail "more lines than pulses"
	[ "$edges" -ge $taken ] || fail "fewer lines than interrupts"
}

# No line for longer than any capture waits for its other side
settled() {
	edges=$(stat_of edges)
	sleep 1
	edges_are "$edges"
}

it "accounts for 300 pulses at 50 Hz on a busy guest" accounts rate=50 count=300
it "accounts for 300 pulses at 100 Hz on a busy guest" accounts rate=100 count=300
plan
