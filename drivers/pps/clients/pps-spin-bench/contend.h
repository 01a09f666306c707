/* SPDX-License-Identifier: GPL-2.0 */
/*
 * One lock, taken in many ways
 */
#ifndef _PPS_SPIN_BENCH_CONTEND_H
#define _PPS_SPIN_BENCH_CONTEND_H

#include <linux/cache.h>
#include <linux/spinlock.h>
#include <linux/types.h>

/**
 * enum pps_spin_wait - how a CPU waits for the lock, and is told of it
 * @PPS_SPIN_WAIT_BUSY: reads over and over
 * @PPS_SPIN_WAIT_WFE: WFE; DSB and SEV after the release
 * @PPS_SPIN_WAIT_MONITOR: WFE with the exclusive monitor armed, which the
 *			   release itself clears
 * @PPS_SPIN_WAIT_SEV_NO_DSB: WFE; SEV without DSB. Not correct: the event may
 *			      be seen before the release, and then a waiter
 *			      sleeps until something else wakes it.
 * @PPS_SPIN_WAIT_QSPINLOCK: the kernel's raw_spinlock_t
 * @PPS_SPIN_WAIT_COUNT: number of ways
 */
enum pps_spin_wait {
	PPS_SPIN_WAIT_BUSY,
	PPS_SPIN_WAIT_WFE,
	PPS_SPIN_WAIT_MONITOR,
	PPS_SPIN_WAIT_SEV_NO_DSB,
	PPS_SPIN_WAIT_QSPINLOCK,
	PPS_SPIN_WAIT_COUNT,
};

/**
 * enum pps_spin_kind - who may take a lock that is taken
 * @PPS_SPIN_KIND_PLAIN: nobody
 * @PPS_SPIN_KIND_RECURSIVE: who has it
 * @PPS_SPIN_KIND_COUNT: number of kinds
 */
enum pps_spin_kind {
	PPS_SPIN_KIND_PLAIN,
	PPS_SPIN_KIND_RECURSIVE,
	PPS_SPIN_KIND_COUNT,
};

/* Nobody has the lock */
#define PPS_SPIN_NO_OWNER	(-1)

/**
 * struct pps_spin_contended - the lock, and what it protects
 * @word: 1 while the lock is taken, in all ways but the kernel's
 * @raw: the kernel's
 * @owner: recursive: who has the lock, or PPS_SPIN_NO_OWNER
 * @depth: recursive: how often; the owner's
 * @counter: counts operations, under the lock and not atomic
 *
 * The counter has a cache line of its own, so that waiters do not disturb it.
 */
struct pps_spin_contended {
	u32 word ____cacheline_aligned_in_smp;
	raw_spinlock_t raw;
	int owner;
	unsigned int depth;
	u64 counter ____cacheline_aligned_in_smp;
};

/**
 * typedef pps_spin_pairs - take the lock and release it, over and over
 * @contended: the lock
 * @me: who takes it, from 0
 * @count: how often
 */
typedef void (*pps_spin_pairs)(struct pps_spin_contended *contended, int me,
			       unsigned int count);

extern const char * const pps_spin_wait_names[PPS_SPIN_WAIT_COUNT];
extern const char * const pps_spin_kind_names[PPS_SPIN_KIND_COUNT];

void pps_spin_contended_init(struct pps_spin_contended *contended);
pps_spin_pairs pps_spin_contend(enum pps_spin_wait wait,
				enum pps_spin_kind kind);

#endif /* _PPS_SPIN_BENCH_CONTEND_H */
