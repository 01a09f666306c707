// SPDX-License-Identifier: GPL-2.0
/*
 * The retrospective analysis: how much each method jitters
 *
 * Steps and names as in the reports on the MT7622 (Documentation/numbers.rst):
 * reference train, wander removed, gate, median of 5.
 */
#include <math.h>
#include <stdlib.h>

#include "retro.h"
#include "util.h"

/* What is left of a sigma without an error up to this share can be told */
#define LEFT_MIN	0.95
/* The gate must be this many errors of the reference wide to judge by it */
#define GATE_ERRORS	4

/**
 * residuals_alloc - make room for the residuals of a train
 * @residuals: filled, to be freed with residuals_free()
 * @n: positions of the train
 */
void residuals_alloc(struct residuals *residuals, size_t n)
{
	residuals->n = 0;
	residuals->position = xcalloc(n, sizeof(*residuals->position));
	residuals->value = xcalloc(n, sizeof(*residuals->value));
	residuals->gated = xcalloc(n, sizeof(*residuals->gated));
}

/**
 * residuals_free - free what residuals hold
 * @residuals: the residuals
 */
void residuals_free(struct residuals *residuals)
{
	free(residuals->position);
	free(residuals->value);
	free(residuals->gated);
	memset(residuals, 0, sizeof(*residuals));
}

/*
 * A stamp that predates the polled edge by too much. Inside of [prev, after],
 * however wide a stall made it, the edge may have been as early as the stamp.
 * Without a polled edge the reference stands for it, if it is good enough to.
 */
static bool beyond_gate(const struct pps_spin_record *record,
			enum method method, double residual, double error,
			double gate_half_ticks)
{
	s64 delay, since_prev;

	if (method_is_poll(method))
		return false;
	if (!method_after_polled(record, method, &delay))
		return residual < -gate_half_ticks &&
		       GATE_ERRORS * error < gate_half_ticks;
	if (delay >= -gate_half_ticks)
		return false;
	return !pps_spin_record_has(record, PPS_SPIN_PREV) ||
	       !method_stamp(record, method, record->value[PPS_SPIN_PREV],
			     &since_prev) ||
	       since_prev < 0;
}

/* Count a stamp; its residual as well, if there is a reference at its pulse */
static void add_stamp(struct residuals *residuals,
		      const struct pps_spin_record *record, size_t position,
		      double value, bool gated)
{
	size_t n = residuals->n;

	residuals->stamp_count++;
	residuals->sound_count += !gated &&
				  method_is_sound(record, residuals->method);
	if (isnan(value))
		return;
	residuals->position[n] = position;
	residuals->value[n] = value;
	residuals->gated[n] = gated;
	residuals->gated_count += gated;
	residuals->flagged_count += !!(record->flags &
				       BIT(PPS_SPIN_MISATTRIBUTED));
	residuals->n++;
}

static void add_residuals(struct residuals *residuals,
			  const struct train *train, const struct piece *piece,
			  const struct reference *reference,
			  double gate_half_ticks, double *phase)
{
	size_t position, end = piece->first + piece->count;
	s64 half_ticks;

	for (position = piece->first; position < end; position++) {
		const struct pps_spin_record *record =
			&train->records[train->record[position]];
		double value;

		phase[position] = NAN;
		if (!train_phase(train, piece, position, residuals->method,
				 &half_ticks))
			continue;
		phase[position] = half_ticks;
		value = half_ticks - reference->phase[position];
		add_stamp(residuals, record, position, value,
			  beyond_gate(record, residuals->method, value,
				      reference->error, gate_half_ticks));
	}
}

/**
 * residuals_build - a method's stamps minus the reference
 * @residuals: filled, with room for every pulse of @train
 * @train: the train
 * @reference: its reference
 * @method: whose stamps
 * @gate_half_ticks: how far a stamp of the interrupt side may predate the edge
 * @phase: filled with the stamps against a train of the rounded period; NAN where
 *	   there is none
 */
void residuals_build(struct residuals *residuals, const struct train *train,
		     const struct reference *reference, enum method method,
		     double gate_half_ticks, double *phase)
{
	size_t i;

	residuals->n = 0;
	residuals->stamp_count = 0;
	residuals->sound_count = 0;
	residuals->gated_count = 0;
	residuals->flagged_count = 0;
	residuals->method = method;
	for (i = 0; i < train->piece_count; i++)
		add_residuals(residuals, train, &train->pieces[i], reference,
			      gate_half_ticks, phase);
}

static void order(double *a, double *b)
{
	double less = *a < *b ? *a : *b;

	*b = *a < *b ? *b : *a;
	*a = less;
}

/* Take the least and the most away, twice */
static double median_of_5(const double *values)
{
	double a = values[0], b = values[1], c = values[2], d = values[3];
	double e = values[4];

	order(&a, &b);
	order(&c, &d);
	order(&a, &c);		/* a is the least of four */
	order(&b, &d);		/* d is the most of four */
	order(&b, &c);
	order(&b, &e);		/* of b <= c and e, the middle one */
	order(&c, &e);
	return c;
}

/* Medians of 5 in a row of what passed the gate; overwrites @values */
static size_t filter(double *values, size_t n)
{
	size_t i;

	if (n < REFERENCE_FILTER_TAPS)
		return 0;
	for (i = 0; i + REFERENCE_FILTER_TAPS <= n; i++)
		values[i] = median_of_5(values + i);
	return n - REFERENCE_FILTER_TAPS + 1;
}

/* The three sigmas; overwrites @values */
static void three_sigmas(struct sigmas *sigmas, double *values,
			 const bool *gated, size_t n)
{
	size_t i, kept = 0;
	double mean;

	mean_sigma(values, n, &mean, &sigmas->raw);
	for (i = 0; i < n; i++)
		if (!gated[i])
			values[kept++] = values[i];
	mean_sigma(values, kept, &mean, &sigmas->gated);
	kept = filter(values, kept);
	mean_sigma(values, kept, &mean, &sigmas->filtered);
}

/* NAN where next to nothing would be left: that is no measurement */
static double without(double sigma, double error)
{
	if (isnan(error))
		return sigma;
	if (error > LEFT_MIN * sigma)
		return NAN;
	return sqrt(sigma * sigma - error * error);
}

/* NAN if the truth is none */
static double true_phase(const struct train *train, const struct piece *piece,
			 size_t position, const struct truth *truth)
{
	const struct truth *edge = &truth[train->record[position]];
	s64 half_ticks;

	if (!train_phase_of(train, piece, position, edge->ticks, &half_ticks))
		return NAN;
	return half_ticks + edge->millionths * 2e-6;
}

/* Left alone where a pulse has no truth */
static void true_sigmas(struct sigmas *sigmas,
			const struct residuals *residuals,
			const struct train *train,
			const struct reference *reference,
			const struct truth *truth, double *scratch)
{
	const struct piece *piece = train->pieces;
	size_t i;

	for (i = 0; i < residuals->n; i++) {
		size_t position = residuals->position[i];

		while (position >= piece->first + piece->count)
			piece++;
		scratch[i] = residuals->value[i] + reference->phase[position] -
			     true_phase(train, piece, position, truth);
		/* Of what is not known for each pulse there is no sigma */
		if (isnan(scratch[i]))
			return;
	}
	three_sigmas(sigmas, scratch, residuals->gated, residuals->n);
}

/**
 * retro_analyse - the sigmas of one method
 * @report: filled, but for @absolute
 * @residuals: its residuals
 * @train: the train
 * @reference: its reference
 * @truth: per record of the segment, or NULL
 * @scratch: room for every pulse of @train
 */
void retro_analyse(struct retro_report *report,
		   const struct residuals *residuals, const struct train *train,
		   const struct reference *reference,
		   const struct truth *truth, double *scratch)
{
	bool poll = method_is_poll(residuals->method);
	double error = poll ? NAN : reference->error;
	double filtered_error = poll ? NAN : reference->filtered_error;

	report->n = residuals->n;
	report->stamps = residuals->stamp_count;
	report->sound = residuals->sound_count;
	report->gated = residuals->gated_count;
	report->flagged = residuals->flagged_count;
	memcpy(scratch, residuals->value, residuals->n * sizeof(*scratch));
	three_sigmas(&report->measured, scratch, residuals->gated,
		     residuals->n);
	report->corrected.raw = without(report->measured.raw, error);
	report->corrected.gated = without(report->measured.gated, error);
	report->corrected.filtered = without(report->measured.filtered,
					     filtered_error);
	report->truth = (struct sigmas){ NAN, NAN, NAN };
	if (truth)
		true_sigmas(&report->truth, residuals, train, reference, truth,
			    scratch);
}

/**
 * reference_true_error - standard deviation of reference minus true edge
 * @train: the train
 * @reference: its reference
 * @truth: per record of the segment, or NULL
 * @scratch: room for every pulse of @train
 *
 * Return: half ticks, or NAN.
 */
double reference_true_error(const struct train *train,
			    const struct reference *reference,
			    const struct truth *truth, double *scratch)
{
	double mean, sigma;
	size_t i, k, n = 0;

	for (i = 0; truth && i < train->piece_count; i++) {
		const struct piece *piece = &train->pieces[i];

		for (k = piece->first; k < piece->first + piece->count; k++)
			if (!isnan(reference->phase[k]))
				scratch[n++] = reference->phase[k] -
					true_phase(train, piece, k, truth);
	}
	mean_sigma(scratch, n, &mean, &sigma);
	return sigma;
}

/* Take the slope of y against x away, and what is NAN; return what is left */
static size_t remove_line(double *y, const s64 *x, size_t count)
{
	double sum_x = 0, sum_y = 0, sum_xx = 0, sum_xy = 0, slope;
	size_t k, n = 0, left = 0;

	for (k = 0; k < count; k++) {
		if (isnan(y[k]))
			continue;
		sum_x += x[k];
		sum_y += y[k];
		n++;
	}
	for (k = 0; k < count; k++) {
		if (isnan(y[k]))
			continue;
		sum_xx += (x[k] - sum_x / n) * (x[k] - sum_x / n);
		sum_xy += (x[k] - sum_x / n) * (y[k] - sum_y / n);
	}
	slope = sum_xx > 0 ? sum_xy / sum_xx : 0;
	for (k = 0; k < count; k++)
		if (!isnan(y[k]))
			y[left++] = y[k] - slope * (x[k] - sum_x / n);
	return left;
}

/**
 * plain_fit - |residual| of a method from one straight line over a segment
 * @absolute: set, half ticks; its sigma is that of the signed residuals
 * @train: the train
 * @phase: stamps against a train of the rounded period, NAN where there is none;
 *	   destroyed
 *
 * Ordinary least squares of stamp against pulse number, nothing left out: the
 * table that was published first. Wander and misattribution are in it.
 */
void plain_fit(struct summary *absolute, const struct train *train,
	       double *phase)
{
	const struct piece *piece = train_longest_piece(train);
	double mean, sigma;
	size_t k, n = 0;

	if (piece) {
		phase += piece->first;
		n = remove_line(phase, train->index + piece->first,
				piece->count);
	}
	mean_sigma(phase, n, &mean, &sigma);
	for (k = 0; k < n; k++)
		phase[k] = fabs(phase[k] - mean);
	summarise(phase, n, absolute);
	absolute->sigma = sigma;
	absolute->sigma_low = NAN;
	absolute->sigma_high = NAN;
}
