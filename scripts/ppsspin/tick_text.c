// SPDX-License-Identifier: GPL-2.0
/*
 * Runs of timer interrupts as text
 */
#include <math.h>
#include <stdlib.h>

#include "published.h"
#include "tick_report.h"
#include "tick_words.h"

/* Ticks are whole numbers; ns have a tenth */
static void print_value(double value, int decimals, int width)
{
	if (isnan(value))
		printf("%*s", width, "n/a");
	else
		printf("%*.*f", width, decimals, value);
}

static void print_run(const struct tick_run *run)
{
	const struct pps_spin_tick_header *header = &run->ring.header;

	printf("  %-11s%zu of %u samples%s, CPU %u, %u Hz, stamped at %s, idles by %s, ",
	       header->idle, run->ring.n, header->wanted,
	       run->ring.n < header->wanted ? " (stopped)" : "", header->cpu,
	       header->rate_hz, header->stamp, header->idle_state);
	if (header->cpu_khz)
		printf("%.6g MHz, ", header->cpu_khz / 1e3);
	printf("clock %s, HZ=%u\n", header->clocksource, header->hz);
	if (run->path)
		printf("             from %s\n", run->path);
}

static void print_problem(const struct tick_run *run, size_t count,
			  const char *what)
{
	if (count)
		printf("  problem: %s: %zu %s\n", run->ring.header.idle, count,
		       what);
}

static void print_troubles(const struct tick_report *report)
{
	size_t i;

	for (i = 0; i < report->refusal_count; i++)
		printf("  problem: %s: no run: %s\n", report->refusals[i].idle,
		       report->refusals[i].why);
	for (i = 0; i < report->n; i++) {
		const struct tick_run *run = &report->runs[i];

		if (run->reason)
			printf("  problem: %s: ended early: %s\n",
			       run->ring.header.idle, run->reason);
		print_problem(run, run->ring.torn,
			      "samples are missing: the file is torn");
		print_problem(run, run->ring.behind,
			      "bytes behind the last sample: left out");
		print_problem(run, run->clock_jumps,
			      "places where the clock went back or leapt");
		if (run->late)
			printf("  note: %s: %zu differences are longer than 1.5 periods: late or lost interrupts, in max-min\n",
			       run->ring.header.idle, run->late);
	}
}

static void print_head(void)
{
	printf("\n  %-19s%7s%12s%13s%9s%10s%10s%13s%11s\n", "differences", "",
	       "median", "", "IQR", "", "max-min", "", "counted,");
	printf("  %-11s%-8s%7s%12s%13s%9s%10s%10s%13s%11s\n", "policy",
	       "counter", "n", "ticks", "ns", "ticks", "ns", "ticks", "ns",
	       "% of wall");
}

static void print_row(const char *idle, const char *counter,
		      const struct tick_spread *spread, double rate_hz,
		      double ratio)
{
	double ns = 1e9 / rate_hz;

	printf("  %-11s%-8s%7zu", idle, counter, spread->n);
	print_value(spread->median, 0, 12);
	print_value(spread->median * ns, 1, 13);
	print_value(spread->iqr, 0, 9);
	print_value(spread->iqr * ns, 1, 10);
	print_value(spread->range, 0, 10);
	print_value(spread->range * ns, 1, 13);
	print_value(100 * ratio, 2, 11);
	printf("\n");
}

static void print_runs(const struct tick_report *report)
{
	size_t i;
	int counter;

	for (i = 0; i < report->n; i++)
		for (counter = 0; counter < TICK_COUNTERS; counter++) {
			const struct tick_run *run = &report->runs[i];
			const struct tick_count *count = &run->count[counter];

			if (count->validity != TICK_NONE)
				print_row(run->ring.header.idle,
					  tick_counter_name(counter),
					  &count->spread, count->rate_hz,
					  count->ratio);
		}
}

static void print_published(void)
{
	size_t i;

	printf("  published: " PUBLISHED_TICK_SOURCE "\n");
	for (i = 0; i < PUBLISHED_TICKS; i++) {
		const struct published_tick *row = &published_ticks[i];
		struct tick_spread spread = { row->samples, row->median,
			row->iqr, row->range };

		print_row(row->idle, "cycles", &spread, PUBLISHED_TICK_HZ,
			  row->ratio);
	}
	printf("  " PUBLISHED_TICK_NOTE "\n");
}

/* The handler's stamp is of the arch counter: what holds for that holds for it */
static void print_validity(const struct tick_report *report)
{
	size_t i;
	int counter;

	printf("\n  validity: what each counter counted, over wall time\n");
	for (counter = 0; counter < TICK_COUNTERS; counter++)
		for (i = 0; counter != TICK_HANDLER && i < report->n; i++) {
			char *words = tick_validity_words(&report->runs[i],
							  counter);

			printf("  %s\n", words);
			free(words);
		}
}

static void print_warning(char *words)
{
	if (words)
		printf("  warning: %s\n", words);
	free(words);
}

static void print_warnings(const struct tick_report *report)
{
	size_t i;
	int counter;

	print_warning(tick_difference_words(report));
	for (counter = 0; counter < TICK_COUNTERS; counter++)
		for (i = 0; i < report->n; i++)
			print_warning(tick_trap_words(report, i, counter));
}

/**
 * tick_text - print a report as text on stdout
 * @report: the report
 */
void tick_text(const struct tick_report *report)
{
	size_t i;

	printf("period of a timer interrupt: differences between consecutive stamps\n");
	for (i = 0; i < report->n; i++)
		print_run(&report->runs[i]);
	print_troubles(report);
	print_head();
	print_runs(report);
	print_published();
	print_validity(report);
	print_warnings(report);
}
