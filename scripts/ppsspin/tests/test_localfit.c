// SPDX-License-Identifier: GPL-2.0
/*
 * Local fits, against the definition written down plainly
 */
#include <math.h>
#include <stdlib.h>

#include "localfit.h"
#include "unit.h"

#define POINTS	1000

static double px[POINTS], py[POINTS];

/* Points with noise, a curve, a few that are wild by that much and a hole */
static struct points make_points(int wild)
{
	struct points points = { 0, px, py };
	unsigned int chance = 7;
	int i;

	for (i = 0; i < 1000; i++) {
		chance = chance * 1103515245 + 12345;
		if (i % 97 == 0 || (i > 400 && i < 480))
			continue;
		px[points.n] = i;
		py[points.n] = 3 * i + i * i / 50 + (chance >> 16) % 499 +
			       (i % 31 ? 0 : wild);
		points.n++;
	}
	return points;
}

struct plain {
	double x;
	double y;
	double residual;
};

static int by_residual(const void *a, const void *b)
{
	const struct plain *p = a, *q = b;

	return (p->residual > q->residual) - (p->residual < q->residual);
}

static void line(const struct plain *p, int n, double *at_0, double *slope)
{
	double sx = 0, sy = 0, sxx = 0, sxy = 0;
	int i;

	for (i = 0; i < n; i++) {
		sx += p[i].x;
		sy += p[i].y;
		sxx += p[i].x * p[i].x;
		sxy += p[i].x * p[i].y;
	}
	*slope = (n * sxy - sx * sy) / (n * sxx - sx * sx);
	*at_0 = (sy - *slope * sx) / n;
}

static double plainly(const struct points *points, double x)
{
	struct plain p[300] = { };
	double at_0, slope;
	size_t i;
	int n = 0, k;

	for (i = 0; i < points->n; i++)
		if (fabs(points->x[i] - x) <= 128 && points->x[i] != x) {
			p[n].x = points->x[i] - x;
			p[n++].y = points->y[i];
		}
	line(p, n, &at_0, &slope);
	for (k = 0; k < n; k++)
		p[k].residual = fabs(p[k].y - at_0 - slope * p[k].x);
	qsort(p, n, sizeof(*p), by_residual);
	line(p, n - n / 10, &at_0, &slope);
	return at_0;
}

static void a_fit_is_what_its_definition_says(void **state)
{
	static const int wild[] = { 0, 1000, 100000 };
	struct localfit fit;
	size_t i;
	int x;

	(void)state;
	for (i = 0; i < ARRAY_SIZE(wild); i++) {
		struct points points = make_points(wild[i]);

		localfit_start(&fit, &points, 128, 10, 8);
		for (x = 0; x < 1000; x++)
			assert_true(fabs(localfit_at(&fit, x) -
					 plainly(&points, x)) < 1e-6);
	}
}

static void the_own_point_has_no_say(void **state)
{
	struct points points = make_points(5000);
	struct localfit fit;
	double with, without;

	(void)state;
	localfit_start(&fit, &points, 128, 10, 8);
	with = localfit_at(&fit, px[300]);
	py[300] += 1e6;
	localfit_start(&fit, &points, 128, 10, 8);
	without = localfit_at(&fit, px[300]);
	assert_true(with == without);
}

static void too_few_points_make_no_fit(void **state)
{
	struct points points = make_points(5000);
	struct localfit fit;

	(void)state;
	points.n = 8;
	localfit_start(&fit, &points, 128, 10, 8);
	assert_true(isnan(localfit_at(&fit, px[0])));
	assert_false(isnan(localfit_at(&fit, px[7] + 50)));
	assert_true(isnan(localfit_at(&fit, 5000)));
}

static void large_values_lose_nothing(void **state)
{
	struct points points = make_points(5000);
	struct localfit fit;
	double first[1000];
	int x, i;

	(void)state;
	localfit_start(&fit, &points, 128, 10, 8);
	for (x = 0; x < 1000; x++)
		first[x] = localfit_at(&fit, x);
	for (i = 0; i < points.n; i++)
		py[i] += 1LL << 40;
	localfit_start(&fit, &points, 128, 10, 8);
	for (x = 0; x < 1000; x++)
		assert_true(fabs(localfit_at(&fit, x) - (1LL << 40) -
				 first[x]) < 1e-3);
}

int test_localfit(void)
{
	static const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_fit_is_what_its_definition_says),
		cmocka_unit_test(the_own_point_has_no_say),
		cmocka_unit_test(too_few_points_make_no_fit),
		cmocka_unit_test(large_values_lose_nothing),
	};

	return cmocka_run_group_tests_name("localfit", tests, NULL, NULL);
}
