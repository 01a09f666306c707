// SPDX-License-Identifier: GPL-2.0
/*
 * Runs of timer interrupts as JSON
 */
#include <stdlib.h>

#include "json.h"
#include "published.h"
#include "tick_report.h"
#include "tick_words.h"

static void add_spread(struct json_object *out,
		       const struct tick_spread *spread, double rate_hz)
{
	double ns = 1e9 / rate_hz;

	json_add_int(out, "n", spread->n);
	json_add_number(out, "median_ticks", spread->median);
	json_add_number(out, "median_ns", spread->median * ns);
	json_add_number(out, "iqr_ticks", spread->iqr);
	json_add_number(out, "iqr_ns", spread->iqr * ns);
	json_add_number(out, "max_minus_min_ticks", spread->range);
	json_add_number(out, "max_minus_min_ns", spread->range * ns);
}

static void add_counters(struct json_object *out, const struct tick_run *run)
{
	struct json_object *counters = json_add_object(out, "counters");
	int counter;

	for (counter = 0; counter < TICK_COUNTERS; counter++) {
		const struct tick_count *count = &run->count[counter];
		struct json_object *object =
			json_add_object(counters, tick_counter_name(counter));
		char *words = tick_validity_words(run, counter);

		add_spread(object, &count->spread, count->rate_hz);
		json_add_number(object, "rate_hz", count->rate_hz);
		json_add_number(object, "counted_over_wall", count->ratio);
		json_add_int(object, "jumps", count->jumps);
		json_add_text(object, "validity",
			      tick_validity_name(count->validity));
		json_add_text(object, "validity_words", words);
		free(words);
	}
}

static struct json_object *new_run(const struct tick_run *run)
{
	const struct pps_spin_tick_header *header = &run->ring.header;
	struct json_object *out = json_object_new_object();

	json_add_text(out, "idle", header->idle);
	if (run->path)
		json_add_text(out, "file", run->path);
	json_add_int(out, "samples", run->ring.n);
	json_add_int(out, "wanted", header->wanted);
	json_add_int(out, "cpu", header->cpu);
	json_add_int(out, "rate_hz", header->rate_hz);
	json_add_int(out, "cntfrq_hz", header->cntfrq_hz);
	json_add_int(out, "cpu_khz", header->cpu_khz);
	json_add_int(out, "hz", header->hz);
	json_add_text(out, "stamp", header->stamp);
	json_add_text(out, "idle_state", header->idle_state);
	json_add_text(out, "clocksource", header->clocksource);
	json_add_text(out, "no_cycles", header->no_cycles);
	if (run->reason)
		json_add_text(out, "reason", run->reason);
	json_add_int(out, "torn_samples", run->ring.torn);
	json_add_int(out, "bytes_behind", run->ring.behind);
	json_add_int(out, "clock_jumps", run->clock_jumps);
	json_add_int(out, "late", run->late);
	add_counters(out, run);
	return out;
}

static void add_refusals(struct json_object *out,
			 const struct tick_report *report)
{
	struct json_object *refusals = json_add_object(out, "refused");
	size_t i;

	for (i = 0; i < report->refusal_count; i++)
		json_add_text(refusals, report->refusals[i].idle,
			      report->refusals[i].why);
}

static void add_warnings(struct json_object *out,
			 const struct tick_report *report)
{
	struct json_object *warnings = json_object_new_array();
	size_t i;
	int counter;

	json_append_words(warnings, tick_difference_words(report));
	for (counter = 0; counter < TICK_COUNTERS; counter++)
		for (i = 0; i < report->n; i++)
			json_append_words(warnings,
					  tick_trap_words(report, i, counter));
	json_object_object_add(out, "warnings", warnings);
}

static void add_published(struct json_object *out)
{
	struct json_object *published = json_add_object(out, "published");
	struct json_object *runs = json_add_object(published, "runs");
	size_t i;

	json_add_text(published, "source", PUBLISHED_TICK_SOURCE);
	json_add_text(published, "note", PUBLISHED_TICK_NOTE);
	for (i = 0; i < PUBLISHED_TICKS; i++) {
		const struct published_tick *row = &published_ticks[i];
		struct json_object *run = json_add_object(runs, row->idle);
		struct tick_spread spread = { row->samples, row->median,
			row->iqr, row->range };

		add_spread(run, &spread, PUBLISHED_TICK_HZ);
		json_add_number(run, "counted_over_wall", row->ratio);
	}
}

/**
 * tick_json - print a report as JSON on stdout
 * @report: the report
 */
void tick_json(const struct tick_report *report)
{
	struct json_object *out = json_object_new_object();
	struct json_object *runs = json_object_new_array();
	size_t i;

	for (i = 0; i < report->n; i++)
		json_object_array_add(runs, new_run(&report->runs[i]));
	json_object_object_add(out, "runs", runs);
	add_refusals(out, report);
	add_warnings(out, report);
	add_published(out);
	json_print(out);
}
