/* SPDX-License-Identifier: GPL-2.0 WITH Linux-syscall-note */
/*
 * The ring of a run of timer interrupts, as debugfs tick_ring hands it out
 *
 * A header, then its samples, all in little endian. Documentation/ABI/
 * debugfs-bench-tick describes the same file.
 */
#ifndef _UAPI_LINUX_PPS_SPIN_BENCH_H
#define _UAPI_LINUX_PPS_SPIN_BENCH_H

#include <linux/types.h>

/* Eight bytes, without a NUL */
#define PPS_SPIN_TICK_MAGIC	"PPSTICK\n"

/* Another layout has another version */
#define PPS_SPIN_TICK_VERSION	1

/**
 * enum pps_spin_tick_state - what became of the run
 * @PPS_SPIN_TICK_RUNNING: samples are still coming
 * @PPS_SPIN_TICK_COMPLETE: all that were wanted are there
 * @PPS_SPIN_TICK_STOPPED: it ended before, by command or by itself
 */
enum pps_spin_tick_state {
	PPS_SPIN_TICK_RUNNING = 1,
	PPS_SPIN_TICK_COMPLETE = 2,
	PPS_SPIN_TICK_STOPPED = 3,
};

/**
 * struct pps_spin_tick_header - the conditions of a run
 * @magic: PPS_SPIN_TICK_MAGIC
 * @version: PPS_SPIN_TICK_VERSION
 * @header_bytes: where the samples start
 * @sample_bytes: size of each of them
 * @samples: how many valid ones follow
 * @wanted: how many were asked for
 * @state: see &enum pps_spin_tick_state
 * @rate_hz: of the timer
 * @cpu: that it is pinned to
 * @cntfrq_hz: rate of the arch counter
 * @cpu_khz: what cpufreq says that the CPU runs at, 0 if that is not known
 * @hz: the kernel's HZ
 * @reserved: 0
 * @stamp: where @arch of a sample was read: "entry" (the exception vector),
 *	   "early" (the interrupt controller's handler) or "handler"
 * @idle: the idle policy that was asked for
 * @idle_state: what the CPU did by itself when idle: "wfi", or
 *		"<cpuidle driver>:<state>,<state>"
 * @clocksource: what @wall_ns of a sample comes from
 * @no_cycles: empty, or why there are no cycles
 * @pad: 0
 *
 * Texts end with a NUL.
 */
struct pps_spin_tick_header {
	__u8 magic[8];
	__u32 version;
	__u32 header_bytes;
	__u32 sample_bytes;
	__u32 samples;
	__u32 wanted;
	__u32 state;
	__u32 rate_hz;
	__u32 cpu;
	__u32 cntfrq_hz;
	__u32 cpu_khz;
	__u32 hz;
	__u32 reserved;
	char stamp[16];
	char idle[16];
	char idle_state[48];
	char clocksource[32];
	char no_cycles[64];
	__u8 pad[24];
};

/**
 * struct pps_spin_tick_sample - one timer interrupt
 * @arch: arch counter at the stamp that the header names, in ticks
 * @cycles: PMU cycles, read in the timer's handler; 0 if there are none
 * @handler: arch counter in the timer's handler, next to @cycles
 * @wall_ns: CLOCK_MONOTONIC in the timer's handler
 */
struct pps_spin_tick_sample {
	__u64 arch;
	__u64 cycles;
	__u64 handler;
	__u64 wall_ns;
};

#endif /* _UAPI_LINUX_PPS_SPIN_BENCH_H */
