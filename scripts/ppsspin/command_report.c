// SPDX-License-Identifier: GPL-2.0
/*
 * ppsspin report: from a capture file to an answer
 */
#include <argp.h>
#include <limits.h>
#include <malloc.h>
#include <stdlib.h>
#include <sys/stat.h>

#include "commands.h"
#include "phasefile.h"
#include "plot.h"
#include "report_html.h"
#include "util.h"

#define PICTURES	"cdf, residuals, histogram, tdev, budget or observer"

struct options {
	const char *path;
	const char *html;
	const char *pictures;
	int picture;
	enum picture_format format;
	bool json;
	bool phase;
	/* One that --phase has no use for, if any was given */
	const char *of_capture;
	/* 0 unless given */
	double tau0;
	double gate_ns;
	u64 seed;
};

static const struct argp_option option_table[] = {
	{ "json", 'j', NULL, 0, "Write JSON instead of the tables", 0 },
	{ "gate", 'g', "NS", 0,
	  "Stamps that predate the polled edge by more are another interrupt's (800)", 0 },
	{ "html", 'H', "FILE", 0, "Write one HTML file with pictures as well", 0 },
	{ "pictures", 'P', "FOLDER", 0, "Write every picture there as well, SVG and PNG", 0 },
	{ "svg", 's', "PICTURE", 0,
	  "Write one picture instead: " PICTURES, 0 },
	{ "png", 'p', "PICTURE", 0, "The same as PNG", 0 },
	{ "seed", 'S', "N", 0, "Seed of the bootstrap's draws (1)", 0 },
	{ "phase", 'f', NULL, 0,
	  "FILE holds phases in seconds, one a line: print their deviations", 0 },
	{ "tau0", 't', "SECONDS", 0, "With --phase: seconds between them (1)", 0 },
	{ }
};

static void note_option(struct options *options, int key)
{
	const struct argp_option *option;

	for (option = option_table; option->name; option++)
		if (option->key == key && key != 'f' && key != 't')
			options->of_capture = option->name;
}

static error_t parse_option(int key, char *arg, struct argp_state *state)
{
	struct options *options = state->input;

	note_option(options, key);
	switch (key) {
	case 's':
	case 'p':
		options->format = key == 's' ? PICTURE_SVG : PICTURE_PNG;
		options->picture = picture_find(arg);
		if (options->picture < 0)
			die("no picture `%s`: use " PICTURES, arg);
		return 0;
	case 'H':
		if (!strcmp(arg, "-"))
			die("--html=-: give a file: the tables go to stdout");
		options->html = arg;
		return 0;
	case 'P':
		options->pictures = arg;
		return 0;
	case 'j':
		options->json = true;
		return 0;
	case 'g':
		if (parse_number(arg, 0, 1e9, &options->gate_ns))
			die("--gate=%s: a number of ns is needed", arg);
		return 0;
	case 'S':
		if (parse_count(arg, &options->seed))
			die("--seed=%s: a whole number is needed", arg);
		return 0;
	case 'f':
		options->phase = true;
		return 0;
	case 't':
		if (parse_number(arg, 1e-9, 1e9, &options->tau0))
			die("--tau0=%s: seconds are needed", arg);
		return 0;
	case ARGP_KEY_ARG:
		if (state->arg_num)
			die("report takes one FILE");
		options->path = arg;
		return 0;
	case ARGP_KEY_NO_ARGS:
		die("report needs a FILE (`-` reads stdin)");
	default:
		return ARGP_ERR_UNKNOWN;
	}
}

static const struct argp parser = {
	option_table, parse_option, "FILE",
	"Tables of a capture: how late is each method, how sure is that.",
	NULL, NULL, NULL
};

static void check_phase(const struct options *options)
{
	if (options->phase && options->of_capture)
		die("--phase and --%s do not go together: leave one of them out",
		    options->of_capture);
	if (!options->phase && options->tau0)
		die("--tau0 is the time between phases: use it with --phase");
}

static char *picture_path(const char *folder, enum picture picture,
			  enum picture_format format)
{
	return xasprintf("%s/%s.%s", folder, picture_name(picture),
			 format == PICTURE_SVG ? "svg" : "png");
}

/* Before anything is written */
static void check_outputs(const struct options *options)
{
	int picture, format;

	keep_input(options->path, NULL);
	if (options->html)
		keep_input(options->path, options->html);
	for (picture = 0; options->pictures && picture < PICTURE_COUNT;
	     picture++)
		for (format = PICTURE_SVG; format <= PICTURE_PNG; format++) {
			char *path = picture_path(options->pictures, picture,
						  format);

			keep_input(options->path, path);
			free(path);
		}
}

/* A picture that fails does not keep the others away, a missing gnuplot does */
static enum status draw_all(const struct report *report, const char *folder)
{
	enum status status = STATUS_OK;
	int i, error = 0;

	if (mkdir(folder, 0777) && errno != EEXIST)
		die("%s: %s", folder, strerror(errno));
	for (i = 0; i < 2 * PICTURE_COUNT && error != -ENOENT; i++) {
		enum picture_format format = i % 2 ? PICTURE_PNG : PICTURE_SVG;
		char *path = picture_path(folder, i / 2, format);

		progress("drawing %s", path);
		error = picture_draw(report, i / 2, format, path);
		progress_end();
		if (error)
			status = max(status, plot_missing(path, error));
		free(path);
	}
	return status;
}

static void print_picture(const struct report *report,
			  const struct options *options)
{
	size_t size;
	void *data;
	int error = picture_data(report, options->picture, options->format,
				 &data, &size);

	if (error)
		die("no picture %s: %s", picture_name(options->picture),
		    plot_error(error));
	fwrite(data, 1, size, stdout);
	free(data);
}

/* What goes to stdout */
static void print_report(const struct report *report,
			 const struct options *options)
{
	if (options->picture >= 0)
		print_picture(report, options);
	else if (options->json)
		report_json(report);
	else
		report_text(report);
	flush_output();
}

/* Arrays of all pulses come and go: getting their pages anew takes longer */
static void keep_memory(void)
{
	mallopt(M_MMAP_THRESHOLD, 1 << 25);
	mallopt(M_TRIM_THRESHOLD, INT_MAX);
}

/**
 * command_report - run `ppsspin report`
 * @argc: number of arguments, from the name of the sub-command on
 * @argv: the arguments
 *
 * Return: exit status.
 */
int command_report(int argc, char **argv)
{
	struct options options = { .picture = -1, .gate_ns = 800, .seed = 1 };
	struct report report = { };
	struct capture capture;
	enum status status;
	char *path;

	argp_parse(&parser, argc, argv, 0, NULL, &options);
	check_phase(&options);
	keep_memory();
	check_outputs(&options);
	if (options.phase)
		return phasefile_report(options.path, options.tau0 ? options.tau0 : 1);
	capture_read(&capture, options.path);
	path = xprintable(options.path);
	report.path = path;
	report.gate_ns = options.gate_ns;
	report.seed = options.seed;
	analyse(&report, &capture);
	status = report_has_problem(&report) ? STATUS_PROBLEM : STATUS_OK;
	if (!capture.count)
		warn("the stream has no pulse");
	print_report(&report, &options);
	if (options.html)
		status = max(status, report_html(&report, options.html));
	if (options.pictures)
		status = max(status, draw_all(&report, options.pictures));
	report_free(&report);
	capture_free(&capture);
	free(path);
	return status;
}
