// SPDX-License-Identifier: GPL-2.0
/*
 * A report as JSON: comparisons, attribution, stability, verdict
 */
#include <math.h>
#include <stdlib.h>

#include "json.h"

static void add_interval(struct json_object *out, const char *key,
			 const struct interval *interval, double ns)
{
	struct json_object *object = json_add_object(out, key);

	json_add_number(object, "low", interval->low * ns);
	json_add_number(object, "high", interval->high * ns);
}

static void add_attribution(struct json_object *out,
			    const struct attribution_report *report, double ns)
{
	struct json_object *object = json_add_object(out, "attribution");
	struct json_object *runs = json_object_new_array();
	size_t i;

	json_add_number(object, "expected_beat_pulses", report->expected_beat);
	json_add_number(object, "observed_beat_pulses", report->observed_beat);
	for (i = 0; i < report->run_count; i++) {
		struct json_object *run = json_object_new_object();

		json_add_int(run, "first_seq", report->runs[i].first_seq);
		json_add_int(run, "last_seq", report->runs[i].last_seq);
		json_add_int(run, "count", report->runs[i].count);
		json_add_number(run, "worst_ns", report->runs[i].worst * ns);
		json_object_array_add(runs, run);
	}
	json_object_object_add(object, "runs", runs);
}

static void add_pairs(struct json_object *out,
		      const struct segment_report *report, double ns)
{
	struct json_object *pairs = json_object_new_array();
	size_t i;

	for (i = 0; i < report->pair_count; i++) {
		const struct pair_report *pair = &report->pairs[i];
		struct json_object *object = json_object_new_object();

		json_add_text(object, "later", method_name(pair->later));
		json_add_text(object, "earlier", method_name(pair->earlier));
		json_add_summary(object, "difference", &pair->difference, ns);
		add_interval(object, "mean_interval", &pair->mean, ns);
		add_interval(object, "p50_interval", &pair->p50, ns);
		json_object_array_add(pairs, object);
	}
	json_object_object_add(out, "paired_ns", pairs);
}

static void add_observer(struct json_object *out,
			 const struct segment_report *report, double ns)
{
	struct json_object *all = json_add_object(out, "observer_effect_ns");
	int method;

	for (method = 0; method < METHOD_IRQ_SIDE_COUNT; method++) {
		const struct observer_report *observer =
			&report->observer[method];
		struct json_object *object;

		if (!observer->unpolled.n || !observer->polled.n)
			continue;
		object = json_add_object(all, method_name(method));
		json_add_summary(object, "polled", &observer->polled, ns);
		json_add_summary(object, "unpolled", &observer->unpolled, ns);
		json_add_number(object, "p50_difference",
				observer->p50_difference * ns);
		json_add_number(object, "mean_difference",
				observer->mean_difference * ns);
		add_interval(object, "mean_interval", &observer->mean, ns);
	}
}

static void add_truth(struct json_object *out,
		      const struct segment_report *report, double ns)
{
	struct json_object *all = json_add_object(out, "truth_ns");
	int method;

	for (method = 0; method < METHOD_COUNT; method++) {
		const struct summary *error = &report->true_error[method];
		struct json_object *object;

		if (!error->n)
			continue;
		object = json_add_object(all, method_name(method));
		json_add_summary(object, "error", error, ns);
		json_add_number(object, "stimulus_width",
				report->truth_width * ns);
	}
}

static void add_series(struct json_object *out,
		       const struct series_report *series)
{
	static const enum deviation shown[] = { ADEV, OADEV, MDEV, TDEV, MTIE };
	struct json_object *points = json_object_new_array();
	size_t k;
	int i;

	json_add_int(out, "pulses", series->pulses);
	json_add_int(out, "missing", series->missing);
	for (i = 0; i < series->octaves; i++) {
		struct json_object *point = json_object_new_object();

		json_add_number(point, "tau_s", series->tau0_s * (1UL << i));
		for (k = 0; k < ARRAY_SIZE(shown); k++) {
			const struct stability_point *value =
				&series->point[shown[k]][i];
			struct json_object *object =
				json_add_object(point,
						deviation_name(shown[k]));

			json_add_int(object, "terms", value->terms);
			json_add_number(object, "value", value->value);
		}
		json_object_array_add(points, point);
	}
	json_object_object_add(out, "points", points);
}

/**
 * json_add_analysis - add what compares methods to a segment
 * @out: the segment's object
 * @report: the segment
 * @ns: ns in a half tick
 */
void json_add_analysis(struct json_object *out,
		       const struct segment_report *report, double ns)
{
	struct json_object *stability;
	int method;

	add_attribution(out, &report->attribution, ns);
	add_pairs(out, report, ns);
	add_observer(out, report, ns);
	add_truth(out, report, ns);
	stability = json_add_object(out, "stability");
	for (method = 0; method < METHOD_COUNT; method++)
		if (report->series[method].octaves)
			add_series(json_add_object(stability,
						   method_name(method)),
				   &report->series[method]);
}

static void add_chrony(struct json_object *out, const struct verdict *verdict,
		       enum method method)
{
	char *line = verdict_chrony_line(verdict, method);
	bool accepted = verdict_accepts(verdict, method);

	json_object_object_add(out, "accepted",
			       json_object_new_boolean(accepted));
	json_object_object_add(out, "chrony",
			       line ? json_object_new_string(line) : NULL);
	free(line);
}

static void add_unjudged(struct json_object *out, const struct report *report)
{
	struct json_object *unjudged = json_object_new_array();
	size_t s;

	for (s = 0; s < report->capture->segment_count; s++)
		json_append_words(unjudged, verdict_unjudged_words(report, s));
	json_object_object_add(out, "not_judged", unjudged);
}

/**
 * json_add_verdict - add the verdict to a report
 * @out: the report's object
 * @report: the report
 */
void json_add_verdict(struct json_object *out, const struct report *report)
{
	const struct verdict *verdict = &report->verdict;
	struct json_object *object = json_add_object(out, "verdict");
	struct json_object *methods = json_add_object(object, "methods");
	bool chronys = verdict_rate_is_chronys(verdict);
	int method;

	json_object_object_add(object, "best",
			       verdict->best == METHOD_COUNT ? NULL :
			       json_object_new_string(method_name(verdict->best)));
	json_add_number(object, "scatter", verdict->scatter);
	json_add_number(object, "hz", verdict->hz);
	json_add_number(object, "hz_error", verdict->hz_error);
	json_add_number(object, "nominal_hz", verdict->nominal_hz);
	json_add_number(object, "counter_ppm", verdict->ppm);
	json_add_number(object, "counter_ppm_error", verdict->ppm_error);
	json_object_object_add(object, "chrony_takes_rate",
			       json_object_new_boolean(chronys));
	add_unjudged(object, report);
	for (method = 0; method < METHOD_COUNT; method++) {
		const struct lateness *lateness = &verdict->lateness[method];
		struct json_object *one, *is_bound;

		if (isnan(verdict->coverage[method]))
			continue;
		one = json_add_object(methods, method_name(method));
		json_add_number(one, "worst_sigma_ns",
				verdict->worst_sigma_ns[method]);
		is_bound = json_object_new_boolean(verdict->is_bound[method]);
		json_object_object_add(one, "worst_sigma_is_bound", is_bound);
		json_add_number(one, "coverage", verdict->coverage[method]);
		json_add_number(one, "referenced",
				verdict->referenced[method]);
		json_add_int(one, "n", lateness->n);
		json_add_number(one, "offset_ns", lateness->offset_ns);
		json_add_number(one, "uncertainty_ns",
				lateness->uncertainty_ns);
		json_add_number(one, "bracket_ns", lateness->bracket_ns);
		json_add_number(one, "spread_ns", lateness->spread_ns);
		json_add_number(one, "chance_ns", lateness->chance_ns);
		json_add_number(one, "tick_ns", lateness->tick_ns);
		add_chrony(one, verdict, method);
	}
}
