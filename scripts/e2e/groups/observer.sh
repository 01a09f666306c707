# shellcheck shell=dash
# SPDX-License-Identifier: GPL-2.0-only
#
# Which pulses are polled, the tracepoint, and silence when no pulse comes.
# board: --icount --skip-idle
# kernels: board debug rt
# seconds: 300

# shellcheck source=../lib.sh
. /e2e/lib.sh

STIMULUS=$DEBUGFS/pps-gpio-spin.0/stimulus

train() {
	echo "count=$1 rate=20 cpu=1" >$STIMULUS
	total=$((total + $1))
	within 60 edges_are $total
}

modes() {
	total=0
	load stimulus=pend max_irqs_off_us=10000
	cat $PULSES >/tmp/pulses &
	train 20
	echo none >$PARAMETERS/poll_mode
	train 20
	echo alternate >$PARAMETERS/poll_mode
	train 40
	echo every >$PARAMETERS/poll_mode
	train 20
	unload
	wait
	awk '/^# set poll_mode=/ { mode = substr($3, 11); next }
		/^#/ { next }
		{ lines[mode]++; if ($2 ~ /unpolled/) unpolled[mode]++ }
		END {
			print "none:", unpolled["none"], "of", lines["none"]
			print "alternate:", unpolled["alternate"], "of", lines["alternate"]
			print "every:", unpolled["every"] + 0, "of", lines["every"]
			exit !(unpolled["none"] >= 19 && unpolled["alternate"] >= 16 && unpolled["alternate"] <= 24 &&
				unpolled["every"] + unpolled[""] <= 1)
		}' /tmp/pulses
}

traced() {
	tracing=/sys/kernel/tracing
	[ -e $tracing/events ] || mount -t tracefs tracefs $tracing
	total=0
	load stimulus=pend
	cat $PULSES >/tmp/pulses &
	echo 1 >$tracing/events/pps_spin/pps_spin_pulse/enable
	train 10
	grep -o 'pps_spin_pulse: .*' $tracing/trace >/tmp/trace
	echo 0 >$tracing/events/pps_spin/pps_spin_pulse/enable
	unload
	wait
	[ "$(wc -l </tmp/trace)" = 10 ] || fail "$(wc -l </tmp/trace) events for 10 pulses"
	awk 'NR == FNR { if (!/^#/) irq[$1] = $11; next }
		{ split($2, seq, "="); for (i = 3; i <= NF; i++) if ($i ~ /^irq=/) if (substr($i, 5) != irq[seq[2]]) exit 1 }' \
		/tmp/pulses /tmp/trace
}

# Ten minutes, which pass at once
silent() {
	load_line
	dmesg -c >/dev/null
	sleep 600
	lines=$(dmesg | wc -l)
	looks=$(stat_of polling_ticks)
	unload
	[ "$lines" -le 3 ] || fail "$lines lines in the log: $(dmesg)"
	[ "$looks" = 0 ] || fail "polled for $looks ticks though there is an interrupt to wait for"
}

it "poll_mode decides which pulses are polled, marked in the stream" modes
it "the tracepoint tells each record" traced
it "ten minutes without a pulse are silent" silent
plan
