/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Leave-one-out local straight-line fits with trimming
 */
#ifndef PPSSPIN_LOCALFIT_H
#define PPSSPIN_LOCALFIT_H

#include "pure.h"

/**
 * struct points - points on a nearly straight line
 * @n: how many
 * @x: integer abscissae, rising
 * @y: integers, held exactly
 */
struct points {
	size_t n;
	double *x;
	double *y;
};

/**
 * struct localfit - a window that slides over points
 * @points: the points
 * @span: half width of the window, in x
 * @trim: one in this many points is trimmed
 * @points_min: fewer points make no fit
 * @low: first point in the window
 * @high: first point after it
 * @guess: residual that trims about as many as wanted
 */
struct localfit {
	const struct points *points;
	int span;
	int trim;
	size_t points_min;
	size_t low;
	size_t high;
	double guess;
	__int128 sum_x;
	__int128 sum_xx;
	__int128 sum_y;
	__int128 sum_xy;
};

void localfit_start(struct localfit *fit, const struct points *points,
		    int span, int trim, size_t points_min);
double localfit_at(struct localfit *fit, double x);

#endif /* PPSSPIN_LOCALFIT_H */
