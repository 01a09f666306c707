// SPDX-License-Identifier: GPL-2.0
/*
 * PURE: which captures make the next pulse
 *
 * A capture waits until the other side has spoken, or for hold_ticks(). An
 * interrupt belongs to the last edge before it was acknowledged, unless a second
 * interrupt claims that one. Without that stamp the handler's has to do; behind
 * a chained controller the acknowledge may even be of an earlier pin, so that
 * the first edge it can be of needs to be no later than the handler.
 */
#include "match.h"
#include "match_time.h"

/* Pulses that may be missing before an interrupt that comes late */
#define DUE_MAX		16

static void drop_irq(struct pps_spin_match *match)
{
	match->irq_count--;
	memmove(&match->irqs[0], &match->irqs[1],
		match->irq_count * sizeof(match->irqs[0]));
}

static bool held_long_enough(const struct pps_spin_match *match, u64 since,
			     u64 now_ticks)
{
	return pps_spin_ticks_after(now_ticks, since + hold_ticks(match));
}

/* Whether the poller may no more report an edge at this time */
static bool poller_decided(const struct pps_spin_match *match, u64 ticks)
{
	return match->waiting ||
	       pps_spin_ticks_after(match->looked_until_ticks, ticks);
}

/* Whether there is an edge @edge, which may have been by this time */
static bool edge_is_by(const struct pps_spin_match *match, unsigned int edge,
		       u64 ticks)
{
	return edge < match->edge_count &&
	       !pps_spin_ticks_after(match->edges[edge].span.earliest_ticks,
				     ticks);
}

/* Whether there is an edge @edge, and interrupt @irq came after it */
static bool irq_follows(const struct pps_spin_match *match, unsigned int irq,
			unsigned int edge)
{
	return edge_is_by(match, edge, match->irqs[irq].irq_ticks);
}

static u64 taken_ticks(const struct pps_spin_irq_capture *irq)
{
	return irq->have & BIT(PPS_SPIN_ACK) ? irq->ack_ticks : irq->irq_ticks;
}

/* Whether there is an edge @edge, a later one, that interrupt @irq can be of */
static bool irq_reaches(const struct pps_spin_match *match, unsigned int irq,
			unsigned int edge)
{
	return edge_is_by(match, edge, taken_ticks(&match->irqs[irq]));
}

/* Whether an edge's place is known: in a train only those told of are in order */
static bool is_placed(const struct pps_spin_match *match,
		      const struct pps_spin_edge *edge)
{
	return match->stimulating ? edge->stimulated :
				    !pps_spin_edge_is_late(edge);
}

/* The edge after @edge whose place is known; or none: the count */
static unsigned int next_placed(const struct pps_spin_match *match,
				unsigned int edge)
{
	do
		edge++;
	while (edge < match->edge_count &&
	       !is_placed(match, &match->edges[edge]));
	return edge;
}

/*
 * Whether the interrupt after @irq can be of edge @edge alone, as the stimulus
 * tells that the next one came later
 */
static bool next_irq_claims(const struct pps_spin_match *match,
			    unsigned int irq, unsigned int edge)
{
	unsigned int next = next_placed(match, edge);

	return match->stimulating && irq + 1 < match->irq_count &&
	       next < match->edge_count && irq_reaches(match, irq + 1, edge) &&
	       !irq_reaches(match, irq + 1, next);
}

/* Whether an edge may lie between two that nobody saw; in a train all are told of */
static bool has_room(const struct pps_spin_match *match, unsigned int edge,
		     unsigned int next)
{
	u64 period = match->period_ticks;

	return !match->stimulating &&
	       pps_spin_ticks_after(match->edges[next].span.earliest_ticks,
				    match->edges[edge].span.latest_ticks +
				    period + period / 2);
}

/*
 * Whether the poller watched each time that an edge was due from the one of @span
 * to @ticks, and saw none
 */
static bool none_came(const struct pps_spin_match *match,
		      const struct pps_spin_span *span, u64 ticks)
{
	u64 due = span->latest_ticks;
	unsigned int n;

	if (match->stimulating || !match->period_ticks)
		return false;
	for (n = 0; n < DUE_MAX; n++) {
		due += match->period_ticks;
		if (pps_spin_ticks_after(due - 2 * slack_ticks(match), ticks))
			return true;
		if (!pps_spin_past_none_came(&match->past, due))
			return false;
	}
	return false;
}

/*
 * Whether interrupt @irq came when the edge after @edge was due, and is not of
 * @edge then: the next one may be unseen. Not if the poller saw that none came, or
 * that it came later after all, which the stimulus may tell as well; nor if a
 * stimulus, which may be late itself, tells that the next one has an interrupt of
 * its own, or that there is none.
 */
static bool irq_is_too_late(const struct pps_spin_match *match,
			    unsigned int irq, unsigned int edge)
{
	const struct pps_spin_span *span = &match->edges[edge].span;
	u64 ticks = taken_ticks(&match->irqs[irq]);
	unsigned int next;

	if (!pps_spin_ticks_after(ticks, span->irq_until_ticks) ||
	    (!pps_spin_edge_is_late(&match->edges[edge]) &&
	     none_came(match, span, ticks)))
		return false;
	next = next_placed(match, edge);
	if (next == match->edge_count)
		return !match->all_told || !match->edges[edge].stimulated;
	if (!irq_reaches(match, irq, next))
		return has_room(match, edge, next);
	return !next_irq_claims(match, irq, next);
}

/*
 * Whether interrupt @irq was acknowledged when edge @edge had been, so that it
 * stood for that one as well. How long a raised edge took is not known so well.
 */
static bool irq_covers(const struct pps_spin_match *match, unsigned int irq,
		       unsigned int edge)
{
	return !match->stimulating && edge < match->edge_count &&
	       match->irqs[irq].have & BIT(PPS_SPIN_ACK) &&
	       pps_spin_ticks_after(match->irqs[irq].ack_ticks,
				    match->edges[edge].span.latest_ticks);
}

/*
 * Interrupts that all came after the next edge are still one for each, if the
 * last of them came before the edge after its own.
 */
static bool irqs_suffice(const struct pps_spin_match *match)
{
	unsigned int n;

	for (n = 0; n < match->irq_count; n++) {
		if (!irq_follows(match, n, n) || irq_is_too_late(match, n, n) ||
		    irq_covers(match, n, n + 1))
			return false;
		if (!irq_reaches(match, n, n + 1))
			return true;
	}
	return false;
}

/*
 * Whether it may still be told that the first interrupt is of the first edge: that
 * the next edge came later; in a train also that the next has the second
 * interrupt, as the edge after it came later
 */
static bool next_edge_may_tell(const struct pps_spin_match *match)
{
	unsigned int next = next_placed(match, 0);

	if (!match->stimulating)
		return next == match->edge_count &&
		       !poller_decided(match, taken_ticks(&match->irqs[0]));
	return next == match->edge_count ||
	       (match->irq_count > 1 && irq_reaches(match, 1, next) &&
		next_placed(match, next) == match->edge_count);
}

static void publish_irq(struct pps_spin_match *match,
			struct pps_spin_record *record)
{
	u64 ticks = match->irqs[0].irq_ticks;
	struct pps_spin_past_pulse pulse = {
		.is_irq = true,
		.span = make_span(match, ticks, ticks),
		.lacks = BIT(PPS_SPIN_SIDE_POLL) | BIT(PPS_SPIN_SIDE_STIMULUS),
	};

	pps_spin_outcome(match, NULL, &match->irqs[0], 0, record);
	pps_spin_past_add_pulse(&match->past, &pulse);
	drop_irq(match);
	/* A poller that waited looks now, but not back */
	if (match->waiting && match->past.look_count) {
		match->waiting = false;
		match->looked_until_ticks = ticks + 1;
	}
}

/*
 * An interrupt that comes when all had been waited for is of the last edge that
 * the stimulus told of and that lacks it, however long ago, be the train over or
 * not; or of the last edge, if no other came since
 */
static bool irq_is_of_past(struct pps_spin_match *match)
{
	struct pps_spin_past_pulse *last = pps_spin_past_last(&match->past);
	u64 ticks = taken_ticks(&match->irqs[0]);

	if (pps_spin_past_take_told(&match->past, ticks))
		return true;
	if (!last || !last->is_placed ||
	    !(last->lacks & BIT(PPS_SPIN_SIDE_IRQ)) ||
	    pps_spin_ticks_after(last->span.earliest_ticks, ticks) ||
	    !none_came(match, &last->span, ticks))
		return false;
	last->lacks &= ~BIT(PPS_SPIN_SIDE_IRQ);
	return true;
}

static bool next_irq(struct pps_spin_match *match, u64 now_ticks,
		     struct pps_spin_record *record)
{
	u64 ticks = match->irqs[0].irq_ticks;

	if ((match->stimulating || !poller_decided(match, ticks)) &&
	    !held_long_enough(match, ticks, now_ticks))
		return false;
	if (irq_is_of_past(match)) {
		match->stats[PPS_SPIN_STAT_STALE]++;
		drop_irq(match);
		return false;
	}
	publish_irq(match, record);
	return true;
}

/* Remember what may still be told of the first edge */
static void remember_edge(struct pps_spin_match *match, bool lacks_irq)
{
	const struct pps_spin_edge *edge = &match->edges[0];
	struct pps_spin_past_pulse pulse = {
		.is_told = edge->stimulated,
		.is_placed = !pps_spin_edge_is_late(edge),
		.span = edge->span,
	};

	if (!edge->polled)
		pulse.lacks |= BIT(PPS_SPIN_SIDE_POLL);
	if (!edge->stimulated && match->stimulating)
		pulse.lacks |= BIT(PPS_SPIN_SIDE_STIMULUS);
	if (lacks_irq)
		pulse.lacks |= BIT(PPS_SPIN_SIDE_IRQ);
	pps_spin_past_add_pulse(&match->past, &pulse);
}

/* Publish the first edge, with the first interrupt or without */
static void publish_edge(struct pps_spin_match *match, bool with_irq, u32 flags,
			 struct pps_spin_record *record)
{
	pps_spin_outcome(match, &match->edges[0],
			 with_irq ? &match->irqs[0] : NULL, flags, record);
	remember_edge(match, !with_irq && !flags);
	pps_spin_edge_drop(match, &match->edges[0]);
	if (with_irq)
		drop_irq(match);
}

/* Whether @edge is a late look that fits no edge that the stimulus told of */
static bool is_untold_look(const struct pps_spin_match *match,
			   unsigned int edge)
{
	return match->stimulating && edge < match->edge_count &&
	       !match->edges[edge].stimulated &&
	       pps_spin_edge_is_late(&match->edges[edge]);
}

/* The last edge told of by this time, NULL if there is none */
static struct pps_spin_edge *last_told(struct pps_spin_match *match, u64 ticks)
{
	struct pps_spin_edge *edge = match->edges + match->edge_count;

	while (edge-- > match->edges)
		if (edge->stimulated &&
		    !pps_spin_ticks_after(edge->span.latest_ticks, ticks))
			return edge;
	return NULL;
}

/* Whether the stimulus will tell of no edge any more that was by this time */
static bool all_told_by(const struct pps_spin_match *match, u64 ticks)
{
	const struct pps_spin_edge *last = &match->edges[match->edge_count - 1];

	return match->all_told ||
	       (last->stimulated &&
		pps_spin_ticks_after(last->span.earliest_ticks, ticks));
}

/*
 * In a train, a late look whose time has no edge saw the last one told of
 * before, however long ago: the level was late, too.
 */
static void settle_look(struct pps_spin_match *match, unsigned int look)
{
	struct pps_spin_edge *saw = &match->edges[look];
	struct pps_spin_edge *told = last_told(match, saw->span.latest_ticks);

	if (told && !told->polled) {
		told->polled = true;
		told->poll = saw->poll;
	} else {
		match->stats[PPS_SPIN_STAT_STALE]++;
	}
	pps_spin_edge_drop(match, saw);
}

static void settle_looks(struct pps_spin_match *match, u64 now_ticks)
{
	unsigned int n = 0;

	while (n < match->edge_count) {
		const struct pps_spin_edge *edge = &match->edges[n];

		if (is_untold_look(match, n) &&
		    (all_told_by(match, edge->span.latest_ticks) ||
		     held_long_enough(match, edge->known_ticks, now_ticks)))
			settle_look(match, n);
		else
			n++;
	}
}

static bool edge_is_complete(const struct pps_spin_match *match)
{
	const struct pps_spin_edge *edge = &match->edges[0];

	if (match->stimulating && !edge->stimulated)
		return false;
	return edge->polled ||
	       poller_decided(match, edge->span.latest_ticks);
}

static bool next_edge(struct pps_spin_match *match, u64 now_ticks,
		      struct pps_spin_record *record)
{
	bool held = held_long_enough(match, match->edges[0].known_ticks,
				     now_ticks);
	bool with_irq = match->irq_count && !irq_is_too_late(match, 0, 0);
	u32 flags = 0;

	if (!held && !edge_is_complete(match))
		return false;
	/* An interrupt that came a little early may be of an edge unseen */
	if (with_irq && !irq_follows(match, 0, 0) && !held)
		return false;
	/* Or it is late, if only somebody told when the next edges are */
	if (!with_irq && match->irq_count && !held &&
	    next_edge_may_tell(match))
		return false;
	/* Two edges before one interrupt: it is of the second */
	if (with_irq && irq_reaches(match, 0, 1) && !irqs_suffice(match)) {
		if (!held || is_untold_look(match, 1))
			return false;
		with_irq = false;
		flags = BIT(PPS_SPIN_COALESCED);
	}
	if (!with_irq && !match->irq_count && match->has_irq && !held)
		return false;
	publish_edge(match, with_irq, flags, record);
	return true;
}

/* Whether the first interrupt came before the first edge, and is not its own */
static bool irq_is_first(const struct pps_spin_match *match)
{
	if (!match->irq_count)
		return false;
	if (!match->edge_count)
		return true;
	if (irq_follows(match, 0, 0))
		return false;
	if (match->irq_count > 1 && irq_follows(match, 1, 0) &&
	    !irq_is_too_late(match, 1, 0))
		return true;
	return pps_spin_ticks_after(match->edges[0].span.earliest_ticks,
				    match->irqs[0].irq_ticks +
				    slack_ticks(match));
}

/* Whether all captures that are older than the lost ones are published */
static bool lost_is_next(const struct pps_spin_match *match)
{
	u64 edge = match->edges[0].span.earliest_ticks;
	u64 irq = match->irqs[0].irq_ticks;
	u64 lost = match->lost_ticks;

	if (!match->lost)
		return false;
	return !(match->edge_count && !pps_spin_ticks_after(edge, lost)) &&
	       !(match->irq_count && !pps_spin_ticks_after(irq, lost));
}

/**
 * pps_spin_match_next - publish the next pulse, if all is known about it
 * @match: the matcher
 * @now_ticks: now
 * @record: set if a pulse is published
 *
 * Return: true if @record holds a pulse; call again, there may be more.
 */
bool pps_spin_match_next(struct pps_spin_match *match, u64 now_ticks,
			 struct pps_spin_record *record)
{
	if (lost_is_next(match)) {
		match->lost--;
		pps_spin_outcome(match, NULL, NULL, BIT(PPS_SPIN_COALESCED),
				 record);
		return true;
	}
	if (match->stimulating)
		settle_looks(match, now_ticks);
	if (irq_is_first(match))
		return next_irq(match, now_ticks, record);
	return match->edge_count && next_edge(match, now_ticks, record);
}
