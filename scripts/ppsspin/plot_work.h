/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Residuals of a segment, for a picture
 */
#ifndef PPSSPIN_PLOT_WORK_H
#define PPSSPIN_PLOT_WORK_H

#include "report.h"

/* Panels that a picture has room for */
#define PLOT_PANELS_MAX	4

/**
 * struct plot_work - residuals of a segment
 * @report: the report
 * @train: the pulses
 * @reference: where they should have been
 * @residuals: of the method asked for last
 * @phase: its stamps against a train of the rounded period
 * @ns: ns in a half tick
 */
struct plot_work {
	const struct report *report;
	struct train train;
	struct reference reference;
	struct residuals residuals;
	double *phase;
	double ns;
};

void plot_work_start(struct plot_work *work, const struct report *report,
		     size_t segment);
void plot_work_method(struct plot_work *work, enum method method);
void plot_work_end(struct plot_work *work);
size_t plot_panels(const struct report *report, size_t *panels);

#endif /* PPSSPIN_PLOT_WORK_H */
