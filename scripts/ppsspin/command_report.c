// SPDX-License-Identifier: GPL-2.0
/*
 * ppsspin report: from a capture file to an answer
 */
#include <argp.h>
#include <stdlib.h>

#include "commands.h"
#include "plot.h"
#include "util.h"

struct options {
	const char *path;
	int picture;
	enum picture_format format;
};

static const struct argp_option option_table[] = {
	{ "svg", 's', "PICTURE", 0, "Write this picture as SVG to stdout, instead of the tables", 0 },
	{ "png", 'p', "PICTURE", 0, "The same as PNG", 0 },
	{ }
};

static error_t parse_option(int key, char *arg, struct argp_state *state)
{
	struct options *options = state->input;

	switch (key) {
	case 's':
	case 'p':
		options->format = key == 's' ? PICTURE_SVG : PICTURE_PNG;
		options->picture = picture_find(arg);
		if (options->picture < 0)
			die("no picture `%s`", arg);
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

static enum status verdict_status(const struct capture *capture)
{
	if (!capture->count) {
		warn("the stream has no pulse");
		return STATUS_PROBLEM;
	}
	return capture->bad || capture->lost ? STATUS_PROBLEM : STATUS_OK;
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
	struct options options = { .picture = -1 };
	struct report report = { };
	struct capture capture;
	enum status status;

	argp_parse(&parser, argc, argv, 0, NULL, &options);
	capture_read(&capture, options.path);
	report.path = options.path;
	analyse(&report, &capture);
	status = verdict_status(&capture);
	if (options.picture < 0)
		report_text(&report);
	else if (picture_draw(&report, options.picture, options.format, "-"))
		die("gnuplot cannot be run: install gnuplot-nox");
	report_free(&report);
	capture_free(&capture);
	return status;
}
