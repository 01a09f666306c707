// SPDX-License-Identifier: GPL-2.0
/*
 * Where and how long to look for the next edge
 *
 * A window around the prediction narrows with each edge that is caught and
 * widens with each that is not. Its floor keeps it out of the zone where
 * timers wake late. Every time is one of the counter, and wraps with it.
 */
#include "window.h"

static u64 window_magnitude(s64 value)
{
	return value < 0 ? -(u64)value : (u64)value;
}

/* Widest window that can be afforded at every pulse */
static u64 window_cap(const struct pps_spin_window *window)
{
	u64 period = pps_spin_window_period(window);

	return max(period / 128, min(period / 16 * 3,
				     div_u64(window->ticks_per_second, 128)));
}

/*
 * Whether the train is lost: drift may have taken it anywhere, or it is so fast
 * that looks are left out while a search would find it at once
 */
static bool window_is_lost(const struct pps_spin_window *window, u64 gap)
{
	u64 period = pps_spin_window_period(window);

	return gap >= (window_cap(window) > period / 128 ? 1 << 13 : 1 << 17);
}

/* The window, widened by 2 ppm of the time since the last caught edge */
static u64 window_width(const struct pps_spin_window *window)
{
	u64 period = pps_spin_window_period(window);

	return min(max(window->width_ticks, window->predict.gap * period >> 18),
		   period / 2);
}

/* Pulses that are passed over without a look */
static void window_skip(struct pps_spin_window *window, u64 periods)
{
	pps_spin_predict_advance(&window->predict, periods);
	window->passed += periods;
}

/*
 * Whether a pulse is one before which the whole period is watched: the first
 * four, and so few later ones that they cost 0.3 % of the time
 */
static bool window_probe_due(const struct pps_spin_window *window)
{
	bool coasting = window->state == PPS_SPIN_WINDOW_COAST;
	u32 count = coasting ? window->misses : window->age;

	if (count >= 512)
		return !(count % 512);
	return count == 16 || count == 64 || count == 256 ||
	       (!coasting && count <= 4);
}

/* Turn to the next pulse, and decide what is done before it */
static void window_next(struct pps_spin_window *window)
{
	u64 period = pps_spin_window_period(window);
	u64 blind = min(period / 4, div_u64(window->ticks_per_second, 2000));

	pps_spin_predict_advance(&window->predict, 1);
	window->age++;
	window->skip = 0;
	window->probing = !window->has_irq &&
			  (window->odd || window_probe_due(window));
	if (window->probing)
		pps_spin_search_after(&window->search,
				      window->predict.target_ticks - period, blind);
}

/* Forget the train; with an interrupt, its stamps still count */
static void window_lose(struct pps_spin_window *window)
{
	window->state = PPS_SPIN_WINDOW_SEARCH;
	window->probing = false;
	if (!window->has_irq)
		pps_spin_search_forget(&window->search);
}

static void window_acquire(struct pps_spin_window *window, u64 period,
			   u64 edge_ticks, u64 bracket)
{
	u64 cap;

	window->state = PPS_SPIN_WINDOW_TRACK;
	pps_spin_predict_start(&window->predict, period, edge_ticks);
	window->irq_ticks = edge_ticks;
	window->lonely = 0;
	window->age = 0;
	window->streak = 0;
	window->misses = 0;
	window->odd = 0;
	window->disputes = 0;
	cap = window_cap(window);
	window->width_ticks = max(cap, 2 * bracket);
	window->floor_ticks = min(window->floor_ticks, cap);
	window_next(window);
}

/* An edge that a look without a prediction has found */
static void window_sighted(struct pps_spin_window *window, u64 edge_ticks,
			   u64 bracket)
{
	struct pps_spin_search *search = &window->search;
	u64 period;

	if (window->probing) {
		window->probing = false;
		if (window->state == PPS_SPIN_WINDOW_TRACK && !window->odd++)
			return;
		window_lose(window);
	}
	pps_spin_search_after(search, edge_ticks,
			      div_u64(window->ticks_per_second, 2000));
	pps_spin_search_burst(search, edge_ticks);
	period = pps_spin_search_period(search, edge_ticks, bracket);
	if (period)
		window_acquire(window, period, edge_ticks, bracket);
}

static bool window_is_searching(const struct pps_spin_window *window)
{
	return window->state == PPS_SPIN_WINDOW_SEARCH || window->probing;
}

/* Without an interrupt, looks; with one, there is time until it comes */
static void window_plan_search(struct pps_spin_window *window, u64 now_ticks,
			       struct pps_spin_window_plan *plan)
{
	struct pps_spin_search *search = &window->search;
	u64 second = window->ticks_per_second;

	plan->state = PPS_SPIN_WINDOW_SEARCH;
	if (window->has_irq) {
		plan->open_ticks = now_ticks + 10 * second;
		plan->close_ticks = plan->open_ticks;
	} else {
		pps_spin_search_rest(search, now_ticks);
		pps_spin_search_open(search, now_ticks,
				     search->burst_ticks + 40 * second);
		plan->open_ticks = search->open_ticks;
		plan->close_ticks = search->close_ticks;
	}
	plan->target_ticks = plan->close_ticks;
}

/* Pass over the predictions that are in the past */
static void window_pass(struct pps_spin_window *window, u64 now_ticks)
{
	struct pps_spin_predict *predict = &window->predict;
	u64 periods;

	if (!pps_spin_ticks_after(now_ticks, predict->target_ticks)) {
		/* The counter was set back */
		if (predict->target_ticks - now_ticks >
		    256 * pps_spin_window_period(window))
			window_lose(window);
		return;
	}
	periods = pps_spin_predict_periods(predict, now_ticks -
					   predict->target_ticks) + 1;
	if (window_is_lost(window, predict->gap + periods)) {
		window_lose(window);
		return;
	}
	window_skip(window, periods);
	window->skip -= min(window->skip, periods);
	window->probing = false;
	if (pps_spin_ticks_after(now_ticks, predict->target_ticks))
		window_lose(window);
}

/* The next pulse, or before it the whole time until then */
static void window_plan_pulse(struct pps_spin_window *window, u64 now_ticks,
			      struct pps_spin_window_plan *plan)
{
	struct pps_spin_search *search = &window->search;
	u64 target = pps_spin_predict_ahead(&window->predict, window->skip);
	u64 width = window_width(window);
	u64 open = target - width / 2;
	u64 spare = max(pps_spin_window_period(window) / 16,
			div_u64(window->ticks_per_second, 2000));

	if (window->probing) {
		if (pps_spin_search_open(search, now_ticks, open - spare)) {
			plan->state = PPS_SPIN_WINDOW_SEARCH;
			plan->open_ticks = search->open_ticks;
			plan->close_ticks = search->close_ticks;
			plan->target_ticks = search->close_ticks;
			return;
		}
		window->probing = false;
		window->odd = 0;
	}
	plan->state = window->state;
	plan->open_ticks = open;
	if (pps_spin_ticks_after(now_ticks, open))
		plan->open_ticks = now_ticks;
	plan->close_ticks = open + width;
	plan->target_ticks = target;
}

/*
 * A wake-up after the plan: the window must open as much earlier and a quarter
 * more, and this before the earliest edge, not before the average one
 */
static void window_learn(struct pps_spin_window *window, u64 opened_ticks)
{
	u64 lateness = opened_ticks - window->open_ticks;
	u64 cap = window_cap(window);
	u64 needed;

	if (!pps_spin_ticks_after(opened_ticks, window->open_ticks) ||
	    lateness > cap)
		return;
	needed = 2 * (lateness + lateness / 4 + window->bracket_ticks +
		      2 * window->error_ticks);
	if (needed > cap)
		return;
	window->floor_ticks = max(window->floor_ticks, needed);
	window->width_ticks = max(window->width_ticks, window->floor_ticks);
}

/*
 * Pulses to pass over before the next look: as many as keep the cost at 1/128,
 * but no more than 1/16 of the outage, and none if the whole period is watched
 */
static u64 window_leave_out(const struct pps_spin_window *window)
{
	u64 period = pps_spin_window_period(window);

	if (window->probing)
		return 0;
	return min(div64_u64(128 * window_width(window) - 1, period),
		   window->predict.gap / 16);
}

/* A pulse that no look has seen, or only its end */
static void window_lost(struct pps_spin_window *window)
{
	u64 cap = window_cap(window);

	window->state = PPS_SPIN_WINDOW_COAST;
	window->streak = 0;
	window->misses++;
	if (window->misses == 1) {
		window->width_ticks += 2 * window->bracket_ticks;
		window->floor_ticks = min(window->width_ticks, cap);
	} else if (window->width_ticks < cap) {
		window->width_ticks = min(2 * window->width_ticks, cap);
	}
	window_next(window);
	window->skip = window_leave_out(window);
	if (window_is_lost(window, window->predict.gap) ||
	    (!window->predict.catches && window->misses >= 8))
		window_lose(window);
}

/* Turn to the pulse that was seen, and say how far from the prediction */
static s64 window_align(struct pps_spin_window *window, u64 ticks)
{
	u64 distance = ticks - window->predict.target_ticks +
		       pps_spin_window_period(window) / 2;

	if ((s64)distance > 0)
		window_skip(window, pps_spin_predict_periods(&window->predict,
							     distance));
	return ticks - window->predict.target_ticks;
}

/* Narrow the window after an edge was seen, with this much need of it */
static void window_narrow(struct pps_spin_window *window, u64 needed)
{
	window->width_ticks -= window->width_ticks / 16;
	window->width_ticks = max(window->width_ticks,
				  max(window->floor_ticks, needed));
}

/* Lower the floor: two brackets, or more if that would take days */
static void window_lower(struct pps_spin_window *window)
{
	u64 floor = window->floor_ticks;

	window->streak++;
	if (!(window->streak % 300))
		floor -= min(floor, max(2 * window->bracket_ticks, floor / 16));
	window->floor_ticks = floor;
}

/* An edge between two chunks: it says where it was, but not well */
static void window_slipped(struct pps_spin_window *window, u64 prev_ticks,
			   u64 open_ticks)
{
	s64 half = (open_ticks - prev_ticks) / 2;
	s64 error = window_align(window, prev_ticks + half);

	if (error > half)
		error -= half;
	else if (error < -half)
		error += half;
	else
		error = 0;
	pps_spin_predict_move(&window->predict, error);
	window_narrow(window, 2 * window_magnitude(error));
	window->state = PPS_SPIN_WINDOW_TRACK;
	window->misses = 0;
	window_next(window);
}

/* Pass over the pulse of a time, and those before it */
static void window_pass_pulse(struct pps_spin_window *window, u64 ticks)
{
	u64 distance = ticks - window->predict.target_ticks +
		       pps_spin_window_period(window) / 2;

	if ((s64)distance > 0)
		window_skip(window, pps_spin_predict_periods(&window->predict,
							     distance) + 1);
	window->skip = 0;
}

/* An interrupt while the looks fail: it knows better where the pulse is */
static void window_irq_coasting(struct pps_spin_window *window, u64 irq_ticks)
{
	s64 error = pps_spin_predict_residual(&window->predict, irq_ticks);
	u64 since = irq_ticks - window->irq_ticks;
	u64 cap = window_cap(window);

	if (window_magnitude(error) <= cap / 2) {
		window->width_ticks = max(window->width_ticks,
					  2 * (window_magnitude(error) +
					       window->bracket_ticks));
	} else {
		if (since < pps_spin_window_period(window) * 3 / 2 &&
		    ++window->disputes < 4)
			return;
		pps_spin_predict_move(&window->predict, error);
		window->width_ticks = max(window->width_ticks, cap);
		window->disputes = 0;
	}
	window->irq_ticks = irq_ticks;
	window_pass_pulse(window, irq_ticks);
}

/**
 * pps_spin_window_init - start to know nothing
 * @window: the window
 * @ticks_per_second: rate of the counter, 1 MHz to 1 GHz
 * @has_irq: whether the line has an interrupt: acquire from it, do not search
 */
void pps_spin_window_init(struct pps_spin_window *window, u64 ticks_per_second,
			  bool has_irq)
{
	memset(window, 0, sizeof(*window));
	window->ticks_per_second = ticks_per_second;
	window->has_irq = has_irq;
	window->bracket_ticks = div_u64(ticks_per_second, 1000000);
	pps_spin_search_init(&window->search, ticks_per_second);
}

/**
 * pps_spin_window_irq - tell of an interrupt of the line
 * @window: the window
 * @irq_ticks: when it was taken
 */
void pps_spin_window_irq(struct pps_spin_window *window, u64 irq_ticks)
{
	u64 estimate = pps_spin_window_period(window);
	u64 period;

	if (!window->has_irq)
		return;
	period = pps_spin_search_period(&window->search, irq_ticks, 0);
	if (window->state == PPS_SPIN_WINDOW_SEARCH) {
		if (period)
			window_acquire(window, period, irq_ticks, 0);
		return;
	}
	if (period && (period < estimate / 4 * 3 ||
		       (window->streak < 3 && period > estimate / 4 * 5)))
		window_acquire(window, period, irq_ticks, 0);
	else if (window->state == PPS_SPIN_WINDOW_COAST ||
		 window->predict.gap > 8)
		window_irq_coasting(window, irq_ticks);
}

/**
 * pps_spin_window_plan - plan the next look
 * @window: the window
 * @now_ticks: time of the call
 * @plan: where and how long to look
 */
void pps_spin_window_plan(struct pps_spin_window *window, u64 now_ticks,
			  struct pps_spin_window_plan *plan)
{
	if (window->state != PPS_SPIN_WINDOW_SEARCH)
		window_pass(window, now_ticks);
	if (window->state == PPS_SPIN_WINDOW_SEARCH)
		window_plan_search(window, now_ticks, plan);
	else
		window_plan_pulse(window, now_ticks, plan);
	plan->passed = window->passed;
	window->passed = 0;
	window->open_ticks = plan->open_ticks;
}

/**
 * pps_spin_window_opened - tell when polling really starts
 * @window: the window
 * @opened_ticks: counter before the first level read of this look
 */
void pps_spin_window_opened(struct pps_spin_window *window, u64 opened_ticks)
{
	if (!window_is_searching(window))
		window_learn(window, opened_ticks);
}

/**
 * pps_spin_window_caught - tell of an edge that was seen to rise
 * @window: the window
 * @prev_ticks: counter before the last level read that was inactive
 * @after_ticks: counter after the level read that saw the edge
 */
void pps_spin_window_caught(struct pps_spin_window *window, u64 prev_ticks,
			    u64 after_ticks)
{
	u64 bracket = after_ticks - prev_ticks;
	u64 edge = prev_ticks + bracket / 2;
	s64 error;

	if (window_is_searching(window)) {
		window_sighted(window, edge, bracket);
		return;
	}
	window->bracket_ticks = max(bracket, 1ULL);
	window_skip(window, window->skip);
	error = window_align(window, edge);
	pps_spin_predict_follow(&window->predict, error,
				window->state == PPS_SPIN_WINDOW_COAST,
				window->floor_ticks / 2);
	window_lower(window);
	window_narrow(window, 2 * (window_magnitude(error) +
				   window->bracket_ticks));
	window->error_ticks = (7 * window->error_ticks +
			       window_magnitude(error)) / 8;
	window->state = PPS_SPIN_WINDOW_TRACK;
	window->misses = 0;
	window->disputes = 0;
	window_next(window);
}

/**
 * pps_spin_window_late - tell that the line was active too early
 * @window: the window
 * @prev_ticks: when this look last saw the line inactive, or @open_ticks
 * @open_ticks: start of the chunk that found the line active
 */
void pps_spin_window_late(struct pps_spin_window *window, u64 prev_ticks,
			  u64 open_ticks)
{
	u64 bracket;

	if (window_is_searching(window)) {
		bracket = pps_spin_search_late(&window->search, prev_ticks,
					       open_ticks);
		if (bracket)
			window_sighted(window, open_ticks - bracket / 2,
				       bracket);
		return;
	}
	window_skip(window, window->skip);
	if (prev_ticks != open_ticks) {
		window_slipped(window, prev_ticks, open_ticks);
		return;
	}
	window_learn(window, open_ticks);
	/* A line that stays active does not drag the prediction along */
	if (window->misses < 4 &&
	    pps_spin_ticks_after(window->predict.target_ticks, open_ticks))
		pps_spin_predict_move(&window->predict, open_ticks -
				      window->predict.target_ticks);
	window_lost(window);
}

/**
 * pps_spin_window_missed - tell of a look that has found nothing
 * @window: the window
 */
void pps_spin_window_missed(struct pps_spin_window *window)
{
	if (window_is_searching(window)) {
		pps_spin_search_missed(&window->search);
		return;
	}
	window_skip(window, window->skip);
	if (window->streak)
		window->lonely = window->streak > 1 ? 0 : window->lonely + 1;
	window_lost(window);
	/* The period is a multiple of the estimate */
	if (window->lonely >= 8 && !window->has_irq)
		window_lose(window);
}

/**
 * pps_spin_window_skipped - tell of a look that was left out by choice
 * @window: the window
 */
void pps_spin_window_skipped(struct pps_spin_window *window)
{
	if (window_is_searching(window)) {
		pps_spin_search_skipped(&window->search);
		return;
	}
	window_skip(window, window->skip);
	window_next(window);
}
