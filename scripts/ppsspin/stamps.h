/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The stamps of a segment, per method side by side
 */
#ifndef PPSSPIN_STAMPS_H
#define PPSSPIN_STAMPS_H

#include "capture.h"
#include "method.h"

/**
 * struct stamps - what each method says of each pulse of a segment
 * @n: pulses
 * @edge: the polled edge; NAN where there is none
 * @method: stamps that may enter a statistic; NAN where there is none, NULL of a
 *	    method that has none at all
 *
 * Half ticks since some counter value of the same pulse.
 */
struct stamps {
	size_t n;
	double *edge;
	double *method[METHOD_COUNT];
};

void stamps_build(struct stamps *stamps, const struct capture *capture,
		  const struct segment *segment, const size_t *counts);
void stamps_free(struct stamps *stamps);
size_t stamps_differences(const struct stamps *stamps, const double *later,
			  const double *earlier, double *half_ticks);

#endif /* PPSSPIN_STAMPS_H */
