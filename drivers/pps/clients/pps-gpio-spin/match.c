// SPDX-License-Identifier: GPL-2.0
/*
 * PURE: pair captures of the same edge and number the pulse
 *
 * A capture waits until the other side has spoken, or for hold_ticks(). Edges
 * are known from the poller or the stimulus, and an interrupt belongs to the
 * last edge before its handler ran, unless a second interrupt claims that one.
 */
#include "match.h"

/* Wait at least this long for the other side: matching is not urgent */
#define HOLD_MIN_NS		100000000ULL
#define HOLD_MAX_NS		500000000ULL

/* An interrupt this much before its edge is paired with it, to be flagged */
#define SLACK_MAX_NS		100000ULL

/* Seconds times rate fits in 64 bits for any counter, so scale in two steps */
static u64 ns_to_ticks(const struct pps_spin_match *match, u64 ns)
{
	return div_u64(match->ticks_per_second * div_u64(ns, 1000), 1000000);
}

static u64 hold_ticks(const struct pps_spin_match *match)
{
	return clamp(match->period_ticks / 2, ns_to_ticks(match, HOLD_MIN_NS),
		     ns_to_ticks(match, HOLD_MAX_NS));
}

static u64 slack_ticks(const struct pps_spin_match *match)
{
	u64 most = ns_to_ticks(match, SLACK_MAX_NS);

	return match->period_ticks ? min(match->period_ticks / 16, most) : most;
}

/* Captures this near each other are of one edge */
static u64 near_ticks(const struct pps_spin_match *match)
{
	return match->period_ticks ? match->period_ticks / 2 :
				     hold_ticks(match);
}

static u64 distance_ticks(u64 a, u64 b)
{
	return pps_spin_ticks_after(a, b) ? a - b : b - a;
}

/**
 * pps_spin_match_init - start with nothing known
 * @match: the matcher
 * @ticks_per_second: rate of the counter
 * @gate_ticks: how much an irq-side stamp may predate the polled edge
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
	match->last_look = PPS_SPIN_LOOK_MISSED;
	match->looked_until_ticks = now_ticks;
	match->last_alone_ticks = now_ticks - ticks_per_second;
	match->last_noirq_ticks = match->last_alone_ticks;
}

/**
 * pps_spin_match_lost - account for captures that could not be read in time
 * @match: the matcher
 * @count: how many
 *
 * Each gets a record of its own without any stamp.
 */
void pps_spin_match_lost(struct pps_spin_match *match, u64 count)
{
	match->lost += count;
}

/**
 * pps_spin_match_irq - add an interrupt
 * @match: the matcher, with room: call pps_spin_match_next() in between
 * @irq: its stamps
 */
void pps_spin_match_irq(struct pps_spin_match *match,
			const struct pps_spin_irq_capture *irq)
{
	u64 gap = irq->irq_ticks - match->last_noirq_ticks;

	if (!match->edge_count && gap < near_ticks(match)) {
		match->stats[PPS_SPIN_STAT_STALE]++;
		return;
	}
	if (match->irq_count == PPS_SPIN_MATCH_QUEUE) {
		pps_spin_match_lost(match, 1);
		return;
	}
	match->irqs[match->irq_count++] = *irq;
}

/* Room for an edge at its place in time, NULL if there is none */
static struct pps_spin_edge *insert_edge(struct pps_spin_match *match,
					 u64 time_ticks)
{
	unsigned int at = match->edge_count;

	if (at == PPS_SPIN_MATCH_QUEUE) {
		pps_spin_match_lost(match, 1);
		return NULL;
	}
	while (at && pps_spin_ticks_after(match->edges[at - 1].time_ticks,
					  time_ticks)) {
		match->edges[at] = match->edges[at - 1];
		at--;
	}
	match->edge_count++;
	memset(&match->edges[at], 0, sizeof(match->edges[at]));
	match->edges[at].time_ticks = time_ticks;
	return &match->edges[at];
}

static bool is_late_sight(const struct pps_spin_edge *edge)
{
	return edge->polled && edge->poll.look == PPS_SPIN_LOOK_LATE;
}

/* A late look knows that its edge was not long before, and no more */
static u64 distance_before(const struct pps_spin_match *match, u64 edge_ticks,
			   u64 seen_ticks)
{
	u64 age = seen_ticks - edge_ticks;

	return age < 2 * near_ticks(match) ? age / 2 : U64_MAX;
}

/* The edge nearest in time that a look can be of */
static struct pps_spin_edge *find_for_poll(struct pps_spin_match *match,
				const struct pps_spin_poll_capture *poll)
{
	struct pps_spin_edge *found = NULL;
	u64 best = near_ticks(match);
	unsigned int i;

	for (i = 0; i < match->edge_count; i++) {
		struct pps_spin_edge *edge = &match->edges[i];
		u64 distance = poll->look == PPS_SPIN_LOOK_LATE ?
			distance_before(match, edge->time_ticks,
					poll->after_ticks) :
			distance_ticks(edge->time_ticks, poll->prev_ticks);

		if (!edge->polled && distance < best) {
			best = distance;
			found = edge;
		}
	}
	return found;
}

/* The edge nearest in time that the stimulus can have raised */
static struct pps_spin_edge *find_for_stimulus(struct pps_spin_match *match,
					       u64 t0_ticks)
{
	struct pps_spin_edge *found = NULL;
	u64 best = near_ticks(match);
	unsigned int i;

	for (i = 0; i < match->edge_count; i++) {
		struct pps_spin_edge *edge = &match->edges[i];
		u64 distance = is_late_sight(edge) ?
			distance_before(match, t0_ticks, edge->known_ticks) :
			distance_ticks(edge->time_ticks, t0_ticks);

		if (!edge->stimulated && distance < best) {
			best = distance;
			found = edge;
		}
	}
	return found;
}

/*
 * A look that saw the edge knows its earliest time; one that came late knows
 * only that it was there at @seen_ticks, and not at the end of the last look.
 */
static void add_polled_edge(struct pps_spin_match *match,
			    const struct pps_spin_poll_capture *poll,
			    u64 earliest_ticks)
{
	struct pps_spin_edge *edge = find_for_poll(match, poll);

	if (!edge && distance_ticks(match->last_alone_ticks,
				    poll->after_ticks) < near_ticks(match)) {
		match->stats[PPS_SPIN_STAT_STALE]++;
		return;
	}
	if (!edge)
		edge = insert_edge(match, earliest_ticks);
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

	if (!match->stimulating)
		match->period_ticks = poll->period_ticks;
	if (pps_spin_ticks_after(since_ticks, poll->after_ticks))
		since_ticks = poll->after_ticks;
	match->looked_until_ticks = poll->until_ticks;
	match->waiting = poll->look == PPS_SPIN_LOOK_WAITING;
	if (poll->look == PPS_SPIN_LOOK_EDGE)
		add_polled_edge(match, poll, poll->prev_ticks);
	else if (poll->look == PPS_SPIN_LOOK_LATE)
		add_polled_edge(match, poll, since_ticks);
	if (poll->look == PPS_SPIN_LOOK_WAITING ||
	    poll->look == PPS_SPIN_LOOK_PLANNED)
		return;
	match->last_look = poll->look;
	match->last_look_ticks = poll->after_ticks;
}

/* The place of a late look's edge is known better now */
static struct pps_spin_edge *move_edge(struct pps_spin_match *match,
				       struct pps_spin_edge *edge,
				       u64 time_ticks)
{
	struct pps_spin_edge moved = *edge;

	match->edge_count--;
	memmove(edge, edge + 1, (match->edges + match->edge_count - edge) *
				sizeof(*edge));
	edge = insert_edge(match, time_ticks);
	*edge = moved;
	edge->time_ticks = time_ticks;
	return edge;
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

	match->period_ticks = stimulus->period_ticks;
	edge = find_for_stimulus(match, stimulus->t0_ticks);
	if (edge && is_late_sight(edge))
		edge = move_edge(match, edge, stimulus->t0_ticks);
	if (!edge)
		edge = insert_edge(match, stimulus->t0_ticks);
	if (!edge)
		return;
	edge->known_ticks = stimulus->t1_ticks;
	edge->stimulated = true;
	edge->stimulus = *stimulus;
}

/* Take an entry out of a queue; both queues are short when all goes well */
static void drop_edge(struct pps_spin_match *match)
{
	match->edge_count--;
	memmove(&match->edges[0], &match->edges[1],
		match->edge_count * sizeof(match->edges[0]));
}

static void drop_irq(struct pps_spin_match *match)
{
	match->irq_count--;
	memmove(&match->irqs[0], &match->irqs[1],
		match->irq_count * sizeof(match->irqs[0]));
}

static void fill_edge(struct pps_spin_record *record,
		      const struct pps_spin_edge *edge)
{
	const struct pps_spin_poll_capture *poll = &edge->poll;

	if (edge->stimulated) {
		pps_spin_record_set(record, PPS_SPIN_T0,
				    edge->stimulus.t0_ticks);
		pps_spin_record_set(record, PPS_SPIN_T1,
				    edge->stimulus.t1_ticks);
	}
	if (!edge->polled)
		return;
	pps_spin_record_set(record, PPS_SPIN_POLL, poll->poll);
	pps_spin_record_set(record, PPS_SPIN_POLL_CPU, poll->cpu);
	if (poll->look != PPS_SPIN_LOOK_EDGE)
		return;
	pps_spin_record_set(record, PPS_SPIN_PREV, poll->prev_ticks);
	pps_spin_record_set(record, PPS_SPIN_BEFORE, poll->before_ticks);
	pps_spin_record_set(record, PPS_SPIN_AFTER, poll->after_ticks);
	pps_spin_record_set(record, PPS_SPIN_READS, poll->reads);
}

static void fill_irq(struct pps_spin_record *record,
		     const struct pps_spin_irq_capture *irq)
{
	record->value[PPS_SPIN_ENTRY] = irq->entry_ticks;
	record->value[PPS_SPIN_EARLY] = irq->early_ticks;
	record->value[PPS_SPIN_ACK] = irq->ack_ticks;
	record->have |= irq->have;
	pps_spin_record_set(record, PPS_SPIN_IRQ, irq->irq_ticks);
	pps_spin_record_set(record, PPS_SPIN_IRQ_CPU, irq->cpu);
}

static enum pps_spin_stat outcome(const struct pps_spin_record *record)
{
	static const enum pps_spin_stat of_flag[] = {
		[PPS_SPIN_LATE] = PPS_SPIN_STAT_LATE,
		[PPS_SPIN_MISSED] = PPS_SPIN_STAT_MISSED,
		[PPS_SPIN_NOIRQ] = PPS_SPIN_STAT_NOIRQ,
		[PPS_SPIN_UNPOLLED] = PPS_SPIN_STAT_UNPOLLED,
	};
	size_t flag;

	if (record->flags & BIT(PPS_SPIN_COALESCED))
		return PPS_SPIN_STAT_COALESCED;
	for (flag = 0; flag < ARRAY_SIZE(of_flag); flag++)
		if (record->flags & BIT(flag))
			return of_flag[flag];
	return PPS_SPIN_STAT_BOTH;
}

static void count_record(struct pps_spin_match *match,
			 const struct pps_spin_record *record)
{
	int flag;

	match->stats[PPS_SPIN_STAT_EDGES]++;
	match->stats[outcome(record)]++;
	for (flag = 0; flag < PPS_SPIN_FLAG_COUNT; flag++)
		if (record->flags & BIT(flag))
			match->flag_stats[flag]++;
}

/* Why there is no poll capture, for an edge that the poller knows nothing of */
static u32 unpolled_flag(const struct pps_spin_match *match)
{
	switch (match->last_look) {
	case PPS_SPIN_LOOK_SKIPPED:
		return BIT(PPS_SPIN_UNPOLLED);
	case PPS_SPIN_LOOK_ACTIVE:
		return BIT(PPS_SPIN_LATE);
	default:
		return BIT(PPS_SPIN_MISSED);
	}
}

/* When the poller saw the line active for this pulse, NULL if it did not */
static const u64 *seen_ticks(const struct pps_spin_match *match,
			     const struct pps_spin_edge *edge)
{
	if (edge && edge->polled)
		return &edge->poll.after_ticks;
	if (match->last_look == PPS_SPIN_LOOK_ACTIVE)
		return &match->last_look_ticks;
	return NULL;
}

/* Make the record of an edge, of an interrupt, or of both, and number it */
static void publish(struct pps_spin_match *match,
		    const struct pps_spin_edge *edge,
		    const struct pps_spin_irq_capture *irq, u32 flags,
		    struct pps_spin_record *record)
{
	memset(record, 0, sizeof(*record));
	record->flags = flags;
	if (edge)
		fill_edge(record, edge);
	if (edge && edge->polled && edge->poll.look == PPS_SPIN_LOOK_LATE)
		record->flags |= BIT(PPS_SPIN_LATE);
	if (!edge || !edge->polled)
		record->flags |= unpolled_flag(match);
	if (irq)
		fill_irq(record, irq);
	else if (match->has_irq)
		record->flags |= BIT(PPS_SPIN_NOIRQ);
	record->flags |= pps_spin_judge_record(&match->judge, record,
					       seen_ticks(match, edge));
	record->have |= BIT(PPS_SPIN_FLAGS);
	pps_spin_record_set(record, PPS_SPIN_SEQ, ++match->seq);
	count_record(match, record);
}

static bool held_long_enough(const struct pps_spin_match *match, u64 since,
			     u64 now_ticks)
{
	return pps_spin_ticks_after(now_ticks, since + hold_ticks(match));
}

/* Whether the poller may still report an edge at this time */
static bool poller_decided(const struct pps_spin_match *match, u64 ticks)
{
	return match->waiting ||
	       pps_spin_ticks_after(match->looked_until_ticks, ticks);
}

/* Whether interrupt @n came after edge @n, and before the next one if any */
static bool irq_follows(const struct pps_spin_match *match, unsigned int irq,
			unsigned int edge)
{
	u64 ticks = match->irqs[irq].irq_ticks + slack_ticks(match);

	if (edge >= match->edge_count)
		return false;
	return !pps_spin_ticks_after(match->edges[edge].time_ticks, ticks);
}

static bool publish_irq_alone(struct pps_spin_match *match, u64 now_ticks,
			      struct pps_spin_record *record)
{
	u64 ticks = match->irqs[0].irq_ticks;

	if ((match->stimulating || !poller_decided(match, ticks)) &&
	    !held_long_enough(match, ticks, now_ticks))
		return false;
	publish(match, NULL, &match->irqs[0], 0, record);
	match->last_alone_ticks = ticks;
	drop_irq(match);
	return true;
}

static bool publish_edge_alone(struct pps_spin_match *match, u32 flags,
			       struct pps_spin_record *record)
{
	publish(match, &match->edges[0], NULL, flags, record);
	match->last_noirq_ticks = match->edges[0].time_ticks;
	drop_edge(match);
	return true;
}

static bool edge_is_complete(const struct pps_spin_match *match)
{
	const struct pps_spin_edge *edge = &match->edges[0];

	if (match->stimulating && !edge->stimulated)
		return false;
	return edge->polled || poller_decided(match, edge->time_ticks);
}

/**
 * pps_spin_match_has_room - whether a capture can be added
 * @match: the matcher
 *
 * Return: false if a capture would be lost now.
 */
bool pps_spin_match_has_room(const struct pps_spin_match *match)
{
	return match->irq_count < PPS_SPIN_MATCH_QUEUE &&
	       match->edge_count < PPS_SPIN_MATCH_QUEUE;
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
	bool held;

	if (match->lost) {
		match->lost--;
		publish(match, NULL, NULL, BIT(PPS_SPIN_COALESCED), record);
		return true;
	}
	if (match->irq_count && !irq_follows(match, 0, 0))
		return publish_irq_alone(match, now_ticks, record);
	if (!match->edge_count)
		return false;
	held = held_long_enough(match, match->edges[0].known_ticks, now_ticks);
	if (!held && !edge_is_complete(match))
		return false;
	if (!match->irq_count)
		return (held || !match->has_irq) &&
		       publish_edge_alone(match, 0, record);
	if (irq_follows(match, 0, 1)) {
		/* Two edges before one interrupt: whose is it? */
		bool second = match->irq_count > 1 && !irq_follows(match, 1, 2);

		if (!second)
			return held && publish_edge_alone(match,
					BIT(PPS_SPIN_COALESCED), record);
	}
	publish(match, &match->edges[0], &match->irqs[0], 0, record);
	drop_edge(match);
	drop_irq(match);
	return true;
}
