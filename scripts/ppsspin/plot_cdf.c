// SPDX-License-Identifier: GPL-2.0
/*
 * Picture: how many stamps are later than a delay, body and tail
 */
#include <gsl/gsl_sort.h>
#include <stdlib.h>

#include "plot_style.h"
#include "plot_script.h"
#include "util.h"

/* Points of a curve; the tail gets as many as the body */
#define CURVE_POINTS	400
/* Where the tail's axis begins: it has a log scale */
#define TAIL_LOW_US	0.1

/* Share of the sample at point @i of a curve: even steps, then ever finer */
static double share_at(int i)
{
	double t = i / (CURVE_POINTS / 2.0);

	return t <= 1 ? 0.9 * t : 1 - 0.1 * pow(1e-6, t - 1);
}

static void print_curve(FILE *out, double *delays, size_t n, double ns)
{
	size_t last = n;
	int i;

	gsl_sort(delays, 1, n);
	for (i = 0; i <= CURVE_POINTS; i++) {
		size_t rank = (size_t)(share_at(i) * n);

		if (rank >= n)
			rank = n - 1;
		if (rank == last)
			continue;
		last = rank;
		fprintf(out, "%.3f %.9g %.9g\n", delays[rank] * ns,
			(rank + 1.0) / n, (n - rank) / (double)n);
	}
}

static int print_segment(FILE *out, const struct capture *capture,
			 const struct segment_report *report, double *delays,
			 int curves)
{
	double ns = half_ticks_to_ns(1, capture->cntfrq_hz);
	struct stamps stamps;
	int method;

	stamps_build(&stamps, capture, report->segment, report->stamps);
	for (method = 0; method < METHOD_IRQ_SIDE_COUNT; method++) {
		if (report->delay[method].n < 2)
			continue;
		fprintf(out, "$c%d << EOD\n", curves++);
		print_curve(out, delays,
			    stamps_differences(&stamps, stamps.method[method],
					       stamps.edge, delays), ns);
		fprintf(out, "EOD\n");
	}
	stamps_free(&stamps);
	return curves;
}

static int print_curves(FILE *out, const struct report *report, double *delays)
{
	size_t s;
	int curves = 0;

	for (s = 0; s < report->capture->segment_count; s++)
		curves = print_segment(out, report->capture,
				       &report->segments[s], delays, curves);
	return curves;
}

static double longest(const struct summary *delay)
{
	return delay->max;
}

/* Of the delays that are drawn, the largest of such a value, us; at least @TAIL_LOW_US */
static double largest_us(const struct report *report,
			 double (*value)(const struct summary *delay))
{
	double us = half_ticks_to_ns(1, report->capture->cntfrq_hz) / 1000;
	double largest = TAIL_LOW_US;
	int method;
	size_t s;

	for (s = 0; s < report->capture->segment_count; s++)
		for (method = 0; method < METHOD_IRQ_SIDE_COUNT; method++) {
			const struct summary *delay =
				&report->segments[s].delay[method];

			if (delay->n >= 2)
				largest = fmax(largest, value(delay) * us);
		}
	return largest;
}

static void print_plot(FILE *out, const struct report *report, int column)
{
	const char *separator = "plot ";
	int curve = 0, method;
	size_t s;

	for (s = 0; s < report->capture->segment_count; s++)
		for (method = 0; method < METHOD_IRQ_SIDE_COUNT; method++) {
			if (report->segments[s].delay[method].n < 2)
				continue;
			fprintf(out, "%s$c%d using ($1/1000):%d with lines lw 2 lc rgb '%s' dt %d title ",
				separator, curve++, column,
				plot_method_colour(method), plot_dash(s));
			plot_title(out, method_name(method),
				   report->capture->segments[s].name);
			separator = ", ";
		}
	fprintf(out, "\n");
}

/**
 * plot_cdf - write the script of the picture `cdf`
 * @out: gnuplot's input
 * @report: the report
 */
void plot_cdf(FILE *out, const struct report *report)
{
	double *delays = xcalloc(report->capture->count, sizeof(*delays));

	plot_style(out);
	if (!print_curves(out, report, delays)) {
		plot_nothing(out, "no stamp of the interrupt side with a polled edge");
		free(delays);
		return;
	}
	fprintf(out, "set multiplot layout 2,1 title 'Delay of each stamp after the polled edge'\n");
	fprintf(out, "set rmargin 36\nset key outside right top samplen 2\nset ylabel 'share of pulses not later'\n");
	fprintf(out, "set xlabel 'delay, us (body)'\nset yrange [0:1]\nset xrange [:%g]\n",
		1.1 * largest_us(report, summary_body_end));
	print_plot(out, report, 2);
	fprintf(out, "unset key\nset ylabel 'share of pulses later'\nset xlabel 'delay, us (tail)'\n");
	if (largest_us(report, longest) > TAIL_LOW_US) {
		fprintf(out, "set logscale xy\nset yrange [*:1]\nset xrange [%g:*]\nset format y '10^{%%L}'\n",
			TAIL_LOW_US);
		print_plot(out, report, 3);
	} else {
		plot_empty_panel(out, "no delay is long enough for this axis");
	}
	fprintf(out, "unset multiplot\n");
	free(delays);
}
