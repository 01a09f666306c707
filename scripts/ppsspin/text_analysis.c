// SPDX-License-Identifier: GPL-2.0
/*
 * Tables of a segment: how much each method jitters, and why
 */
#include <math.h>

#include "text.h"
#include "text_analysis.h"

/* Runs of misattributed stamps that are listed; JSON has them all */
#define RUNS_SHOWN	8

/**
 * text_summary_row - print a sample as a row of a table
 * @name: name of the row
 * @summary: the sample, half ticks
 * @ns: ns in a half tick
 */
void text_summary_row(const char *name, const struct summary *summary,
		      double ns)
{
	int p;

	printf("  %-13s%8zu", name, summary->n);
	for (p = 0; p < PERCENTILES; p++)
		print_cell(summary->p[p] * ns, 9);
	print_cell(summary->max * ns, 10);
	print_cell(summary->sigma * ns, 9);
	print_cell(summary->robust * ns, 9);
	printf("\n");
}

/**
 * text_summary_head - print the head of a table of samples
 * @title: what the samples are
 */
void text_summary_head(const char *title)
{
	printf("\n  %s\n", title);
	printf("  %-13s%8s%9s%9s%9s%9s%10s%9s%9s\n", "", "n", "p50", "p95",
	       "p99", "p99.9", "max", "sigma", "robust");
}

static void print_sigmas(const struct sigmas *sigmas, double ns)
{
	print_cell(sigmas->raw * ns, 9);
	print_cell(sigmas->gated * ns, 9);
	print_cell(sigmas->filtered * ns, 9);
}

static const char *made_of(const struct segment_report *report)
{
	return report->reference_method == METHOD_COUNT ? "polled" :
		method_name(report->reference_method);
}

static void print_reference(const struct segment_report *report, double ns)
{
	printf("\n  retrospective analysis: sigma against the reference train, ns\n");
	printf("  reference: %zu %s stamps, line over +-%d pulses, worst 1/%d trimmed, median of +-%d\n",
	       report->reference_points, made_of(report), REFERENCE_SPAN,
	       REFERENCE_TRIM, WANDER_SPAN);
	printf("  its own error: ");
	print_cell(report->reference_error * ns, 0);
	printf(" ns");
	if (!isnan(report->reference_true_error))
		printf(" (true: %.1f ns)", report->reference_true_error * ns);
	printf("; `corrected` is without it\n");
}

static void print_no_reference(const struct segment_report *report)
{
	printf("\n  retrospective analysis: no reference: %zu %s stamps in %zu piece%s of the train are too few or too far apart\n",
	       report->reference_points, made_of(report), report->breaks + 1,
	       report->breaks ? "s" : "");
}

static bool has_residuals(const struct segment_report *report)
{
	int method;

	for (method = 0; method < METHOD_COUNT; method++)
		if (report->retro[method].n)
			return true;
	return false;
}

static void print_retro_rows(const struct segment_report *report, bool truth,
			     double ns)
{
	int method;

	for (method = 0; method < METHOD_COUNT; method++) {
		const struct retro_report *retro = &report->retro[method];

		if (!retro->n)
			continue;
		printf("  %-13s%8zu%8zu", method_name(method), retro->n,
		       retro->gated);
		print_sigmas(&retro->measured, ns);
		print_sigmas(&retro->corrected, ns);
		if (truth)
			print_sigmas(&retro->truth, ns);
		printf("\n");
	}
}

/**
 * text_retro - print the retrospective analysis of a segment
 * @report: the segment
 * @gate_ns: the gate
 * @ns: ns in a half tick
 */
void text_retro(const struct segment_report *report, double gate_ns,
		double ns)
{
	bool truth = !isnan(report->reference_true_error);

	if (!has_residuals(report)) {
		print_no_reference(report);
		return;
	}
	print_reference(report, ns);
	if (report->jitter > VERDICT_SCATTER_MAX)
		printf("  note: the polled edges scatter %.0f times more than a turn of the loop explains: the pulses or the\n"
		       "  counter jitter, or reads stall; the sigmas below are theirs, not the methods'\n",
		       report->jitter);
	printf("  %-13s%8s%8s%9s%9s%9s%9s%9s%9s%s\n", "", "n", "gated", "raw",
	       "gated", "median5", "corr:raw", "gated", "median5",
	       truth ? " true:raw    gated  median5" : "");
	print_retro_rows(report, truth, ns);
	printf("  gate: stamps more than %g ns before the %s\n", gate_ns,
	       report->reference_method == METHOD_COUNT ?
	       "polled edge, and before prev" : "reference");
}

static void print_plain_fit_head(void)
{
	printf("\n  one straight line over the segment: |residual|, ns\n");
	printf("  %-13s%9s%9s%9s%10s%9s\n", "", "p50", "p95", "p99", "max",
	       "sigma");
}

/**
 * text_plain_fit - print the residuals from one straight line
 * @report: the segment
 * @ns: ns in a half tick
 */
void text_plain_fit(const struct segment_report *report, double ns)
{
	bool head = false;
	int method, p;

	for (method = 0; method < METHOD_COUNT; method++) {
		const struct summary *fit = &report->retro[method].absolute;

		if (!fit->n)
			continue;
		if (!head)
			print_plain_fit_head();
		head = true;
		printf("  %-13s", method_name(method));
		for (p = P50; p <= P99; p++)
			print_cell(fit->p[p] * ns, 9);
		print_cell(fit->max * ns, 10);
		print_cell(fit->sigma * ns, 9);
		printf("\n");
	}
}

static void print_runs(const struct attribution_report *report, double ns)
{
	size_t i;

	for (i = 0; i < report->run_count && i < RUNS_SHOWN; i++) {
		const struct run *run = &report->runs[i];

		printf("    seq %llu", (unsigned long long)run->first_seq);
		if (run->last_seq != run->first_seq)
			printf(" to %llu", (unsigned long long)run->last_seq);
		printf(": %zu, up to %.0f ns before the edge\n", run->count,
		       run->worst * ns);
	}
	if (report->run_count > RUNS_SHOWN)
		printf("    and %zu runs more\n",
		       report->run_count - RUNS_SHOWN);
}

/**
 * text_attribution - print the runs of stamps that belong to another interrupt
 * @whole: the report
 * @segment: the segment
 * @ns: ns in a half tick
 */
void text_attribution(const struct report *whole,
		      const struct segment_report *segment, double ns)
{
	const struct attribution_report *report = &segment->attribution;
	double tau = segment->period_ticks / whole->capture->cntfrq_hz;

	if (!report->run_count)
		return;
	printf("\n  attribution: entry stamps beyond the gate come in %zu run%s, the longest of %zu\n",
	       report->run_count, report->run_count == 1 ? "" : "s",
	       report->longest);
	print_runs(report, ns);
	if (!isnan(report->expected_beat))
		printf("    beat of pulse and timer tick: %.1f pulses (%.1f s) by HZ and the counter's error",
		       report->expected_beat, report->expected_beat * tau);
	if (!isnan(report->observed_beat))
		printf("%s %.1f pulses (%.1f s) observed",
		       isnan(report->expected_beat) ? "    beat:" : ",",
		       report->observed_beat, report->observed_beat * tau);
	printf("\n");
}

static const struct pair_report *find_pair(const struct segment_report *report,
					   int earlier, int later)
{
	size_t i;

	for (i = 0; i < report->pair_count; i++)
		if (report->pairs[i].earlier == earlier &&
		    report->pairs[i].later == later)
			return &report->pairs[i];
	return NULL;
}

static void print_step(bool *head, const char *from, enum method to,
		       const struct summary *step, double ns)
{
	char name[32];

	if (!*head)
		text_summary_head("latency budget: each step, ns");
	*head = true;
	snprintf(name, sizeof(name), "%s>%s", from, method_name(to));
	text_summary_row(name, step, ns);
}

/**
 * text_budget - print what each step from the edge to the handler takes
 * @report: the segment
 * @ns: ns in a half tick
 */
void text_budget(const struct segment_report *report, double ns)
{
	int method, last = METHOD_COUNT;
	bool head = false;

	for (method = 0; method < METHOD_IRQ_SIDE_COUNT; method++) {
		const struct summary *delay = &report->delay[method];
		const struct pair_report *pair;

		if (!report->stamps[method])
			continue;
		if (last == METHOD_COUNT && delay->n)
			print_step(&head, "edge", method, delay, ns);
		pair = find_pair(report, last, method);
		if (pair)
			print_step(&head, "", method, &pair->difference, ns);
		last = method;
	}
}

static void print_interval(const struct interval *interval, double ns)
{
	char text[48];

	if (isnan(interval->low))
		snprintf(text, sizeof(text), "n/a");
	else
		snprintf(text, sizeof(text), "%.1f..%.1f", interval->low * ns,
			 interval->high * ns);
	printf("%20s", text);
}

/**
 * text_pairs - print the differences of methods on the same pulses
 * @report: the segment
 * @ns: ns in a half tick
 */
void text_pairs(const struct segment_report *report, double ns)
{
	char name[48];
	size_t i;

	if (!report->pair_count)
		return;
	printf("\n  paired differences, ns; 95 %% intervals by block bootstrap\n");
	printf("  %-22s%8s%9s%20s%10s%20s\n", "", "n", "p50", "interval",
	       "mean", "interval");
	for (i = 0; i < report->pair_count; i++) {
		const struct pair_report *pair = &report->pairs[i];

		snprintf(name, sizeof(name), "%s - %s",
			 method_name(pair->later), method_name(pair->earlier));
		printf("  %-22s%8zu", name, pair->difference.n);
		print_cell(pair->difference.p[P50] * ns, 9);
		print_interval(&pair->p50, ns);
		print_cell(pair->difference.mean * ns, 10);
		print_interval(&pair->mean, ns);
		printf("\n");
	}
}

static void print_observer_head(void)
{
	printf("\n  observer effect: residual of polled and of unpolled pulses, ns\n");
	printf("  %-13s%8s%9s%9s%9s%9s%9s%9s%20s\n", "", "n", "p50", "sigma",
	       "n", "p50", "sigma", "mean +", "interval");
}

/**
 * text_observer - print what polling does to the interrupt side
 * @report: the segment
 * @ns: ns in a half tick
 */
void text_observer(const struct segment_report *report, double ns)
{
	bool head = false;
	int method;

	for (method = 0; method < METHOD_IRQ_SIDE_COUNT; method++) {
		const struct observer_report *observer =
			&report->observer[method];

		if (!observer->unpolled.n || !observer->polled.n)
			continue;
		if (!head)
			print_observer_head();
		head = true;
		printf("  %-13s%8zu", method_name(method), observer->polled.n);
		print_cell(observer->polled.p[P50] * ns, 9);
		print_cell(observer->polled.sigma * ns, 9);
		printf("%9zu", observer->unpolled.n);
		print_cell(observer->unpolled.p[P50] * ns, 9);
		print_cell(observer->unpolled.sigma * ns, 9);
		print_cell(observer->mean_difference * ns, 9);
		print_interval(&observer->mean, ns);
		printf("\n");
	}
}

/**
 * text_truth - print each method against the truth
 * @report: the segment
 * @ns: ns in a half tick
 */
void text_truth(const struct segment_report *report, double ns)
{
	const struct check_report *check = &report->check;
	bool head = false;
	int method;

	for (method = 0; method < METHOD_COUNT; method++) {
		const struct summary *error = &report->true_error[method];

		if (!error->n)
			continue;
		if (!head)
			text_summary_head("stamp minus true edge, ns");
		head = true;
		text_summary_row(method_name(method), error, ns);
	}
	if (!isnan(report->truth_width))
		printf("  the stimulus brackets its edge within %.0f ns (median)\n",
		       report->truth_width * ns);
	if (check->truth_n)
		printf("  truth lies inside %zu of %zu poll brackets without a flag\n",
		       check->truth_n - check->truth_outside, check->truth_n);
}

static void print_deviation(double value, double unit, int width)
{
	if (isnan(value))
		printf("%*s", width, "n/a");
	else
		printf("%*.3g", width, value * unit);
}

static void print_series(const struct series_report *series, const char *name)
{
	int i;

	printf("  %s: %zu of %zu pulses\n", name,
	       series->pulses - series->missing, series->pulses);
	printf("  %10s%10s%11s%11s%11s%11s%11s\n", "tau, s", "terms", "ADEV",
	       "OADEV", "MDEV", "TDEV, ns", "MTIE, ns");
	for (i = 0; i < series->octaves; i++) {
		if (!series->point[OADEV][i].terms)
			continue;
		printf("  %10.4g%10zu", series->tau0_s * (1 << i),
		       series->point[OADEV][i].terms);
		print_deviation(series->point[ADEV][i].value, 1, 11);
		print_deviation(series->point[OADEV][i].value, 1, 11);
		print_deviation(series->point[MDEV][i].value, 1, 11);
		print_deviation(series->point[TDEV][i].value, 1e9, 11);
		print_deviation(series->point[MTIE][i].value, 1e9, 11);
		printf("\n");
	}
}

/**
 * text_stability - print the stability of each method's residuals
 * @report: the segment
 */
void text_stability(const struct segment_report *report)
{
	bool head = false;
	int method;

	for (method = 0; method < METHOD_COUNT; method++) {
		if (!report->series[method].octaves)
			continue;
		if (!head)
			printf("\n  stability of the residuals; beyond %d pulses the reference follows the poll\n",
			       2 * WANDER_SPAN + 1);
		head = true;
		print_series(&report->series[method], method_name(method));
	}
}
