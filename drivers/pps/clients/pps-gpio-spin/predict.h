/* SPDX-License-Identifier: GPL-2.0 */
/*
 * When the next edge of a known train comes
 */
#ifndef _PPS_SPIN_PREDICT_H
#define _PPS_SPIN_PREDICT_H

#include "pure.h"

/**
 * struct pps_spin_predict - a train and its next edge
 * @period: estimate, in units of 2^-16 ticks
 * @acquired: first estimate, likewise
 * @target_ticks: predicted edge
 * @fraction: of @target_ticks, in units of 2^-16 ticks
 * @gap: periods from the last edge that was followed to @target_ticks
 * @catches: edges followed, up to the full gain of the filter
 * @phase_is_coarse: the prediction was moved: take over the phase of the next
 *		     edge, not its period
 */
struct pps_spin_predict {
	u64 period;
	u64 acquired;
	u64 target_ticks;
	u32 fraction;
	u64 gap;
	u32 catches;
	bool phase_is_coarse;
};

void pps_spin_predict_start(struct pps_spin_predict *predict, u64 period_ticks,
			    u64 edge_ticks);
u64 pps_spin_predict_period(const struct pps_spin_predict *predict);
u64 pps_spin_predict_ahead(const struct pps_spin_predict *predict, u64 periods);
u64 pps_spin_predict_periods(const struct pps_spin_predict *predict,
			     u64 distance_ticks);
s64 pps_spin_predict_residual(const struct pps_spin_predict *predict,
			      u64 ticks);
void pps_spin_predict_advance(struct pps_spin_predict *predict, u64 periods);
void pps_spin_predict_move(struct pps_spin_predict *predict, s64 error_ticks);
void pps_spin_predict_follow(struct pps_spin_predict *predict, s64 error_ticks,
			     bool is_outage, u64 usual_ticks);

#endif /* _PPS_SPIN_PREDICT_H */
