/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Where and how long to look for the next edge
 */
#ifndef _PPS_SPIN_WINDOW_H
#define _PPS_SPIN_WINDOW_H

#include "pure.h"

/**
 * enum pps_spin_window_state - what is known about the pulse train
 * @PPS_SPIN_WINDOW_SEARCH: nothing: look for edges, wait for interrupts
 * @PPS_SPIN_WINDOW_TRACK: the period, and the last edge was caught
 * @PPS_SPIN_WINDOW_COAST: the period, but edges fail to come: widen
 */
enum pps_spin_window_state {
	PPS_SPIN_WINDOW_SEARCH,
	PPS_SPIN_WINDOW_TRACK,
	PPS_SPIN_WINDOW_COAST,
};

/**
 * struct pps_spin_window_plan - the next look
 * @open_ticks: when to start to poll
 * @close_ticks: when to give up
 * @target_ticks: predicted edge, the middle of the window
 * @state: why this look
 */
struct pps_spin_window_plan {
	u64 open_ticks;
	u64 close_ticks;
	u64 target_ticks;
	enum pps_spin_window_state state;
};

/**
 * struct pps_spin_window - the window law
 * @ticks_per_second: rate of the counter
 */
struct pps_spin_window {
	u64 ticks_per_second;
};

void pps_spin_window_init(struct pps_spin_window *window,
			  u64 ticks_per_second);
void pps_spin_window_irq(struct pps_spin_window *window, u64 irq_ticks);
void pps_spin_window_plan(struct pps_spin_window *window, u64 now_ticks,
			  struct pps_spin_window_plan *plan);
void pps_spin_window_caught(struct pps_spin_window *window, u64 prev_ticks,
			    u64 after_ticks);
void pps_spin_window_late(struct pps_spin_window *window, u64 open_ticks);
void pps_spin_window_missed(struct pps_spin_window *window);
void pps_spin_window_skipped(struct pps_spin_window *window);

#endif /* _PPS_SPIN_WINDOW_H */
