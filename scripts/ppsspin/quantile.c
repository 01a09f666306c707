// SPDX-License-Identifier: GPL-2.0
/*
 * Exact statistics of a sample
 *
 * Values are differences, small enough that a double holds each half tick
 * exactly. Percentiles are values of the sample (nearest rank: Hyndman and Fan,
 * "Sample Quantiles in Statistical Packages", 1996, definition 1), found by
 * selection.
 */
#include <gsl/gsl_cdf.h>
#include <gsl/gsl_statistics_double.h>
#include <math.h>

#include "quantile.h"

const int percentile_permille[PERCENTILES] = {
	[P50]	= 500,
	[P95]	= 950,
	[P99]	= 990,
	[P999]	= 999,
};

/**
 * select_rank - the value of a rank
 * @values: the sample; its order changes
 * @n: values in it, at least 1
 * @rank: from 0
 *
 * Return: the value that would stand at @rank if the sample were sorted.
 */
double select_rank(double *values, size_t n, size_t rank)
{
	return gsl_stats_select(values, 1, n, rank);
}

/**
 * percentile_supported - whether a sample can tell a percentile
 * @n: values in the sample
 * @permille: the percentile, in tenths of a percent
 *
 * Return: true if at least one value is expected beyond the percentile.
 */
bool percentile_supported(size_t n, int permille)
{
	return n * (1000 - permille) >= 1000;
}

/**
 * percentile - a percentile of a sample
 * @values: the sample; its order changes
 * @n: values in it
 * @permille: the percentile, in tenths of a percent
 *
 * Return: the value of rank ceil(n * permille / 1000), or NAN if the sample
 * does not support it.
 */
double percentile(double *values, size_t n, int permille)
{
	size_t rank = (n * permille + 999) / 1000;

	if (!percentile_supported(n, permille))
		return NAN;
	return select_rank(values, n, rank - 1);
}

/**
 * median - the middle of a sample
 * @values: the sample; its order changes
 * @n: values in it
 *
 * Return: the middle value, the mean of the middle two, or NAN without any.
 */
double median(double *values, size_t n)
{
	return n ? gsl_stats_median(values, 1, n) : NAN;
}

/**
 * mean_sigma - mean and standard deviation
 * @values: the sample
 * @n: values in it
 * @mean: set, NAN without any value
 * @sigma: set, divisor n - 1, NAN below 2 values
 */
void mean_sigma(const double *values, size_t n, double *mean, double *sigma)
{
	*mean = n ? gsl_stats_mean(values, 1, n) : NAN;
	*sigma = n > 1 ? gsl_stats_sd_m(values, 1, n, *mean) : NAN;
}

/* Order statistics around the median that hold it in 95 of 100 samples */
static void median_interval(double *values, size_t n, struct summary *summary)
{
	double half = 1.959964 * sqrt(n) / 2;
	double low = floor(n / 2.0 - half), high = ceil(n / 2.0 + half);

	summary->p50_low = NAN;
	summary->p50_high = NAN;
	if (low < 1 || high > n)
		return;
	summary->p50_low = select_rank(values, n, low - 1);
	summary->p50_high = select_rank(values, n, high - 1);
}

/*
 * Quantile of chi squared: GSL's inverse fails for many degrees of freedom,
 * where Wilson and Hilferty's (1931) is right to 6 digits.
 */
static double chi_squared(double p, double free)
{
	double spread = 2 / (9 * free);

	if (free < 500)
		return gsl_cdf_chisq_Pinv(p, free);
	return free * pow(1 - spread +
			  gsl_cdf_ugaussian_Pinv(p) * sqrt(spread), 3);
}

/* If the values were normal and independent */
static void sigma_interval(struct summary *summary)
{
	double free = summary->n - 1.0;

	summary->sigma_low = NAN;
	summary->sigma_high = NAN;
	if (summary->n < 2)
		return;
	summary->sigma_low = summary->sigma *
			     sqrt(free / chi_squared(0.975, free));
	summary->sigma_high = summary->sigma *
			      sqrt(free / chi_squared(0.025, free));
}

/**
 * summarise - a sample in numbers
 * @values: the sample; destroyed
 * @n: values in it
 * @summary: set
 */
void summarise(double *values, size_t n, struct summary *summary)
{
	double middle;
	size_t i;
	int p;

	memset(summary, 0, sizeof(*summary));
	summary->n = n;
	mean_sigma(values, n, &summary->mean, &summary->sigma);
	sigma_interval(summary);
	for (p = 0; p < PERCENTILES; p++)
		summary->p[p] = percentile(values, n, percentile_permille[p]);
	median_interval(values, n, summary);
	summary->min = NAN;
	summary->max = NAN;
	summary->robust = NAN;
	if (!n)
		return;
	gsl_stats_minmax(&summary->min, &summary->max, values, 1, n);
	if (n < 2)
		return;
	middle = median(values, n);
	for (i = 0; i < n; i++)
		values[i] = fabs(values[i] - middle);
	summary->robust = 1.4826 * median(values, n);
}
