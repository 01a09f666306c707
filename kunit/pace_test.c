// SPDX-License-Identifier: GPL-2.0
/*
 * So many operations a second, and never more
 */
#include <kunit/test.h>

#include "pace.h"
#include "random.h"

#define START	0x7ffffffffffffff0ULL

/* Ask at each of these times for a while; how many operations that gave */
static u64 count_due(struct pps_spin_pace *pace, u64 ticks, u32 step)
{
	u64 done = 0, at;

	for (at = 0; at < ticks; at += step)
		done += pps_spin_pace_due(pace, START + at);
	return done;
}

/* A pace, and what comes of it in a tenth of a second */
struct pace_case {
	const char *name;
	u64 cntfrq_hz;
	u32 rate_hz;
	u32 step_ticks;
	u64 done;
};

static const struct pace_case pace_cases[] = {
	{ "1 kHz at 62.5 MHz", 62500000, 1000, 1, 100 },
	{ "1 MHz, whose period is 62.5 ticks", 62500000, 1000000, 1, 100000 },
	{ "1 MHz of 12.5 MHz", 12500000, 1000000, 1, 100000 },
	{ "a period below a tick is one a tick", 12500000, 25000000, 1, 1250000 },
	{ "asked too seldom: once each time", 62500000, 1000000, 1000, 6250 },
	{ "1 Hz", 62500000, 1, 1000, 1 },
	{ "1 GHz counter", 1000000000, 10000, 100, 1000 },
};

static void describe_pace(const struct pace_case *pace, char *desc)
{
	snprintf(desc, KUNIT_PARAM_DESC_SIZE, "%s", pace->name);
}

KUNIT_ARRAY_PARAM(paces, pace_cases, describe_pace);

static void a_rate_is_kept(struct kunit *test)
{
	const struct pace_case *wanted = test->param_value;
	struct pps_spin_pace pace;
	u64 done;

	pps_spin_pace_init(&pace, wanted->cntfrq_hz, wanted->rate_hz, START);
	done = count_due(&pace, div_u64(wanted->cntfrq_hz, 10),
			 wanted->step_ticks);
	KUNIT_EXPECT_EQ(test, done, wanted->done);
}

static void nothing_is_due_before_the_start(struct kunit *test)
{
	struct pps_spin_pace pace;

	pps_spin_pace_init(&pace, 62500000, 1000000, START);
	KUNIT_EXPECT_EQ(test, pps_spin_pace_due(&pace, START - 1), 0);
	KUNIT_EXPECT_EQ(test, pps_spin_pace_due(&pace, START - 1000000), 0);
	KUNIT_EXPECT_EQ(test, pps_spin_pace_due(&pace, START), 1);
	KUNIT_EXPECT_EQ(test, pps_spin_pace_due(&pace, START), 0);
	pps_spin_pace_init(&pace, 62500000, 0, START);
	KUNIT_EXPECT_EQ(test, pps_spin_pace_due(&pace, START - 1), 0);
}

static void without_a_pace_there_is_always_a_batch(struct kunit *test)
{
	struct pps_spin_pace pace;

	pps_spin_pace_init(&pace, 62500000, 0, START);
	KUNIT_EXPECT_EQ(test, pps_spin_pace_due(&pace, START),
			PPS_SPIN_PACE_BATCH);
	KUNIT_EXPECT_EQ(test, pps_spin_pace_due(&pace, START),
			PPS_SPIN_PACE_BATCH);
}

/* A thread that was away does not catch up */
static void what_was_missed_is_not_made_up_for(struct kunit *test)
{
	struct pps_spin_pace pace;
	u64 done = 0, at;

	pps_spin_pace_init(&pace, 62500000, 1000000, START);
	KUNIT_EXPECT_EQ(test, pps_spin_pace_due(&pace, START), 1);
	for (at = 62500; at < 62500 + 625; at++)
		done += pps_spin_pace_due(&pace, START + at);
	KUNIT_EXPECT_EQ(test, done, 10);
}

/* A period that is no binary fraction, often enough that rounding would show */
static void rounding_never_gives_more(struct kunit *test)
{
	struct pps_spin_pace pace;

	pps_spin_pace_init(&pace, 1000000, 999983, START);
	KUNIT_EXPECT_LE(test, count_due(&pace, 4000000, 1), 4 * 999983 + 1);
}

/* However it is asked: no more than that in the time since the start */
static void no_way_to_ask_gives_more(struct kunit *test)
{
	u64 seed = 20261130;
	int run;

	for (run = 0; run < 100; run++) {
		u32 rate_hz = 1 + random_below(&seed, 20000000);
		struct pps_spin_pace pace;
		u64 done = 0, at = 0, most;

		pps_spin_pace_init(&pace, 54000000, rate_hz, START);
		while (at < 540000) {
			done += pps_spin_pace_due(&pace, START + at);
			at += 1 + random_below(&seed, 1 << (run % 12));
		}
		most = mul_u64_u64_div_u64(at, rate_hz, 54000000) + 1;
		KUNIT_EXPECT_LE_MSG(test, done, most, "%u Hz, seed of run %d",
				    rate_hz, run);
	}
}

static struct kunit_case pace_suite_cases[] = {
	KUNIT_CASE_PARAM(a_rate_is_kept, paces_gen_params),
	KUNIT_CASE(nothing_is_due_before_the_start),
	KUNIT_CASE(without_a_pace_there_is_always_a_batch),
	KUNIT_CASE(what_was_missed_is_not_made_up_for),
	KUNIT_CASE(rounding_never_gives_more),
	KUNIT_CASE(no_way_to_ask_gives_more),
	{}
};

static struct kunit_suite pace_suite = {
	.name = "pps-spin-pace",
	.test_cases = pace_suite_cases,
};

kunit_test_suite(pace_suite);

MODULE_DESCRIPTION("Tests of the pace of operations");
MODULE_LICENSE("GPL");
