// SPDX-License-Identifier: GPL-2.0
/*
 * The capture methods, and the stamp that each gives a pulse
 */
#include "method.h"

/* Stamps further apart than this, in ticks, belong to no common pulse */
#define APART_MAX	(1LL << 61)

static const char * const names[METHOD_COUNT] = {
	[METHOD_ENTRY]		= "entry",
	[METHOD_EARLY]		= "early",
	[METHOD_ACK]		= "ack",
	[METHOD_IRQ]		= "irq",
	[METHOD_POLL_AFTER]	= "poll-after",
	[METHOD_POLL_BRACKET]	= "poll-bracket",
	[METHOD_POLL_MMIO]	= "poll-mmio",
};

static const enum pps_spin_column irq_side_column[METHOD_IRQ_SIDE_COUNT] = {
	[METHOD_ENTRY]		= PPS_SPIN_ENTRY,
	[METHOD_EARLY]		= PPS_SPIN_EARLY,
	[METHOD_ACK]		= PPS_SPIN_ACK,
	[METHOD_IRQ]		= PPS_SPIN_IRQ,
};

static const enum pps_spin_poll poll_variant[METHOD_COUNT] = {
	[METHOD_POLL_AFTER]	= PPS_SPIN_POLL_AFTER,
	[METHOD_POLL_BRACKET]	= PPS_SPIN_POLL_BRACKET,
	[METHOD_POLL_MMIO]	= PPS_SPIN_POLL_MMIO,
};

/**
 * method_name - name of a method
 * @method: the method
 *
 * Return: its name, the same as in the stream.
 */
const char *method_name(enum method method)
{
	return names[method];
}

/**
 * method_find - the method of a name
 * @name: the name
 *
 * Return: the method, or -EINVAL.
 */
int method_find(const char *name)
{
	int i;

	for (i = 0; i < METHOD_COUNT; i++)
		if (!strcmp(names[i], name))
			return i;
	return -EINVAL;
}

/**
 * method_column - the column of a method of the interrupt side
 * @method: the method
 *
 * Return: the column that holds its stamp.
 */
enum pps_spin_column method_column(enum method method)
{
	return irq_side_column[method];
}

/**
 * half_ticks_since - the time between two counter values, across a wrap
 * @ticks: the counter value
 * @origin_ticks: counter value that becomes 0
 * @half_ticks: set
 *
 * Return: false if they are too far apart to be of one pulse, or to be doubled.
 */
bool half_ticks_since(u64 ticks, u64 origin_ticks, s64 *half_ticks)
{
	s64 apart = (s64)(ticks - origin_ticks);

	if (apart >= APART_MAX || apart <= -APART_MAX)
		return false;
	*half_ticks = 2 * apart;
	return true;
}

static bool column_since(const struct pps_spin_record *record,
			 enum pps_spin_column column, u64 origin,
			 s64 *half_ticks)
{
	return pps_spin_record_has(record, column) &&
	       half_ticks_since(record->value[column], origin, half_ticks);
}

/**
 * method_anchor - a counter value that is near the edge of a pulse
 * @record: the pulse
 * @ticks: set
 *
 * Return: false if the pulse has no stamp at all.
 */
bool method_anchor(const struct pps_spin_record *record, u64 *ticks)
{
	static const enum pps_spin_column order[] = {
		PPS_SPIN_AFTER, PPS_SPIN_ACK, PPS_SPIN_IRQ, PPS_SPIN_EARLY,
		PPS_SPIN_ENTRY,
	};
	size_t i;

	for (i = 0; i < ARRAY_SIZE(order); i++)
		if (pps_spin_record_has(record, order[i])) {
			*ticks = record->value[order[i]];
			return true;
		}
	return false;
}

/**
 * method_polled_edge - the edge as the poller saw it
 * @record: the pulse
 * @origin_ticks: counter value that becomes 0
 * @half_ticks: set to the middle of [before, after]; to after where the record
 *		has no before
 *
 * The same for every variant of the poll, so that a capture that rotates
 * through them has one reference.
 *
 * Return: false if the poller did not see it.
 */
bool method_polled_edge(const struct pps_spin_record *record,
			u64 origin_ticks, s64 *half_ticks)
{
	s64 before, after;

	if (!column_since(record, PPS_SPIN_AFTER, origin_ticks, &after))
		return false;
	if (!column_since(record, PPS_SPIN_BEFORE, origin_ticks, &before))
		before = after;
	*half_ticks = before + (after - before) / 2;
	return true;
}

/**
 * method_stamp - the stamp that a method gives a pulse
 * @record: the pulse
 * @method: the method
 * @origin_ticks: counter value that becomes 0
 * @half_ticks: set to the stamp
 *
 * Return: false if the method has none for this pulse.
 */
bool method_stamp(const struct pps_spin_record *record, enum method method,
		  u64 origin_ticks, s64 *half_ticks)
{
	if (!method_is_poll(method))
		return column_since(record, irq_side_column[method],
				    origin_ticks, half_ticks);
	if (!pps_spin_record_has(record, PPS_SPIN_POLL) ||
	    record->value[PPS_SPIN_POLL] != poll_variant[method])
		return false;
	if (method == METHOD_POLL_AFTER)
		return column_since(record, PPS_SPIN_AFTER, origin_ticks,
				    half_ticks);
	return method_polled_edge(record, origin_ticks, half_ticks);
}

/**
 * method_after_polled - how long after the polled edge a method's stamp is
 * @record: the pulse
 * @method: the method
 * @half_ticks: set to the delay
 *
 * Return: false if one of the two is missing.
 */
bool method_after_polled(const struct pps_spin_record *record,
			 enum method method, s64 *half_ticks)
{
	u64 origin = record->value[PPS_SPIN_AFTER];
	s64 edge, stamp;

	if (!method_polled_edge(record, origin, &edge) ||
	    !method_stamp(record, method, origin, &stamp))
		return false;
	*half_ticks = stamp - edge;
	return true;
}

/**
 * method_is_sound - whether a method's stamp may enter a statistic
 * @record: the pulse
 * @method: the method
 *
 * Return: false if the driver found that the stamp belongs to something else.
 */
bool method_is_sound(const struct pps_spin_record *record, enum method method)
{
	if (record->flags & (BIT(PPS_SPIN_COALESCED) |
			     BIT(PPS_SPIN_COUNTER_JUMP)))
		return false;
	if (method == METHOD_ENTRY || method == METHOD_EARLY)
		return !(record->flags & BIT(PPS_SPIN_MISATTRIBUTED));
	return true;
}
