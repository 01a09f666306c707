/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What is told to a matcher, and the records that it must make of it
 *
 * Times are in us from the start of the case.
 */
#ifndef _PPS_SPIN_KUNIT_MATCH_CASE_H
#define _PPS_SPIN_KUNIT_MATCH_CASE_H

#include "match.h"

#define TICKS_PER_US		10
#define TICKS_PER_SECOND	10000000ULL
#define GATE_TICKS		8
#define SECOND			1000000
#define MATCH_EVENTS		16
#define MATCH_RECORDS		8

enum match_event_kind {
	EVENT_END,
	EVENT_IRQ,
	EVENT_STIMULUS,
	EVENT_ENDED,
	EVENT_OVER,
	EVENT_LOST,
	EVENT_RUN,
	EVENT_REST,
	EVENT_LOOK,
};

/**
 * struct match_event - something that the matcher is told
 * @kind: what
 * @at: when it happened, or how many are lost
 * @look: how the look ended
 * @records: records that must be out after EVENT_RUN
 * @since: when the look began, the line was last seen inactive, the interrupt was acknowledged,
 *	   or the stimulus began, if that is something else
 * @until: edges before this are decided by the look, if that is not half a
 *	   period after it
 */
struct match_event {
	enum match_event_kind kind;
	s32 at;
	enum pps_spin_look look;
	u32 records;
	s32 since;
	s32 until;
};

/* The interrupt of an edge comes 5 us later; one look is for one pulse */
#define IRQ(t)		{ EVENT_IRQ, t, 0, 0 }
#define HELD_UP(t, ack)	{ EVENT_IRQ, t, 0, 0, ack }
#define EDGE(t)		{ EVENT_LOOK, t, PPS_SPIN_LOOK_EDGE, 0 }
#define EDGE_SINCE(t, s) { EVENT_LOOK, t, PPS_SPIN_LOOK_EDGE, 0, s }
#define LATE(t)		{ EVENT_LOOK, t, PPS_SPIN_LOOK_LATE, 0 }
#define LATE_SINCE(t, s) { EVENT_LOOK, t, PPS_SPIN_LOOK_LATE, 0, s }
#define LATE_UNTIL(t, u) { EVENT_LOOK, t, PPS_SPIN_LOOK_LATE, 0, 0, u }
#define ACTIVE(t)	{ EVENT_LOOK, t, PPS_SPIN_LOOK_ACTIVE, 0 }
#define MISSED(t)	{ EVENT_LOOK, t, PPS_SPIN_LOOK_MISSED, 0 }
#define WATCHED(t, s)	{ EVENT_LOOK, t, PPS_SPIN_LOOK_MISSED, 0, s }
#define SKIPPED(t)	{ EVENT_LOOK, t, PPS_SPIN_LOOK_SKIPPED, 0 }
#define PLANNED(t)	{ EVENT_LOOK, t, PPS_SPIN_LOOK_PLANNED, 0 }
#define WAITING(t)	{ EVENT_LOOK, t, PPS_SPIN_LOOK_WAITING, 0 }
#define REST(t)		{ EVENT_REST, t, PPS_SPIN_LOOK_SKIPPED, 0 }
#define STIMULUS(t)	{ EVENT_STIMULUS, t, 0, 0 }
#define HELD_STIMULUS(t, t0) { EVENT_STIMULUS, t, 0, 0, t0 }
#define ENDED		{ EVENT_ENDED }
#define OVER		{ EVENT_OVER }
#define LOST(n)		{ EVENT_LOST, n, 0, 0 }
#define RUN(t, n)	{ EVENT_RUN, t, 0, n }

/**
 * struct match_record - a record
 * @flags: bit per &enum pps_spin_flag
 * @poll: polled edge, 0 if there is none
 * @irq: handler stamp, 0 if there is none
 * @stimulus: when it was raised, 0 if there is none
 * @ack: acknowledge, 0 if it is as close to @irq as usual
 * @t0: when @stimulus began, 0 if just before
 * @prev: when the bracket of @poll began, 0 if just before
 */
struct match_record {
	u32 flags;
	s32 poll;
	s32 irq;
	s32 stimulus;
	s32 ack;
	s32 t0;
	s32 prev;
};

#define FLAG(name)	BIT(PPS_SPIN_##name)

/**
 * struct match_case - a story
 * @name: a sentence
 * @period: of the pulse, 0 if it is unknown
 * @no_irq: the line has no interrupt
 * @no_poller: nobody polls; otherwise a look found nothing a period ago
 * @stimulating: the edges come from the stimulus
 * @stale: captures that must be found stale
 * @events: what happens
 * @records: what must come of it
 */
struct match_case {
	const char *name;
	u32 period;
	bool no_irq;
	bool no_poller;
	bool stimulating;
	u32 stale;
	struct match_event events[MATCH_EVENTS];
	struct match_record records[MATCH_RECORDS];
};

#endif /* _PPS_SPIN_KUNIT_MATCH_CASE_H */
