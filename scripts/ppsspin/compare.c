// SPDX-License-Identifier: GPL-2.0
/*
 * Methods compared on the same pulses, and with and without the poller
 */
#include <math.h>

#include "compare.h"

/**
 * pair_analyse - compare two methods on the same pulses
 * @report: @earlier and @later are set; the rest is filled
 * @stamps: the stamps of a segment
 * @bootstrap: its seed is set
 * @scratch: room for every pulse of the segment
 * @more_scratch: the same
 *
 * Return: false if no pulse has both stamps.
 */
bool pair_analyse(struct pair_report *report, const struct stamps *stamps,
		  struct bootstrap *bootstrap, double *scratch,
		  double *more_scratch)
{
	size_t n = stamps_differences(stamps, stamps->method[report->later],
				      stamps->method[report->earlier], scratch);
	struct sample sample;

	if (!n)
		return false;
	memcpy(more_scratch, scratch, n * sizeof(*scratch));
	sample_open(&sample, more_scratch, n);
	report->mean = bootstrap_mean(bootstrap, scratch, n);
	report->p50 = bootstrap_median(bootstrap, scratch, &sample);
	summarise_sample(&sample, &report->difference);
	sample_close(&sample);
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
 * @bootstrap: two, of different seeds
 * @scratch: room for every pulse of @train
 * @more_scratch: the same
 */
void observer_analyse(struct observer_report *report,
		      const struct residuals *residuals,
		      const struct train *train, struct bootstrap *bootstrap,
		      double *scratch, double *more_scratch)
{
	size_t polled = collect_side(residuals, train, true, scratch);
	size_t unpolled = collect_side(residuals, train, false, more_scratch);

	report->mean = bootstrap_mean_difference(bootstrap, scratch, polled,
						 more_scratch, unpolled);
	summarise(scratch, polled, &report->polled);
	summarise(more_scratch, unpolled, &report->unpolled);
	report->mean_difference = report->polled.mean - report->unpolled.mean;
	report->p50_difference = report->polled.p[P50] -
				 report->unpolled.p[P50];
}
