/* SPDX-License-Identifier: GPL-2.0 */
/*
 * A report: every number of a capture, computed once, printed in any form
 */
#ifndef PPSSPIN_REPORT_H
#define PPSSPIN_REPORT_H

#include "attribution.h"
#include "capture.h"
#include "check.h"
#include "compare.h"
#include "method.h"
#include "quantile.h"
#include "rate.h"
#include "retro.h"
#include "series.h"
#include "stamps.h"
#include "truthtable.h"
#include "verdict.h"

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
 * @stamps: records that have a stamp of each method
 * @check: what a sound capture cannot hold
 * @delay: stamp - polled edge, per method; misattributed stamps left out
 * @bracket: per method, for the variants of the poll
 * @period_ticks: time between pulses, their median, ticks; NAN if unknown
 * @rate: the same by one straight line, which says how well it is known
 * @extra: records left out of an edge too soon after the one before
 * @breaks: places where the train of pulses breaks
 * @seq_disagrees: places where seq counts other pulses than the time does
 * @reference_method: what the reference is made of; METHOD_COUNT for the poll
 * @reference_points: stamps that it is made of
 * @reference_error: its own standard error, from the data alone
 * @jitter: sigma of the polled edges, over that of a uniform error of a turn
 *	    of the poll loop; NAN if unknown
 * @reference_true_error: the same, from the truth; NAN if unknown
 * @retro: retrospective analysis, per method
 * @series: stability of its residuals, per method
 * @attribution: runs of entry stamps beyond the gate
 * @observer: with and without the poller, per method of the interrupt side
 * @pairs: methods compared on the same pulses
 * @pair_count: how many
 * @true_error: stamp - true edge, per method; the middle of [t0, t1] stands for
 *		an edge that a stimulus raised
 * @truth_width: t1 - t0: what the stimulus cannot tell; NAN for simulated edges
 */
struct segment_report {
	const struct segment *segment;
	size_t flagged[PPS_SPIN_FLAG_COUNT];
	size_t unflagged;
	size_t stamps[METHOD_COUNT];
	struct check_report check;
	struct summary delay[METHOD_COUNT];
	struct bracket_report bracket[METHOD_COUNT];
	double period_ticks;
	struct rate_report rate;
	size_t extra;
	size_t breaks;
	size_t seq_disagrees;
	enum method reference_method;
	size_t reference_points;
	double reference_error;
	double reference_true_error;
	double jitter;
	struct retro_report retro[METHOD_COUNT];
	struct series_report series[METHOD_COUNT];
	struct attribution_report attribution;
	struct observer_report observer[METHOD_IRQ_SIDE_COUNT];
	struct pair_report pairs[PAIRS_MAX];
	size_t pair_count;
	struct summary true_error[METHOD_COUNT];
	double truth_width;
};

/**
 * struct report - a capture in numbers
 * @path: the file, as it is shown
 * @capture: what was read
 * @gate_ns: how far a stamp may predate the polled edge
 * @seed: of the bootstrap
 * @segments: per segment of the capture
 * @verdict: the answer
 */
struct report {
	const char *path;
	const struct capture *capture;
	double gate_ns;
	u64 seed;
	struct segment_report *segments;
	struct verdict verdict;
};

void analyse(struct report *report, const struct capture *capture);
bool report_has_problem(const struct report *report);
void report_free(struct report *report);

void report_text(const struct report *report);
void report_json(const struct report *report);

#endif /* PPSSPIN_REPORT_H */
