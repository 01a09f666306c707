// SPDX-License-Identifier: GPL-2.0
/*
 * Runs of timer interrupts in numbers
 *
 * The clock that a counter is held against was read next to it, in the timer's
 * handler. Differences are taken in integers; a double holds each of them.
 */
#include <math.h>
#include <stdlib.h>

#include "quantile.h"
#include "tick.h"
#include "util.h"

/* A difference beyond this is no time between interrupts; a double holds it */
#define STEP_MAX	(1ULL << 53)
/* A counter this close to its rate counts wall time */
#define RATIO_TOLERANCE	0.02
/* Below this share of its rate no CPU runs: it slept */
#define RATIO_ASLEEP	0.1
/* Medians this close are of one quantity, whatever their spread */
#define MEDIAN_SAME	0.001
#define LATE_PERIODS	1.5

static const char * const counter_names[TICK_COUNTERS] = {
	[TICK_ARCH]	= "arch",
	[TICK_HANDLER]	= "handler",
	[TICK_CYCLES]	= "cycles",
};

static const char * const validity_names[TICK_VALIDITIES] = {
	[TICK_NONE]		= "none",
	[TICK_SHORT]		= "too-short",
	[TICK_JUMPS]		= "jumps",
	[TICK_NO_RATE]		= "rate-unknown",
	[TICK_REFERENCE]	= "reference",
	[TICK_SAME]		= "same-as-clock",
	[TICK_WALL]		= "wall",
	[TICK_ACTIVE]		= "active-only",
	[TICK_ACTIVE_OR_SLOW]	= "active-only-or-slow",
	[TICK_OFF_RATE]		= "off-rate",
};

/**
 * tick_counter_name - name of a counter
 * @counter: the counter
 *
 * Return: its name.
 */
const char *tick_counter_name(enum tick_counter counter)
{
	return counter_names[counter];
}

/**
 * tick_validity_name - a word for what a counter counted
 * @validity: what it counted
 *
 * Return: the word.
 */
const char *tick_validity_name(enum tick_validity validity)
{
	return validity_names[validity];
}

/**
 * tick_add - add a run to a report
 * @report: the report
 *
 * Return: the run, empty.
 */
struct tick_run *tick_add(struct tick_report *report)
{
	report->runs = xrealloc(report->runs, report->n + 1,
				sizeof(*report->runs));
	memset(&report->runs[report->n], 0, sizeof(*report->runs));
	return &report->runs[report->n++];
}

static u64 value_of(const struct pps_spin_tick_sample *sample,
		    enum tick_counter counter)
{
	switch (counter) {
	case TICK_ARCH:
		return sample->arch;
	case TICK_HANDLER:
		return sample->handler;
	default:
		return sample->cycles;
	}
}

static bool step_between(u64 from, u64 to, double *step)
{
	*step = to - from;
	return to - from <= STEP_MAX;
}

/**
 * tick_step - what a counter counted from one interrupt to the next
 * @ring: the run
 * @counter: the counter
 * @i: number of the second of the two interrupts, from 1
 * @ticks: set
 *
 * Return: false if it went back or leapt.
 */
bool tick_step(const struct tick_ring *ring, enum tick_counter counter,
	       size_t i, double *ticks)
{
	return step_between(value_of(&ring->samples[i - 1], counter),
			    value_of(&ring->samples[i], counter), ticks);
}

static void measure_spread(struct tick_spread *spread, double *steps, size_t n)
{
	struct sample sample;

	spread->n = n;
	sample_open(&sample, steps, n);
	spread->median = percentile(&sample, 500);
	spread->iqr = percentile(&sample, 750) - percentile(&sample, 250);
	spread->range = n < 2 ? NAN : sample_rank(&sample, n - 1) -
				      sample_rank(&sample, 0);
	sample_close(&sample);
}

static bool has_counter(const struct tick_run *run, enum tick_counter counter)
{
	const struct pps_spin_tick_header *header = &run->ring.header;

	switch (counter) {
	case TICK_ARCH:
		return true;
	case TICK_HANDLER:
		/* Else they are the same */
		return strcmp(header->stamp, "handler");
	default:
		return !header->no_cycles[0];
	}
}

static void measure_counter(struct tick_run *run, enum tick_counter counter,
			    double *steps)
{
	struct tick_count *count = &run->count[counter];
	size_t i, n = 0;

	for (i = 1; i < run->ring.n && has_counter(run, counter); i++) {
		if (tick_step(&run->ring, counter, i, &steps[n]))
			n++;
		else
			count->jumps++;
	}
	measure_spread(&count->spread, steps, n);
}

static void look_at_clock(struct tick_run *run)
{
	const struct pps_spin_tick_sample *samples = run->ring.samples;
	double late_ns = LATE_PERIODS * 1e9 / run->ring.header.rate_hz;
	size_t i;

	for (i = 1; i < run->ring.n; i++) {
		double ns;

		if (!step_between(samples[i - 1].wall_ns, samples[i].wall_ns,
				  &ns))
			run->clock_jumps++;
		else
			run->late += ns > late_ns;
	}
}

/* What a counter counted in a second of wall time; NAN if that is unknown */
static double counted_hz(const struct tick_run *run, enum tick_counter counter)
{
	const struct pps_spin_tick_sample *first, *last;

	/* The clock was read in the handler, so the early stamp is not its */
	if (counter == TICK_ARCH)
		counter = TICK_HANDLER;
	if (run->ring.n < 2 || run->clock_jumps || run->count[counter].jumps)
		return NAN;
	first = run->ring.samples;
	last = first + run->ring.n - 1;
	if (first->wall_ns == last->wall_ns)
		return NAN;
	return (value_of(last, counter) - value_of(first, counter)) /
	       (double)(last->wall_ns - first->wall_ns) * 1e9;
}

/* A busy loop's run on the same CPU, which tells the rate of its cycles */
static const struct tick_run *busy_run(const struct tick_report *report,
				       const struct tick_run *run)
{
	size_t i;

	for (i = 0; i < report->n; i++) {
		const struct tick_run *other = &report->runs[i];

		if (!strcmp(other->ring.header.idle, "nop") &&
		    other->ring.header.cpu == run->ring.header.cpu &&
		    has_counter(other, TICK_CYCLES) &&
		    counted_hz(other, TICK_CYCLES) > 0)
			return other;
	}
	return NULL;
}

static double rate_of(const struct tick_report *report,
		      const struct tick_run *run, enum tick_counter counter)
{
	const struct tick_run *busy;

	if (counter != TICK_CYCLES)
		return run->ring.header.cntfrq_hz;
	if (run->ring.header.cpu_khz)
		return run->ring.header.cpu_khz * 1e3;
	busy = busy_run(report, run);
	return busy ? counted_hz(busy, TICK_CYCLES) : NAN;
}

static bool may_sleep(const struct tick_run *run)
{
	return strcmp(run->ring.header.idle, "nop") &&
	       strcmp(run->ring.header.idle, "mmio");
}

static enum tick_validity judge(const struct tick_report *report,
				const struct tick_run *run,
				enum tick_counter counter)
{
	const struct tick_count *count = &run->count[counter];
	bool cycles = counter == TICK_CYCLES;

	if (!has_counter(run, counter))
		return TICK_NONE;
	if (run->ring.n < 2)
		return TICK_SHORT;
	if (count->jumps || run->clock_jumps)
		return TICK_JUMPS;
	if (isnan(count->ratio))
		return TICK_NO_RATE;
	if (cycles && !run->ring.header.cpu_khz && busy_run(report, run) == run)
		return TICK_REFERENCE;
	if (fabs(count->ratio - 1) <= RATIO_TOLERANCE)
		return !cycles && !strcmp(run->ring.header.clocksource,
					  "arch_sys_counter") ?
		       TICK_SAME : TICK_WALL;
	if (!cycles || !may_sleep(run) || count->ratio > 1)
		return TICK_OFF_RATE;
	return count->ratio < RATIO_ASLEEP ? TICK_ACTIVE : TICK_ACTIVE_OR_SLOW;
}

static void judge_run(const struct tick_report *report, struct tick_run *run)
{
	int counter;

	for (counter = 0; counter < TICK_COUNTERS; counter++) {
		struct tick_count *count = &run->count[counter];

		count->rate_hz = rate_of(report, run, counter);
		count->ratio = counted_hz(run, counter) / count->rate_hz;
		count->validity = judge(report, run, counter);
	}
}

/* Whether two runs differ by nothing but their idle policy */
static bool comparable(const struct tick_run *a, const struct tick_run *b)
{
	const struct pps_spin_tick_header *one = &a->ring.header;
	const struct pps_spin_tick_header *two = &b->ring.header;

	return one->rate_hz == two->rate_hz && one->cpu == two->cpu &&
	       one->cntfrq_hz == two->cntfrq_hz;
}

static bool counts_wall(const struct tick_count *count)
{
	return count->validity == TICK_WALL || count->validity == TICK_SAME ||
	       count->validity == TICK_REFERENCE;
}

/* Whether two medians are further apart than chance could put them */
static bool medians_differ(const struct tick_spread *a,
			   const struct tick_spread *b)
{
	double apart = fabs(a->median - b->median);

	return apart > MEDIAN_SAME * b->median && apart > fmax(a->iqr, b->iqr);
}

/**
 * tick_misleads - whether a run seems to jitter less, but counts something else
 * @report: the report
 * @smaller: index of the run that would seem steadier
 * @larger: index of the run that it must not be compared with
 * @counter: by this counter
 *
 * Return: true if the IQR is smaller, the median is another, and it is not the
 * larger one alone that does not count wall time.
 */
bool tick_misleads(const struct tick_report *report, size_t smaller,
		   size_t larger, enum tick_counter counter)
{
	const struct tick_count *small = &report->runs[smaller].count[counter];
	const struct tick_count *large = &report->runs[larger].count[counter];

	return comparable(&report->runs[smaller], &report->runs[larger]) &&
	       small->spread.iqr < large->spread.iqr &&
	       medians_differ(&small->spread, &large->spread) &&
	       (!counts_wall(small) || counts_wall(large));
}

/**
 * tick_analyse - find the numbers of every run
 * @report: its runs hold their rings
 */
void tick_analyse(struct tick_report *report)
{
	size_t i;
	int counter;

	for (i = 0; i < report->n; i++) {
		struct tick_run *run = &report->runs[i];
		double *steps = xcalloc(run->ring.n, sizeof(*steps));

		look_at_clock(run);
		for (counter = 0; counter < TICK_COUNTERS; counter++)
			measure_counter(run, counter, steps);
		free(steps);
	}
	for (i = 0; i < report->n; i++)
		judge_run(report, &report->runs[i]);
}

/**
 * tick_has_problem - whether the runs are not what they should be
 * @report: the report
 *
 * Return: true if one was refused, ended by itself, is torn, or holds what
 * cannot be.
 */
bool tick_has_problem(const struct tick_report *report)
{
	size_t i;
	int counter;

	for (i = 0; i < report->n; i++) {
		const struct tick_run *run = &report->runs[i];

		if (run->reason || run->ring.torn || run->ring.behind ||
		    run->clock_jumps || run->ring.n < 2)
			return true;
		for (counter = 0; counter < TICK_COUNTERS; counter++)
			if (run->count[counter].jumps)
				return true;
	}
	return report->refusal_count;
}

/**
 * tick_free - free what a report holds
 * @report: the report
 */
void tick_free(struct tick_report *report)
{
	size_t i;

	for (i = 0; i < report->n; i++) {
		tick_ring_free(&report->runs[i].ring);
		free(report->runs[i].path);
		free(report->runs[i].reason);
	}
	for (i = 0; i < report->refusal_count; i++)
		free(report->refusals[i].why);
	free(report->runs);
	free(report->refusals);
	memset(report, 0, sizeof(*report));
}
