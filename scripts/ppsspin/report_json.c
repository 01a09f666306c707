// SPDX-License-Identifier: GPL-2.0
/*
 * A report as JSON: every number of the text, in ns, with all its digits
 */
#include <json-c/json.h>
#include <math.h>

#include "report.h"

static void add_int(struct json_object *object, const char *key, u64 value)
{
	json_object_object_add(object, key, json_object_new_uint64(value));
}

/* What is not known is null */
static void add_number(struct json_object *object, const char *key,
		       double value)
{
	json_object_object_add(object, key, isfinite(value) ?
			       json_object_new_double(value) : NULL);
}

static void add_text(struct json_object *object, const char *key,
		     const char *value)
{
	json_object_object_add(object, key, json_object_new_string(value));
}

static struct json_object *add_object(struct json_object *object,
				      const char *key)
{
	struct json_object *child = json_object_new_object();

	json_object_object_add(object, key, child);
	return child;
}

static void add_summary(struct json_object *object, const char *key,
			const struct summary *summary, double ns)
{
	struct json_object *out = add_object(object, key);

	add_int(out, "n", summary->n);
	add_number(out, "min", summary->min * ns);
	add_number(out, "p50", summary->p[P50] * ns);
	add_number(out, "p50_low", summary->p50_low * ns);
	add_number(out, "p50_high", summary->p50_high * ns);
	add_number(out, "p95", summary->p[P95] * ns);
	add_number(out, "p99", summary->p[P99] * ns);
	add_number(out, "p99_9", summary->p[P999] * ns);
	add_number(out, "max", summary->max * ns);
	add_number(out, "mean", summary->mean * ns);
	add_number(out, "sigma", summary->sigma * ns);
	add_number(out, "sigma_low", summary->sigma_low * ns);
	add_number(out, "sigma_high", summary->sigma_high * ns);
	add_number(out, "robust_sigma", summary->robust * ns);
}

static void add_flags(struct json_object *out,
		      const struct segment_report *report)
{
	struct json_object *flags = add_object(out, "flags");
	int flag;

	add_int(out, "unflagged", report->unflagged);
	for (flag = 0; flag < PPS_SPIN_FLAG_COUNT; flag++)
		add_int(flags, pps_spin_flag_name(flag), report->flagged[flag]);
}

static void add_brackets(struct json_object *out,
			 const struct segment_report *report, double ns)
{
	struct json_object *brackets = add_object(out, "bracket_ns");
	int method;

	for (method = METHOD_POLL_AFTER; method < METHOD_COUNT; method++) {
		const struct bracket_report *bracket = &report->bracket[method];
		struct json_object *one;

		if (!bracket->n)
			continue;
		one = add_object(brackets, method_name(method));
		add_summary(one, "width", &bracket->width, ns);
		add_summary(one, "turn", &bracket->period, ns);
		add_summary(one, "uncertainty", &bracket->uncertainty, ns);
		add_number(one, "floor_sigma",
			   bracket->period.p[P50] * ns / sqrt(12));
	}
}

static void add_sigmas(struct json_object *out, const char *key,
		       const struct sigmas *sigmas, double ns)
{
	struct json_object *object = add_object(out, key);

	add_number(object, "raw", sigmas->raw * ns);
	add_number(object, "gated", sigmas->gated * ns);
	add_number(object, "filtered", sigmas->filtered * ns);
}

static void add_retro(struct json_object *out,
		      const struct segment_report *report, double ns)
{
	struct json_object *all = add_object(out, "retrospective_ns");
	int method;

	for (method = 0; method < METHOD_COUNT; method++) {
		const struct retro_report *retro = &report->retro[method];
		struct json_object *one;

		if (!retro->n)
			continue;
		one = add_object(all, method_name(method));
		add_int(one, "n", retro->n);
		add_int(one, "gated_out", retro->gated);
		add_int(one, "flagged", retro->flagged);
		add_sigmas(one, "sigma", &retro->measured, ns);
		add_sigmas(one, "sigma_corrected", &retro->corrected, ns);
		add_sigmas(one, "sigma_true", &retro->truth, ns);
		add_summary(one, "plain_fit_absolute", &retro->absolute, ns);
	}
}

static void add_reference(struct json_object *out,
			  const struct segment_report *report, double ns)
{
	struct json_object *reference = add_object(out, "reference");

	add_text(reference, "made_of",
		 report->reference_method == METHOD_COUNT ?
		 "polled edges" : method_name(report->reference_method));
	add_int(reference, "points", report->reference_points);
	add_number(reference, "error_ns", report->reference_error * ns);
	add_number(reference, "true_error_ns",
		   report->reference_true_error * ns);
}

static void add_problems(struct json_object *out,
			 const struct segment_report *report)
{
	struct json_object *problems = add_object(out, "problems");
	const struct check_report *check = &report->check;

	add_int(problems, "duplicates", report->duplicates);
	add_int(problems, "breaks", report->breaks);
	add_int(problems, "seq_disagrees", report->seq_disagrees);
	add_int(problems, "seq_missing", check->seq_missing);
	add_int(problems, "poll_order", check->poll_order);
	add_int(problems, "irq_order", check->irq_order);
	add_int(problems, "before_prev", check->before_prev);
	add_int(problems, "truth_checked", check->truth_n);
	add_int(problems, "truth_outside", check->truth_outside);
}

static struct json_object *new_segment(const struct segment_report *report,
				       u64 cntfrq_hz)
{
	struct json_object *out = json_object_new_object();
	double ns = half_ticks_to_ns(1, cntfrq_hz);
	struct json_object *delays;
	int method;

	add_text(out, "name", report->segment->name);
	add_int(out, "pulses", report->segment->count);
	add_int(out, "lost", report->segment->lost);
	add_flags(out, report);
	add_number(out, "period_s", report->period_ticks / cntfrq_hz);
	add_problems(out, report);
	delays = add_object(out, "delay_ns");
	for (method = 0; method < METHOD_COUNT; method++)
		if (report->delay[method].n)
			add_summary(delays, method_name(method),
				    &report->delay[method], ns);
	add_brackets(out, report, ns);
	add_reference(out, report, ns);
	add_retro(out, report, ns);
	return out;
}

static void add_capture(struct json_object *out, const struct capture *capture)
{
	struct json_object *header = add_object(out, "header");
	struct json_object *left_out = add_object(out, "left_out");
	struct json_object *notes = json_object_new_array();
	size_t i;

	for (i = 0; i < capture->header_count; i++)
		add_text(header, capture->header[i].key,
			 capture->header[i].value);
	add_int(out, "pulses", capture->count);
	add_int(out, "cntfrq_hz", capture->cntfrq_hz);
	add_number(out, "tick_ns", 1e9 / capture->cntfrq_hz);
	add_int(left_out, "bad_lines", capture->bad);
	add_int(left_out, "lost", capture->lost);
	add_int(left_out, "crlf_lines", capture->crlf);
	add_int(left_out, "restarts", capture->restarts);
	for (i = 0; i < capture->note_count; i++)
		json_object_array_add(notes,
				      json_object_new_string(capture->notes[i]));
	json_object_object_add(left_out, "notes", notes);
}

/**
 * report_json - print a report as JSON on stdout
 * @report: the report
 */
void report_json(const struct report *report)
{
	struct json_object *out = json_object_new_object();
	struct json_object *segments = json_object_new_array();
	size_t i;

	add_text(out, "file", report->path);
	add_capture(out, report->capture);
	add_number(out, "gate_ns", report->gate_ns);
	for (i = 0; i < report->capture->segment_count; i++)
		json_object_array_add(segments,
				      new_segment(&report->segments[i],
						  report->capture->cntfrq_hz));
	json_object_object_add(out, "segments", segments);
	puts(json_object_to_json_string_ext(out, JSON_C_TO_STRING_PRETTY |
					    JSON_C_TO_STRING_NOSLASHESCAPE));
	json_object_put(out);
}
