// SPDX-License-Identifier: GPL-2.0
/*
 * The answer in words, and what to type into chrony
 */
#include <math.h>
#include <stdlib.h>

#include "text_analysis.h"

/* Two digits of the error, and as many of the value */
static int decimals(double error)
{
	return error < 10 ? 1 - (int)floor(log10(error)) : 0;
}

static void print_rate(const struct verdict *verdict)
{
	int digits;

	if (isnan(verdict->hz))
		return;
	if (isnan(verdict->nominal_hz)) {
		printf("rate      %.6g +- %.2g Hz by the pulses\n",
		       verdict->hz, verdict->hz_error);
		return;
	}
	digits = decimals(verdict->ppm_error);
	printf("rate      %.6g Hz by the pulses; the counter runs %.*f +- %.*f ppm %s against them\n",
	       verdict->nominal_hz, digits, fabs(verdict->ppm), digits,
	       verdict->ppm_error, verdict->ppm < 0 ? "slow" : "fast");
	if (verdict_rate_is_wrong(verdict))
		printf("problem   no crystal is %g ppm off: the pulses do not come at %.6g Hz, or the counter's rate in the header\n"
		       "          disagrees with the pulses because it is wrong, and every ns above by as much\n",
		       VERDICT_PPM_MAX, verdict->nominal_hz);
}

static void print_warning(char *words)
{
	if (words)
		printf("warning   %s\n", words);
	free(words);
}

static void print_warnings(const struct capture *capture)
{
	int condition;
	size_t s;

	for (condition = 0; condition < CONDITIONS; condition++) {
		print_warning(condition_words(capture, condition));
		for (s = 0; s < capture->segment_count; s++)
			print_warning(condition_mixed_words(capture, s,
							    condition));
	}
}

static void print_unjudged(const struct report *report)
{
	size_t s;

	for (s = 0; s < report->capture->segment_count; s++) {
		char *words = verdict_unjudged_words(report, s);

		if (words)
			printf("note      %s\n", words);
		free(words);
	}
}

/* Of what was left of a method in its segments; `n/a` if nothing was */
static void print_sigma(const struct verdict *verdict, enum method method)
{
	double sigma_ns = verdict->worst_sigma_ns[method];

	printf("  %-13s ", method_name(method));
	if (isnan(sigma_ns))
		printf("sigma n/a");
	else
		printf("sigma %s%.0f ns, gated and filtered, in its worst segment%s",
		       verdict->is_bound[method] ? "at most " : "", sigma_ns,
		       verdict->referenced[method] < VERDICT_COVERAGE_MIN ?
		       " with a reference" : "");
}

static void print_share(const char *before, double share, const char *after)
{
	printf("%s %.1f %% %s%s", before, 100 * share, after,
	       share < VERDICT_COVERAGE_MIN ? ": too few" : "");
}

static void print_candidates(const struct verdict *verdict)
{
	int method;

	for (method = 0; method < METHOD_COUNT; method++) {
		if (isnan(verdict->coverage[method]))
			continue;
		print_sigma(verdict, method);
		print_share("; stamps", verdict->coverage[method],
			    "of the pulses");
		if (verdict->referenced[method] < 1)
			print_share("\n                has a reference for",
				    verdict->referenced[method], "of its stamps");
		printf("\n");
	}
}

static void print_line(const struct verdict *verdict, enum method method)
{
	char *line = verdict_chrony_line(verdict, method);

	if (line)
		printf("    %s\n", line);
	else if (isnan(verdict->nominal_hz))
		printf("    no line: chrony takes a whole number of Hz; these pulses come at %.4g +- %.2g Hz\n",
		       verdict->hz, verdict->hz_error);
	else
		printf("    no line: chrony takes a whole number of Hz, from 1 on; these pulses come at %.4g Hz\n",
		       verdict->hz);
	free(line);
}

static void print_lateness(const struct verdict *verdict, enum method method)
{
	const struct lateness *lateness = &verdict->lateness[method];
	const char *name = method_name(method);

	if (isnan(lateness->uncertainty_ns)) {
		printf("  %s: how late it is cannot be told without polled edges\n",
		       name);
		return;
	}
	printf("  %s: the stamp is %.0f ns late, +- %.0f ns (n = %zu: bracket %.0f, segments %.0f, chance %.0f, tick %.0f)\n",
	       name, lateness->offset_ns, lateness->uncertainty_ns,
	       lateness->n, lateness->bracket_ns, lateness->spread_ns,
	       lateness->chance_ns, lateness->tick_ns);
	print_line(verdict, method);
}

/* Methods that are judged; those that are accepted as well */
static int count_judged(const struct verdict *verdict, int *accepted)
{
	int method, judged = 0;

	*accepted = 0;
	for (method = 0; method < METHOD_COUNT; method++) {
		judged += !isnan(verdict->coverage[method]);
		*accepted += verdict_accepts(verdict, method);
	}
	return judged;
}

static void print_best(const struct verdict *verdict)
{
	int accepted, judged = count_judged(verdict, &accepted);

	if (verdict->scatter > VERDICT_SCATTER_MAX)
		printf("best      cannot be told: the polled edges scatter %.0f times more than a turn of the loop explains\n",
		       verdict->scatter);
	else if (!judged)
		printf("best      none: no segment is judged\n");
	else if (verdict->best == METHOD_COUNT)
		printf("best      none: no method has sound stamps and a reference for %.0f %% in every segment that is judged\n",
		       100 * VERDICT_COVERAGE_MIN);
	else
		printf("best      %s: %s\n", method_name(verdict->best),
		       accepted > 1 ?
		       "the smallest sigma where it is at its worst" :
		       judged > 1 ? "the only one with enough stamps and references" :
		       "there is no other method to compare it with");
}

static void print_chrony_lines(const struct verdict *verdict, int best)
{
	printf("chrony    for /dev/ppsN fed by each of these:\n");
	if (verdict_accepts(verdict, best))
		print_lateness(verdict, best);
	if (verdict_accepts(verdict, METHOD_IRQ) && best != METHOD_IRQ)
		print_lateness(verdict, METHOD_IRQ);
	printf("  It holds for this board, kernel, governor and load, and for the handler of this module. It does not\n"
	       "  hold for the antenna's cable, the receiver's own error, and the input path of the pin.\n");
}

static bool has_lateness(const struct verdict *verdict, enum method method)
{
	return verdict_accepts(verdict, method) &&
	       !isnan(verdict->lateness[method].uncertainty_ns);
}

static void print_chrony(const struct verdict *verdict)
{
	int best = verdict->best == METHOD_COUNT ? METHOD_ENTRY :
						   verdict->best;
	int accepted;

	if (!count_judged(verdict, &accepted))
		printf("chrony    no line: no segment is judged\n");
	else if (!verdict_accepts(verdict, best) &&
		 !verdict_accepts(verdict, METHOD_IRQ))
		printf("chrony    no line: neither %s nor irq has sound stamps and a reference for %.0f %% in every segment that is judged\n",
		       method_name(best), 100 * VERDICT_COVERAGE_MIN);
	else if (!has_lateness(verdict, best) &&
		 !has_lateness(verdict, METHOD_IRQ))
		printf("chrony    no line: how late a stamp is cannot be told without polled edges\n");
	else
		print_chrony_lines(verdict, best);
}

static void print_origin(const struct capture *capture)
{
	const char *log = capture_value(capture, "imported");

	if (log)
		printf("note      imported from %s: the sigma is that of its clock and of whatever stamped it, not of this module's handler\n",
		       log);
}

/**
 * text_verdict - print the answer
 * @report: the report
 */
void text_verdict(const struct report *report)
{
	const struct verdict *verdict = &report->verdict;

	printf("\n=== verdict\n");
	print_rate(verdict);
	print_warnings(report->capture);
	print_unjudged(report);
	print_origin(report->capture);
	print_candidates(verdict);
	print_best(verdict);
	print_chrony(verdict);
}
