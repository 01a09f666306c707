// SPDX-License-Identifier: GPL-2.0
/*
 * ppsspin bench tick: how much the period of a timer interrupt jitters
 */
#include <argp.h>
#include <stdlib.h>
#include <sys/stat.h>

#include "bench.h"
#include "commands.h"
#include "tick_report.h"
#include "util.h"

#define RATE_HZ_MIN	10
#define RATE_HZ_MAX	1000
#define SAMPLES_MIN	2
#define SAMPLES_MAX	16384
#define CPU_MAX		65535

static const char * const idle_names[] = {
	"configured", "wfi", "nop", "mmio", "wfe",
};

struct options {
	const char *cpu;
	u64 rate_hz;
	u64 samples;
	bool idle[ARRAY_SIZE(idle_names)];
	bool idle_given;
	const char *output;
	const char **inputs;
	size_t input_count;
	const char *picture;
	enum picture_format format;
	bool json;
	const char *folder;
};

static const struct argp_option option_table[] = {
	{ "cpu", 'c', "N", 0, "CPU under test (the highest that is online)", 0 },
	{ "rate", 'r', "HZ", 0, "Interrupts a second, 10 to 1000 (100)", 0 },
	{ "samples", 'n', "N", 0, "Interrupts of each run, 2 to 16384 (16384)", 0 },
	{ "idle", 'i', "POLICY,...", 0, "configured, wfi, nop, mmio, wfe (all)", 0 },
	{ "output", 'o', "FOLDER", 0, "Keep the rings there, as POLICY.tick", 0 },
	{ "input", 'I', "FILE...", 0, "Analyse kept rings; nothing is run", 0 },
	{ "picture", 'p', "FILE", 0, "Draw the histogram, as .svg or .png", 0 },
	{ "json", 'j', NULL, 0, "Write JSON instead of the tables", 0 },
	{ "from", 'f', "FOLDER", 0, "The module's folder (in debugfs)", 0 },
	{ }
};

static void add_input(struct options *options, const char *path)
{
	options->inputs = xrealloc(options->inputs, options->input_count + 1,
				   sizeof(*options->inputs));
	options->inputs[options->input_count++] = path;
}

static void set_picture(struct options *options, const char *path)
{
	const char *dot = strrchr(path, '.');

	if (!dot || (strcmp(dot, ".svg") && strcmp(dot, ".png")))
		die("--picture=%s: a name that ends in .svg or .png is needed",
		    path);
	options->picture = path;
	options->format = strcmp(dot, ".svg") ? PICTURE_PNG : PICTURE_SVG;
}

static error_t parse_option(int key, char *arg, struct argp_state *state)
{
	struct options *options = state->input;

	switch (key) {
	case 'c':
		parse_within("cpu", arg, 0, CPU_MAX, "numbers of a CPU");
		options->cpu = arg;
		return 0;
	case 'r':
		options->rate_hz = parse_within("rate", arg, RATE_HZ_MIN,
						RATE_HZ_MAX, "Hz");
		return 0;
	case 'n':
		options->samples = parse_within("samples", arg, SAMPLES_MIN,
						SAMPLES_MAX, "samples");
		return 0;
	case 'i':
		parse_choices("idle", arg, idle_names, ARRAY_SIZE(idle_names),
			      options->idle);
		options->idle_given = true;
		return 0;
	case 'o':
		options->output = arg;
		return 0;
	case 'I':
		add_input(options, arg);
		return 0;
	case 'p':
		set_picture(options, arg);
		return 0;
	case 'j':
		options->json = true;
		return 0;
	case 'f':
		options->folder = arg;
		return 0;
	case ARGP_KEY_ARG:
		/* More files, where the shell made them out of a pattern */
		if (!options->input_count)
			die("bench tick takes no argument: use --input=%s",
			    arg);
		add_input(options, arg);
		return 0;
	default:
		return ARGP_ERR_UNKNOWN;
	}
}

static const struct argp parser = {
	option_table, parse_option, NULL,
	"How much the period of a timer interrupt jitters, by the CPU's idle policy,"
	" and which counter may be believed. ^C ends it.",
	NULL, NULL, NULL
};

static void show(const struct bench *bench, void *arg)
{
	u64 samples = status_count(bench->status, "samples");

	progress("%s: %llu of %llu samples", (const char *)arg,
		 (unsigned long long)(samples == U64_MAX ? 0 : samples),
		 (unsigned long long)status_count(bench->status, "wanted"));
}

static void refuse(struct tick_report *report, const char *idle, char *why)
{
	report->refusals = xrealloc(report->refusals, report->refusal_count + 1,
				    sizeof(*report->refusals));
	report->refusals[report->refusal_count++] =
		(struct tick_refusal){ idle, why };
}

/* A ring of the module, once its run is over */
static void take_ring(struct tick_report *report, const struct bench *bench,
		      const struct options *options, const char *idle)
{
	char *ring = xasprintf("%s_ring", bench->path);
	char *keep = options->output ?
		     xasprintf("%s/%s.tick", options->output, idle) : NULL;
	struct tick_run *run = tick_add(report);

	tick_ring_read(&run->ring, ring, keep);
	run->path = keep;
	run->reason = status_text(bench->status, "reason");
	free(ring);
}

static void run_policy(struct tick_report *report, struct bench *bench,
		       const struct options *options, const char *idle)
{
	char *command = xasprintf("start%s%s rate_hz=%llu samples=%llu idle=%s\n",
				  options->cpu ? " cpu=" : "",
				  options->cpu ? options->cpu : "",
				  (unsigned long long)options->rate_hz,
				  (unsigned long long)options->samples, idle);
	char *why = bench_run(bench, command, show, (void *)idle);

	free(command);
	if (why)
		refuse(report, idle, why);
	else
		take_ring(report, bench, options, idle);
}

static void run_policies(struct tick_report *report,
			 const struct options *options)
{
	struct bench bench;
	size_t i;

	if (options->output && mkdir(options->output, 0777) && errno != EEXIST)
		die("%s: %s", options->output, strerror(errno));
	bench_open(&bench, options->folder, "tick");
	for (i = 0; i < ARRAY_SIZE(idle_names) && !bench_interrupted(); i++)
		if (!options->idle_given || options->idle[i])
			run_policy(report, &bench, options, idle_names[i]);
	bench_close(&bench);
}

static void read_inputs(struct tick_report *report,
			const struct options *options)
{
	size_t i;

	if (options->cpu || options->idle_given || options->output)
		die("--input analyses rings and runs nothing: leave --cpu, --idle and --output out");
	for (i = 0; i < options->input_count; i++) {
		struct tick_run *run = tick_add(report);

		keep_input(options->inputs[i], NULL);
		if (options->picture)
			keep_input(options->inputs[i], options->picture);
		run->path = xstrdup(options->inputs[i]);
		tick_ring_read(&run->ring, run->path, NULL);
	}
}

/* Every way to tell of the runs */
static enum status tell(const struct tick_report *report,
			const struct options *options)
{
	enum status status;
	int error = 0;

	if (!report->n && report->refusal_count)
		die("%s: no run: %s", report->refusals[0].idle,
		    report->refusals[0].why);
	if (!report->n)
		die("no run was begun");
	if (options->json)
		tick_json(report);
	else
		tick_text(report);
	flush_output();
	status = tick_has_problem(report) ? STATUS_PROBLEM : STATUS_OK;
	if (options->picture)
		error = tick_picture(report, options->format, options->picture);
	if (error)
		status = max(status, plot_missing(options->picture, error));
	return status;
}

/**
 * command_bench_tick - run `ppsspin bench tick`
 * @argc: number of arguments, from the name of the experiment on
 * @argv: the arguments
 *
 * Return: exit status.
 */
int command_bench_tick(int argc, char **argv)
{
	struct options options = { .rate_hz = 100, .samples = SAMPLES_MAX };
	struct tick_report report = { };
	enum status status;

	argp_parse(&parser, argc, argv, 0, NULL, &options);
	if (options.input_count)
		read_inputs(&report, &options);
	else
		run_policies(&report, &options);
	tick_analyse(&report);
	status = tell(&report, &options);
	tick_free(&report);
	free(options.inputs);
	return status;
}
