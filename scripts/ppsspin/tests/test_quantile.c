// SPDX-License-Identifier: GPL-2.0
/*
 * Percentiles, sigma, running medians
 */
#include <gsl/gsl_randist.h>
#include <gsl/gsl_rng.h>
#include <math.h>
#include <stdlib.h>

#include "quantile.h"
#include "runmedian.h"
#include "unit.h"

static void percentile_is_a_value_of_the_sample(void **state)
{
	struct sample sample;
	double values[1000];
	int i;

	(void)state;
	for (i = 0; i < 1000; i++)
		values[i] = (i * 7919) % 1000 + 1;
	sample_open(&sample, values, 1000);
	assert_true(percentile(&sample, 500) == 500);
	assert_true(percentile(&sample, 950) == 950);
	assert_true(percentile(&sample, 990) == 990);
	assert_true(percentile(&sample, 999) == 999);
	sample_close(&sample);
}

static void percentile_needs_a_value_beyond_it(void **state)
{
	(void)state;
	assert_false(percentile_supported(1, 500));
	assert_true(percentile_supported(2, 500));
	assert_false(percentile_supported(99, 990));
	assert_true(percentile_supported(100, 990));
	assert_false(percentile_supported(999, 999));
	assert_true(percentile_supported(1000, 999));
}

/* A quarter makes a sample of integers one that cannot be counted */
static void counting_and_selecting_agree(void **state)
{
	static double counted[5001], selected[5001];
	struct summary a, b;
	size_t n, i;
	int p;

	(void)state;
	for (n = 4990; n <= 5001; n++) {
		unsigned int chance = n;

		for (i = 0; i < n; i++) {
			chance = chance * 1103515245 + 12345;
			counted[i] = (double)((chance >> 16) % 700) - 350;
			counted[i] *= i % 3 ? 1 : 4;
			selected[i] = counted[i] + 0.25;
		}
		summarise(counted, n, &a);
		summarise(selected, n, &b);
		for (p = 0; p < PERCENTILES; p++)
			assert_true(a.p[p] + 0.25 == b.p[p]);
		assert_true(a.robust == b.robust);
		assert_true(a.max + 0.25 == b.max);
		assert_true(a.p50_low + 0.25 == b.p50_low);
		assert_true(a.p50_high + 0.25 == b.p50_high);
	}
}

static int by_value(const void *a, const void *b)
{
	const double *p = a, *q = b;

	return (*p > *q) - (*p < *q);
}

/* Whatever shares a bucket: everything but one value, with the wildest tails */
static void ranks_are_those_of_a_sort(void **state)
{
	static const double tail[] = { 0, 1e3, 1e9, 1e300, INFINITY };
	static double values[3000], sorted[3000];
	unsigned int chance = 3;
	struct sample sample;
	size_t t, i, n = 3000;

	(void)state;
	for (t = 0; t < ARRAY_SIZE(tail); t++) {
		for (i = 0; i < n; i++) {
			chance = chance * 1103515245 + 12345;
			values[i] = (chance >> 16) / 3.0 - 1000;
		}
		values[n / 3] = tail[t];
		values[n / 2] = -tail[t];
		memcpy(sorted, values, sizeof(sorted));
		qsort(sorted, n, sizeof(*sorted), by_value);
		sample_open(&sample, values, n);
		for (i = 0; i < n; i += 7)
			assert_true(sample_rank(&sample, i) == sorted[i]);
		assert_true(sample_rank(&sample, n - 1) == sorted[n - 1]);
		sample_close(&sample);
	}
}

static void empty_and_single_samples_have_no_sigma(void **state)
{
	struct summary summary;
	double one = 5;

	(void)state;
	summarise(&one, 0, &summary);
	assert_true(isnan(summary.sigma) && isnan(summary.max) &&
		    isnan(summary.p[P50]) && isnan(summary.robust));
	summarise(&one, 1, &summary);
	assert_true(isnan(summary.sigma) && isnan(summary.p[P50]));
	assert_true(summary.max == 5 && summary.min == 5);
}

static void sigma_is_that_of_the_sample(void **state)
{
	double values[] = { 2, 4, 4, 4, 5, 5, 7, 9 };
	struct summary summary;

	(void)state;
	summarise(values, 8, &summary);
	assert_float_equal(summary.sigma, 2.138089935299395, 1e-12);
	assert_float_equal(summary.robust, 1.4826 * 0.5, 1e-12);
}

static void intervals_hold_the_truth_in_95_of_100(void **state)
{
	gsl_rng *rng = gsl_rng_alloc(gsl_rng_mt19937);
	int round, i, median_held = 0, sigma_held = 0;
	double values[200];

	(void)state;
	gsl_rng_set(rng, 4);
	for (round = 0; round < 1000; round++) {
		struct summary summary;

		for (i = 0; i < 200; i++)
			values[i] = gsl_ran_gaussian(rng, 3);
		summarise(values, 200, &summary);
		median_held += summary.p50_low <= 0 && summary.p50_high >= 0;
		sigma_held += summary.sigma_low <= 3 && summary.sigma_high >= 3;
	}
	gsl_rng_free(rng);
	assert_in_range(median_held, 935, 985);
	assert_in_range(sigma_held, 935, 965);
}

static void running_median_matches_a_sort(void **state)
{
	struct runmedian window = { };
	double ring[21], copy[21];
	unsigned int chance = 1;
	size_t i, n;

	(void)state;
	for (i = 0; i < 2000; i++) {
		if (i >= 21)
			runmedian_remove(&window, ring[i % 21]);
		chance = chance * 1103515245 + 12345;
		ring[i % 21] = (chance >> 16) % 50;
		runmedian_add(&window, ring[i % 21]);
		n = i < 21 ? i + 1 : 21;
		memcpy(copy, ring, sizeof(copy));
		assert_true(runmedian_value(&window) == median(copy, n));
	}
}

int test_quantile(void)
{
	static const struct CMUnitTest tests[] = {
		cmocka_unit_test(percentile_is_a_value_of_the_sample),
		cmocka_unit_test(percentile_needs_a_value_beyond_it),
		cmocka_unit_test(counting_and_selecting_agree),
		cmocka_unit_test(ranks_are_those_of_a_sort),
		cmocka_unit_test(empty_and_single_samples_have_no_sigma),
		cmocka_unit_test(sigma_is_that_of_the_sample),
		cmocka_unit_test(intervals_hold_the_truth_in_95_of_100),
		cmocka_unit_test(running_median_matches_a_sort),
	};

	return cmocka_run_group_tests_name("quantile", tests, NULL, NULL);
}
