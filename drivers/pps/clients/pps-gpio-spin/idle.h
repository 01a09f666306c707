/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What a CPU does when it has nothing to do
 */
#ifndef _PPS_SPIN_IDLE_H
#define _PPS_SPIN_IDLE_H

#include <linux/mutex.h>
#include <linux/types.h>

struct task_struct;

/* Longest text of pps_spin_idle_state(), with its end */
#define PPS_SPIN_IDLE_MAX	48

/**
 * struct pps_spin_idler - a thread that stands in for the idle loop of a CPU
 * @cpu: the CPU
 * @turn: what it does over and over; comes back in microseconds, but for a
 *	  wait that any interrupt ends
 * @data: for @turn
 * @lock: protects @task
 * @task: its thread, NULL if it does not run
 */
struct pps_spin_idler {
	int cpu;
	void (*turn)(void *data);
	void *data;
	struct mutex lock; /* serialises changes of the thread */
	struct task_struct *task;
};

void pps_spin_idle_nop(void *data);
void pps_spin_idle_state(int cpu, char *text, size_t size);
bool pps_spin_idle_should_yield(void);
void pps_spin_idler_init(struct pps_spin_idler *idler);
int pps_spin_idler_run(struct pps_spin_idler *idler);
void pps_spin_idler_halt(struct pps_spin_idler *idler);

#endif /* _PPS_SPIN_IDLE_H */
