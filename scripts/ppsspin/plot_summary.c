// SPDX-License-Identifier: GPL-2.0
/*
 * Pictures: TDEV, latency budget
 */
#include "plot_script.h"
#include "plot_style.h"

/* A deviation of 0, as of stamps that are all alike, has no logarithm */
static bool has_series(const struct report *report, size_t s, int method)
{
	const struct series_report *series =
		&report->segments[s].series[method];
	int i;

	for (i = 0; i < series->octaves; i++)
		if (series->point[TDEV][i].value > 0)
			return true;
	return false;
}

static int print_series(FILE *out, const struct report *report)
{
	size_t s;
	int method, i, curves = 0;

	for (s = 0; s < report->capture->segment_count; s++)
		for (method = 0; method < METHOD_COUNT; method++) {
			const struct series_report *series =
				&report->segments[s].series[method];

			if (!has_series(report, s, method))
				continue;
			curves++;
			fprintf(out, "$t%zu_%d << EOD\n", s, method);
			for (i = 0; i < series->octaves; i++)
				if (series->point[TDEV][i].value > 0)
					fprintf(out, "%.6g %.6g\n",
						series->tau0_s * (1UL << i),
						series->point[TDEV][i].value *
						1e9);
			fprintf(out, "EOD\n");
		}
	return curves;
}

/**
 * plot_tdev - write the script of the picture `tdev`
 * @out: gnuplot's input
 * @report: the report
 */
void plot_tdev(FILE *out, const struct report *report)
{
	const char *separator = "plot ";
	int method;
	size_t s;

	plot_style(out);
	if (!print_series(out, report)) {
		plot_nothing(out, "no deviation: too few pulses, or stamps that are all alike");
		return;
	}
	fprintf(out, "set logscale xy\nset key outside right top\n");
	fprintf(out, "set title 'Time deviation of the residuals'\n");
	fprintf(out, "set xlabel 'averaging time, s'\nset ylabel 'TDEV, ns'\n");
	for (s = 0; s < report->capture->segment_count; s++)
		for (method = 0; method < METHOD_COUNT; method++) {
			if (!has_series(report, s, method))
				continue;
			fprintf(out, "%s$t%zu_%d using 1:2 with linespoints lw 2 pt %d ps 0.7 lc rgb '%s' dt %d title ",
				separator, s, method, 4 + method,
				plot_method_colour(method), plot_dash(s));
			plot_title(out, method_name(method),
				   report->capture->segments[s].name);
			separator = ", ";
		}
	fprintf(out, "\n");
}

/* Mean of a step from the edge to the handler, us; 0 if it is not known */
static double step_us(const struct segment_report *report, double ns,
		      int earlier, int later)
{
	size_t i;

	if (earlier == METHOD_COUNT)
		return report->delay[later].n ?
		       report->delay[later].p[P50] * ns / 1000 : 0;
	for (i = 0; i < report->pair_count; i++)
		if (report->pairs[i].earlier == earlier &&
		    report->pairs[i].later == later)
			return report->pairs[i].difference.p[P50] * ns / 1000;
	return 0;
}

static bool has_method(const struct report *report, int method)
{
	size_t s;

	for (s = 0; s < report->capture->segment_count; s++)
		if (report->segments[s].stamps[method])
			return true;
	return false;
}

/* A row per segment: its name, then the steps */
static int print_budget(FILE *out, const struct report *report)
{
	double ns = half_ticks_to_ns(1, report->capture->cntfrq_hz), us;
	int method, last, rows = 0;
	size_t s;

	fprintf(out, "$b << EOD\n");
	for (s = 0; s < report->capture->segment_count; s++) {
		if (!report->capture->segments[s].count)
			continue;
		plot_quoted(out, report->capture->segments[s].name);
		for (last = METHOD_COUNT, method = 0;
		     method < METHOD_IRQ_SIDE_COUNT; method++) {
			if (!has_method(report, method))
				continue;
			us = step_us(&report->segments[s], ns, last, method);
			fprintf(out, " %.6g", isnan(us) ? 0 : us);
			last = method;
		}
		fprintf(out, "\n");
		rows++;
	}
	fprintf(out, "EOD\n");
	return rows;
}

/**
 * plot_budget - write the script of the picture `budget`
 * @out: gnuplot's input
 * @report: the report
 */
void plot_budget(FILE *out, const struct report *report)
{
	const char *separator = "plot ", *last = "polled edge";
	int method, column = 2;

	plot_style(out);
	if (!print_budget(out, report)) {
		plot_nothing(out, "no pulses");
		return;
	}
	fprintf(out, "set style data histograms\nset style histogram rowstacked\n");
	fprintf(out, "set style fill solid 1 border -1\nset boxwidth 0.6\n");
	fprintf(out, "set title 'Latency budget: median of each step'\n");
	fprintf(out, "set ylabel 'us after the polled edge'\nset yrange [0:*]\n");
	fprintf(out, "set key outside right top invert\nset xtics noenhanced\n");
	for (method = 0; method < METHOD_IRQ_SIDE_COUNT; method++) {
		if (!has_method(report, method))
			continue;
		fprintf(out, "%s$b using %d:xtic(1) lc rgb '%s' title '%s > %s'",
			separator, column++, plot_method_colour(method), last,
			method_name(method));
		last = method_name(method);
		separator = ", ";
	}
	if (column == 2)
		fprintf(out, "plot [0:1][0:1] -1 notitle");
	fprintf(out, "\n");
}
