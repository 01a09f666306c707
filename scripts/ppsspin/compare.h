/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Methods compared on the same pulses, and with and without the poller
 */
#ifndef PPSSPIN_COMPARE_H
#define PPSSPIN_COMPARE_H

#include "bootstrap.h"
#include "retro.h"
#include "stamps.h"

/* Every two methods */
#define PAIRS_MAX	(METHOD_COUNT * (METHOD_COUNT - 1) / 2)

/**
 * struct pair_report - two methods on the same pulses, half ticks
 * @earlier: the one that is subtracted
 * @later: the one it is subtracted from
 * @difference: later - earlier; misattributed stamps left out
 * @mean: interval of its mean, by block bootstrap
 * @p50: interval of its median
 */
struct pair_report {
	enum method earlier;
	enum method later;
	struct summary difference;
	struct interval mean;
	struct interval p50;
};

/**
 * struct observer_report - a method with and without the poller, half ticks
 * @polled: residuals of the polled pulses, gated
 * @unpolled: residuals of those that were not polled by choice, gated
 * @p50_difference: median polled - median unpolled
 * @mean_difference: mean polled - mean unpolled
 * @mean: interval of @mean_difference
 */
struct observer_report {
	struct summary polled;
	struct summary unpolled;
	double p50_difference;
	double mean_difference;
	struct interval mean;
};

bool pair_analyse(struct pair_report *report, const struct stamps *stamps,
		  struct bootstrap *bootstrap, double *scratch,
		  double *more_scratch);
void observer_analyse(struct observer_report *report,
		      const struct residuals *residuals,
		      const struct train *train, struct bootstrap *bootstrap,
		      double *scratch, double *more_scratch);

#endif /* PPSSPIN_COMPARE_H */
