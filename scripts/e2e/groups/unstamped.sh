# shellcheck shell=dash
# SPDX-License-Identifier: GPL-2.0-only
#
# A kernel like the board's, but without the stamps of the patches: the same release, so nothing else tells the modules apart.
# kernels: unstamped

# shellcheck source=../lib.sh
. /e2e/lib.sh

refuses_stamped() {
	dmesg -c >/dev/null
	! /sbin/insmod /e2e/stamped.ko chip=$CHIP line=1 || fail "was loaded"
	dmesg | grep -q 'Unknown symbol irq_stamp_get' || fail "$(dmesg)"
	nothing_left
}

# What the same sources make for this kernel works, and says what it lacks
loads_unstamped() {
	capture /tmp/pulses "" rate=5 count=10
	check /tmp/pulses sent=10 "none=entry ack t0 t1"
	for method in entry ack; do
		text=$(key method.$method /tmp/pulses)
		expr "$text" : 'unavailable .*ARM64_IRQ_STAMP' || fail "$method: $text"
	done
}

it "a module for stamped exceptions is refused" refuses_stamped
it "one for this kernel captures without entry and ack" loads_unstamped
plan
