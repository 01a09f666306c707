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

/* A window holds at most this many points, span 256 */
#define LOCALFIT_WINDOW_MAX	513

/**
 * struct line - a straight line
 * @x: an integer abscissa
 * @y: an integer near the line there
 * @above: how far the line is above @y at @x
 * @slope: its slope
 */
struct line {
	double x;
	double y;
	double above;
	double slope;
};

/**
 * struct watch - the points that may be among the worst of a window
 * @first: the first of them in the window
 * @n: the first after them
 * @x: their abscissae, rising
 * @y: their ordinates
 * @next: the first point of all that is yet to come
 * @line: a line
 * @below: every other point is nearer to it than this
 */
struct watch {
	size_t first;
	size_t n;
	double x[LOCALFIT_WINDOW_MAX];
	double y[LOCALFIT_WINDOW_MAX];
	size_t next;
	struct line line;
	double below;
};

/**
 * struct localfit - a window that slides over points
 * @points: the points
 * @span: half width of the window, in x
 * @trim: one in this many points is trimmed
 * @points_min: fewer points make no fit
 * @low: first point in the window
 * @high: first point after it
 * @watch: where to look for the worst of them
 * @guess: residual that trims about as many as wanted
 */
struct localfit {
	const struct points *points;
	int span;
	int trim;
	size_t points_min;
	size_t low;
	size_t high;
	struct watch watch;
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
