# shellcheck shell=dash
# SPDX-License-Identifier: GPL-2.0-only
#
# Instances that come and go beside others, whose CPUs come and go: nobody polls where another one is interrupted.
# board: --cpus 4
# kernels: board debug kcsan rt 6.12
# seconds: 240
# long

# shellcheck source=../lib.sh
. /e2e/lib.sh

DRIVER=/sys/bus/platform/drivers/pps-gpio-spin
CPUS=/sys/devices/system/cpu
SECOND=$DEBUGFS/pps-gpio-spin.1

bind() {
	echo "pps-gpio-spin.$1" >$DRIVER/bind
}

unbind() {
	echo "pps-gpio-spin.$1" >$DRIVER/unbind
}

offline() {
	echo 0 >"$CPUS/cpu$1/online" || skip "this machine keeps CPU $1"
}

online() {
	echo 1 >"$CPUS/cpu$1/online"
}

# irq_cpu_of FILE: where the last interrupt was taken
irq_cpu_of() {
	awk '/^# columns:/ { for (i = 3; i <= NF; i++) if ($i == "irq_cpu") at = i - 2 }
		!/^#/ && $at != "-" { cpu = $at } END { print cpu }' "$1"
}

looks_on() {
	looks=$(stat_of looks "$1/stats")
	pulses "line=$2" rate=10 count=20 >/dev/null
	[ "$(stat_of looks "$1/stats")" -gt $((looks + 5)) ]
}

# The first line's irq_cpu is away, and CPU 1 stands in; then the second instance polls there.
comes_where_another_is_served() {
	load chip=$CHIP line=1 stimulus=pend irq_cpu=0,2 poll_cpu=3,1
	unbind 1
	offline 0
	each_pulse 3
	helper drain $PULSES 65536 >/tmp/pulses || [ $? = 11 ]
	[ "$(irq_cpu_of /tmp/pulses)" = 1 ] || fail "interrupt on CPU $(irq_cpu_of /tmp/pulses)"
	bind 1
	each_pulse 3
	helper drain $PULSES 65536 >/tmp/pulses || [ $? = 11 ]
	[ "$(irq_cpu_of /tmp/pulses)" = 2 ] || fail "interrupt on CPU $(irq_cpu_of /tmp/pulses)"
	online 0
	each_pulse 3
	helper drain $PULSES 65536 >/tmp/pulses || [ $? = 11 ]
	[ "$(irq_cpu_of /tmp/pulses)" = 0 ] || fail "interrupt on CPU $(irq_cpu_of /tmp/pulses)"
	unload
}

# With CPU 3 away there is a CPU for each poller and none for the interrupt, until one of them goes for good.
polls_when_another_has_gone() {
	load chip=$CHIP,$CHIP line=1,2 poll_cpu=2,1
	each_pulse 6
	offline 3
	offline 0
	looks=$(stat_of looks)
	each_pulse 6
	[ "$(stat_of looks)" = "$looks" ] || fail "is polled"
	unbind 1
	looks_on $DEBUGFS/pps-gpio-spin.0 1 || fail "is not polled again"
	online 3
	online 0
	bind 1
	looks_on $SECOND 2 || fail "the second one is not polled"
	unload
}

# poll_cpu_of FOLDER: as its header says
poll_cpu_of() {
	helper drain "$1/pulses" 65536 >/tmp/header || [ $? = 11 ]
	key poll_cpu /tmp/header
}

keeps_its_cpus() {
	load chip=$CHIP,$CHIP line=1,2 poll_cpu=2,1
	unbind 0
	unbind 1
	bind 1
	bind 0
	[ "$(poll_cpu_of $DEBUGFS/pps-gpio-spin.0)" = 2 ] || fail "the first one polls on $(key poll_cpu /tmp/header)"
	[ "$(poll_cpu_of $SECOND)" = 1 ] || fail "the second one polls on $(key poll_cpu /tmp/header)"
	unload
}

# What the header and the stream say last is what is set, at whatever moment of the bind that was.
tells_each_change() {
	load_line
	for round in $(seq 100); do
		unbind 0
		{
			usleep $((round * 500))
			echo "$round" >$PARAMETERS/gate_ns
		} &
		bind 0
		wait
		helper drain $PULSES 65536 >/tmp/stream || [ $? = 11 ]
		told=$(sed -n 's/^# \(set \)\?gate_ns=//p' /tmp/stream | tail -n 1)
		[ "$told" = "$round" ] || fail "round $round: told of $told"
	done
	unload
}

it "an interrupt leaves the CPU where an instance that comes polls" comes_where_another_is_served
it "pollers that rested poll when another one has gone" polls_when_another_has_gone
it "an instance has its own CPUs in whatever order it is bound" keeps_its_cpus
it "a parameter that changes while an instance comes is told of" tells_each_change
it "nothing is left at the end" nothing_left
plan
