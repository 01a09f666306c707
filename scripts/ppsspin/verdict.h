/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The answer: which method, how late, how sure
 */
#ifndef PPSSPIN_VERDICT_H
#define PPSSPIN_VERDICT_H

#include "quantile.h"
#include "retro.h"

struct report;

/**
 * struct lateness - how late a method's stamp is, ns
 * @n: pulses it was found on
 * @offset_ns: median of stamp - middle of [prev, after], over all segments
 * @bracket_ns: half of the median of after - prev: what the poll cannot tell
 * @spread_ns: half of the difference between the medians of the segments
 * @chance_ns: half of the interval of the median
 * @tick_ns: half a tick
 * @uncertainty_ns: all of these together
 */
struct lateness {
	size_t n;
	double offset_ns;
	double bracket_ns;
	double spread_ns;
	double chance_ns;
	double tick_ns;
	double uncertainty_ns;
};

/**
 * struct verdict - the answer
 * @best: the method whose sigma, gated and filtered, is smallest in its worst
 *	  segment; METHOD_COUNT if no method has one, or if the pulses
 *	  scatter too much to tell
 * @worst_sigma_ns: that sigma, per method; NAN if it has none
 * @is_bound: it is no more than this: the reference's error hides the rest
 * @worst_measured_ns: the same, the reference's error included
 * @coverage: share of the pulses that have a sound stamp of the method, in its
 *	      worst segment; NAN if it has no stamp, or if no segment is judged
 * @referenced: share of its stamps that have a reference, in the worst segment
 * @lateness: per method
 * @scatter: the largest scatter of polled edges in a segment, see @jitter of
 *	     &struct segment_report; NAN if unknown
 * @hz: rate of the pulses by the counter; NAN if unknown
 * @hz_error: half of its 99 % interval
 * @nominal_hz: the same as a round number; NAN if the interval holds several
 * @ppm: what the counter runs faster than its header says, by the pulses
 * @ppm_error: half of its 99 % interval
 */
struct verdict {
	enum method best;
	double worst_sigma_ns[METHOD_COUNT];
	bool is_bound[METHOD_COUNT];
	double worst_measured_ns[METHOD_COUNT];
	double coverage[METHOD_COUNT];
	double referenced[METHOD_COUNT];
	struct lateness lateness[METHOD_COUNT];
	double scatter;
	double hz;
	double hz_error;
	double nominal_hz;
	double ppm;
	double ppm_error;
};

/* No crystal is further off: the pulses or the header's rate of the counter are */
#define VERDICT_PPM_MAX		200.0
/* Polled edges that scatter more say nothing about methods */
#define VERDICT_SCATTER_MAX	2.0
/* A method that stamps fewer pulses, or has a reference for fewer, is not recommended */
#define VERDICT_COVERAGE_MIN	0.9

bool verdict_accepts(const struct verdict *verdict, enum method method);
bool verdict_rate_is_wrong(const struct verdict *verdict);
bool verdict_rate_is_chronys(const struct verdict *verdict);
char *verdict_unjudged_words(const struct report *report, size_t s);
char *verdict_chrony_line(const struct verdict *verdict, enum method method);
void verdict_reach(struct verdict *verdict, const struct report *report,
		   double *scratch, double *more_scratch);

#endif /* PPSSPIN_VERDICT_H */
