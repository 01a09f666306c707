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
 * What it costs, as a share of one CPU, at 1 Hz: a window is at most 1/128 of
 * the period, so less than 0.4 % while every pulse is caught and 0.8 % while
 * none comes. From the 2^11th missed pulse on the plausible drift (2 ppm) needs
 * more; looks are then left out, never more than 1/16 of the outage. A line
 * without interrupt has the whole period watched in the 1st, 4th, 16th, 64th,
 * 256th and every 1024th period, to find edges that are elsewhere. Its search
 * takes a whole CPU for 33 s and falls to 10 %. Periods below 128 ms are allowed
 * windows of 1 ms or 3/16 of the period, whichever is less.
 */
#ifndef _PPS_SPIN_WINDOW_H
#define _PPS_SPIN_WINDOW_H

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
 * @period: estimate in units of 2^-16 ticks
 * @target_ticks: predicted edge
 * @fraction: of @target_ticks, in units of 2^-16 ticks
 * @open_ticks: planned start of the current look
 * @width_ticks: window, before it is widened for drift
 * @floor_ticks: smallest window, learned from misses and late wake-ups
 * @bracket_ticks: last uncertainty of a caught edge
 * @gap: periods from the last caught edge to @target_ticks
 * @last_gap: the same of the caught edge before
 * @repeats: how often in a row every look between two catches was a miss, and
 *	     their gap was the same
 * @age: periods since the train was acquired
 * @catches: edges caught since then, up to the full gain of the filter
 * @streak: edges caught in a row
 * @misses: looks since the last seen edge that found none, or were late
 * @odd: whole-period looks in a row that found an edge elsewhere
 * @disputes: interrupts elsewhere while others agreed with the prediction
 * @probing: the time until the next window is being watched
 * @phase_is_coarse: take over the phase of the next catch, not its period
 * @passed: see &struct pps_spin_window_plan
 * @irq_ticks: last interrupt that agreed with the prediction
 * @search: acquisition, and looks without a prediction
 */
struct pps_spin_window {
	u64 ticks_per_second;
	bool has_irq;
	enum pps_spin_window_state state;
	u64 period;
	u64 target_ticks;
	u32 fraction;
	u64 open_ticks;
	u64 width_ticks;
	u64 floor_ticks;
	u64 bracket_ticks;
	u64 gap;
	u64 last_gap;
	u32 repeats;
	u32 age;
	u32 catches;
	u32 streak;
	u32 misses;
	u32 odd;
	u32 disputes;
	bool probing;
	bool phase_is_coarse;
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

#endif /* _PPS_SPIN_WINDOW_H */
