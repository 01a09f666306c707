// SPDX-License-Identifier: GPL-2.0
/*
 * Finding a pulse train of unknown period
 */
#include <kunit/test.h>

#include "search.c"

/* One tick is a microsecond */
#define SECOND		1000000

/**
 * struct sight_case - what period follows from sightings
 * @name: of the case
 * @edges: their times in ms
 * @count: how many
 * @period: in ms, after the last; 0 before
 */
struct sight_case {
	const char *name;
	u32 edges[6];
	u32 count;
	u32 period;
};

static const struct sight_case sight_cases[] = {
	{ "three in a row", { 0, 1000, 2000 }, 3, 1000 },
	{ "one is missing, the second interval is longer",
	  { 0, 1000, 3000 }, 3, 1000 },
	{ "one is missing, the first interval is longer",
	  { 0, 2000, 3000 }, 3, 1000 },
	{ "sixteen are one", { 0, 500, 8500 }, 3, 500 },
	{ "seventeen are not", { 0, 500, 9000 }, 3, 0 },
	{ "two and three have no common interval", { 0, 2000, 5000 }, 3, 0 },
	{ "but what follows tells", { 0, 2000, 5000, 6000 }, 4, 1000 },
	{ "a stray edge delays it", { 0, 300, 1000, 2000, 3000 }, 5, 1000 },
	{ "fifteen ms are a second's tolerance", { 0, 1000, 2015 }, 3, 1007 },
	{ "sixteen are not", { 0, 1000, 2017 }, 3, 0 },
	{ "10.5 s are a period", { 0, 10500, 21000 }, 3, 10500 },
	{ "10.6 s are an outage", { 0, 10600, 21200, 31800 }, 4, 0 },
	{ "1 ms is a period", { 0, 1, 2 }, 3, 1 },
	{ "after an outage it starts anew",
	  { 0, 1000, 20000, 21000, 22000 }, 5, 1000 },
};

static void sight_desc(const struct sight_case *sight, char *desc)
{
	scnprintf(desc, KUNIT_PARAM_DESC_SIZE, "%s", sight->name);
}

KUNIT_ARRAY_PARAM(sight, sight_cases, sight_desc);

static void search_finds_period(struct kunit *test)
{
	const struct sight_case *sight = test->param_value;
	struct pps_spin_search search;
	u64 start = -1500000ULL;	/* the counter wraps on the way */
	u64 period = 0;
	u32 i;

	pps_spin_search_init(&search, SECOND);
	for (i = 0; i < sight->count; i++) {
		KUNIT_EXPECT_EQ(test, period, 0);
		period = pps_spin_search_period(&search, start +
						sight->edges[i] * 1000, 0);
		/* The same edge again, within 0.9 ms */
		KUNIT_EXPECT_EQ(test, 0,
				pps_spin_search_period(&search, start +
						       sight->edges[i] * 1000 +
						       870, 0));
	}
	KUNIT_EXPECT_EQ(test, div_u64(period, 1000), sight->period);
}

static void search_waits_out_a_pulse(struct kunit *test)
{
	struct pps_spin_search search;
	u64 looks = 0;

	/* From an edge through 900 ms of pulse */
	pps_spin_search_init(&search, SECOND);
	pps_spin_search_after(&search, 0, 500);
	while (search.open_ticks < 900000) {
		u64 open = search.open_ticks;

		KUNIT_EXPECT_EQ(test, 0,
				pps_spin_search_late(&search, open, open));
		KUNIT_EXPECT_GT(test, search.open_ticks, open);
		KUNIT_EXPECT_LE(test, search.open_ticks,
				open + max(open / 16, (u64)50));
		looks++;
	}
	KUNIT_EXPECT_EQ(test, looks, 229);
	/* An edge between two looks is as good as one between two chunks */
	pps_spin_search_open(&search, 950000, 1000000);
	pps_spin_search_missed(&search);
	KUNIT_EXPECT_EQ(test, 300,
			pps_spin_search_late(&search, 1000300, 1000300));
}

static void search_gives_the_cpu_back(struct kunit *test)
{
	struct pps_spin_search search;
	u64 now = 0, polled = 0, last = 0;

	pps_spin_search_init(&search, SECOND);
	while (now < 1000ULL * SECOND) {
		pps_spin_search_rest(&search, now);
		polled += pps_spin_search_open(&search, now, now + 2000ULL *
					       SECOND);
		pps_spin_search_missed(&search);
		now = search.close_ticks;
		if (now < 33 * SECOND)
			last = now;
	}
	KUNIT_EXPECT_GT(test, last, 32 * SECOND);
	KUNIT_EXPECT_GT(test, polled, (33 + 8 * 10) * SECOND);
	KUNIT_EXPECT_LT(test, polled, (34 + 9 * 11) * SECOND);
}

static struct kunit_case search_test_cases[] = {
	KUNIT_CASE_PARAM(search_finds_period, sight_gen_params),
	KUNIT_CASE(search_waits_out_a_pulse),
	KUNIT_CASE(search_gives_the_cpu_back),
	{ }
};

static struct kunit_suite search_test_suite = {
	.name = "pps-spin-search",
	.test_cases = search_test_cases,
};

kunit_test_suite(search_test_suite);

MODULE_DESCRIPTION("KUnit tests of the search for a pulse train");
MODULE_LICENSE("GPL");
