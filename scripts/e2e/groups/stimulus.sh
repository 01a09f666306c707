# shellcheck shell=dash
# SPDX-License-Identifier: GPL-2.0-only
#
# An output line that is to be wired to the one that is captured. The board has no such wire, so edges are raised and not seen.
# board: --icount --skip-idle
# long distribution

# shellcheck source=../lib.sh
. /e2e/lib.sh

STIMULUS=$DEBUGFS/pps-gpio-spin.0/stimulus

load_output() {
	load_line stimulus=gpio stimulus_line=3 "$@"
}

# level_is lo|hi: what the driver has the output at
level_is() {
	grep -q "|pps-gpio-spin.0 *) out $1" /sys/kernel/debug/gpio
}

# Each edge is told of by the stimulus alone
edges_of_a_train() {
	load_output
	cat $PULSES >/tmp/pulses &
	echo "count=20 rate=20 cpu=1" >$STIMULUS
	within 20 edges_are 20
	[ "$(cat $STIMULUS)" = "sent 20" ]
	unload
	wait
	check /tmp/pulses sent=20 "none=prev before after entry early ack irq"
	awk '/^# columns:/ { for (i = 3; i <= NF; i++) column[$i] = i - 2 }
		!/^#/ && !($2 == "missed,noirq" && $column["t0"] < $column["t1"]) { print; bad = 1 }
		END { exit bad }' /tmp/pulses
	[ "$(key stimulus /tmp/pulses)" = "gpio $CHIP 3" ]
}

sent_are() {
	[ "$(cat $STIMULUS)" = "sent $1" ]
}

# pulse_is_there LEVEL: start a train that has this level nine times out of ten
pulse_is_there() {
	echo "count=1000 rate=1 cpu=1 width-us=900000" >$STIMULUS
	within 20 level_is "$1"
}

# drives REST ACTIVE REST-AS-NUMBER [PARAMETER]: the level before a train, in it, and after each way it may end
drives() {
	rest=$1 active=$2 number=$3
	shift 3
	load_output "$@"
	level_is "$rest" || fail "not at rest after load"
	pulse_is_there "$active"
	echo stop >$STIMULUS
	level_is "$rest" || fail "not at rest after stop"
	echo "count=2 rate=1 cpu=1 width-us=900000" >$STIMULUS
	within 20 sent_are 2
	within 20 level_is "$rest"
	pulse_is_there "$active"
	unload
	level=$(helper level /dev/gpiochip0 3)
	[ "$level" = "output $number" ] || fail "after unload: $level"
}

only_the_first() {
	load chip=$CHIP,$CHIP line=1,2 stimulus=gpio stimulus_line=3
	[ -e $STIMULUS ]
	[ ! -e $DEBUGFS/pps-gpio-spin.1/stimulus ] || fail "the second instance has one"
	unload
}

# Both of two instances poll on CPUs of their own, and neither may be disturbed
refused_where_others_poll() {
	load chip=$CHIP line=1 stimulus=pend poll_cpu=2,1
	second=$DEBUGFS/pps-gpio-spin.1/stimulus
	for cpu in 2 1; do
		dmesg -c >/dev/null
		! echo "count=1 cpu=$cpu" >"$second" || fail "cpu=$cpu was taken"
		[ "$(messages | wc -l)" = 1 ] || fail "not one message: $(messages)"
		messages | grep "stimulus: cpu=$cpu is one that polls: choose another one"
	done
	echo "count=1 cpu=0" >"$second"
	within 20 edges_are 1 $DEBUGFS/pps-gpio-spin.1/stats
	unload
}

# Nor may an instance that comes poll where a train runs
refused_where_a_train_runs() {
	driver=/sys/bus/platform/drivers/pps-gpio-spin
	load chip=$CHIP line=1 stimulus=pend poll_cpu=2,1
	echo pps-gpio-spin.0 >$driver/unbind
	echo "count=1000 rate=10 cpu=2" >$DEBUGFS/pps-gpio-spin.1/stimulus
	dmesg -c >/dev/null
	! echo pps-gpio-spin.0 >$driver/bind || fail "was bound"
	messages | grep "poll_cpu=2 raises the edges of pps-gpio-spin.1: stop that train or choose another CPU" ||
		fail "$(messages)"
	echo stop >$DEBUGFS/pps-gpio-spin.1/stimulus
	echo pps-gpio-spin.0 >$driver/bind
	unload
}

put() {
	echo "$1" >$STIMULUS
}

put_with_nul() {
	helper write $STIMULUS "$1"
}

# refused_in_train PUT PATTERN COMMAND...: each is refused with one message, and the train that runs goes on
refused_in_train() {
	put=$1 pattern=$2
	shift 2
	load stimulus=pend
	echo "count=1000 rate=10 cpu=1" >$STIMULUS
	within 20 more_than 3
	for command; do
		dmesg -c >/dev/null
		! $put "$command" || fail "'$command' was taken"
		[ "$(messages | wc -l)" = 1 ] || fail "not one message: $(messages)"
		messages | grep "$pattern"
	done
	count=$(stat_of edges)
	within 20 more_than $((count + 3))
	unload
}

# An empty line is such as an unset variable makes
it "an empty command is refused, and what runs goes on" refused_in_train put \
	"stimulus: the command is empty: give stop, or some of rate= count= " '' '  '
it "a command with a NUL is refused, and what runs goes on" refused_in_train put_with_nul \
	"stimulus: there is a NUL after [0-9]* characters: give text without one" 'count=3 rate=100\0 bogus' 'stop\0' '\0'
it "a train on a CPU that polls for any instance is refused" refused_where_others_poll
it "an instance that would poll where a train runs is refused" refused_where_a_train_runs
it "a train through an output without a wire has a line for each edge, which neither side saw" edges_of_a_train
it "the output is high in a pulse, and low at rest, after stop and after unload" drives lo hi 0
it "for a falling edge the output is low in a pulse, and high at rest" drives hi lo 1 edge=falling
it "for a line that is active low likewise" drives hi lo 1 active_low=1
# Of the clock bases in timer_list, those from 4 on are served in soft irq context
clock_base() {
	awk '/^ *\.index:/ { base = $2 } /stimulus_timer/ { print base; exit }' /proc/timer_list
}

# What sets an output may take a lock that sleeps on PREEMPT_RT. An interrupt is pended in hard irq context everywhere.
timer_is_soft_on_rt() {
	[ "$kernel" = rt ] && soft=1 || soft=0
	load_output
	echo "count=1000 rate=10 cpu=1" >$STIMULUS
	base=$(clock_base)
	[ $((base >= 4)) = "$soft" ] || fail "with an output: clock base $base"
	unload
	load stimulus=pend
	echo "count=1000 rate=10 cpu=1" >$STIMULUS
	base=$(clock_base)
	[ "$base" -lt 4 ] || fail "with pend: clock base $base"
	unload
}

it "an output is set in soft irq context on PREEMPT_RT, and only there" timer_is_soft_on_rt
it "the output is the first instance's" only_the_first
it "nothing is left at the end" nothing_left
plan
