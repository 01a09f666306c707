// SPDX-License-Identifier: GPL-2.0
/*
 * Picture: polled against unpolled pulses
 */
#include <gsl/gsl_sort.h>
#include <stdlib.h>

#include "plot_script.h"
#include "plot_style.h"
#include "plot_work.h"
#include "util.h"

#define CURVE_POINTS	300

static size_t collect(const struct plot_work *work, bool polled, double *values)
{
	const struct residuals *residuals = &work->residuals;
	size_t i, n = 0;

	for (i = 0; i < residuals->n; i++) {
		size_t record = work->train.record[residuals->position[i]];
		u32 flags = work->train.records[record].flags;

		if (!residuals->gated[i] &&
		    polled == !(flags & BIT(PPS_SPIN_UNPOLLED)))
			values[n++] = residuals->value[i] * work->ns / 1000;
	}
	return n;
}

/* The curve of one method's polled or unpolled pulses */
static u32 curve_bit(int method, int polled)
{
	return BIT(2 * method + polled);
}

static void print_curve(FILE *out, double *values, size_t n)
{
	int i;

	gsl_sort(values, 1, n);
	for (i = 0; n && i <= CURVE_POINTS; i++) {
		size_t rank = (n - 1) * i / CURVE_POINTS;

		fprintf(out, "%.5f %.6g\n", values[rank], (rank + 1.0) / n);
	}
}

/* Returns the curves that have a point */
static u32 print_curves(FILE *out, const struct report *report, size_t s,
			double *values)
{
	struct plot_work work;
	int method, polled;
	u32 drawn = 0;

	plot_work_start(&work, report, s);
	for (method = 0; method < METHOD_IRQ_SIDE_COUNT; method++) {
		if (!report->segments[s].stamps[method])
			continue;
		plot_work_method(&work, method);
		for (polled = 0; polled < 2; polled++) {
			size_t n = collect(&work, polled, values);

			fprintf(out, "$o%zu_%d_%d << EOD\n", s, method, polled);
			print_curve(out, values, n);
			fprintf(out, "EOD\n");
			if (n)
				drawn |= curve_bit(method, polled);
		}
	}
	plot_work_end(&work);
	return drawn;
}

/* Where the slower of the two ends, us; the tail is the CDF's matter */
static double end_us(const struct segment_report *report, double ns)
{
	double end = 0.1;
	int method;

	for (method = 0; method < METHOD_IRQ_SIDE_COUNT; method++) {
		const struct observer_report *observer =
			&report->observer[method];

		if (observer->polled.n)
			end = fmax(end, summary_body_end(&observer->polled) *
					ns / 1000);
		if (observer->unpolled.n)
			end = fmax(end, summary_body_end(&observer->unpolled) *
					ns / 1000);
	}
	return end;
}

static bool panel(FILE *out, const struct report *report, size_t s, void *arg)
{
	const struct segment_report *segment = &report->segments[s];
	double ns = half_ticks_to_ns(1, report->capture->cntfrq_hz);
	const char *separator = "plot ";
	u32 drawn = print_curves(out, report, s, arg);
	int method, polled;

	fprintf(out, "set title ");
	plot_quoted(out, segment->segment->name);
	fprintf(out, " noenhanced\n");
	if (!drawn) {
		plot_empty_panel(out, PLOT_NO_RESIDUAL);
		return false;
	}
	fprintf(out, "set xrange [:%g]\n", 1.1 * end_us(segment, ns));
	for (method = 0; method < METHOD_IRQ_SIDE_COUNT; method++)
		for (polled = 1; polled >= 0; polled--) {
			if (!(drawn & curve_bit(method, polled)))
				continue;
			fprintf(out, "%s$o%zu_%d_%d using 1:2 with lines lw 2 lc rgb '%s' dt %d title '%s %s'",
				separator, s, method, polled,
				plot_method_colour(method), polled ? 1 : 2,
				method_name(method),
				polled ? "polled" : "unpolled");
			separator = ", ";
		}
	fprintf(out, "\n");
	return true;
}

/**
 * plot_observer - write the script of the picture `observer`
 * @out: gnuplot's input
 * @report: the report
 */
void plot_observer(FILE *out, const struct report *report)
{
	struct plot_panels chosen, panels = { };
	double *values;
	size_t i;

	plot_choose(&chosen, report);
	for (i = 0; i < chosen.n; i++) {
		size_t s = chosen.segment[i];

		if (report->segments[s].flagged[PPS_SPIN_UNPOLLED])
			panels.segment[panels.n++] = s;
	}
	plot_style(out);
	if (!panels.n) {
		plot_nothing(out, "every pulse was polled: record with poll\\\\_mode=alternate");
		return;
	}
	values = xcalloc(report->capture->count, sizeof(*values));
	fprintf(out, "set rmargin 24\nset key outside right top\nset yrange [0:1]\n");
	fprintf(out, "set ylabel 'share not later'\n");
	plot_stacked(out, report, &panels, "residual against the reference, us",
		     panel, values);
	free(values);
}
