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

it "a line whose controller comes late is told of once, when it is there" waits_for_its_controller
it "nothing is left at the end" nothing_left
plan
