// SPDX-License-Identifier: GPL-2.0
/*
 * Picture: histogram of the period of a timer interrupt, per counter and policy
 *
 * Each run is drawn about its own median, and the key says what share of wall
 * time it counted: runs that counted something else are not to be compared.
 */
#include <math.h>
#include <stdlib.h>

#include "plot_style.h"
#include "quantile.h"
#include "tick_report.h"
#include "util.h"

#define BINS		101
/* What is further out than this share of a run is not shown */
#define SHOWN_PERMILLE	990

/* Okabe and Ito, as in the pictures of a report */
static const char * const colours[] = {
	"#0072b2", "#d55e00", "#009e73", "#000000", "#cc79a7", "#e69f00",
};

static bool shown(const struct tick_run *run, enum tick_counter counter)
{
	return !isnan(run->count[counter].spread.iqr);
}

/* How far from their median all but a few differences lie, ticks */
static double reach(const struct tick_run *run, enum tick_counter counter)
{
	double *far = xcalloc(run->ring.n, sizeof(*far)), ticks;
	struct sample sample;
	size_t i, n = 0;

	for (i = 1; i < run->ring.n; i++)
		if (tick_step(&run->ring, counter, i, &ticks))
			far[n++] = fabs(ticks -
					run->count[counter].spread.median);
	sample_open(&sample, far, n);
	ticks = sample_rank(&sample, n * SHOWN_PERMILLE / 1000);
	sample_close(&sample);
	free(far);
	return ticks;
}

/* How far the axis goes to either side, ticks */
static double furthest(const struct tick_report *report,
		       enum tick_counter counter)
{
	double far = 1;
	size_t i;

	for (i = 0; i < report->n; i++)
		if (shown(&report->runs[i], counter))
			far = fmax(far, reach(&report->runs[i], counter));
	return ceil(1.2 * far);
}

static void print_bins(FILE *out, const struct tick_run *run,
		       enum tick_counter counter, double width)
{
	const struct tick_spread *spread = &run->count[counter].spread;
	size_t bins[BINS] = { }, i;
	double ticks;

	for (i = 1; i < run->ring.n; i++) {
		double bin;

		if (!tick_step(&run->ring, counter, i, &ticks))
			continue;
		bin = floor((ticks - spread->median) / width + BINS / 2.0);
		if (bin >= 0 && bin < BINS)
			bins[(size_t)bin]++;
	}
	/* What never happened is drawn below what happened once */
	for (i = 0; i < BINS; i++)
		fprintf(out, "%.0f %.6g\n", ((double)i - BINS / 2) * width,
			fmax(bins[i], 0.5) / spread->n);
}

static void print_axes(FILE *out, const struct tick_report *report,
		       enum tick_counter counter, double far)
{
	double rate_hz = NAN;
	size_t i;

	for (i = 0; i < report->n; i++)
		if (shown(&report->runs[i], counter))
			rate_hz = report->runs[i].count[counter].rate_hz;
	fprintf(out, "set title '%s: period minus its median' noenhanced\n",
		tick_counter_name(counter));
	if (isnan(rate_hz))
		fprintf(out, "set xlabel 'ticks'\n");
	else
		fprintf(out, "set xlabel 'ticks of %.4g ns'\n",
			1e9 / rate_hz);
	fprintf(out, "set xrange [%.0f:%.0f]\n", -far, far);
}

static void panel(FILE *out, const struct tick_report *report,
		  enum tick_counter counter)
{
	double far = furthest(report, counter);
	/* A whole number of ticks: else some bins would have one more */
	double width = ceil(2 * far / BINS);
	const char *separator = "plot ";
	size_t i;

	for (i = 0; i < report->n; i++) {
		if (!shown(&report->runs[i], counter))
			continue;
		fprintf(out, "$t%zu_%d << EOD\n", i, counter);
		print_bins(out, &report->runs[i], counter, width);
		fprintf(out, "EOD\n");
	}
	print_axes(out, report, counter, far);
	for (i = 0; i < report->n; i++) {
		const struct tick_run *run = &report->runs[i];
		double ratio = run->count[counter].ratio;
		char *share = isnan(ratio) ? xstrdup("share of wall unknown") :
			xasprintf("%.2f %% of wall", 100 * ratio);

		if (shown(run, counter)) {
			fprintf(out, "%s$t%zu_%d using 1:2 with histeps lw 2 dt %d lc rgb '%s' title ",
				separator, i, counter, plot_dash(i),
				colours[i % ARRAY_SIZE(colours)]);
			plot_title(out, run->ring.header.idle, share);
			separator = ", ";
		}
		free(share);
	}
	fprintf(out, "\n");
}

static void write_script(FILE *out, const void *arg)
{
	const struct tick_report *report = arg;
	int panels[TICK_COUNTERS], n = 0, counter;
	size_t i;

	for (counter = 0; counter < TICK_COUNTERS; counter++) {
		for (i = 0; i < report->n; i++)
			if (shown(&report->runs[i], counter))
				break;
		if (i < report->n)
			panels[n++] = counter;
	}
	plot_style(out);
	if (!n) {
		plot_nothing(out, "no run has enough samples");
		return;
	}
	fprintf(out, "set multiplot layout %d,1\n", n);
	fprintf(out, "set rmargin 30\nset key outside right top\nset logscale y\n");
	fprintf(out, "set ylabel 'share of the periods'\nset format y '10^{%%L}'\nset yrange [*:1.5]\n");
	for (counter = 0; counter < n; counter++)
		panel(out, report, panels[counter]);
	fprintf(out, "unset multiplot\n");
}

/**
 * tick_picture - draw the histogram of a report
 * @report: the report
 * @format: SVG or PNG
 * @path: the file
 *
 * Return: as plot_run().
 */
int tick_picture(const struct tick_report *report, enum picture_format format,
		 const char *path)
{
	return plot_run(format, path, write_script, report);
}
