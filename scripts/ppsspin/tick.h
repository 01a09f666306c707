/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Runs of timer interrupts: how much their period jitters, and by which counter
 * that is worth saying
 */
#ifndef PPSSPIN_TICK_H
#define PPSSPIN_TICK_H

#include "tickring.h"

/* What the interrupts of a run were stamped with */
enum tick_counter {
	TICK_ARCH,		/* arch counter where the header says */
	TICK_HANDLER,		/* arch counter in the timer's handler */
	TICK_CYCLES,		/* PMU cycles in the timer's handler */
	TICK_COUNTERS,
};

/**
 * enum tick_validity - what a counter counted in a run
 * @TICK_NONE: there is no such counter
 * @TICK_SHORT: fewer than two samples
 * @TICK_JUMPS: it, or the clock, went back or leapt
 * @TICK_NO_RATE: nothing says how fast it should count
 * @TICK_REFERENCE: the rate is its own
 * @TICK_SAME: the clock is made of it
 * @TICK_WALL: wall time
 * @TICK_ACTIVE: only the time in which the CPU did not sleep
 * @TICK_ACTIVE_OR_SLOW: that, or the CPU ran slower
 * @TICK_OFF_RATE: not at the rate that it should have
 */
enum tick_validity {
	TICK_NONE,
	TICK_SHORT,
	TICK_JUMPS,
	TICK_NO_RATE,
	TICK_REFERENCE,
	TICK_SAME,
	TICK_WALL,
	TICK_ACTIVE,
	TICK_ACTIVE_OR_SLOW,
	TICK_OFF_RATE,
	TICK_VALIDITIES,
};

/**
 * struct tick_spread - differences between consecutive stamps, in ticks
 * @n: how many
 * @median: of them, a value of the sample; NAN if unsupported, like the others
 * @iqr: third quartile minus first
 * @range: largest minus smallest
 */
struct tick_spread {
	size_t n;
	double median;
	double iqr;
	double range;
};

/**
 * struct tick_count - a counter of a run
 * @spread: its differences
 * @jumps: places where it went back or leapt: left out of @spread
 * @rate_hz: how fast it should count; NAN if nothing says so
 * @ratio: what it counted, at that rate, over wall time; NAN if unknown
 * @validity: what that means
 */
struct tick_count {
	struct tick_spread spread;
	size_t jumps;
	double rate_hz;
	double ratio;
	enum tick_validity validity;
};

/**
 * struct tick_run - one run
 * @path: the file, or NULL if the ring came from the module
 * @ring: its ring
 * @reason: why it ended early, if the module said so
 * @late: differences longer than 1.5 periods by the clock
 * @clock_jumps: places where the clock went back or leapt
 * @count: per counter
 */
struct tick_run {
	char *path;
	struct tick_ring ring;
	char *reason;
	size_t late;
	size_t clock_jumps;
	struct tick_count count[TICK_COUNTERS];
};

/**
 * struct tick_refusal - a run that the module would not start
 * @idle: its idle policy
 * @why: what it said
 */
struct tick_refusal {
	const char *idle;
	char *why;
};

/**
 * struct tick_report - runs, and what can be said about them
 * @runs: the runs
 * @n: how many
 * @refusals: runs that are not there
 * @refusal_count: how many
 */
struct tick_report {
	struct tick_run *runs;
	size_t n;
	struct tick_refusal *refusals;
	size_t refusal_count;
};

struct tick_run *tick_add(struct tick_report *report);
void tick_analyse(struct tick_report *report);
bool tick_has_problem(const struct tick_report *report);
bool tick_misleads(const struct tick_report *report, size_t smaller,
		   size_t larger, enum tick_counter counter);
void tick_free(struct tick_report *report);

const char *tick_counter_name(enum tick_counter counter);
const char *tick_validity_name(enum tick_validity validity);
bool tick_step(const struct tick_ring *ring, enum tick_counter counter,
	       size_t i, double *ticks);

#endif /* PPSSPIN_TICK_H */
