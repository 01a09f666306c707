/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Figures that others published, to stand beside one's own
 */
#ifndef PPSSPIN_PUBLISHED_H
#define PPSSPIN_PUBLISHED_H

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

#endif /* PPSSPIN_PUBLISHED_H */
