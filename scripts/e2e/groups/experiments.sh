# shellcheck shell=dash
# SPDX-License-Identifier: GPL-2.0-only
#
# The user program runs the two experiments of pps-spin-bench on the board, and leaves nothing behind.
# program: ppsspin
# kernels: board debug kcsan rt 6.12
# seconds: 240
# long

# shellcheck source=../lib.sh
. /e2e/lib.sh

# refuses STATUS PATTERN ARGUMENT...: what `ppsspin bench` says when it cannot
refuses() {
	expected=$1 pattern=$2
	shift 2
	ppsspin bench "$@" >/tmp/bench.out 2>/tmp/bench.err && status=0 || status=$?
	cat /tmp/bench.out /tmp/bench.err
	[ "$status" = "$expected" ] || fail "status $status"
	grep -q -- "$pattern" /tmp/bench.out /tmp/bench.err || fail "another message"
}

names_the_module() {
	refuses 2 "modprobe pps-spin-bench" tick
	refuses 2 "modprobe pps-spin-bench" lock
}

# Whatever the counters of this machine do: each policy has its samples, its figures and its words
runs_tick() {
	load_bench
	ppsspin bench tick --rate=1000 --samples=200 --output=/tmp/rings >/tmp/tick
	for policy in configured wfi nop mmio wfe; do
		grep "^  $policy .*200 of 200 samples" /tmp/tick
		grep "^  $policy .*arch .* 199 " /tmp/tick
		grep "arch counts wall time under $policy (.* % of wall)" /tmp/tick
	done
	grep '^  published: .*Cortex-R52' /tmp/tick
	unload_bench
	ppsspin bench tick --input /tmp/rings/*.tick >/tmp/again
	grep '^  [a-z]* .*arch .* 199 ' /tmp/tick | sort >/tmp/figures
	grep '^  [a-z]* .*arch .* 199 ' /tmp/again | sort | cmp - /tmp/figures || fail "kept rings have other figures"
}

runs_lock() {
	load_bench
	ppsspin bench lock --threads=1,2 --duration=0.2 --incorrect >/tmp/lock
	for wait in busy wfe sev-no-dsb monitor qspinlock; do
		[ "$(grep -c "^  [12]  [a-z]* *$wait .* held\$" /tmp/lock)" = 4 ] || fail "$wait: not four runs with exclusion held"
	done
	unload_bench
}

# ^C: the kernel's run ends as well
interrupted() {
	load_bench
	ppsspin bench tick --idle=nop --samples=16384 --rate=100 >/tmp/tick &
	program=$!
	within 20 grep -q state=running $BENCH/tick
	kill -INT $program
	wait $program && status=0 || status=$?
	grep -q state=stopped $BENCH/tick || fail "$(cat $BENCH/tick)"
	[ "$status" -le 2 ] || fail "status $status"
	unload_bench
}

loses_its_cpu() {
	load_bench
	ppsspin bench tick --cpu=2 --idle=nop --samples=16384 --rate=100 >/tmp/tick 2>&1 &
	program=$!
	within 20 grep -q state=running $BENCH/tick
	echo 0 >/sys/devices/system/cpu/cpu2/online
	wait $program || true
	echo 1 >/sys/devices/system/cpu/cpu2/online
	grep -q 'CPU 2 went offline' /tmp/tick || fail "$(cat /tmp/tick)"
	unload_bench
}

refused_cpu() {
	load_bench
	refuses 2 "cpu=99 does not exist, online are 0-2" tick --cpu=99
	unload_bench
}

it "without the module the program says how to load it" names_the_module
it "bench tick runs each idle policy, says what counters are worth, and keeps the rings" runs_tick
it "bench lock runs each way to wait, and exclusion holds" runs_lock
it "^C ends the run in the kernel, too" interrupted
it "a CPU that leaves ends the run" loses_its_cpu
it "an absent CPU is refused by name" refused_cpu
plan
