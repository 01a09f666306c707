/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The reference: where each pulse should have been
 */
#ifndef PPSSPIN_REFERENCE_H
#define PPSSPIN_REFERENCE_H

#include "train.h"

/* Pulses on each side that the local straight line is fitted to */
#define REFERENCE_SPAN		128
/* One in this many of them is trimmed: the worst 10 % */
#define REFERENCE_TRIM		10
/* Fewer points make no line */
#define REFERENCE_POINTS_MIN	8
/* Pulses on each side of the local median that follows the crystal's wander */
#define WANDER_SPAN		10
/* Fewer points make no median */
#define WANDER_POINTS_MIN	5
/* Taps of the median that eats what delays a single pulse */
#define REFERENCE_FILTER_TAPS	5

/**
 * struct reference - where each pulse of a train should have been
 * @method: the stamps that it is made of; METHOD_COUNT for the polled edge
 * @phase: per position of the train, half ticks, as train_phase(); NAN without
 * @points: stamps that it is made of
 * @error: its own standard error, half ticks, from the data alone; NAN without
 * @filtered_error: what of it goes through the median of 5
 */
struct reference {
	enum method method;
	double *phase;
	size_t points;
	double error;
	double filtered_error;
};

bool reference_takes(const struct pps_spin_record *record);
void reference_build(struct reference *reference, const struct train *train);
void reference_free(struct reference *reference);

#endif /* PPSSPIN_REFERENCE_H */
