# shellcheck shell=dash
# SPDX-License-Identifier: GPL-2.0-only
#
# Which line, which edge, which CPU; two lines at once; by parameters.
# kernels: board debug kcsan rt 6.12

# shellcheck source=../lib.sh
. /e2e/lib.sh

# The edge is where the level leaves the idle one: capture the other edge, and the pulse's end is stamped instead.
edges() {
	level value="$1"
	capture /tmp/pulses "$2" rate=20 count=10 active="$3"
	[ "$(key edge /tmp/pulses)" = "$4" ] || fail "edge=$(key edge /tmp/pulses)"
	check /tmp/pulses sent=10
	level value=0
}

# The chip keeps an edge that nobody was interested in, and its interrupt comes as soon as someone is.
forgets_old_edge() {
	load_line
	unload
	level value=1
	level value=0
	load_line
	each_pulse 1
	unload
}

two_at_once() {
	load chip=$CHIP,$CHIP line=1,2 poll_cpu=2,1
	second=$DEBUGFS/pps-gpio-spin.1
	cat $PULSES >/tmp/pulses &
	cat $second/pulses >/tmp/pulses-2 &
	for pulse in 1 2 3 4 5; do
		pulses line=1 rate=10 count=1 >/dev/null &
		pulses line=2 rate=10 count=2 >/dev/null
		within 20 edges_are $pulse
		within 20 edges_are $((2 * pulse)) $second/stats
	done
	unload
	wait
	check /tmp/pulses sent=5 irq_cpu=0 poll_cpu=2
	check /tmp/pulses-2 sent=10 irq_cpu=0 poll_cpu=1
	[ "$(key line /tmp/pulses)" = 1 ]
	[ "$(key line /tmp/pulses-2)" = 2 ]
}

second_in_use() {
	helper hold /dev/gpiochip0 2 "some one" >/tmp/held &
	within 5 grep -q held /tmp/held
	! load chip=$CHIP,$CHIP line=1,2 || fail "was loaded"
	kill $!
	nothing_left
	load chip=$CHIP,$CHIP line=1,2
	[ -e $PULSES ]
	[ -e $DEBUGFS/pps-gpio-spin.1/pulses ]
	unload
}

takes_on() {
	load_line irq_cpu="$1" poll_cpu="$2"
	cat $PULSES >/tmp/pulses &
	each_pulse 6
	unload
	wait
	check /tmp/pulses sent=6 irq_cpu="$1" poll_cpu="$2"
	[ "$(key irq_cpu /tmp/pulses)" = "$1" ]
	[ "$(key poll_cpu /tmp/pulses)" = "$2" ]
}

# CPUs that counted interrupts of a consumer of a line of the chip
took() {
	awk -v name="$1" '$NF == name { for (cpu = 0; $(cpu + 2) ~ /^[0-9]+$/; cpu++) if ($(cpu + 2)) printf "%d ", cpu }' \
		/proc/interrupts
}

count_of() {
	awk -v name="$1" '$NF == name { for (i = 2; $i ~ /^[0-9]+$/; i++) sum += $i } END { print sum + 0 }' /proc/interrupts
}

counted() {
	[ "$(count_of "$1")" -ge "$2" ]
}

# Line 2, held by someone else, shows where interrupts of the chip go.
put_back() {
	helper hold /dev/gpiochip0 2 onlooker rising >/tmp/held &
	holder=$!
	within 5 grep -q held /tmp/held
	pulses line=2 count=1 >/dev/null
	within 5 counted onlooker 1
	[ "$(took onlooker)" = "0 " ]
	load_line irq_cpu=1 poll_cpu=2
	pulses line=2 count=1 >/dev/null
	within 5 counted onlooker 2
	[ "$(took onlooker)" = "0 1 " ] || fail "not steered: $(took onlooker)"
	unload
	before=$(count_of onlooker)
	pulses line=2 count=1 >/dev/null
	within 5 counted onlooker $((before + 1))
	[ "$(awk '$NF == "onlooker" { print $3 }' /proc/interrupts)" = 1 ] || fail "not put back"
	kill $holder
}

different_irq_cpus() {
	dmesg -c >/dev/null
	! load chip=$CHIP,$CHIP line=1,2 irq_cpu=0,1 poll_cpu=2 || fail "was loaded"
	messages | grep -q "irq_cpu=1: interrupt .* is shared with another instance: use irq_cpu=0"
	nothing_left
}

# The remedy is one that works: to use a CPU that is offline is none
different_irq_cpu_is_offline() {
	driver=/sys/bus/platform/drivers/pps-gpio-spin
	load chip=$CHIP,$CHIP line=1,2
	echo pps-gpio-spin.1 >$driver/unbind
	echo 0 >/sys/devices/system/cpu/cpu0/online || skip "this machine keeps CPU 0"
	dmesg -c >/dev/null
	! echo pps-gpio-spin.1 >$driver/bind || fail "was bound"
	echo 1 >/sys/devices/system/cpu/cpu0/online
	messages | grep "another instance, whose irq_cpu=0 is offline: take that CPU online, and use it" || fail "$(messages)"
	echo pps-gpio-spin.1 >$driver/bind
	[ -e $DEBUGFS/pps-gpio-spin.1/pulses ]
	unload
}

it "a rising edge is captured" edges 0 "" high rising
it "a falling edge is captured" edges 0 edge=falling high falling
it "the active edge of an active-low line falls" edges 1 active_low=1 low falling
it "the falling edge of an active-low line rises" edges 1 "active_low=1 edge=falling" low rising
it "an edge from before loading is not captured" forgets_old_edge
it "two lines at once have a stream each" two_at_once
it "if the second line is in use, nothing is left of the first" second_in_use
it "stamps are taken on irq_cpu=1 and poll_cpu=0" takes_on 1 0
it "stamps are taken on irq_cpu=2 and poll_cpu=1" takes_on 2 1
it "the chip's interrupt goes back where it was" put_back
it "two lines of a chip cannot have different irq_cpu" different_irq_cpus
it "with irq_cpu offline, the message says so, and its remedy works" different_irq_cpu_is_offline
it "nothing is left after unloading" nothing_left
plan
