// SPDX-License-Identifier: GPL-2.0
/*
 * PURE: which stamp of a pulse a method means, and when that was on a clock
 */
#include "convert.h"

#define NS_PER_SECOND	1000000000ULL

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

/* A poller that was held up amid the bracket has no sample for this pulse */
static enum pps_spin_sample choose_poll(const struct pps_spin_record *record,
					enum pps_spin_method method, u64 *ticks)
{
	u64 before = record->value[PPS_SPIN_BEFORE];
	u64 after = record->value[PPS_SPIN_AFTER];

	if (!pps_spin_record_has(record, PPS_SPIN_AFTER) ||
	    record->flags & BIT(PPS_SPIN_WIDE))
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

/* A duration in ticks at the rate of a clock over the last pulse */
static s64 scale_ns(u64 ticks, u64 span_ticks, u64 span_ns)
{
	return mul_u64_u64_div_u64(ticks, span_ns, span_ticks);
}

/**
 * pps_spin_convert - when a stamp was, on the clocks
 * @before: clocks at the pulse before, or all 0
 * @now: clocks after the stamp
 * @ticks: the stamp
 * @ticks_per_second: nominal rate of the counter
 * @real_ns: set to CLOCK_REALTIME
 * @raw_ns: set to CLOCK_MONOTONIC_RAW
 *
 * The rate of each clock is that between the two readings, so that slewing
 * does not matter, unless the clock was set between them.
 */
void pps_spin_convert(const struct pps_spin_clock *before,
		      const struct pps_spin_clock *now, u64 ticks,
		      u64 ticks_per_second, s64 *real_ns, s64 *raw_ns)
{
	u64 age = now->ticks - ticks;
	u64 span = now->ticks - before->ticks;

	if (!before->ticks || before->set_count != now->set_count || !span) {
		*real_ns = now->real_ns - scale_ns(age, ticks_per_second,
						   NS_PER_SECOND);
		*raw_ns = now->raw_ns - scale_ns(age, ticks_per_second,
						 NS_PER_SECOND);
		return;
	}
	*real_ns = now->real_ns - scale_ns(age, span,
					   now->real_ns - before->real_ns);
	*raw_ns = now->raw_ns - scale_ns(age, span,
					 now->raw_ns - before->raw_ns);
}
