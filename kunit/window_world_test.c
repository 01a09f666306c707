// SPDX-License-Identifier: GPL-2.0
/*
 * The window law in scripted worlds: what is caught, what is lost, what it costs
 *
 * Expectations are exact: a world does the same each time. No wall clock is in
 * any of them, as the law has none to look at.
 */
#include <kunit/test.h>

#include "predict.c"
#include "search.c"
#include "window.c"
#include "window_world.h"
#include "window_world_cases.h"

static struct world *world_new(struct kunit *test,
			       const struct world_script *script)
{
	struct world *world = kunit_kzalloc(test, sizeof(*world), GFP_KERNEL);

	KUNIT_ASSERT_NOT_NULL(test, world);
	world_init(world, script);
	return world;
}

static void world_desc(const struct world_case *world, char *desc)
{
	scnprintf(desc, KUNIT_PARAM_DESC_SIZE, "%s", world->script.name);
}

KUNIT_ARRAY_PARAM(world, world_cases, world_desc);

static void world_comes_out(struct kunit *test, const struct world_case *expected,
			    const struct world_outcome *outcome, bool has_irq)
{
	struct world_script script = expected->script;
	u32 before, after, returned = 0, duty;
	struct world *world;
	s64 error;

	script.has_irq = has_irq;
	world = world_new(test, &script);
	world_run(world, expected->settled);
	before = world_lost(world, 1, expected->settled);
	world_count_from(world);
	world->polling = expected->polling;
	world_run(world, expected->until);
	after = world_lost(world, expected->settled + 1, expected->until);
	if (script.drop_to)
		returned = world_first_caught(world, script.drop_to) -
			   script.drop_to;
	duty = world_duty_ppm(world);
	error = world_period_error_ns(world);
	kunit_info(test, "%s, %s interrupt: lost %u and %u, %u after the outage, duty %u ppm, period off by %lld ns, seed %llu\n",
		   script.name, has_irq ? "with" : "without", before, after,
		   returned, duty, (long long)error,
		   (unsigned long long)world->script.seed);
	KUNIT_EXPECT_EQ(test, before, outcome->before);
	KUNIT_EXPECT_EQ(test, after, outcome->after);
	KUNIT_EXPECT_EQ(test, returned, outcome->returned);
	KUNIT_EXPECT_LE(test, duty, outcome->duty_ppm);
	KUNIT_EXPECT_GE(test, duty, outcome->duty_ppm / 2);
	KUNIT_EXPECT_LE(test, error, (s64)expected->period_ns);
	KUNIT_EXPECT_GE(test, error, -(s64)expected->period_ns);
	KUNIT_EXPECT_EQ(test, world->count.wrong, 0);
}

static void world_is_followed(struct kunit *test)
{
	const struct world_case *expected = test->param_value;

	world_comes_out(test, expected, &expected->with_irq, true);
	if (!expected->script.irq_us && !expected->script.irq_lost_every)
		world_comes_out(test, expected, &expected->without_irq, false);
}

/* Every period, width, counter and chunk, at any phase of the start */
static const u32 world_periods_us[] = { 1000, 10000, 100000, 1000000, 10000000 };
static const u32 world_hz[] = { 1000000, 12500000, 62500000, 1000000000 };

static void world_period_desc(const u32 *period_us, char *desc)
{
	scnprintf(desc, KUNIT_PARAM_DESC_SIZE, "%u us", *period_us);
}

KUNIT_ARRAY_PARAM(world_period, world_periods_us, world_period_desc);

static void world_random_script(struct world_script *script, u32 period_us,
				u64 seed)
{
	u64 random = seed;
	u32 slow = period_us > 5000 ? 1 : 4;

	*script = (struct world_script) {
		.name = "random",
		.hz = world_hz[seed % ARRAY_SIZE(world_hz)],
		.period_us = period_us,
		.has_irq = seed / 4 % 2,
		.ppb = (s32)random_below(&random, 200000) - 100000,
		.width_us = 1 + random_below(&random,
					     min(period_us / 10 * 9, 900000U)),
		.irq_us = 40 / slow,
		.late_us = 80 / slow,
		.chunk_us = 400 + random_below(&random, 600),
		.gap_us = 1 + random_below(&random, 150),
		.first_us = random_below(&random, period_us),
		.start = random_u64(&random),
		.seed = seed,
	};
	if (seed % 3 == 0)
		script->first_us = -(s32)(script->width_us / 2);
}

static void world_any_period_is_found(struct kunit *test)
{
	u32 period_us = *(const u32 *)test->param_value;
	struct world *world = kunit_kzalloc(test, sizeof(*world), GFP_KERNEL);
	u32 settled = period_us > 5000 ? 60 : 1000;
	struct world_script script;
	u64 seed;

	KUNIT_ASSERT_NOT_NULL(test, world);
	kunit_info(test, "seeds 1 to 48\n");
	for (seed = 1; seed <= 48; seed++) {
		world_random_script(&script, period_us, seed);
		world_init(world, &script);
		world_run(world, settled + 200);
		KUNIT_EXPECT_EQ_MSG(test, world_lost(world, settled,
						     settled + 200), 0,
				    "seed %llu", (unsigned long long)seed);
		KUNIT_EXPECT_LE_MSG(test,
				    window_magnitude(world_period_error_ns(world)),
				    1000,
				    "seed %llu", (unsigned long long)seed);
		KUNIT_EXPECT_EQ_MSG(test, world->count.wrong, 0,
				    "seed %llu", (unsigned long long)seed);
	}
}

/* Late wake-ups and an outage, from a counter value that may be anything */
static void world_counter_does_not_matter(struct kunit *test)
{
	static const u64 starts[] = {
		0, -300ULL * 62500000, (1ULL << 63) - 300ULL * 62500000, -1ULL,
	};
	struct world_script script = {
		.name = "wrap", .tail_us = 300, .tail_every = 20,
		.drop_from = 250, .drop_to = 300,
	};
	struct world *first, *world;
	int i;

	for (script.has_irq = false;; script.has_irq = true) {
		script.start = 1ULL << 40;
		first = world_new(test, &script);
		world_run(first, 600);
		for (i = 0; i < ARRAY_SIZE(starts); i++) {
			script.start = starts[i];
			world = world_new(test, &script);
			world_run(world, 600);
			KUNIT_EXPECT_EQ(test, 0, memcmp(world->seen, first->seen,
							sizeof(first->seen)));
			KUNIT_EXPECT_EQ(test, world->looks, first->looks);
			KUNIT_EXPECT_EQ(test, world->count.polled_ticks,
					first->count.polled_ticks);
			KUNIT_EXPECT_EQ(test, world->now_ticks - script.start,
					first->now_ticks - (1ULL << 40));
		}
		if (script.has_irq)
			break;
	}
}

/* Looks that were left out by choice cost no pulse when they come back */
static void world_looks_come_back(struct kunit *test)
{
	struct world_script script = { .name = "modes", .ppb = 20000 };
	struct world *world;

	for (script.has_irq = false;; script.has_irq = true) {
		world = world_new(test, &script);
		world_run(world, 100);
		world->polling = WORLD_ALTERNATE;
		world_run(world, 200);
		world->polling = WORLD_NONE;
		world_run(world, 1200);
		world->polling = WORLD_EVERY;
		world_run(world, 1400);
		KUNIT_EXPECT_EQ(test, world_lost(world, 102, 200), 49);
		KUNIT_EXPECT_EQ(test, world_lost(world, 202, 1200), 999);
		KUNIT_EXPECT_EQ(test, world_lost(world, 1202, 1400), 0);
		if (script.has_irq)
			break;
	}
}

/* A window that only narrows walks back to where wake-ups are late */
static void world_floor_is_needed(struct kunit *test)
{
	static const struct world_script script = {
		.name = "floor", .tail_us = 300, .tail_every = 20,
		.has_irq = true,
	};
	struct world *world = world_new(test, &script);

	world_run(world, 100);
	world_run(world, 1100);
	KUNIT_EXPECT_EQ(test, world_lost(world, 101, 1100), 0);

	world_init(world, &script);
	world_run(world, 100);
	while (world->level.number <= 1100) {
		world->window.floor_ticks = 0;
		world_step(world);
		world_level_at(world, world->now_ticks);
	}
	KUNIT_EXPECT_EQ(test, world_lost(world, 101, 1100), 50);
}

/* No pulse: nothing with an interrupt; without, a burst and then a tenth */
static void world_silence_is_cheap(struct kunit *test)
{
	struct world_script script = {
		.name = "silence", .has_irq = true, .drop_from = 1,
		.drop_to = 8000,
	};
	struct world *world = world_new(test, &script);

	world_run(world, 600);
	KUNIT_EXPECT_EQ(test, world->count.polled_ticks, 0);
	KUNIT_EXPECT_EQ(test, world->looks, 0);

	script.has_irq = false;
	world_init(world, &script);
	world_run(world, 32);
	KUNIT_EXPECT_GT(test, world_duty_ppm(world), 850000);
	world_run(world, 132);
	world_count_from(world);
	world_run(world, 3732);
	KUNIT_EXPECT_LE(test, world_duty_ppm(world), 100000);
	KUNIT_EXPECT_GE(test, world_duty_ppm(world), 80000);
}

static struct kunit_case window_world_test_cases[] = {
	KUNIT_CASE_PARAM(world_is_followed, world_gen_params),
	KUNIT_CASE_PARAM(world_any_period_is_found, world_period_gen_params),
	KUNIT_CASE(world_counter_does_not_matter),
	KUNIT_CASE(world_looks_come_back),
	KUNIT_CASE(world_floor_is_needed),
	KUNIT_CASE(world_silence_is_cheap),
	{ }
};

static struct kunit_suite window_world_test_suite = {
	.name = "pps-spin-window-world",
	.test_cases = window_world_test_cases,
};

kunit_test_suite(window_world_test_suite);

MODULE_DESCRIPTION("KUnit tests of the window law in scripted worlds");
MODULE_LICENSE("GPL");
