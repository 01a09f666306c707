/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Each method against the truth, where it is known
 */
#ifndef PPSSPIN_TRUTHTABLE_H
#define PPSSPIN_TRUTHTABLE_H

#include "capture.h"
#include "method.h"
#include "quantile.h"

/**
 * struct truth_report - a method against the truth, half ticks
 * @error: stamp - true edge; the middle of [t0, t1] stands for an edge that
 *	   a stimulus raised
 * @width: t1 - t0: what the stimulus cannot tell; NAN for a simulated edge
 */
struct truth_report {
	struct summary error;
	double width;
};

void truth_analyse(struct truth_report *report, const struct capture *capture,
		   const struct segment *segment, enum method method,
		   double *scratch);

#endif /* PPSSPIN_TRUTHTABLE_H */
