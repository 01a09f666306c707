# shellcheck shell=dash
# SPDX-License-Identifier: GPL-2.0-only
#
# A GPIO that may sleep, as on an I2C expander: it cannot be polled, its interrupt works.
# board: --kmod gpio-sim
# kernels: board debug rt 6.12

# shellcheck source=../lib.sh
. /e2e/lib.sh

SIM=/sys/kernel/config/gpio-sim/e2e

# make_chip [LABEL]: a controller of eight lines, with names
make_chip() {
	mkdir $SIM $SIM/bank $SIM/bank/line1
	echo 8 >$SIM/bank/num_lines
	echo "${1:-sleepy}" >$SIM/bank/label
	echo pps-in >$SIM/bank/line1/name
	echo 1 >$SIM/live
	pull=/sys/devices/platform/$(cat $SIM/dev_name)/$(cat $SIM/bank/chip_name)/sim_gpio1/pull
	[ -e "$pull" ]
}

pulse() {
	echo pull-up >"$pull"
	echo pull-down >"$pull"
}

by_interrupt() {
	make_chip
	dmesg -c >/dev/null
	load "$@"
	[ "$(messages | grep -c sleepy)" = 1 ]
	cat $PULSES >/tmp/pulses &
	for number in 1 2 3 4 5; do
		pulse
		within 10 edges_are $number
	done
	unload
	wait
	for method in poll-after poll-bracket poll-mmio; do
		expr "$(key method.$method /tmp/pulses)" : 'unavailable reading sleepy may sleep' >/dev/null || fail "$method"
	done
	[ "$(key method.irq /tmp/pulses)" = available ]
	[ "$(key controller /tmp/pulses)" = sleepy ]
	check /tmp/pulses sent=5 "none=prev before after"
	! grep -v '^#' /tmp/pulses | grep -v missed || fail "not flagged missed"
	remove_chip
}

remove_chip() {
	echo 0 >$SIM/live
	rmdir $SIM/bank/line1 $SIM/bank $SIM
}

# A sleeping line is no reason to fail; one that has no name is.
name_in_use() {
	make_chip
	load line_name=pps-in
	dmesg -c >/dev/null
	echo pps-gpio-spin.0 >/sys/bus/platform/drivers/pps-gpio-spin/unbind
	unload
	remove_chip
}

# Where the kernel has 31 characters for both, the label is cut
long_label() {
	label=$1 name=$2
	make_chip "$label"
	load chip="$label" line=1
	cat /sys/class/pps/pps*/name >/tmp/names
	grep -qx "$name" /tmp/names || fail "called $(cat /tmp/names)"
	unload
	remove_chip
}

it "a line that may sleep is captured by interrupt alone, and says so" by_interrupt chip=sleepy line=1
it "a line is found by its name" by_interrupt line_name=pps-in
it "a label of 29 characters and the offset name the PPS device" \
	long_label a23456789012345678901234567bc a23456789012345678901234567bc.1
it "a label of 31 characters is cut in that name, and the offset stays" \
	long_label a2345678901234567890123456789bc a2345678901234567890123456789.1
it "an instance made by parameters can be unbound" name_in_use
it "nothing is left after unloading" nothing_left
plan
