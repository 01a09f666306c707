/* SPDX-License-Identifier: GPL-2.0 */
/*
 * By which times captures are paired
 */
#ifndef _PPS_SPIN_MATCH_TIME_H
#define _PPS_SPIN_MATCH_TIME_H

#include "match.h"

/* Wait at least this long for the other side: matching is not urgent */
#define HOLD_MIN_NS		100000000ULL
#define HOLD_MAX_NS		500000000ULL

/* How far a pulse may be from its place, or an interrupt before its edge */
#define SLACK_MAX_NS		100000ULL

/* Seconds times rate fits in 64 bits for any counter, so scale in two steps */
static inline u64 ns_to_ticks(const struct pps_spin_match *match, u64 ns)
{
	return div_u64(match->ticks_per_second * div_u64(ns, 1000), 1000000);
}

static inline u64 hold_ticks(const struct pps_spin_match *match)
{
	return clamp(match->period_ticks / 2, ns_to_ticks(match, HOLD_MIN_NS),
		     ns_to_ticks(match, HOLD_MAX_NS));
}

static inline u64 slack_ticks(const struct pps_spin_match *match)
{
	u64 most = ns_to_ticks(match, SLACK_MAX_NS);

	return match->period_ticks ? min(match->period_ticks / 16, most) : most;
}

/*
 * Whether the period says when the next edge is due. It does not if it is wrong,
 * or if the pulse itself is late by a good part of it.
 */
static inline bool is_regular(const struct pps_spin_match *match)
{
	return match->irq_error_ticks < match->period_ticks / 8;
}

/*
 * An interrupt is at most so late: after that the next edge was due, and if
 * nobody else saw that one, it is the interrupt that did.
 */
static inline u64 far_ticks(const struct pps_spin_match *match)
{
	u64 due = match->period_ticks - 2 * slack_ticks(match);
	u64 hold = hold_ticks(match);

	return is_regular(match) ? due : max(match->period_ticks, hold);
}

static inline struct pps_spin_span make_span(const struct pps_spin_match *match,
					     u64 earliest_ticks,
					     u64 latest_ticks)
{
	return (struct pps_spin_span) {
		.earliest_ticks = earliest_ticks,
		.latest_ticks = latest_ticks,
		.irq_until_ticks = latest_ticks + far_ticks(match),
	};
}

#endif /* _PPS_SPIN_MATCH_TIME_H */
