/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The true edges, where they are known
 */
#ifndef PPSSPIN_TRUTHTABLE_H
#define PPSSPIN_TRUTHTABLE_H

#include "capture.h"
#include "method.h"

void truth_edges(const struct capture *capture, const struct segment *segment,
		 double *half_ticks);
double truth_width(const struct capture *capture, const struct segment *segment,
		   double *scratch);

#endif /* PPSSPIN_TRUTHTABLE_H */
