# shellcheck shell=dash
# SPDX-License-Identifier: GPL-2.0-only
#
# Unloading while readers wait and pulses arrive.
# seconds: 300
# long

# shellcheck source=../lib.sh
. /e2e/lib.sh

TIMES=50

in_read() {
	grep -q "^State:.S" "/proc/$1/status"
}

# The reader ends by itself, with the end of the file
readers_end() {
	round=0
	while [ $round -lt $TIMES ]; do
		round=$((round + 1))
		load_line
		cat $PULSES >/tmp/pulses &
		reader=$!
		within 5 grep -q columns: /tmp/pulses
		within 5 in_read $reader
		unload
		wait $reader || fail "round $round: the reader ended with $?"
	done
}

# As cat would, but with the file open after its end until it may close it
keep_open() {
	exec 3<$PULSES
	cat <&3 >/tmp/pulses
	touch /tmp/at-the-end
	until [ -e /tmp/may-close ]; do
		sleep 0.1
	done
}

says_what_it_waits_for() {
	load_line
	(keep_open) &
	reader=$!
	within 5 grep -q columns: /tmp/pulses
	sleep 1
	dmesg -c >/dev/null
	unload &
	within 5 [ -e /tmp/at-the-end ]
	sleep 2
	[ -z "$(messages)" ] || fail "too soon: $(messages)"
	sleep 8
	[ -d /sys/module/pps_gpio_spin ]
	touch /tmp/may-close
	wait $!
	wait $reader
	[ "$(messages | wc -l)" = 1 ] || fail "not one message: $(messages)"
	messages | grep "pps-gpio-spin/.*/pulses is still open: close it"
}

sleeps_while_unloading() {
	grep -q s2idle /sys/power/mem_sleep || skip "no suspend to idle"
	rm -f /tmp/at-the-end /tmp/may-close
	load_line
	(keep_open) &
	reader=$!
	within 5 grep -q columns: /tmp/pulses
	unload &
	within 5 [ -e /tmp/at-the-end ]
	# An alarm that comes before all devices sleep may wake nothing.
	[ "$kernel" = debug ] && alarm=30 || alarm=5
	helper suspend freeze "$alarm" || fail "did not sleep"
	[ -d /sys/module/pps_gpio_spin ] || fail "did not wait for the reader"
	touch /tmp/may-close
	wait $!
	wait $reader
}

# hold_open FILE: have it open as soon as it is there, until it may be closed
hold_open() {
	until [ -e "$1" ]; do
		:
	done
	exec 3<"$1"
	touch /tmp/is-open
	until [ -e /tmp/may-close ]; do
		sleep 0.1
	done
}

# The last of these lines is in use, and by then the file of the first is open: its code must stay until it is closed
refused_while_open() {
	file=$DEBUGFS/pps-gpio-spin.0/$1
	rm -f /tmp/is-open /tmp/may-close
	helper hold /dev/gpiochip0 2 "some one" >/tmp/held &
	holder=$!
	within 5 grep -q held /tmp/held
	hold_open "$file" &
	reader=$!
	dmesg -c >/dev/null
	! load chip=$CHIP,$CHIP,$CHIP,$CHIP,$CHIP line=0,1,4,5,2 || fail "was loaded" &
	loader=$!
	within 20 waits_for_files
	[ -e /tmp/is-open ] || fail "nobody has the file open"
	[ -d /sys/module/pps_gpio_spin ] || fail "did not wait"
	touch /tmp/may-close
	wait $reader
	wait $loader
	kill $holder
	messages | grep "a refused load waits: a file of pps-gpio-spin/\*/, or /dev/ppsN, is still open: close it" ||
		fail "$(messages)"
	nothing_left
}

waits_for_files() {
	messages | grep -q "waits:"
}

# Pulses on both lines, readers of everything, marks and changes of parameters, all at once
busy_unload() {
	pulses line=1 rate=100 count=1000000 >/dev/null &
	first=$!
	pulses line=2 rate=70 count=1000000 >/dev/null &
	second=$!
	round=0
	while [ $round -lt 10 ]; do
		round=$((round + 1))
		load chip=$CHIP,$CHIP line=1,2
		cat $PULSES >/tmp/pulses &
		reader=$!
		within 5 grep -q columns: /tmp/pulses
		echo rotate >$PARAMETERS/poll_method
		echo "round $round" >$MARK
		cat $STATS $DEBUGFS/*/latest >/dev/null
		unload
		# Between two reads it finds no file any more, in a read the end.
		wait $reader || true
	done
	kill $first $second
	# A port is free when its holder is gone
	wait $first $second || true
	stop line=1 >/dev/null
	stop line=2 >/dev/null
}

it "a blocked reader ends with the end of the file, $TIMES times" readers_end
it "unloading while pulses, readers and writers are active" busy_unload
it "unloading tells of a reader that keeps the file open after its end" says_what_it_waits_for
for file in stats latest pulses; do
	it "a refused load tells of $file that is open, and ends when it is closed" refused_while_open $file
done
it "the machine sleeps and wakes while unloading waits for a reader" sleeps_while_unloading
it "nothing is left after unloading" nothing_left
plan
