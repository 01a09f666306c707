# shellcheck shell=dash
# SPDX-License-Identifier: GPL-2.0-only
#
# A line without interrupt: the poller finds the train by itself.
# board: --kmod gpio-generic --dt-node HERE/groups/noirq.dtsi
# kernels: board debug rt 6.12

# shellcheck source=../lib.sh
. /e2e/lib.sh

at_least() {
	[ "$(stat_of edges)" -ge "$1" ]
}

polls() {
	load chip=90303fc.gpio line=1
	cat $PULSES >/tmp/pulses &
	pulses rate=10 count=2000 >/dev/null &
	train=$!
	within 60 at_least 20
	kill $train
	stop >/dev/null
	unload
	wait
	expr "$(key method.irq /tmp/pulses)" : 'unavailable .*has no interrupt' >/dev/null
	for method in entry early ack; do
		expr "$(key method.$method /tmp/pulses)" : 'unavailable ' >/dev/null || fail "$method is available"
	done
	[ "$(key method.poll-bracket /tmp/pulses)" = available ]
	expr "$(key method.poll-mmio /tmp/pulses)" : 'unavailable level register of .* is not known' >/dev/null
	[ "$(key irq_cpu /tmp/pulses)" = - ]
	check /tmp/pulses "none=entry early ack irq irq_cpu"
	[ "$(grep -v '^#' /tmp/pulses | grep -c ' poll-bracket ')" -ge 10 ]
}

# All at once, as no pulse can be captured on it either way
nothing_captures() {
	dmesg -c >/dev/null
	echo 0 >/sys/devices/system/cpu/cpu1/online
	echo 0 >/sys/devices/system/cpu/cpu2/online
	! load chip=90303fc.gpio line=1 || fail "was loaded"
	echo 1 >/sys/devices/system/cpu/cpu1/online
	echo 1 >/sys/devices/system/cpu/cpu2/online
	messages | grep -q "nothing can capture: 90303fc.gpio line 1 has no interrupt .*; no CPU but irq_cpu is online"
	nothing_left
}

it "a line without interrupt is polled, and says why the rest is missing" polls
it "a line that can neither be polled nor interrupt is refused, with both reasons" nothing_captures
it "nothing is left after unloading" nothing_left
plan
