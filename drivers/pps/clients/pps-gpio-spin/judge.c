// SPDX-License-Identifier: GPL-2.0
/*
 * PURE: what is unusual or impossible about a pulse
 *
 * The gate is what attribution tolerates: brackets of up to twice the gate
 * prove the stamps inside them, and elsewhere the way to the acknowledge may be
 * the gate longer than a multiple of the usual.
 */
#include "judge.h"

/* Durations to see before the usual one is trusted, and how far is too far */
#define USUAL_ENOUGH		8
#define USUAL_FACTOR		4

/* The plain way is the shortest, which one that is plain shows at once */
#define PLAIN_ENOUGH		2

static void usual_update(struct pps_spin_usual *usual, u64 ticks)
{
	u64 step = max(usual->ticks / 16, (u64)1);

	if (!usual->count)
		usual->ticks = ticks;
	else if (ticks > usual->ticks)
		usual->ticks += step;
	else if (ticks < usual->ticks)
		usual->ticks -= step;
	if (usual->count < USUAL_ENOUGH)
		usual->count++;
}

/*
 * The plain way, with nothing on it: the shortest of the first ones, and then
 * one in sixteen is shorter
 */
static void plain_update(struct pps_spin_usual *usual, u64 ticks)
{
	u64 step = max(usual->ticks / 256, (u64)1);

	if (usual->count < USUAL_ENOUGH)
		usual->ticks = usual->count ? min(usual->ticks, ticks) : ticks;
	else if (ticks > usual->ticks)
		usual->ticks += step;
	else
		usual->ticks = max(ticks, usual->ticks -
				   min(usual->ticks, 15 * step));
	if (usual->count < USUAL_ENOUGH)
		usual->count++;
}

/*
 * Whether a duration is too long, if @enough were seen. The usual is known to a
 * tick, and may be 0 where that is a long time.
 */
static bool usual_exceeded(const struct pps_spin_usual *usual, u32 enough,
			   u64 ticks, u64 margin_ticks)
{
	return usual->count >= enough &&
	       ticks > (usual->ticks + 1) * USUAL_FACTOR + margin_ticks;
}

static const enum pps_spin_column irq_columns[] = {
	PPS_SPIN_ENTRY, PPS_SPIN_EARLY, PPS_SPIN_ACK, PPS_SPIN_IRQ,
};

static bool stamps_in_order(const struct pps_spin_record *record)
{
	u64 last = 0;
	bool any = false;
	size_t i;

	for (i = 0; i < ARRAY_SIZE(irq_columns); i++) {
		u64 value = record->value[irq_columns[i]];

		if (!pps_spin_record_has(record, irq_columns[i]))
			continue;
		if (any && pps_spin_ticks_after(last, value))
			return false;
		any = true;
		last = value;
	}
	return true;
}

/* Whether any irq-side stamp lies before @limit_ticks */
static bool stamp_before(const struct pps_spin_record *record, u64 limit_ticks)
{
	size_t i;

	for (i = 0; i < ARRAY_SIZE(irq_columns); i++)
		if (pps_spin_record_has(record, irq_columns[i]) &&
		    pps_spin_ticks_after(limit_ticks,
					 record->value[irq_columns[i]]))
			return true;
	return false;
}

/*
 * The way to the acknowledge is long if another interrupt was served on it, or
 * if the CPU was held up. It begins at early, if that is known: nothing is
 * served before. On a busy machine half of the ways have something on them, so
 * that it is the plain way that tells.
 */
static bool gap_exceeded(struct pps_spin_judge *judge,
			 const struct pps_spin_record *record)
{
	enum pps_spin_column start = pps_spin_record_has(record, PPS_SPIN_EARLY) ?
				     PPS_SPIN_EARLY : PPS_SPIN_ENTRY;
	enum pps_spin_column end = pps_spin_record_has(record, PPS_SPIN_ACK) ?
				   PPS_SPIN_ACK : PPS_SPIN_IRQ;
	bool exceeded;
	u64 gap;

	if (!pps_spin_record_has(record, start))
		return false;
	gap = record->value[end] - record->value[start];
	exceeded = usual_exceeded(&judge->plain_gap, PLAIN_ENOUGH, gap,
				  judge->gate_ticks);
	/* A run of misattributed stamps must not become the plain way */
	if (exceeded)
		judge->plain_gap.ticks++;
	else
		plain_update(&judge->plain_gap, gap);
	return exceeded;
}

/*
 * Whether the bracket is so narrow that a stamp inside it cannot predate the
 * edge by more than the gate, seen from its middle
 */
static bool bracket_proves(const struct pps_spin_judge *judge,
			   const struct pps_spin_record *record)
{
	return pps_spin_record_has(record, PPS_SPIN_PREV) &&
	       record->value[PPS_SPIN_AFTER] - record->value[PPS_SPIN_PREV] <=
	       2 * judge->gate_ticks;
}

/*
 * A stamp before the bracket is not of this edge, and one after the line was
 * seen active is late at worst. In between, where the bracket says too little
 * or there is none, the gap has to tell.
 */
static bool misattributed(struct pps_spin_judge *judge,
			  const struct pps_spin_record *record,
			  const u64 *seen_ticks)
{
	bool gap;

	if (!stamps_in_order(record))
		return true;
	if (pps_spin_record_has(record, PPS_SPIN_PREV) &&
	    stamp_before(record, record->value[PPS_SPIN_PREV]))
		return true;
	/* Only stamps that may be right teach what is usual */
	gap = gap_exceeded(judge, record);
	if (seen_ticks && !stamp_before(record, *seen_ticks))
		return false;
	return gap && !bracket_proves(judge, record);
}

static bool bracket_is_wide(struct pps_spin_judge *judge,
			    const struct pps_spin_record *record)
{
	struct pps_spin_usual *usual =
		&judge->usual_bracket[record->value[PPS_SPIN_POLL]];
	u64 width = record->value[PPS_SPIN_AFTER] -
		    record->value[PPS_SPIN_PREV];
	bool wide = usual_exceeded(usual, USUAL_ENOUGH, width, 0);

	usual_update(usual, width);
	return wide;
}

static bool cpu_changed(int *last_cpu, const struct pps_spin_record *record,
			enum pps_spin_column column)
{
	int cpu = record->value[column];
	bool changed;

	if (!pps_spin_record_has(record, column))
		return false;
	changed = *last_cpu >= 0 && *last_cpu != cpu;
	*last_cpu = cpu;
	return changed;
}

/* When the pulse was at the earliest, and at the latest */
static u64 earliest_ticks(const struct pps_spin_record *record)
{
	if (pps_spin_record_has(record, PPS_SPIN_PREV))
		return record->value[PPS_SPIN_PREV];
	if (pps_spin_record_has(record, PPS_SPIN_T0))
		return record->value[PPS_SPIN_T0];
	return record->value[PPS_SPIN_IRQ];
}

static u64 latest_ticks(const struct pps_spin_record *record)
{
	if (pps_spin_record_has(record, PPS_SPIN_IRQ))
		return record->value[PPS_SPIN_IRQ];
	if (pps_spin_record_has(record, PPS_SPIN_AFTER))
		return record->value[PPS_SPIN_AFTER];
	return record->value[PPS_SPIN_T1];
}

static u32 judge_continuity(struct pps_spin_judge *judge,
			    const struct pps_spin_record *record)
{
	const u32 timed = BIT(PPS_SPIN_PREV) | BIT(PPS_SPIN_IRQ) |
			  BIT(PPS_SPIN_T0);
	u32 flags = 0;

	if (cpu_changed(&judge->last_poll_cpu, record, PPS_SPIN_POLL_CPU))
		flags |= BIT(PPS_SPIN_CPU_CHANGED);
	if (cpu_changed(&judge->last_irq_cpu, record, PPS_SPIN_IRQ_CPU))
		flags |= BIT(PPS_SPIN_CPU_CHANGED);
	if (!(record->have & timed))
		return flags;
	if (pps_spin_ticks_after(judge->last_ticks, latest_ticks(record)))
		flags |= BIT(PPS_SPIN_COUNTER_JUMP);
	judge->last_ticks = earliest_ticks(record);
	return flags;
}

/**
 * pps_spin_judge_init - start with nothing seen
 * @judge: the judge
 * @gate_ticks: what attribution tolerates, see judge.c
 * @now_ticks: now
 */
void pps_spin_judge_init(struct pps_spin_judge *judge, u64 gate_ticks,
			 u64 now_ticks)
{
	memset(judge, 0, sizeof(*judge));
	judge->gate_ticks = gate_ticks;
	judge->last_ticks = now_ticks;
	judge->last_poll_cpu = -1;
	judge->last_irq_cpu = -1;
}

/**
 * pps_spin_judge_record - find the flags that the record's own values deserve
 * @judge: the judge, which learns from the record what is usual
 * @record: a record with all its columns, in the order of the pulses
 * @seen_ticks: when the line was seen active for this pulse, NULL if it was not
 *
 * Return: bits of &enum pps_spin_flag to be set: wide, first, misattributed,
 * cpu-changed, counter-jump.
 */
u32 pps_spin_judge_record(struct pps_spin_judge *judge,
			  const struct pps_spin_record *record,
			  const u64 *seen_ticks)
{
	u32 flags = 0;

	if (pps_spin_record_has(record, PPS_SPIN_PREV)) {
		if (bracket_is_wide(judge, record))
			flags |= BIT(PPS_SPIN_WIDE);
		if (record->value[PPS_SPIN_READS] == 1)
			flags |= BIT(PPS_SPIN_FIRST);
	}
	if (pps_spin_record_has(record, PPS_SPIN_IRQ) &&
	    misattributed(judge, record, seen_ticks))
		flags |= BIT(PPS_SPIN_MISATTRIBUTED);
	return flags | judge_continuity(judge, record);
}
