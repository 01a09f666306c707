// SPDX-License-Identifier: GPL-2.0
/*
 * The reference: where each pulse should have been
 *
 * Two steps, both from the polled edges only: a leave-one-out local straight
 * line, which takes the crystal's frequency and drift away, and a short local
 * median of what is left, which takes its wander away.
 */
#include <math.h>
#include <stdlib.h>

#include "localfit.h"
#include "quantile.h"
#include "reference.h"
#include "runmedian.h"
#include "util.h"

/* The error is looked at in one window of this many */
#define ERROR_STRIDE	7

/* What the reference of one piece is made of */
struct work {
	const struct train *train;
	const struct piece *piece;
	struct points points;
	double *residual;
	double *half_difference;
	size_t difference_count;
};

/**
 * reference_takes - whether the stamp of a pulse may be a point of a reference
 * @record: the pulse
 *
 * Return: false if the driver found that it says little of its edge.
 */
bool reference_takes(const struct pps_spin_record *record)
{
	return !(record->flags & (BIT(PPS_SPIN_WIDE) |
				  BIT(PPS_SPIN_COALESCED) |
				  BIT(PPS_SPIN_COUNTER_JUMP)));
}

static bool reference_phase(const struct reference *reference,
			    const struct train *train,
			    const struct piece *piece, size_t position,
			    s64 *half_ticks)
{
	if (!reference_takes(&train->records[train->record[position]]))
		return false;
	if (reference->method == METHOD_COUNT)
		return train_polled_phase(train, piece, position, half_ticks);
	return train_phase(train, piece, position, reference->method,
			   half_ticks);
}

static void collect_points(const struct reference *reference,
			   struct work *work)
{
	const struct train *train = work->train;
	size_t position, end = work->piece->first + work->piece->count;
	s64 half_ticks;

	work->points.n = 0;
	for (position = work->piece->first; position < end; position++) {
		if (!reference_phase(reference, train, work->piece, position,
				     &half_ticks))
			continue;
		work->points.x[work->points.n] = train->index[position];
		work->points.y[work->points.n++] = half_ticks;
	}
}

/* The line at every pulse of the piece, and what is left at every point */
static void fit_lines(struct reference *reference, struct work *work)
{
	const struct train *train = work->train;
	size_t position, end = work->piece->first + work->piece->count;
	size_t point = 0;
	struct localfit fit;

	localfit_start(&fit, &work->points, REFERENCE_SPAN, REFERENCE_TRIM,
		       REFERENCE_POINTS_MIN);
	for (position = work->piece->first; position < end; position++) {
		double x = train->index[position];
		double phase = localfit_at(&fit, x);

		reference->phase[position] = phase;
		if (point < work->points.n && work->points.x[point] == x) {
			work->residual[point] = work->points.y[point] - phase;
			point++;
		}
	}
}

/*
 * Medians of every other value of a window: what they differ by is twice the
 * error of the whole window's median. The factor is that of a uniform error,
 * where the median of n has the variance n / (4 (n + 1) (n + 2)) for even n, and
 * 1 / (4 (n + 2)) for odd n.
 */
static double median_variance(size_t n)
{
	return n & 1 ? 1 / (4 * (n + 2.0)) : n / (4 * (n + 1.0) * (n + 2.0));
}

static void half_windows(struct work *work, size_t low, size_t high)
{
	struct runmedian half[2] = { };
	double factor;
	size_t i;

	for (i = low; i < high; i++)
		if (!isnan(work->residual[i]))
			runmedian_add(&half[i & 1], work->residual[i]);
	if (half[0].n < 2 || half[1].n < 2)
		return;
	factor = median_variance(half[0].n + half[1].n) /
		 (median_variance(half[0].n) + median_variance(half[1].n));
	work->half_difference[work->difference_count++] = sqrt(factor) *
		(runmedian_value(&half[0]) - runmedian_value(&half[1]));
}

/*
 * What a median of 5 pulses leaves of the variance of the reference's error.
 * Windows of W points l pulses apart share W - l of them, so their errors
 * correlate by 1 - l / W; what goes through is the mean of 5 of them.
 */
static double filtered_share(void)
{
	const double window = 2 * WANDER_SPAN + 1;
	double sum = 0;
	int i, j;

	for (i = 0; i < REFERENCE_FILTER_TAPS; i++)
		for (j = 0; j < REFERENCE_FILTER_TAPS; j++)
			sum += 1 - abs(i - j) / window;
	return sum / (REFERENCE_FILTER_TAPS * REFERENCE_FILTER_TAPS);
}

/* Points around an x, and their residuals in order */
struct wander_window {
	size_t low;
	size_t high;
	struct runmedian median;
};

static void slide_wander(struct wander_window *window, const struct work *work,
			 double x)
{
	const double *px = work->points.x;

	while (window->high < work->points.n &&
	       px[window->high] <= x + WANDER_SPAN) {
		if (!isnan(work->residual[window->high]))
			runmedian_add(&window->median,
				      work->residual[window->high]);
		window->high++;
	}
	while (window->low < window->high &&
	       px[window->low] < x - WANDER_SPAN) {
		if (!isnan(work->residual[window->low]))
			runmedian_remove(&window->median,
					 work->residual[window->low]);
		window->low++;
	}
}

static void follow_wander(struct reference *reference, struct work *work)
{
	size_t position, end = work->piece->first + work->piece->count;
	struct wander_window window = { };

	for (position = work->piece->first; position < end; position++) {
		slide_wander(&window, work, work->train->index[position]);
		if (window.median.n < WANDER_POINTS_MIN) {
			reference->phase[position] = NAN;
			continue;
		}
		reference->phase[position] += runmedian_value(&window.median);
		if (position % ERROR_STRIDE == 0)
			half_windows(work, window.low, window.high);
	}
}

/* The polled edge; else the first of these methods that has a stamp */
static enum method find_method(const struct train *train)
{
	static const enum method order[] = {
		METHOD_ACK, METHOD_ENTRY, METHOD_EARLY, METHOD_IRQ,
	};
	u32 have = 0;
	size_t i;

	for (i = 0; i < train->n; i++)
		have |= train->records[train->record[i]].have;
	if (have & BIT(PPS_SPIN_AFTER))
		return METHOD_COUNT;
	for (i = 0; i < ARRAY_SIZE(order); i++)
		if (have & BIT(method_column(order[i])))
			return order[i];
	return METHOD_COUNT;
}

/**
 * reference_build - find where each pulse of a train should have been
 * @reference: filled, to be freed with reference_free()
 * @train: the train
 *
 * Made of the polled edges; of the best stamps of the interrupt side where
 * nothing was polled.
 */
void reference_build(struct reference *reference, const struct train *train)
{
	struct work work = { .train = train };
	double mean, sigma;
	size_t i;

	memset(reference, 0, sizeof(*reference));
	reference->method = find_method(train);
	reference->phase = xcalloc(train->n, sizeof(*reference->phase));
	work.points.x = xcalloc(train->n, sizeof(double));
	work.points.y = xcalloc(train->n, sizeof(double));
	work.residual = xcalloc(train->n, sizeof(double));
	work.half_difference = xcalloc(train->n / ERROR_STRIDE + 1,
				       sizeof(double));
	for (i = 0; i < train->piece_count; i++) {
		work.piece = &train->pieces[i];
		collect_points(reference, &work);
		reference->points += work.points.n;
		fit_lines(reference, &work);
		follow_wander(reference, &work);
	}
	mean_sigma(work.half_difference, work.difference_count, &mean, &sigma);
	reference->error = sigma;
	reference->filtered_error = sigma * sqrt(filtered_share());
	free(work.points.x);
	free(work.points.y);
	free(work.residual);
	free(work.half_difference);
}

/**
 * reference_free - free what a reference holds
 * @reference: the reference
 */
void reference_free(struct reference *reference)
{
	free(reference->phase);
	reference->phase = NULL;
}
