/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Where and how long to look for the next edge
 *
 * The poller owns the window; one thread calls everything here, in this order:
 *
 *   1. irq() with each interrupt stamp that has come since, if the line has an
 *      interrupt
 *   2. plan(), then sleep until open_ticks
 *   3. opened() with the time at which polling really starts
 *   4. poll from open_ticks to close_ticks
 *   5. one of caught(), late(), missed() or skipped()
 *
 * An interrupt that arrives during the sleep of 2 while the state is SEARCH or
 * COAST should end it: go back to 1. A plan that is not followed costs nothing.
 * skipped() is for a look that was left out by choice; it too is reported at
 * close_ticks, not before.
 *
 * A look longer than interrupts may be off is polled in chunks. An edge can
 * slip between two chunks, so one of them should have target_ticks in its
 * middle. An edge that did slip is late() with the time of the last inactive
 * level.
 *
 * Without an interrupt a look in the state SEARCH may find an edge at any time,
 * or none: it then says nothing about a pulse, and missed() loses none. With an
 * interrupt such a look is empty (open_ticks == close_ticks, ten seconds
 * ahead): only sleep; there is nothing to poll and nothing to report.
 *
 * What it costs, as a share of one CPU, from 1 s of period on: a window is at
 * most 1/128 of the period, so 0.4 % while every pulse is caught and 0.8 % while
 * none comes. From the 2048th missing pulse on the plausible drift (2 ppm each
 * way) needs more; then so many looks are left out, at most for 1/16 of the
 * outage. After 2^17 missing pulses the train is lost. A line without interrupt
 * has the whole period watched before its first four pulses, and before the
 * 16th, 64th, 256th and every 512th one that is tracked or missing: 0.2 %, to
 * find edges that are elsewhere. Its search takes a whole CPU for 33 s, then 10 %.
 * Shorter periods have windows of up to 8 ms or 3/16 of the period, and are lost
 * after 2^13 missing pulses.
 */
#ifndef _PPS_SPIN_WINDOW_H
#define _PPS_SPIN_WINDOW_H

#include "predict.h"
#include "pure.h"
#include "search.h"

/**
 * enum pps_spin_window_state - what is known about the pulse train
 * @PPS_SPIN_WINDOW_SEARCH: nothing: look for edges, or wait for interrupts
 * @PPS_SPIN_WINDOW_TRACK: the period, and the last edge was seen
 * @PPS_SPIN_WINDOW_COAST: the period, but edges fail to come: widen
 */
enum pps_spin_window_state {
	PPS_SPIN_WINDOW_SEARCH,
	PPS_SPIN_WINDOW_TRACK,
	PPS_SPIN_WINDOW_COAST,
};

/**
 * struct pps_spin_window_plan - the next look
 * @open_ticks: when to start to poll, not before the time of the plan
 * @close_ticks: when to give up
 * @target_ticks: predicted edge, the middle of the window
 * @passed: predicted edges since the last plan that no look was planned for
 * @state: why this look
 */
struct pps_spin_window_plan {
	u64 open_ticks;
	u64 close_ticks;
	u64 target_ticks;
	u64 passed;
	enum pps_spin_window_state state;
};

/**
 * struct pps_spin_window - the window law
 * @ticks_per_second: rate of the counter, 1 MHz to 1 GHz
 * @has_irq: whether irq() will be called
 * @state: what is known
 * @predict: when the next edge comes
 * @open_ticks: planned start of the current look
 * @width_ticks: window, before it is widened for drift
 * @floor_ticks: smallest window, learned from misses and late wake-ups
 * @bracket_ticks: last uncertainty of a caught edge
 * @error_ticks: recent average of the distance from edge to prediction
 * @lonely: catches in a row each of which was followed by a miss
 * @age: periods since the train was acquired
 * @streak: edges caught in a row
 * @misses: looks since the last seen edge that found none, or were late
 * @odd: whole-period looks in a row that found an edge elsewhere
 * @disputes: interrupts elsewhere while others agreed with the prediction
 * @probing: the time until the next window is being watched
 * @skip: pulses to pass over before the next look
 * @passed: see &struct pps_spin_window_plan
 * @irq_ticks: last interrupt that agreed with the prediction
 * @search: acquisition, and looks without a prediction
 */
struct pps_spin_window {
	u64 ticks_per_second;
	bool has_irq;
	enum pps_spin_window_state state;
	struct pps_spin_predict predict;
	u64 open_ticks;
	u64 width_ticks;
	u64 floor_ticks;
	u64 bracket_ticks;
	u64 error_ticks;
	u32 lonely;
	u32 age;
	u32 streak;
	u32 misses;
	u32 odd;
	u32 disputes;
	bool probing;
	u64 skip;
	u64 passed;
	u64 irq_ticks;
	struct pps_spin_search search;
};

void pps_spin_window_init(struct pps_spin_window *window,
			  u64 ticks_per_second, bool has_irq);
void pps_spin_window_irq(struct pps_spin_window *window, u64 irq_ticks);
void pps_spin_window_plan(struct pps_spin_window *window, u64 now_ticks,
			  struct pps_spin_window_plan *plan);
void pps_spin_window_opened(struct pps_spin_window *window, u64 opened_ticks);
void pps_spin_window_caught(struct pps_spin_window *window, u64 prev_ticks,
			    u64 after_ticks);
void pps_spin_window_late(struct pps_spin_window *window, u64 prev_ticks,
			  u64 open_ticks);
void pps_spin_window_missed(struct pps_spin_window *window);
void pps_spin_window_skipped(struct pps_spin_window *window);

/**
 * pps_spin_window_period - the period as it is known
 * @window: the window, not in the state SEARCH
 *
 * Return: ticks.
 */
static inline u64 pps_spin_window_period(const struct pps_spin_window *window)
{
	return pps_spin_predict_period(&window->predict);
}

#endif /* _PPS_SPIN_WINDOW_H */
