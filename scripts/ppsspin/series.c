// SPDX-License-Identifier: GPL-2.0
/*
 * Stability of a method's residuals
 *
 * Pulses without a residual are gaps. Only the longest piece of the train is
 * looked at: what lies between pieces is not known.
 */
#include <math.h>
#include <stdlib.h>

#include "series.h"
#include "util.h"

/* More gaps than pulses by this factor make no series */
#define SPARSE_MAX	8

static const enum deviation shown[] = { ADEV, OADEV, MDEV };

/* Residuals in s at their pulse numbers, NAN between; NULL if too sparse */
static double *lay_out(const struct residuals *residuals,
		       const struct train *train, u64 cntfrq_hz,
		       struct series_report *report)
{
	const struct piece *piece = train_longest_piece(train);
	size_t i, end, span;
	double *x;

	if (!piece || !piece->count)
		return NULL;
	end = piece->first + piece->count;
	span = train->index[end - 1] + 1;
	if (span / SPARSE_MAX > piece->count)
		return NULL;
	x = xcalloc(span, sizeof(*x));
	for (i = 0; i < span; i++)
		x[i] = NAN;
	report->pulses = span;
	report->missing = span;
	for (i = 0; i < residuals->n; i++) {
		size_t position = residuals->position[i];

		if (residuals->gated[i] || position < piece->first ||
		    position >= end)
			continue;
		x[train->index[position]] = residuals->value[i] * 0.5 /
					    cntfrq_hz;
		report->missing--;
	}
	return x;
}

/* tau MDEV / sqrt 3 */
static void time_deviations(struct series_report *report)
{
	int i;

	for (i = 0; i < report->octaves; i++) {
		report->point[TDEV][i] = report->point[MDEV][i];
		report->point[TDEV][i].value *= report->tau0_s * (1UL << i) /
						sqrt(3);
	}
}

/**
 * series_analyse - stability of a method's residuals
 * @report: filled; no octaves where there is nothing to say
 * @residuals: of the method
 * @train: the train
 * @cntfrq_hz: rate of the counter
 */
void series_analyse(struct series_report *report,
		    const struct residuals *residuals,
		    const struct train *train, u64 cntfrq_hz)
{
	struct phases phases;
	double *x;
	size_t m, i;

	memset(report, 0, sizeof(*report));
	x = lay_out(residuals, train, cntfrq_hz, report);
	if (!x || report->missing == report->pulses) {
		free(x);
		return;
	}
	report->tau0_s = train->period_ticks / cntfrq_hz;
	phases = (struct phases){ report->pulses, x, report->tau0_s };
	for (m = 1; 3 * m <= report->pulses &&
	     report->octaves < SERIES_OCTAVES; m *= 2) {
		for (i = 0; i < ARRAY_SIZE(shown); i++)
			report->point[shown[i]][report->octaves] =
				stability_at(&phases, shown[i], m);
		report->octaves++;
	}
	time_deviations(report);
	stability_mtie_octaves(&phases, report->point[MTIE], report->octaves);
	free(x);
}
