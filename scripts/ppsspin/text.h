/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Cells of a table
 */
#ifndef PPSSPIN_TEXT_H
#define PPSSPIN_TEXT_H

#include <math.h>
#include <stdio.h>

/* A number as a right-aligned cell: `n/a` for NAN, no false digits */
static inline void print_cell(double value, int width)
{
	if (isnan(value))
		printf("%*s", width, "n/a");
	else if (fabs(value) < 9.95)
		printf("%*.1f", width, value + 0.0);
	else if (fabs(value) < 1e7)
		printf("%*.0f", width, value);
	else
		printf("%*.2e", width, value);
}

#endif /* PPSSPIN_TEXT_H */
