// SPDX-License-Identifier: GPL-2.0
/*
 * One lock, taken in many ways
 *
 * Each way is compiled on its own, without a call between the lock and what is
 * done under it, so that what is compared is the way alone.
 */
#include <linux/atomic.h>
#include <linux/pps_spin_wait.h>
#include <linux/preempt.h>

#include "contend.h"

const char * const pps_spin_wait_names[PPS_SPIN_WAIT_COUNT] = {
	[PPS_SPIN_WAIT_BUSY]		= "busy",
	[PPS_SPIN_WAIT_WFE]		= "wfe",
	[PPS_SPIN_WAIT_MONITOR]		= "monitor",
	[PPS_SPIN_WAIT_SEV_NO_DSB]	= "sev-no-dsb",
	[PPS_SPIN_WAIT_QSPINLOCK]	= "qspinlock",
};

const char * const pps_spin_kind_names[PPS_SPIN_KIND_COUNT] = {
	[PPS_SPIN_KIND_PLAIN]		= "plain",
	[PPS_SPIN_KIND_RECURSIVE]	= "recursive",
};

/*
 * A lock of one word: @wait is done while it is seen taken, @wake after its
 * release
 */
#define DEFINE_WORD_LOCK(name, wait, wake)				\
static __always_inline void						\
name##_lock(struct pps_spin_contended *contended)			\
{									\
	u32 *word = &contended->word;					\
									\
	while (xchg_acquire(word, 1)) {					\
		while (READ_ONCE(*word))				\
			wait;						\
	}								\
}									\
									\
static __always_inline void						\
name##_unlock(struct pps_spin_contended *contended)			\
{									\
	/* Pairs with the acquire of the next owner */			\
	smp_store_release(&contended->word, 0);				\
	wake;								\
}

DEFINE_WORD_LOCK(busy, PPS_SPIN_WAIT_BY_BUSY(), PPS_SPIN_WAKE_BY_BUSY())
DEFINE_WORD_LOCK(wfe, PPS_SPIN_WAIT_BY_WFE(), PPS_SPIN_WAKE_BY_WFE())
DEFINE_WORD_LOCK(monitor, smp_cond_load_relaxed(word, !VAL), do { } while (0))
DEFINE_WORD_LOCK(sev_no_dsb, wfe(), sev())

static __always_inline void
qspinlock_lock(struct pps_spin_contended *contended)
{
	raw_spin_lock(&contended->raw);
}

static __always_inline void
qspinlock_unlock(struct pps_spin_contended *contended)
{
	raw_spin_unlock(&contended->raw);
}

/* Nobody is preempted while others wait for him */
#define DEFINE_PLAIN(name)						\
static void name##_plain(struct pps_spin_contended *contended, int me,	\
			 unsigned int count)				\
{									\
	while (count--) {						\
		preempt_disable();					\
		name##_lock(contended);					\
		contended->counter++;					\
		name##_unlock(contended);				\
		preempt_enable();					\
	}								\
}

/* Only the owner finds its own name there, whoever else writes it meanwhile */
#define DEFINE_RECURSIVE(name)						\
static __always_inline void						\
name##_lock_again(struct pps_spin_contended *contended, int me)		\
{									\
	if (READ_ONCE(contended->owner) != me) {			\
		name##_lock(contended);					\
		WRITE_ONCE(contended->owner, me);			\
	}								\
	contended->depth++;						\
}									\
									\
static __always_inline void						\
name##_unlock_once(struct pps_spin_contended *contended)		\
{									\
	if (--contended->depth)						\
		return;							\
	WRITE_ONCE(contended->owner, PPS_SPIN_NO_OWNER);		\
	name##_unlock(contended);					\
}									\
									\
static void name##_recursive(struct pps_spin_contended *contended,	\
			     int me, unsigned int count)		\
{									\
	while (count--) {						\
		preempt_disable();					\
		name##_lock_again(contended, me);			\
		contended->counter++;					\
		name##_unlock_once(contended);				\
		preempt_enable();					\
	}								\
}

DEFINE_PLAIN(busy)
DEFINE_PLAIN(wfe)
DEFINE_PLAIN(monitor)
DEFINE_PLAIN(sev_no_dsb)
DEFINE_PLAIN(qspinlock)
DEFINE_RECURSIVE(busy)
DEFINE_RECURSIVE(wfe)
DEFINE_RECURSIVE(monitor)
DEFINE_RECURSIVE(sev_no_dsb)
DEFINE_RECURSIVE(qspinlock)

static const pps_spin_pairs pairs[PPS_SPIN_WAIT_COUNT][PPS_SPIN_KIND_COUNT] = {
	[PPS_SPIN_WAIT_BUSY] = { busy_plain, busy_recursive },
	[PPS_SPIN_WAIT_WFE] = { wfe_plain, wfe_recursive },
	[PPS_SPIN_WAIT_MONITOR] = { monitor_plain, monitor_recursive },
	[PPS_SPIN_WAIT_SEV_NO_DSB] = { sev_no_dsb_plain, sev_no_dsb_recursive },
	[PPS_SPIN_WAIT_QSPINLOCK] = { qspinlock_plain, qspinlock_recursive },
};

/**
 * pps_spin_contended_init - make a lock that nobody has
 * @contended: the lock
 */
void pps_spin_contended_init(struct pps_spin_contended *contended)
{
	contended->word = 0;
	raw_spin_lock_init(&contended->raw);
	contended->owner = PPS_SPIN_NO_OWNER;
	contended->depth = 0;
	contended->counter = 0;
}

/**
 * pps_spin_contend - how to take a lock
 * @wait: how to wait for it
 * @kind: who may take it
 *
 * Return: what takes it.
 */
pps_spin_pairs pps_spin_contend(enum pps_spin_wait wait,
				enum pps_spin_kind kind)
{
	return pairs[wait][kind];
}
