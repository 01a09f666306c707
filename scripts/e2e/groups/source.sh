# shellcheck shell=dash
# SPDX-License-Identifier: GPL-2.0-only
#
# /dev/ppsN, as the programs see it that use it.
# board: --icount --skip-idle --package pps-tools --package chrony
# seconds: 300

# shellcheck source=../lib.sh
. /e2e/lib.sh

STIMULUS=$DEBUGFS/pps-gpio-spin.0/stimulus

stimulus() {
	load stimulus=pend "$@"
}

raised() {
	grep -qx "sent $1" $STIMULUS && edges_are "${2:-$1}"
}

# Every method is what it says, or falls back to a stamp that is there
served() {
	stimulus pps_method="$1"
	echo "count=20 rate=20 cpu=1" >$STIMULUS
	within 60 raised 20
	delivered=$(stat_of pps_delivered)
	withheld=$(stat_of pps_withheld)
	unload
	[ $((delivered + withheld)) = 20 ] || fail "$delivered delivered and $withheld withheld of 20"
	case $1 in
	none) [ "$delivered" = 0 ] || fail "$delivered delivered" ;;
	poll-*) ;;
	*) [ "$delivered" -ge 19 ] || fail "only $delivered delivered" ;;
	esac
}

# With other stamps than the method's: once until a parameter is set, and the pulses are counted
tells_of_silence() {
	stimulus pps_method=poll-mmio
	echo none >$PARAMETERS/poll_mode
	dmesg -c >/dev/null
	echo "count=40 rate=20 cpu=1" >$STIMULUS
	within 60 raised 40
	[ "$(messages | wc -l)" = 1 ] || fail "not one message: $(messages)"
	messages | grep -q "/dev/pps0 is silent: the last 10 pulses have no poll-mmio stamp: choose another pps_method"
	[ "$(stat_of pps_withheld)" = 40 ]
	# The advice was followed, in vain: who did is told again, of the pulses since
	dmesg -c >/dev/null
	echo poll-bracket >$PARAMETERS/pps_method
	echo "count=40 rate=20 cpu=1" >$STIMULUS
	within 60 raised 40 80
	[ "$(messages | wc -l)" = 1 ] || fail "not one message after the change: $(messages)"
	messages | grep -q "/dev/pps0 is silent: the last 10 pulses have no poll-bracket stamp"
	unload
}

names_its_line() {
	load_line
	for pps in /sys/class/pps/pps*; do
		cat "$pps/name"
	done | grep -qx "$CHIP.1" || fail "no source is called $CHIP.1"
	unload
}

# ppstest wants a pulse within three seconds, and prints what it gets
ppstest_sees_pulses() {
	stimulus
	echo "count=8 rate=1 cpu=1" >$STIMULUS
	(ppstest /dev/pps0 & sleep 6; kill $!) >/tmp/ppstest 2>&1 || true
	unload
	[ "$(grep -c '^source 0 - assert [0-9]*\.[0-9]*, sequence: [0-9]* - clear  0.000000000' /tmp/ppstest)" -ge 3 ] ||
		fail "$(cat /tmp/ppstest)"
}

chrony_selects() {
	chronyc -h /run/chrony/chronyd.sock -n sources 2>&1 | tee /tmp/sources | grep -q '^#\* PPS0'
}

# The stimulus runs on the system clock, so its pulses are on whole seconds but for a constant, which chrony is told from
# the last pulse. A clock of its own makes up for the second that pulses do not number.
chronyd_selects_it() {
	stimulus pps_method=irq
	mkdir -p /etc /var/lib/chrony
	mkdir -m 770 /run/chrony
	echo "root:x:0:0::/:/bin/sh" >/etc/passwd
	echo "count=200 rate=1 cpu=1" >$STIMULUS
	within 60 edges_are 3
	offset=$(sed 's/.*\(\.[0-9]*\)#.*/0\1/' /sys/class/pps/pps0/assert)
	cat >/tmp/chrony.conf <<-END
		refclock PPS /dev/pps0 poll 0 dpoll 0 offset $offset trust
		local stratum 10
		cmdport 0
		port 0
		bindcmdaddress /run/chrony/chronyd.sock
		user root
	END
	chronyd -x -f /tmp/chrony.conf
	within 90 chrony_selects
	chronyc -h /run/chrony/chronyd.sock -n tracking
	# Another processor's turn lasts a millisecond, and a few may follow each other
	chronyc -h /run/chrony/chronyd.sock -n -c tracking | awk -F, '{ exit !($6 < 0.01 && $6 > -0.01) }'
	kill "$(pidof chronyd)"
	echo stop >$STIMULUS
	unload
}

# Older kernels keep the module while the device is open
unload_or_end() {
	/sbin/rmmod pps_gpio_spin || ! kill "$1"
}

source_outlives_its_reader() {
	stimulus
	echo "count=100 rate=10 cpu=1" >$STIMULUS
	ppstest /dev/pps0 >/dev/null 2>&1 &
	within 60 more_than 5
	# Refused while the device is open, or done: never a crash
	within 20 unload_or_end $!
	kill $! 2>/dev/null || true
	nothing_left
}

it "the source is named by its controller and line" names_its_line
for method in irq early ack entry poll-after poll-bracket poll-mmio none; do
	it "pps_method=$method accounts for each pulse" served $method
done
it "a source without stamps of its method says so" tells_of_silence
it "ppstest sees the pulses" ppstest_sees_pulses
it "chronyd selects it, and its offset stays inside the noise" chronyd_selects_it
it "the module goes while a program has the device open" source_outlives_its_reader
plan
