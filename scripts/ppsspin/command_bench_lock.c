// SPDX-License-Identifier: GPL-2.0
/*
 * ppsspin bench lock: how fast and how fair a lock is, by the way to wait for it
 */
#include <argp.h>
#include <stdlib.h>
#include <unistd.h>

#include "bench.h"
#include "commands.h"
#include "lock.h"
#include "util.h"

/* What was published goes up to here */
#define THREADS_DEFAULT	4
#define DURATION_S_MIN	0.01
#define DURATION_S_MAX	60
#define RATE_HZ_MAX	100000000

struct options {
	bool threads[LOCK_THREADS_MAX + 1];
	bool threads_given;
	bool wait[LOCK_WAITS];
	bool wait_given;
	bool kind[LOCK_KINDS];
	bool kind_given;
	double seconds;
	u64 rate_hz;
	bool incorrect;
	bool json;
	const char *folder;
};

static const struct argp_option option_table[] = {
	{ "threads", 't', "N,...", 0, "Threads, such as 1,2 or 1-4 (1-4, as CPUs allow)", 0 },
	{ "wait", 'w', "WAIT,...", 0,
	  "busy, wfe, monitor, qspinlock, sev-no-dsb (all correct ones)", 0 },
	{ "kind", 'k', "KIND,...", 0, "plain, recursive (both)", 0 },
	{ "duration", 'd', "SECONDS", 0, "Time of each run, 0.01 to 60 (1)", 0 },
	{ "rate", 'r', "N", 0, "Tries of a thread a second (0: as many as it can)", 0 },
	{ "incorrect", 'x', NULL, 0, "Allow sev-no-dsb, which is no correct lock", 0 },
	{ "json", 'j', NULL, 0, "Write JSON instead of the tables", 0 },
	{ "from", 'f', "FOLDER", 0, "The module's folder (in debugfs)", 0 },
	{ }
};

/* "1,2,4-6" */
static void set_threads(struct options *options, const char *arg)
{
	const char *word = arg;

	for (;;) {
		unsigned long low, high;
		char *end;

		low = strtoul(word, &end, 10);
		high = *end == '-' ? strtoul(end + 1, &end, 10) : low;
		if (*word < '1' || *word > '9' || (*end && *end != ',') ||
		    low > high || high > LOCK_THREADS_MAX)
			die("--threads=%s: numbers of threads are needed, 1 to %d, such as 1,2 or 1-4",
			    arg, LOCK_THREADS_MAX);
		for (; low <= high; low++)
			options->threads[low] = true;
		if (!*end)
			break;
		word = end + 1;
	}
	options->threads_given = true;
}

static error_t parse_option(int key, char *arg, struct argp_state *state)
{
	struct options *options = state->input;

	switch (key) {
	case 't':
		set_threads(options, arg);
		return 0;
	case 'w':
		parse_choices("wait", arg, lock_wait_names, LOCK_WAITS,
			      options->wait);
		options->wait_given = true;
		return 0;
	case 'k':
		parse_choices("kind", arg, lock_kind_names, LOCK_KINDS,
			      options->kind);
		options->kind_given = true;
		return 0;
	case 'd':
		if (parse_number(arg, DURATION_S_MIN, DURATION_S_MAX,
				 &options->seconds))
			die("--duration=%s: seconds are needed, %g to %d", arg,
			    DURATION_S_MIN, DURATION_S_MAX);
		return 0;
	case 'r':
		options->rate_hz = parse_within("rate", arg, 0, RATE_HZ_MAX,
						"tries a second");
		return 0;
	case 'x':
		options->incorrect = true;
		return 0;
	case 'j':
		options->json = true;
		return 0;
	case 'f':
		options->folder = arg;
		return 0;
	case ARGP_KEY_ARG:
		die("bench lock takes no argument: `%s`", arg);
	default:
		return ARGP_ERR_UNKNOWN;
	}
}

static const struct argp parser = {
	option_table, parse_option, NULL,
	"How fast and how fair a lock is, by the way to wait for it, with each thread on a CPU of its own."
	" ^C ends it.",
	NULL, NULL, NULL
};

/* What is run when nothing is said */
static void set_defaults(struct options *options)
{
	long cpus = sysconf(_SC_NPROCESSORS_ONLN);
	int i;

	for (i = 1; !options->threads_given && i <= THREADS_DEFAULT; i++)
		options->threads[i] = i <= cpus;
	for (i = 0; !options->wait_given && i < LOCK_WAITS; i++)
		options->wait[i] = i != LOCK_SEV_NO_DSB || options->incorrect;
	for (i = 0; !options->kind_given && i < LOCK_KINDS; i++)
		options->kind[i] = true;
	if (options->wait[LOCK_SEV_NO_DSB] && !options->incorrect)
		die("--wait=sev-no-dsb is no correct lock: add --incorrect to measure it all the same");
}

static void show(const struct bench *bench, void *arg)
{
	const struct lock_run *run = arg;

	(void)bench;
	progress("%u threads, %s, %s", run->threads, lock_kind_names[run->kind],
		 lock_wait_names[run->wait]);
}

static void run_one(struct lock_report *report, struct bench *bench,
		    const struct options *options, unsigned int threads,
		    enum lock_kind kind, enum lock_wait wait)
{
	struct lock_run *run = lock_add(report);
	char *command = xasprintf("start threads=%u wait=%s kind=%s duration_ms=%.0f rate_hz=%llu%s\n",
				  threads, lock_wait_names[wait],
				  lock_kind_names[kind],
				  options->seconds * 1000,
				  (unsigned long long)options->rate_hz,
				  wait == LOCK_SEV_NO_DSB ?
				  " incorrect=1" : "");

	run->threads = threads;
	run->kind = kind;
	run->wait = wait;
	run->failure = bench_run(bench, command, show, run);
	run->refused = run->failure;
	if (!run->failure) {
		lock_take(run, bench->status);
		if (!report->default_wait)
			report->default_wait = status_text(bench->status,
							   "default_wait");
	}
	/* What ^C cut short has no figures, and is no problem of the module's */
	if (bench_interrupted() && run->failure) {
		free(run->failure);
		report->n--;
	}
	free(command);
}

static void run_all(struct lock_report *report, const struct options *options)
{
	unsigned int threads;
	struct bench bench;
	int kind, wait;

	bench_open(&bench, options->folder, "lock");
	for (threads = 1; threads <= LOCK_THREADS_MAX; threads++)
		for (kind = 0; kind < LOCK_KINDS; kind++)
			for (wait = 0; wait < LOCK_WAITS; wait++)
				if (options->threads[threads] &&
				    options->kind[kind] &&
				    options->wait[wait] &&
				    !bench_interrupted())
					run_one(report, &bench, options,
						threads, kind, wait);
	bench_close(&bench);
}

/**
 * command_bench_lock - run `ppsspin bench lock`
 * @argc: number of arguments, from the name of the experiment on
 * @argv: the arguments
 *
 * Return: exit status.
 */
int command_bench_lock(int argc, char **argv)
{
	struct options options = { .seconds = 1 };
	struct lock_report report = { };
	enum status status;

	argp_parse(&parser, argc, argv, 0, NULL, &options);
	set_defaults(&options);
	report.rate_hz = options.rate_hz;
	run_all(&report, &options);
	if (!report.n)
		die("no run came to its end");
	if (lock_all_refused(&report))
		die("%s", report.runs[0].failure);
	if (options.json)
		lock_json(&report);
	else
		lock_text(&report);
	status = lock_has_problem(&report) ? STATUS_PROBLEM : STATUS_OK;
	lock_free(&report);
	return status;
}
