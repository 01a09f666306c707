/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What the two experiments have in common
 */
#ifndef _PPS_SPIN_BENCH_BENCH_H
#define _PPS_SPIN_BENCH_BENCH_H

#include <linux/types.h>

#include "command.h"

struct dentry;

/**
 * enum pps_spin_run - what became of an experiment
 * @PPS_SPIN_RUN_IDLE: there was none yet
 * @PPS_SPIN_RUN_RUNNING: it goes on
 * @PPS_SPIN_RUN_COMPLETE: it came to its end
 * @PPS_SPIN_RUN_STOPPED: a command ended it
 * @PPS_SPIN_RUN_FAILED: it had to end
 */
enum pps_spin_run {
	PPS_SPIN_RUN_IDLE,
	PPS_SPIN_RUN_RUNNING,
	PPS_SPIN_RUN_COMPLETE,
	PPS_SPIN_RUN_STOPPED,
	PPS_SPIN_RUN_FAILED,
};

extern const char * const pps_spin_run_names[];

struct pps_spin_lock;
struct pps_spin_tick;

int pps_spin_bench_copy(const char *name, char *text, const char __user *buf,
			size_t size);

struct pps_spin_tick *pps_spin_tick_make(void);
void pps_spin_tick_files(struct pps_spin_tick *tick, struct dentry *dir);
void pps_spin_tick_cpu_leaves(struct pps_spin_tick *tick, unsigned int cpu);
void pps_spin_tick_destroy(struct pps_spin_tick *tick);

struct pps_spin_lock *pps_spin_lock_make(void);
void pps_spin_lock_files(struct pps_spin_lock *lock, struct dentry *dir);
void pps_spin_lock_cpu_leaves(struct pps_spin_lock *lock, unsigned int cpu);
void pps_spin_lock_destroy(struct pps_spin_lock *lock);

#endif /* _PPS_SPIN_BENCH_BENCH_H */
