// SPDX-License-Identifier: GPL-2.0
/*
 * From a capture to the numbers of its report
 */
#include <math.h>
#include <stdlib.h>

#include "report.h"
#include "util.h"

/*
 * What is drawn, twice; the stamps of the segment being looked at; room for every
 * pulse, twice
 */
struct scratch {
	struct bootstrap *bootstrap;
	struct stamps stamps;
	double *one;
	double *two;
};

static void count_stamps(const struct pps_spin_record *record, size_t *stamps)
{
	int method;

	for (method = 0; method < METHOD_IRQ_SIDE_COUNT; method++)
		stamps[method] += pps_spin_record_has(record,
						      method_column(method));
	if (pps_spin_record_has(record, PPS_SPIN_POLL) &&
	    pps_spin_record_has(record, PPS_SPIN_AFTER))
		stamps[METHOD_POLL_AFTER + record->value[PPS_SPIN_POLL]]++;
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
		count_stamps(&capture->pulses[segment->first + i],
			     report->stamps);
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

static void analyse_delays(const struct capture *capture,
			   struct segment_report *report,
			   struct scratch *scratch)
{
	const struct stamps *stamps = &scratch->stamps;
	int method;

	for (method = 0; method < METHOD_COUNT; method++) {
		size_t n;

		if (!report->stamps[method])
			continue;
		n = stamps_differences(stamps, stamps->method[method],
				       stamps->edge, scratch->one);
		summarise(scratch->one, n, &report->delay[method]);
		if (method_is_poll(method))
			analyse_brackets(capture, report, method, scratch->one);
	}
}

static void analyse_true_errors(const struct capture *capture,
				struct segment_report *report,
				struct scratch *scratch)
{
	const struct stamps *stamps = &scratch->stamps;
	int method;

	report->truth_width = truth_width(capture, report->segment,
					  scratch->one);
	truth_edges(capture, report->segment, scratch->two);
	for (method = 0; method < METHOD_COUNT; method++)
		if (report->stamps[method])
			summarise(scratch->one,
				  stamps_differences(stamps,
						     stamps->method[method],
						     scratch->two,
						     scratch->one),
				  &report->true_error[method]);
}

/* The poll comes first: what matters is how late the other is */
static void analyse_pair(struct segment_report *report, enum method earlier,
			 enum method later, struct scratch *scratch)
{
	struct pair_report *pair = &report->pairs[report->pair_count];
	bool swap = method_is_poll(later) && !method_is_poll(earlier);

	pair->earlier = swap ? later : earlier;
	pair->later = swap ? earlier : later;
	report->pair_count += pair_analyse(pair, &scratch->stamps,
					   scratch->bootstrap, scratch->one,
					   scratch->two);
}

/* Every two methods */
static void analyse_pairs(struct segment_report *report,
			  struct scratch *scratch)
{
	int earlier, later;

	for (earlier = 0; earlier < METHOD_COUNT; earlier++)
		for (later = earlier + 1; later < METHOD_COUNT; later++)
			if (report->stamps[earlier] && report->stamps[later])
				analyse_pair(report, earlier, later, scratch);
}

/* Counter ticks in a tick of the kernel's timer; NAN if HZ is not told */
static double ticks_per_tick(const struct capture *capture)
{
	const char *hz = capture_value(capture, "hz");
	double rate;

	if (!hz || parse_number(hz, 1, 1e6, &rate))
		return NAN;
	return capture->cntfrq_hz / rate;
}

static void analyse_methods(const struct report *whole,
			    struct segment_report *report,
			    const struct train *train,
			    const struct reference *reference,
			    const struct truth *truth, struct scratch *scratch)
{
	u64 hz = whole->capture->cntfrq_hz;
	struct residuals residuals;
	int method;

	residuals_alloc(&residuals, train->n);
	for (method = 0; method < METHOD_COUNT; method++) {
		struct retro_report *retro = &report->retro[method];

		if (!report->stamps[method])
			continue;
		residuals_build(&residuals, train, reference, method,
				whole->gate_ns * 2 * hz / 1e9, scratch->two);
		retro_analyse(retro, &residuals, train, reference, truth,
			      scratch->one);
		plain_fit(&retro->absolute, train, scratch->two);
		if (!retro->n)
			continue;
		series_analyse(&report->series[method], &residuals, train, hz);
		if (method == METHOD_ENTRY || (method == METHOD_EARLY &&
					       !report->retro[METHOD_ENTRY].n))
			attribution_analyse(&report->attribution, &residuals,
					    train,
					    ticks_per_tick(whole->capture));
		if (!method_is_poll(method) &&
		    report->flagged[PPS_SPIN_UNPOLLED])
			observer_analyse(&report->observer[method], &residuals,
					 train, scratch->bootstrap,
					 scratch->one, scratch->two);
	}
	residuals_free(&residuals);
}

/* The largest of the variants of the poll */
static double polled_jitter(const struct segment_report *report)
{
	double jitter = NAN;
	int method;

	for (method = METHOD_POLL_AFTER; method < METHOD_COUNT; method++)
		if (report->stamps[method])
			jitter = fmax(jitter,
				      report->retro[method].measured.raw /
				      (report->bracket[method].period.p[P50] /
				       sqrt(12)));
	return jitter;
}

static void analyse_train(const struct report *whole,
			  struct segment_report *report,
			  struct scratch *scratch)
{
	const struct capture *capture = whole->capture;
	const struct truth *truth = capture->truth ?
		capture->truth + report->segment->first : NULL;
	struct reference reference;
	struct train train;

	train_build(&train, capture, report->segment);
	report->period_ticks = train.period_ticks;
	report->extra = train.extra;
	report->breaks = train.breaks;
	report->seq_disagrees = train.seq_disagrees;
	reference_build(&reference, &train);
	rate_analyse(&report->rate, &train, &reference, scratch->one,
		     scratch->two);
	report->reference_method = reference.method;
	report->reference_points = reference.points;
	report->reference_error = reference.error;
	report->reference_true_error =
		reference_true_error(&train, &reference, truth, scratch->one);
	analyse_methods(whole, report, &train, &reference, truth, scratch);
	report->jitter = polled_jitter(report);
	reference_free(&reference);
	train_free(&train);
}

/**
 * analyse - compute every number of a report
 * @report: its options are set; filled, to be freed with report_free()
 * @capture: the capture, kept by reference
 */
void analyse(struct report *report, const struct capture *capture)
{
	struct scratch scratch = {
		.bootstrap = xcalloc(2, sizeof(struct bootstrap)),
		.one = xcalloc(capture->count, sizeof(double)),
		.two = xcalloc(capture->count, sizeof(double)),
	};
	size_t i;

	scratch.bootstrap[0].seed = report->seed;
	scratch.bootstrap[1].seed = ~report->seed;
	report->capture = capture;
	report->segments = xcalloc(capture->segment_count,
				   sizeof(*report->segments));
	for (i = 0; i < capture->segment_count; i++) {
		struct segment_report *segment = &report->segments[i];

		segment->segment = &capture->segments[i];
		count_flags(capture, segment);
		check_segment(&segment->check, capture, segment->segment);
		stamps_build(&scratch.stamps, capture, segment->segment,
			     segment->stamps);
		analyse_delays(capture, segment, &scratch);
		analyse_true_errors(capture, segment, &scratch);
		analyse_pairs(segment, &scratch);
		stamps_free(&scratch.stamps);
		analyse_train(report, segment, &scratch);
	}
	verdict_reach(&report->verdict, report, scratch.one, scratch.two);
	free(scratch.bootstrap);
	free(scratch.one);
	free(scratch.two);
}

/**
 * report_has_problem - whether the data is not what it should be
 * @report: the report
 *
 * Return: true if lines were left out or lost, or if a segment holds what a
 * sound capture cannot.
 */
bool report_has_problem(const struct report *report)
{
	const struct capture *capture = report->capture;
	size_t i;

	if (!capture->count || capture->bad || capture->lost ||
	    verdict_rate_is_wrong(&report->verdict))
		return true;
	for (i = 0; i < capture->segment_count; i++) {
		const struct segment_report *segment = &report->segments[i];

		if (segment->segment->repeated || check_failed(&segment->check))
			return true;
	}
	return false;
}

/**
 * report_free - free what a report holds
 * @report: the report
 */
void report_free(struct report *report)
{
	size_t i;

	for (i = 0; i < report->capture->segment_count; i++)
		attribution_free(&report->segments[i].attribution);
	free(report->segments);
	report->segments = NULL;
}
