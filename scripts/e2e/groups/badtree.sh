# shellcheck shell=dash
# SPDX-License-Identifier: GPL-2.0-only
#
# What a device tree can have wrong: one message each that names the thing and the remedy, once, and the others work.
# What supplies a device is left to its driver to wait for, as on a kernel that does not know the property.
# board: --dt-node HERE/groups/badtree.dtsi --append fw_devlink=permissive

# shellcheck source=../lib.sh
. /e2e/lib.sh

PL061=/sys/bus/amba/drivers/pl061_gpio
DRIVER=/sys/bus/platform/drivers/pps-gpio-spin

# The good one is probed while its controller is not there, and again with each device that is bound meanwhile
waits_for_its_controller() {
	echo $CHIP >$PL061/unbind
	dmesg -c >/dev/null
	load stimulus=pend
	for _ in 1 2 3 4 5; do
		echo pps-gpio-spin.0 >$DRIVER/unbind
		echo pps-gpio-spin.0 >$DRIVER/bind
	done
	[ ! -e $DEBUGFS/pps-good ] || fail "did not wait"
	! messages | grep 'pps-good' || fail "is told of before it is there"
	echo $CHIP >$PL061/bind
	within 20 [ -e $DEBUGFS/pps-good/pulses ]
	[ "$(messages | grep -c 'pps-good: poll_cpu=2 polls for pps-gpio-spin.0 too')" = 1 ] || fail "$(messages)"
	unload
}

# told DEVICE PATTERN: there is one message of a device, which matches
told() {
	[ "$(messages | grep -c " $1: ")" = 1 ] || fail "not one message: $(messages)"
	messages | grep " $1: $2" || fail "another message: $(messages)"
}

# Each is refused when the driver comes, and is not waited for: it is not tried again when others are bound
refused_in_tree() {
	helper hold /dev/gpiochip0 2 "some one" >/tmp/held &
	within 5 grep -q held /tmp/held
	dmesg -c >/dev/null
	load stimulus=pend
	kill $!
	[ -e $DEBUGFS/pps-good/pulses ] || fail "the good one is not there"
	told pps-beyond "gpios: line 9 is out of range: there is chip=$CHIP with lines 0 to 7: take one of these"
	told pps-huge "gpios: line 4294967295 is out of range: there is chip=$CHIP with lines 0 to 7: take one of these"
	told pps-output-beyond "stimulus-gpios: line 99 is out of range: there is chip=$CHIP with lines 0 to 7: take one of these"
	told pps-in-use "gpios: line 2 of chip=$CHIP is in use by \"some one\": free it or take another line"
	told pps-output-in-use "stimulus-gpios: line 2 of chip=$CHIP is in use by \"some one\": free it or take another line"
	told pps-nothing "error .*: no line in gpios"
	! grep pps- /sys/kernel/debug/devices_deferred || fail "is waited for"
	unload
}

it "each line that cannot be had is refused with one message" refused_in_tree
it "a line whose controller comes late is told of once, when it is there" waits_for_its_controller
it "nothing is left at the end" nothing_left
plan
