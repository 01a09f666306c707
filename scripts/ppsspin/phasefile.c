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

#define LINE_SIZE	256
#define BLANKS		" \t\r\n"
/* Sums of squares of what is larger would be infinite */
#define PHASE_MAX_S	1e18

/* Whether fgets() got all of a line; one with a NUL in it has no end that is seen */
static bool is_whole(FILE *in, const char *line)
{
	return strchr(line, '\n') || feof(in);
}

static bool is_comment(const char *line)
{
	return line[0] == '#' || !line[strspn(line, BLANKS)];
}

/* A number of seconds, or `nan` */
static bool read_phase(const char *line, double *phase_s)
{
	char *end;

	*phase_s = strtod(line, &end);
	return end != line && !end[strspn(end, BLANKS)] &&
	       (isnan(*phase_s) || fabs(*phase_s) <= PHASE_MAX_S);
}

static double *read_phases(FILE *in, const char *path, size_t *count)
{
	size_t n = 0, capacity = 0, line_number = 0;
	char line[LINE_SIZE];
	double *x = NULL;

	while (fgets(line, sizeof(line), in)) {
		line_number++;
		if (!is_whole(in, line))
			die("%s: line %zu is no text of up to %d characters: write one phase a line",
			    path, line_number, LINE_SIZE - 2);
		if (is_comment(line))
			continue;
		if (n == capacity) {
			capacity = capacity ? 2 * capacity : 1024;
			x = xrealloc(x, capacity, sizeof(*x));
		}
		if (!read_phase(line, &x[n]))
			die("%s: line %zu is no phase: write a number of seconds, or nan for a gap",
			    path, line_number);
		n++;
	}
	if (ferror(in))
		die("%s: %s: a file of phases is needed, one a line", path,
		    strerror(errno));
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
