/* SPDX-License-Identifier: GPL-2.0 */
/*
 * PURE: so many operations a second, and never more
 */
#ifndef _PPS_SPIN_BENCH_PACE_H
#define _PPS_SPIN_BENCH_PACE_H

#include "pure.h"

/* Fractions of a tick, since a tick may be longer than a period */
#define PPS_SPIN_PACE_SHIFT	20

/* Operations at once where there is no pace */
#define PPS_SPIN_PACE_BATCH	64

/**
 * struct pps_spin_pace - when the next operation is due
 * @start_ticks: not before this
 * @period: time between operations, in ticks << PPS_SPIN_PACE_SHIFT; 0: none
 * @next: time of the next one since @start_ticks, likewise
 */
struct pps_spin_pace {
	u64 start_ticks;
	u64 period;
	u64 next;
};

/**
 * pps_spin_pace_init - set a pace
 * @pace: to be filled
 * @cntfrq_hz: ticks a second, up to 2^32
 * @rate_hz: operations a second, 0: as many as there can be
 * @start_ticks: when the first one is due
 */
static inline void pps_spin_pace_init(struct pps_spin_pace *pace,
				      u64 cntfrq_hz, u32 rate_hz,
				      u64 start_ticks)
{
	u64 second = cntfrq_hz << PPS_SPIN_PACE_SHIFT;

	pace->start_ticks = start_ticks;
	/* Rounded up, so that the rate is not exceeded */
	pace->period = rate_hz ? div_u64(second + rate_hz - 1, rate_hz) : 0;
	pace->next = 0;
}

/**
 * pps_spin_pace_due - how many operations are due
 * @pace: the pace
 * @now_ticks: the counter, less than 2^43 ticks after the start
 *
 * What was missed is not made up for.
 *
 * Return: how many to do now.
 */
static inline unsigned int pps_spin_pace_due(struct pps_spin_pace *pace,
					     u64 now_ticks)
{
	u64 now = (now_ticks - pace->start_ticks) << PPS_SPIN_PACE_SHIFT;

	if (pps_spin_ticks_after(pace->start_ticks, now_ticks))
		return 0;
	if (!pace->period)
		return PPS_SPIN_PACE_BATCH;
	if (now < pace->next)
		return 0;
	pace->next += pace->period;
	if (pace->next < now)
		pace->next = now + pace->period;
	return 1;
}

#endif /* _PPS_SPIN_BENCH_PACE_H */
