// SPDX-License-Identifier: GPL-2.0
/*
 * When the next edge of a known train comes
 *
 * Counter times are ticks and wrap. Periods have 16 bits below the tick: a
 * second of 62.5 MHz is then known to 2^-42, so an outage of hours adds nothing.
 */
#include "predict.h"

#define FRACTION_BITS		16

/* Distances are cut to 2^46 ticks, 19 hours at 1 GHz, so that they can shift */
#define DISTANCE_MAX		BIT_ULL(46)

/**
 * pps_spin_predict_start - follow a train anew
 * @predict: the prediction
 * @period_ticks: its period
 * @edge_ticks: an edge of it: the first target, to be advanced
 */
void pps_spin_predict_start(struct pps_spin_predict *predict, u64 period_ticks,
			    u64 edge_ticks)
{
	memset(predict, 0, sizeof(*predict));
	predict->period = period_ticks << FRACTION_BITS;
	predict->acquired = predict->period;
	predict->target_ticks = edge_ticks;
}

/**
 * pps_spin_predict_period - the period in whole ticks
 * @predict: the prediction
 *
 * Return: ticks.
 */
u64 pps_spin_predict_period(const struct pps_spin_predict *predict)
{
	return predict->period >> FRACTION_BITS;
}

/**
 * pps_spin_predict_ahead - when a later edge comes
 * @predict: the prediction
 * @periods: how many periods after the next one
 *
 * Return: time in ticks.
 */
u64 pps_spin_predict_ahead(const struct pps_spin_predict *predict, u64 periods)
{
	return predict->target_ticks +
	       ((periods * predict->period + predict->fraction) >>
		FRACTION_BITS);
}

/**
 * pps_spin_predict_periods - how many periods fit into a distance
 * @predict: the prediction
 * @distance_ticks: the distance
 *
 * Return: whole periods.
 */
u64 pps_spin_predict_periods(const struct pps_spin_predict *predict,
			     u64 distance_ticks)
{
	return div64_u64(min(distance_ticks, DISTANCE_MAX) << FRACTION_BITS,
			 predict->period);
}

/**
 * pps_spin_predict_residual - where in the train a time is
 * @predict: the prediction
 * @ticks: the time
 *
 * Return: how many ticks it is after the edge that is nearest, if the train
 * goes on as predicted.
 */
s64 pps_spin_predict_residual(const struct pps_spin_predict *predict, u64 ticks)
{
	bool after = pps_spin_ticks_after(ticks, predict->target_ticks);
	u64 distance = after ? ticks - predict->target_ticks :
			       predict->target_ticks - ticks;
	u64 period = pps_spin_predict_period(predict);
	u64 periods = pps_spin_predict_periods(predict, distance + period / 2);
	s64 rest = distance - (periods * predict->period >> FRACTION_BITS);

	return after ? rest : -rest;
}

/**
 * pps_spin_predict_advance - turn to a later edge
 * @predict: the prediction
 * @periods: how many periods later
 */
void pps_spin_predict_advance(struct pps_spin_predict *predict, u64 periods)
{
	u64 step = periods * predict->period + predict->fraction;

	predict->target_ticks += step >> FRACTION_BITS;
	predict->fraction = step & ((1 << FRACTION_BITS) - 1);
	predict->gap += periods;
}

/**
 * pps_spin_predict_move - correct the phase by what is not a measurement
 * @predict: the prediction
 * @error_ticks: how much later the edge comes
 */
void pps_spin_predict_move(struct pps_spin_predict *predict, s64 error_ticks)
{
	if (!error_ticks)
		return;
	predict->target_ticks += error_ticks;
	predict->phase_is_coarse = true;
}

/**
 * pps_spin_predict_follow - correct the prediction by a caught edge
 * @predict: the prediction, of the edge that was caught
 * @error_ticks: how much later it came
 * @is_outage: pulses before it failed to come
 * @usual_ticks: an error that is not surprising
 *
 * The first edges set the prediction: phase, then period. Later ones are
 * averaged: half the error for the phase, an eighth for the period. After an
 * outage the error is drift, so all of it is phase, and the longer the outage
 * the better it tells the period; if it is more than 120 ppm, the train has
 * jumped, which tells nothing.
 */
void pps_spin_predict_follow(struct pps_spin_predict *predict, s64 error_ticks,
			     bool is_outage, u64 usual_ticks)
{
	u64 drift = predict->gap * pps_spin_predict_period(predict) >> 13;
	u64 error = error_ticks < 0 ? -error_ticks : error_ticks;
	u64 catches = predict->catches;
	u32 gain = max(catches, predict->gap);
	u64 margin = predict->acquired / 8;

	if (predict->catches < 2 || is_outage || predict->phase_is_coarse)
		predict->target_ticks += error_ticks;
	else
		predict->target_ticks += error_ticks / 2;
	if (predict->catches && !predict->phase_is_coarse &&
	    !(is_outage && error > usual_ticks + drift))
		predict->period += div_s64(error_ticks * (1 << FRACTION_BITS),
					   gain);
	predict->period = clamp(predict->period, predict->acquired - margin,
				predict->acquired + margin);
	predict->phase_is_coarse = false;
	predict->catches = min(predict->catches + 1, 8U);
	predict->gap = 0;
}
