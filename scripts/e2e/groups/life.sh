# shellcheck shell=dash
# SPDX-License-Identifier: GPL-2.0-only
#
# CPUs that go, interrupts that are moved, sleep, and the end of the module at every moment.
# seconds: 400
# long

# shellcheck source=../lib.sh
. /e2e/lib.sh

STIMULUS=$DEBUGFS/pps-gpio-spin.0/stimulus
CPUS=/sys/devices/system/cpu

# run_train_on CPU PARAMETER...: load, read, and have a train well under way
run_train_on() {
	train_cpu=$1
	shift
	load stimulus=pend "$@"
	cat $PULSES >/tmp/pulses &
	echo "count=1000 rate=50 cpu=$train_cpu" >$STIMULUS
	within 60 more_than 10
}

run_train() {
	run_train_on 1 "$@"
}

end_train() {
	count=$(stat_of edges)
	within 60 more_than $((count + 10))
	echo stop >$STIMULUS
	unload
	wait
}

# field NAME: that column of the last line
last() {
	awk -v name="$1" '/^# columns:/ { for (i = 3; i <= NF; i++) if ($i == name) at = i - 2 }
		!/^#/ && $at != "-" { value = $at } END { print value }' /tmp/pulses
}

hotplug_polling_cpu() {
	run_train poll_cpu=2
	echo 0 >$CPUS/cpu2/online
	count=$(stat_of looks)
	edges=$(stat_of edges)
	within 60 more_than $((edges + 10))
	[ "$(stat_of looks)" = "$count" ] || fail "polls on another CPU"
	echo 1 >$CPUS/cpu2/online
	within 60 looks_again "$count"
	end_train
	[ "$(last poll_cpu)" = 2 ] || fail "polls on CPU $(last poll_cpu)"
	grep -q '^# set cpu2=offline' /tmp/pulses
	grep -q '^# set cpu2=online' /tmp/pulses
}

looks_again() {
	[ "$(stat_of looks)" -gt $(($1 + 5)) ]
}

hotplug_irq_cpu() {
	run_train poll_cpu=2 irq_cpu=0
	echo 0 >$CPUS/cpu0/online || skip "this machine keeps CPU 0"
	count=$(stat_of edges)
	within 60 more_than $((count + 10))
	echo 1 >$CPUS/cpu0/online
	end_train
	[ "$(last irq_cpu)" = 0 ] || fail "interrupt on CPU $(last irq_cpu)"
	! awk '!/^#/ && $12 == $13 && $12 != "-"' /tmp/pulses | grep . || fail "polled and interrupted on one CPU"
	grep -q 'cpu-changed' /tmp/pulses
}

# The interrupt must not go where the other line is polled: with nobody else left, both pollers rest
hotplug_irq_cpu_of_two() {
	second=$DEBUGFS/pps-gpio-spin.1/stats
	load chip=$CHIP,$CHIP line=1,2 poll_cpu=2,1
	each_pulse 5
	pulses line=2 rate=10 count=5 >/dev/null
	within 20 edges_are 5 "$second"
	echo 0 >$CPUS/cpu0/online || skip "this machine keeps CPU 0"
	looks=$(stat_of looks)
	looks_of_second=$(stat_of looks "$second")
	pulses line=1 rate=10 count=5 >/dev/null
	pulses line=2 rate=10 count=5 >/dev/null
	within 20 edges_are 10
	within 20 edges_are 10 "$second"
	[ "$(stat_of looks)" = "$looks" ] || fail "the first line is polled"
	[ "$(stat_of looks "$second")" = "$looks_of_second" ] || fail "the second line is polled"
	echo 1 >$CPUS/cpu0/online
	pulses line=1 rate=10 count=20 >/dev/null
	within 20 looks_again "$looks"
	unload
}

# With two CPUs left of three, and then one, poller and interrupt must not meet
hotplug_to_two() {
	run_train poll_cpu=2 irq_cpu=0
	echo 0 >$CPUS/cpu1/online
	echo "count=1000 rate=50 cpu=0" >$STIMULUS
	echo 0 >$CPUS/cpu2/online
	count=$(stat_of edges)
	within 60 more_than $((count + 10))
	echo 1 >$CPUS/cpu2/online
	echo 1 >$CPUS/cpu1/online
	end_train
}

# timer_runs: whether the stimulus' timer waits on any CPU
timer_runs() {
	grep -q stimulus_timer /proc/timer_list
}

# told_of CPU: that it went and came, each once, is what the stream tells of CPUs
told_of() {
	[ "$(grep '^# set cpu' /tmp/pulses | tr '\n' ' ')" = "# set cpu$1=offline # set cpu$1=online " ] ||
		fail "told of: $(grep '^# set cpu' /tmp/pulses)"
}

# No other CPU raises the edges of a train, least of all the one that polls; the next train has all of its own.
train_loses_its_cpu() {
	run_train_on "$1" poll_cpu=2 irq_cpu=0
	dmesg -c >/dev/null
	echo 0 >"$CPUS/cpu$1/online" || skip "this machine keeps CPU $1"
	! timer_runs || fail "the train goes on elsewhere"
	sent=$(sed -n 's/^sent //p' $STIMULUS)
	messages | grep -q "stimulus: cpu=$1 goes offline, and the train ends after $sent of 1000 edges: start another one" ||
		fail "$(messages)"
	within 20 edges_are "$sent"
	echo 1 >"$CPUS/cpu$1/online"
	echo "count=20 rate=50 cpu=$1" >$STIMULUS
	within 20 edges_are $((sent + 20))
	unload
	wait
	told_of "$1"
}

# A train that is over lost nothing
ended_train_loses_no_cpu() {
	load stimulus=pend poll_cpu=2 irq_cpu=0
	cat $PULSES >/tmp/pulses &
	echo "count=5 rate=50 cpu=1" >$STIMULUS
	within 20 edges_are 5
	dmesg -c >/dev/null
	echo 0 >$CPUS/cpu1/online
	echo 1 >$CPUS/cpu1/online
	! messages | grep stimulus || fail "is told of"
	unload
	wait
	! grep '^# set cpu' /tmp/pulses || fail "is told of in the stream"
}

# At any moment of a load: it is refused, or polls and is interrupted where it should be
hotplug_while_loading() {
	loaded=0
	for round in $(seq 40); do
		cpu=$((round % 2 * 2))
		{
			sleep "0.0$((round % 10))"
			echo 0 >$CPUS/cpu$cpu/online
			echo 1 >$CPUS/cpu$cpu/online
		} &
		load_line poll_cpu=2 irq_cpu=0 && status=0 || status=$?
		wait $!
		[ $status = 0 ] || continue
		loaded=$((loaded + 1))
		poller=$(ps | awk '/\[pps-spin\/2\]/ { print $1 }')
		grep -qx 'Cpus_allowed_list:.2' "/proc/$poller/status" || fail "round $round: may poll anywhere"
		each_pulse 2
		helper drain $PULSES 8192 >/tmp/pulses || [ $? = 11 ]
		! grep -m 1 '^# set cpu' /tmp/pulses | grep online || fail "round $round: is back, and was not gone"
		[ "$(last irq_cpu)" = 0 ] || fail "round $round: interrupt on CPU $(last irq_cpu)"
		unload
	done
	[ $loaded -gt 10 ] || fail "only $loaded loads of 40"
	nothing_left
}

# What keeps the poller's CPU from it keeps the load: it says so, and goes on
loads_behind_a_hog() {
	helper hog 2 14 >/tmp/hog &
	hog=$!
	within 10 grep -q hogs /tmp/hog
	dmesg -c >/dev/null
	load_line poll_cpu=2
	messages | grep -q 'poll_cpu=2 has not let the poller run for 10 s: end what runs there' || fail "$(messages)"
	wait $hog
	each_pulse 2
	unload
}

# irqbalance and its like
moved_from_outside() {
	run_train poll_cpu=2 irq_cpu=0
	irq=$(awk '$NF == "pps-gpio-spin.0" { sub(":", "", $1); print $1 }' /proc/interrupts)
	[ -e "/proc/irq/$irq/smp_affinity" ]
	! echo 2 >"/proc/irq/$irq/smp_affinity" || fail "was moved"
	end_train
	! grep -q 'cpu-changed' /tmp/pulses || fail "is taken elsewhere"
	[ "$(last irq_cpu)" = 0 ] || fail "taken on CPU $(last irq_cpu)"
}

# Suspend to idle, woken by the clock
sleeps() {
	grep -q s2idle /sys/power/mem_sleep || skip "no suspend to idle"
	run_train poll_cpu=2 irq_cpu=0
	# An alarm that comes before all devices sleep may wake nothing.
	[ "$kernel" = debug ] && alarm=30 || alarm=5
	helper suspend freeze "$alarm"
	count=$(stat_of edges)
	within 60 more_than $((count + 10))
	echo stop >$STIMULUS
	# The train went on until there was no room: none of its edges may be missing
	within 20 edges_are "$(sed -n 's/^sent //p' $STIMULUS)"
	unload
	wait
}

# The chip keeps an edge of that time, and tells of it when it is long over
sleeps_with_a_pin() {
	grep -q s2idle /sys/power/mem_sleep || skip "no suspend to idle"
	load_line
	cat $PULSES >/tmp/pulses &
	each_pulse 6
	[ "$kernel" = debug ] && alarm=30 || alarm=5
	pulses rate=0.5 count=3 >/dev/null &
	sender=$!
	within 20 edges_are 7
	helper suspend freeze "$alarm"
	wait $sender
	looks=$(stat_of looks)
	pulses rate=10 count=10 >/dev/null
	within 20 edges_are 17
	[ "$(stat_of looks)" -gt "$looks" ] || fail "is not polled any more"
	unload
	wait
	[ "$(grep '^# set system=' /tmp/pulses | tr '\n' ' ')" = "# set system=suspended # set system=resumed " ]
}

unload_while_busy() {
	for round in 1 2 3 4 5 6 7 8 9 10; do
		load stimulus=pend chip=$CHIP line=1
		cat $DEBUGFS/pps-gpio-spin.1/pulses >/dev/null &
		reader=$!
		echo "count=1000 rate=1000 cpu=1 width-us=50" >$DEBUGFS/pps-gpio-spin.1/stimulus
		within 60 busy
		unload
		wait $reader
	done
	nothing_left
}

busy() {
	[ "$(stat_of edges $DEBUGFS/pps-gpio-spin.1/stats)" -gt 20 ]
}

load_storm() {
	for round in $(seq 200); do
		load_line poll_cpu=$((round % 2 + 1))
		unload
	done
	nothing_left
}

DRIVER=/sys/bus/platform/drivers/pps-gpio-spin

unbind() {
	echo pps-gpio-spin.0 >$DRIVER/unbind
}

# As nothing_left, for a device that is not bound
unbound() {
	[ ! -e $DEBUGFS/pps-gpio-spin.0 ] || fail "$DEBUGFS/pps-gpio-spin.0 is left"
	nothing_held
}

# Each allocation of a probe fails in turn, until there is none left to fail. Not of a load: the kernel itself warns of some.
# Of an instance with a pin: an interrupt of the stimulus' own makes the kernel warn of its own failures.
failing_probes() {
	fails_on_demand
	load_line
	unbind
	each_fails 20 unbind unbound write-failing $DRIVER/bind pps-gpio-spin.0
	unload
	load_line
	unload
	nothing_left
}

it "the poller rests while its CPU is offline, and returns to it" hotplug_polling_cpu
it "the interrupt of a CPU that leaves is taken by a third one, and returns" hotplug_irq_cpu
it "with a CPU for each poller and none for the interrupt, both rest" hotplug_irq_cpu_of_two
it "CPUs leave until poller and interrupt would meet" hotplug_to_two
it "a train ends when its CPU leaves, and says so" train_loses_its_cpu 1
it "so it does when that takes the interrupt, too" train_loses_its_cpu 0
it "a CPU without a train on it leaves unnoticed" ended_train_loses_no_cpu
it "a CPU goes and comes while the module loads" hotplug_while_loading
it "a load that waits behind a real-time task says so" loads_behind_a_hog
it "nothing outside moves the interrupt" moved_from_outside
it "the machine sleeps and wakes in mid-train" sleeps
it "pulses at a pin while the machine sleeps are none, and those after it are" sleeps_with_a_pin
it "the module goes while edges and a reader are at work, 10 times" unload_while_busy
it "200 loads and unloads leave nothing" load_storm
it "each allocation of a probe fails in turn, and the next load works" failing_probes
it "nothing leaks" leaks_nothing
plan
