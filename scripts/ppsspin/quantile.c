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
#include <math.h>

#include "quantile.h"

const int percentile_permille[PERCENTILES] = {
	[P50]	= 500,
	[P95]	= 950,
	[P99]	= 990,
	[P999]	= 999,
};

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
 * @sample: the sample
 * @permille: the percentile, in tenths of a percent
 *
 * Return: the value of rank ceil(n * permille / 1000), or NAN if the sample
 * does not support it.
 */
double percentile(struct sample *sample, int permille)
{
	size_t rank = (sample->n * permille + 999) / 1000;

	if (!percentile_supported(sample->n, permille))
		return NAN;
	return sample_rank(sample, rank - 1);
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
	struct sample sample;
	double middle;

	sample_open(&sample, values, n);
	middle = sample_median(&sample);
	sample_close(&sample);
	return middle;
}

/**
 * mean_sigma - mean and standard deviation
 * @values: the sample
 * @n: values in it
 * @mean: set, NAN without any value
 * @sigma: set, divisor n - 1, NAN below 2 values
 *
 * In two passes, so that a large mean costs no digits.
 */
void mean_sigma(const double *values, size_t n, double *mean, double *sigma)
{
	double sum = 0, squares = 0;
	size_t i;

	for (i = 0; i < n; i++)
		sum += values[i];
	*mean = n ? sum / n : NAN;
	for (i = 0; i < n; i++)
		squares += (values[i] - *mean) * (values[i] - *mean);
	*sigma = n > 1 ? sqrt(squares / (n - 1)) : NAN;
}

/* Order statistics around the median that hold it in 95 of 100 samples */
static void median_interval(struct sample *sample, struct summary *summary)
{
	size_t n = sample->n;
	double half = 1.959964 * sqrt(n) / 2;
	double low = floor(n / 2.0 - half), high = ceil(n / 2.0 + half);

	summary->p50_low = NAN;
	summary->p50_high = NAN;
	if (low < 1 || high > n)
		return;
	summary->p50_low = sample_rank(sample, low - 1);
	summary->p50_high = sample_rank(sample, high - 1);
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
 * summarise_sample - a sample in numbers
 * @sample: the sample; destroyed, but still to be closed
 * @summary: set
 */
void summarise_sample(struct sample *sample, struct summary *summary)
{
	size_t n = sample->n;
	int p;

	memset(summary, 0, sizeof(*summary));
	summary->n = n;
	mean_sigma(sample->values, n, &summary->mean, &summary->sigma);
	sigma_interval(summary);
	summary->min = n ? sample->low : NAN;
	summary->max = n ? sample->high : NAN;
	for (p = 0; p < PERCENTILES; p++)
		summary->p[p] = percentile(sample, percentile_permille[p]);
	median_interval(sample, summary);
	summary->robust = n < 2 ? NAN : 1.4826 *
		sample_median_deviation(sample, sample_median(sample));
}

/**
 * summarise - values in numbers
 * @values: the values; destroyed
 * @n: how many
 * @summary: set
 */
void summarise(double *values, size_t n, struct summary *summary)
{
	struct sample sample;

	sample_open(&sample, values, n);
	summarise_sample(&sample, summary);
	sample_close(&sample);
}

/**
 * summary_body_end - where the body of a sample ends
 * @summary: the sample in numbers
 *
 * Return: its 95 % percentile; all of it if it is too small for one.
 */
double summary_body_end(const struct summary *summary)
{
	return isnan(summary->p[P95]) ? summary->max : summary->p[P95];
}
