// SPDX-License-Identifier: GPL-2.0
/*
 * Methods compared on the same pulses, and with and without the poller
 */
#include <math.h>

#include "compare.h"

static size_t collect_pairs(const struct pair_report *report,
			    const struct capture *capture,
			    const struct segment *segment, double *half_ticks)
{
	const struct pps_spin_record *record = capture->pulses + segment->first;
	size_t i, n = 0;

	for (i = 0; i < segment->count; i++, record++) {
		u64 origin = record->value[PPS_SPIN_AFTER];
		s64 earlier, later;

		if (!pps_spin_record_has(record, PPS_SPIN_AFTER))
			origin = record->value[PPS_SPIN_IRQ];
		if (method_is_sound(record, report->earlier) &&
		    method_is_sound(record, report->later) &&
		    method_stamp(record, report->earlier, origin, &earlier) &&
		    method_stamp(record, report->later, origin, &later))
			half_ticks[n++] = later - earlier;
	}
	return n;
}

/**
 * pair_analyse - compare two methods on the same pulses
 * @report: @earlier and @later are set; the rest is filled
 * @capture: the capture
 * @segment: the part of it
 * @seed: of the bootstrap
 * @scratch: room for every pulse of @segment
 * @more_scratch: the same
 *
 * Return: false if no pulse has both stamps.
 */
bool pair_analyse(struct pair_report *report, const struct capture *capture,
		  const struct segment *segment, u64 seed, double *scratch,
		  double *more_scratch)
{
	size_t n = collect_pairs(report, capture, segment, scratch);

	if (!n)
		return false;
	report->mean = bootstrap_mean(scratch, n, seed);
	report->p50 = bootstrap_median(scratch, n, seed, more_scratch);
	summarise(scratch, n, &report->difference);
	return true;
}

/* Residuals that passed the gate, of pulses that were polled, or were not */
static size_t collect_side(const struct residuals *residuals,
			   const struct train *train, bool polled,
			   double *values)
{
	size_t i, n = 0;

	for (i = 0; i < residuals->n; i++) {
		const struct pps_spin_record *record =
			&train->records[train->record[residuals->position[i]]];
		bool unpolled = record->flags & BIT(PPS_SPIN_UNPOLLED);

		if (residuals->gated[i])
			continue;
		if (polled ? pps_spin_record_has(record, PPS_SPIN_AFTER) :
			     unpolled)
			values[n++] = residuals->value[i];
	}
	return n;
}

/**
 * observer_analyse - does polling move the stamps of a method?
 * @report: filled
 * @residuals: of the method
 * @train: the train
 * @seed: of the bootstrap
 * @scratch: room for every pulse of @train
 * @more_scratch: the same
 */
void observer_analyse(struct observer_report *report,
		      const struct residuals *residuals,
		      const struct train *train, u64 seed, double *scratch,
		      double *more_scratch)
{
	size_t polled = collect_side(residuals, train, true, scratch);
	size_t unpolled = collect_side(residuals, train, false, more_scratch);

	report->mean = bootstrap_mean_difference(scratch, polled, more_scratch,
						 unpolled, seed);
	summarise(scratch, polled, &report->polled);
	summarise(more_scratch, unpolled, &report->unpolled);
	report->mean_difference = report->polled.mean - report->unpolled.mean;
	report->p50_difference = report->polled.p[P50] -
				 report->unpolled.p[P50];
}
