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
#include "util.h"

/* Means of blocks */
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

	return max(length, (n + BOOTSTRAP_BLOCKS_MAX - 1) / BOOTSTRAP_BLOCKS_MAX);
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

/* Draw as many blocks as there are, in each round; the same ones each time */
static void draw(struct bootstrap *bootstrap, size_t blocks)
{
	gsl_rng *rng;
	size_t i;
	int round;

	if (bootstrap->blocks == blocks)
		return;
	rng = gsl_rng_alloc(gsl_rng_taus2);
	if (!rng)
		die("out of memory");
	gsl_rng_set(rng, bootstrap->seed);
	for (round = 0; round < BOOTSTRAP_ROUNDS; round++)
		for (i = 0; i < blocks; i++)
			bootstrap->drawn[round][i] =
				gsl_rng_uniform(rng) * blocks;
	gsl_rng_free(rng);
	bootstrap->blocks = blocks;
}

static double drawn_mean(const struct bootstrap *bootstrap,
			 const struct blocks *blocks, int round)
{
	const u8 *drawn = bootstrap->drawn[round];
	double sum = 0;
	size_t i;

	for (i = 0; i < blocks->n; i++)
		sum += blocks->mean[drawn[i]];
	return sum / blocks->n;
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
 * @bootstrap: its seed is set
 * @values: the sample, in the order of time
 * @n: values in it
 *
 * Return: the interval.
 */
struct interval bootstrap_mean(struct bootstrap *bootstrap,
			       const double *values, size_t n)
{
	struct interval interval = { NAN, NAN };
	double means[BOOTSTRAP_ROUNDS];
	struct blocks blocks;
	int round;

	make_blocks(&blocks, values, n);
	if (blocks.n >= BOOTSTRAP_BLOCKS_MIN) {
		draw(bootstrap, blocks.n);
		for (round = 0; round < BOOTSTRAP_ROUNDS; round++)
			means[round] = drawn_mean(bootstrap, &blocks, round);
		interval = middle_95(means);
	}
	free(blocks.mean);
	return interval;
}

/**
 * bootstrap_mean_difference - interval of the difference of two means
 * @bootstrap: two, of different seeds
 * @a: a sample, in the order of time
 * @a_count: values in it
 * @b: another one
 * @b_count: values in it
 *
 * Return: the interval of mean(a) - mean(b).
 */
struct interval bootstrap_mean_difference(struct bootstrap *bootstrap,
					  const double *a, size_t a_count,
					  const double *b, size_t b_count)
{
	struct interval interval = { NAN, NAN };
	double means[BOOTSTRAP_ROUNDS];
	struct blocks one, other;
	int round;

	make_blocks(&one, a, a_count);
	make_blocks(&other, b, b_count);
	if (one.n >= BOOTSTRAP_BLOCKS_MIN && other.n >= BOOTSTRAP_BLOCKS_MIN) {
		draw(&bootstrap[0], one.n);
		draw(&bootstrap[1], other.n);
		for (round = 0; round < BOOTSTRAP_ROUNDS; round++)
			means[round] =
				drawn_mean(&bootstrap[0], &one, round) -
				drawn_mean(&bootstrap[1], &other, round);
		interval = middle_95(means);
	}
	free(one.mean);
	free(other.mean);
	return interval;
}

/* Interval of the share of values below a value; half of those at it */
static struct interval share_below(struct bootstrap *bootstrap, double middle,
				   double *values, size_t n)
{
	size_t i;

	for (i = 0; i < n; i++)
		values[i] = values[i] < middle ? 1 :
			    values[i] > middle ? 0 : 0.5;
	return bootstrap_mean(bootstrap, values, n);
}

/**
 * bootstrap_median - interval of a median
 * @bootstrap: its seed is set
 * @values: the sample, in the order of time; destroyed
 * @sample: the same, to be asked for ranks
 *
 * Return: the interval.
 */
struct interval bootstrap_median(struct bootstrap *bootstrap, double *values,
				 struct sample *sample)
{
	struct interval share, interval = { NAN, NAN };
	size_t low, high, n = sample->n;

	if (n < BOOTSTRAP_BLOCKS_MIN)
		return interval;
	share = share_below(bootstrap, sample_median(sample), values, n);
	if (isnan(share.low))
		return interval;
	low = floor(fmax(0.5 - (share.high - share.low) / 2, 0) * n);
	high = ceil(fmin(0.5 + (share.high - share.low) / 2, 1) * n);
	interval.low = sample_rank(sample, low);
	interval.high = sample_rank(sample, high ? high - 1 : 0);
	return interval;
}
