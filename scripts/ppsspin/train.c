// SPDX-License-Identifier: GPL-2.0
/*
 * The pulses of a segment, each with its number
 *
 * Lines are missing at times, and pulses too. A pulse is numbered by the time
 * since the one before it, in periods, so that neither bends a slope.
 */
#include <math.h>
#include <stdlib.h>

#include "quantile.h"
#include "train.h"
#include "util.h"

/* A pulse this share of a period from where it should be breaks the train */
#define TOLERANCE	0.125
/* A phase beyond this is not held exactly by a double */
#define PHASE_MAX	(1LL << 52)

/* Median of the time between pulses over the difference of their seq */
static double estimate_period(const struct pps_spin_record *records,
			      size_t count)
{
	double *periods = xcalloc(count, sizeof(*periods));
	const struct pps_spin_record *last = NULL;
	u64 last_ticks = 0, ticks;
	size_t i, n = 0;
	double period;

	for (i = 0; i < count; i++) {
		const struct pps_spin_record *record = &records[i];

		if (!method_anchor(record, &ticks))
			continue;
		if (last && record->value[PPS_SPIN_SEQ] >
			    last->value[PPS_SPIN_SEQ] &&
		    pps_spin_ticks_after(ticks, last_ticks))
			periods[n++] = (double)(ticks - last_ticks) /
				(record->value[PPS_SPIN_SEQ] -
				 last->value[PPS_SPIN_SEQ]);
		last = record;
		last_ticks = ticks;
	}
	period = median(periods, n);
	free(periods);
	return period;
}

static void start_piece(struct train *train, u64 ticks)
{
	struct piece *piece;

	train->pieces = xrealloc(train->pieces, train->piece_count + 1,
				 sizeof(*train->pieces));
	piece = &train->pieces[train->piece_count++];
	piece->first = train->n;
	piece->count = 0;
	piece->origin_ticks = ticks;
}

static void place(struct train *train, size_t record, s64 index)
{
	train->record[train->n] = record;
	train->index[train->n] = index;
	train->n++;
	train->pieces[train->piece_count - 1].count++;
}

/* Periods since the last pulse; 0 for the same pulse again, -1 if unknowable */
static s64 periods_since(const struct train *train, u64 last_ticks, u64 ticks)
{
	double apart = (double)(s64)(ticks - last_ticks);
	double periods = apart / train->period_ticks;
	double whole = round(periods);

	/* So written that it holds for NAN: a period that is not known */
	if (!(whole >= 0 && whole < 1e9 && fabs(periods - whole) <= TOLERANCE))
		return -1;
	return (s64)whole;
}

static void place_all(struct train *train, size_t count)
{
	u64 last_ticks = 0, last_seq = 0, ticks;
	size_t i;

	for (i = 0; i < count; i++) {
		u64 seq = train->records[i].value[PPS_SPIN_SEQ];
		s64 periods;

		if (!method_anchor(&train->records[i], &ticks)) {
			train->unplaced++;
			continue;
		}
		if (!train->n) {
			start_piece(train, ticks);
			place(train, i, 0);
		} else {
			periods = periods_since(train, last_ticks, ticks);
			if (!periods) {
				train->extra++;
				continue;
			}
			train->seq_disagrees +=
				periods > 0 && (u64)periods != seq - last_seq;
			train->breaks += periods < 0;
			if (periods < 0)
				start_piece(train, ticks);
			place(train, i, periods < 0 ? 0 :
			      train->index[train->n - 1] + periods);
		}
		last_ticks = ticks;
		last_seq = seq;
	}
}

/**
 * train_build - number the pulses of a segment
 * @train: filled, to be freed with train_free()
 * @capture: the capture
 * @segment: the part of it
 */
void train_build(struct train *train, const struct capture *capture,
		 const struct segment *segment)
{
	memset(train, 0, sizeof(*train));
	train->records = capture->pulses + segment->first;
	train->record = xcalloc(segment->count, sizeof(*train->record));
	train->index = xcalloc(segment->count, sizeof(*train->index));
	train->period_ticks = estimate_period(train->records, segment->count);
	if (!isfinite(train->period_ticks) || train->period_ticks < 1 ||
	    train->period_ticks > 1e15)
		train->period_ticks = NAN;
	train->period = isnan(train->period_ticks) ? 0 :
			llround(2 * train->period_ticks);
	place_all(train, segment->count);
}

/**
 * train_free - free what a train holds
 * @train: the train
 */
void train_free(struct train *train)
{
	free(train->record);
	free(train->index);
	free(train->pieces);
	memset(train, 0, sizeof(*train));
}

/**
 * train_longest_piece - the piece that holds most pulses
 * @train: the train
 *
 * Return: the piece, or NULL of an empty train.
 */
const struct piece *train_longest_piece(const struct train *train)
{
	const struct piece *longest = train->pieces;
	size_t i;

	for (i = 1; i < train->piece_count; i++)
		if (train->pieces[i].count > longest->count)
			longest = &train->pieces[i];
	return longest;
}

/* Take the nominal train away; false if what is left is no phase */
static bool remove_train(const struct train *train, size_t position,
			 s64 *half_ticks)
{
	s64 nominal;

	if (__builtin_mul_overflow(train->period, train->index[position],
				   &nominal) ||
	    __builtin_sub_overflow(*half_ticks, nominal, half_ticks))
		return false;
	return *half_ticks < PHASE_MAX && *half_ticks > -PHASE_MAX;
}

/**
 * train_phase - a method's stamp, against a train of the rounded period
 * @train: the train
 * @piece: the part of it that holds @position
 * @position: which pulse
 * @method: whose stamp
 * @half_ticks: set
 *
 * Return: false if the method has no stamp, or an absurd one.
 */
bool train_phase(const struct train *train, const struct piece *piece,
		 size_t position, enum method method, s64 *half_ticks)
{
	return method_stamp(&train->records[train->record[position]], method,
			    piece->origin_ticks, half_ticks) &&
	       remove_train(train, position, half_ticks);
}

/**
 * train_polled_phase - the polled edge, against a train of the rounded period
 * @train: the train
 * @piece: the part of it that holds @position
 * @position: which pulse
 * @half_ticks: set
 *
 * Return: false if the poller did not see it.
 */
bool train_polled_phase(const struct train *train, const struct piece *piece,
			size_t position, s64 *half_ticks)
{
	return method_polled_edge(&train->records[train->record[position]],
				  piece->origin_ticks, half_ticks) &&
	       remove_train(train, position, half_ticks);
}

/**
 * train_phase_of - a counter value, against a train of the rounded period
 * @train: the train
 * @piece: the part of it that holds @position
 * @position: the pulse that it belongs to
 * @ticks: the counter value
 * @half_ticks: set
 *
 * Return: false if the value is an absurd one.
 */
bool train_phase_of(const struct train *train, const struct piece *piece,
		    size_t position, u64 ticks, s64 *half_ticks)
{
	return half_ticks_since(ticks, piece->origin_ticks, half_ticks) &&
	       remove_train(train, position, half_ticks);
}
