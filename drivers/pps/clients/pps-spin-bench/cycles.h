/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The cycle counter of a CPU's PMU
 */
#ifndef _PPS_SPIN_BENCH_CYCLES_H
#define _PPS_SPIN_BENCH_CYCLES_H

#include <linux/types.h>

struct perf_event;

/* Longest reason why there are no cycles, with its end */
#define PPS_SPIN_NO_CYCLES_MAX	64

/**
 * struct pps_spin_cycles - the counter
 * @event: as perf knows it, NULL if there is none
 */
struct pps_spin_cycles {
	struct perf_event *event;
};

void pps_spin_cycles_start(struct pps_spin_cycles *cycles, int cpu,
			   char *reason);
void pps_spin_cycles_stop(struct pps_spin_cycles *cycles);
u64 pps_spin_cycles_read(struct pps_spin_cycles *cycles);

#endif /* _PPS_SPIN_BENCH_CYCLES_H */
