/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What the matcher remembers of what is done
 */
#ifndef _PPS_SPIN_PAST_H
#define _PPS_SPIN_PAST_H

#include "pure.h"

/* Looks and pulses that are remembered */
#define PPS_SPIN_PAST		256U

/**
 * enum pps_spin_look - how a look of the poller ended
 * @PPS_SPIN_LOOK_EDGE: it saw the edge
 * @PPS_SPIN_LOOK_SLIPPED: the edge came between two of its chunks; told to the
 *			   matcher as an edge with a wide bracket
 * @PPS_SPIN_LOOK_LATE: it found the pin active already
 * @PPS_SPIN_LOOK_ACTIVE: the pin was active all along: a late look, or a pulse
 *			  that was seen before
 * @PPS_SPIN_LOOK_MISSED: nothing came
 * @PPS_SPIN_LOOK_SKIPPED: it did not look, by choice
 * @PPS_SPIN_LOOK_PLANNED: it did not look yet, but plans to
 * @PPS_SPIN_LOOK_WAITING: it does not look until an interrupt comes
 */
enum pps_spin_look {
	PPS_SPIN_LOOK_EDGE,
	PPS_SPIN_LOOK_SLIPPED,
	PPS_SPIN_LOOK_LATE,
	PPS_SPIN_LOOK_ACTIVE,
	PPS_SPIN_LOOK_MISSED,
	PPS_SPIN_LOOK_SKIPPED,
	PPS_SPIN_LOOK_PLANNED,
	PPS_SPIN_LOOK_WAITING,
};

/**
 * enum pps_spin_side - who captures, as bit numbers
 * @PPS_SPIN_SIDE_POLL: the poller
 * @PPS_SPIN_SIDE_IRQ: the interrupt
 * @PPS_SPIN_SIDE_STIMULUS: the stimulus
 * @PPS_SPIN_SIDES: number of sides
 */
enum pps_spin_side {
	PPS_SPIN_SIDE_POLL,
	PPS_SPIN_SIDE_IRQ,
	PPS_SPIN_SIDE_STIMULUS,
	PPS_SPIN_SIDES,
};

/**
 * struct pps_spin_span - where in time an edge lies
 * @earliest_ticks: not before
 * @latest_ticks: not after
 * @irq_until_ticks: an interrupt after this is not its own
 */
struct pps_spin_span {
	u64 earliest_ticks;
	u64 latest_ticks;
	u64 irq_until_ticks;
};

/**
 * struct pps_spin_past_look - a look that is over
 * @look: how it ended
 * @opened_ticks: when it began to watch
 * @closed_ticks: when it ended that
 * @until_ticks: edges before this are decided by it, or by one before it
 */
struct pps_spin_past_look {
	enum pps_spin_look look;
	u64 opened_ticks;
	u64 closed_ticks;
	u64 until_ticks;
};

/**
 * struct pps_spin_past_pulse - a published pulse that lacks a capture
 * @is_irq: only its interrupt is known
 * @is_told: the stimulus told of its edge
 * @is_placed: when that was is known, not only that it had been
 * @span: where its edge lies, or when the handler ran
 * @lacks: bit per &enum pps_spin_side that may still tell of it
 */
struct pps_spin_past_pulse {
	bool is_irq;
	bool is_told;
	bool is_placed;
	struct pps_spin_span span;
	u32 lacks;
};

/**
 * struct pps_spin_past - what is done
 * @look_count: looks ever
 * @pulse_count: pulses ever that lacked a capture
 * @looks: the last ones
 * @pulses: the last ones
 */
struct pps_spin_past {
	u32 look_count;
	u32 pulse_count;
	struct pps_spin_past_look looks[PPS_SPIN_PAST];
	struct pps_spin_past_pulse pulses[PPS_SPIN_PAST];
};

void pps_spin_past_add_look(struct pps_spin_past *past,
			    const struct pps_spin_past_look *look);
const struct pps_spin_past_look *
pps_spin_past_look_at(const struct pps_spin_past *past, u64 ticks);
bool pps_spin_past_none_came(const struct pps_spin_past *past, u64 ticks);
void pps_spin_past_add_pulse(struct pps_spin_past *past,
			     const struct pps_spin_past_pulse *pulse);
bool pps_spin_past_take(struct pps_spin_past *past, enum pps_spin_side side,
			struct pps_spin_span span);
bool pps_spin_past_take_told(struct pps_spin_past *past, u64 ticks);
struct pps_spin_past_pulse *pps_spin_past_last(struct pps_spin_past *past);

#endif /* _PPS_SPIN_PAST_H */
