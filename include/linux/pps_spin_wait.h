/* SPDX-License-Identifier: GPL-2.0 */
/*
 * How one CPU waits for another: the only place that decides it
 *
 * On arm64 a waiter may sleep in WFE until the other CPU sends an event, but the
 * event must not be seen before the store that it tells of. That takes a DSB
 * before the SEV, on each release, whether anybody waits or not. So the default
 * is to be busy, and a release is nothing but its store.
 */
#ifndef _LINUX_PPS_SPIN_WAIT_H
#define _LINUX_PPS_SPIN_WAIT_H

#include <asm/barrier.h>
#include <asm/processor.h>

#define PPS_SPIN_WAIT_BY_BUSY()		cpu_relax()
#define PPS_SPIN_WAKE_BY_BUSY()		do { } while (0)

#define PPS_SPIN_WAIT_BY_WFE()		wfe()
#define PPS_SPIN_WAKE_BY_WFE()		do { dsb(ishst); sev(); } while (0)

/**
 * PPS_SPIN_WAIT - one turn of a loop that waits for a store of another CPU
 *
 * The loop reads again after each turn, which may end without any store.
 */

/**
 * PPS_SPIN_WAKE - tell waiters of a store
 *
 * To be said right behind the store that others wait for.
 */

#ifdef CONFIG_PPS_SPIN_WAIT_WFE
#define PPS_SPIN_WAIT()			PPS_SPIN_WAIT_BY_WFE()
#define PPS_SPIN_WAKE()			PPS_SPIN_WAKE_BY_WFE()
#else
#define PPS_SPIN_WAIT()			PPS_SPIN_WAIT_BY_BUSY()
#define PPS_SPIN_WAKE()			PPS_SPIN_WAKE_BY_BUSY()
#endif

#endif /* _LINUX_PPS_SPIN_WAIT_H */
