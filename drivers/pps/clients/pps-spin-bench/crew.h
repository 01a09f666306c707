/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Threads that take one lock, each on a CPU of its own
 */
#ifndef _PPS_SPIN_BENCH_CREW_H
#define _PPS_SPIN_BENCH_CREW_H

#include <linux/atomic.h>
#include <linux/types.h>

#include "contend.h"
#include "pace.h"

struct task_struct;

/**
 * struct pps_spin_worker - one thread
 * @crew: the others
 * @task: the thread, until it is reaped
 * @cpu: where it runs
 * @number: counts threads from 0
 * @pace: when it takes the lock
 * @operations: how often it did
 */
struct pps_spin_worker {
	struct pps_spin_crew *crew;
	struct task_struct *task;
	int cpu;
	int number;
	struct pps_spin_pace pace;
	u64 operations;
} ____cacheline_aligned_in_smp;

/**
 * struct pps_spin_crew - the threads, and what they have in common
 * @contended: the lock
 * @pairs: how it is taken
 * @start_ticks: when they begin to take it
 * @stop_ticks: when they end
 * @end_ticks: when the last one has ended
 * @stop: they end now
 * @running: how many have not ended
 * @ended: called by the last one at its end
 * @data: for @ended
 * @count: number of @workers
 * @workers: the threads
 */
struct pps_spin_crew {
	struct pps_spin_contended contended;
	pps_spin_pairs pairs;
	u64 start_ticks;
	u64 stop_ticks;
	u64 end_ticks;
	bool stop;
	atomic_t running;
	void (*ended)(void *data);
	void *data;
	u32 count;
	struct pps_spin_worker workers[];
};

struct pps_spin_crew *pps_spin_crew_make(u32 count, pps_spin_pairs pairs);
void pps_spin_crew_launch(struct pps_spin_crew *crew, u32 duration_ms,
			  u32 rate_hz);
bool pps_spin_crew_uses(const struct pps_spin_crew *crew, unsigned int cpu);
void pps_spin_crew_reap(struct pps_spin_crew *crew);
void pps_spin_crew_halt(struct pps_spin_crew *crew);
void pps_spin_crew_free(struct pps_spin_crew *crew);

#endif /* _PPS_SPIN_BENCH_CREW_H */
