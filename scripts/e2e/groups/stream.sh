# shellcheck shell=dash
# SPDX-License-Identifier: GPL-2.0-only
#
# The file pulses: its readers, marks, overflow. The source is stopped where bytes are compared.
# long distribution

# shellcheck source=../lib.sh
. /e2e/lib.sh

SIZES="1 7 64 1M"

size_is() {
	[ "$(stat -c %s "$1")" = "$2" ]
}

# All readers block at the end of the stream; unloading sends them home.
same_bytes() {
	load_line
	each_pulse 20
	echo "half way" >$MARK
	cat $PULSES >/tmp/cat &
	for size in $SIZES; do
		dd if=$PULSES of="/tmp/dd.$size" bs="$size" 2>/dev/null &
	done
	helper drain $PULSES 100000 >/tmp/all || [ $? = 11 ]
	bytes=$(stat -c %s /tmp/all)
	[ "$bytes" -gt 1500 ]
	within 10 size_is /tmp/cat "$bytes"
	for size in $SIZES; do
		within 20 size_is "/tmp/dd.$size" "$bytes"
	done
	unload
	wait
	for file in /tmp/cat /tmp/dd.*; do
		cmp "$file" /tmp/all
	done
	check /tmp/all sent=20
}

two_readers() {
	load_line
	cat $PULSES >/tmp/first &
	each_pulse 5
	cat $PULSES >/tmp/second &
	each_pulse 5
	unload
	wait
	cmp /tmp/first /tmp/second
	check /tmp/first sent=10
}

nonblocking() {
	load_line
	helper drain $PULSES 4096 >/tmp/header || [ $? = 11 ]
	if helper drain $PULSES 4096 >/tmp/header; then fail "no EAGAIN"; fi
	[ "$(grep -vc '^#' /tmp/header)" = 0 ]
	tail -n 1 /tmp/header | grep -q '^# columns: seq flags poll '
	unload
}

polls() {
	load_line
	helper poll $PULSES 100 && fail "readable though nothing came"
	helper poll $PULSES 10000 &
	reader=$!
	within 5 in_state $reader S
	pulses count=1 >/dev/null
	wait $reader
	unload
}

in_state() {
	grep -q "^State:.$2" "/proc/$1/status"
}

interrupted() {
	load_line
	helper interrupt $PULSES 200
	cat $PULSES >/tmp/cat &
	within 5 in_state $! S
	kill -TERM $!
	wait $! || [ $? = 143 ]
	unload
}

# The ring keeps 4096 entries; a reader that slept through more is told so.
overflows() {
	load_line
	mkfifo /tmp/slow
	(
		exec 3<$PULSES
		read -r line <&3
		echo "$line"
		read -r _ </tmp/slow
		cat <&3
	) >/tmp/cat &
	within 5 grep -q format=1 /tmp/cat
	i=0
	while [ $i -lt 5000 ]; do
		i=$((i + 1))
		echo "number $i"
	done >/tmp/marks
	# One write each, as echo in a loop would do, but without a fork or an open.
	while read -r text; do echo "$text"; done </tmp/marks >$MARK
	[ "$(stat_of overwritten)" = 904 ] || fail "$(stat_of overwritten) overwritten"
	echo go >/tmp/slow
	within 20 grep -q "mark number 5000" /tmp/cat
	unload
	wait
	[ "$(grep -c '^# lost ' /tmp/cat)" = 1 ]
	lost=$(sed -n 's/^# lost //p' /tmp/cat)
	[ $((lost + $(grep -c '^# mark ' /tmp/cat))) = 5000 ] || fail "lost $lost of $(grep -c '^# mark ' /tmp/cat)"
	# What is there is whole and in order
	grep '^# mark' /tmp/cat | sed 's/.* //' | sort -n -c
}

marks_in_place() {
	load_line
	each_pulse 3
	echo "load on" >$MARK
	each_pulse 2
	cat $PULSES >/tmp/cat &
	unload
	wait
	sed -n '/^# columns/,$p' /tmp/cat | cut -d ' ' -f 1-4 | sed 's/^\([0-9]*\) .*/\1/' >/tmp/order
	printf '%s\n' '# columns: seq flags' 1 2 3 '# mark load on' 4 5 >/tmp/expected
	cmp /tmp/order /tmp/expected || fail "$(cat /tmp/order)"
}

longest_mark() {
	load_line
	text=$(printf '%0100d' 7)
	echo "$text" >$MARK
	helper drain $PULSES 4096 | grep -qx "# mark $text"
	unload
}

mark_refused() {
	load_line
	dmesg -c >/dev/null
	if helper write $MARK "$1"; then fail "was taken"; fi
	[ "$(messages | wc -l)" = 1 ] || fail "not one message: $(messages)"
	messages | grep -q "mark: give one line of 1 to 100 printable ASCII characters"
	helper drain $PULSES 4096 | grep '^# mark' && fail "is in the stream"
	unload
}

only_root() {
	load_line
	for file in "$PULSES" "$STATS" "$DEBUGFS/pps-gpio-spin.0/latest"; do
		[ "$(stat -c %a "$file")" = 400 ] || fail "$file"
	done
	[ "$(stat -c %a $MARK)" = 200 ]
	unload
}

latest() {
	load_line
	each_pulse 3
	[ "$(wc -l <$DEBUGFS/pps-gpio-spin.0/latest)" = 2 ]
	helper drain $PULSES 4096 | tail -n 1 >/tmp/last
	tail -n 1 $DEBUGFS/pps-gpio-spin.0/latest | cmp - /tmp/last
	unload
}

it "cat and dd with blocks of $SIZES read the same bytes" same_bytes
it "two readers see everything, whenever they open" two_readers
it "O_NONBLOCK gives EAGAIN at the end" nonblocking
it "poll() waits for a pulse" polls
it "a signal ends a blocked read" interrupted
it "a reader that falls behind gets one line that says how much it lost" overflows
it "marks appear in place" marks_in_place
it "a mark of 100 characters is taken whole" longest_mark
it "a mark of 101 characters is refused" mark_refused "$(printf '%0101d' 7)"
it "a mark of 5000 characters is refused" mark_refused "$(printf '%05000d' 7)"
it "an empty mark is refused" mark_refused "
"
it "a mark with a control character is refused" mark_refused "$(printf 'a\tb')"
it "a mark of another alphabet is refused" mark_refused "$(printf 'a\303\244b')"
it "a mark of two lines is refused" mark_refused "$(printf 'a\nb')"
it "a mark with a NUL is refused" mark_refused 'a\0b'
it "the files are for root alone" only_root
it "latest is the last line of pulses" latest
it "nothing is left after unloading" nothing_left
plan
