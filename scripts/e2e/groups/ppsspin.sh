# shellcheck shell=dash
# SPDX-License-Identifier: GPL-2.0-only
#
# The user program on the board: GPIO chips, pulses on an output line, the driver's own stream.
# board: --kmod gpio-sim
# program: ppsspin
# kernels: board debug rt 6.12

# shellcheck source=../lib.sh
. /e2e/lib.sh

SIM=/sys/kernel/config/gpio-sim/e2e

# A simulated controller of four lines: what goes out at line 0 comes in at line 1
make_chip() {
	# A test that failed left its own
	[ ! -d $SIM ] || remove_chip
	mkdir $SIM $SIM/bank $SIM/bank/line0 $SIM/bank/line1
	echo 4 >$SIM/bank/num_lines
	echo looped >$SIM/bank/label
	echo pps-out >$SIM/bank/line0/name
	echo pps-in >$SIM/bank/line1/name
	echo 1 >$SIM/live
	simulated=$(cat $SIM/bank/chip_name)
	lines=/sys/devices/platform/$(cat $SIM/dev_name)/$simulated
}

wire() {
	last=
	while read -r level <"$lines/sim_gpio0/value"; do
		[ "$level" = "$last" ] || echo "pull-$([ "$level" = 1 ] && echo up || echo down)" >"$lines/sim_gpio1/pull"
		last=$level
		sleep 0.02
	done
}

remove_chip() {
	echo 0 >$SIM/live
	rmdir $SIM/bank/line0 $SIM/bank/line1 $SIM/bank $SIM
}

# has LINE: whether `ppsspin lines` printed it, whatever the columns' width
has() {
	tr -s ' ' </tmp/lines | grep -qxF -- "$1" || fail "no line '$1' in: $(cat /tmp/lines)"
}

lists() {
	make_chip
	load_line
	helper hold "/dev/$simulated" 2 somebody >/tmp/held &
	within 10 grep -q held /tmp/held
	ppsspin lines >/tmp/lines
	has "gpiochip0 chip=$CHIP, 8 lines, level register known: poll-mmio"
	has "$simulated chip=looped, 4 lines, level register not known: poll-bracket"
	has " line=0 pps-out input free"
	has " line=2 - input somebody"
	grep 'line=1 .*pps-gpio-spin' /tmp/lines
	! grep line=3 /tmp/lines || fail "a line without a name and a user"
	ppsspin lines --all >/tmp/lines
	has " line=3 - input free"
	kill $!
	unload
	remove_chip
}

# One a second, so that a busy host does not merge them
loops() {
	make_chip
	load chip=looped line=1
	cat $PULSES >/tmp/pulses &
	wire &
	wire=$!
	ppsspin pulse --rate=1 --width=500000 --count=5 "/dev/$simulated" 0
	within 10 edges_are 5
	ppsspin pulse --rate=1 --width=500000 "$simulated" 0 &
	pulse=$!
	within 10 edges_are 7
	ppsspin lines >/tmp/lines
	has " line=0 pps-out output ppsspin pulse"
	kill $pulse
	wait $pulse
	ppsspin lines >/tmp/lines
	! grep 'ppsspin pulse' /tmp/lines || fail "the line is still in use"
	kill $wire
	unload
	# To which such pulses are an unlikely rate of the counter, status 1
	ppsspin report --json /tmp/pulses >/tmp/report || [ $? = 1 ]
	period=$(sed -n 's/.*"period_s": *\([0-9.]*\).*/\1/p' /tmp/report)
	awk "BEGIN { exit !($period > 0.9 && $period < 1.1) }" || fail "a pulse each $period s"
	remove_chip
}

low_pulses() {
	make_chip
	ppsspin pulse --active-low --rate=1 --width=500000 --count=2 looped 0 &
	for level in 1 0 1 0; do
		within 5 grep -q $level "$lines/sim_gpio0/value"
	done
	wait $!
	remove_chip
}

# refuses_line ARGUMENTS WHY: `ppsspin pulse` names the chip, and says why
refuses_line() {
	status=0
	# shellcheck disable=SC2086
	ppsspin pulse $1 2>/tmp/error || status=$?
	[ $status = 2 ] || fail "status $status for $1"
	grep -q "^ppsspin: ${1% *}.*$2" /tmp/error || fail "$(cat /tmp/error)"
}

refuses() {
	make_chip
	load chip=looped line=1
	refuses_line "/dev/$simulated 9" "has no line 9, only 0 to 3"
	refuses_line "/dev/$simulated 1" "line 1 is in use by pps-gpio-spin.*: choose a free one, see .ppsspin lines"
	refuses_line "/dev/gpiochip77 0" "No such file.*see .ppsspin lines. for the chips"
	refuses_line "gpiochip77 0" "No such file.*see .ppsspin lines. for the chips"
	refuses_line "unlabelled 0" "no chip has this label: see .ppsspin lines. for the chips"
	unload
	remove_chip
}

records() {
	load_line
	ppsspin record --mark=before --count=10 --output=/tmp/pulses 2>/tmp/said-by-record &
	record=$!
	each_pulse 4
	unload
	load_line
	each_pulse 6
	wait $record || fail "status $?: $(cat /tmp/said-by-record)"
	unload
	[ "$(grep -vc '^#' /tmp/pulses)" = 10 ] || fail "$(grep -vc '^#' /tmp/pulses) pulses"
	grep -q 'module loaded again 1 times' /tmp/said-by-record || fail "$(cat /tmp/said-by-record)"
	grep -qx '# mark before' /tmp/pulses
	ppsspin report /tmp/pulses >/tmp/report || true
	grep '^=== module loaded again: 6 pulses' /tmp/report
	ppsspin watch --plain --from=/tmp/pulses | grep '^10 pulses'
}

explains() {
	status=0
	ppsspin record 2>/tmp/error || status=$?
	[ $status = 2 ]
	grep -q 'is the module loaded' /tmp/error || fail "$(cat /tmp/error)"
}

it "lines names chips, lines and consumers, and where the level register is known" lists
it "pulses on an output line are captured at the input that it is wired to" loops
it "an active-low pulse is low" low_pulses
it "a line that cannot be had is named" refuses
it "a recording goes on when the module was loaded again" records
it "a recording without the module says what is missing" explains
it "nothing is left after unloading" nothing_left
plan
