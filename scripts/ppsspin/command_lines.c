// SPDX-License-Identifier: GPL-2.0
/*
 * ppsspin lines: GPIO chips and lines that a pulse could come in at
 */
#include <argp.h>
#include <stdlib.h>

#include "commands.h"
#include "gpiochip.h"
#include "levelregister.h"
#include "util.h"

#define SYSFS	"/sys/bus/gpio/devices"

static const struct argp_option option_table[] = {
	{ "all", 'a', NULL, 0, "Lines without a name and a consumer as well", 0 },
	{ }
};

static error_t parse_option(int key, char *arg, struct argp_state *state)
{
	bool *all = state->input;

	switch (key) {
	case 'a':
		*all = true;
		return 0;
	case ARGP_KEY_ARG:
		die("lines takes no argument: `%s`", arg);
	default:
		return ARGP_ERR_UNKNOWN;
	}
}

static const struct argp parser = {
	option_table, parse_option, NULL,
	"List GPIO chips, their lines and who uses them, and whether poll-mmio knows the chip's level register.",
	NULL, NULL, NULL
};

static void print_line(struct gpiod_line_info *line, bool all)
{
	const char *name = gpiod_line_info_get_name(line);
	const char *consumer = gpiod_line_info_get_consumer(line);

	if (!all && !name && !consumer)
		return;
	printf("  line=%-4u %-24s %-7s %s\n", gpiod_line_info_get_offset(line),
	       name ? name : "-",
	       gpiod_line_info_get_direction(line) ==
	       GPIOD_LINE_DIRECTION_OUTPUT ? "output" : "input",
	       !gpiod_line_info_is_used(line) ? "free" :
	       consumer ? consumer : "used by the kernel");
}

static void print_chip(struct gpiod_chip *chip, bool all)
{
	struct gpiod_chip_info *info = gpiod_chip_get_info(chip);
	size_t i, lines;

	if (!info)
		die("%s: %s", gpiod_chip_get_path(chip), strerror(errno));
	lines = gpiod_chip_info_get_num_lines(info);
	printf("%s chip=%s, %zu lines, level register %s\n",
	       gpiod_chip_info_get_name(info), gpiod_chip_info_get_label(info),
	       lines, level_register_of_chip(SYSFS,
					     gpiod_chip_info_get_name(info)) ?
	       "known: poll-mmio" : "not known: poll-bracket");
	for (i = 0; i < lines; i++) {
		struct gpiod_line_info *line = gpiod_chip_get_line_info(chip, i);

		if (!line)
			continue;
		print_line(line, all);
		gpiod_line_info_free(line);
	}
	gpiod_chip_info_free(info);
}

/**
 * command_lines - run `ppsspin lines`
 * @argc: number of arguments, from the name of the sub-command on
 * @argv: the arguments
 *
 * Return: exit status.
 */
int command_lines(int argc, char **argv)
{
	char **paths;
	bool all = false;
	int i, count;

	argp_parse(&parser, argc, argv, 0, NULL, &all);
	count = gpiochip_list(&paths);
	if (!count)
		die("no /dev/gpiochip*: this machine has no GPIO that can be used");
	for (i = 0; i < count; i++) {
		struct gpiod_chip *chip = gpiod_chip_open(paths[i]);

		if (!chip)
			die("%s: %s", paths[i], strerror(errno));
		print_chip(chip, all);
		gpiod_chip_close(chip);
		free(paths[i]);
	}
	free(paths);
	return STATUS_OK;
}
