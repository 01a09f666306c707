// SPDX-License-Identifier: GPL-2.0
/*
 * Runs of threads over one lock as JSON
 */
#include <math.h>

#include "json.h"
#include "published.h"

static void add_threads(struct json_object *out, const struct lock_run *run)
{
	struct json_object *threads = json_object_new_array();
	unsigned int i;

	for (i = 0; i < run->threads; i++) {
		struct json_object *thread = json_object_new_object();

		json_add_int(thread, "cpu", run->thread[i].cpu);
		json_add_int(thread, "operations", run->thread[i].operations);
		json_object_array_add(threads, thread);
	}
	json_object_object_add(out, "per_thread", threads);
}

static struct json_object *new_run(const struct lock_run *run)
{
	struct json_object *out = json_object_new_object();
	u64 least, most;

	json_add_int(out, "threads", run->threads);
	json_add_text(out, "kind", lock_kind_names[run->kind]);
	json_add_text(out, "wait", lock_wait_names[run->wait]);
	if (run->failure) {
		json_add_text(out, "problem", run->failure);
		return out;
	}
	lock_fairness(run, &least, &most);
	json_add_number(out, "mops", lock_mops(run));
	json_add_number(out, "seconds", run->seconds);
	json_add_int(out, "operations", run->operations);
	json_add_int(out, "counter", run->counter);
	json_add_text(out, "mutual_exclusion",
		      run->excluded ? "held" : "violated");
	json_add_number(out, "least_over_most",
			most ? least / (double)most : NAN);
	add_threads(out, run);
	return out;
}

static void add_published(struct json_object *out)
{
	struct json_object *published = json_add_object(out, "published");
	struct json_object *rows = json_object_new_array();
	size_t i;
	int column;

	json_add_text(published, "source", PUBLISHED_LOCK_SOURCE);
	for (i = 0; i < PUBLISHED_LOCKS; i++) {
		const struct published_lock *lock = &published_locks[i];
		struct json_object *row = json_object_new_object();
		struct json_object *mops;

		json_add_int(row, "threads", lock->threads);
		json_add_text(row, "kind", lock_kind_names[lock->kind]);
		mops = json_add_object(row, "mops");
		for (column = 0; column < LOCK_COLUMNS; column++)
			json_add_number(mops, lock_wait_names[column],
					lock->mops[column]);
		json_object_array_add(rows, row);
	}
	json_object_object_add(published, "rows", rows);
}

/**
 * lock_json - print runs as JSON on stdout
 * @report: the runs
 */
void lock_json(const struct lock_report *report)
{
	struct json_object *out = json_object_new_object();
	struct json_object *runs = json_object_new_array();
	size_t i;

	json_add_int(out, "rate_hz", report->rate_hz);
	json_add_text(out, "default_wait", report->default_wait ?
		      report->default_wait : "");
	for (i = 0; i < report->n; i++)
		json_object_array_add(runs, new_run(&report->runs[i]));
	json_object_object_add(out, "runs", runs);
	add_published(out);
	json_print(out);
}
