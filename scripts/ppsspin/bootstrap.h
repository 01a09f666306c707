/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Intervals for samples whose values depend on their neighbours
 */
#ifndef PPSSPIN_BOOTSTRAP_H
#define PPSSPIN_BOOTSTRAP_H

#include "sample.h"

/* Samples drawn */
#define BOOTSTRAP_ROUNDS	1000
/* More blocks make no better interval, only a slower one */
#define BOOTSTRAP_BLOCKS_MAX	250
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

/**
 * struct bootstrap - what is drawn; the same for samples of the same length
 * @seed: of the draws
 * @blocks: how many blocks there are to draw from; 0 before the first draw
 * @drawn: numbers of the blocks, per round
 */
struct bootstrap {
	u64 seed;
	size_t blocks;
	u8 drawn[BOOTSTRAP_ROUNDS][BOOTSTRAP_BLOCKS_MAX];
};

size_t bootstrap_block(size_t n);
struct interval bootstrap_mean(struct bootstrap *bootstrap,
			       const double *values, size_t n);
struct interval bootstrap_median(struct bootstrap *bootstrap, double *values,
				 struct sample *sample);
struct interval bootstrap_mean_difference(struct bootstrap *bootstrap,
					  const double *a, size_t a_count,
					  const double *b, size_t b_count);

#endif /* PPSSPIN_BOOTSTRAP_H */
