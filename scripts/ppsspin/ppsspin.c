// SPDX-License-Identifier: GPL-2.0
/*
 * ppsspin: record, watch and analyse the captures of pps-gpio-spin
 */
#include <argp.h>
#include <gsl/gsl_errno.h>
#include <stdio.h>
#include <stdlib.h>

#include "commands.h"
#include "util.h"

static const struct {
	const char *name;
	int (*run)(int argc, char **argv);
	const char *summary;
} commands[] = {
	{ "lines", command_lines, "GPIO chips and lines, who uses them, what can be polled" },
	{ "record", command_record, "the driver's stream into a file" },
	{ "watch", command_watch, "the driver's stream, live in a terminal" },
	{ "report", command_report, "tables, pictures and a verdict from a capture file" },
	{ "import", command_import, "a capture from a log of ppstest or of chrony" },
	{ "pulse", command_pulse, "pulses on an output line, for a loop back" },
	{ "bench", command_bench, "idle policies and lock waits, by the module pps-spin-bench" },
	{ "simulate", command_simulate, "a capture of a modelled board, with known truth" },
};

static void usage(FILE *out)
{
	size_t i;

	fprintf(out, "usage: ppsspin COMMAND [OPTION...]\n\n");
	for (i = 0; i < ARRAY_SIZE(commands); i++)
		fprintf(out, "  %-10s%s\n", commands[i].name,
			commands[i].summary);
	fprintf(out, "\n`ppsspin COMMAND --help` lists the options of a command.\n");
	fprintf(out, "`ppsspin --version` is that of the driver it belongs to.\n");
	fprintf(out, "Exit status: 0, 1 if the data has a problem, 2 if it cannot run.\n");
}

/* Whatever was printed has to be written before the status says so */
static int run(int (*command)(int argc, char **argv), int argc, char **argv)
{
	int status = command(argc, argv);

	flush_output();
	return status;
}

int main(int argc, char **argv)
{
	size_t i;

	argp_err_exit_status = STATUS_CANNOT;
	/* Each --help fits a screen without it */
	setenv("ARGP_HELP_FMT", "no-dup-args-note", 0);
	gsl_set_error_handler_off();
	if (argc < 2) {
		usage(stderr);
		return STATUS_CANNOT;
	}
	if (!strcmp(argv[1], "--version")) {
		printf("ppsspin " PPSSPIN_VERSION "\n");
		return STATUS_OK;
	}
	if (!strcmp(argv[1], "--help") || !strcmp(argv[1], "help")) {
		usage(stdout);
		flush_output();
		return STATUS_OK;
	}
	for (i = 0; i < ARRAY_SIZE(commands); i++)
		if (!strcmp(argv[1], commands[i].name)) {
			argv[1] = xasprintf("ppsspin %s", commands[i].name);
			return run(commands[i].run, argc - 1, argv + 1);
		}
	warn("no command `%s`", argv[1]);
	usage(stderr);
	return STATUS_CANNOT;
}
