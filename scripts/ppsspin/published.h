/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Figures that others published, to stand beside one's own
 */
#ifndef PPSSPIN_PUBLISHED_H
#define PPSSPIN_PUBLISHED_H

#include "lock.h"
#include "tick.h"

/* Cycles of a CPU of 600 MHz, timer at 100 Hz, 16,384 samples */
#define PUBLISHED_TICK_SOURCE	"LightOS on a Cortex-R52 at 600 MHz, 100 Hz, PMU cycles"
#define PUBLISHED_TICK_NOTE	"rounded there: the median under wfi, max-min under mmio; mmio read six registers a turn"
#define PUBLISHED_TICK_HZ	600e6

/**
 * struct published_tick - a published run
 * @idle: its idle policy, by our name
 * @samples: in it
 * @median: of the differences, cycles; NAN if not published, like the others
 * @iqr: of them
 * @range: largest minus smallest
 * @ratio: what was counted over wall time
 */
struct published_tick {
	const char *idle;
	size_t samples;
	double median;
	double iqr;
	double range;
	double ratio;
};

#define PUBLISHED_TICKS	3
extern const struct published_tick published_ticks[PUBLISHED_TICKS];

#define PUBLISHED_LOCK_SOURCE	"NuttX pull request 21342: qemu-armv8a with HVF on an Apple core, 4 CPUs, ostest, median of 3"

/**
 * struct published_lock - a published row, million lock+unlock a second
 * @threads: on CPUs of their own
 * @kind: plain or recursive
 * @mops: per column; NAN if not published
 */
struct published_lock {
	unsigned int threads;
	enum lock_kind kind;
	double mops[LOCK_COLUMNS];
};

#define PUBLISHED_LOCKS	8
extern const struct published_lock published_locks[PUBLISHED_LOCKS];

#endif /* PPSSPIN_PUBLISHED_H */
