# shellcheck shell=dash
# SPDX-License-Identifier: GPL-2.0-only
#
# How the CPUs idle: what the header says of it, and idle_policy=nop, which comes and goes with its instance.
# seconds: 200
# long

# shellcheck source=../lib.sh
. /e2e/lib.sh

STIMULUS=$DEBUGFS/pps-gpio-spin.0/stimulus
CPUS=/sys/devices/system/cpu

# There is no pgrep in this busybox.
# shellcheck disable=SC2009
spins_on() {
	[ "$(ps | grep -o '[[]pps-spin-idle/[0-9]*')" = "$(for cpu; do echo "[pps-spin-idle/$cpu"; done)" ]
}

# SCHED_IDLE is policy 5; pinned where it should be
is_idle_thread() {
	for status in /proc/[0-9]*/status; do
		grep -q '^Name:.pps-spin-idle' "$status" || continue
		thread=${status%/status}
		[ "$(sed 's/.*) //' "$thread/stat" | cut -d ' ' -f 39)" = 5 ] || fail "not in SCHED_IDLE"
		grep -qx "Cpus_allowed_list:.$1" "$status" || fail "may run elsewhere: $(cat "$status")"
		return 0
	done
	fail "no thread"
}

told_in_header() {
	load_line irq_cpu=0 poll_cpu=2
	helper drain $PULSES 8192 >/tmp/header || [ $? = 11 ]
	unload
	[ "$(key irq_cpu_idle /tmp/header) $(key poll_cpu_idle /tmp/header)" = "wfi wfi" ] || fail "$(cat /tmp/header)"
	[ "$(key tick /tmp/header)" = nohz ] || fail "$(cat /tmp/header)"
	[ "$(key idle_policy /tmp/header)" = configured ]
}

off_by_default() {
	load_line
	[ "$(cat $PARAMETERS/idle_policy)" = configured ]
	spins_on
	unload
}

given_at_load() {
	load_line irq_cpu=1 idle_policy=nop
	helper drain $PULSES 8192 >/tmp/header || [ $? = 11 ]
	[ "$(key idle_policy /tmp/header)" = nop ]
	spins_on 1
	is_idle_thread 1
	unload
	nothing_left
}

# In place in the stream, as poll_mode is, and pulses go on
switched() {
	load_line irq_cpu=0
	each_pulse 2
	echo nop >$PARAMETERS/idle_policy
	spins_on 0
	each_pulse 2
	echo nop >$PARAMETERS/idle_policy
	spins_on 0
	echo configured >$PARAMETERS/idle_policy
	spins_on
	each_pulse 1
	cat $PULSES >/tmp/cat &
	unload
	wait
	sed -n '/^# columns/,$p' /tmp/cat | sed 's/^\([0-9]*\) .*/\1/; s/^# columns.*/columns/' >/tmp/order
	printf '%s\n' columns 1 2 '# set idle_policy=nop' 3 4 '# set idle_policy=nop' '# set idle_policy=configured' 5 >/tmp/expected
	cmp /tmp/order /tmp/expected || fail "$(cat /tmp/order)"
}

# Everything else on its CPU goes on: a shell there is not held up by it
yields() {
	load_line irq_cpu=0 idle_policy=nop
	before=$(seconds)
	taskset 1 /bin/busybox sh -c "for i in \$(seq 5000); do :; done"
	alone=$(($(seconds) - before))
	[ $alone -lt 20 ] || fail "$alone s"
	each_pulse 5
	unload
}

follows_its_cpu() {
	load stimulus=pend irq_cpu=1 poll_cpu=2 idle_policy=nop
	echo "count=100000 rate=50 cpu=0" >$STIMULUS
	spins_on 1
	echo 0 >$CPUS/cpu1/online
	spins_on
	echo configured >$PARAMETERS/idle_policy
	echo nop >$PARAMETERS/idle_policy
	spins_on
	echo 1 >$CPUS/cpu1/online
	within 5 spins_on 1
	echo configured >$PARAMETERS/idle_policy
	echo 0 >$CPUS/cpu1/online
	echo 1 >$CPUS/cpu1/online
	spins_on
	unload
}

of_each_instance() {
	load chip=$CHIP,$CHIP line=1,2 irq_cpu=0,0 poll_cpu=2,2 idle_policy=nop
	spins_on 0 0
	echo pps-gpio-spin.0 >/sys/bus/platform/drivers/pps-gpio-spin/unbind
	spins_on 0
	unload
	nothing_left
}

sleeps_with_it() {
	grep -q s2idle /sys/power/mem_sleep || skip "no suspend to idle"
	load_line irq_cpu=0 idle_policy=nop
	[ "$kernel" = debug ] && alarm=30 || alarm=5
	helper suspend freeze "$alarm"
	spins_on 0
	# The host connects to us anew: what is told before it has is lost.
	sleep 3
	unload
}

# While something else changes it all the time
unloaded_while_switched() {
	for round in 1 2 3 4 5 6 7 8 9 10; do
		echo "round $round"
		load_line
		(
			set +e
			while echo nop >$PARAMETERS/idle_policy; do echo configured >$PARAMETERS/idle_policy; done
		) 2>/dev/null &
		sleep 0.2
		unload
		wait
		nothing_left
	done
}

it "the header says how both CPUs idle" told_in_header
it "nothing spins unless it is asked for" off_by_default
it "idle_policy=nop at load is a thread of SCHED_IDLE on irq_cpu" given_at_load
it "idle_policy is switched at run time, marked in the stream" switched
it "it yields to everything" yields
it "it rests while its CPU is offline" follows_its_cpu
it "it ends with its instance" of_each_instance
it "the machine sleeps and wakes with it" sleeps_with_it
it "the module goes while it is switched" unloaded_while_switched
it "nothing is left at the end" nothing_left
plan
