/* SPDX-License-Identifier: GPL-2.0 */
/*
 * A report: every number of a capture, computed once, printed in any form
 */
#ifndef PPSSPIN_REPORT_H
#define PPSSPIN_REPORT_H

#include "capture.h"
#include "method.h"
#include "quantile.h"

/**
 * struct bracket_report - the brackets of one variant of the poll, half ticks
 * @n: polled edges of this variant
 * @width: after - before
 * @period: before - prev: one turn of the loop
 * @uncertainty: after - prev: the edge lies within
 */
struct bracket_report {
	size_t n;
	struct summary width;
	struct summary period;
	struct summary uncertainty;
};

/**
 * struct segment_report - one segment in numbers; times in half ticks
 * @segment: the segment
 * @flagged: records that have each flag
 * @unflagged: records without any
 * @delay: stamp - polled edge, per method; misattributed stamps left out
 * @bracket: per method, for the variants of the poll
 */
struct segment_report {
	const struct segment *segment;
	size_t flagged[PPS_SPIN_FLAG_COUNT];
	size_t unflagged;
	struct summary delay[METHOD_COUNT];
	struct bracket_report bracket[METHOD_COUNT];
};

/**
 * struct report - a capture in numbers
 * @path: the file
 * @capture: what was read
 * @segments: per segment of the capture
 */
struct report {
	const char *path;
	const struct capture *capture;
	struct segment_report *segments;
};

void analyse(struct report *report, const struct capture *capture);
void report_free(struct report *report);
size_t collect_delays(const struct capture *capture,
		      const struct segment *segment, enum method method,
		      double *half_ticks);

void report_text(const struct report *report);

#endif /* PPSSPIN_REPORT_H */
