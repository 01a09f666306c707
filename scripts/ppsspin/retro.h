/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The retrospective analysis: how much each method jitters
 */
#ifndef PPSSPIN_RETRO_H
#define PPSSPIN_RETRO_H

#include "quantile.h"
#include "reference.h"

/**
 * struct residuals - stamps of a method minus the reference, half ticks
 * @method: the method
 * @n: how many
 * @position: position of each in the train
 * @value: the residual
 * @gated: it predates the edge by more than the gate: another's stamp
 * @gated_count: how many do
 * @stamp_count: stamps, with and without a reference at their pulse
 * @sound_count: of them neither gated nor flagged as another's
 * @flagged_count: how many the driver flagged as misattributed
 */
struct residuals {
	enum method method;
	size_t n;
	u32 *position;
	double *value;
	bool *gated;
	size_t gated_count;
	size_t stamp_count;
	size_t sound_count;
	size_t flagged_count;
};

/**
 * struct sigmas - standard deviations of one method, half ticks
 * @raw: of all residuals
 * @gated: of those that pass the gate
 * @filtered: of the median of 5 of those
 */
struct sigmas {
	double raw;
	double gated;
	double filtered;
};

/**
 * struct retro_report - the retrospective analysis of one method
 * @n: residuals
 * @stamps: pulses that it stamped, with and without a reference
 * @sound: of them, those whose stamp is neither gated nor flagged as another's
 * @gated: of the residuals those beyond the gate
 * @flagged: flagged as misattributed by the driver
 * @measured: sigmas as measured; on the interrupt side the error of the
 *	      reference is in them
 * @corrected: with the reference's error taken out, in quadrature
 * @truth: sigmas of the same stamps against the true edges; NAN if unknown
 * @absolute: |residual from one line over the longest piece|, and their sigma
 */
struct retro_report {
	size_t n;
	size_t stamps;
	size_t sound;
	size_t gated;
	size_t flagged;
	struct sigmas measured;
	struct sigmas corrected;
	struct sigmas truth;
	struct summary absolute;
};

void residuals_alloc(struct residuals *residuals, size_t n);
void residuals_free(struct residuals *residuals);
void residuals_build(struct residuals *residuals, const struct train *train,
		     const struct reference *reference, enum method method,
		     double gate_half_ticks, double *phase);
void retro_analyse(struct retro_report *report,
		   const struct residuals *residuals, const struct train *train,
		   const struct reference *reference,
		   const struct truth *truth, double *scratch);
void plain_fit(struct summary *absolute, const struct train *train,
	       double *phase);
double reference_true_error(const struct train *train,
			    const struct reference *reference,
			    const struct truth *truth, double *scratch);

#endif /* PPSSPIN_RETRO_H */
