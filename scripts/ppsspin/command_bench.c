// SPDX-License-Identifier: GPL-2.0
/*
 * ppsspin bench: experiments of the module pps-spin-bench
 */
#include "commands.h"
#include "util.h"

static const struct {
	const char *name;
	int (*run)(int argc, char **argv);
	const char *summary;
} experiments[] = {
	{ "tick", command_bench_tick,
	  "how much a timer interrupt's period jitters, by idle policy" },
	{ "lock", command_bench_lock,
	  "how fast and how fair a lock is, by the way to wait for it" },
};

static void usage(FILE *out)
{
	size_t i;

	fprintf(out, "usage: ppsspin bench EXPERIMENT [OPTION...]\n\n");
	for (i = 0; i < ARRAY_SIZE(experiments); i++)
		fprintf(out, "  %-10s%s\n", experiments[i].name,
			experiments[i].summary);
	fprintf(out, "\n`ppsspin bench EXPERIMENT --help` lists the options of an experiment.\n");
}

/**
 * command_bench - run `ppsspin bench`
 * @argc: number of arguments, from the name of the sub-command on
 * @argv: the arguments
 *
 * Return: exit status.
 */
int command_bench(int argc, char **argv)
{
	size_t i;

	if (argc > 1 && !strcmp(argv[1], "--help")) {
		usage(stdout);
		return STATUS_OK;
	}
	for (i = 0; argc > 1 && i < ARRAY_SIZE(experiments); i++)
		if (!strcmp(argv[1], experiments[i].name)) {
			argv[1] = xasprintf("%s %s", argv[0], argv[1]);
			return experiments[i].run(argc - 1, argv + 1);
		}
	if (argc > 1)
		warn("bench: no experiment `%s`", argv[1]);
	usage(stderr);
	return STATUS_CANNOT;
}
