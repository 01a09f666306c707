// SPDX-License-Identifier: GPL-2.0
/*
 * Residuals of a segment, for a picture
 */
#include <stdlib.h>

#include "plot_work.h"
#include "util.h"

/* Pulses that a segment needs to be worth a panel */
#define PANEL_PULSES_MIN	20

/**
 * plot_work_start - number the pulses of a segment and find their reference
 * @work: filled, to be ended with plot_work_end()
 * @report: the report
 * @segment: index of the segment
 */
void plot_work_start(struct plot_work *work, const struct report *report,
		     size_t segment)
{
	const struct capture *capture = report->capture;

	work->report = report;
	work->ns = half_ticks_to_ns(1, capture->cntfrq_hz);
	train_build(&work->train, capture, &capture->segments[segment]);
	reference_build(&work->reference, &work->train);
	residuals_alloc(&work->residuals, work->train.n);
	work->phase = xcalloc(work->train.n, sizeof(*work->phase));
}

/**
 * plot_work_method - find the residuals of a method
 * @work: the segment
 * @method: the method
 */
void plot_work_method(struct plot_work *work, enum method method)
{
	residuals_build(&work->residuals, &work->train, &work->reference,
			method, work->report->gate_ns / work->ns, work->phase);
}

/**
 * plot_work_end - free what the work holds
 * @work: the segment
 */
void plot_work_end(struct plot_work *work)
{
	free(work->phase);
	residuals_free(&work->residuals);
	reference_free(&work->reference);
	train_free(&work->train);
}

/**
 * plot_panels - choose the segments that get a panel
 * @report: the report
 * @panels: set to their indices; room for PLOT_PANELS_MAX
 *
 * Return: how many.
 */
size_t plot_panels(const struct report *report, size_t *panels)
{
	size_t s, n = 0;

	for (s = 0; s < report->capture->segment_count; s++)
		if (report->capture->segments[s].count >= PANEL_PULSES_MIN &&
		    n < PLOT_PANELS_MAX)
			panels[n++] = s;
	return n;
}
