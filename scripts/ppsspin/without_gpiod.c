// SPDX-License-Identifier: GPL-2.0
/*
 * What needs libgpiod 2, in a build without it
 */
#include <argp.h>

#include "commands.h"
#include "util.h"

#define REMEDY	"this build has no libgpiod 2: install libgpiod-dev from version 2 on (Debian 13 has it) and build again"

static const struct argp parser = {
	NULL, NULL, NULL, "Not in this build, which has no libgpiod 2.",
	NULL, NULL, NULL
};

/* Only --help can be had */
static void refuse(const char *command, int argc, char **argv)
{
	if (argc > 1 && !strcmp(argv[1], "--help"))
		argp_parse(&parser, argc, argv, 0, NULL, NULL);
	die("%s: " REMEDY, command);
}

/**
 * command_lines - say why `ppsspin lines` cannot run
 * @argc: number of arguments
 * @argv: the arguments
 *
 * Return: never.
 */
int command_lines(int argc, char **argv)
{
	refuse("lines", argc, argv);
	return STATUS_CANNOT;
}

/**
 * command_pulse - say why `ppsspin pulse` cannot run
 * @argc: number of arguments
 * @argv: the arguments
 *
 * Return: never.
 */
int command_pulse(int argc, char **argv)
{
	refuse("pulse", argc, argv);
	return STATUS_CANNOT;
}
