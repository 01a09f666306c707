# shellcheck shell=dash
# SPDX-License-Identifier: GPL-2.0-only
#
# Two lines by device tree, the second with a falling edge. Their outputs are wired to nothing.
# board: --dt-node HERE/groups/devicetree.dtsi

# shellcheck source=../lib.sh
. /e2e/lib.sh

binds() {
	load
	[ -e $DEBUGFS/pps-a/pulses ]
	[ -e $DEBUGFS/pps-b/pulses ]
	cat $DEBUGFS/pps-a/pulses >/tmp/pulses &
	cat $DEBUGFS/pps-b/pulses >/tmp/pulses-2 &
	for pulse in 1 2 3 4; do
		pulses line=1 rate=20 count=1 >/dev/null
		pulses line=2 rate=20 count=1 >/dev/null
		within 20 edges_are $pulse $DEBUGFS/pps-a/stats
		within 20 edges_are $pulse $DEBUGFS/pps-b/stats
	done
	unload
	wait
	check /tmp/pulses sent=4
	check /tmp/pulses-2 sent=4
	[ "$(key edge /tmp/pulses)" = rising ]
	[ "$(key edge /tmp/pulses-2)" = falling ]
	[ "$(key line /tmp/pulses-2)" = 2 ]
}

stays_bindable() {
	load
	echo pps-a >/sys/bus/platform/drivers/pps-gpio-spin/unbind
	[ ! -e $DEBUGFS/pps-a ]
	echo pps-a >/sys/bus/platform/drivers/pps-gpio-spin/bind
	[ -e $DEBUGFS/pps-a/pulses ]
	unload
}

# out_is DEVICE lo|hi
out_is() {
	grep -q "|$1 *) out $2" /sys/kernel/debug/gpio
}

# drives DEVICE REST ACTIVE LINE
drives() {
	load
	out_is "$1" "$2" || fail "not at rest after load"
	cat "$DEBUGFS/$1/pulses" >/tmp/pulses &
	echo "count=3 rate=1 cpu=1 width-us=900000" >"$DEBUGFS/$1/stimulus"
	within 10 out_is "$1" "$3"
	within 20 edges_are 3 "$DEBUGFS/$1/stats"
	within 10 out_is "$1" "$2"
	unload
	wait
	check /tmp/pulses sent=3 "none=prev before after entry early ack irq"
	awk '!/^#/ && $NF == "-" { exit 1 }' /tmp/pulses
	[ "$(key stimulus /tmp/pulses)" = "gpio $CHIP $4" ]
}

# A parameter's instance beside those of the device tree: their lines are taken
names_consumer() {
	dmesg -c >/dev/null
	! load chip=$CHIP line=1 || fail "was loaded"
	messages | grep -q "line=1 of chip=$CHIP is in use by"
}

it "two lines of the device tree are captured, each with its edge" binds
it "an instance can be unbound and bound again" stays_bindable
it "an output of the device tree makes the edge that is captured, whatever its own active level" drives pps-a lo hi 3
it "for a falling edge it is high at rest" drives pps-b hi lo 4
it "a parameter's instance is refused a line of the device tree's" names_consumer
plan
