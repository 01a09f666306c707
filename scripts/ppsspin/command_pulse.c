// SPDX-License-Identifier: GPL-2.0
/*
 * ppsspin pulse: pulses on an output line, for a loop back to an input
 */
#include <argp.h>
#include <stdlib.h>
#include <time.h>

#include "commands.h"
#include "gpiochip.h"
#include "util.h"

#define NS_PER_S	1000000000LL

struct options {
	const char *chip;
	u64 line;
	double rate_hz;
	double width_us;
	u64 count;
	bool active_low;
};

static const struct argp_option option_table[] = {
	{ "rate", 'R', "HZ", 0, "Pulses a second (1)", 0 },
	{ "width", 'w', "US", 0, "Width of a pulse (100000, or half a period)", 0 },
	{ "count", 'n', "N", 0, "Stop after N pulses", 0 },
	{ "active-low", 'l', NULL, 0, "A pulse is low", 0 },
	{ }
};

static error_t parse_option(int key, char *arg, struct argp_state *state)
{
	struct options *options = state->input;

	switch (key) {
	case 'R':
		if (parse_number(arg, 1e-3, 1e4, &options->rate_hz))
			die("--rate=%s: a number of Hz is needed", arg);
		return 0;
	case 'w':
		if (parse_number(arg, 1, 1e9, &options->width_us))
			die("--width=%s: a number of us is needed", arg);
		return 0;
	case 'n':
		if (parse_count(arg, &options->count) || !options->count)
			die("--count=%s: a number of pulses is needed", arg);
		return 0;
	case 'l':
		options->active_low = true;
		return 0;
	case ARGP_KEY_ARG:
		if (state->arg_num == 0)
			options->chip = arg;
		else if (state->arg_num > 1 || parse_count(arg, &options->line))
			die("pulse takes CHIP and LINE, such as gpiochip0 17");
		return 0;
	case ARGP_KEY_END:
		if (state->arg_num != 2)
			die("pulse takes CHIP and LINE, such as gpiochip0 17");
		return 0;
	default:
		return ARGP_ERR_UNKNOWN;
	}
}

static const struct argp parser = {
	option_table, parse_option, "CHIP LINE",
	"Raise pulses on an output line. Software times them: they are for loops and tests, no standard.",
	NULL, NULL, NULL
};

static void check_range(struct gpiod_chip *chip, const struct options *options)
{
	struct gpiod_chip_info *info = gpiod_chip_get_info(chip);
	size_t lines;

	if (!info)
		die("%s: %s", options->chip, strerror(errno));
	lines = gpiod_chip_info_get_num_lines(info);
	gpiod_chip_info_free(info);
	if (options->line >= lines)
		die("%s has no line %llu, only 0 to %zu", options->chip,
		    (unsigned long long)options->line, lines - 1);
}

static __noreturn void die_of_request(struct gpiod_chip *chip,
				      const struct options *options, int error)
{
	struct gpiod_line_info *line =
		gpiod_chip_get_line_info(chip, options->line);
	const char *consumer = line ? gpiod_line_info_get_consumer(line) : NULL;

	if (error == EBUSY)
		die("%s line %llu is in use by %s: choose a free one, see `ppsspin lines`",
		    options->chip, (unsigned long long)options->line,
		    consumer ? consumer : "the kernel");
	die("%s line %llu: %s", options->chip,
	    (unsigned long long)options->line, strerror(error));
}

static struct gpiod_line_request *request_line(struct gpiod_chip *chip,
					       const struct options *options)
{
	struct gpiod_line_settings *settings = gpiod_line_settings_new();
	struct gpiod_line_config *config = gpiod_line_config_new();
	struct gpiod_request_config *consumer = gpiod_request_config_new();
	struct gpiod_line_request *request;
	unsigned int offset = options->line;

	if (!settings || !config || !consumer)
		die("out of memory");
	gpiod_line_settings_set_direction(settings,
					  GPIOD_LINE_DIRECTION_OUTPUT);
	gpiod_line_settings_set_active_low(settings, options->active_low);
	gpiod_line_config_add_line_settings(config, &offset, 1, settings);
	gpiod_request_config_set_consumer(consumer, "ppsspin pulse");
	request = gpiod_chip_request_lines(chip, consumer, config);
	if (!request)
		die_of_request(chip, options, errno);
	gpiod_request_config_free(consumer);
	gpiod_line_config_free(config);
	gpiod_line_settings_free(settings);
	return request;
}

static void sleep_until(s64 ns)
{
	struct timespec until = { ns / NS_PER_S, ns % NS_PER_S };

	while (clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &until, NULL) ==
	       EINTR && !stop_requested())
		;
}

static void set(struct gpiod_line_request *request,
		const struct options *options, enum gpiod_line_value value)
{
	if (gpiod_line_request_set_value(request, options->line, value))
		die("%s line %llu: %s", options->chip,
		    (unsigned long long)options->line, strerror(errno));
}

static u64 raise_pulses(struct gpiod_line_request *request,
			const struct options *options)
{
	s64 period = (s64)(NS_PER_S / options->rate_hz);
	s64 width = (s64)(options->width_us * 1000), next;
	struct timespec now;
	u64 pulses = 0;

	clock_gettime(CLOCK_MONOTONIC, &now);
	next = now.tv_sec * NS_PER_S + now.tv_nsec + period;
	while (!stop_requested() && (!options->count || pulses < options->count)) {
		sleep_until(next);
		if (stop_requested())
			break;
		set(request, options, GPIOD_LINE_VALUE_ACTIVE);
		sleep_until(next + width);
		set(request, options, GPIOD_LINE_VALUE_INACTIVE);
		next += period;
		pulses++;
		progress("%llu pulses", (unsigned long long)pulses);
	}
	progress_end();
	return pulses;
}

/**
 * command_pulse - run `ppsspin pulse`
 * @argc: number of arguments, from the name of the sub-command on
 * @argv: the arguments
 *
 * Return: exit status.
 */
int command_pulse(int argc, char **argv)
{
	struct options options = { .rate_hz = 1 };
	struct gpiod_line_request *request;
	struct gpiod_chip *chip;

	argp_parse(&parser, argc, argv, 0, NULL, &options);
	if (!options.width_us)
		options.width_us = options.rate_hz > 5 ? 5e5 / options.rate_hz :
							 100000;
	if (options.width_us * options.rate_hz >= 1e6)
		die("--width: a pulse of %g us does not fit in a period of %g us",
		    options.width_us, 1e6 / options.rate_hz);
	chip = gpiochip_find(options.chip);
	check_range(chip, &options);
	stop_on_signals();
	request = request_line(chip, &options);
	raise_pulses(request, &options);
	gpiod_line_request_release(request);
	gpiod_chip_close(chip);
	return STATUS_OK;
}
