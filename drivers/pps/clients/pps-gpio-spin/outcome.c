// SPDX-License-Identifier: GPL-2.0
/*
 * PURE: the record of a pulse, and the count of what became of it
 */
#include "match.h"

/**
 * pps_spin_edge_is_late - whether an edge was seen by a look that came late
 * @edge: the edge
 *
 * Return: true if it was, so that its place is not known by that look.
 */
bool pps_spin_edge_is_late(const struct pps_spin_edge *edge)
{
	return edge->polled && edge->poll.look == PPS_SPIN_LOOK_LATE;
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

/*
 * Why there is no poll capture: what the look of that time says. One that found
 * the line active saw the pulse, if not its edge.
 */
static u32 unpolled_flag(const struct pps_spin_match *match, u64 ticks)
{
	const struct pps_spin_past_look *look =
		pps_spin_past_look_at(&match->past, ticks);

	if (look && look->look == PPS_SPIN_LOOK_SKIPPED)
		return BIT(PPS_SPIN_UNPOLLED);
	if (!look || look->look != PPS_SPIN_LOOK_ACTIVE)
		return BIT(PPS_SPIN_MISSED);
	return BIT(PPS_SPIN_LATE);
}

/* When there was an edge at the latest; a stimulus may have taken its time */
static u64 known_by_ticks(const struct pps_spin_match *match,
			  const struct pps_spin_edge *edge,
			  const struct pps_spin_irq_capture *irq)
{
	if (!edge)
		return irq ? irq->irq_ticks : match->looked_until_ticks;
	if (irq && pps_spin_ticks_after(edge->span.latest_ticks, irq->irq_ticks))
		return irq->irq_ticks;
	return edge->span.latest_ticks;
}

/**
 * pps_spin_outcome - make the record of a pulse and number it
 * @match: the matcher
 * @edge: what is known of its edge, or NULL
 * @irq: its interrupt, or NULL
 * @flags: bits of &enum pps_spin_flag that are known already
 * @record: to be filled
 */
void pps_spin_outcome(struct pps_spin_match *match,
		      const struct pps_spin_edge *edge,
		      const struct pps_spin_irq_capture *irq, u32 flags,
		      struct pps_spin_record *record)
{
	const u64 *seen_ticks = NULL;

	memset(record, 0, sizeof(*record));
	record->flags = flags;
	if (edge)
		fill_edge(record, edge);
	if (edge && edge->polled)
		seen_ticks = &edge->poll.after_ticks;
	else
		record->flags |= unpolled_flag(match,
					       known_by_ticks(match, edge, irq));
	if (edge && pps_spin_edge_is_late(edge))
		record->flags |= BIT(PPS_SPIN_LATE);
	if (irq)
		fill_irq(record, irq);
	else if (match->has_irq)
		record->flags |= BIT(PPS_SPIN_NOIRQ);
	record->flags |= pps_spin_judge_record(&match->judge, record,
					       seen_ticks);
	pps_spin_record_set(record, PPS_SPIN_FLAGS, 0);
	pps_spin_record_set(record, PPS_SPIN_SEQ, ++match->seq);
	count_record(match, record);
}
