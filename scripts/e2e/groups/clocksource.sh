# shellcheck shell=dash
# SPDX-License-Identifier: GPL-2.0-only
#
# A system clock that does not run on the arch counter. The board has no other counter than the tick's, which the kernel takes
# only while nothing needs a finer one.
# board: --append "highres=off nohz=off"
# kernels: board

# shellcheck source=../lib.sh
. /e2e/lib.sh

CLOCKSOURCE=/sys/devices/system/clocksource/clocksource0/current_clocksource
STIMULUS=$DEBUGFS/pps-gpio-spin.0/stimulus

is_used() {
	grep -qx "$1" $CLOCKSOURCE
}

use() {
	echo "$1" >$CLOCKSOURCE
	within 5 is_used "$1"
}

# told WORDS TIMES: in the kernel's log since `start`
told() {
	[ "$(dmesg | grep -c "the system clock $1")" = "$2" ] || fail "$(dmesg | tail)"
}

delivered_are() {
	[ "$(stat_of pps_delivered)" = "$1" ]
}

# serve COUNT EDGES [DELIVERED]: raise so many edges, which makes so many in all
serve() {
	echo "count=$1 rate=10 cpu=1" >$STIMULUS
	within 20 edges_are "$2"
	within 5 delivered_are "${3:-$2}"
}

start() {
	dmesg -c >/dev/null
	use "$1"
	load stimulus=pend pps_method="$2"
}

at_load() {
	start jiffies entry
	told "does not run on the arch counter: /dev/pps0 serves irq" 1
	serve 5 5
	told "" 1
	[ "$(stat_of pps_fallen_back)" = 5 ]
	helper drain $PULSES 8192 >/tmp/header || [ $? = 11 ]
	[ "$(key pps_method /tmp/header)" = entry ]
	[ "$(key pps_clock /tmp/header)" = handler ]
	unload
}

nothing_to_serve() {
	start jiffies none
	told "does not run on the arch counter: /dev/pps0 serves none" 1
	serve 3 3 0
	unload
}

nothing_to_tell() {
	start arch_sys_counter irq
	serve 3 3
	told "" 0
	[ "$(stat_of pps_fallen_back)" = 0 ]
	unload
}

# In place in the stream. When the first pulse by another counter came, the handler had not read the clock yet.
at_each_change() {
	start arch_sys_counter irq
	serve 2 2
	use jiffies
	serve 2 4 3
	use arch_sys_counter
	serve 2 6 5
	told "does not run on the arch counter: /dev/pps0 serves irq" 1
	told "runs on the arch counter: /dev/pps0 serves irq" 1
	[ "$(stat_of pps_fallen_back) $(stat_of pps_withheld)" = "1 1" ]
	cat $PULSES >/tmp/pulses &
	unload
	wait
	[ "$(key pps_clock /tmp/pulses)" = counter ]
	sed -n '/^# columns/,$p' /tmp/pulses | sed 's/^\([0-9]*\) .*/\1/; s/^# columns.*/columns/' >/tmp/order
	printf '%s\n' columns 1 2 '# set pps_clock=handler' 3 4 '# set pps_clock=counter' 5 6 >/tmp/expected
	cmp /tmp/order /tmp/expected || fail "$(cat /tmp/order)"
}

it "another clocksource is told at load" at_load
it "pps_method=none serves nothing by it" nothing_to_serve
it "the arch counter is not worth a message" nothing_to_tell
it "each change is told once" at_each_change
plan
