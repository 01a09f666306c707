/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Stability of a method's residuals
 */
#ifndef PPSSPIN_SERIES_H
#define PPSSPIN_SERIES_H

#include "retro.h"
#include "stability.h"

/* Averaging times, each twice the one before */
#define SERIES_OCTAVES	24

/**
 * struct series_report - stability of a method's residuals
 * @octaves: averaging times
 * @tau0_s: the shortest, s; octave i is tau0 2^i
 * @pulses: pulses from the first to the last, gaps included
 * @missing: of them, those without a residual, or with one beyond the gate
 * @point: relative; TDEV and MTIE in s
 */
struct series_report {
	int octaves;
	double tau0_s;
	size_t pulses;
	size_t missing;
	struct stability_point point[DEVIATIONS][SERIES_OCTAVES];
};

void series_analyse(struct series_report *report,
		    const struct residuals *residuals,
		    const struct train *train, u64 cntfrq_hz);

#endif /* PPSSPIN_SERIES_H */
