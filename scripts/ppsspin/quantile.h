/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Exact statistics of a sample
 */
#ifndef PPSSPIN_QUANTILE_H
#define PPSSPIN_QUANTILE_H

#include "sample.h"

/* Percentiles of every table, in tenths of a percent; then the largest value */
enum percentile {
	P50,
	P95,
	P99,
	P999,
	PERCENTILES,
};

extern const int percentile_permille[PERCENTILES];

/**
 * struct summary - a sample in numbers, in the unit of the sample
 * @n: values in it
 * @p: percentiles; NAN if the sample cannot support one
 * @min: smallest value
 * @max: largest value
 * @mean: mean
 * @sigma: standard deviation, divisor n - 1; NAN below 2 values
 * @robust: 1.4826 * median of |value - median|; NAN below 2 values
 * @p50_low: lower end of the 95 % interval of the median; NAN if unsupported
 * @p50_high: its upper end
 * @sigma_low: lower end of the 95 % interval of @sigma
 * @sigma_high: its upper end
 */
struct summary {
	size_t n;
	double p[PERCENTILES];
	double min;
	double max;
	double mean;
	double sigma;
	double robust;
	double p50_low;
	double p50_high;
	double sigma_low;
	double sigma_high;
};

bool percentile_supported(size_t n, int permille);
double percentile(struct sample *sample, int permille);
double median(double *values, size_t n);
void mean_sigma(const double *values, size_t n, double *mean, double *sigma);
void summarise_sample(struct sample *sample, struct summary *summary);
void summarise(double *values, size_t n, struct summary *summary);
double summary_body_end(const struct summary *summary);

#endif /* PPSSPIN_QUANTILE_H */
