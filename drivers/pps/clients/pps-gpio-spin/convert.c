// SPDX-License-Identifier: GPL-2.0
/*
 * PURE: which stamp of a pulse a method means, and when that was on a clock
 */
#include "convert.h"

#define NS_PER_SECOND		1000000000ULL

/* Readings closer than this part of a second tell no rate */
#define SHORT_SPAN_PER_SECOND	10000

/*
 * How much longer than the turn that saw the edge the one before it may be: as
 * much as a bracket may be wider than the usual one, see judge.c
 */
#define TURN_FACTOR		4

/* The stamp of the interrupt that a method means */
static enum pps_spin_column irq_column(enum pps_spin_method method)
{
	switch (method) {
	case PPS_SPIN_METHOD_ENTRY:
		return PPS_SPIN_ENTRY;
	case PPS_SPIN_METHOD_EARLY:
		return PPS_SPIN_EARLY;
	case PPS_SPIN_METHOD_ACK:
		return PPS_SPIN_ACK;
	default:
		return PPS_SPIN_IRQ;
	}
}

/* entry and early are of the exception, which may be another interrupt's */
static enum pps_spin_sample choose_irq(const struct pps_spin_record *record,
				       enum pps_spin_column column, u64 *ticks)
{
	bool doubted = record->flags & BIT(PPS_SPIN_MISATTRIBUTED) &&
		       (column == PPS_SPIN_ENTRY || column == PPS_SPIN_EARLY);

	if (!pps_spin_record_has(record, PPS_SPIN_IRQ))
		return PPS_SPIN_SAMPLE_NONE;
	if (pps_spin_record_has(record, column) && !doubted) {
		*ticks = record->value[column];
		return PPS_SPIN_SAMPLE_GOOD;
	}
	*ticks = record->value[pps_spin_record_has(record, PPS_SPIN_ACK) ?
			       PPS_SPIN_ACK : PPS_SPIN_IRQ];
	return PPS_SPIN_SAMPLE_FALLBACK;
}

/*
 * The turn from prev to before has a counter read and a level read, like that
 * from before to after. If it is much longer, the poller was away in it: between
 * two chunks, or where firmware or a hypervisor took the CPU. Then the edge most
 * likely came while it was, and not amid the read that saw it. The tick is for
 * turns that are shorter than one.
 */
static bool was_away(const struct pps_spin_record *record)
{
	u64 before = record->value[PPS_SPIN_BEFORE];
	u64 turn = record->value[PPS_SPIN_AFTER] - before;

	return before - record->value[PPS_SPIN_PREV] > (turn + 1) * TURN_FACTOR;
}

/*
 * A poller that was held up has no sample for this pulse. A wide bracket is told
 * from the pulses before, if these are enough, and are not as wide themselves;
 * the two turns of one bracket can be compared on any pulse.
 */
static enum pps_spin_sample choose_poll(const struct pps_spin_record *record,
					enum pps_spin_method method, u64 *ticks)
{
	u64 before = record->value[PPS_SPIN_BEFORE];
	u64 after = record->value[PPS_SPIN_AFTER];

	if (!pps_spin_record_has(record, PPS_SPIN_PREV) ||
	    record->flags & BIT(PPS_SPIN_WIDE) || was_away(record))
		return PPS_SPIN_SAMPLE_NONE;
	*ticks = method == PPS_SPIN_METHOD_POLL_AFTER ?
		 after : before + (after - before) / 2;
	return PPS_SPIN_SAMPLE_GOOD;
}

/**
 * pps_spin_choose - the stamp of a pulse that a method means
 * @record: the pulse
 * @method: the method
 * @ticks: set if there is one
 *
 * Return: whether the stamp is the method's.
 */
enum pps_spin_sample pps_spin_choose(const struct pps_spin_record *record,
				     enum pps_spin_method method, u64 *ticks)
{
	switch (method) {
	case PPS_SPIN_METHOD_NONE:
		return PPS_SPIN_SAMPLE_NONE;
	case PPS_SPIN_METHOD_POLL_AFTER:
	case PPS_SPIN_METHOD_POLL_BRACKET:
	case PPS_SPIN_METHOD_POLL_MMIO:
		return choose_poll(record, method, ticks);
	default:
		return choose_irq(record, irq_column(method), ticks);
	}
}

/**
 * pps_spin_rate_init - start with one reading
 * @rate: the readings
 * @ticks_per_second: nominal rate of the counter
 * @now: the reading
 */
void pps_spin_rate_init(struct pps_spin_rate *rate, u64 ticks_per_second,
			const struct pps_spin_clock *now)
{
	rate->ticks_per_second = ticks_per_second;
	rate->earlier = *now;
	rate->next = *now;
	rate->now = *now;
}

/**
 * pps_spin_rate_read - take one more reading
 * @rate: the readings
 * @now: the reading, not before the last one
 *
 * Readings of pulses that are released together are microseconds apart, but
 * their stamps are up to half a second old, and each reading is cut to a ns:
 * a rate over less than the age would multiply that. So the earlier reading is
 * half a second old at least. It is not much older than it has to be, so that
 * the rate is that of now when the clock is slewed.
 *
 * After an outage it is as old as the outage is long, for half a second or one
 * pulse. The rate is the mean of hours then. That is still better than the
 * nominal one: a crystal stays within 1 ppm or so of what it was, but is tens
 * of ppm off its name, and what the clock was slewed by in hours is little.
 */
void pps_spin_rate_read(struct pps_spin_rate *rate,
			const struct pps_spin_clock *now)
{
	if (now->set_count != rate->now.set_count) {
		pps_spin_rate_init(rate, rate->ticks_per_second, now);
		return;
	}
	rate->now = *now;
	if (now->ticks - rate->next.ticks < rate->ticks_per_second / 2)
		return;
	rate->earlier = rate->next;
	rate->next = *now;
}

/* A duration in ticks at the rate of a clock */
static s64 scale_ns(u64 ticks, u64 span_ticks, u64 span_ns)
{
	return mul_u64_u64_div_u64(ticks, span_ns, span_ticks);
}

/**
 * pps_spin_convert - when a stamp was, on the clocks
 * @rate: readings, the last of them after the stamp
 * @ticks: the stamp
 * @real_ns: set to CLOCK_REALTIME
 * @raw_ns: set to CLOCK_MONOTONIC_RAW
 *
 * The rate of each clock is that between the two readings, so that a steady slew
 * does not matter. Readings less than 100 us apart tell it to 10 ppm at best,
 * which the nominal rate is good for, too: that is used just after the first
 * reading, and after the clock was set.
 */
void pps_spin_convert(const struct pps_spin_rate *rate, u64 ticks,
		      s64 *real_ns, s64 *raw_ns)
{
	const struct pps_spin_clock *earlier = &rate->earlier;
	const struct pps_spin_clock *now = &rate->now;
	u64 span = now->ticks - earlier->ticks;
	u64 real_span_ns = now->real_ns - earlier->real_ns;
	u64 raw_span_ns = now->raw_ns - earlier->raw_ns;
	u64 age = now->ticks - ticks;

	if (span < div_u64(rate->ticks_per_second, SHORT_SPAN_PER_SECOND)) {
		span = rate->ticks_per_second;
		real_span_ns = NS_PER_SECOND;
		raw_span_ns = NS_PER_SECOND;
	}
	*real_ns = now->real_ns - scale_ns(age, span, real_span_ns);
	*raw_ns = now->raw_ns - scale_ns(age, span, raw_span_ns);
}
