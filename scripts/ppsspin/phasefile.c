// SPDX-License-Identifier: GPL-2.0
/*
 * A file of phases, one a line, as other analysers write: the deviations can
 * be checked against theirs
 */
#include <math.h>
#include <stdlib.h>

#include "phasefile.h"
#include "stability.h"
#include "util.h"

static double *read_phases(FILE *in, const char *path, size_t *count)
{
	size_t n = 0, capacity = 0, line_number = 0;
	char line[256], *end;
	double *x = NULL;

	while (fgets(line, sizeof(line), in)) {
		line_number++;
		if (line[0] == '#' || line[strspn(line, " \t\r\n")] == '\0')
			continue;
		if (n == capacity) {
			capacity = capacity ? 2 * capacity : 1024;
			x = xrealloc(x, capacity, sizeof(*x));
		}
		x[n] = strtod(line, &end);
		if (end == line || end[strspn(end, " \t\r\n")])
			die("%s: line %zu is no number", path, line_number);
		n++;
	}
	*count = n;
	return x;
}

static void print_table(const struct phases *phases, enum deviation deviation)
{
	size_t m;

	printf("%s\n%8s %12s %10s %12s\n", deviation_name(deviation), "m",
	       "tau, s", "terms", "value");
	for (m = 1; m < phases->n; m = deviation == MTIE ? 2 * m + 1 : 2 * m) {
		struct stability_point point = stability_at(phases, deviation,
							    m);

		if (point.terms)
			printf("%8zu %12.4e %10zu %12.4e\n", m,
			       m * phases->tau0, point.terms, point.value);
	}
}

/**
 * phasefile_report - print the deviations of a file of phases
 * @path: the file; phases in seconds, `nan` for a gap
 * @tau0: seconds between them
 *
 * Return: exit status.
 */
int phasefile_report(const char *path, double tau0)
{
	FILE *in = strcmp(path, "-") ? fopen(path, "r") : stdin;
	struct phases phases = { .tau0 = tau0 };
	double *x;
	int i;

	if (!in)
		die("%s: %s", path, strerror(errno));
	x = read_phases(in, path, &phases.n);
	phases.x = x;
	printf("%s: %zu phases, tau0 = %g s\n", path, phases.n, tau0);
	for (i = 0; i < DEVIATIONS; i++)
		print_table(&phases, i);
	free(x);
	if (in != stdin)
		fclose(in);
	return phases.n ? STATUS_OK : STATUS_PROBLEM;
}
