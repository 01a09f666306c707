// SPDX-License-Identifier: GPL-2.0
/*
 * Deviations: as Stable32 prints them, and gaps respected
 */
#include <math.h>
#include <stdlib.h>

#include "stability.h"
#include "unit.h"

#define PHASES	1001

static double x[PHASES];

static FILE *open_data(const char *name)
{
	char path[512];
	FILE *in;

	snprintf(path, sizeof(path), "%s/phasedat/%s", TEST_DATA, name);
	in = fopen(path, "r");
	assert_non_null(in);
	return in;
}

static struct phases read_phases(void)
{
	struct phases phases = { 0, x, 1 };
	FILE *in = open_data("PHASE.DAT");
	char line[256];

	while (fgets(line, sizeof(line), in))
		if (line[0] != '#' && phases.n < PHASES)
			x[phases.n++] = atof(line);
	fclose(in);
	assert_int_equal(phases.n, PHASES);
	return phases;
}

/* Each line: factor, tau, terms, and the figure in column @column (from 0) */
static void compare(enum deviation deviation, const char *name, int column)
{
	struct phases phases = read_phases();
	FILE *in = open_data(name);
	char line[256], *word[8], printed[32];
	int rows = 0;

	while (fgets(line, sizeof(line), in)) {
		struct stability_point point;
		int n = 0;

		if (line[0] == '#')
			continue;
		for (word[n] = strtok(line, " \r\n"); word[n] && n < 7;
		     word[n] = strtok(NULL, " \r\n"))
			n++;
		if (n <= column)
			continue;
		point = stability_at(&phases, deviation, atoi(word[0]));
		snprintf(printed, sizeof(printed), "%.4e", point.value);
		assert_string_equal(printed, word[column]);
		assert_int_equal(point.terms, atoi(word[2]));
		rows++;
	}
	fclose(in);
	assert_true(rows >= 8);
}

static void adev_as_stable32(void **state)
{
	(void)state;
	compare(ADEV, "phase_dat_adev_octave.txt", 5);
}

static void oadev_as_stable32(void **state)
{
	(void)state;
	compare(OADEV, "phase_dat_oadev_octave.txt", 5);
}

static void mdev_as_stable32(void **state)
{
	(void)state;
	compare(MDEV, "phase_dat_mdev_octave.txt", 5);
}

static void tdev_as_stable32(void **state)
{
	(void)state;
	compare(TDEV, "phase_dat_tdev_octave.txt", 5);
}

static void hdev_as_stable32(void **state)
{
	(void)state;
	compare(HDEV, "phase_dat_hdev_octave.txt", 5);
}

static void totdev_as_stable32(void **state)
{
	(void)state;
	compare(TOTDEV, "phase_dat_totdev_octave.txt", 5);
}

static void mtie_as_stable32(void **state)
{
	(void)state;
	compare(MTIE, "phase_dat_mtie.txt", 3);
}

static void a_gap_takes_its_terms_and_no_more(void **state)
{
	struct phases phases = read_phases();
	struct stability_point whole, gap;

	(void)state;
	whole = stability_at(&phases, OADEV, 4);
	x[500] = NAN;
	gap = stability_at(&phases, OADEV, 4);
	assert_int_equal(gap.terms, whole.terms - 3);
	assert_true(fabs(gap.value / whole.value - 1) < 0.02);
	assert_int_equal(stability_at(&phases, MDEV, 4).terms, 990 - 12);
	assert_true(isnan(stability_at(&phases, TOTDEV, 4).value));
	assert_int_equal(stability_at(&phases, MTIE, 3).terms, 998 - 4);
}

static void what_cannot_be_computed_is_not_a_number(void **state)
{
	static const double three[] = { 1, NAN, 3 };
	struct phases phases = { 3, three, 1 };
	int i;

	(void)state;
	for (i = 0; i < DEVIATIONS; i++) {
		struct stability_point point = stability_at(&phases, i, 1);

		assert_int_equal(point.terms, 0);
		assert_true(isnan(point.value));
	}
}

int test_stability(void)
{
	static const struct CMUnitTest tests[] = {
		cmocka_unit_test(adev_as_stable32),
		cmocka_unit_test(oadev_as_stable32),
		cmocka_unit_test(mdev_as_stable32),
		cmocka_unit_test(tdev_as_stable32),
		cmocka_unit_test(hdev_as_stable32),
		cmocka_unit_test(totdev_as_stable32),
		cmocka_unit_test(mtie_as_stable32),
		cmocka_unit_test(a_gap_takes_its_terms_and_no_more),
		cmocka_unit_test(what_cannot_be_computed_is_not_a_number),
	};

	return cmocka_run_group_tests_name("stability", tests, NULL, NULL);
}
