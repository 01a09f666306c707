/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Running medians of short windows
 */
#ifndef PPSSPIN_RUNMEDIAN_H
#define PPSSPIN_RUNMEDIAN_H

#include "pure.h"

/* Values that a window can hold */
#define RUNMEDIAN_MAX	64

/**
 * struct runmedian - a window of values, kept in order
 * @n: values in it
 * @sorted: the values
 */
struct runmedian {
	size_t n;
	double sorted[RUNMEDIAN_MAX];
};

void runmedian_add(struct runmedian *window, double value);
void runmedian_remove(struct runmedian *window, double value);
double runmedian_value(const struct runmedian *window);

#endif /* PPSSPIN_RUNMEDIAN_H */
