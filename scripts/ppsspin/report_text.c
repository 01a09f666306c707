// SPDX-License-Identifier: GPL-2.0
/*
 * A report as text
 */
#include <math.h>
#include <stdlib.h>

#include "report.h"
#include "text.h"
#include "text_analysis.h"

static void print_head(const struct report *report)
{
	const struct capture *capture = report->capture;
	size_t i;

	printf("capture   %s: %zu pulses in %zu segment%s\n", report->path,
	       capture->count, capture->segment_count,
	       capture->segment_count == 1 ? "" : "s");
	printf("counter   %.6g MHz, 1 tick = %.6g ns\n",
	       capture->cntfrq_hz / 1e6, 1e9 / capture->cntfrq_hz);
	for (i = 0; i < capture->header_count; i++)
		printf("  %s=%s\n", capture->header[i].key,
		       capture->header[i].value);
}

/* What is wrong with the file as such */
static void print_troubles(const struct capture *capture)
{
	size_t i;

	if (capture->bad)
		printf("left out  %llu lines that cannot be read:\n",
		       (unsigned long long)capture->bad);
	for (i = 0; i < capture->note_count; i++)
		printf("  %s\n", capture->notes[i]);
	if (capture->bad > capture->note_count)
		printf("  and %llu more\n", (unsigned long long)
		       (capture->bad - capture->note_count));
	if (capture->lost)
		printf("lost      %llu pulses (`# lost`: the reader fell behind)\n",
		       (unsigned long long)capture->lost);
	if (capture->crlf)
		printf("CR LF     %llu lines end in it: read as LF\n",
		       (unsigned long long)capture->crlf);
	if (capture->restarts)
		printf("restarts  the module was loaded again %llu times\n",
		       (unsigned long long)capture->restarts);
}

static void print_segment_head(const struct segment_report *report)
{
	const struct segment *segment = report->segment;
	size_t i;
	int flag;

	printf("\n=== %s: %zu pulses, %zu without a flag", segment->name,
	       segment->count, report->unflagged);
	if (segment->lost)
		printf(", %llu lost", (unsigned long long)segment->lost);
	printf("\n");
	for (i = 0; i < segment->change_count; i++)
		printf("  set %s=%s\n", segment->changes[i].key,
		       segment->changes[i].value);
	printf("  flags:");
	for (flag = 0; flag < PPS_SPIN_FLAG_COUNT; flag++)
		if (report->flagged[flag])
			printf(" %s %zu", pps_spin_flag_name(flag),
			       report->flagged[flag]);
	printf("%s\n", report->unflagged == segment->count ? " none" : "");
}

static void print_trouble(size_t count, const char *what)
{
	if (count)
		printf("  problem: %zu %s\n", count, what);
}

static void print_note(size_t count, const char *what)
{
	if (count)
		printf("  note: %zu %s\n", count, what);
}

static void print_segment_troubles(const struct segment_report *report)
{
	const struct check_report *check = &report->check;

	print_note(report->breaks,
		   "places where the time between pulses is no number of periods: the train starts anew");
	print_note(report->seq_disagrees,
		   "places where seq counts other pulses than the time does: the time is used");
	print_note(report->extra,
		   "edges too soon after the one before: left out of the train");
	print_trouble(report->segment->repeated, "lines repeat the one before: left out");
	print_trouble(check->seq_missing,
		      "numbers skipped by seq, with no `# lost` to tell of them");
	print_trouble(check->poll_order,
		      "records without a flag where not prev <= before <= after");
	print_trouble(check->irq_order,
		      "records without a flag where not entry <= early <= ack <= irq");
	print_trouble(check->before_prev,
		      "records without a flag with an interrupt's stamp before prev");
	print_trouble(check->truth_outside,
		      "records without a flag whose poll bracket misses the stimulus");
}

static bool was_polled(const struct segment_report *report)
{
	int method;

	for (method = METHOD_POLL_AFTER; method < METHOD_COUNT; method++)
		if (report->stamps[method])
			return true;
	return false;
}

static void print_delays(const struct segment_report *report, double ns)
{
	bool head = false;
	int method;

	for (method = 0; method < METHOD_COUNT; method++) {
		if (!report->delay[method].n)
			continue;
		if (!head)
			text_summary_head("stamp minus polled edge, ns");
		head = true;
		text_summary_row(method_name(method), &report->delay[method],
				 ns);
	}
	if (!head)
		printf("\n  stamp minus polled edge: %s\n",
		       was_polled(report) ? "no pulse has both" :
					    "nothing was polled");
}

static void print_brackets(const struct segment_report *report, double ns)
{
	bool head = false;
	int method;

	for (method = METHOD_POLL_AFTER; method < METHOD_COUNT; method++) {
		const struct bracket_report *bracket = &report->bracket[method];

		if (!bracket->n)
			continue;
		if (!head)
			text_summary_head("poll: after - before, and one turn of the loop, ns");
		head = true;
		text_summary_row(method_name(method), &bracket->width, ns);
		text_summary_row("  one turn", &bracket->period, ns);
	}
}

/* What no sigma can be better than: uniform over a turn, or over a tick */
static void print_floors(const struct segment_report *report, double ns)
{
	int method;

	printf("  floors, sigma: tick %.1f ns", 2 * ns / sqrt(12));
	for (method = METHOD_POLL_AFTER; method < METHOD_COUNT; method++)
		if (report->bracket[method].period.n >= 2)
			printf(", %s %.1f ns (turn / sqrt 12)",
			       method_name(method),
			       report->bracket[method].period.p[P50] * ns /
			       sqrt(12));
	printf("\n");
}

static void print_segment(const struct report *report,
			  const struct segment_report *segment)
{
	double ns = half_ticks_to_ns(1, report->capture->cntfrq_hz);

	print_segment_head(segment);
	print_segment_troubles(segment);
	print_delays(segment, ns);
	print_brackets(segment, ns);
	print_floors(segment, ns);
	text_retro(segment, report->gate_ns, ns);
	text_plain_fit(segment, ns);
	text_attribution(report, segment, ns);
	text_budget(segment, ns);
	text_pairs(segment, ns);
	text_observer(segment, ns);
	text_truth(segment, ns);
	text_stability(segment);
}

/**
 * text_findings - print what a report says before its verdict
 * @report: the report
 */
void text_findings(const struct report *report)
{
	size_t i;

	print_head(report);
	print_troubles(report->capture);
	for (i = 0; i < report->capture->segment_count; i++)
		print_segment(report, &report->segments[i]);
}

/**
 * report_text - print a report as text on stdout
 * @report: the report
 */
void report_text(const struct report *report)
{
	text_findings(report);
	text_verdict(report);
}
