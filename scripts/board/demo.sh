#!/bin/busybox sh
# shellcheck shell=dash
# SPDX-License-Identifier: GPL-2.0-only
#
# The guest's part of `make demo`: demo.sh RATE WARM IDLE LOADED
#
# One train of pulses; the first WARM are for the poller to find it, then come the idle ones, then those under load.

set -e
# shellcheck source=../e2e/lib.sh
. /e2e/lib.sh
rate=$1 warm=$2 idle=$3 loaded=$4
instance=/sys/kernel/debug/pps-gpio-spin/pps-gpio-spin.0

edges() {
	sed -n 's/^edges //p' $instance/stats
}

# until_edges N: wait for the Nth line
until_edges() {
	while [ "$(edges)" -lt "$1" ]; do
		kill -0 $train 2>/dev/null || return 0
		sleep 0.2
	done
}

# Work for two of the three CPUs: the third polls, and this machine has two cores for all of them.
start_load() {
	for work in \
		'while :; do :; done' \
		'while :; do dd if=/dev/zero of=/tmp/memory bs=64k count=64; done' \
		'while :; do cat /proc/interrupts; usleep 1000; done'; do
		taskset 3 sh -c "$work" >/dev/null 2>&1 &
		load="$load $!"
	done
}

/sbin/insmod /modules/pps-gpio-spin.ko chip=9030000.pl061 line=1
cat $instance/pulses >capture.txt &
echo "warm-up" >$instance/mark
pulses rate="$rate" count=$((warm + idle + loaded)) >sent.txt &
train=$!
until_edges "$warm"
echo "idle" >$instance/mark
until_edges $((warm + idle))
start_load
echo "loaded: CPU, memory, interrupts" >$instance/mark
wait $train
# shellcheck disable=SC2086
kill $load || true
# The last pulses wait for the poller a moment.
tries=20
while [ "$(edges)" -lt "$(sed -n 's/.*sent=\([0-9]*\).*/\1/p' sent.txt)" ] && [ $tries -gt 0 ]; do
	tries=$((tries - 1))
	sleep 0.1
done
cat $instance/stats >stats.txt
grep pps-gpio-spin.0 /proc/interrupts >interrupts.txt
unload
send capture.txt stats.txt sent.txt interrupts.txt
