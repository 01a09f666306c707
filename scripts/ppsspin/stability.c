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

static void slide_modified(struct modified_sum *modified, double x,
			   double factor, int sign)
{
	if (isnan(x))
		modified->missing += sign;
	else
		modified->sum += sign * factor * x;
}

static struct stability_point modified_allan(const struct phases *phases,
					     size_t m)
{
	const double *x = phases->x;
	double tau = m * phases->tau0, sum = 0;
	struct modified_sum modified = { };
	size_t i, part, terms = 0;
	static const double factor[] = { 1, -2, 1 };

	if (phases->n < 3 * m)
		return root(0, 0, 1);
	for (i = 0; i < 3 * m; i++)
		slide_modified(&modified, x[i], factor[i / m], 1);
	for (i = 0;; i++) {
		if (!modified.missing) {
			sum += modified.sum * modified.sum;
			terms++;
		}
		if (i + 3 * m >= phases->n)
			break;
		for (part = 0; part < 3; part++) {
			slide_modified(&modified, x[i + part * m],
				       factor[part], -1);
			slide_modified(&modified, x[i + (part + 1) * m],
				       factor[part], 1);
		}
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

/* Extremes over windows twice as long; NAN spreads */
static void double_window(double *high, double *low, size_t n, size_t length)
{
	size_t i;

	for (i = 0; i + length < n; i++) {
		double other_high = high[i + length];
		double other_low = low[i + length];

		high[i] = other_high > high[i] || isnan(other_high) ?
			  other_high : high[i];
		low[i] = other_low < low[i] || isnan(other_low) ?
			 other_low : low[i];
	}
}

/* Extremes over any window: two overlapping ones whose length is 2^k */
static struct stability_point mtie(const struct phases *phases, size_t m)
{
	size_t window = m + 1, length = 1, i;
	struct stability_point point = { 0, NAN };
	double *high, *low;

	if (phases->n < window)
		return point;
	high = xcalloc(phases->n, sizeof(*high));
	low = xcalloc(phases->n, sizeof(*low));
	memcpy(high, phases->x, phases->n * sizeof(*high));
	memcpy(low, phases->x, phases->n * sizeof(*low));
	for (; 2 * length <= window; length *= 2)
		double_window(high, low, phases->n, length);
	for (i = 0; i + window <= phases->n; i++) {
		size_t other = i + window - length;
		double span = fmax(high[i], high[other]) -
			      fmin(low[i], low[other]);

		if (isnan(high[i]) || isnan(high[other]))
			continue;
		point.terms++;
		point.value = fmax(point.value, span);
	}
	free(high);
	free(low);
	return point;
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
