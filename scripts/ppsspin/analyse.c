// SPDX-License-Identifier: GPL-2.0
/*
 * From a capture to the numbers of its report
 */
#include <stdlib.h>

#include "report.h"
#include "util.h"

/**
 * collect_delays - stamp minus polled edge of every pulse that has both
 * @capture: the capture
 * @segment: the part of it to look at
 * @method: whose stamp
 * @half_ticks: filled, room for every pulse of the segment
 *
 * Stamps that the driver flagged as another interrupt's are left out.
 *
 * Return: how many.
 */
size_t collect_delays(const struct capture *capture,
		      const struct segment *segment, enum method method,
		      double *half_ticks)
{
	const struct pps_spin_record *record = capture->pulses + segment->first;
	size_t i, n = 0;

	for (i = 0; i < segment->count; i++, record++) {
		s64 delay;

		if (method_is_sound(record, method) &&
		    method_after_polled(record, method, &delay))
			half_ticks[n++] = delay;
	}
	return n;
}

static void count_flags(const struct capture *capture,
			struct segment_report *report)
{
	const struct segment *segment = report->segment;
	size_t i;
	int flag;

	for (i = 0; i < segment->count; i++) {
		u32 flags = capture->pulses[segment->first + i].flags;

		report->unflagged += !flags;
		for (flag = 0; flag < PPS_SPIN_FLAG_COUNT; flag++)
			report->flagged[flag] += !!(flags & BIT(flag));
	}
}

/* 2 * (later - earlier) of every pulse that one variant of the poll saw */
static size_t collect_spans(const struct capture *capture,
			    const struct segment *segment, enum method method,
			    enum pps_spin_column earlier,
			    enum pps_spin_column later, double *half_ticks)
{
	const struct pps_spin_record *record = capture->pulses + segment->first;
	size_t i, n = 0;

	for (i = 0; i < segment->count; i++, record++) {
		s64 unused;

		if (!method_stamp(record, method,
				  record->value[PPS_SPIN_AFTER], &unused) ||
		    !pps_spin_record_has(record, earlier) ||
		    !pps_spin_record_has(record, later))
			continue;
		half_ticks[n++] = 2.0 * (s64)(record->value[later] -
					      record->value[earlier]);
	}
	return n;
}

static void summarise_span(const struct capture *capture,
			   const struct segment *segment, enum method method,
			   enum pps_spin_column earlier,
			   enum pps_spin_column later, double *scratch,
			   struct summary *summary)
{
	size_t n = collect_spans(capture, segment, method, earlier, later,
				 scratch);

	summarise(scratch, n, summary);
}

static void analyse_brackets(const struct capture *capture,
			     struct segment_report *report, enum method method,
			     double *scratch)
{
	struct bracket_report *bracket = &report->bracket[method];

	summarise_span(capture, report->segment, method, PPS_SPIN_BEFORE,
		       PPS_SPIN_AFTER, scratch, &bracket->width);
	summarise_span(capture, report->segment, method, PPS_SPIN_PREV,
		       PPS_SPIN_BEFORE, scratch, &bracket->period);
	summarise_span(capture, report->segment, method, PPS_SPIN_PREV,
		       PPS_SPIN_AFTER, scratch, &bracket->uncertainty);
	bracket->n = bracket->width.n;
}

static void analyse_segment(const struct capture *capture,
			    struct segment_report *report, double *scratch)
{
	int method;

	count_flags(capture, report);
	for (method = 0; method < METHOD_COUNT; method++) {
		size_t n = collect_delays(capture, report->segment, method,
					  scratch);

		summarise(scratch, n, &report->delay[method]);
		if (method_is_poll(method))
			analyse_brackets(capture, report, method, scratch);
	}
}

/**
 * analyse - compute every number of a report
 * @report: filled, to be freed with report_free()
 * @capture: the capture, kept by reference
 */
void analyse(struct report *report, const struct capture *capture)
{
	double *scratch = xcalloc(capture->count, sizeof(*scratch));
	size_t i;

	report->capture = capture;
	report->segments = xcalloc(capture->segment_count,
				   sizeof(*report->segments));
	for (i = 0; i < capture->segment_count; i++) {
		report->segments[i].segment = &capture->segments[i];
		analyse_segment(capture, &report->segments[i], scratch);
	}
	free(scratch);
}

/**
 * report_free - free what a report holds
 * @report: the report
 */
void report_free(struct report *report)
{
	free(report->segments);
	report->segments = NULL;
}
