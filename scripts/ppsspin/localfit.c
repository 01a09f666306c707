// SPDX-License-Identifier: GPL-2.0
/*
 * Leave-one-out local straight-line fits with trimming
 *
 * For each x: fit a line to the points within span, without the point at x
 * itself; trim the worst of them; fit again; take the line's value at x. The
 * sums slide and are exact integers, so no error builds up.
 */
#include <math.h>

#include "localfit.h"

/* A window holds at most this many points, span 256 */
#define WINDOW_MAX	513
/* Residuals closer than this many to a unit are equal: the later is trimmed */
#define KEY_UNITS	1048576.0
#define KEY_MAX		9007199254740992.0
#define KEY_SHIFT	10
/* Start below the last threshold: most often that finds enough candidates */
#define GUESS_MARGIN	0.98

/* Sums over points, x and y counted from a centre: small exact integers */
struct sums {
	s64 n;
	__int128 x;
	__int128 xx;
	__int128 y;
	__int128 xy;
};

/* Points that may have to be trimmed */
struct candidates {
	size_t n;
	u64 key[WINDOW_MAX];
};

/**
 * localfit_start - prepare to slide over points
 * @fit: the window
 * @points: the points
 * @span: half width of the window, in x, at most 256
 * @trim: one in this many points is trimmed
 * @points_min: fewer points make no fit
 */
void localfit_start(struct localfit *fit, const struct points *points,
		    int span, int trim, size_t points_min)
{
	memset(fit, 0, sizeof(*fit));
	fit->points = points;
	fit->span = span;
	fit->trim = trim;
	fit->points_min = points_min;
}

static void count_point(struct localfit *fit, size_t i, int sign)
{
	s64 x = (s64)fit->points->x[i], y = (s64)fit->points->y[i];

	fit->sum_x += sign * x;
	fit->sum_xx += sign * (__int128)x * x;
	fit->sum_y += sign * y;
	fit->sum_xy += sign * (__int128)x * y;
}

static void slide(struct localfit *fit, double x)
{
	const struct points *points = fit->points;

	while (fit->high < points->n && points->x[fit->high] <= x + fit->span)
		count_point(fit, fit->high++, 1);
	while (fit->low < fit->high && points->x[fit->low] < x - fit->span)
		count_point(fit, fit->low++, -1);
}

static void centred_sums(const struct localfit *fit, s64 x, s64 y,
			 struct sums *sums)
{
	s64 n = fit->high - fit->low;

	sums->n = n;
	sums->x = fit->sum_x - n * (__int128)x;
	sums->xx = fit->sum_xx - 2 * x * fit->sum_x + n * (__int128)x * x;
	sums->y = fit->sum_y - n * (__int128)y;
	sums->xy = fit->sum_xy - x * fit->sum_y - y * fit->sum_x +
		   n * (__int128)x * y;
}

static void drop_point(struct sums *sums, s64 x, s64 y)
{
	sums->n--;
	sums->x -= x;
	sums->xx -= x * x;
	sums->y -= y;
	sums->xy -= (__int128)x * y;
}

/* The line through the points: its value at the centre and its slope */
static bool solve(const struct sums *sums, double *at_centre, double *slope)
{
	__int128 determinant = sums->n * sums->xx - sums->x * sums->x;

	if (determinant <= 0)
		return false;
	*at_centre = (double)(sums->y * sums->xx - sums->x * sums->xy) /
		     (double)determinant;
	*slope = (double)(sums->n * sums->xy - sums->x * sums->y) /
		 (double)determinant;
	return true;
}

static void absolute_residuals(const double *restrict px,
			       const double *restrict py, size_t n, double x,
			       double y, double at_centre, double slope,
			       double *restrict residual)
{
	size_t i;

	for (i = 0; i < n; i++)
		residual[i] = fabs((py[i] - y) -
				   (at_centre + slope * (px[i] - x)));
}

/* Residual first, then position: no two keys are equal */
static u64 make_key(double residual, size_t i)
{
	double units = residual * KEY_UNITS;

	return (u64)(units < KEY_MAX ? units : KEY_MAX) << KEY_SHIFT | i;
}

static void collect(struct candidates *candidates, const double *residual,
		    size_t n, double above)
{
	u16 position[WINDOW_MAX];
	size_t i, found = 0;

	for (i = 0; i < n; i++) {
		position[found] = i;
		found += residual[i] >= above;
	}
	for (i = 0; i < found; i++)
		candidates->key[i] = make_key(residual[position[i]],
					      position[i]);
	candidates->n = found;
}

static void swap_keys(u64 *key, size_t i, size_t j)
{
	u64 keep = key[i];

	key[i] = key[j];
	key[j] = keep;
}

/* Put the @wanted largest keys first */
static void largest_first(u64 *key, size_t n, size_t wanted)
{
	size_t low = 0, high = n;

	while (high - low > 1) {
		u64 pivot = key[low + (high - low) / 2];
		size_t i = low, larger = low;

		swap_keys(key, low + (high - low) / 2, high - 1);
		for (; i < high - 1; i++)
			if (key[i] > pivot)
				swap_keys(key, i, larger++);
		swap_keys(key, larger, high - 1);
		if (larger == wanted)
			return;
		if (larger > wanted)
			high = larger;
		else
			low = larger + 1;
	}
}

/* Find the @wanted worst points; the own one, residual -1, is never one */
static void find_worst(struct localfit *fit, const double *residual, size_t n,
		       size_t wanted, struct candidates *worst)
{
	double above = fit->guess;
	size_t i;
	u64 least;

	collect(worst, residual, n, above);
	while (worst->n < wanted) {
		above = above > 0.01 ? above * 0.95 : 0;
		collect(worst, residual, n, above);
	}
	largest_first(worst->key, worst->n, wanted);
	for (least = U64_MAX, i = 0; i < wanted; i++)
		least = min(least, worst->key[i]);
	fit->guess = GUESS_MARGIN * (least >> KEY_SHIFT) / KEY_UNITS;
	worst->n = wanted;
}

static void trim_worst(struct localfit *fit, struct sums *sums, s64 x, s64 y,
		       double at_centre, double slope, bool own, size_t own_at)
{
	const double *px = fit->points->x + fit->low;
	const double *py = fit->points->y + fit->low;
	size_t n = fit->high - fit->low, wanted = sums->n / fit->trim, i;
	double residual[WINDOW_MAX];
	struct candidates worst;

	if (!wanted)
		return;
	absolute_residuals(px, py, n, x, y, at_centre, slope, residual);
	if (own)
		residual[own_at] = -1;
	find_worst(fit, residual, n, wanted, &worst);
	for (i = 0; i < wanted; i++) {
		size_t at = worst.key[i] & (BIT(KEY_SHIFT) - 1);

		drop_point(sums, (s64)px[at] - x, (s64)py[at] - y);
	}
}

/* Position of the point at @x within the window; false if there is none */
static bool find_own(const struct localfit *fit, double x, size_t *own_at)
{
	const double *px = fit->points->x;
	size_t low = fit->low, high = fit->high;

	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (px[middle] < x)
			low = middle + 1;
		else
			high = middle;
	}
	*own_at = low - fit->low;
	return low < fit->high && px[low] == x;
}

/**
 * localfit_at - value at x of the line through the points around it
 * @fit: the window
 * @x: an integer, not less than in the call before
 *
 * The point at @x itself, if there is one, has no say.
 *
 * Return: the value, or NAN where there are too few points.
 */
double localfit_at(struct localfit *fit, double x)
{
	double at_centre, slope;
	struct sums sums;
	size_t own_at;
	bool own;
	s64 y;

	slide(fit, x);
	own = find_own(fit, x, &own_at);
	if (fit->high - fit->low < fit->points_min + own)
		return NAN;
	y = (s64)fit->points->y[fit->low];
	centred_sums(fit, (s64)x, y, &sums);
	if (own)
		drop_point(&sums, 0, (s64)fit->points->y[fit->low + own_at] - y);
	if (!solve(&sums, &at_centre, &slope))
		return NAN;
	trim_worst(fit, &sums, (s64)x, y, at_centre, slope, own, own_at);
	if (!solve(&sums, &at_centre, &slope))
		return NAN;
	return y + at_centre;
}
