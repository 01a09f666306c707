// SPDX-License-Identifier: GPL-2.0
/*
 * Figures that others published, to stand beside one's own
 */
#include <math.h>

#include "published.h"

const struct published_tick published_ticks[PUBLISHED_TICKS] = {
	{ "mmio", 16384, 6000002, 130, 250, 1.0 },
	{ "wfi", 16384, 10000, 1, NAN, 0.0017 },
	{ "nop", 16384, NAN, 1, 17, 1.0 },
};

/* Busy wait, WFE and SEV everywhere, neither in the lock, SEV without DSB */
#define ROW(threads, kind, busy, wfe, bare, no_dsb)			\
	{ threads, kind, {						\
		[LOCK_BUSY] = busy, [LOCK_WFE] = wfe,			\
		[LOCK_BARE] = bare, [LOCK_SEV_NO_DSB] = no_dsb,		\
		[LOCK_MONITOR] = NAN, [LOCK_QSPINLOCK] = NAN,		\
	} }

const struct published_lock published_locks[PUBLISHED_LOCKS] = {
	ROW(1, LOCK_PLAIN,	155.9, 11.3, 155.2, 115.8),
	ROW(1, LOCK_RECURSIVE,	153.6, 11.8, 155.7, 114.2),
	ROW(2, LOCK_PLAIN,	48.8, 8.9, 44.3, 40.4),
	ROW(2, LOCK_RECURSIVE,	49.5, 9.0, 41.1, 30.9),
	ROW(3, LOCK_PLAIN,	30.6, 4.8, 29.3, 21.9),
	ROW(3, LOCK_RECURSIVE,	28.7, 5.1, 25.1, 18.1),
	ROW(4, LOCK_PLAIN,	26.9, 3.5, 24.6, 18.5),
	ROW(4, LOCK_RECURSIVE,	21.7, 4.0, 22.0, 13.5),
};
