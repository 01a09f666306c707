// SPDX-License-Identifier: GPL-2.0
/*
 * The ranks of a sample
 *
 * Differences of counter values are small integers: they are counted, and every
 * rank is at hand. Anything else is selected from.
 */
#include <gsl/gsl_statistics_double.h>
#include <math.h>
#include <stdlib.h>

#include "sample.h"
#include "util.h"

/* Integers spread over more buckets than this are not worth counting */
#define BUCKETS_MAX	(1 << 22)
/* Nor are fewer values */
#define COUNTED_MIN	1000

/* Whether all are integers, not too far apart */
static bool countable(const double *values, size_t n, s64 *low, s64 *high)
{
	double least = values[0], most = values[0];
	size_t i;

	for (i = 0; i < n; i++) {
		double value = values[i];

		if (!(fabs(value) < 1e15) || value != (double)(s64)value)
			return false;
		least = value < least ? value : least;
		most = value > most ? value : most;
	}
	*low = (s64)least;
	*high = (s64)most;
	return most - least < BUCKETS_MAX && most - least < 4.0 * n;
}

/**
 * sample_open - prepare to ask for ranks
 * @sample: filled, to be closed with sample_close()
 * @values: the values; their order changes
 * @n: how many
 */
void sample_open(struct sample *sample, double *values, size_t n)
{
	s64 low, high;
	size_t i;

	memset(sample, 0, sizeof(*sample));
	sample->values = values;
	sample->n = n;
	if (n < COUNTED_MIN || n > U32_MAX || !countable(values, n, &low, &high))
		return;
	sample->values = NULL;
	sample->low = low;
	sample->buckets = high - low + 1;
	sample->up_to = xcalloc(sample->buckets, sizeof(*sample->up_to));
	for (i = 0; i < n; i++)
		sample->up_to[(s64)values[i] - low]++;
	for (i = 1; i < sample->buckets; i++)
		sample->up_to[i] += sample->up_to[i - 1];
}

/**
 * sample_close - free what a sample holds
 * @sample: the sample
 */
void sample_close(struct sample *sample)
{
	free(sample->up_to);
	sample->up_to = NULL;
}

/* Only what lies between two ranks found before has to be looked at */
static double select_between_fences(struct sample *sample, size_t rank)
{
	size_t low = 0, high = sample->n;
	int i;

	for (i = 0; i < sample->fences; i++) {
		size_t fence = sample->fence[i];

		if (fence == rank)
			return sample->values[rank];
		if (fence < rank)
			low = max(low, fence + 1);
		else
			high = min(high, fence);
	}
	gsl_stats_select(sample->values + low, 1, high - low, rank - low);
	if (sample->fences < SAMPLE_FENCES)
		sample->fence[sample->fences++] = rank;
	return sample->values[rank];
}

/**
 * sample_rank - the value of a rank
 * @sample: the sample
 * @rank: from 0, less than the number of values
 *
 * Return: the value that would stand at @rank if the sample were sorted.
 */
double sample_rank(struct sample *sample, size_t rank)
{
	size_t low = 0, high = sample->buckets;

	if (sample->values)
		return select_between_fences(sample, rank);
	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (sample->up_to[middle] <= rank)
			low = middle + 1;
		else
			high = middle;
	}
	return sample->low + (s64)low;
}

/**
 * sample_median - the middle of a sample
 * @sample: the sample
 *
 * Return: the middle value, the mean of the middle two, or NAN without any.
 */
double sample_median(struct sample *sample)
{
	double middle;

	if (!sample->n)
		return NAN;
	middle = sample_rank(sample, sample->n / 2);
	if (sample->n & 1)
		return middle;
	return (middle + sample_rank(sample, sample->n / 2 - 1)) / 2;
}

/* Values from @low to @high, both in halves of an integer, counted ones */
static u32 count_between(const struct sample *sample, double low, double high)
{
	s64 first = (s64)ceil(low) - sample->low;
	s64 last = (s64)floor(high) - sample->low;

	if (last < 0 || first >= (s64)sample->buckets)
		return 0;
	last = min(last, (s64)sample->buckets - 1);
	return sample->up_to[last] - (first > 0 ? sample->up_to[first - 1] : 0);
}

/* The distance from @middle that has @rank values not further away */
static double distance_rank(const struct sample *sample, double middle,
			    size_t rank)
{
	size_t low = 0, high = 2 * sample->buckets;

	while (low < high) {
		size_t half = low + (high - low) / 2;

		if (count_between(sample, middle - half / 2.0,
				  middle + half / 2.0) <= rank)
			low = half + 1;
		else
			high = half;
	}
	return low / 2.0;
}

/**
 * sample_median_deviation - median distance from a value
 * @sample: the sample; values that are not counted are destroyed
 * @middle: the value, an integer or half of one
 *
 * Return: median of |value - middle|, or NAN without any.
 */
double sample_median_deviation(struct sample *sample, double middle)
{
	size_t i, n = sample->n;
	double distance;

	if (!n)
		return NAN;
	if (sample->values) {
		for (i = 0; i < n; i++)
			sample->values[i] = fabs(sample->values[i] - middle);
		sample->fences = 0;
		return sample_median(sample);
	}
	distance = distance_rank(sample, middle, n / 2);
	if (n & 1)
		return distance;
	return (distance + distance_rank(sample, middle, n / 2 - 1)) / 2;
}
