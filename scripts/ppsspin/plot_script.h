/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The scripts of the pictures, one function each
 */
#ifndef PPSSPIN_PLOT_SCRIPT_H
#define PPSSPIN_PLOT_SCRIPT_H

#include <stdio.h>

#include "report.h"

void plot_cdf(FILE *out, const struct report *report);
void plot_over_time(FILE *out, const struct report *report);
void plot_histogram(FILE *out, const struct report *report);
void plot_tdev(FILE *out, const struct report *report);
void plot_budget(FILE *out, const struct report *report);
void plot_observer(FILE *out, const struct report *report);

#endif /* PPSSPIN_PLOT_SCRIPT_H */
