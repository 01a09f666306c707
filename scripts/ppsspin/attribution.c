// SPDX-License-Identifier: GPL-2.0
/*
 * Stamps that belong to another interrupt: which, in what runs, how often
 *
 * The pulse drifts through the period of the kernel's timer tick. While it
 * meets the tick's exception it is served from there, for a run of pulses; the
 * next run comes one beat later.
 */
#include <math.h>
#include <stdlib.h>

#include "attribution.h"
#include "util.h"

/* Pulses missing between two stamps of one run */
#define RUN_GAP_MAX	3

static void start_run(struct attribution_report *report, u64 seq)
{
	report->runs = xrealloc(report->runs, report->run_count + 1,
				sizeof(*report->runs));
	report->runs[report->run_count++] = (struct run){ .first_seq = seq };
}

static void extend_run(struct run *run, u64 seq, s64 index, double ahead)
{
	run->last_seq = seq;
	run->centre += index;
	run->count++;
	run->worst = fmax(run->worst, ahead);
}

static void find_runs(struct attribution_report *report,
		      const struct residuals *residuals,
		      const struct train *train)
{
	s64 last = 0;
	size_t i;

	for (i = 0; i < residuals->n; i++) {
		size_t position = residuals->position[i];
		const struct pps_spin_record *record =
			&train->records[train->record[position]];
		s64 index = train->index[position];

		if (!residuals->gated[i])
			continue;
		if (!report->run_count || index < last ||
		    index - last > RUN_GAP_MAX)
			start_run(report, record->value[PPS_SPIN_SEQ]);
		extend_run(&report->runs[report->run_count - 1],
			   record->value[PPS_SPIN_SEQ], index,
			   -residuals->value[i]);
		last = index;
	}
	for (i = 0; i < report->run_count; i++) {
		report->runs[i].centre /= report->runs[i].count;
		report->longest = max(report->longest, report->runs[i].count);
	}
}

/* Pulses after which period and tick are in the same phase again */
static double expected_beat(double period_ticks, double ticks_per_tick)
{
	double step = remainder(period_ticks, ticks_per_tick);

	return step ? ticks_per_tick / fabs(step) : NAN;
}

/* Median of the gaps between runs, each over the number of beats in it */
static double observed_beat(const struct attribution_report *report)
{
	double *gaps = xcalloc(report->run_count, sizeof(*gaps)), beat;
	size_t i, n = 0;

	for (i = 1; i < report->run_count; i++) {
		double gap = report->runs[i].centre - report->runs[i - 1].centre;
		double beats = isnan(report->expected_beat) ? 1 :
			       round(gap / report->expected_beat);

		if (gap > 0 && beats >= 1)
			gaps[n++] = gap / beats;
	}
	beat = median(gaps, n);
	free(gaps);
	return beat;
}

/**
 * attribution_analyse - find the runs of stamps beyond the gate
 * @report: filled, to be freed with attribution_free()
 * @residuals: of the exception entry, or of what stands for it
 * @train: the train
 * @ticks_per_tick: counter ticks per tick of the kernel's timer; NAN if unknown
 */
void attribution_analyse(struct attribution_report *report,
			 const struct residuals *residuals,
			 const struct train *train, double ticks_per_tick)
{
	memset(report, 0, sizeof(*report));
	find_runs(report, residuals, train);
	report->expected_beat = expected_beat(train->period_ticks,
					      ticks_per_tick);
	report->observed_beat = observed_beat(report);
}

/**
 * attribution_free - free what a report holds
 * @report: the report
 */
void attribution_free(struct attribution_report *report)
{
	free(report->runs);
	report->runs = NULL;
}
