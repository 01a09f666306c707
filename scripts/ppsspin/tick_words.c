// SPDX-License-Identifier: GPL-2.0
/*
 * What the numbers of runs of timer interrupts mean, in words
 */
#include <stdlib.h>

#include "tick_words.h"
#include "util.h"

/* What keeps a ratio from being one */
static char *no_ratio_words(const struct tick_run *run,
			    enum tick_counter counter)
{
	const struct tick_count *count = &run->count[counter];
	const char *name = tick_counter_name(counter);
	const char *idle = run->ring.header.idle;

	switch (count->validity) {
	case TICK_NONE:
		return xasprintf("%s under %s: there are none: %s", name, idle,
				 counter == TICK_CYCLES ?
				 run->ring.header.no_cycles :
				 "no earlier stamp");
	case TICK_SHORT:
		return xasprintf("%s under %s: fewer than two samples", name,
				 idle);
	case TICK_JUMPS:
		return xasprintf("%s under %s: it went back or leapt %zu times, the clock %zu times: it counts no time",
				 name, idle, count->jumps, run->clock_jumps);
	default:
		return xasprintf("%s under %s: its rate is not known, neither from cpufreq nor from a run under nop: whether it counts wall time cannot be told",
				 name, idle);
	}
}

/**
 * tick_validity_words - say what a counter counted in a run
 * @run: the run
 * @counter: the counter
 *
 * Return: the words, to be freed.
 */
char *tick_validity_words(const struct tick_run *run, enum tick_counter counter)
{
	const struct tick_count *count = &run->count[counter];
	const char *name = tick_counter_name(counter);
	const char *idle = run->ring.header.idle;
	double percent = 100 * count->ratio;

	switch (count->validity) {
	case TICK_REFERENCE:
		return xasprintf("%s counts %.6g MHz under %s: cpufreq tells no rate, so the others are held against this one, and it against none",
				 name, count->rate_hz / 1e6, idle);
	case TICK_SAME:
		return xasprintf("%s counts wall time under %s (%.2f %% of wall), but the clock (%s) is made of the same counter: no check",
				 name, idle, percent,
				 run->ring.header.clocksource);
	case TICK_WALL:
		return xasprintf("%s counts wall time under %s (%.2f %% of wall)",
				 name, idle, percent);
	case TICK_ACTIVE:
		return xasprintf("%s counts active time only under %s (%.2f %% of wall): not comparable with nop",
				 name, idle, percent);
	case TICK_ACTIVE_OR_SLOW:
		return xasprintf("%s counts active time only under %s (%.2f %% of wall), or the CPU ran slower: not comparable with nop",
				 name, idle, percent);
	case TICK_OFF_RATE:
		return xasprintf("%s does not run at %.6g MHz under %s (%.2f %% of wall): its ns are wrong",
				 name, count->rate_hz / 1e6, idle, percent);
	default:
		return no_ratio_words(run, counter);
	}
}

/* Adds to a list; @item is freed */
static void list(char **items, char *item)
{
	char *longer = xasprintf("%s%s%s", *items ? *items : "",
				 *items ? ", " : "", item);

	free(item);
	free(*items);
	*items = longer;
}

/**
 * tick_trap_words - say why a small IQR is no small jitter
 * @report: the report
 * @run: index of the run that has it
 * @counter: by this counter
 *
 * Return: the words, to be freed; NULL if it does not mislead.
 */
char *tick_trap_words(const struct tick_report *report, size_t run,
		      enum tick_counter counter)
{
	const struct tick_run *small = &report->runs[run];
	char *iqrs = NULL, *medians = NULL, *words;
	size_t i;

	for (i = 0; i < report->n; i++) {
		const struct tick_spread *large =
			&report->runs[i].count[counter].spread;

		if (!tick_misleads(report, run, i, counter))
			continue;
		list(&iqrs, xasprintf("%.0f under %s", large->iqr,
				      report->runs[i].ring.header.idle));
		list(&medians, xasprintf("%.0f", large->median));
	}
	if (!iqrs)
		return NULL;
	words = xasprintf("%s: the IQR under %s, %.0f, is smaller than %s; but the median is %.0f, not %s: another quantity, not less jitter",
			  tick_counter_name(counter), small->ring.header.idle,
			  small->count[counter].spread.iqr, iqrs,
			  small->count[counter].spread.median, medians);
	free(iqrs);
	free(medians);
	return words;
}

/* Adds a name to a list of what differs */
static void list_if(char **names, const char *name, bool differs)
{
	if (differs)
		list(names, xstrdup(name));
}

/**
 * tick_difference_words - say in what runs differ besides their idle policy
 * @report: the report
 *
 * Return: the words, to be freed; NULL if in nothing.
 */
char *tick_difference_words(const struct tick_report *report)
{
	bool cpu = false, rate = false, counter = false, khz = false;
	bool hz = false, stamp = false, clock = false;
	char *names = NULL, *words;
	size_t i;

	for (i = 1; i < report->n; i++) {
		const struct pps_spin_tick_header *a =
			&report->runs[0].ring.header;
		const struct pps_spin_tick_header *b =
			&report->runs[i].ring.header;

		cpu |= a->cpu != b->cpu;
		rate |= a->rate_hz != b->rate_hz;
		counter |= a->cntfrq_hz != b->cntfrq_hz;
		khz |= a->cpu_khz != b->cpu_khz;
		hz |= a->hz != b->hz;
		stamp |= strcmp(a->stamp, b->stamp);
		clock |= strcmp(a->clocksource, b->clocksource);
	}
	list_if(&names, "CPU", cpu);
	list_if(&names, "rate of the timer", rate);
	list_if(&names, "rate of the counter", counter);
	list_if(&names, "frequency of the CPU", khz);
	list_if(&names, "HZ", hz);
	list_if(&names, "place of the stamp", stamp);
	list_if(&names, "clock", clock);
	if (!names)
		return NULL;
	words = xasprintf("the runs differ in more than the idle policy: %s",
			  names);
	free(names);
	return words;
}
