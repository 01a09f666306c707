/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Intervals for samples whose values depend on their neighbours
 */
#ifndef PPSSPIN_BOOTSTRAP_H
#define PPSSPIN_BOOTSTRAP_H

#include "pure.h"

/* Samples drawn */
#define BOOTSTRAP_ROUNDS	1000
/* Fewer blocks make no interval */
#define BOOTSTRAP_BLOCKS_MIN	8

/**
 * struct interval - a 95 % interval
 * @low: lower end; NAN if the sample cannot support one
 * @high: upper end
 */
struct interval {
	double low;
	double high;
};

size_t bootstrap_block(size_t n);
struct interval bootstrap_mean(const double *values, size_t n, u64 seed);
struct interval bootstrap_median(const double *values, size_t n, u64 seed,
				 double *scratch);
struct interval bootstrap_mean_difference(const double *a, size_t a_count,
					  const double *b, size_t b_count,
					  u64 seed);

#endif /* PPSSPIN_BOOTSTRAP_H */
