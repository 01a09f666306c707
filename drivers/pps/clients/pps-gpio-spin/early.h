/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The stamp at the entry of the interrupt controller's handler
 */
#ifndef _PPS_SPIN_EARLY_H
#define _PPS_SPIN_EARLY_H

#include <linux/ftrace.h>
#include <linux/percpu.h>
#include <linux/types.h>

/**
 * struct pps_spin_early - the stamp of a CPU
 * @ticks: counter at the last entry on this CPU
 * @generation: how many entries there were on this CPU
 * @used: generation that an interrupt of ours was served by
 */
struct pps_spin_early {
	u64 ticks;
	u64 generation;
	u64 used;
};

/**
 * struct pps_spin_tracer - the function tracer that takes the stamps
 * @early: per CPU
 * @ops: the tracer
 */
struct pps_spin_tracer {
	struct pps_spin_early __percpu *early;
#ifdef CONFIG_DYNAMIC_FTRACE
	struct ftrace_ops ops;
#endif
};

bool pps_spin_tracer_start(struct pps_spin_tracer *tracer, char *reason,
			   size_t size);
void pps_spin_tracer_stop(struct pps_spin_tracer *tracer);

#endif /* _PPS_SPIN_EARLY_H */
