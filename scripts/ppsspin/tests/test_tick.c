// SPDX-License-Identifier: GPL-2.0
/*
 * What makes runs of timer interrupts a problem
 */
#include <stdlib.h>

#include "tick.h"
#include "unit.h"
#include "util.h"

#define SAMPLES	10

/* A report of one sound run */
static struct tick_report sound_report(void)
{
	struct tick_report report = { };
	struct tick_ring *ring = &tick_add(&report)->ring;
	size_t i;

	ring->header.rate_hz = 100;
	ring->header.cntfrq_hz = 12500000;
	ring->n = SAMPLES;
	ring->samples = xcalloc(SAMPLES, sizeof(*ring->samples));
	for (i = 0; i < SAMPLES; i++)
		ring->samples[i] = (struct pps_spin_tick_sample){
			125000 * i, 6000000 * i, 125000 * i, 10000000 * i };
	return report;
}

static bool problem(struct tick_report *report)
{
	bool found;

	tick_analyse(report);
	found = tick_has_problem(report);
	tick_free(report);
	return found;
}

static void a_sound_run_is_none(void **state)
{
	struct tick_report report = sound_report();

	(void)state;
	assert_false(problem(&report));
}

static void a_refused_run_is_one(void **state)
{
	struct tick_report report = sound_report();

	(void)state;
	report.refusals = xcalloc(1, sizeof(*report.refusals));
	report.refusals[0].why = xstrdup("no register");
	report.refusal_count = 1;
	assert_true(problem(&report));
}

static void a_run_that_ended_by_itself_is_one(void **state)
{
	struct tick_report report = sound_report();

	(void)state;
	report.runs[0].reason = xstrdup("CPU 1 went offline");
	assert_true(problem(&report));
}

static void a_counter_that_goes_back_is_one(void **state)
{
	struct tick_report report = sound_report();

	(void)state;
	report.runs[0].ring.samples[5].cycles = 1;
	assert_true(problem(&report));
	report = sound_report();
	report.runs[0].ring.samples[5].wall_ns = 1;
	assert_true(problem(&report));
}

int test_tick(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_sound_run_is_none),
		cmocka_unit_test(a_refused_run_is_one),
		cmocka_unit_test(a_run_that_ended_by_itself_is_one),
		cmocka_unit_test(a_counter_that_goes_back_is_one),
	};

	return cmocka_run_group_tests_name("tick", tests, NULL, NULL);
}
