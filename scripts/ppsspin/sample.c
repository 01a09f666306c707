// SPDX-License-Identifier: GPL-2.0
/*
 * The ranks of a sample
 *
 * Values are counted into buckets, so that each rank is looked for among few of
 * them. Differences of counter values are small integers: one to a bucket, and
 * every rank is at hand.
 */
#include <gsl/gsl_statistics_double.h>
#include <math.h>
#include <stdlib.h>

#include "sample.h"
#include "util.h"

/* Integers spread over more buckets than this share some */
#define BUCKETS_MAX	(1 << 22)
/* Buckets for anything else */
#define SHARED_MAX	((size_t)1 << 16)
/* Fewer values are not worth counting */
#define COUNTED_MIN	1000

/* Find the smallest and the largest; whether all are integers */
static bool look_over(struct sample *sample)
{
	double low = INFINITY, high = -INFINITY;
	bool integers = true;
	size_t i;

	for (i = 0; i < sample->n; i++) {
		double value = sample->values[i];

		integers &= fabs(value) < 1e15 && value == (double)(s64)value;
		low = value < low ? value : low;
		high = value > high ? value : high;
	}
	sample->low = low;
	sample->high = high;
	return integers;
}

static size_t bucket_of(const struct sample *sample, double value)
{
	return (value - sample->low) * sample->scale;
}

static void count(struct sample *sample)
{
	size_t i;

	sample->up_to = xcalloc(sample->buckets, sizeof(*sample->up_to));
	for (i = 0; i < sample->n; i++)
		sample->up_to[bucket_of(sample, sample->values[i])]++;
	for (i = 1; i < sample->buckets; i++)
		sample->up_to[i] += sample->up_to[i - 1];
}

/**
 * sample_open - prepare to ask for ranks
 * @sample: filled, to be closed with sample_close()
 * @values: the values, none of them NAN; their order may change
 * @n: how many
 */
void sample_open(struct sample *sample, double *values, size_t n)
{
	double spread;
	bool integers;

	memset(sample, 0, sizeof(*sample));
	sample->values = values;
	sample->n = n;
	integers = look_over(sample);
	if (n < COUNTED_MIN || n > U32_MAX)
		return;
	spread = sample->high - sample->low;
	sample->scale = 1;
	if (integers && spread < BUCKETS_MAX && spread < 4.0 * n) {
		sample->distinct = true;
		sample->buckets = spread + 1;
	} else {
		sample->buckets = min(n, SHARED_MAX);
		sample->scale = (sample->buckets - 1) / spread;
	}
	if (isnormal(sample->scale) && isfinite(spread))
		count(sample);
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

/* The bucket that holds a rank */
static size_t bucket_of_rank(const struct sample *sample, size_t rank)
{
	size_t low = 0, high = sample->buckets;

	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (sample->up_to[middle] <= rank)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

/* Only what is in its bucket has to be looked at */
static double select_from_bucket(const struct sample *sample, size_t bucket,
				 size_t rank)
{
	size_t below = bucket ? sample->up_to[bucket - 1] : 0;
	double *values = xcalloc(sample->up_to[bucket] - below + 1,
				 sizeof(*values));
	size_t i, n = 0;
	double value;

	/* The one place to spare takes what is in no place */
	for (i = 0; i < sample->n; i++) {
		values[n] = sample->values[i];
		n += bucket_of(sample, sample->values[i]) == bucket;
	}
	value = gsl_stats_select(values, 1, n, rank - below);
	free(values);
	return value;
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
	size_t bucket;

	if (!sample->up_to)
		return gsl_stats_select(sample->values, 1, sample->n, rank);
	bucket = bucket_of_rank(sample, rank);
	if (sample->distinct)
		return sample->low + bucket;
	return select_from_bucket(sample, bucket, rank);
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
	s64 first = (s64)(ceil(low) - sample->low);
	s64 last = (s64)(floor(high) - sample->low);

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
 * @sample: the sample; destroyed, but still to be closed
 * @middle: the value, an integer or half of one where all are integers
 *
 * Return: median of |value - middle|, or NAN without any.
 */
double sample_median_deviation(struct sample *sample, double middle)
{
	size_t i, n = sample->n;
	double distance;

	if (!n)
		return NAN;
	if (!sample->distinct) {
		double *values = sample->values;

		for (i = 0; i < n; i++)
			values[i] = fabs(values[i] - middle);
		sample_close(sample);
		sample_open(sample, values, n);
		return sample_median(sample);
	}
	distance = distance_rank(sample, middle, n / 2);
	if (n & 1)
		return distance;
	return (distance + distance_rank(sample, middle, n / 2 - 1)) / 2;
}
