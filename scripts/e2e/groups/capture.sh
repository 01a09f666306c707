# shellcheck shell=dash
# SPDX-License-Identifier: GPL-2.0-only
#
# A capture from the pin to the stream, while QEMU's CPUs run at the host's mercy.
# board: --gic 2
# board: --gic 3

# shellcheck source=../lib.sh
. /e2e/lib.sh

if [ "$patched" = 1 ]; then
	stamps="entry early ack irq" none="t0 t1"
else
	stamps="early irq" none="entry ack t0 t1"
fi

# Brackets may be wide here and looks late, as many as the host is busy; what is there has to be right all the same. How much
# both sides catch is for exact.sh to say.
captures() {
	capture /tmp/pulses "" rate=20 count=40
	check /tmp/pulses sent=40 both=1 "stamps=$stamps" "none=$none" irq_cpu=0 poll_cpu=2
}

sums_up() {
	awk '{ stat[$1] = $2 } END {
		sum = stat["both"] + stat["noirq"] + stat["missed"] + stat["late"] + stat["unpolled"] + stat["coalesced"]
		if (stat["edges"] != 40 || sum != 40) { print "edges " stat["edges"] ", sum " sum; exit 1 }
	}' /tmp/pulses.stats
	grep -v '^#' /tmp/pulses | cut -d ' ' -f 2 | tr , '\n' >/tmp/flags
	sed -n 's/^flag\.//p' /tmp/pulses.stats | while read -r flag count; do
		lines=$(grep -cx "$flag" /tmp/flags) || true
		[ "$count" = "$lines" ] || fail "flag.$flag is $count, but $lines lines have it"
	done
}

tells_methods() {
	for method in irq early poll-after poll-bracket poll-mmio; do
		[ "$(key method.$method /tmp/pulses)" = available ] || fail "$method: $(key method.$method /tmp/pulses)"
	done
	for method in entry ack; do
		text=$(key method.$method /tmp/pulses)
		if [ "$patched" = 1 ]; then
			[ "$text" = available ] || fail "$method: $text"
		else
			expr "$text" : 'unavailable .*ARM64_IRQ_STAMP' || fail "$method: $text"
		fi
	done
}

# The loop may cost 15 % more than one ordered level read and a counter read. The medians of one load are of one
# moment of a busy host: the best of five loads counts.
loops_fast() {
	for try in 1 2 3 4 5; do
		load_line
		helper drain $PULSES 4096 >/tmp/header || [ $? = 11 ]
		unload
		loop=$(key loop_milliticks_p50 /tmp/header)
		read=$(key level_read_ticks_p50 /tmp/header)
		echo "try $try: loop of $loop milliticks, level read of $read ticks"
		[ "$loop" -gt 0 ]
		[ $((loop * 100)) -gt $((read * 1000 * 115)) ] || return 0
	done
	fail "above 1.15"
}

conditions() {
	for name in format module_version kernel hz preempt line controller cntfrq_hz counter poll_cpu poll_cpu_model \
		irq_cpu irq_cpu_model level_read_ticks_min level_read_ticks_p99; do
		[ -n "$(key $name /tmp/pulses)" ] || fail "no $name in the header"
	done
	[ "$(key kernel /tmp/pulses)" = "$(uname -r)" ]
}

rotates() {
	capture /tmp/pulses-rotate poll_method=rotate rate=20 count=30
	check /tmp/pulses-rotate sent=30
	for method in poll-after poll-bracket poll-mmio; do
		[ "$(grep -v '^#' /tmp/pulses-rotate | grep -c " $method ")" -ge 3 ] || fail "$method was hardly used"
	done
}

uses_method() {
	capture "/tmp/pulses-$1" "poll_method=$1" rate=20 count=15
	check "/tmp/pulses-$1" sent=15
	grep -v '^#' "/tmp/pulses-$1" | cut -d ' ' -f 3 | grep -vx -e "$1" -e - && fail "another method was used"
	grep -v '^#' "/tmp/pulses-$1" | cut -d ' ' -f 3 | grep -qx -e "$1"
}

changes_method() {
	load_line
	each_pulse 2
	echo poll-after >$PARAMETERS/poll_method
	echo 2000 >$PARAMETERS/max_irqs_off_us
	pulses rate=20 count=12 >/dev/null
	cat $PULSES >/tmp/pulses-set &
	unload
	wait
	check /tmp/pulses-set
	grep -qx '# set poll_method=poll-after' /tmp/pulses-set
	grep -qx '# set max_irqs_off_us=2000' /tmp/pulses-set
	sed '1,/^# set poll_method/d' /tmp/pulses-set | grep -q ' poll-after '
	! sed '1,/^# set poll_method/d' /tmp/pulses-set | grep poll-mmio || fail "poll-mmio goes on"
}

# The longest time with interrupts off is the cap and one level read; a stolen host CPU makes it longer here.
bounds_irqs_off() {
	[ "$(stat_of irqs_off_max_ticks /tmp/pulses.stats)" -gt 0 ]
	[ "$(stat_of looks /tmp/pulses.stats)" -gt 0 ]
}

it "each pulse sent has one line, with its stamps in order" captures
it "the counters sum up to the edges, and flags to their counters" sums_up
it "the header says which methods there are, and why not" tells_methods
it "the header tells the conditions" conditions
it "the raw loop costs at most 15 % more than a level read" loops_fast
it "looks and interrupts-off time are counted" bounds_irqs_off
it "poll_method=rotate takes the variants in turn" rotates
it "poll_method=poll-after reads through gpiolib" uses_method poll-after
it "poll_method=poll-bracket reads through gpiolib" uses_method poll-bracket
it "a change at run time takes effect, and stands in the stream" changes_method
it "nothing is left after unloading" nothing_left
plan
