// SPDX-License-Identifier: GPL-2.0
/*
 * PURE: what the matcher remembers of what is done
 *
 * A capture may come after its pulse was published, and is then not a new
 * pulse; and why a pulse has no poll capture is said by the look of its time,
 * not by the last one.
 */
#include "past.h"

/* The last look, the one before it, ... */
static const struct pps_spin_past_look *
look_back(const struct pps_spin_past *past, u32 n)
{
	return &past->looks[(past->look_count - n) % PPS_SPIN_PAST];
}

static bool is_within(u64 ticks, u64 from_ticks, u64 to_ticks)
{
	return !pps_spin_ticks_after(from_ticks, ticks) &&
	       !pps_spin_ticks_after(ticks, to_ticks);
}

static bool has_edge(const struct pps_spin_past_look *look)
{
	return look->look == PPS_SPIN_LOOK_EDGE ||
	       look->look == PPS_SPIN_LOOK_LATE;
}

/**
 * pps_spin_past_add_look - remember a look
 * @past: what is done
 * @look: the look; one before it that meant to last longer did not
 */
void pps_spin_past_add_look(struct pps_spin_past *past,
			    const struct pps_spin_past_look *look)
{
	struct pps_spin_past_look *last =
		&past->looks[(past->look_count - 1) % PPS_SPIN_PAST];

	if (past->look_count &&
	    pps_spin_ticks_after(last->until_ticks, look->until_ticks))
		last->until_ticks = look->until_ticks;
	past->looks[past->look_count++ % PPS_SPIN_PAST] = *look;
}

/**
 * pps_spin_past_look_at - the look that decided an edge without poll capture
 * @past: what is done
 * @ticks: time of the edge, or of its interrupt
 *
 * If that look has an edge of its own, the interrupt came late, and the look
 * before it is meant.
 *
 * Return: the look, NULL if there is none.
 */
const struct pps_spin_past_look *
pps_spin_past_look_at(const struct pps_spin_past *past, u64 ticks)
{
	u32 count = min(past->look_count, PPS_SPIN_PAST), n = 1;

	if (!count)
		return NULL;
	while (n < count &&
	       pps_spin_ticks_after(look_back(past, n + 1)->until_ticks, ticks))
		n++;
	if (n < count && has_edge(look_back(past, n)))
		n++;
	return look_back(past, n);
}

/**
 * pps_spin_past_none_came - whether a look watched at a time, and saw nothing
 * @past: what is done
 * @ticks: the time
 *
 * Return: true if there was such a look.
 */
bool pps_spin_past_none_came(const struct pps_spin_past *past, u64 ticks)
{
	u32 count = min(past->look_count, PPS_SPIN_PAST), n;

	for (n = 1; n <= count; n++) {
		const struct pps_spin_past_look *look = look_back(past, n);

		if (look->look == PPS_SPIN_LOOK_MISSED &&
		    is_within(ticks, look->opened_ticks, look->closed_ticks))
			return true;
	}
	return false;
}

/**
 * pps_spin_past_add_pulse - remember a pulse that is published
 * @past: what is done
 * @pulse: what is known of it; nothing is remembered if it lacks nothing
 */
void pps_spin_past_add_pulse(struct pps_spin_past *past,
			     const struct pps_spin_past_pulse *pulse)
{
	if (pulse->lacks)
		past->pulses[past->pulse_count++ % PPS_SPIN_PAST] = *pulse;
}

static bool is_of_pulse(const struct pps_spin_past_pulse *pulse,
			enum pps_spin_side side, struct pps_spin_span span)
{
	const struct pps_spin_span *past = &pulse->span;

	if (side == PPS_SPIN_SIDE_IRQ)
		return is_within(span.latest_ticks, past->earliest_ticks,
				 past->irq_until_ticks);
	if (pulse->is_irq)
		return is_within(past->latest_ticks, span.earliest_ticks,
				 span.irq_until_ticks);
	return !pps_spin_ticks_after(past->earliest_ticks, span.latest_ticks) &&
	       !pps_spin_ticks_after(span.earliest_ticks, past->latest_ticks);
}

/**
 * pps_spin_past_take - find the published pulse that a capture belongs to
 * @past: what is done
 * @side: who captured
 * @span: where its edge lies, or when the handler ran
 *
 * Return: true if there was one that lacked it; the first such lacks it no more.
 */
bool pps_spin_past_take(struct pps_spin_past *past, enum pps_spin_side side,
			struct pps_spin_span span)
{
	u32 n;

	for (n = min(past->pulse_count, PPS_SPIN_PAST); n; n--) {
		struct pps_spin_past_pulse *pulse =
			&past->pulses[(past->pulse_count - n) % PPS_SPIN_PAST];

		if (!(pulse->lacks & BIT(side)) ||
		    !is_of_pulse(pulse, side, span))
			continue;
		pulse->lacks &= ~BIT(side);
		return true;
	}
	return false;
}

/**
 * pps_spin_past_take_told - find the published pulse of a train that a very late
 * interrupt belongs to
 * @past: what is done
 * @ticks: when the interrupt was taken
 *
 * Return: true if there is one that lacked it, and whose edge was told of; the
 * last such lacks it no more.
 */
bool pps_spin_past_take_told(struct pps_spin_past *past, u64 ticks)
{
	u32 count = min(past->pulse_count, PPS_SPIN_PAST), n;

	for (n = 1; n <= count; n++) {
		struct pps_spin_past_pulse *pulse =
			&past->pulses[(past->pulse_count - n) % PPS_SPIN_PAST];

		if (!pulse->is_told || !(pulse->lacks & BIT(PPS_SPIN_SIDE_IRQ)) ||
		    pps_spin_ticks_after(pulse->span.earliest_ticks, ticks))
			continue;
		pulse->lacks &= ~BIT(PPS_SPIN_SIDE_IRQ);
		return true;
	}
	return false;
}

/**
 * pps_spin_past_last - the last published pulse that lacked a capture
 * @past: what is done
 *
 * Return: the pulse, NULL if there is none.
 */
struct pps_spin_past_pulse *pps_spin_past_last(struct pps_spin_past *past)
{
	return past->pulse_count ?
	       &past->pulses[(past->pulse_count - 1) % PPS_SPIN_PAST] : NULL;
}
