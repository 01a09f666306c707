/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Stamps that belong to another interrupt: which, in what runs, how often
 */
#ifndef PPSSPIN_ATTRIBUTION_H
#define PPSSPIN_ATTRIBUTION_H

#include "retro.h"

/**
 * struct run - stamps beyond the gate, one after the other
 * @first_seq: seq of the first
 * @last_seq: seq of the last
 * @count: how many
 * @centre: middle pulse number
 * @worst: the most that one of them predates the edge, half ticks
 */
struct run {
	u64 first_seq;
	u64 last_seq;
	size_t count;
	double centre;
	double worst;
};

/**
 * struct attribution_report - runs of stamps beyond the gate
 * @runs: the runs
 * @run_count: how many
 * @longest: pulses of the longest
 * @expected_beat: pulses until the pulse meets the timer tick again; NAN if
 *		   HZ is unknown
 * @observed_beat: pulses between runs, as multiples of what is expected; NAN
 *		   below two runs
 */
struct attribution_report {
	struct run *runs;
	size_t run_count;
	size_t longest;
	double expected_beat;
	double observed_beat;
};

void attribution_analyse(struct attribution_report *report,
			 const struct residuals *residuals,
			 const struct train *train, double ticks_per_tick);
void attribution_free(struct attribution_report *report);

#endif /* PPSSPIN_ATTRIBUTION_H */
