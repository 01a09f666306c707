/* SPDX-License-Identifier: GPL-2.0 */
/*
 * A model of a board: pulses and their captures, with known truth
 */
#ifndef PPSSPIN_MODEL_H
#define PPSSPIN_MODEL_H

#include <gsl/gsl_rng.h>

#include "stream.h"

/**
 * struct model_profile - a load
 * @name: its name, the text of the mark
 * @governor: what the mark's `# set` line says
 * @entry_sigma_ns: spread of the body of the exception entry
 * @tail_share: share of the pulses whose entry is delayed
 * @tail_median_ns: median of that delay, log-normal
 * @tail_shape: its shape: sigma of the logarithm
 * @handler_ns: exception entry to handler, median
 * @handler_shape: sigma of its logarithm
 * @busy_ns: how long the timer tick's exception lasts
 * @wander_ns: step of the crystal's frequency, ns per pulse, each pulse
 * @stretch: reads take this many times longer
 * @missed_share: share of the pulses that the poller misses
 */
struct model_profile {
	const char *name;
	const char *governor;
	double entry_sigma_ns;
	double tail_share;
	double tail_median_ns;
	double tail_shape;
	double handler_ns;
	double handler_shape;
	double busy_ns;
	double wander_ns;
	double stretch;
	double missed_share;
};

enum model_poll_mode {
	MODEL_EVERY,
	MODEL_ALTERNATE,
	MODEL_NONE,
};

/**
 * struct model - a board, and where it is
 * @cntfrq_hz: rate of the counter
 * @rate_hz: nominal rate of the pulses
 * @tick_hz: rate of the kernel's timer tick, HZ
 * @ppm: how much faster than nominal the counter runs
 * @read_ns: one turn of the poll loop
 * @entry_ns: edge to exception entry, median of the body
 * @gate_ns: what the driver flags as misattributed
 * @variant: how the level is read
 * @rotate: next variant on each pulse
 * @poll_mode: which pulses are polled
 * @observer_ns: how much later the interrupt side is when polled
 * @stimulus: the record has t0 and t1 around the edge
 * @rng: source of chance, seeded
 * @ticks: the edge, rounded down
 * @fraction: the rest of it, ticks
 * @start_ticks: phase of the timer tick
 * @drift_ns: frequency error now, beside @ppm, ns per pulse
 * @seq: number of the last pulse
 */
struct model {
	double cntfrq_hz;
	double rate_hz;
	double tick_hz;
	double ppm;
	double read_ns;
	double entry_ns;
	double gate_ns;
	enum pps_spin_poll variant;
	bool rotate;
	enum model_poll_mode poll_mode;
	double observer_ns;
	bool stimulus;
	gsl_rng *rng;
	u64 ticks;
	double fraction;
	u64 start_ticks;
	double drift_ns;
	u64 seq;
};

extern const struct model_profile model_profiles[];

const struct model_profile *model_profile_find(const char *name);
void model_pulse(struct model *model, const struct model_profile *profile,
		 struct pps_spin_record *record, struct truth *truth);

#endif /* PPSSPIN_MODEL_H */
