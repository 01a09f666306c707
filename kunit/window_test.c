// SPDX-License-Identifier: GPL-2.0
/*
 * The window law, rule by rule and in scripted worlds
 */
#include <kunit/test.h>

#include "predict.c"
#include "search.c"
#include "window.c"

/* Rules are shown with one tick a microsecond and one pulse a second */
#define SECOND		1000000
#define WIDEST		(SECOND / 128)

/* First prediction of a window that window_acquired() made */
#define TARGET		(3 * SECOND)

static void window_acquired(struct pps_spin_window *window)
{
	struct pps_spin_window_plan plan;

	pps_spin_window_init(window, SECOND, true);
	pps_spin_window_irq(window, 0);
	pps_spin_window_irq(window, SECOND);
	pps_spin_window_irq(window, 2 * SECOND);
	pps_spin_window_plan(window, 2 * SECOND, &plan);
}

/* One that has caught many edges, with a bracket of two ticks */
static void window_settled(struct pps_spin_window *window, u64 width, u64 floor)
{
	struct pps_spin_window_plan plan;

	window_acquired(window);
	window->predict.catches = 8;
	window->bracket_ticks = 2;
	window->width_ticks = width;
	window->floor_ticks = floor;
	pps_spin_window_plan(window, 2 * SECOND, &plan);
}

/* Catch an edge that far from its prediction, with a bracket of two ticks */
static void window_catch(struct pps_spin_window *window, s64 error)
{
	u64 edge = window->predict.target_ticks + error;

	pps_spin_window_caught(window, edge - 1, edge + 1);
}

/**
 * enum rule_event - what happens to a settled window
 * @RULE_CATCH: an edge that far from the prediction
 * @RULE_MISS: nothing
 * @RULE_LATE: the line is active so much after the window should have opened
 * @RULE_SLIP: between two chunks, the first of which ended so far from the
 *	       prediction, and the second started 100 ticks later
 * @RULE_OPENED: so much later than planned
 * @RULE_SKIP: by choice
 */
enum rule_event {
	RULE_CATCH,
	RULE_MISS,
	RULE_LATE,
	RULE_SLIP,
	RULE_OPENED,
	RULE_SKIP,
};

/**
 * struct rule_case - one rule
 * @name: the rule
 * @width: of the settled window
 * @floor: of it
 * @event: what happens
 * @ticks: see &enum rule_event
 * @times: how often
 * @width_after: then
 * @floor_after: then
 * @moved: how much later the prediction is than a period for each event
 * @period_moved: how much longer the period is, in units of 2^-16 ticks
 * @state: then
 */
struct rule_case {
	const char *name;
	u64 width;
	u64 floor;
	enum rule_event event;
	s64 ticks;
	u32 times;
	u64 width_after;
	u64 floor_after;
	s64 moved;
	s64 period_moved;
	enum pps_spin_window_state state;
};

#define TRACK	PPS_SPIN_WINDOW_TRACK
#define COAST	PPS_SPIN_WINDOW_COAST

static const struct rule_case rule_cases[] = {
	{ "a catch narrows the window by 1/16",
	  1600, 0, RULE_CATCH, 0, 1, 1500, 0, 0, 0, TRACK },
	{ "a late edge moves the prediction by half, the period by an eighth",
	  1600, 0, RULE_CATCH, 40, 1, 1500, 0, 20, 5 << 16, TRACK },
	{ "an early edge does the same",
	  1600, 0, RULE_CATCH, -40, 1, 1500, 0, -20, -(5 << 16), TRACK },
	{ "twice the error and bracket stay open",
	  160, 0, RULE_CATCH, 79, 1, 162, 0, 39, 79 << 13, TRACK },
	{ "twice the bracket stays open",
	  4, 0, RULE_CATCH, 0, 1, 4, 0, 0, 0, TRACK },
	{ "the floor stays open",
	  160, 155, RULE_CATCH, 0, 1, 155, 155, 0, 0, TRACK },
	{ "299 catches do not lower the floor",
	  64, 64, RULE_CATCH, 0, 299, 64, 64, 0, 0, TRACK },
	{ "300 catches lower the floor by two brackets",
	  64, 64, RULE_CATCH, 0, 300, 60, 60, 0, 0, TRACK },
	{ "600 catches lower it by four",
	  64, 64, RULE_CATCH, 0, 601, 56, 56, 0, 0, TRACK },
	{ "a wide floor falls by 1/16",
	  1600, 1600, RULE_CATCH, 0, 300, 1500, 1500, 0, 0, TRACK },
	{ "the floor does not fall below nothing",
	  4, 3, RULE_CATCH, 0, 300, 4, 0, 0, 0, TRACK },
	{ "the first miss adds a bracket at each end, which is the floor",
	  100, 50, RULE_MISS, 0, 1, 104, 104, 0, 0, COAST },
	{ "the second miss doubles the window, not the floor",
	  100, 50, RULE_MISS, 0, 2, 208, 104, 0, 0, COAST },
	{ "misses double it up to 1/128 of the period",
	  100, 50, RULE_MISS, 0, 9, WIDEST, 104, 0, 0, COAST },
	{ "a late wake-up opens the next window earlier by 5/4 of it",
	  400, 0, RULE_LATE, 240, 1, 608, 608, 0, 0, COAST },
	{ "a line that is active before the prediction moves it there",
	  400, 0, RULE_LATE, 160, 1, 408, 408, -40, 0, COAST },
	{ "a line that stays active moves it four times only",
	  400, 0, RULE_LATE, 0, 9, WIDEST, 404, -(200 + 202 + 404 + 808), 0,
	  COAST },
	{ "a wake-up that no window can await teaches nothing",
	  400, 0, RULE_LATE, 5 * WIDEST, 1, 404, 404, 0, 0, COAST },
	{ "an edge between two chunks around the prediction moves nothing",
	  1600, 0, RULE_SLIP, -50, 1, 1500, 0, 0, 0, TRACK },
	{ "an edge between two later chunks moves it to the first",
	  1600, 0, RULE_SLIP, 30, 1, 1500, 0, 30, 0, TRACK },
	{ "an edge between two earlier chunks moves it to the second",
	  1600, 0, RULE_SLIP, -120, 1, 1500, 0, -20, 0, TRACK },
	{ "opening in time changes nothing",
	  400, 0, RULE_OPENED, 0, 1, 375, 0, 0, 0, TRACK },
	{ "opening late raises the floor though the edge was caught",
	  400, 0, RULE_OPENED, 200, 1, 504, 504, 0, 0, TRACK },
	{ "opening half an age late teaches nothing",
	  400, 0, RULE_OPENED, 7378697629483820647LL, 1, 375, 0, 0, 0, TRACK },
	{ "a look that is left out changes nothing",
	  400, 30, RULE_SKIP, 0, 20, 400, 30, 0, 0, TRACK },
};

static void rule_event(struct pps_spin_window *window,
		       const struct rule_case *rule)
{
	u64 target = window->predict.target_ticks;
	u64 open = target - window->width_ticks / 2;

	switch (rule->event) {
	case RULE_CATCH:
		window_catch(window, rule->ticks);
		break;
	case RULE_MISS:
		pps_spin_window_missed(window);
		break;
	case RULE_LATE:
		open += rule->ticks;
		pps_spin_window_late(window, open, open);
		break;
	case RULE_SLIP:
		pps_spin_window_late(window, target + rule->ticks,
				     target + rule->ticks + 100);
		break;
	case RULE_OPENED:
		pps_spin_window_opened(window, open + rule->ticks);
		window_catch(window, 0);
		break;
	case RULE_SKIP:
		pps_spin_window_skipped(window);
		break;
	}
}

static void rule_desc(const struct rule_case *rule, char *desc)
{
	scnprintf(desc, KUNIT_PARAM_DESC_SIZE, "%s", rule->name);
}

KUNIT_ARRAY_PARAM(rule, rule_cases, rule_desc);

static void rule_holds(struct kunit *test)
{
	const struct rule_case *rule = test->param_value;
	struct pps_spin_window_plan plan;
	struct pps_spin_window window;
	u64 start;
	u32 i;

	window_settled(&window, rule->width, rule->floor);
	start = window.predict.period;
	for (i = 0; i < rule->times; i++) {
		pps_spin_window_plan(&window, window.predict.target_ticks -
				     SECOND / 2, &plan);
		KUNIT_EXPECT_EQ(test, plan.close_ticks - plan.open_ticks,
				window_width(&window));
		rule_event(&window, rule);
	}
	KUNIT_EXPECT_EQ(test, window.width_ticks, rule->width_after);
	KUNIT_EXPECT_EQ(test, window.floor_ticks, rule->floor_after);
	KUNIT_EXPECT_EQ(test, (s64)(window.predict.period - start),
			rule->period_moved);
	KUNIT_EXPECT_EQ(test, (s64)(window.predict.target_ticks - TARGET -
				    rule->times * SECOND),
			rule->moved + (rule->period_moved >> 16));
	KUNIT_EXPECT_EQ(test, (u32)window.state, (u32)rule->state);
}

static void window_opens_around_prediction(struct kunit *test)
{
	struct pps_spin_window_plan plan;
	struct pps_spin_window window;

	window_settled(&window, 100, 0);
	pps_spin_window_plan(&window, TARGET - SECOND / 2, &plan);
	KUNIT_EXPECT_EQ(test, plan.open_ticks, TARGET - 50);
	KUNIT_EXPECT_EQ(test, plan.close_ticks, TARGET + 50);
	KUNIT_EXPECT_EQ(test, plan.target_ticks, TARGET);
	KUNIT_EXPECT_EQ(test, plan.passed, 0);
	KUNIT_EXPECT_EQ(test, (u32)plan.state, (u32)TRACK);

	/* In the window, but before the edge: open at once */
	pps_spin_window_plan(&window, TARGET - 20, &plan);
	KUNIT_EXPECT_EQ(test, plan.open_ticks, TARGET - 20);
	KUNIT_EXPECT_EQ(test, plan.close_ticks, TARGET + 50);
}

static void window_passes_over_the_past(struct kunit *test)
{
	struct pps_spin_window_plan plan;
	struct pps_spin_window window;

	window_settled(&window, 100, 0);
	pps_spin_window_plan(&window, TARGET + 2 * SECOND + 1, &plan);
	KUNIT_EXPECT_EQ(test, plan.target_ticks, TARGET + 3 * SECOND);
	KUNIT_EXPECT_EQ(test, plan.open_ticks, TARGET + 3 * SECOND - 50);
	KUNIT_EXPECT_EQ(test, plan.passed, 3);
	KUNIT_EXPECT_EQ(test, (u32)plan.state, (u32)TRACK);

	/* An edge two pulses after the one that was looked for */
	pps_spin_window_caught(&window, TARGET + 5 * SECOND - 1,
			       TARGET + 5 * SECOND + 1);
	pps_spin_window_plan(&window, TARGET + 5 * SECOND + 1, &plan);
	KUNIT_EXPECT_EQ(test, plan.target_ticks, TARGET + 6 * SECOND);
	KUNIT_EXPECT_EQ(test, plan.passed, 2);
}

static void window_gives_up_on_nonsense(struct kunit *test)
{
	struct pps_spin_window_plan plan;
	struct pps_spin_window window;

	/* The counter was set back by five minutes */
	window_settled(&window, 100, 0);
	pps_spin_window_plan(&window, TARGET - 300LL * SECOND, &plan);
	KUNIT_EXPECT_EQ(test, (u32)plan.state, (u32)PPS_SPIN_WINDOW_SEARCH);

	/* It jumped by years */
	window_settled(&window, 100, 0);
	pps_spin_window_plan(&window, 1ULL << 62, &plan);
	KUNIT_EXPECT_EQ(test, (u32)plan.state, (u32)PPS_SPIN_WINDOW_SEARCH);
	KUNIT_EXPECT_EQ(test, plan.open_ticks, (1ULL << 62) + 10 * SECOND);
}

static void window_first_catches_set_the_prediction(struct kunit *test)
{
	struct pps_spin_window window;

	/* Interrupts are late: that is phase, not period */
	window_acquired(&window);
	KUNIT_EXPECT_EQ(test, window.width_ticks, WIDEST);
	window_catch(&window, -60);
	KUNIT_EXPECT_EQ(test, window.predict.period, (u64)SECOND << 16);
	KUNIT_EXPECT_EQ(test, window.predict.target_ticks,
			TARGET + SECOND - 60);
	/* The second edge tells the period */
	window_catch(&window, 25);
	KUNIT_EXPECT_EQ(test, window.predict.period, (SECOND + 25ULL) << 16);
	KUNIT_EXPECT_EQ(test, window.predict.target_ticks,
			TARGET + 2 * SECOND - 60 + 25 + 25);
	/* From the third on it is averaged: half of it, then a third */
	window_catch(&window, 6);
	KUNIT_EXPECT_EQ(test, window.predict.period, (SECOND + 28ULL) << 16);
	window_catch(&window, 6);
	KUNIT_EXPECT_EQ(test, window.predict.period, (SECOND + 30ULL) << 16);
}

static void window_outage_tells_the_period(struct kunit *test)
{
	struct pps_spin_window window;
	int i;

	/* 20 ticks in 10 periods */
	window_settled(&window, 100, 0);
	for (i = 0; i < 9; i++)
		pps_spin_window_missed(&window);
	window_catch(&window, 20);
	KUNIT_EXPECT_EQ(test, window.predict.period, (SECOND + 2ULL) << 16);
	KUNIT_EXPECT_EQ(test, window.predict.target_ticks,
			TARGET + 10 * SECOND + 20 + 2);

	/* More than 120 ppm is a jump of the train, not drift */
	window_settled(&window, 100, 0);
	for (i = 0; i < 9; i++)
		pps_spin_window_missed(&window);
	window_catch(&window, 3000);
	KUNIT_EXPECT_EQ(test, window.predict.period, (u64)SECOND << 16);
	KUNIT_EXPECT_EQ(test, window.predict.target_ticks,
			TARGET + 10 * SECOND + 3000);
}

static void window_widens_by_plausible_drift(struct kunit *test)
{
	struct pps_spin_window_plan plan;
	struct pps_spin_window window;
	u64 next;
	int i;

	window_settled(&window, 100, 0);
	for (i = 1; i < 2048; i++)
		pps_spin_window_missed(&window);
	pps_spin_window_plan(&window, TARGET + 2046 * SECOND, &plan);
	KUNIT_EXPECT_EQ(test, plan.target_ticks, TARGET + 2047ULL * SECOND);
	KUNIT_EXPECT_EQ(test, plan.close_ticks - plan.open_ticks, WIDEST);

	/* Every other pulse, to cost no more */
	pps_spin_window_missed(&window);
	pps_spin_window_plan(&window, TARGET + 2047ULL * SECOND + 1, &plan);
	KUNIT_EXPECT_EQ(test, plan.target_ticks, TARGET + 2049ULL * SECOND);
	/* However often it is planned */
	pps_spin_window_plan(&window, TARGET + 2048ULL * SECOND + 1, &plan);
	KUNIT_EXPECT_EQ(test, plan.target_ticks, TARGET + 2049ULL * SECOND);
	KUNIT_EXPECT_EQ(test, plan.passed, 1);
	for (i = 0; i < 500; i++)
		pps_spin_window_missed(&window);
	next = 2049 + 2 * 500;
	KUNIT_EXPECT_EQ(test, window.predict.gap, next);
	pps_spin_window_plan(&window, TARGET + (next - 2) * SECOND, &plan);
	KUNIT_EXPECT_EQ(test, plan.close_ticks - plan.open_ticks,
			next * SECOND >> 18);
}

/* How many looks are missed until the train is lost */
static u32 window_looks_until_lost(struct pps_spin_window *window)
{
	u32 looks = 0;

	while (window->state != PPS_SPIN_WINDOW_SEARCH && looks < 1 << 17) {
		pps_spin_window_missed(window);
		looks++;
	}
	return looks;
}

static void window_train_is_lost_at_last(struct kunit *test)
{
	struct pps_spin_window window;
	u32 looks;

	window_settled(&window, 100, 0);
	looks = window_looks_until_lost(&window);
	KUNIT_EXPECT_GE(test, window.predict.gap, 1 << 17);
	KUNIT_EXPECT_LT(test, window.predict.gap, (1 << 17) + 64);
	KUNIT_EXPECT_EQ(test, looks, 9717);

	/* Sooner if it is so fast that a search finds it at once */
	window_acquired(&window);
	pps_spin_predict_start(&window.predict, SECOND / 100, 0);
	window.predict.catches = 8;
	window_looks_until_lost(&window);
	KUNIT_EXPECT_GE(test, window.predict.gap, 1 << 13);
	KUNIT_EXPECT_LT(test, window.predict.gap, (1 << 13) + 64);

	/* Much sooner if no edge was ever caught */
	window_acquired(&window);
	KUNIT_EXPECT_EQ(test, window_looks_until_lost(&window), 8);
}

/* Watch the period before the next pulse, with a stray edge in it or none */
static void window_probe(struct kunit *test, struct pps_spin_window *window,
			 u64 edge, bool is_stray)
{
	struct pps_spin_window_plan plan;
	u64 now = edge + 10;

	pps_spin_window_plan(window, now, &plan);
	KUNIT_EXPECT_EQ(test, (u32)plan.state, (u32)PPS_SPIN_WINDOW_SEARCH);
	if (is_stray)
		pps_spin_window_caught(window, edge + 70000, edge + 70002);
	for (;;) {
		pps_spin_window_plan(window, now, &plan);
		if (plan.state == TRACK ||
		    window->state == PPS_SPIN_WINDOW_SEARCH)
			break;
		now = plan.close_ticks;
		pps_spin_window_missed(window);
	}
}

static void window_two_stray_edges_in_a_row_end_it(struct kunit *test)
{
	static const bool is_stray[] = { true, false, true };
	struct pps_spin_window_plan plan;
	struct pps_spin_window window;
	u64 edge;
	int i;

	pps_spin_window_init(&window, SECOND, false);
	for (edge = SECOND; edge <= 3 * SECOND; edge += SECOND) {
		pps_spin_window_plan(&window, edge - SECOND / 2, &plan);
		pps_spin_window_caught(&window, edge - 1, edge + 1);
	}
	KUNIT_EXPECT_EQ(test, (u32)window.state, (u32)TRACK);
	for (i = 0; i < ARRAY_SIZE(is_stray); i++) {
		window_probe(test, &window, window.predict.target_ticks -
			     SECOND, is_stray[i]);
		KUNIT_EXPECT_EQ(test, (u32)window.state, (u32)TRACK);
		window_catch(&window, 0);
	}
	window_probe(test, &window, window.predict.target_ticks - SECOND, true);
	KUNIT_EXPECT_EQ(test, (u32)window.state, (u32)PPS_SPIN_WINDOW_SEARCH);
}

static void window_waits_for_interrupts(struct kunit *test)
{
	struct pps_spin_window_plan plan;
	struct pps_spin_window window;

	pps_spin_window_init(&window, SECOND, true);
	pps_spin_window_plan(&window, 77, &plan);
	KUNIT_EXPECT_EQ(test, (u32)plan.state, (u32)PPS_SPIN_WINDOW_SEARCH);
	KUNIT_EXPECT_EQ(test, plan.open_ticks, 77 + 10 * SECOND);
	KUNIT_EXPECT_EQ(test, plan.close_ticks, plan.open_ticks);

	pps_spin_window_irq(&window, 100);
	pps_spin_window_irq(&window, 100 + SECOND);
	pps_spin_window_plan(&window, 100 + SECOND, &plan);
	KUNIT_EXPECT_EQ(test, (u32)plan.state, (u32)PPS_SPIN_WINDOW_SEARCH);
	pps_spin_window_irq(&window, 100 + 2 * SECOND);
	pps_spin_window_plan(&window, 100 + 2 * SECOND, &plan);
	KUNIT_EXPECT_EQ(test, (u32)plan.state, (u32)TRACK);
	KUNIT_EXPECT_EQ(test, plan.target_ticks, 100 + 3 * SECOND);
}

static void window_interrupt_ends_an_outage(struct kunit *test)
{
	u64 edge = TARGET + 3599ULL * SECOND + SECOND / 3;
	struct pps_spin_window_plan plan;
	struct pps_spin_window window;
	int i;

	/* A pulse comes back elsewhere, while the next look is far away */
	window_settled(&window, 100, 0);
	for (i = 0; window.predict.gap < 3600; i++)
		pps_spin_window_missed(&window);
	pps_spin_window_irq(&window, edge);
	pps_spin_window_plan(&window, edge + 20, &plan);
	KUNIT_EXPECT_EQ(test, plan.target_ticks, edge + SECOND);
	pps_spin_window_caught(&window, edge + SECOND - 31, edge + SECOND - 29);
	KUNIT_EXPECT_EQ(test, (u32)window.state, (u32)TRACK);
	KUNIT_EXPECT_EQ(test, window.predict.period, (u64)SECOND << 16);
	KUNIT_EXPECT_EQ(test, window.predict.target_ticks,
			edge + 2 * SECOND - 30);
}

static void window_interrupt_elsewhere_needs_reason(struct kunit *test)
{
	struct pps_spin_window window;
	u64 edge;
	int i;

	/* Each pulse rings again: the right ones agree, so the others wait */
	window_settled(&window, 100, 0);
	for (i = 0; i < 8; i++) {
		edge = window.predict.target_ticks;
		pps_spin_window_missed(&window);
		pps_spin_window_irq(&window, edge + 20);
		if (i < 3)
			pps_spin_window_irq(&window, edge + 300000);
		KUNIT_EXPECT_EQ(test, window.predict.target_ticks,
				edge + SECOND);
	}
	/* While edges are caught nobody asks */
	window_catch(&window, 0);
	edge = window.predict.target_ticks;
	pps_spin_window_irq(&window, edge + SECOND / 3);
	KUNIT_EXPECT_EQ(test, window.predict.target_ticks, edge);
	KUNIT_EXPECT_EQ(test, (u32)window.state, (u32)TRACK);
}

static void window_interrupt_shows_a_multiple(struct kunit *test)
{
	struct pps_spin_window window;

	/* Twice the period: every other interrupt was lost */
	window_settled(&window, 100, 0);
	pps_spin_window_irq(&window, TARGET);
	window_catch(&window, 0);
	pps_spin_window_irq(&window, TARGET + SECOND / 2);
	KUNIT_EXPECT_EQ(test, window.predict.period, (SECOND / 2ULL) << 16);
	KUNIT_EXPECT_EQ(test, window.predict.target_ticks, TARGET + SECOND);

	/* It was only a stray one: the train is not as fast as that */
	pps_spin_window_irq(&window, TARGET + SECOND);
	window_catch(&window, 0);
	pps_spin_window_missed(&window);
	pps_spin_window_irq(&window, TARGET + 2 * SECOND);
	KUNIT_EXPECT_EQ(test, window.predict.period, (SECOND / 2ULL) << 16);
	window_catch(&window, 0);
	pps_spin_window_missed(&window);
	pps_spin_window_irq(&window, TARGET + 3 * SECOND);
	KUNIT_EXPECT_EQ(test, window.predict.period, (u64)SECOND << 16);
}

static struct kunit_case window_test_cases[] = {
	KUNIT_CASE_PARAM(rule_holds, rule_gen_params),
	KUNIT_CASE(window_opens_around_prediction),
	KUNIT_CASE(window_passes_over_the_past),
	KUNIT_CASE(window_gives_up_on_nonsense),
	KUNIT_CASE(window_first_catches_set_the_prediction),
	KUNIT_CASE(window_outage_tells_the_period),
	KUNIT_CASE(window_widens_by_plausible_drift),
	KUNIT_CASE(window_train_is_lost_at_last),
	KUNIT_CASE(window_two_stray_edges_in_a_row_end_it),
	KUNIT_CASE(window_waits_for_interrupts),
	KUNIT_CASE(window_interrupt_ends_an_outage),
	KUNIT_CASE(window_interrupt_elsewhere_needs_reason),
	KUNIT_CASE(window_interrupt_shows_a_multiple),
	{ }
};

static struct kunit_suite window_test_suite = {
	.name = "pps-spin-window",
	.test_cases = window_test_cases,
};

kunit_test_suite(window_test_suite);

MODULE_DESCRIPTION("KUnit tests of the window law");
MODULE_LICENSE("GPL");
