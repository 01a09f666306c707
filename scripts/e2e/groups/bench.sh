# shellcheck shell=dash
# SPDX-License-Identifier: GPL-2.0-only
#
# The conditions of a measurement, pps-spin-bench: both experiments, what is refused, CPUs that leave, and ends at every moment.
# board: --gic 3
# seconds: 300
# long

# shellcheck source=../lib.sh
. /e2e/lib.sh

TICK=$BENCH/tick
RING=$BENCH/tick_ring
LOCK=$BENCH/lock
CPUS=/sys/devices/system/cpu

# value KEY FILE
value() {
	sed -n "s/^$1=//p" "$2"
}

state_is() {
	[ "$(value state "$1")" = "$2" ]
}

# run_tick KEY=VALUE...: to its end; what was in the ring goes to /tmp/ring.txt
run_tick() {
	echo "start $*" >$TICK
	within 60 state_is $TICK complete
	cp $RING /tmp/ring
	helper ring /tmp/ring check >/tmp/ring.txt || fail "the ring is not what it says"
}

# ring_has KEY=VALUE...
ring_has() {
	for line; do
		grep -qx "$line" /tmp/ring.txt || fail "not $line: $(cat /tmp/ring.txt)"
	done
}

# With all stamps a patched kernel has; else ftrace's, which Debian's kernel has too
expected_stamp() {
	[ "$patched" = 1 ] && echo entry || echo early
}

before_the_first_run() {
	load_bench
	[ "$(cat $TICK)" = state=idle ]
	[ "$(sed -n 1p $LOCK)" = state=idle ]
	[ "$(value default_wait $LOCK)" = busy ]
	! cat $RING 2>/tmp/error || fail "there is a ring"
	grep -q "No data available" /tmp/error
	[ "$(stat -c %a $TICK)$(stat -c %a $RING)$(stat -c %a $LOCK)" = 600400600 ]
	unload_bench
}

# 49 periods of 5 ms; a timer is never early, and the first one not later than that
tick_under() {
	load_bench
	run_tick rate_hz=200 samples=50 cpu=1 "idle=$1"
	ring_has version=1 header_bytes=256 sample_bytes=32 samples=50 wanted=50 state=2 rate_hz=200 cpu=1 idle="$1" \
		stamp="$(expected_stamp)" idle_state=wfi clocksource=arch_sys_counter ordered=1
	[ "$(value wall_us /tmp/ring.txt)" -gt 200000 ] || fail "too fast: $(cat /tmp/ring.txt)"
	awk -F= '{ of[$1] = $2 } END { exit !(of["handler_ticks"] / of["cntfrq_hz"] * 1e6 / of["wall_us"] > 0.99 &&
		of["handler_ticks"] / of["cntfrq_hz"] * 1e6 / of["wall_us"] < 1.01) }' /tmp/ring.txt || fail "$(cat /tmp/ring.txt)"
	within 5 nothing_runs
	unload_bench
}

defaults() {
	load_bench
	echo start >$TICK
	[ "$(value cpu $TICK) $(value rate_hz $TICK) $(value wanted $TICK) $(value idle $TICK)" = "2 100 16384 configured" ]
	echo stop >$TICK
	echo start >$LOCK
	[ "$(value threads $LOCK) $(value wait $LOCK) $(value kind $LOCK) $(value duration_ms $LOCK) $(value rate_hz $LOCK)" = \
		"2 busy plain 1000 1000000" ]
	unload_bench
}

# This machine's counter does not halt in WFI: cycles are 1 GHz of virtual time under every policy
cycles_of_this_machine() {
	load_bench
	for idle in wfi nop; do
		run_tick rate_hz=200 samples=50 idle=$idle
		[ "$(value no_cycles /tmp/ring.txt)" != "kernel without PERF_EVENTS" ] || skip "no PERF_EVENTS"
		ring_has no_cycles= cycles_increase=1
		awk -F= '{ of[$1] = $2 } END { rate = of["cycles"] / of["wall_us"]; print rate; exit !(rate > 900 && rate < 1100) }' \
			/tmp/ring.txt || fail "$(cat /tmp/ring.txt)"
	done
	unload_bench
}

# What perf has to give is given back, and one is in use while a run goes on
pmu_is_borrowed() {
	load_bench
	all=$(helper counters 1 count)
	[ "$all" -gt 0 ] || skip "no PMU"
	echo "start cpu=1" >$TICK
	some=$(helper counters 1 count)
	[ "$some" -lt "$all" ] || fail "$some of $all counters are left"
	echo stop >$TICK
	[ "$(helper counters 1 count)" = "$all" ] || fail "it is not given back"
	unload_bench
}

pmu_taken() {
	load_bench
	helper counters 1 hold >/tmp/held &
	within 5 [ -s /tmp/held ]
	[ "$(cat /tmp/held)" != 0 ] || skip "no PMU"
	run_tick cpu=1 rate_hz=1000 samples=20
	ring_has "no_cycles=the PMU of CPU 1 is taken: stop who uses perf" cycles_are_0=1 ordered=1 samples=20
	kill $!
	wait $! || true
	run_tick cpu=1 rate_hz=1000 samples=20
	ring_has no_cycles=
	unload_bench
}

# What is told of the module: one line each
bench_messages() {
	dmesg | grep 'pps_spin_bench: ' | grep -v taint
}

# bench_refused FILE MESSAGE COMMAND: once, and what there was stays
bench_refused() {
	load_bench
	echo "start samples=3 rate_hz=1000" >$TICK
	within 10 state_is $TICK complete
	echo "start duration_ms=10" >$LOCK
	within 10 state_is $LOCK complete
	cat $TICK $LOCK >/tmp/before
	dmesg -c >/dev/null
	! printf '%s' "$3" >"$1" || fail "was taken"
	[ "$(bench_messages | wc -l)" = 1 ] || fail "not one message: $(bench_messages)"
	bench_messages | grep -qF -- "$2" || fail "another message: $(bench_messages)"
	cat $TICK $LOCK | cmp - /tmp/before || fail "something changed"
	unload_bench
}

offline_refused() {
	echo 0 >$CPUS/cpu1/online
	bench_refused $TICK "tick: cpu=1 is offline, online are 0,2: choose one of them" "start cpu=1"
	bench_refused $LOCK "lock: threads=3 need a CPU each, online are 0,2: take less" "start threads=3"
	echo 1 >$CPUS/cpu1/online
}

# A second one of each is refused, and the first one goes on
two_runs() {
	load_bench
	echo "start samples=1000 rate_hz=100 cpu=1" >$TICK
	echo "start duration_ms=60000 rate_hz=1000" >$LOCK
	dmesg -c >/dev/null
	! helper write $TICK "start cpu=2" || fail "a second tick was taken"
	! helper write $LOCK start || fail "a second lock was taken"
	helper write $TICK start || [ $? = 16 ] || fail "not EBUSY"
	bench_messages | grep -q "tick: CPU 1 has a run that goes on: wait for its end, or stop it"
	bench_messages | grep -q "lock: a run goes on: wait for its end, or stop it"
	state_is $TICK running
	state_is $LOCK running
	[ "$(value cpu $TICK)" = 1 ]
	unload_bench
}

loaded_twice() {
	load_bench
	echo "start cpu=1" >$TICK
	! /sbin/insmod $BENCH_MODULE 2>/tmp/error || fail "was loaded twice"
	grep -q "File exists" /tmp/error
	state_is $TICK running
	unload_bench
}

# The ring in mid-run, then the stop
stop_tick() {
	load_bench
	echo "start rate_hz=1000 idle=$1 cpu=1" >$TICK
	within 10 more_samples 20
	cp $RING /tmp/ring
	helper ring /tmp/ring check >/tmp/ring.txt
	ring_has state=1 wanted=16384 ordered=1
	echo stop >$TICK
	nothing_runs
	state_is $TICK stopped
	! grep reason $TICK || fail "a command needs no reason"
	count=$(value samples $TICK)
	sleep 0.1
	[ "$(value samples $TICK)" = "$count" ] || fail "goes on"
	cp $RING /tmp/ring
	helper ring /tmp/ring check >/tmp/ring.txt
	ring_has state=3 samples="$count"
	run_tick cpu=1 rate_hz=1000 samples=10
	unload_bench
}

more_samples() {
	[ "$(value samples $TICK)" -gt "$1" ]
}

unload_tick() {
	for idle in configured wfi nop mmio wfe; do
		load_bench
		echo "start rate_hz=1000 idle=$idle cpu=1" >$TICK
		within 10 more_samples 5
		unload_bench
	done
}

cpu_of_tick_leaves() {
	load_bench
	echo "start rate_hz=1000 idle=$1 cpu=2" >$TICK
	within 10 more_samples 5
	# Another one may leave.
	echo 0 >$CPUS/cpu1/online
	count=$(value samples $TICK)
	within 10 more_samples $((count + 5))
	echo 1 >$CPUS/cpu1/online
	echo 0 >$CPUS/cpu2/online
	state_is $TICK failed
	grep -qx "reason=CPU 2 went offline" $TICK
	within 5 nothing_runs
	cp $RING /tmp/ring
	helper ring /tmp/ring check >/tmp/ring.txt
	ring_has state=3 cpu=2 ordered=1
	# Without it, with it again
	run_tick rate_hz=1000 samples=10
	ring_has cpu=1
	echo 1 >$CPUS/cpu2/online
	run_tick rate_hz=1000 samples=10
	ring_has cpu=2
	unload_bench
}

# Commands of two shells, and CPUs that come and go: whoever ends a run, nothing is left
storm() {
	load_bench
	(set +e; while :; do echo "start rate_hz=1000 samples=20 idle=nop cpu=2" >$TICK; echo "start duration_ms=30" >$LOCK; done) 2>/dev/null &
	first=$!
	(set +e; while :; do echo stop >$TICK; echo stop >$LOCK; cat $TICK $LOCK $RING >/dev/null; done) 2>/dev/null &
	second=$!
	for round in 1 2 3 4 5 6 7 8 9 10; do
		echo "round $round"
		echo 0 >$CPUS/cpu2/online
		sleep 0.1
		echo 1 >$CPUS/cpu2/online
		sleep 0.1
	done
	kill $first $second
	wait $first $second || true
	echo stop >$TICK
	echo stop >$LOCK
	nothing_runs
	unload_bench
}

# run_lock KEY=VALUE...: to its end; its results go to /tmp/lock
run_lock() {
	echo "start $*" >$LOCK
	within 60 state_is $LOCK complete
	cat $LOCK >/tmp/lock
}

# The counter under the lock adds up, each thread has a CPU of its own and its share, and no thread is faster than it may be
lock_by() {
	load_bench
	for kind in plain recursive; do
		# Seldom, for the pace; as often as it can be, for the lock
		run_lock "wait=$1" kind=$kind threads=3 duration_ms=200 rate_hz=0 "incorrect=${2:-0}"
		grep -qx mutual_exclusion=held /tmp/lock || fail "$(cat /tmp/lock)"
		run_lock "wait=$1" kind=$kind threads=3 duration_ms=200 rate_hz=5000 "incorrect=${2:-0}"
		awk -F'[= ]' '{ of[$1] = $2 } /^thread\./ { threads++; cpus[$2]++; sum += $3; if ($3 < 1) idle = 1
				limit = of["elapsed_ticks"] / of["cntfrq_hz"] * of["rate_hz"] + 1; if ($3 > limit) fast = 1 }
			END { for (cpu in cpus) own++
				exit !(of["mutual_exclusion"] == "held" && of["counter"] == of["operations"] && sum == of["counter"] &&
					threads == 3 && own == 3 && !idle && !fast && of["elapsed_ticks"] > 0.2 * of["cntfrq_hz"]) }' \
			/tmp/lock || fail "$(cat /tmp/lock)"
	done
	within 5 nothing_runs
	unload_bench
}

# As many as there can be: more than with a pace
lock_without_pace() {
	load_bench
	run_lock threads=1 duration_ms=200 rate_hz=1000
	paced=$(value operations /tmp/lock)
	run_lock threads=1 duration_ms=200 rate_hz=0
	[ "$(value operations /tmp/lock)" -gt $((10 * paced)) ] || fail "$(cat /tmp/lock), $paced with 1 kHz"
	unload_bench
}

stop_lock() {
	load_bench
	echo "start duration_ms=60000 wait=$1 threads=3 rate_hz=1000" >$LOCK
	sleep 0.3
	! grep operations $LOCK || fail "results of a run that goes on"
	echo stop >$LOCK
	nothing_runs
	state_is $LOCK stopped
	! grep reason $LOCK || fail "a command needs no reason"
	[ "$(value mutual_exclusion $LOCK)" = held ]
	[ "$(value operations $LOCK)" -gt 0 ]
	run_lock duration_ms=50
	unload_bench
}

unload_lock() {
	for wait in busy wfe monitor qspinlock; do
		load_bench
		echo "start duration_ms=60000 wait=$wait threads=3 rate_hz=10000" >$LOCK
		sleep 0.1
		unload_bench
	done
}

cpu_of_lock_leaves() {
	load_bench
	echo "start duration_ms=60000 threads=2 rate_hz=1000" >$LOCK
	sleep 0.1
	# Threads are on the first two.
	echo 0 >$CPUS/cpu2/online
	echo 1 >$CPUS/cpu2/online
	state_is $LOCK running
	echo 0 >$CPUS/cpu1/online
	state_is $LOCK failed
	grep -qx "reason=CPU 1 went offline" $LOCK
	[ "$(value mutual_exclusion $LOCK)" = held ]
	nothing_runs
	run_lock duration_ms=50 threads=2
	echo 1 >$CPUS/cpu1/online
	run_lock duration_ms=50 threads=3
	unload_bench
}

both_at_once() {
	load_bench
	load_line
	echo "start rate_hz=1000 samples=200 idle=nop" >$TICK
	echo "start duration_ms=300 threads=3 rate_hz=10000" >$LOCK
	each_pulse 3
	within 20 state_is $TICK complete
	within 20 state_is $LOCK complete
	unload
	unload_bench
}

stop_both() {
	echo stop >$TICK
	echo stop >$LOCK
}

failing_bench() {
	fails_on_demand
	each_fails 2 unload_bench nothing_runs load-failing $BENCH_MODULE ""
	each_fails 2 stop_both nothing_runs write-failing $TICK "start rate_hz=1000 samples=10 idle=mmio"
	within 10 state_is $TICK complete
	each_fails 2 stop_both nothing_runs write-failing $LOCK "start duration_ms=50"
	within 10 state_is $LOCK complete
	unload_bench
}

one_of="give one of"
it "before the first run there is nothing, and it is for root alone" before_the_first_run
it "the defaults are what the documents say" defaults
for idle in configured wfi nop mmio wfe; do
	it "a run with idle=$idle is complete, in order, and leaves nothing" tick_under $idle
done
it "the cycle counter of this machine goes on in WFI" cycles_of_this_machine
it "the PMU is borrowed from perf, and given back" pmu_is_borrowed
it "a PMU that is taken is a reason, and the arch counter is measured all the same" pmu_taken
it "a rate of 0 is refused" bench_refused $TICK "tick: rate_hz=0 is not valid: give a number from 10 to 1000" "start rate_hz=0"
it "a rate of 1001 Hz is refused" bench_refused $TICK "tick: rate_hz=1001 is not valid" "start rate_hz=1001"
it "a ring that is too large is refused" \
	bench_refused $TICK "tick: samples=16385 is not valid: give a number from 2 to 16384" "start samples=16385"
it "a ring of one sample is refused" bench_refused $TICK "tick: samples=1 is not valid" "start samples=1"
it "a huge number is refused" bench_refused $TICK "tick: samples=99999999999999999999 is not valid" "start samples=99999999999999999999"
it "a negative number is refused" bench_refused $TICK "tick: cpu=-1 is not valid" "start cpu=-1"
it "an absent CPU is refused" bench_refused $TICK "tick: cpu=7 does not exist, online are 0-2: choose one of them" "start cpu=7"
it "a CPU beyond all is refused" bench_refused $TICK "tick: cpu=4294967295 does not exist" "start cpu=4294967295"
it "a CPU that is offline is refused" offline_refused
it "an unknown policy is refused, with those there are" \
	bench_refused $TICK "tick: idle=sleep is not known: $one_of configured wfi nop mmio wfe" "start idle=sleep"
it "an unknown key is refused, with those there are" \
	bench_refused $TICK "tick: rate is not known: give some of cpu= rate_hz= samples= idle=" "start rate=100"
it "a key without a value is refused" bench_refused $TICK "tick: cpu is not known" "start cpu"
it "a key that is given twice is refused" bench_refused $TICK "tick: cpu= is given twice: give it once" "start cpu=1 cpu=2"
it "another command is refused" bench_refused $TICK "tick: go is not known: give stop alone, or start with keys" go
it "stop with keys is refused" bench_refused $TICK "tick: stop is not known" "stop now"
it "an empty command is refused" bench_refused $LOCK "lock: an empty command is not known" "
"
it "a command that is too long is refused" \
	bench_refused $LOCK "lock: give a command of up to 200 characters" "start $(printf '%0200d' 1)"
it "more threads than CPUs are refused" \
	bench_refused $LOCK "lock: threads=4 need a CPU each, online are 0-2: take less" "start threads=4"
it "no thread is refused" bench_refused $LOCK "lock: threads=0 is not valid" "start threads=0"
it "a duration of 0 is refused" bench_refused $LOCK "lock: duration_ms=0 is not valid: give a number from 10 to 60000" "start duration_ms=0"
it "an unknown way to wait is refused" \
	bench_refused $LOCK "lock: wait=sleep is not known: $one_of busy wfe monitor sev-no-dsb qspinlock" "start wait=sleep"
it "what is not correct needs incorrect=1" \
	bench_refused $LOCK "lock: wait=sev-no-dsb is not correct, a waiter may miss its event: say incorrect=1" "start wait=sev-no-dsb"
it "two runs at once are refused" two_runs
it "the module is not loaded twice" loaded_twice
for idle in configured nop; do
	it "a run with idle=$idle can be read and stopped in the middle" stop_tick $idle
	it "a run with idle=$idle ends when its CPU leaves" cpu_of_tick_leaves $idle
done
it "the module goes in mid-run, with each policy" unload_tick
for wait in busy wfe monitor qspinlock; do
	it "wait=$wait excludes, with its pace, plain and recursive" lock_by $wait
done
it "wait=sev-no-dsb excludes as well" lock_by sev-no-dsb 1
it "without a pace there are more operations" lock_without_pace
it "a run of locks can be stopped in the middle" stop_lock busy
it "a run of locks that sleep can be stopped in the middle" stop_lock wfe
it "a run of locks ends when a CPU of it leaves" cpu_of_lock_leaves
it "the module goes while threads have the lock" unload_lock
it "both run at once, beside a capture" both_at_once
it "commands, readers and CPUs in a storm leave nothing" storm
it "each allocation fails in turn, and then it works" failing_bench
it "nothing leaks" leaks_nothing
it "nothing is left at the end" bench_left_nothing
plan
