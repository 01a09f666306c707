/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The ranks of a sample
 */
#ifndef PPSSPIN_SAMPLE_H
#define PPSSPIN_SAMPLE_H

#include "pure.h"

/**
 * struct sample - values that can be asked for by rank
 * @values: the values
 * @n: how many
 * @low: smallest value; infinite without any
 * @high: largest value
 * @scale: buckets in a unit
 * @distinct: all are integers, and each has a bucket
 * @buckets: how many
 * @up_to: per bucket, how many values are in it or below; NULL of a sample that
 *	   is not worth it
 */
struct sample {
	double *values;
	size_t n;
	double low;
	double high;
	double scale;
	bool distinct;
	size_t buckets;
	u32 *up_to;
};

void sample_open(struct sample *sample, double *values, size_t n);
void sample_close(struct sample *sample);
double sample_rank(struct sample *sample, size_t rank);
double sample_median(struct sample *sample);
double sample_median_deviation(struct sample *sample, double middle);

#endif /* PPSSPIN_SAMPLE_H */
