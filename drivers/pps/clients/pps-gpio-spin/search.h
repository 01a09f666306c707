/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Finding a pulse train of unknown period
 *
 * A period follows from sightings of edges: interrupts, or edges that were
 * found by looks which no prediction could place.
 */
#ifndef _PPS_SPIN_SEARCH_H
#define _PPS_SPIN_SEARCH_H

#include "pure.h"

/**
 * struct pps_spin_search - sightings, and where to look for more
 * @ticks_per_second: rate of the counter
 * @sighting_ticks: last sighting of an edge
 * @interval_ticks: time between it and the one before, 0 if not known
 * @sighted: whether there is a last sighting
 * @open_ticks: earliest start of the next look
 * @close_ticks: end of the current look
 * @inactive_ticks: when the line was last seen inactive
 * @active_ticks: since when the line has been active, at most
 * @inactive: whether it was inactive when last seen
 * @burst_ticks: start of this burst of looks
 * @burst_length_ticks: how long it lasts
 * @started: whether there is a burst
 * @sweep: moves each look against the period, in units of 2^-16
 */
struct pps_spin_search {
	u64 ticks_per_second;
	u64 sighting_ticks;
	u64 interval_ticks;
	bool sighted;
	u64 open_ticks;
	u64 close_ticks;
	u64 inactive_ticks;
	u64 active_ticks;
	bool inactive;
	u64 burst_ticks;
	u64 burst_length_ticks;
	bool started;
	u16 sweep;
};

void pps_spin_search_init(struct pps_spin_search *search, u64 ticks_per_second);
void pps_spin_search_forget(struct pps_spin_search *search);
u64 pps_spin_search_period(struct pps_spin_search *search, u64 edge_ticks,
			   u64 bracket_ticks);

void pps_spin_search_after(struct pps_spin_search *search, u64 edge_ticks,
			   u64 range_ticks);
void pps_spin_search_burst(struct pps_spin_search *search, u64 now_ticks);
void pps_spin_search_rest(struct pps_spin_search *search, u64 now_ticks);
u64 pps_spin_search_open(struct pps_spin_search *search, u64 now_ticks,
			 u64 limit_ticks);
u64 pps_spin_search_late(struct pps_spin_search *search, u64 prev_ticks,
			 u64 open_ticks);
void pps_spin_search_missed(struct pps_spin_search *search);
void pps_spin_search_skipped(struct pps_spin_search *search);

#endif /* _PPS_SPIN_SEARCH_H */
