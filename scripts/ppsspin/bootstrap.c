// SPDX-License-Identifier: GPL-2.0
/*
 * Intervals for samples whose values depend on their neighbours
 *
 * Blocks of neighbours are drawn with replacement, so what they share stays
 * together: H. R. Kuensch, "The jackknife and the bootstrap for general
 * stationary observations", 1989, with blocks side by side (Carlstein 1986). The
 * interval of a median is that of its share, carried over to the values: R. S.
 * Woodruff, "Confidence intervals for medians", 1952. The same seed gives the
 * same interval.
 */
#include <gsl/gsl_rng.h>
#include <math.h>
#include <stdlib.h>

#include "bootstrap.h"
#include "quantile.h"
#include "util.h"

/* More blocks make no better interval, only a slower one */
#define BLOCKS_MAX	250

/* Sums of blocks, and what is drawn from them */
struct blocks {
	size_t n;
	size_t length;
	double *mean;
};

/**
 * bootstrap_block - length of the blocks for a sample
 * @n: values in the sample
 *
 * Return: 2 n^(1/3), more where there would be more than 250 blocks.
 */
size_t bootstrap_block(size_t n)
{
	size_t length = ceil(2 * cbrt(n));

	return max(length, (n + BLOCKS_MAX - 1) / BLOCKS_MAX);
}

static void make_blocks(struct blocks *blocks, const double *values, size_t n)
{
	size_t i, k;

	blocks->length = bootstrap_block(n);
	blocks->n = n ? n / blocks->length : 0;
	blocks->mean = xcalloc(blocks->n, sizeof(*blocks->mean));
	for (i = 0; i < blocks->n; i++) {
		for (k = 0; k < blocks->length; k++)
			blocks->mean[i] += values[i * blocks->length + k];
		blocks->mean[i] /= blocks->length;
	}
}

static double draw(const struct blocks *blocks, gsl_rng *rng)
{
	double sum = 0;
	size_t i;

	for (i = 0; i < blocks->n; i++)
		sum += blocks->mean[(size_t)(gsl_rng_uniform(rng) * blocks->n)];
	return sum / blocks->n;
}

static gsl_rng *new_rng(u64 seed)
{
	gsl_rng *rng = gsl_rng_alloc(gsl_rng_taus2);

	if (!rng)
		die("out of memory");
	gsl_rng_set(rng, seed);
	return rng;
}

static struct interval middle_95(double *draws)
{
	struct interval interval;
	struct sample sample;

	sample_open(&sample, draws, BOOTSTRAP_ROUNDS);
	interval.low = sample_rank(&sample, BOOTSTRAP_ROUNDS * 25 / 1000);
	interval.high = sample_rank(&sample, BOOTSTRAP_ROUNDS * 975 / 1000);
	sample_close(&sample);
	return interval;
}

/**
 * bootstrap_mean - interval of a mean
 * @values: the sample, in the order of time
 * @n: values in it
 * @seed: of the draws
 *
 * Return: the interval.
 */
struct interval bootstrap_mean(const double *values, size_t n, u64 seed)
{
	return bootstrap_mean_difference(values, n, NULL, 0, seed);
}

/**
 * bootstrap_mean_difference - interval of the difference of two means
 * @a: a sample, in the order of time
 * @a_count: values in it
 * @b: another one, or NULL for none
 * @b_count: values in it
 * @seed: of the draws
 *
 * Return: the interval of mean(a) - mean(b).
 */
struct interval bootstrap_mean_difference(const double *a, size_t a_count,
					  const double *b, size_t b_count,
					  u64 seed)
{
	struct interval interval = { NAN, NAN };
	double draws[BOOTSTRAP_ROUNDS];
	struct blocks one, other;
	gsl_rng *rng;
	int i;

	make_blocks(&one, a, a_count);
	make_blocks(&other, b, b_count);
	if (one.n >= BOOTSTRAP_BLOCKS_MIN &&
	    (!b || other.n >= BOOTSTRAP_BLOCKS_MIN)) {
		rng = new_rng(seed);
		for (i = 0; i < BOOTSTRAP_ROUNDS; i++) {
			draws[i] = draw(&one, rng);
			if (b)
				draws[i] -= draw(&other, rng);
		}
		interval = middle_95(draws);
		gsl_rng_free(rng);
	}
	free(one.mean);
	free(other.mean);
	return interval;
}

/* Interval of the share of values below the median; half of those at it */
static struct interval share_below_median(const double *values, size_t n,
					  u64 seed, double *scratch)
{
	double middle;
	size_t i;

	memcpy(scratch, values, n * sizeof(*scratch));
	middle = median(scratch, n);
	for (i = 0; i < n; i++)
		scratch[i] = values[i] < middle ? 1 :
			     values[i] > middle ? 0 : 0.5;
	return bootstrap_mean(scratch, n, seed);
}

/**
 * bootstrap_median - interval of a median
 * @values: the sample, in the order of time
 * @n: values in it
 * @seed: of the draws
 * @scratch: room for @n values
 *
 * Return: the interval.
 */
struct interval bootstrap_median(const double *values, size_t n, u64 seed,
				 double *scratch)
{
	struct interval share, interval = { NAN, NAN };
	struct sample sample;
	size_t low, high;

	if (n < BOOTSTRAP_BLOCKS_MIN)
		return interval;
	share = share_below_median(values, n, seed, scratch);
	if (isnan(share.low))
		return interval;
	memcpy(scratch, values, n * sizeof(*scratch));
	low = floor(fmax(0.5 - (share.high - share.low) / 2, 0) * n);
	high = ceil(fmin(0.5 + (share.high - share.low) / 2, 1) * n);
	sample_open(&sample, scratch, n);
	interval.low = sample_rank(&sample, low);
	interval.high = sample_rank(&sample, high ? high - 1 : 0);
	sample_close(&sample);
	return interval;
}
