// SPDX-License-Identifier: GPL-2.0
/*
 * Pictures: residuals over time, and their histogram
 */
#include <stdlib.h>

#include "plot_script.h"
#include "plot_style.h"
#include "plot_work.h"
#include "util.h"

/* Points that a curve is thinned to; what is far out stays */
#define POINTS_SHOWN	3000
#define BINS		120
/* Where a histogram begins */
#define LOW_NS		-1000
/* Half height of a panel, in robust sigmas */
#define RANGE_SIGMAS	6

/* The steadiest of the interrupt side first, and whatever was polled */
static bool shown_over_time(const struct segment_report *report,
			    enum method method)
{
	int first = METHOD_ENTRY;

	while (first < METHOD_IRQ_SIDE_COUNT && !report->stamps[first])
		first++;
	return report->stamps[method] &&
	       (method_is_poll(method) || method == first);
}

static void print_point(FILE *out, const struct plot_work *work, size_t i)
{
	const struct residuals *residuals = &work->residuals;

	fprintf(out, "%lld %.2f\n",
		(long long)work->train.index[residuals->position[i]],
		residuals->value[i] * work->ns);
}

/*
 * Every so many-th point, and all that lie in the outer half of the panel.
 * Returns how many lie beyond it.
 */
static size_t print_thinned(FILE *out, const struct plot_work *work,
			    double range_ns)
{
	const struct residuals *residuals = &work->residuals;
	size_t step = max(residuals->n / POINTS_SHOWN, (size_t)1), i;
	size_t outside = 0;

	for (i = 0; i < residuals->n; i++) {
		double ns = fabs(residuals->value[i] * work->ns);

		outside += ns > range_ns;
		if (ns <= range_ns && (i % step == 0 || ns > range_ns / 2))
			print_point(out, work, i);
	}
	return outside;
}

/* Data of each method; returns those that have a point within the axis */
static u32 print_over_time(FILE *out, const struct report *report, size_t s,
			   double range_ns, size_t *outside)
{
	struct plot_work work;
	u32 drawn = 0;
	int method;

	*outside = 0;
	plot_work_start(&work, report, s);
	for (method = METHOD_COUNT - 1; method >= 0; method--) {
		size_t beyond;

		if (!shown_over_time(&report->segments[s], method))
			continue;
		plot_work_method(&work, method);
		fprintf(out, "$d%zu_%d << EOD\n", s, method);
		beyond = print_thinned(out, &work, range_ns);
		fprintf(out, "EOD\n");
		*outside += beyond;
		if (beyond < work.residuals.n)
			drawn |= BIT(method);
	}
	plot_work_end(&work);
	return drawn;
}

static bool panel_over_time(FILE *out, const struct report *report, size_t s,
			    void *arg)
{
	const double *range_ns = arg;
	const char *separator = "plot ";
	size_t outside;
	u32 drawn = print_over_time(out, report, s, *range_ns, &outside);
	int method;

	fprintf(out, "set title ");
	plot_quoted(out, report->segments[s].segment->name);
	fprintf(out, ".' (%zu stamps beyond the axis)' noenhanced\n", outside);
	if (!drawn) {
		plot_empty_panel(out, PLOT_NO_RESIDUAL);
		return false;
	}
	for (method = METHOD_COUNT - 1; method >= 0; method--) {
		if (!(drawn & BIT(method)))
			continue;
		fprintf(out, "%s$d%zu_%d using 1:2 with points pt 7 ps 0.3 lc rgb '%s' notitle, NaN with points pt 7 ps 1 lc rgb '%s' title '%s'",
			separator, s, method, plot_method_colour(method),
			plot_method_colour(method), method_name(method));
		separator = ", ";
	}
	fprintf(out, "\n");
	return true;
}

/* A range that shows the body; the tail is the CDF's matter */
static double range_of(const struct report *report)
{
	double ns = half_ticks_to_ns(1, report->capture->cntfrq_hz);
	double range = 500;
	size_t s;
	int method;

	for (s = 0; s < report->capture->segment_count; s++)
		for (method = 0; method < METHOD_COUNT; method++) {
			const struct segment_report *segment =
				&report->segments[s];
			const struct summary *delay = &segment->delay[method];

			if (shown_over_time(segment, method) && delay->n > 1)
				range = fmax(range, RANGE_SIGMAS *
					     delay->robust * ns);
		}
	return range;
}

/* A round distance of labels that leaves two or more on each side of 0 */
static double label_step(double range)
{
	double half = range / 2, unit = pow(10, floor(log10(half)));

	return half >= 5 * unit ? 5 * unit : half >= 2 * unit ? 2 * unit : unit;
}

/**
 * plot_over_time - write the script of the picture `residuals`
 * @out: gnuplot's input
 * @report: the report
 */
void plot_over_time(FILE *out, const struct report *report)
{
	double range = range_of(report);
	struct plot_panels panels;

	plot_choose(&panels, report);
	plot_style(out);
	if (!panels.n) {
		plot_nothing(out, "no segment has enough pulses");
		return;
	}
	fprintf(out, "set rmargin 20\nset key outside right top samplen 1\nset yrange [%g:%g]\nset ytics %g\n",
		-range, range, label_step(range));
	fprintf(out, "set ylabel 'residual, ns'\n");
	plot_stacked(out, report, &panels, "pulse number", panel_over_time,
		     &range);
}

/* Returns whether a stamp lies within the axis */
static bool print_histogram(FILE *out, const struct plot_work *work,
			    double high)
{
	const struct residuals *residuals = &work->residuals;
	double width = (high - LOW_NS) / BINS;
	size_t count[BINS] = { }, within = 0, i;

	for (i = 0; i < residuals->n; i++) {
		double value = residuals->value[i] * work->ns;

		if (value >= LOW_NS && value < high) {
			count[(size_t)((value - LOW_NS) / width)]++;
			within++;
		}
	}
	for (i = 0; within && i < BINS; i++)
		fprintf(out, "%.2f %.6g\n", LOW_NS + (i + 0.5) * width,
			count[i] / (double)residuals->n / width * 1000);
	return within;
}

/* Data of each method; returns those that have a stamp within the axis */
static u32 print_histograms(FILE *out, const struct report *report, size_t s,
			    double high)
{
	struct plot_work work;
	u32 drawn = 0;
	int method;

	plot_work_start(&work, report, s);
	for (method = 0; method < METHOD_COUNT; method++) {
		if (!report->segments[s].stamps[method])
			continue;
		plot_work_method(&work, method);
		fprintf(out, "$h%zu_%d << EOD\n", s, method);
		if (print_histogram(out, &work, high))
			drawn |= BIT(method);
		fprintf(out, "EOD\n");
	}
	plot_work_end(&work);
	return drawn;
}

static bool panel_histogram(FILE *out, const struct report *report, size_t s,
			    void *arg)
{
	const double *high = arg;
	const char *separator = "plot ";
	u32 drawn = print_histograms(out, report, s, *high);
	int method;

	fprintf(out, "set title ");
	plot_quoted(out, report->segments[s].segment->name);
	fprintf(out, " noenhanced\n");
	if (!drawn) {
		plot_empty_panel(out, PLOT_NO_RESIDUAL);
		return false;
	}
	for (method = 0; method < METHOD_COUNT; method++) {
		if (!(drawn & BIT(method)))
			continue;
		fprintf(out, "%s$h%zu_%d using 1:2 with steps lw 2 lc rgb '%s' title '%s'",
			separator, s, method, plot_method_colour(method),
			method_name(method));
		separator = ", ";
	}
	fprintf(out, "\n");
	return true;
}

/* Up to where the slowest method's body goes */
static double high_ns(const struct report *report)
{
	double ns = half_ticks_to_ns(1, report->capture->cntfrq_hz);
	double high = 1000;
	size_t s;
	int method;

	for (s = 0; s < report->capture->segment_count; s++)
		for (method = 0; method < METHOD_IRQ_SIDE_COUNT; method++) {
			const struct summary *delay =
				&report->segments[s].delay[method];

			if (delay->n && delay->p[P95] * ns > high)
				high = delay->p[P95] * ns;
		}
	return high;
}

/**
 * plot_histogram - write the script of the picture `histogram`
 * @out: gnuplot's input
 * @report: the report
 */
void plot_histogram(FILE *out, const struct report *report)
{
	double high = high_ns(report);
	struct plot_panels panels;

	plot_choose(&panels, report);
	plot_style(out);
	if (!panels.n) {
		plot_nothing(out, "no segment has enough pulses");
		return;
	}
	fprintf(out, "set rmargin 20\nset key outside right top\nset yrange [0:*]\n");
	fprintf(out, "set ylabel 'share per us'\nset xrange [%d:%g]\n", LOW_NS,
		high);
	plot_stacked(out, report, &panels, "residual against the reference, ns",
		     panel_histogram, &high);
}
