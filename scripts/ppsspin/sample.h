/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The ranks of a sample
 */
#ifndef PPSSPIN_SAMPLE_H
#define PPSSPIN_SAMPLE_H

#include "pure.h"

/* Ranks that are remembered as found */
#define SAMPLE_FENCES	16

/**
 * struct sample - values that can be asked for by rank
 * @values: the values, in an order that changes; NULL once they are counted
 * @n: how many
 * @fence: ranks found before: below each are the values not above it
 * @fences: how many
 * @low: smallest value, of counted ones
 * @buckets: integers from the smallest value to the largest
 * @up_to: per bucket, how many values are not above it
 */
struct sample {
	double *values;
	size_t n;
	size_t fence[SAMPLE_FENCES];
	int fences;
	s64 low;
	size_t buckets;
	u32 *up_to;
};

void sample_open(struct sample *sample, double *values, size_t n);
void sample_close(struct sample *sample);
double sample_rank(struct sample *sample, size_t rank);
double sample_median(struct sample *sample);
double sample_median_deviation(struct sample *sample, double middle);

#endif /* PPSSPIN_SAMPLE_H */
