// SPDX-License-Identifier: GPL-2.0
/*
 * Finding a pulse train of unknown period
 *
 * Looks are 100 ms long and follow each other closely in a burst that is longer
 * than the longest period. Each starts at another phase, as the gaps between
 * the chunks that it is polled in must not stay in step with the pulses.
 */
#include "search.h"

/* A time in [0, range) that stays in step with nothing: golden ratio */
static u64 search_sweep(struct pps_spin_search *search, u64 range)
{
	search->sweep += 40503;
	return range * search->sweep >> 16;
}

/**
 * pps_spin_search_init - start without a sighting
 * @search: the search
 * @ticks_per_second: rate of the counter, 1 MHz to 1 GHz
 */
void pps_spin_search_init(struct pps_spin_search *search, u64 ticks_per_second)
{
	memset(search, 0, sizeof(*search));
	search->ticks_per_second = ticks_per_second;
}

/**
 * pps_spin_search_forget - start anew: the next plan begins a burst
 * @search: the search
 */
void pps_spin_search_forget(struct pps_spin_search *search)
{
	search->sighted = false;
	search->started = false;
}

/* How far two intervals may differ and still be the same */
static u64 search_tolerance(const struct pps_spin_search *search, u64 interval)
{
	return max(interval / 64,
		   min(div_u64(search->ticks_per_second, 4000), interval / 8));
}

/**
 * pps_spin_search_period - take one sighting of an edge
 * @search: the search
 * @edge_ticks: when the edge was
 * @bracket_ticks: how uncertain that is
 *
 * Two intervals in a row tell the period if they are the same, or one of them
 * is a small multiple of the other because an edge in between was not seen. A
 * second sighting within 0.9 ms is the same edge again.
 *
 * Return: the period in ticks, or 0 if it does not follow from the last three
 * sightings.
 */
u64 pps_spin_search_period(struct pps_spin_search *search, u64 edge_ticks,
			   u64 bracket_ticks)
{
	u64 second = search->ticks_per_second;
	u64 interval = edge_ticks - search->sighting_ticks;
	u64 before = search->interval_ticks;
	u64 shorter, longer, factor, whole, tolerance;

	if (search->sighted && interval < div_u64(second * 7, 8000))
		return 0;
	search->sighting_ticks = edge_ticks;
	if (!search->sighted || interval > second * 21 / 2) {
		search->sighted = true;
		search->interval_ticks = 0;
		return 0;
	}
	search->interval_ticks = interval;
	if (!before)
		return 0;
	shorter = min(interval, before);
	longer = max(interval, before);
	factor = div64_u64(longer + shorter / 2, shorter);
	whole = factor * shorter;
	tolerance = max(bracket_ticks, search_tolerance(search, longer));
	if (factor > 16 || max(longer, whole) - min(longer, whole) >
	    min(tolerance, shorter / 8))
		return 0;
	return factor > 1 ? shorter : (interval + before) / 2;
}

/**
 * pps_spin_search_after - look for the edge that follows one
 * @search: the search
 * @edge_ticks: when the edge was
 * @range_ticks: when to look again, at most, after the edge
 */
void pps_spin_search_after(struct pps_spin_search *search, u64 edge_ticks,
			   u64 range_ticks)
{
	search->inactive = false;
	search->active_ticks = edge_ticks;
	search->open_ticks = edge_ticks + search_sweep(search, range_ticks);
}

/**
 * pps_spin_search_burst - start to look with full effort
 * @search: the search
 * @now_ticks: when
 *
 * For 33 s, as three sightings of the longest period take 20 s.
 */
void pps_spin_search_burst(struct pps_spin_search *search, u64 now_ticks)
{
	search->started = true;
	search->burst_ticks = now_ticks;
	search->burst_length_ticks = 33 * search->ticks_per_second;
}

/**
 * pps_spin_search_rest - give the CPU back if the burst is over
 * @search: the search
 * @now_ticks: time of the call
 *
 * The next burst starts 99 s later and lasts 11 s, which is one period if it
 * is the longest, and a tenth of the time.
 */
void pps_spin_search_rest(struct pps_spin_search *search, u64 now_ticks)
{
	u64 second = search->ticks_per_second;

	if (!search->started) {
		pps_spin_search_burst(search, now_ticks);
		pps_spin_search_after(search, now_ticks, 0);
	}
	if (!pps_spin_ticks_after(now_ticks, search->burst_ticks +
					     search->burst_length_ticks))
		return;
	search->burst_ticks = now_ticks + 99 * second;
	search->burst_length_ticks = 11 * second;
	pps_spin_search_after(search, search->burst_ticks, 0);
}

/**
 * pps_spin_search_open - plan a look
 * @search: the search
 * @now_ticks: time of the call
 * @limit_ticks: when it has to be over
 *
 * The look is left in @search->open_ticks and @search->close_ticks.
 *
 * Return: its length in ticks, 0 if there is no time left for it.
 */
u64 pps_spin_search_open(struct pps_spin_search *search, u64 now_ticks,
			 u64 limit_ticks)
{
	u64 length = div_u64(search->ticks_per_second, 10);

	if (pps_spin_ticks_after(now_ticks, search->open_ticks))
		search->open_ticks = now_ticks;
	if (!pps_spin_ticks_after(limit_ticks, search->open_ticks))
		length = 0;
	else
		length = min(length, limit_ticks - search->open_ticks);
	search->close_ticks = search->open_ticks + length;
	return length;
}

/**
 * pps_spin_search_late - take a look that found the line active
 * @search: the search
 * @prev_ticks: when this look last saw the line inactive, or @open_ticks
 * @open_ticks: when the line was found active
 *
 * It is a sighting if the line was inactive less than 2 ms before. Otherwise
 * the next look waits, the longer the pulse the longer.
 *
 * Return: how uncertain the time of the edge before @open_ticks is, in ticks,
 * 0 if it is not a sighting.
 */
u64 pps_spin_search_late(struct pps_spin_search *search, u64 prev_ticks,
			 u64 open_ticks)
{
	u64 second = search->ticks_per_second;
	u64 step;

	if (prev_ticks != open_ticks) {
		search->inactive = true;
		search->inactive_ticks = prev_ticks;
	}
	if (search->inactive) {
		search->inactive = false;
		search->active_ticks = open_ticks;
		step = open_ticks - search->inactive_ticks;
		if (step && step <= div_u64(second, 500))
			return step;
	}
	step = clamp((open_ticks - search->active_ticks) / 16,
		     div_u64(second, 20000), div_u64(second, 100));
	search->open_ticks = open_ticks + step / 2 +
			     search_sweep(search, step / 2);
	return 0;
}

/**
 * pps_spin_search_missed - take a look that found no edge
 * @search: the search
 */
void pps_spin_search_missed(struct pps_spin_search *search)
{
	search->inactive = true;
	search->inactive_ticks = search->close_ticks;
	search->open_ticks = search->close_ticks +
		search_sweep(search, div_u64(search->ticks_per_second, 1000));
}

/**
 * pps_spin_search_skipped - take a look that did not happen
 * @search: the search
 */
void pps_spin_search_skipped(struct pps_spin_search *search)
{
	pps_spin_search_after(search, search->close_ticks, 0);
}
