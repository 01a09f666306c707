/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Residuals of a segment, for a picture
 */
#ifndef PPSSPIN_PLOT_WORK_H
#define PPSSPIN_PLOT_WORK_H

#include <stdio.h>

#include "report.h"

/* Panels that a picture has room for */
#define PLOT_PANELS_MAX	4

/* Why a panel is empty; too few polls make no reference */
#define PLOT_NO_RESIDUAL	"no stamp within the axes has a reference"

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

/**
 * struct plot_panels - the segments that get a panel
 * @n: how many
 * @segment: their indices
 */
struct plot_panels {
	size_t n;
	size_t segment[PLOT_PANELS_MAX];
};

/* Writes a panel, and says whether it has a curve */
typedef bool plot_panel(FILE *out, const struct report *report, size_t segment,
			void *arg);

void plot_work_start(struct plot_work *work, const struct report *report,
		     size_t segment);
void plot_work_method(struct plot_work *work, enum method method);
void plot_work_end(struct plot_work *work);
void plot_choose(struct plot_panels *panels, const struct report *report);
void plot_stacked(FILE *out, const struct report *report,
		  const struct plot_panels *panels, const char *x_label,
		  plot_panel *panel, void *arg);

#endif /* PPSSPIN_PLOT_WORK_H */
