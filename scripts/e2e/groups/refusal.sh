# shellcheck shell=dash
# SPDX-License-Identifier: GPL-2.0-only
#
# Bad input: one message each that names the thing and the remedy, nothing left, and the next load works.
# seconds: 180
# long distribution

# shellcheck source=../lib.sh
. /e2e/lib.sh

# With a line that is in use by someone else
refused_in_use() {
	helper hold /dev/gpiochip0 2 "some one" >/tmp/held &
	within 5 grep -q held /tmp/held
	refused "line=2 of chip=$CHIP is in use by \"some one\": free it or take another line" chip=$CHIP line=2
	kill $!
}

# output_refused PATTERN PARAMETER...
output_refused() {
	pattern=$1
	shift
	refused "$pattern" chip=$CHIP line=1 stimulus=gpio "$@"
}

refused_output_in_use() {
	helper hold /dev/gpiochip0 3 "some one" >/tmp/held &
	within 5 grep -q held /tmp/held
	output_refused "stimulus_line=3 of chip=$CHIP is in use by \"some one\": free it or take another line" stimulus_line=3
	kill $!
}

refused_twice() {
	dmesg -c >/dev/null
	! load chip=$CHIP,$CHIP line=1,1 || fail "was loaded"
	messages | grep -q "line=1 of chip=$CHIP is in use by \"pps-gpio-spin.0\""
	nothing_left
}

# The first instance has it by then, and has said so
refused_to_the_next() {
	dmesg -c >/dev/null
	! load chip=$CHIP,$CHIP line=1,3 stimulus=gpio stimulus_line=3 || fail "was loaded"
	messages | grep -q "line=3 of chip=$CHIP is in use by \"pps-gpio-spin.0\""
	nothing_left
}

refused_on_offline_cpu() {
	echo 0 >/sys/devices/system/cpu/cpu1/online
	refused "$1=1: this CPU is offline, online are 0,2" chip=$CHIP line=1 "$1=1"
	echo 1 >/sys/devices/system/cpu/cpu1/online
}

# Nothing to do is no error, but not what was meant
loads_for_nothing() {
	dmesg -c >/dev/null
	load
	[ "$(messages | wc -l)" = 1 ] || fail "not one message: $(messages)"
	messages | grep -q "no line to capture yet: give chip= and line=, line_name=, or a device tree node"
	unload
}

# A change at run time is refused with one message, and the old value stays
write_refused() {
	load_line
	old=$(cat "$PARAMETERS/$1")
	dmesg -c >/dev/null
	! echo "$2" >"$PARAMETERS/$1" || fail "was taken"
	[ "$(cat "$PARAMETERS/$1")" = "$old" ]
	[ "$(messages | wc -l)" = 1 ] || fail "not one message: $(messages)"
	messages | grep -q -- "$3" || fail "another message: $(messages)"
	unload
}

written() {
	load_line
	echo "$2" >"$PARAMETERS/$1"
	[ "$(cat "$PARAMETERS/$1")" = "$2" ]
	unload
}

fixed() {
	load_line
	for name in poll_cpu irq_cpu chip line line_name edge active_low stimulus stimulus_spi \
		stimulus_line; do
		[ "$(stat -c %a $PARAMETERS/$name)" = 444 ] || fail "$name can be written"
	done
	unload
}

last_spi() {
	load stimulus=pend stimulus_spi=255
	echo "count=3 rate=20 cpu=0 width-us=10000" >$DEBUGFS/pps-gpio-spin.0/stimulus
	within 20 edges_are 3
	unload
}

bounds="give a number from"
it "an unknown chip is refused, with those that exist" \
	refused "there is no chip=nosuch: there is .*$CHIP" chip=nosuch line=1
it "a line in use is refused, with its consumer" refused_in_use
it "the same line twice is refused" refused_twice
it "an offset out of range is refused" refused "line=8 is out of range: chip=$CHIP has lines 0 to 7" chip=$CHIP line=8
it "a negative offset is refused" refused "line=-1 is out of range" chip=$CHIP line=-1
it "a huge offset is refused" refused "line=70000 is out of range" chip=$CHIP line=70000
it "an unknown line_name is refused" refused "there is no line_name=nosuch: there is .*$CHIP" line_name=nosuch
it "chip without line is refused" refused "give a line for each chip" chip=$CHIP
it "line without chip is refused" refused "give a line for each chip" line=1
it "chip and line_name together are refused" refused "not both" chip=$CHIP line=1 line_name=pps
it "one CPU for both sides is refused" refused "poll_cpu=1 and irq_cpu=1 are the same CPU" \
	chip=$CHIP line=1 poll_cpu=1 irq_cpu=1
it "an absent poll_cpu is refused" refused "poll_cpu=7: no such CPU, online are 0-2" chip=$CHIP line=1 poll_cpu=7
it "an absent irq_cpu is refused" refused "irq_cpu=99: no such CPU, online are 0-2" chip=$CHIP line=1 irq_cpu=99
it "a negative CPU is refused" refused "irq_cpu=-1: no such CPU" chip=$CHIP line=1 irq_cpu=-1
it "an offline poll_cpu is refused" refused_on_offline_cpu poll_cpu
it "an offline irq_cpu is refused" refused_on_offline_cpu irq_cpu
it "max_irqs_off_us=0 is refused" refused "max_irqs_off_us=0 is not valid: $bounds 1 to 10000" max_irqs_off_us=0
it "max_irqs_off_us above 10 ms is refused" \
	refused "max_irqs_off_us=10001 is not valid: $bounds 1 to 10000" max_irqs_off_us=10001
it "max_irqs_off_us that is no number is refused" refused "max_irqs_off_us=1ms is not valid" max_irqs_off_us=1ms
it "gate_ns=0 is refused" refused "gate_ns=0 is not valid: $bounds" gate_ns=0
it "a negative gate_ns is refused" refused "gate_ns=-1 is not valid: $bounds" gate_ns=-1
it "an unknown poll_method is refused, with those there are" \
	refused "poll_method=fast is not known: give one of poll-after poll-bracket poll-mmio rotate" poll_method=fast
it "an unknown poll_mode is refused" refused "poll_mode=some is not known: give one of every alternate none" poll_mode=some
it "an unknown idle_policy is refused" refused "idle_policy=wfi is not known: give one of configured nop" idle_policy=wfi
it "a stimulus_spi that no GIC has is refused" \
	refused "stimulus_spi=1000000 is not valid: $bounds 0 to 987" stimulus=pend stimulus_spi=1000000
it "a stimulus_spi that wraps around is refused" refused "stimulus_spi=4294967295 is not valid" stimulus=pend stimulus_spi=4294967295
it "a stimulus_spi that this GIC has not is refused" \
	refused "stimulus_spi=256 is none that the GIC has: choose another one up to 255" stimulus=pend stimulus_spi=256
it "a stimulus_spi in use is refused" refused "stimulus_spi=1 is in use: choose another one" stimulus=pend stimulus_spi=1
it "the last stimulus_spi of the GIC is taken" last_spi
it "an unknown stimulus is refused" refused "stimulus=pin is not known: give one of none pend gpio" stimulus=pin
it "stimulus=gpio without a line is refused" refused "stimulus=gpio .*: give chip= with line=" stimulus=gpio stimulus_line=3
it "stimulus=gpio with line_name is refused" \
	refused "stimulus=gpio .*: give chip= with line=" stimulus=gpio stimulus_line=3 line_name=pps
it "stimulus=gpio without stimulus_line is refused" output_refused "stimulus=gpio needs an output: give stimulus_line="
it "stimulus_line without stimulus=gpio is refused" \
	refused "stimulus_line=3 is for stimulus=gpio: give both" chip=$CHIP line=1 stimulus_line=3
it "stimulus_line with stimulus=pend is refused" \
	refused "stimulus_line=3 is for stimulus=gpio: give both" stimulus=pend stimulus_line=3
it "the captured line as stimulus_line is refused" output_refused "stimulus_line=1 is line=1: give two" stimulus_line=1
it "a stimulus_line out of range is refused" \
	output_refused "stimulus_line=8 is out of range: chip=$CHIP has lines 0 to 7" stimulus_line=8
it "a negative stimulus_line is refused" output_refused "stimulus_line=-1 is out of range" stimulus_line=-1
it "a huge stimulus_line is refused" output_refused "stimulus_line=70000 is out of range" stimulus_line=70000
it "a stimulus_line in use is refused, with its consumer" refused_output_in_use
it "a stimulus_line that another instance is to capture is refused" refused_to_the_next
it "an unknown edge is refused" refused "edge=both is not known: give one of rising falling" edge=both
it "max_irqs_off_us=0 is refused at run time" write_refused max_irqs_off_us 0 "max_irqs_off_us=0 is not valid"
it "max_irqs_off_us=10001 is refused at run time" write_refused max_irqs_off_us 10001 "max_irqs_off_us=10001 is not valid"
it "gate_ns=0 is refused at run time" write_refused gate_ns 0 "gate_ns=0 is not valid"
it "an unknown poll_method is refused at run time" write_refused poll_method fast "poll_method=fast is not known"
it "an unknown poll_mode is refused at run time" write_refused poll_mode some "poll_mode=some is not known"
it "an unknown idle_policy is refused at run time" write_refused idle_policy wfi "idle_policy=wfi is not known"
it "the longest max_irqs_off_us is taken" written max_irqs_off_us 10000
it "another poll_method is taken" written poll_method rotate
it "what is fixed at load cannot be written" fixed
it "a load without a line says what to give" loads_for_nothing
it "nothing is left at the end" nothing_left
plan
