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
 * plot_choose - choose the segments that get a panel
 * @panels: set
 * @report: the report
 */
void plot_choose(struct plot_panels *panels, const struct report *report)
{
	size_t s;

	panels->n = 0;
	for (s = 0; s < report->capture->segment_count; s++)
		if (report->capture->segments[s].count >= PANEL_PULSES_MIN &&
		    panels->n < PLOT_PANELS_MAX)
			panels->segment[panels->n++] = s;
}

/**
 * plot_stacked - write panels one above the other, the key beside the first curves
 * @out: gnuplot's input
 * @report: the report
 * @panels: the segments that get one
 * @x_label: below the last one
 * @panel: writes one
 * @arg: passed to it
 */
void plot_stacked(FILE *out, const struct report *report,
		  const struct plot_panels *panels, const char *x_label,
		  plot_panel *panel, void *arg)
{
	size_t i;

	fprintf(out, "set multiplot layout %zu,1\n", panels->n);
	for (i = 0; i < panels->n; i++) {
		if (i == panels->n - 1)
			fprintf(out, "set xlabel '%s'\n", x_label);
		if (panel(out, report, panels->segment[i], arg))
			fprintf(out, "unset key\n");
	}
	fprintf(out, "unset multiplot\n");
}
