// SPDX-License-Identifier: GPL-2.0
/*
 * Leave-one-out local straight-line fits with trimming
 *
 * For each x: fit a line to the points within span, without the point at x
 * itself; trim the worst of them; fit again; take the line's value at x. The
 * sums slide and are exact integers, so no error builds up. From one x to the
 * next the line hardly moves, so that the worst points are looked for only among
 * those that were nearly so bad a few steps before.
 */
#include <math.h>

#include "localfit.h"

/* Residuals closer than this many to a unit are equal: the later is trimmed */
#define KEY_UNITS	1048576.0
#define KEY_MAX		9007199254740992.0
#define KEY_SHIFT	10
/* Start below the last threshold: most often that finds enough candidates */
#define GUESS_MARGIN	0.98
/* Watch those that are this much better as well: the line may move that far */
#define WATCH_MARGIN	0.95
/* Watching more than this many times the wanted ones is no gain */
#define WATCH_MANY	3

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
	u64 key[LOCALFIT_WINDOW_MAX];
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

/* The line through the points, for the centre that they are counted from */
static bool solve(const struct sums *sums, struct line *line)
{
	__int128 determinant = sums->n * sums->xx - sums->x * sums->x;

	if (determinant <= 0)
		return false;
	line->above = (double)(sums->y * sums->xx - sums->x * sums->xy) /
		      (double)determinant;
	line->slope = (double)(sums->n * sums->xy - sums->x * sums->y) /
		      (double)determinant;
	return true;
}

static void absolute_residuals(const double *restrict px,
			       const double *restrict py, size_t n,
			       const struct line *line,
			       double *restrict residual)
{
	double x = line->x, y = line->y;
	double above = line->above, slope = line->slope;
	size_t i;

	for (i = 0; i < n; i++)
		residual[i] = fabs((py[i] - y) - (above + slope * (px[i] - x)));
}

/* How far apart two lines are at most, within span of the first one's centre */
static double apart(const struct line *a, const struct line *b, double span)
{
	double at_centre = a->y - b->y + a->above -
			   (b->above + b->slope * (a->x - b->x));

	return fabs(at_centre) + span * fabs(a->slope - b->slope);
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
	u16 position[LOCALFIT_WINDOW_MAX];
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

/* The next threshold to try where one is too high */
static double lower(double threshold)
{
	return threshold > 0.01 ? 0.95 * threshold : 0;
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

static void watch_point(struct watch *watch, double x, double y)
{
	watch->x[watch->n] = x;
	watch->y[watch->n++] = y;
}

/* Watch every point that is nearly as bad as the @wanted worst */
static void look_at_all(struct localfit *fit, const struct line *line,
			size_t wanted)
{
	const double *px = fit->points->x + fit->low;
	const double *py = fit->points->y + fit->low;
	double residual[LOCALFIT_WINDOW_MAX], below = WATCH_MARGIN * fit->guess;
	size_t i, n = fit->high - fit->low;
	struct watch *watch = &fit->watch;

	absolute_residuals(px, py, n, line, residual);
	for (watch->n = 0; watch->n <= wanted; below = lower(below)) {
		watch->n = 0;
		watch->below = below;
		for (i = 0; i < n; i++)
			if (residual[i] >= below)
				watch_point(watch, px[i], py[i]);
	}
	watch->first = 0;
	watch->next = fit->high;
	watch->line = *line;
}

/* Forget what has left the window, add what has come; false if there is no room */
static bool follow(struct localfit *fit)
{
	const struct points *points = fit->points;
	struct watch *watch = &fit->watch;

	while (watch->first < watch->n &&
	       watch->x[watch->first] < points->x[fit->low])
		watch->first++;
	for (; watch->next < fit->high; watch->next++) {
		if (watch->n == ARRAY_SIZE(watch->x))
			return false;
		watch_point(watch, points->x[watch->next],
			    points->y[watch->next]);
	}
	return true;
}

/*
 * Find the @wanted worst of the watched points, the one at the line's centre
 * excepted; false if a point that is not watched may be among them.
 */
static bool find_worst(struct localfit *fit, const struct line *line,
		       size_t wanted, struct candidates *worst)
{
	const struct watch *watch = &fit->watch;
	const double *px = watch->x + watch->first;
	double limit = watch->below + apart(line, &watch->line, fit->span);
	double above = fmax(fit->guess, limit);
	double residual[LOCALFIT_WINDOW_MAX];
	size_t i, n = watch->n - watch->first;
	u64 least;

	absolute_residuals(px, watch->y + watch->first, n, line, residual);
	for (i = 0; i < n && px[i] <= line->x; i++)
		if (px[i] == line->x)
			residual[i] = -1;
	collect(worst, residual, n, above);
	while (worst->n < wanted && above > limit) {
		above = fmax(lower(above), limit);
		collect(worst, residual, n, above);
	}
	if (worst->n < wanted)
		return false;
	if (worst->n > wanted)
		largest_first(worst->key, worst->n, wanted);
	for (least = U64_MAX, i = 0; i < wanted; i++)
		least = min(least, worst->key[i]);
	fit->guess = GUESS_MARGIN * (least >> KEY_SHIFT) / KEY_UNITS;
	worst->n = wanted;
	return true;
}

static void trim_worst(struct localfit *fit, struct sums *sums,
		       const struct line *line)
{
	const struct watch *watch = &fit->watch;
	size_t i, wanted = sums->n / fit->trim;
	struct candidates worst;

	if (!wanted)
		return;
	if (!follow(fit) || watch->n - watch->first > WATCH_MANY * wanted ||
	    !find_worst(fit, line, wanted, &worst)) {
		look_at_all(fit, line, wanted);
		find_worst(fit, line, wanted, &worst);
	}
	for (i = 0; i < wanted; i++) {
		size_t at = watch->first +
			    (worst.key[i] & (BIT(KEY_SHIFT) - 1));

		drop_point(sums, (s64)watch->x[at] - (s64)line->x,
			   (s64)watch->y[at] - (s64)line->y);
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
	struct line line = { .x = x };
	struct sums sums;
	size_t own_at;
	bool own;
	s64 y;

	slide(fit, x);
	own = find_own(fit, x, &own_at);
	if (fit->high - fit->low < fit->points_min + own)
		return NAN;
	line.y = fit->points->y[fit->low];
	y = (s64)line.y;
	centred_sums(fit, (s64)x, y, &sums);
	if (own)
		drop_point(&sums, 0, (s64)fit->points->y[fit->low + own_at] - y);
	if (!solve(&sums, &line))
		return NAN;
	trim_worst(fit, &sums, &line);
	if (!solve(&sums, &line))
		return NAN;
	return line.y + line.above;
}
