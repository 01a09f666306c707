// SPDX-License-Identifier: GPL-2.0
/*
 * A report as JSON: every number of the text, in ns, with all its digits
 */
#include <math.h>

#include "json.h"
#include "report.h"

static void add_flags(struct json_object *out,
		      const struct segment_report *report)
{
	struct json_object *flags = json_add_object(out, "flags");
	int flag;

	json_add_int(out, "unflagged", report->unflagged);
	for (flag = 0; flag < PPS_SPIN_FLAG_COUNT; flag++)
		json_add_int(flags, pps_spin_flag_name(flag), report->flagged[flag]);
}

static void add_brackets(struct json_object *out,
			 const struct segment_report *report, double ns)
{
	struct json_object *brackets = json_add_object(out, "bracket_ns");
	int method;

	for (method = METHOD_POLL_AFTER; method < METHOD_COUNT; method++) {
		const struct bracket_report *bracket = &report->bracket[method];
		struct json_object *one;

		if (!bracket->n)
			continue;
		one = json_add_object(brackets, method_name(method));
		json_add_summary(one, "width", &bracket->width, ns);
		json_add_summary(one, "turn", &bracket->period, ns);
		json_add_summary(one, "uncertainty", &bracket->uncertainty, ns);
		json_add_number(one, "floor_sigma",
				bracket->period.p[P50] * ns / sqrt(12));
	}
}

static void add_sigmas(struct json_object *out, const char *key,
		       const struct sigmas *sigmas, double ns)
{
	struct json_object *object = json_add_object(out, key);

	json_add_number(object, "raw", sigmas->raw * ns);
	json_add_number(object, "gated", sigmas->gated * ns);
	json_add_number(object, "filtered", sigmas->filtered * ns);
}

static void add_retro(struct json_object *out,
		      const struct segment_report *report, double ns)
{
	struct json_object *all = json_add_object(out, "retrospective_ns");
	int method;

	for (method = 0; method < METHOD_COUNT; method++) {
		const struct retro_report *retro = &report->retro[method];
		struct json_object *one;

		if (!retro->stamps)
			continue;
		one = json_add_object(all, method_name(method));
		json_add_int(one, "n", retro->n);
		json_add_int(one, "gated_out", retro->gated);
		json_add_int(one, "flagged", retro->flagged);
		add_sigmas(one, "sigma", &retro->measured, ns);
		add_sigmas(one, "sigma_corrected", &retro->corrected, ns);
		add_sigmas(one, "sigma_true", &retro->truth, ns);
		json_add_summary(one, "plain_fit_absolute", &retro->absolute, ns);
	}
}

static void add_reference(struct json_object *out,
			  const struct segment_report *report, double ns)
{
	struct json_object *reference = json_add_object(out, "reference");

	json_add_text(reference, "made_of",
		      report->reference_method == METHOD_COUNT ?
		 "polled edges" : method_name(report->reference_method));
	json_add_int(reference, "points", report->reference_points);
	json_add_number(reference, "polled_jitter", report->jitter);
	json_add_number(reference, "error_ns", report->reference_error * ns);
	json_add_number(reference, "true_error_ns",
			report->reference_true_error * ns);
}

static void add_problems(struct json_object *out,
			 const struct segment_report *report)
{
	struct json_object *problems = json_add_object(out, "problems");
	struct json_object *notes = json_add_object(out, "notes");
	const struct check_report *check = &report->check;

	json_add_int(notes, "breaks", report->breaks);
	json_add_int(notes, "seq_disagrees", report->seq_disagrees);
	json_add_int(notes, "extra_edges", report->extra);
	json_add_int(problems, "duplicates", report->segment->repeated);
	json_add_int(problems, "seq_missing", check->seq_missing);
	json_add_int(problems, "poll_order", check->poll_order);
	json_add_int(problems, "irq_order", check->irq_order);
	json_add_int(problems, "before_prev", check->before_prev);
	json_add_int(problems, "truth_checked", check->truth_n);
	json_add_int(problems, "truth_outside", check->truth_outside);
}

static void add_conditions(struct json_object *out,
			   const struct conditions *conditions)
{
	struct json_object *object = json_add_object(out, "conditions");
	int i;

	for (i = 0; i < CONDITIONS; i++)
		if (conditions->value[i])
			json_add_text(object, condition_name(i),
				      conditions->value[i]);
}

static void add_warnings(struct json_object *out, const struct capture *capture)
{
	struct json_object *warnings = json_object_new_array();
	int condition;
	size_t s;

	for (condition = 0; condition < CONDITIONS; condition++) {
		json_append_words(warnings,
				  condition_words(capture, condition));
		for (s = 0; s < capture->segment_count; s++)
			json_append_words(warnings,
					  condition_mixed_words(capture, s,
								condition));
	}
	json_object_object_add(out, "warnings", warnings);
}

static struct json_object *new_segment(const struct segment_report *report,
				       u64 cntfrq_hz)
{
	struct json_object *out = json_object_new_object();
	double ns = half_ticks_to_ns(1, cntfrq_hz);
	struct json_object *delays;
	int method;

	json_add_text(out, "name", report->segment->name);
	json_add_int(out, "pulses", report->segment->count);
	json_add_int(out, "lost", report->segment->lost);
	add_conditions(out, &report->segment->conditions);
	add_flags(out, report);
	json_add_number(out, "period_s", report->period_ticks / cntfrq_hz);
	add_problems(out, report);
	delays = json_add_object(out, "delay_ns");
	for (method = 0; method < METHOD_COUNT; method++)
		if (report->delay[method].n)
			json_add_summary(delays, method_name(method),
					 &report->delay[method], ns);
	add_brackets(out, report, ns);
	add_reference(out, report, ns);
	add_retro(out, report, ns);
	json_add_analysis(out, report, ns);
	return out;
}

static void add_capture(struct json_object *out, const struct capture *capture)
{
	struct json_object *header = json_add_object(out, "header");
	struct json_object *left_out = json_add_object(out, "left_out");
	struct json_object *notes = json_object_new_array();
	size_t i;

	for (i = 0; i < capture->header_count; i++)
		json_add_text(header, capture->header[i].key,
			      capture->header[i].value);
	json_add_int(out, "pulses", capture->count);
	json_add_int(out, "cntfrq_hz", capture->cntfrq_hz);
	json_add_number(out, "tick_ns", 1e9 / capture->cntfrq_hz);
	json_add_int(left_out, "bad_lines", capture->bad);
	json_add_int(left_out, "lost", capture->lost);
	json_add_int(left_out, "crlf_lines", capture->crlf);
	json_add_int(left_out, "restarts", capture->restarts);
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

	json_add_text(out, "file", report->path);
	add_capture(out, report->capture);
	json_add_number(out, "gate_ns", report->gate_ns);
	for (i = 0; i < report->capture->segment_count; i++)
		json_object_array_add(segments,
				      new_segment(&report->segments[i],
						  report->capture->cntfrq_hz));
	json_object_object_add(out, "segments", segments);
	add_warnings(out, report->capture);
	json_add_verdict(out, report);
	json_print(out);
}
