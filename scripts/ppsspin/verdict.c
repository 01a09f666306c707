// SPDX-License-Identifier: GPL-2.0
/*
 * The answer: which method, how late, how sure
 */
#include <math.h>
#include <stdlib.h>

#include "report.h"
#include "util.h"
#include "verdict.h"

/* Fewer pulses make no statement about a method */
#define PULSES_MIN	30

static bool stamps_any(const struct report *report, int first, int end)
{
	size_t s;
	int method;

	for (s = 0; s < report->capture->segment_count; s++)
		for (method = first; method < end; method++)
			if (report->segments[s].stamps[method])
				return true;
	return false;
}

/* No poll fails a pulse that was not to be polled; `noirq` is no choice, but a failure */
static size_t wanted_stamps(const struct segment_report *segment,
			    enum method method)
{
	return segment->segment->count -
	       (method_is_poll(method) ? segment->flagged[PPS_SPIN_UNPOLLED] :
					 0);
}

/* Stamp - middle of [prev, after], half ticks, of the sound stamps */
static size_t collect_lateness(const struct capture *capture,
			       const struct segment *segment,
			       enum method method, double *half_ticks)
{
	const struct pps_spin_record *record = capture->pulses + segment->first;
	size_t i, n = 0;

	for (i = 0; i < segment->count; i++, record++) {
		u64 origin = record->value[PPS_SPIN_PREV];
		s64 stamp, width;

		if (pps_spin_record_has(record, PPS_SPIN_PREV) &&
		    pps_spin_record_has(record, PPS_SPIN_AFTER) &&
		    half_ticks_since(record->value[PPS_SPIN_AFTER], origin,
				     &width) &&
		    method_is_sound(record, method) &&
		    method_stamp(record, method, origin, &stamp))
			half_ticks[n++] = stamp - width / 2;
	}
	return n;
}

/* Half of the largest bracket that a variant of the poll has as its median */
static double half_bracket(const struct report *report, double ns)
{
	double widest = NAN;
	size_t s;
	int method;

	for (s = 0; s < report->capture->segment_count; s++)
		for (method = METHOD_POLL_AFTER; method < METHOD_COUNT;
		     method++) {
			const struct summary *uncertainty =
				&report->segments[s].bracket[method].uncertainty;

			if (uncertainty->n)
				widest = fmax(widest, uncertainty->p[P50]);
		}
	return widest * ns / 2;
}

static void judge_lateness(struct lateness *lateness,
			   const struct report *report, enum method method,
			   double *scratch, double *more_scratch)
{
	const struct capture *capture = report->capture;
	double ns = half_ticks_to_ns(1, capture->cntfrq_hz);
	double low = NAN, high = NAN;
	struct summary summary = { };
	size_t s, n = 0;

	for (s = 0; s < capture->segment_count; s++) {
		size_t more = report->segments[s].stamps[method] ?
			collect_lateness(capture, &capture->segments[s],
					 method, scratch + n) : 0;

		memcpy(more_scratch, scratch + n, more * sizeof(*scratch));
		summarise(more_scratch, more, &summary);
		low = fmin(low, summary.p[P50]);
		high = fmax(high, summary.p[P50]);
		n += more;
	}
	/* Unless one segment had them all */
	if (!n || summary.n != n)
		summarise(scratch, n, &summary);
	lateness->n = n;
	lateness->offset_ns = summary.p[P50] * ns;
	lateness->bracket_ns = half_bracket(report, ns);
	lateness->spread_ns = (high - low) * ns / 2;
	lateness->chance_ns = (summary.p50_high - summary.p50_low) * ns / 2;
	lateness->tick_ns = ns;
	lateness->uncertainty_ns = lateness->bracket_ns + lateness->spread_ns +
				   lateness->chance_ns + lateness->tick_ns;
}

/* The worst sigma so far, and this segment's */
static void judge_sigma(struct verdict *verdict, enum method method,
			const struct retro_report *retro, double ns)
{
	double measured = retro->measured.filtered * ns;
	double corrected = retro->corrected.filtered * ns;
	double sigma = isnan(corrected) ? measured : corrected;

	verdict->worst_measured_ns[method] =
		fmax(verdict->worst_measured_ns[method], measured);
	if (isnan(sigma) || sigma <= verdict->worst_sigma_ns[method])
		return;
	verdict->worst_sigma_ns[method] = sigma;
	verdict->is_bound[method] = isnan(corrected) && !method_is_poll(method);
}

/*
 * A segment counts once it has enough of the pulses that the method was to
 * stamp, whatever became of them: where it fails it is at its worst.
 */
static void judge_segment(struct verdict *verdict, enum method method,
			  const struct segment_report *segment, double ns)
{
	const struct retro_report *retro = &segment->retro[method];
	size_t wanted = wanted_stamps(segment, method);

	if (wanted < PULSES_MIN)
		return;
	if (retro->n)
		judge_sigma(verdict, method, retro, ns);
	verdict->coverage[method] = fmin(verdict->coverage[method],
					 (double)retro->sound / wanted);
	/* 0 / 0 is NAN, which changes nothing: without a stamp none lacks a reference */
	verdict->referenced[method] = fmin(verdict->referenced[method],
					   (double)retro->n / retro->stamps);
}

static void judge_method(struct verdict *verdict, const struct report *report,
			 enum method method, double ns)
{
	size_t s;

	verdict->worst_sigma_ns[method] = NAN;
	verdict->worst_measured_ns[method] = NAN;
	verdict->is_bound[method] = false;
	verdict->coverage[method] = NAN;
	verdict->referenced[method] = NAN;
	if (!stamps_any(report, method, method + 1))
		return;
	for (s = 0; s < report->capture->segment_count; s++)
		judge_segment(verdict, method, &report->segments[s], ns);
}

/**
 * verdict_unjudged_words - why a segment has no part in the verdict
 * @report: the report
 * @s: index of the segment
 *
 * Return: the words, to be freed; NULL if it has.
 */
char *verdict_unjudged_words(const struct report *report, size_t s)
{
	const struct segment_report *segment = &report->segments[s];
	size_t polls = wanted_stamps(segment, METHOD_POLL_AFTER);

	if (segment->segment->count < PULSES_MIN)
		return xasprintf("segment `%s` not judged: it has %zu pulses, and %d are needed",
				 segment->segment->name,
				 segment->segment->count, PULSES_MIN);
	if (polls < PULSES_MIN &&
	    stamps_any(report, METHOD_POLL_AFTER, METHOD_COUNT))
		return xasprintf("segment `%s` not judged of the poll: %zu pulses were to be polled, and %d are needed",
				 segment->segment->name, polls, PULSES_MIN);
	return NULL;
}

/**
 * verdict_accepts - whether a method may be recommended
 * @verdict: the verdict
 * @method: the method
 *
 * Return: true if it has a sigma, stamps enough of the pulses in every segment
 * that is judged, and enough of its stamps have a reference there.
 */
bool verdict_accepts(const struct verdict *verdict, enum method method)
{
	return !isnan(verdict->worst_sigma_ns[method]) &&
	       verdict->coverage[method] >= VERDICT_COVERAGE_MIN &&
	       verdict->referenced[method] >= VERDICT_COVERAGE_MIN;
}

/**
 * verdict_rate_is_wrong - whether the pulses come at no rate of a sound clock
 * @verdict: the verdict
 *
 * Return: true if they are further from a round rate than a crystal may be, by
 * more than is not known.
 */
bool verdict_rate_is_wrong(const struct verdict *verdict)
{
	return fabs(verdict->ppm) - verdict->ppm_error > VERDICT_PPM_MAX;
}

/**
 * verdict_rate_is_chronys - whether chrony can take pulses of that rate
 * @verdict: the verdict
 *
 * Return: true if it is a whole number of Hz, from 1 on.
 */
bool verdict_rate_is_chronys(const struct verdict *verdict)
{
	return verdict->nominal_hz >= 1 && !verdict_rate_is_wrong(verdict);
}

/**
 * verdict_chrony_line - what to type into chrony
 * @verdict: the verdict
 * @method: what feeds /dev/pps0
 *
 * Return: the line, to be freed; NULL if there is none.
 */
char *verdict_chrony_line(const struct verdict *verdict, enum method method)
{
	const struct lateness *lateness = &verdict->lateness[method];
	char rate[32] = "";

	if (!verdict_accepts(verdict, method) ||
	    isnan(lateness->uncertainty_ns) || !verdict_rate_is_chronys(verdict))
		return NULL;
	/* 1 Hz is what chrony expects */
	if (verdict->nominal_hz > 1)
		snprintf(rate, sizeof(rate), " rate %.0f", verdict->nominal_hz);
	return xasprintf("refclock PPS /dev/pps0 refid PPS%s offset %.9f", rate,
			 lateness->offset_ns / 1e9);
}

/* The best of [@first, @end) by these sigmas; METHOD_COUNT if none will do */
static int find_smallest(const struct verdict *verdict, const double *sigma,
			 int first, int end)
{
	int best = METHOD_COUNT, method;

	for (method = first; method < end; method++) {
		if (!verdict_accepts(verdict, method))
			continue;
		if (best == METHOD_COUNT || sigma[method] < sigma[best])
			best = method;
	}
	return best;
}

/*
 * The interrupt's methods share the reference's error, so they compare as
 * measured: of those that it hides, no corrected sigma tells the smaller one.
 */
static enum method find_best(const struct verdict *verdict)
{
	int irq_side = find_smallest(verdict, verdict->worst_measured_ns, 0,
				     METHOD_IRQ_SIDE_COUNT);
	int poll = find_smallest(verdict, verdict->worst_sigma_ns,
				 METHOD_IRQ_SIDE_COUNT, METHOD_COUNT);

	if (irq_side == METHOD_COUNT || poll == METHOD_COUNT)
		return min(irq_side, poll);
	return verdict->worst_sigma_ns[poll] <
	       verdict->worst_sigma_ns[irq_side] ? poll : irq_side;
}

static double largest_scatter(const struct report *report)
{
	double scatter = NAN;
	size_t s;

	for (s = 0; s < report->capture->segment_count; s++)
		if (report->segments[s].reference_points >= PULSES_MIN)
			scatter = fmax(scatter, report->segments[s].jitter);
	return scatter;
}

/* The rate as a whole number of pulses a second, or of seconds a pulse */
static double round_rate(double hz)
{
	return hz >= 0.75 ? round(hz) : 1 / round(1 / hz);
}

/* Of the segments, the one that knows its rate best; NULL if none does */
static const struct rate_report *find_rate(const struct report *report)
{
	const struct rate_report *best = NULL;
	size_t s;

	for (s = 0; s < report->capture->segment_count; s++) {
		const struct rate_report *rate = &report->segments[s].rate;

		/* Absurd stamps may run backwards */
		if (rate->period > 0 &&
		    (!best || rate->error / rate->period <
			      best->error / best->period))
			best = rate;
	}
	return best;
}

static void judge_rate(struct verdict *verdict, const struct report *report)
{
	const struct rate_report *rate = find_rate(report);
	double error = rate ? rate->error / rate->period : NAN;
	double hz = rate ? 2.0 * report->capture->cntfrq_hz / rate->period :
			   NAN;
	double nominal = round_rate(hz * (1 - error));

	verdict->hz = hz;
	verdict->hz_error = hz * error;
	/* Where the interval holds two rates, none is told */
	verdict->nominal_hz = nominal == round_rate(hz * (1 + error)) ?
			      nominal : NAN;
	verdict->ppm = (verdict->nominal_hz / hz - 1) * 1e6;
	verdict->ppm_error = verdict->nominal_hz / hz * error * 1e6;
}

/**
 * verdict_reach - weigh the methods
 * @verdict: filled
 * @report: what was found in each segment
 * @scratch: room for every pulse of the capture
 * @more_scratch: the same
 */
void verdict_reach(struct verdict *verdict, const struct report *report,
		   double *scratch, double *more_scratch)
{
	double ns = half_ticks_to_ns(1, report->capture->cntfrq_hz);
	int method;

	for (method = 0; method < METHOD_COUNT; method++) {
		judge_method(verdict, report, method, ns);
		judge_lateness(&verdict->lateness[method], report, method,
			       scratch, more_scratch);
	}
	verdict->scatter = largest_scatter(report);
	verdict->best = verdict->scatter > VERDICT_SCATTER_MAX ?
			METHOD_COUNT : find_best(verdict);
	judge_rate(verdict, report);
}
