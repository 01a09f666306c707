/* SPDX-License-Identifier: GPL-2.0 */
/*
 * A run of timer interrupts
 */
#ifndef _PPS_SPIN_BENCH_TICK_H
#define _PPS_SPIN_BENCH_TICK_H

#include <linux/atomic.h>
#include <linux/hrtimer.h>
#include <linux/mutex.h>
#include <linux/workqueue.h>

#include <uapi/linux/pps_spin_bench.h>

#include "cycles.h"
#include "early.h"
#include "idle.h"

/**
 * struct pps_spin_tick - the run that goes on, or the last one
 * @lock: serialises commands, and readers with them
 * @state: see &enum pps_spin_run. Who ends the run changes it first.
 * @cpu: where it runs or ran, -1 before the first one; changed while no CPU can
 *	 leave
 * @header: its conditions
 * @ring: its samples
 * @samples: how many of @ring hold
 * @period: of the timer
 * @timer: its interrupts are what is measured
 * @tracer: takes the early stamps
 * @has_early: it does
 * @cycles: the PMU's counter
 * @idler: what the CPU does between interrupts
 * @end_work: gives back what a run has that came to its end by itself
 */
struct pps_spin_tick {
	struct mutex lock; /* serialises commands and readers */
	atomic_t state;
	int cpu;
	struct pps_spin_tick_header header;
	struct pps_spin_tick_sample *ring;
	u32 samples;
	ktime_t period;
	struct hrtimer timer;
	struct pps_spin_tracer tracer;
	bool has_early;
	struct pps_spin_cycles cycles;
	struct pps_spin_idler idler;
	struct work_struct end_work;
};

extern const struct file_operations pps_spin_ring_fops;

int pps_spin_sampler_prepare(struct pps_spin_tick *tick,
			     struct pps_spin_tick_header *header);
void pps_spin_sampler_start(struct pps_spin_tick *tick);
void pps_spin_sampler_release(struct pps_spin_tick *tick);
enum hrtimer_restart pps_spin_sampler(struct hrtimer *timer);
bool pps_spin_tick_end(struct pps_spin_tick *tick, int state);

#endif /* _PPS_SPIN_BENCH_TICK_H */
