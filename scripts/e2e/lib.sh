# shellcheck shell=dash disable=SC2034
# SPDX-License-Identifier: GPL-2.0-only
#
# What the groups share. A group calls `it SENTENCE FUNCTION [ARGUMENT...]` for each test, and `plan` at its end.
# A test fails where a command does (`set -e`), or says why with `fail`; `skip` ends it without a verdict.

CHIP=9030000.pl061
MODULE=/modules/pps-gpio-spin.ko
BENCH_MODULE=/modules/pps-spin-bench.ko
BENCH=/sys/kernel/debug/pps-spin-bench
FTRACE=/sys/kernel/tracing/enabled_functions
PARAMETERS=/sys/module/pps_gpio_spin/parameters
DEBUGFS=/sys/kernel/debug/pps-gpio-spin
PULSES=$DEBUGFS/pps-gpio-spin.0/pulses
STATS=$DEBUGFS/pps-gpio-spin.0/stats
MARK=$DEBUGFS/pps-gpio-spin.0/mark
SKIPPED=77
tests=0
# From the runner, on the kernel's command line
kernel=$(sed -n 's/.*e2e\.kernel=\([^ ]*\).*/\1/p' /proc/cmdline)
turn=$(sed -n 's/.*e2e\.turn=\([^ ]*\).*/\1/p' /proc/cmdline)
patched=$(sed -n 's/.*e2e\.patched=\([^ ]*\).*/\1/p' /proc/cmdline)

fail() {
	echo "$*"
	exit 1
}

skip() {
	echo "$*"
	exit $SKIPPED
}

# it SENTENCE FUNCTION [ARGUMENT...]: run a test in a shell of its own, tell its result
it() {
	sentence=$1
	shift
	tests=$((tests + 1))
	# Not as a condition: -e would have no effect.
	(
		set -e
		"$@"
	) >/tmp/said 2>&1
	status=$?
	case $status in
	0) echo "ok $tests - $sentence" ;;
	"$SKIPPED") echo "ok $tests - $sentence # SKIP $(tail -n 1 /tmp/said)" ;;
	*)
		echo "not ok $tests - $sentence"
		tail -n 40 /tmp/said | sed 's/^/#   /'
		clean_up
		;;
	esac
}

# After a failure, so that the next test has a fair start; what there was to see goes to the host.
clean_up() {
	mkdir -p "failed-$tests"
	cat $STATS >"failed-$tests/stats" 2>/dev/null
	dmesg >"failed-$tests/dmesg"
	for online in /sys/devices/system/cpu/cpu*/online; do
		echo 1 >"$online"
	done
	for module in pps_gpio_spin pps_spin_bench; do
		[ ! -d /sys/module/$module ] || /sbin/rmmod $module
	done
	cp /tmp/pulses* "failed-$tests" 2>/dev/null
	send "failed-$tests"
}

plan() {
	echo "1..$tests"
}

seconds() {
	cut -d. -f1 /proc/uptime
}

# within SECONDS COMMAND...: wait until a command succeeds
within() {
	deadline=$(($(seconds) + $1))
	shift
	until "$@"; do
		[ "$(seconds)" -lt $deadline ] || fail "waited in vain for: $*"
		sleep 0.05
	done
}

# kmod's: busybox' tries again what failed.
load() {
	/sbin/insmod $MODULE "$@"
}

# Whoever reads or writes a file holds the module, but not while he waits for more: a try may come in between.
unload() {
	within 10 /sbin/rmmod pps_gpio_spin
}

# For one line, with the rest of the parameters given
load_line() {
	load chip=$CHIP line=1 "$@"
}

stat_of() {
	sed -n "s/^$1 //p" "${2:-$STATS}"
}

edges_are() {
	[ "$(stat_of edges "${2:-$STATS}")" = "$1" ]
}

more_than() {
	[ "$(stat_of edges)" -gt "$1" ]
}

# sent TRAIN: how many pulses the host sent
sent() {
	expr "$1" : '.* sent=\([0-9]*\)'
}

# How many interrupts the kernel counted; those of an earlier load count as well
interrupts() {
	awk -v name=pps-gpio-spin.0 '$NF == name { for (i = 2; $i ~ /^[0-9]+$/; i++) sum += $i } END { print sum + 0 }' \
		/proc/interrupts
}

# each_pulse N: pulses one by one, each when the one before has its line, so that no busy host can merge them
each_pulse() {
	pulse=$(stat_of edges)
	until=$((pulse + $1))
	while [ "$pulse" -lt $until ]; do
		pulse=$((pulse + 1))
		pulses rate=50 count=1 >/dev/null
		within 20 edges_are "$pulse"
	done
}

# capture FILE PARAMETERS PULSE-ARGUMENT...: load, have a train sent, unload, keep the whole stream and the counters
#
# Where the host's CPUs are busy, the pin may go up twice before the guest runs: the kernel then counts fewer interrupts
# than there were pulses. Such a train says nothing about the driver and is sent again.
capture() {
	file=$1 parameters=$2
	shift 2
	for try in 1 2 3; do
		# shellcheck disable=SC2086
		load_line $parameters
		before=$(interrupts)
		cat $PULSES >"$file" &
		train=$(pulses "$@")
		edges=$(sent "$train")
		taken=$(($(interrupts) - before))
		[ "$taken" -lt "$edges" ] || within 10 edges_are "$edges"
		cat $STATS >"$file.stats"
		unload
		wait $!
		[ "$taken" -lt "$edges" ] || return 0
		echo "try $try: only $taken interrupts for $edges pulses ($train)"
	done
	fail "this host is too busy"
}

# check FILE [KEY=VALUE...]: what every capture has to hold, see capture.awk
check() {
	file=$1
	shift
	for pair; do
		set -- "$@" -v "$pair"
		shift
	done
	awk "$@" -f /e2e/capture.awk "$file"
}

# key NAME FILE: a value of the header
key() {
	sed -n "s/^# $1=//p" "$2"
}

# What the driver said about itself since `dmesg -c`; the kernel repeats what it says.
messages() {
	dmesg | grep -i 'pps.gpio.spin' | grep -vE 'out-of-tree|probe (with|of)|invalid for parameter|taint|requested GPIO|cannot find GPIO' |
		grep -v 'method .* is unavailable'
}

no_thread() {
	# There is no pgrep in this busybox.
	# shellcheck disable=SC2009
	! ps | grep '[[]pps-spin' || fail "a thread is left"
}

# nothing_held: what a device takes for itself is free
nothing_held() {
	! grep pps-gpio-spin /sys/kernel/debug/gpio || fail "a line is still requested"
	! grep pps-gpio-spin /proc/interrupts || fail "an interrupt is left"
	no_thread
}

# nothing_left: the module and all that it made are gone
nothing_left() {
	[ ! -e /sys/module/pps_gpio_spin ] || fail "the module is still there"
	[ ! -e $DEBUGFS ] || fail "$DEBUGFS is left"
	set -- /sys/bus/platform/devices/pps-gpio-spin*
	[ ! -e "$1" ] || fail "a device is left: $*"
	nothing_held
}

load_bench() {
	/sbin/insmod $BENCH_MODULE
}

unload_bench() {
	/sbin/rmmod pps_spin_bench
	bench_left_nothing
}

bench_left_nothing() {
	[ ! -e /sys/module/pps_spin_bench ] || fail "the module is still there"
	[ ! -e $BENCH ] || fail "$BENCH is left"
	nothing_runs
}

# Neither thread, nor timer, nor tracer
nothing_runs() {
	no_thread
	! grep pps_spin /proc/timer_list || fail "a timer is left"
	[ ! -e $FTRACE ] || ! grep gic_handle_irq $FTRACE || fail "a tracer is left"
}

fails_on_demand() {
	[ -e /proc/self/fail-nth ] || skip "no fault injection in this kernel"
	echo N >/sys/kernel/debug/failslab/ignore-gfp-wait
}

# each_fails LEAST UNDO CHECK WORD...: the helper's words with 1, 2, … between them until no allocation is left; what works is
# undone, what fails must pass the check; at least so many and one must fail
each_fails() {
	least=$1 undo=$2 check=$3 what=$4
	shift 4
	nth=0 failed=0
	while nth=$((nth + 1)); do
		helper "$what" $nth "$@" && status=0 || status=$?
		case $status in
		0) $undo ;;
		10)
			failed=$((failed + 1))
			$check
			;;
		11) break ;;
		*) fail "$what $nth: status $status" ;;
		esac
	done
	echo "$failed of $nth failed"
	[ $failed -gt "$least" ] || fail "only $failed failed"
}

leaks_nothing() {
	[ -e /sys/kernel/debug/kmemleak ] || skip "no kmemleak in this kernel"
	echo scan >/sys/kernel/debug/kmemleak
	sleep 6
	echo scan >/sys/kernel/debug/kmemleak
	! grep . /sys/kernel/debug/kmemleak || fail "leaks"
}

# refused PATTERN PARAMETER...: one message, which matches, nothing left, and the next load works
refused() {
	pattern=$1
	shift
	dmesg -c >/dev/null
	! load "$@" || fail "was loaded"
	[ "$(messages | wc -l)" = 1 ] || fail "not one message: $(messages)"
	messages | grep -q -- "$pattern" || fail "another message: $(messages)"
	nothing_left
	load_line
	unload
}
