/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Runs of threads over one lock: how fast, how fair, and whether it excluded
 */
#ifndef PPSSPIN_LOCK_H
#define PPSSPIN_LOCK_H

#include "pure.h"

enum lock_kind {
	LOCK_PLAIN,
	LOCK_RECURSIVE,
	LOCK_KINDS,
};

/* How a thread waits; then a column that only others published */
enum lock_wait {
	LOCK_BUSY,
	LOCK_WFE,
	LOCK_SEV_NO_DSB,
	LOCK_MONITOR,
	LOCK_QSPINLOCK,
	LOCK_WAITS,
	LOCK_BARE = LOCK_WAITS,
	LOCK_COLUMNS,
};

#define LOCK_THREADS_MAX	256

/**
 * struct lock_thread - what a thread did
 * @cpu: the CPU that it ran on
 * @operations: lock+unlock that it did
 */
struct lock_thread {
	u64 cpu;
	u64 operations;
};

/**
 * struct lock_run - one run
 * @threads: of them
 * @kind: of lock
 * @wait: how they wait
 * @refused: the module would not start it
 * @failure: why there are no figures, or NULL
 * @seconds: that it took
 * @operations: lock+unlock of all threads
 * @counter: what the counter under the lock adds up to
 * @excluded: never two threads at once, by the module and by the counter
 * @thread: per thread
 */
struct lock_run {
	unsigned int threads;
	enum lock_kind kind;
	enum lock_wait wait;
	bool refused;
	char *failure;
	double seconds;
	u64 operations;
	u64 counter;
	bool excluded;
	struct lock_thread thread[LOCK_THREADS_MAX];
};

/**
 * struct lock_report - runs
 * @runs: the runs
 * @n: how many
 * @rate_hz: tries of a thread a second; 0: as many as it can
 * @default_wait: what PPS_SPIN_WAIT() is in the module, or NULL
 */
struct lock_report {
	struct lock_run *runs;
	size_t n;
	u64 rate_hz;
	char *default_wait;
};

extern const char * const lock_kind_names[LOCK_KINDS];
extern const char * const lock_wait_names[LOCK_COLUMNS];

struct lock_run *lock_add(struct lock_report *report);
void lock_take(struct lock_run *run, const char *status);
double lock_mops(const struct lock_run *run);
void lock_fairness(const struct lock_run *run, u64 *least, u64 *most);
const struct lock_run *lock_find(const struct lock_report *report,
				 unsigned int threads, enum lock_kind kind,
				 enum lock_wait wait);
bool lock_all_refused(const struct lock_report *report);
bool lock_has_problem(const struct lock_report *report);
void lock_free(struct lock_report *report);

void lock_text(const struct lock_report *report);
void lock_json(const struct lock_report *report);

#endif /* PPSSPIN_LOCK_H */
