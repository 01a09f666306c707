// SPDX-License-Identifier: GPL-2.0
/*
 * Logs of other programs, turned into a stream
 *
 * Both logs hold times of CLOCK_REALTIME, so what disciplines that clock is in
 * them. A stamp becomes ns since 1970, as if a counter of 1 GHz had been read.
 */
#define _GNU_SOURCE
#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <time.h>

#include "importer.h"
#include "util.h"

#define LINE_SIZE	512
#define NS_PER_S	1000000000ULL
/* Beyond this a second does not fit in 64 bits of ns */
#define SECONDS_MAX	18000000000ULL
#define TIME_FORMAT	"%Y-%m-%d %H:%M:%S"

static void print_header(const struct importer *importer, FILE *out)
{
	char columns[PPS_SPIN_LINE_MAX];

	fprintf(out, "# format=%d\n# imported=%s\n# cntfrq_hz=%llu\n",
		PPS_SPIN_FORMAT, importer->kind, NS_PER_S);
	fprintf(out, "# counter=CLOCK_REALTIME, as disciplined while it was logged\n");
	fprintf(out, "# method.irq=available\n");
	pps_spin_columns_format(columns, sizeof(columns));
	fputs(columns, out);
}

static void print_pulse(struct importer *importer, FILE *out, u64 seq, u64 ns)
{
	struct pps_spin_record record = { };
	char line[PPS_SPIN_LINE_MAX];

	if (!importer->pulses)
		print_header(importer, out);
	pps_spin_record_set(&record, PPS_SPIN_SEQ, seq);
	pps_spin_record_set(&record, PPS_SPIN_IRQ, ns);
	record.flags = BIT(PPS_SPIN_UNPOLLED);
	pps_spin_record_format(&record, line, sizeof(line));
	fputs(line, out);
	importer->last_seq = seq;
	importer->pulses++;
}

/* "SECONDS.NNNNNNNNN, sequence: SEQ", all of them digits and nothing else */
static bool read_event(const char *text, u64 *ns, u64 *seq)
{
	char seconds_text[19], fraction[10], seq_text[21];
	u64 seconds, nanoseconds;
	int end = 0;

	if (sscanf(text, " %18[0-9].%9[0-9], sequence: %20[0-9]%n",
		   seconds_text, fraction, seq_text, &end) != 3 ||
	    strlen(fraction) != 9 || !isspace((u8)text[end]))
		return false;
	if (parse_count(seconds_text, &seconds) || seconds > SECONDS_MAX ||
	    parse_count(fraction, &nanoseconds) || parse_count(seq_text, seq))
		return false;
	*ns = seconds * NS_PER_S + nanoseconds;
	return true;
}

/* A log may hold several: their pulses are no one's train */
static bool chosen_source(struct importer *importer, const char *refid)
{
	const char *wanted = importer->refid ? importer->refid :
					       importer->chosen;

	if (!importer->chosen[0])
		snprintf(importer->chosen, sizeof(importer->chosen), "%s",
			 refid);
	if (!strcmp(wanted, refid))
		return true;
	snprintf(importer->other, sizeof(importer->other), "%s", refid);
	importer->others++;
	return false;
}

/* source 0 - assert 1186592699.388832443, sequence: 364 - clear ... */
static void ppstest_line(struct importer *importer, FILE *out,
			 const char *line)
{
	const char *word = importer->clear ? "clear" : "assert";
	const char *event = strstr(line, word);
	char source[4];
	int head = 0;
	u64 ns, seq;

	importer->kind = "ppstest";
	/* sscanf() does not count what comes after the number */
	if (sscanf(line, "source %3[0-9] - %n", source, &head) != 1 || !head ||
	    !event || !read_event(event + strlen(word), &ns, &seq)) {
		importer->bad++;
		return;
	}
	/* No event yet */
	if (!ns || !chosen_source(importer, source))
		return;
	/* The other edge prints the last event of this one again */
	if (importer->pulses && seq == importer->last_seq)
		return;
	print_pulse(importer, out, seq, ns);
}

/* Of what no calendar has timegm() makes another time, of 2026-02-31 a day of March */
static bool is_time(const struct tm *tm, const char *line)
{
	char text[32];
	size_t len = strftime(text, sizeof(text), TIME_FORMAT, tm);

	return len && !strncmp(line, text, len);
}

/* Seconds since 1970 of "2026-11-30 18:37:00.123456", less the fraction */
static bool read_time(const char *line, u64 *seconds, double *fraction)
{
	struct tm tm = { };
	const char *rest = strptime(line, TIME_FORMAT, &tm);
	size_t digits;
	time_t time;

	if (!rest || *rest != '.')
		return false;
	digits = strspn(rest + 1, "0123456789");
	if (!digits || !isspace((u8)rest[1 + digits]))
		return false;
	time = timegm(&tm);
	/* The stamp may be half a second earlier, but not before 1970 */
	if (!is_time(&tm, line) || time < 1 || (u64)time > SECONDS_MAX)
		return false;
	*seconds = time;
	*fraction = strtod(rest, NULL);
	return true;
}

/*
 * The stamp is the pulse's own time less the raw offset; seq is that time.
 * Before the first pulse there is none that it could be.
 */
static bool print_refclock(struct importer *importer, FILE *out, u64 seconds,
			   double fraction, double raw)
{
	double pulses = round((fraction + raw) * importer->rate_hz);
	u64 number = (u64)llround(seconds * importer->rate_hz) +
		     (u64)(s64)pulses;
	u64 ns = seconds * NS_PER_S +
		 (u64)(s64)llround((pulses / importer->rate_hz - raw) * 1e9);

	if (!importer->pulses)
		importer->first = number - 1;
	if (number <= importer->first)
		return false;
	print_pulse(importer, out, number - importer->first, ns);
	return true;
}

/* DATE TIME REFID DP L P RAW COOKED DISP; filtered samples have no RAW */
static void refclock_line(struct importer *importer, FILE *out,
			  const char *line)
{
	char refid[8], dp[8], leap[4], raw_text[24];
	double fraction, raw;
	int pulse;
	u64 seconds;

	if (sscanf(line, "%*s %*s %7s %7s %3s %d %23s", refid, dp, leap, &pulse,
		   raw_text) != 5 || !pulse || !strcmp(raw_text, "-"))
		return;
	importer->kind = "chrony refclocks.log";
	if (!chosen_source(importer, refid))
		return;
	if (!read_time(line, &seconds, &fraction) ||
	    parse_number(raw_text, -1, 1, &raw) ||
	    !print_refclock(importer, out, seconds, fraction, raw))
		importer->bad++;
}

static void import_line(struct importer *importer, FILE *out,
			const char *line)
{
	if (!strncmp(line, "# columns:", 10))
		importer->is_stream = true;
	else if (!strncmp(line, "source ", 7))
		ppstest_line(importer, out, line);
	else if (line[0] >= '0' && line[0] <= '9')
		refclock_line(importer, out, line);
}

/**
 * importer_run - turn a log into a stream
 * @importer: its options are set; what is found out is filled in
 * @in: the log
 * @out: where the stream goes
 */
void importer_run(struct importer *importer, FILE *in, FILE *out)
{
	bool is_rest = false;
	char line[LINE_SIZE];

	while (!importer->is_stream && fgets(line, sizeof(line), in)) {
		/* Of a line too long to be a log's, the rest is no line */
		if (!is_rest) {
			importer->lines++;
			import_line(importer, out, line);
		}
		is_rest = strlen(line) == sizeof(line) - 1 &&
			  !strchr(line, '\n');
	}
}
