// SPDX-License-Identifier: GPL-2.0
/*
 * Runs of threads over one lock, as the module tells of them
 */
#include <math.h>
#include <stdlib.h>

#include "bench.h"
#include "lock.h"
#include "util.h"

const char * const lock_kind_names[LOCK_KINDS] = {
	[LOCK_PLAIN]		= "plain",
	[LOCK_RECURSIVE]	= "recursive",
};

const char * const lock_wait_names[LOCK_COLUMNS] = {
	[LOCK_BUSY]		= "busy",
	[LOCK_WFE]		= "wfe",
	[LOCK_SEV_NO_DSB]	= "sev-no-dsb",
	[LOCK_MONITOR]		= "monitor",
	[LOCK_QSPINLOCK]	= "qspinlock",
	[LOCK_BARE]		= "bare",
};

/**
 * lock_add - add a run to a report
 * @report: the report
 *
 * Return: the run, empty.
 */
struct lock_run *lock_add(struct lock_report *report)
{
	report->runs = xrealloc(report->runs, report->n + 1,
				sizeof(*report->runs));
	memset(&report->runs[report->n], 0, sizeof(*report->runs));
	return &report->runs[report->n++];
}

/* "CPU OPERATIONS" */
static bool take_thread(struct lock_thread *thread, const char *status,
			unsigned int number)
{
	char *key = xasprintf("thread.%u", number);
	char *text = status_text(status, key);
	char *space = text ? strchr(text, ' ') : NULL;
	bool taken = false;

	if (space) {
		*space = '\0';
		taken = !parse_count(text, &thread->cpu) &&
			!parse_count(space + 1, &thread->operations);
	}
	free(text);
	free(key);
	return taken;
}

static bool take_figures(struct lock_run *run, const char *status)
{
	u64 elapsed_ticks = status_count(status, "elapsed_ticks");
	u64 cntfrq_hz = status_count(status, "cntfrq_hz");
	u64 sum = 0;
	unsigned int i;

	run->operations = status_count(status, "operations");
	run->counter = status_count(status, "counter");
	if (elapsed_ticks == U64_MAX || !elapsed_ticks ||
	    cntfrq_hz == U64_MAX || !cntfrq_hz ||
	    run->operations == U64_MAX || run->counter == U64_MAX)
		return false;
	run->seconds = elapsed_ticks / (double)cntfrq_hz;
	for (i = 0; i < run->threads; i++) {
		if (!take_thread(&run->thread[i], status, i))
			return false;
		sum += run->thread[i].operations;
	}
	return sum == run->operations;
}

/**
 * lock_take - take in what the module says of a run that is over
 * @run: what was asked for; filled
 * @status: lines of key=value
 */
void lock_take(struct lock_run *run, const char *status)
{
	char *state = status_text(status, "state");
	char *reason = status_text(status, "reason");
	char *exclusion = status_text(status, "mutual_exclusion");

	if (!state || strcmp(state, "complete"))
		run->failure = xasprintf("%s%s%s", state ? state : "no state",
					 reason ? ": " : "",
					 reason ? reason : "");
	else if (!exclusion || !take_figures(run, status))
		run->failure = xstrdup("the module's figures are not whole, or do not add up");
	else
		run->excluded = !strcmp(exclusion, "held") &&
				run->counter == run->operations;
	free(state);
	free(reason);
	free(exclusion);
}

/**
 * lock_mops - how fast a run was
 * @run: the run, or NULL
 *
 * Return: million lock+unlock a second of all threads; NAN if unknown.
 */
double lock_mops(const struct lock_run *run)
{
	return run && !run->failure ? run->operations / run->seconds / 1e6 :
				      NAN;
}

/**
 * lock_fairness - how far the threads of a run are apart
 * @run: the run
 * @least: set to what the slowest thread did
 * @most: set to what the fastest thread did
 */
void lock_fairness(const struct lock_run *run, u64 *least, u64 *most)
{
	unsigned int i;

	*least = run->thread[0].operations;
	*most = *least;
	for (i = 1; i < run->threads; i++) {
		*least = min(*least, run->thread[i].operations);
		*most = max(*most, run->thread[i].operations);
	}
}

/**
 * lock_find - find a run
 * @report: where
 * @threads: its number of threads
 * @kind: its kind of lock
 * @wait: its way to wait
 *
 * Return: the run, or NULL.
 */
const struct lock_run *lock_find(const struct lock_report *report,
				 unsigned int threads, enum lock_kind kind,
				 enum lock_wait wait)
{
	size_t i;

	for (i = 0; i < report->n; i++)
		if (report->runs[i].threads == threads &&
		    report->runs[i].kind == kind &&
		    report->runs[i].wait == wait)
			return &report->runs[i];
	return NULL;
}

/**
 * lock_all_refused - whether there is no run but those that did not start
 * @report: the report
 *
 * Return: true if so.
 */
bool lock_all_refused(const struct lock_report *report)
{
	size_t i;

	for (i = 0; i < report->n; i++)
		if (!report->runs[i].refused)
			return false;
	return true;
}

/**
 * lock_has_problem - whether the runs are not what they should be
 * @report: the report
 *
 * Return: true if one did not come to its end, or if a lock that is meant to
 * be correct let two threads in.
 */
bool lock_has_problem(const struct lock_report *report)
{
	size_t i;

	for (i = 0; i < report->n; i++) {
		const struct lock_run *run = &report->runs[i];

		if (run->failure ||
		    (!run->excluded && run->wait != LOCK_SEV_NO_DSB))
			return true;
	}
	return false;
}

/**
 * lock_free - free what a report holds
 * @report: the report
 */
void lock_free(struct lock_report *report)
{
	size_t i;

	for (i = 0; i < report->n; i++)
		free(report->runs[i].failure);
	free(report->runs);
	free(report->default_wait);
	memset(report, 0, sizeof(*report));
}
