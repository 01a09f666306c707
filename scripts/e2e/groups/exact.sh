# shellcheck shell=dash
# SPDX-License-Identifier: GPL-2.0-only
#
# Time by instructions, so what happens is exact.
# board: --icount --gic 2
# board: --icount --gic 3
# kernels: board 6.12

# shellcheck source=../lib.sh
. /e2e/lib.sh

captures() {
	capture /tmp/pulses "" rate=16 count=40 width-us=20000
	check /tmp/pulses sent=40 "stamps=entry early ack irq" "none=t0 t1" irq_cpu=0 poll_cpu=2
}

# One instruction is one tick of 16 ns; scripts/hotloop counted them. A loop of a hundred turns has some more around it.
loops_as_written() {
	loop=$(key loop_milliticks_p50 /tmp/pulses)
	[ $((loop / 1000)) = "$turn" ] || fail "$loop milliticks for a turn of $turn instructions"
}

it "each pulse sent has one line, with all its stamps in order" captures
it "a turn of the raw loop takes as many ticks as it has instructions" loops_as_written
plan
