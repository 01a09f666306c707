// SPDX-License-Identifier: GPL-2.0
/*
 * ppsspin import: logs of other programs as captures of one method
 */
#include <argp.h>
#include <stdlib.h>

#include "commands.h"
#include "importer.h"
#include "util.h"

static const struct argp_option option_table[] = {
	{ "refid", 'r', "ID", 0, "Of this source: refid, or ppstest's number (the first)", 0 },
	{ "rate", 'R', "HZ", 0, "refclocks.log: rate of the pulses (1)", 0 },
	{ "clear", 'c', NULL, 0, "ppstest: the clear events, not the assert ones", 0 },
	{ }
};

static error_t parse_option(int key, char *arg, struct argp_state *state)
{
	struct importer *importer = state->input;

	switch (key) {
	case 'r':
		importer->refid = arg;
		return 0;
	case 'R':
		if (parse_number(arg, 1, 1e4, &importer->rate_hz))
			die("--rate=%s: a number of Hz is needed", arg);
		return 0;
	case 'c':
		importer->clear = true;
		return 0;
	case ARGP_KEY_ARG:
		if (state->arg_num)
			die("import takes one FILE");
		importer->path = arg;
		return 0;
	case ARGP_KEY_NO_ARGS:
		die("import needs a FILE (`-` reads stdin)");
	default:
		return ARGP_ERR_UNKNOWN;
	}
}

static const struct argp parser = {
	option_table, parse_option, "FILE",
	"Turn a log of ppstest or chrony's refclocks.log into a capture of the method irq, on stdout.",
	NULL, NULL, NULL
};

/* Nothing has been written then */
static __noreturn void die_of_no_pulse(const struct importer *importer)
{
	if (importer->is_stream)
		die("%s: this is a stream already: use `ppsspin report`",
		    importer->path);
	if (!importer->kind)
		die("%s: neither a log of ppstest nor chrony's refclocks.log (%llu lines)",
		    importer->path, (unsigned long long)importer->lines);
	die("%s: no pulse in %llu lines of %s, %llu of them not understood: see --refid and --clear for what is taken",
	    importer->path, (unsigned long long)importer->lines,
	    importer->kind, (unsigned long long)importer->bad);
}

static void warn_of_others(const struct importer *importer)
{
	warn("these are of source %s: %llu pulses of others are left out, --refid=%s would take those",
	     importer->refid ? importer->refid : importer->chosen,
	     (unsigned long long)importer->others, importer->other);
}

/* Options of the log that this one is not */
static void warn_of_unused(const struct importer *importer, bool has_rate)
{
	bool is_ppstest = !strcmp(importer->kind, "ppstest");

	if (has_rate && is_ppstest)
		warn("--rate is of refclocks.log: ignored, ppstest numbers its pulses");
	if (importer->clear && !is_ppstest)
		warn("--clear is of ppstest: ignored");
}

/**
 * command_import - run `ppsspin import`
 * @argc: number of arguments, from the name of the sub-command on
 * @argv: the arguments
 *
 * Return: exit status.
 */
int command_import(int argc, char **argv)
{
	struct importer importer = { };
	bool has_rate;
	FILE *in;

	argp_parse(&parser, argc, argv, 0, NULL, &importer);
	has_rate = importer.rate_hz;
	if (!has_rate)
		importer.rate_hz = 1;
	in = strcmp(importer.path, "-") ? fopen(importer.path, "r") : stdin;
	if (!in)
		die("%s: %s", importer.path, strerror(errno));
	keep_input(importer.path, NULL);
	importer_run(&importer, in, stdout);
	if (ferror(in))
		die("%s: %s", importer.path, strerror(errno));
	if (in != stdin)
		fclose(in);
	flush_output();
	if (!importer.pulses)
		die_of_no_pulse(&importer);
	warn("%llu pulses from %llu lines of %s, %llu lines left out",
	     (unsigned long long)importer.pulses,
	     (unsigned long long)importer.lines, importer.kind,
	     (unsigned long long)importer.bad);
	warn_of_unused(&importer, has_rate);
	if (importer.others)
		warn_of_others(&importer);
	return STATUS_OK;
}
