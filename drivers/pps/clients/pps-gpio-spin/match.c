// SPDX-License-Identifier: GPL-2.0
/*
 * PURE: take captures, and put those of one edge together
 *
 * Edges are known from the poller or the stimulus, and wait in the order of
 * time. Interrupts wait beside them, until settle.c knows whose they are.
 */
#include "match.h"
#include "match_time.h"

/*
 * A stimulus and a look this near each other are of one edge. Where both know
 * when, a wire may be between them; a late look knows only until when.
 */
static u64 near_ticks(const struct pps_spin_match *match, bool is_late)
{
	if (!is_late)
		return slack_ticks(match);
	return match->period_ticks ? match->period_ticks / 2 :
				     hold_ticks(match);
}

/**
 * pps_spin_match_init - start with nothing known
 * @match: the matcher
 * @ticks_per_second: rate of the counter
 * @gate_ticks: what attribution tolerates, see judge.c
 * @has_irq: the line has an interrupt
 * @now_ticks: now
 */
void pps_spin_match_init(struct pps_spin_match *match, u64 ticks_per_second,
			 u64 gate_ticks, bool has_irq, u64 now_ticks)
{
	memset(match, 0, sizeof(*match));
	match->ticks_per_second = ticks_per_second;
	pps_spin_judge_init(&match->judge, gate_ticks, now_ticks);
	match->has_irq = has_irq;
	match->waiting = true;
	match->looked_until_ticks = now_ticks;
	match->lost_ticks = now_ticks;
}

static u64 later(u64 a_ticks, u64 b_ticks)
{
	return pps_spin_ticks_after(a_ticks, b_ticks) ? a_ticks : b_ticks;
}

/**
 * pps_spin_match_lost - account for captures that could not be read in time
 * @match: the matcher
 * @count: how many
 *
 * Each gets a record of its own without any stamp, after those of the captures
 * that are there already.
 */
void pps_spin_match_lost(struct pps_spin_match *match, u64 count)
{
	unsigned int edges = match->edge_count, irqs = match->irq_count;
	u64 last = match->lost_ticks;

	if (edges)
		last = later(last, match->edges[edges - 1].span.earliest_ticks);
	if (irqs)
		last = later(last, match->irqs[irqs - 1].irq_ticks);
	match->lost_ticks = last;
	match->lost += count;
}

/* Whether a published pulse lacked this capture, which then is no new one */
static bool is_stale(struct pps_spin_match *match, enum pps_spin_side side,
		     struct pps_spin_span span)
{
	if (!pps_spin_past_take(&match->past, side, span))
		return false;
	match->stats[PPS_SPIN_STAT_STALE]++;
	return true;
}

/* Two interrupts of a regular pulse are whole periods from each other */
static void learn_regularity(struct pps_spin_match *match, u64 irq_ticks)
{
	u64 since = irq_ticks - match->last_irq_ticks;
	u64 period = match->period_ticks, error;

	match->last_irq_ticks = irq_ticks;
	if (!period)
		return;
	error = since - div64_u64(since, period) * period;
	error = min(error, period - error);
	match->irq_error_ticks = (15 * match->irq_error_ticks + error) / 16;
}

/**
 * pps_spin_match_irq - add an interrupt
 * @match: the matcher, with room: call pps_spin_match_next() in between
 * @irq: its stamps
 */
void pps_spin_match_irq(struct pps_spin_match *match,
			const struct pps_spin_irq_capture *irq)
{
	struct pps_spin_span span = make_span(match, irq->irq_ticks,
					      irq->irq_ticks);
	u64 oldest = match->edges[0].span.earliest_ticks;
	bool has_edge = match->edge_count &&
			!pps_spin_ticks_after(oldest, irq->irq_ticks);

	learn_regularity(match, irq->irq_ticks);
	if (!has_edge && is_stale(match, PPS_SPIN_SIDE_IRQ, span))
		return;
	if (match->irq_count == PPS_SPIN_MATCH_QUEUE)
		pps_spin_match_lost(match, 1);
	else
		match->irqs[match->irq_count++] = *irq;
}

/* Put an edge at its place in time */
static struct pps_spin_edge *insert_edge(struct pps_spin_match *match,
					 const struct pps_spin_edge *edge)
{
	struct pps_spin_edge *at = &match->edges[match->edge_count++];

	while (at > match->edges &&
	       pps_spin_ticks_after(at[-1].span.earliest_ticks,
				    edge->span.earliest_ticks)) {
		at[0] = at[-1];
		at--;
	}
	*at = *edge;
	return at;
}

static struct pps_spin_edge *add_edge(struct pps_spin_match *match,
				      struct pps_spin_span span)
{
	const struct pps_spin_edge edge = { .span = span };

	if (match->edge_count < PPS_SPIN_MATCH_QUEUE)
		return insert_edge(match, &edge);
	pps_spin_match_lost(match, 1);
	return NULL;
}

/**
 * pps_spin_edge_drop - take an edge out of the queue
 * @match: the matcher
 * @edge: one of its edges
 *
 * The queue is short when all goes well.
 */
void pps_spin_edge_drop(struct pps_spin_match *match,
			struct pps_spin_edge *edge)
{
	match->edge_count--;
	memmove(edge, edge + 1, (match->edges + match->edge_count - edge) *
				sizeof(*edge));
}

/* The place of an edge that was polled is known better now */
static struct pps_spin_edge *move_edge(struct pps_spin_match *match,
				       struct pps_spin_edge *edge,
				       struct pps_spin_span span)
{
	struct pps_spin_edge moved = *edge;

	moved.span = span;
	pps_spin_edge_drop(match, edge);
	return insert_edge(match, &moved);
}

/* How far spans are from each other, 0 if they meet */
static u64 distance_ticks(struct pps_spin_span a, struct pps_spin_span b)
{
	if (pps_spin_ticks_after(a.earliest_ticks, b.latest_ticks))
		return a.earliest_ticks - b.latest_ticks;
	if (pps_spin_ticks_after(b.earliest_ticks, a.latest_ticks))
		return b.earliest_ticks - a.latest_ticks;
	return 0;
}

/*
 * A stimulus and a look at its edge are near each other; a late look saw the
 * last edge before, and no more is known. Half the distance then, since that
 * edge may be a period old. From the end of the stimulus, which is long if its
 * CPU stood still; one that had not ended by then may have come later, and is
 * the farthest.
 */
static u64 distance_of(const struct pps_spin_match *match,
		       struct pps_spin_span stimulus, struct pps_spin_span look,
		       bool is_late)
{
	if (!is_late)
		return distance_ticks(stimulus, look);
	if (pps_spin_ticks_after(stimulus.earliest_ticks, look.latest_ticks))
		return U64_MAX;
	if (pps_spin_ticks_after(stimulus.latest_ticks, look.latest_ticks))
		return near_ticks(match, true) - 1;
	return (look.latest_ticks - stimulus.latest_ticks) / 2;
}

/* The nearest edge that lacks a poll capture */
static struct pps_spin_edge *find_for_poll(struct pps_spin_match *match,
					   struct pps_spin_span span,
					   bool is_late)
{
	struct pps_spin_edge *edge, *found = NULL;
	u64 best = near_ticks(match, is_late);

	for (edge = match->edges; edge < match->edges + match->edge_count;
	     edge++) {
		u64 distance = distance_of(match, edge->span, span, is_late);

		if (!edge->polled && distance < best) {
			best = distance;
			found = edge;
		}
	}
	return found;
}

/* The nearest edge that the stimulus can have raised */
static struct pps_spin_edge *find_for_stimulus(struct pps_spin_match *match,
					       struct pps_spin_span span)
{
	struct pps_spin_edge *edge, *found = NULL;
	u64 best = U64_MAX;

	for (edge = match->edges; edge < match->edges + match->edge_count;
	     edge++) {
		bool is_late = pps_spin_edge_is_late(edge);
		u64 distance = distance_of(match, span, edge->span, is_late);

		if (!edge->stimulated && distance < best &&
		    distance < near_ticks(match, is_late)) {
			best = distance;
			found = edge;
		}
	}
	return found;
}

/*
 * The edge of a late look may lie long before. Its interrupt may come until the
 * next edge is due: a period after the line was inactive, or when the poller
 * expects it, whose plan may leave some out. A quarter of a period after the
 * look it is still this edge that is due, and came early.
 */
static struct pps_spin_span late_span(const struct pps_spin_match *match,
				      const struct pps_spin_poll_capture *poll,
				      u64 since_ticks)
{
	struct pps_spin_span span = make_span(match, since_ticks,
					      poll->after_ticks);
	u64 period = poll->period_ticks;
	u64 due = poll->until_ticks + period / 2;
	u64 soon = poll->after_ticks + period / 4;

	if (!period || !is_regular(match))
		return span;
	if (pps_spin_ticks_after(due, soon))
		due -= div64_u64(due - soon, period) * period;
	span.irq_until_ticks = later(since_ticks + far_ticks(match),
				     due - 2 * slack_ticks(match));
	return span;
}

/*
 * A look that saw the edge knows when; one that came late knows only that it
 * was there by then, and not at the end of the last look.
 */
static void add_polled_edge(struct pps_spin_match *match,
			    const struct pps_spin_poll_capture *poll,
			    u64 since_ticks)
{
	bool is_late = poll->look == PPS_SPIN_LOOK_LATE;
	struct pps_spin_edge *edge;
	struct pps_spin_span span;

	if (pps_spin_ticks_after(since_ticks, poll->after_ticks))
		since_ticks = poll->after_ticks;
	/* It may be an edge that nobody waited for, and that is out already */
	if (poll->inactive_ticks &&
	    pps_spin_ticks_after(since_ticks, poll->inactive_ticks))
		since_ticks = poll->inactive_ticks;
	span = is_late ? late_span(match, poll, since_ticks) :
			 make_span(match, poll->prev_ticks, poll->after_ticks);
	edge = find_for_poll(match, span, is_late);
	if (!edge && is_stale(match, PPS_SPIN_SIDE_POLL, span))
		return;
	if (!edge)
		edge = add_edge(match, span);
	if (!edge)
		return;
	edge->known_ticks = poll->after_ticks;
	edge->polled = true;
	edge->poll = *poll;
}

/**
 * pps_spin_match_poll - add a look of the poller
 * @match: the matcher, with room: call pps_spin_match_next() in between
 * @poll: how it ended
 */
void pps_spin_match_poll(struct pps_spin_match *match,
			 const struct pps_spin_poll_capture *poll)
{
	u64 since_ticks = match->looked_until_ticks;
	struct pps_spin_past_look look = {
		.look = poll->look,
		.opened_ticks = poll->opened_ticks,
		.closed_ticks = poll->after_ticks,
		.until_ticks = poll->until_ticks,
	};

	if (!match->stimulating)
		match->period_ticks = poll->period_ticks;
	match->waiting = poll->look == PPS_SPIN_LOOK_WAITING;
	if (match->waiting)
		look.until_ticks = poll->after_ticks;
	match->looked_until_ticks = look.until_ticks;
	if (poll->look != PPS_SPIN_LOOK_PLANNED)
		pps_spin_past_add_look(&match->past, &look);
	if (poll->look == PPS_SPIN_LOOK_EDGE ||
	    poll->look == PPS_SPIN_LOOK_LATE)
		add_polled_edge(match, poll, since_ticks);
}

/**
 * pps_spin_match_stimulus - add an edge that we raised
 * @match: the matcher, with room: call pps_spin_match_next() in between
 * @stimulus: when it was raised
 */
void pps_spin_match_stimulus(struct pps_spin_match *match,
			     const struct pps_spin_stimulus_capture *stimulus)
{
	struct pps_spin_edge *edge;
	struct pps_spin_span span;

	match->period_ticks = stimulus->period_ticks;
	span = make_span(match, stimulus->t0_ticks, stimulus->t1_ticks);
	edge = find_for_stimulus(match, span);
	if (edge)
		edge = move_edge(match, edge, span);
	if (!edge && is_stale(match, PPS_SPIN_SIDE_STIMULUS, span))
		return;
	if (!edge)
		edge = add_edge(match, span);
	if (!edge)
		return;
	edge->known_ticks = stimulus->t1_ticks;
	edge->stimulated = true;
	edge->stimulus = *stimulus;
}

/**
 * pps_spin_match_has_room - whether a capture can be added
 * @match: the matcher
 * @side: who captured
 *
 * Return: false if a capture would be lost now.
 */
bool pps_spin_match_has_room(const struct pps_spin_match *match,
			     enum pps_spin_side side)
{
	return (side == PPS_SPIN_SIDE_IRQ ? match->irq_count :
					    match->edge_count) <
	       PPS_SPIN_MATCH_QUEUE;
}

/**
 * pps_spin_match_is_pending - whether a capture waits for its other side
 * @match: the matcher
 *
 * Return: true if pps_spin_match_next() is to be called again later.
 */
bool pps_spin_match_is_pending(const struct pps_spin_match *match)
{
	return match->irq_count || match->edge_count;
}
