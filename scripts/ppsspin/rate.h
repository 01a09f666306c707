/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The rate of the pulses, and how well it is known
 */
#ifndef PPSSPIN_RATE_H
#define PPSSPIN_RATE_H

#include "reference.h"

/**
 * struct rate_report - time from pulse to pulse by one straight line, half ticks
 * @n: stamps that the line goes through
 * @period: its slope; NAN if there is none
 * @error: half of the 99 % interval of @period
 */
struct rate_report {
	size_t n;
	double period;
	double error;
};

void rate_analyse(struct rate_report *report, const struct train *train,
		  const struct reference *reference, double *number,
		  double *phase);

#endif /* PPSSPIN_RATE_H */
