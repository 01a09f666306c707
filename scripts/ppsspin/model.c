// SPDX-License-Identifier: GPL-2.0
/*
 * A model of a board: pulses and their captures, with known truth
 *
 * Time is a number of whole ticks and a fraction, so that it is as exact near
 * 2^63 ticks as near 0. Figures are those measured on an MT7622, rounded.
 */
#include <gsl/gsl_randist.h>
#include <math.h>

#include "model.h"

/* Pulses after which the crystal's frequency has forgotten where it was */
#define WANDER_MEMORY	400.0
/* Where in its turn a level read samples the pin */
#define SAMPLE_POINT	0.5
/* Spread of a turn of the poll loop, relative */
#define TURN_SPREAD	0.02
/* Exception entry to the interrupt controller's handler, and to its ack */
#define EARLY_NS	95.0
#define ACK_NS		210.0
#define STEP_SPREAD_NS	12.0
/* Share of the missed pulses whose window opened too late */
#define LATE_SHARE	0.5

const struct model_profile model_profiles[] = {
	{ "idle", "performance", 58, 0, 0, 0, 1900, 0.05, 2500, 0.02, 1.0,
	  0.002 },
	{ "moderate", "schedutil", 205, 0.03, 900, 1.2, 3300, 0.25, 20000,
	  0.15, 1.06, 0.01 },
	{ "heavy", "schedutil", 330, 0.14, 1000, 1.7, 4600, 0.4, 42000, 0.3,
	  1.12, 0.03 },
	{ }
};

/**
 * model_profile_find - the load of a name
 * @name: the name
 *
 * Return: the load, or NULL.
 */
const struct model_profile *model_profile_find(const char *name)
{
	const struct model_profile *profile;

	for (profile = model_profiles; profile->name; profile++)
		if (!strcmp(profile->name, name))
			return profile;
	return NULL;
}

/* The counter's value some ns after the edge */
static u64 ticks_at(const struct model *model, double ns)
{
	double ticks = model->fraction + ns * model->cntfrq_hz / 1e9;

	return model->ticks + (u64)(s64)floor(ticks);
}

static void next_edge(struct model *model, const struct model_profile *profile)
{
	double step = model->cntfrq_hz / model->rate_hz;

	model->drift_ns += gsl_ran_gaussian(model->rng, profile->wander_ns) -
			   model->drift_ns / WANDER_MEMORY;
	step += step * model->ppm / 1e6 +
		model->drift_ns * model->cntfrq_hz / 1e9;
	model->fraction += step - floor(step);
	model->ticks += (u64)floor(step);
	model->ticks += (u64)floor(model->fraction);
	model->fraction -= floor(model->fraction);
	model->seq++;
}

static bool polled_by_choice(const struct model *model)
{
	if (model->poll_mode == MODEL_ALTERNATE)
		return model->seq & 1;
	return model->poll_mode == MODEL_EVERY;
}

/* The first sample at or after the edge detects it; samples are a turn apart */
static void poll(struct model *model, const struct model_profile *profile,
		 struct pps_spin_record *record)
{
	double turn = model->read_ns * profile->stretch *
		      (1 + gsl_ran_gaussian(model->rng, TURN_SPREAD));
	double sample = gsl_rng_uniform(model->rng) * turn;
	double before = sample - SAMPLE_POINT * turn;
	enum pps_spin_poll variant = model->rotate ?
		model->seq % PPS_SPIN_POLL_COUNT : model->variant;

	pps_spin_record_set(record, PPS_SPIN_POLL, variant);
	pps_spin_record_set(record, PPS_SPIN_PREV,
			    ticks_at(model, before - turn));
	pps_spin_record_set(record, PPS_SPIN_BEFORE, ticks_at(model, before));
	pps_spin_record_set(record, PPS_SPIN_AFTER,
			    ticks_at(model, before + turn));
	pps_spin_record_set(record, PPS_SPIN_READS,
			    1 + gsl_rng_uniform_int(model->rng, 1000));
	pps_spin_record_set(record, PPS_SPIN_POLL_CPU, 1);
}

static void poll_or_not(struct model *model,
			const struct model_profile *profile,
			struct pps_spin_record *record)
{
	if (!polled_by_choice(model))
		record->flags |= BIT(PPS_SPIN_UNPOLLED);
	else if (gsl_rng_uniform(model->rng) >= profile->missed_share)
		poll(model, profile, record);
	else if (gsl_rng_uniform(model->rng) < LATE_SHARE)
		record->flags |= BIT(PPS_SPIN_LATE);
	else
		record->flags |= BIT(PPS_SPIN_MISSED);
}

/* Edge to exception entry, if nothing is in the way */
static double entry_delay(struct model *model,
			  const struct model_profile *profile)
{
	double delay = model->entry_ns +
		       gsl_ran_gaussian(model->rng, profile->entry_sigma_ns);

	if (gsl_rng_uniform(model->rng) < profile->tail_share)
		delay += gsl_ran_lognormal(model->rng,
					   log(profile->tail_median_ns),
					   profile->tail_shape);
	if (polled_by_choice(model))
		delay += model->observer_ns;
	return fmax(delay, 0);
}

/* How long ago the last timer tick took its exception */
static double since_timer_ns(const struct model *model)
{
	double tick = model->cntfrq_hz / model->tick_hz;
	double phase = fmod((double)(model->ticks - model->start_ticks),
			    tick) + model->fraction;

	return phase * 1e9 / model->cntfrq_hz;
}

static double step_ns(struct model *model, double ns)
{
	return fmax(ns + gsl_ran_gaussian(model->rng, STEP_SPREAD_NS), 1);
}

/*
 * A pulse that comes while the timer tick's exception is being served gets no
 * exception of its own: entry and early are the timer's.
 */
static bool interrupt(struct model *model, const struct model_profile *profile,
		      struct pps_spin_record *record)
{
	double since = since_timer_ns(model);
	bool stolen = since < profile->busy_ns;
	double entry = stolen ? -since : entry_delay(model, profile);
	double early = entry + step_ns(model, EARLY_NS);
	double served = stolen ? profile->busy_ns - since : early;
	double ack = served + step_ns(model, ACK_NS - EARLY_NS);
	double irq = ack - ACK_NS +
		     fmax(gsl_ran_lognormal(model->rng,
					    log(profile->handler_ns),
					    profile->handler_shape),
			  2 * ACK_NS);

	pps_spin_record_set(record, PPS_SPIN_ENTRY, ticks_at(model, entry));
	pps_spin_record_set(record, PPS_SPIN_EARLY, ticks_at(model, early));
	pps_spin_record_set(record, PPS_SPIN_ACK, ticks_at(model, ack));
	pps_spin_record_set(record, PPS_SPIN_IRQ, ticks_at(model, irq));
	pps_spin_record_set(record, PPS_SPIN_IRQ_CPU, 0);
	return stolen;
}

/*
 * As the driver: a stamp from when the pin was still inactive, or too far before
 * the edge, is another's.
 */
static void judge(const struct model *model, struct pps_spin_record *record)
{
	s64 gate = model->gate_ns * model->cntfrq_hz / 1e9;
	const __u64 *value = record->value;

	if (!pps_spin_record_has(record, PPS_SPIN_BEFORE))
		return;
	if (pps_spin_ticks_after(value[PPS_SPIN_PREV], value[PPS_SPIN_ENTRY]) ||
	    (s64)(value[PPS_SPIN_BEFORE] - value[PPS_SPIN_ENTRY]) > gate)
		record->flags |= BIT(PPS_SPIN_MISATTRIBUTED);
}

/**
 * model_pulse - the next pulse and what each method makes of it
 * @model: the board; moves on by one pulse
 * @profile: the load
 * @record: set
 * @truth: set
 */
void model_pulse(struct model *model, const struct model_profile *profile,
		 struct pps_spin_record *record, struct truth *truth)
{
	memset(record, 0, sizeof(*record));
	next_edge(model, profile);
	pps_spin_record_set(record, PPS_SPIN_SEQ, model->seq);
	poll_or_not(model, profile, record);
	truth->stolen = interrupt(model, profile, record);
	truth->ticks = model->ticks;
	truth->millionths = model->fraction * 1e6;
	if (model->stimulus) {
		pps_spin_record_set(record, PPS_SPIN_T0, ticks_at(model, -40));
		pps_spin_record_set(record, PPS_SPIN_T1, ticks_at(model, 40));
	}
	judge(model, record);
}
