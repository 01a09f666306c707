// SPDX-License-Identifier: GPL-2.0
/*
 * Stability of a series of phases
 *
 * Formulas: W. J. Riley, "Handbook of Frequency Stability Analysis", NIST
 * Special Publication 1065, 2008, section 5; MTIE: ITU-T G.810, appendix II. A
 * term counts only if every phase in it is there: gaps are left out, never
 * bridged.
 */
#include <math.h>
#include <stdlib.h>

#include "stability.h"
#include "util.h"

static const char * const names[DEVIATIONS] = {
	[ADEV]		= "ADEV",
	[OADEV]		= "OADEV",
	[MDEV]		= "MDEV",
	[TDEV]		= "TDEV",
	[HDEV]		= "HDEV",
	[TOTDEV]	= "TOTDEV",
	[MTIE]		= "MTIE",
};

/**
 * deviation_name - name of a deviation
 * @deviation: the deviation
 *
 * Return: its name.
 */
const char *deviation_name(enum deviation deviation)
{
	return names[deviation];
}

static struct stability_point root(double sum, size_t terms, double divisor)
{
	struct stability_point point = { terms, NAN };

	if (terms)
		point.value = sqrt(sum / (divisor * terms));
	return point;
}

/* Second differences over m phases, @step apart */
static struct stability_point allan(const struct phases *phases, size_t m,
				    size_t step)
{
	const double *x = phases->x;
	double tau = m * phases->tau0, sum = 0;
	size_t i, terms = 0;

	for (i = 0; i + 2 * m < phases->n; i += step) {
		double second = x[i + 2 * m] - 2 * x[i + m] + x[i];

		if (isnan(second))
			continue;
		sum += second * second;
		terms++;
	}
	return root(sum, terms, 2 * tau * tau);
}

/* Third differences over m phases, m apart */
static struct stability_point hadamard(const struct phases *phases, size_t m)
{
	const double *x = phases->x;
	double tau = m * phases->tau0, sum = 0;
	size_t i, terms = 0;

	for (i = 0; i + 3 * m < phases->n; i += m) {
		double third = x[i + 3 * m] - 3 * x[i + 2 * m] +
			       3 * x[i + m] - x[i];

		if (isnan(third))
			continue;
		sum += third * third;
		terms++;
	}
	return root(sum, terms, 6 * tau * tau);
}

/* The sum of m second differences in a row slides by one phase at a time */
struct modified_sum {
	double sum;
	size_t missing;
};

static const double factor[] = { 1, -2, 1 };

static void slide_modified(struct modified_sum *modified, double x,
			   double weight, int sign)
{
	if (isnan(x))
		modified->missing += sign;
	else
		modified->sum += sign * weight * x;
}

/* From the sum that starts at @i to the one that starts at @i + 1 */
static void next_modified(struct modified_sum *modified, const double *x,
			  size_t m)
{
	double step = x[3 * m] - 3 * x[2 * m] + 3 * x[m] - x[0];
	size_t part;

	if (!isnan(step)) {
		modified->sum += step;
		return;
	}
	for (part = 0; part < 3; part++) {
		slide_modified(modified, x[part * m], factor[part], -1);
		slide_modified(modified, x[(part + 1) * m], factor[part], 1);
	}
}

static struct stability_point modified_allan(const struct phases *phases,
					     size_t m)
{
	const double *x = phases->x;
	double tau = m * phases->tau0, sum = 0;
	struct modified_sum modified = { };
	size_t i, part, terms = 0;

	if (phases->n < 3 * m)
		return root(0, 0, 1);
	for (part = 0; part < 3; part++)
		for (i = 0; i < m; i++)
			slide_modified(&modified, x[part * m + i],
				       factor[part], 1);
	for (i = 0;; i++) {
		if (!modified.missing) {
			sum += modified.sum * modified.sum;
			terms++;
		}
		if (i + 3 * m >= phases->n)
			break;
		next_modified(&modified, x + i, m);
	}
	return root(sum, terms, 2 * tau * tau * m * m);
}

static struct stability_point time_deviation(const struct phases *phases,
					     size_t m)
{
	struct stability_point point = modified_allan(phases, m);

	point.value *= m * phases->tau0 / sqrt(3);
	return point;
}

/* The series goes on at both ends as its mirror image, turned about the end */
static double reflected(const struct phases *phases, s64 i)
{
	s64 last = phases->n - 1;

	if (i < 0)
		return 2 * phases->x[0] - phases->x[-i];
	if (i > last)
		return 2 * phases->x[last] - phases->x[2 * last - i];
	return phases->x[i];
}

static struct stability_point total(const struct phases *phases, size_t m)
{
	double tau = m * phases->tau0, sum = 0;
	size_t i, terms = 0;

	if (phases->n < 3 || m >= phases->n)
		return root(0, 0, 1);
	for (i = 1; i + 1 < phases->n; i++) {
		double second = reflected(phases, (s64)i - (s64)m) -
				2 * phases->x[i] +
				reflected(phases, (s64)i + (s64)m);

		/* A gap would be mirrored too */
		if (isnan(second))
			return root(0, 0, 1);
		sum += second * second;
		terms++;
	}
	return root(sum, terms, 2 * tau * tau);
}

/* Extremes over windows of some power of two; where a phase is missing, infinite */
struct extremes {
	size_t n;
	size_t length;
	double *high;
	double *low;
};

static double higher(double a, double b)
{
	return a > b ? a : b;
}

static double lower(double a, double b)
{
	return a < b ? a : b;
}

static void extremes_start(struct extremes *extremes,
			   const struct phases *phases)
{
	size_t i;

	extremes->n = phases->n;
	extremes->length = 1;
	extremes->high = xcalloc(phases->n, sizeof(double));
	extremes->low = xcalloc(phases->n, sizeof(double));
	for (i = 0; i < phases->n; i++) {
		bool missing = isnan(phases->x[i]);

		extremes->high[i] = missing ? INFINITY : phases->x[i];
		extremes->low[i] = missing ? -INFINITY : phases->x[i];
	}
}

static void extremes_free(struct extremes *extremes)
{
	free(extremes->high);
	free(extremes->low);
}

static void double_window(struct extremes *extremes)
{
	double *restrict high = extremes->high, *restrict low = extremes->low;
	size_t i, length = extremes->length;

	for (i = 0; i + length < extremes->n; i++) {
		high[i] = higher(high[i], high[i + length]);
		low[i] = lower(low[i], low[i + length]);
	}
	extremes->length *= 2;
}

/* Over any window: two overlapping ones whose length is a power of two */
static struct stability_point widest(struct extremes *extremes, size_t window)
{
	struct stability_point point = { 0, NAN };
	double value = -INFINITY;
	size_t i, shift;

	while (2 * extremes->length <= window)
		double_window(extremes);
	shift = window - extremes->length;
	for (i = 0; i + window <= extremes->n; i++) {
		const double *high = extremes->high + i;
		const double *low = extremes->low + i;
		double span = higher(high[0], high[shift]) -
			      lower(low[0], low[shift]);

		point.terms += span < INFINITY;
		value = higher(span < INFINITY ? span : -INFINITY, value);
	}
	if (point.terms)
		point.value = value;
	return point;
}

static struct stability_point mtie(const struct phases *phases, size_t m)
{
	struct stability_point point;
	struct extremes extremes;

	extremes_start(&extremes, phases);
	point = widest(&extremes, m + 1);
	extremes_free(&extremes);
	return point;
}

/**
 * stability_mtie_octaves - MTIE at 1, 2, 4... intervals
 * @phases: the phases
 * @points: set
 * @count: how many
 */
void stability_mtie_octaves(const struct phases *phases,
			    struct stability_point *points, int count)
{
	struct extremes extremes;
	int i;

	extremes_start(&extremes, phases);
	for (i = 0; i < count; i++)
		points[i] = widest(&extremes, (1UL << i) + 1);
	extremes_free(&extremes);
}

/**
 * stability_at - a deviation at one averaging time
 * @phases: the phases
 * @deviation: which
 * @m: averaging factor, at least 1: the averaging time is m tau0; for MTIE the
 *     window spans m intervals
 *
 * Return: the deviation, with the number of terms in it.
 */
struct stability_point stability_at(const struct phases *phases,
				    enum deviation deviation, size_t m)
{
	switch (deviation) {
	case ADEV:
		return allan(phases, m, m);
	case OADEV:
		return allan(phases, m, 1);
	case MDEV:
		return modified_allan(phases, m);
	case TDEV:
		return time_deviation(phases, m);
	case HDEV:
		return hadamard(phases, m);
	case TOTDEV:
		return total(phases, m);
	default:
		return mtie(phases, m);
	}
}
