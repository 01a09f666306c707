// SPDX-License-Identifier: GPL-2.0
/*
 * The rate of the pulses, and how well it is known
 *
 * The median of the time between two pulses numbers them, but is no rate: where
 * pulses are late by turns it is as far off as one of them is late.
 */
#include <math.h>

#include <gsl/gsl_cdf.h>
#include <gsl/gsl_fit.h>
#include <gsl/gsl_statistics_double.h>

#include "rate.h"

/* Parts of the line whose scatter tells of a slow wander */
#define BLOCKS		8
/* Of a uniform error of one tick, half ticks squared */
#define TICK_VARIANCE	(1 / 3.0)
/* Upper end of a 99 % interval */
#define UPPER		0.995

/* Positions of a train that can be numbered as one */
struct stretch {
	size_t first;
	size_t count;
};

/*
 * Pulses from the position before to this one, the first of a piece: by seq, if
 * the time says the same to half a period. 0 if not.
 */
static u64 pulses_across(const struct train *train, size_t position)
{
	const struct pps_spin_record *before =
		&train->records[train->record[position - 1]];
	const struct pps_spin_record *after =
		&train->records[train->record[position]];
	u64 pulses = after->value[PPS_SPIN_SEQ] - before->value[PPS_SPIN_SEQ];
	u64 before_ticks, after_ticks;
	double periods;

	if (!method_anchor(before, &before_ticks) ||
	    !method_anchor(after, &after_ticks))
		return 0;
	periods = (double)(s64)(after_ticks - before_ticks) /
		  train->period_ticks;
	return fabs(periods - (double)pulses) <= 0.5 ? pulses : 0;
}

static struct stretch longest_stretch(const struct train *train)
{
	struct stretch stretch = { }, longest = { };
	size_t i;

	for (i = 0; i < train->piece_count; i++) {
		const struct piece *piece = &train->pieces[i];

		if (i && !pulses_across(train, piece->first))
			stretch = (struct stretch){ .first = piece->first };
		stretch.count += piece->count;
		if (stretch.count > longest.count)
			longest = stretch;
	}
	return longest;
}

static bool stamp_of(const struct pps_spin_record *record, enum method method,
		     u64 origin_ticks, s64 *half_ticks)
{
	if (!reference_takes(record))
		return false;
	return method == METHOD_COUNT ?
	       method_polled_edge(record, origin_ticks, half_ticks) :
	       method_stamp(record, method, origin_ticks, half_ticks);
}

/* Stamps against a train of the rounded period; return how many */
static size_t collect(const struct train *train, struct stretch stretch,
		      enum method method, double *number, double *phase)
{
	size_t position, n = 0;
	u64 origin_ticks = 0;
	s64 pulses = 0, nominal, half_ticks;

	for (position = stretch.first;
	     position < stretch.first + stretch.count; position++) {
		const struct pps_spin_record *record =
			&train->records[train->record[position]];

		if (position == stretch.first)
			method_anchor(record, &origin_ticks);
		else if (train->index[position])
			pulses += train->index[position] -
				  train->index[position - 1];
		else
			pulses += pulses_across(train, position);
		if (!stamp_of(record, method, origin_ticks, &half_ticks) ||
		    __builtin_mul_overflow(train->period, pulses, &nominal) ||
		    __builtin_sub_overflow(half_ticks, nominal, &half_ticks))
			continue;
		number[n] = pulses;
		phase[n++] = half_ticks;
	}
	return n;
}

/*
 * Variance of a slope, times the square of @spread, if stamps depend on their
 * neighbours: of the sums over blocks that are long beside that.
 */
static double block_variance(const double *x, const double *residual, size_t n)
{
	double mean_x = gsl_stats_mean(x, 1, n), variance = 0;
	size_t block, i;

	for (block = 0; block < BLOCKS; block++) {
		double sum = 0;

		for (i = block * n / BLOCKS; i < (block + 1) * n / BLOCKS; i++)
			sum += (x[i] - mean_x) * residual[i];
		variance += sum * sum;
	}
	return variance * BLOCKS / (BLOCKS - 1);
}

/* Half of the interval of a slope; the larger of two, one blind to wander */
static double slope_error(const double *x, const double *residual, size_t n,
			  double sum_of_squares)
{
	double freedom = n - 2.0;
	double spread = gsl_stats_tss(x, 1, n);
	/* Stamps are whole ticks, even where they all lie on the line */
	double variance = fmax(sum_of_squares / freedom, TICK_VARIANCE);

	return fmax(gsl_cdf_tdist_Pinv(UPPER, freedom) *
		    sqrt(variance / spread),
		    gsl_cdf_tdist_Pinv(UPPER, BLOCKS - 2) *
		    sqrt(block_variance(x, residual, n)) / spread);
}

/**
 * rate_analyse - find the rate of the pulses of a train
 * @report: filled
 * @train: the train
 * @reference: its reference: the line goes through the stamps it is made of
 * @number: room for every pulse of @train
 * @phase: the same
 */
void rate_analyse(struct rate_report *report, const struct train *train,
		  const struct reference *reference, double *number,
		  double *phase)
{
	double start, slope, cov00, cov01, cov11, sum_of_squares;
	size_t i;

	report->period = NAN;
	report->error = NAN;
	report->n = collect(train, longest_stretch(train), reference->method,
			    number, phase);
	if (report->n < 3)
		return;
	gsl_fit_linear(number, 1, phase, 1, report->n, &start, &slope, &cov00,
		       &cov01, &cov11, &sum_of_squares);
	for (i = 0; i < report->n; i++)
		phase[i] -= start + slope * number[i];
	report->error = slope_error(number, phase, report->n, sum_of_squares);
	report->period = train->period + slope;
}
