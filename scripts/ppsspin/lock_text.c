// SPDX-License-Identifier: GPL-2.0
/*
 * Runs of threads over one lock as text
 */
#include <math.h>

#include "published.h"

/* Columns: what the words of --wait do not tell */
static const char * const heads[LOCK_COLUMNS][2] = {
	[LOCK_BUSY]		= { "busy", "wait" },
	[LOCK_WFE]		= { "WFE,", "DSB+SEV" },
	[LOCK_SEV_NO_DSB]	= { "no DSB,", "WRONG" },
	[LOCK_MONITOR]		= { "WFE,", "monitor" },
	[LOCK_QSPINLOCK]	= { "kernel's", "qspinlock" },
	[LOCK_BARE]		= { "bare in", "the lock" },
};

static void print_mops(double mops)
{
	if (isnan(mops))
		printf("%10s", "-");
	else
		printf("%10.1f", mops);
}

static void print_head(void)
{
	int line, column;

	for (line = 0; line < 2; line++) {
		printf("  %-23s", line ? "threads, lock" : "");
		for (column = 0; column < LOCK_COLUMNS; column++)
			printf("%10s", heads[column][line]);
		printf("\n");
	}
}

static bool any_run(const struct lock_report *report, unsigned int threads,
		    enum lock_kind kind)
{
	int wait;

	for (wait = 0; wait < LOCK_WAITS; wait++)
		if (!isnan(lock_mops(lock_find(report, threads, kind, wait))))
			return true;
	return false;
}

static void print_local(const struct lock_report *report, unsigned int threads,
			enum lock_kind kind)
{
	int column;

	if (!any_run(report, threads, kind))
		return;
	printf("  %-3u%-10s%-10s", threads, lock_kind_names[kind], "here");
	for (column = 0; column < LOCK_COLUMNS; column++)
		print_mops(lock_mops(lock_find(report, threads, kind, column)));
	printf("\n");
}

static void print_published(unsigned int threads, enum lock_kind kind)
{
	size_t i;
	int column;

	for (i = 0; i < PUBLISHED_LOCKS; i++) {
		if (published_locks[i].threads != threads ||
		    published_locks[i].kind != kind)
			continue;
		printf("  %-3u%-10s%-10s", threads, lock_kind_names[kind],
		       "published");
		for (column = 0; column < LOCK_COLUMNS; column++)
			print_mops(published_locks[i].mops[column]);
		printf("\n");
	}
}

static void print_table(const struct lock_report *report)
{
	unsigned int threads;
	int kind;

	printf("million lock+unlock a second, all threads together%s\n",
	       report->rate_hz ? "" : ", each as fast as it can");
	if (report->rate_hz)
		printf("  note: here a thread tries %llu times a second and no more: these are no speeds, and not to be\n"
		       "  compared with the published ones\n",
		       (unsigned long long)report->rate_hz);
	print_head();
	for (threads = 1; threads <= LOCK_THREADS_MAX; threads++)
		for (kind = 0; kind < LOCK_KINDS; kind++) {
			print_local(report, threads, kind);
			print_published(threads, kind);
		}
	printf("  published: " PUBLISHED_LOCK_SOURCE "\n");
	printf("  bare: neither WFE nor SEV in the lock, but elsewhere; no DSB: not correct, for measurement only\n");
	if (report->default_wait)
		printf("  PPS_SPIN_WAIT() of this module is %s\n",
		       report->default_wait);
}

static void print_run(const struct lock_run *run)
{
	double least_mops, most_mops;
	u64 least, most;

	printf("  %-3u%-10s%-11s", run->threads, lock_kind_names[run->kind],
	       lock_wait_names[run->wait]);
	if (run->failure) {
		printf("problem: %s\n", run->failure);
		return;
	}
	lock_fairness(run, &least, &most);
	least_mops = least / run->seconds / 1e6;
	most_mops = most / run->seconds / 1e6;
	printf("%10.3f%10.3f%10.3f  ", least_mops, most_mops,
	       most ? least / (double)most : NAN);
	if (run->excluded)
		printf("held\n");
	else
		printf("VIOLATED%s: the counter says %llu of %llu\n",
		       run->wait == LOCK_SEV_NO_DSB ? " (not correct by choice)" :
		       "",
		       (unsigned long long)run->counter,
		       (unsigned long long)run->operations);
}

/**
 * lock_text - print runs as text on stdout
 * @report: the runs
 */
void lock_text(const struct lock_report *report)
{
	size_t i;

	print_table(report);
	printf("\n  fairness: million a second of the slowest and of the fastest thread; mutual exclusion\n");
	printf("  %-24s%10s%10s%10s  %s\n", "threads, lock, wait", "min", "max",
	       "min/max", "exclusion");
	for (i = 0; i < report->n; i++)
		print_run(&report->runs[i]);
}
