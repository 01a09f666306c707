// SPDX-License-Identifier: GPL-2.0
/*
 * ppsspin simulate: a capture with known truth
 */
#include <argp.h>
#include <stdlib.h>

#include "commands.h"
#include "method.h"
#include "model.h"
#include "util.h"

#define SEGMENTS_MAX	32

struct part {
	const struct model_profile *profile;
	u64 pulses;
};

struct options {
	struct model model;
	struct part parts[SEGMENTS_MAX];
	int part_count;
	u64 pulses;
	u64 seed;
	double skip;
	double repeat;
};

enum {
	KEY_CNTFRQ = 256,
	KEY_RATE,
	KEY_TICK_HZ,
	KEY_PPM,
	KEY_READ_NS,
	KEY_ENTRY_NS,
	KEY_POLL_METHOD,
	KEY_POLL_MODE,
	KEY_OBSERVER_NS,
	KEY_STIMULUS,
	KEY_START,
	KEY_SKIP,
	KEY_REPEAT,
};

static const struct argp_option option_table[] = {
	{ "pulses", 'n', "N", 0, "Pulses of each segment (1000)", 0 },
	{ "seed", 's', "N", 0, "Seed of the model's chance (1)", 0 },
	{ "segment", 'S', "LOAD[:N]", 0, "Add a segment: idle, moderate, heavy (all)", 0 },
	{ "cntfrq", KEY_CNTFRQ, "HZ", 0, "Rate of the counter (12500000)", 0 },
	{ "rate", KEY_RATE, "HZ", 0, "Rate of the pulses (1)", 0 },
	{ "tick", KEY_TICK_HZ, "HZ", 0, "Rate of the kernel's timer tick (250)", 0 },
	{ "ppm", KEY_PPM, "X", 0, "Frequency error of the counter (8.6)", 0 },
	{ "read", KEY_READ_NS, "NS", 0, "One turn of the poll loop (480)", 0 },
	{ "entry", KEY_ENTRY_NS, "NS", 0, "Edge to exception entry (500)", 0 },
	{ "poll-method", KEY_POLL_METHOD, "NAME", 0,
	  "poll-after, poll-bracket, poll-mmio or rotate (poll-mmio)", 0 },
	{ "poll-mode", KEY_POLL_MODE, "MODE", 0, "every, alternate or none (every)", 0 },
	{ "observer", KEY_OBSERVER_NS, "NS", 0, "Polling delays the entry by this (0)", 0 },
	{ "stimulus", KEY_STIMULUS, NULL, 0, "Bracket each edge with t0 and t1", 0 },
	{ "start", KEY_START, "TICKS", 0, "Counter at the start (1000000000)", 0 },
	{ "skip", KEY_SKIP, "SHARE", 0, "Leave this share of the lines out (0)", 0 },
	{ "repeat", KEY_REPEAT, "SHARE", 0, "Write this share of the lines twice (0)", 0 },
	{ }
};

static double number(const char *option, const char *text, double low,
		     double high)
{
	double value;

	if (parse_number(text, low, high, &value))
		die("--%s=%s: a number from %g to %g is needed", option, text,
		    low, high);
	return value;
}

static u64 count(const char *option, const char *text)
{
	u64 value;

	if (parse_count(text, &value))
		die("--%s=%s: a whole number is needed", option, text);
	return value;
}

static void add_part(struct options *options, char *text)
{
	struct part *part = &options->parts[options->part_count];
	char *colon = strchr(text, ':');

	if (options->part_count == SEGMENTS_MAX)
		die("more than %d segments", SEGMENTS_MAX);
	if (colon) {
		*colon = '\0';
		part->pulses = count("segment", colon + 1);
	}
	part->profile = model_profile_find(text);
	if (!part->profile)
		die("--segment=%s: idle, moderate or heavy is needed", text);
	options->part_count++;
}

static void set_method(struct model *model, const char *text)
{
	int method = method_find(text);

	model->rotate = !strcmp(text, "rotate");
	if (model->rotate)
		return;
	if (method < 0 || !method_is_poll(method))
		die("--poll-method=%s: poll-after, poll-bracket, poll-mmio or rotate is needed",
		    text);
	model->variant = method - METHOD_POLL_AFTER;
}

static void set_mode(struct model *model, const char *text)
{
	static const char * const modes[] = {
		[MODEL_EVERY]		= "every",
		[MODEL_ALTERNATE]	= "alternate",
		[MODEL_NONE]		= "none",
	};
	size_t i;

	for (i = 0; i < ARRAY_SIZE(modes); i++)
		if (!strcmp(modes[i], text)) {
			model->poll_mode = i;
			return;
		}
	die("--poll-mode=%s: every, alternate or none is needed", text);
}

static error_t parse_model_option(int key, char *arg, struct model *model)
{
	switch (key) {
	case KEY_CNTFRQ:
		model->cntfrq_hz = number("cntfrq", arg, 1e5, 1e10);
		return 0;
	case KEY_RATE:
		model->rate_hz = number("rate", arg, 1e-3, 1e4);
		return 0;
	case KEY_TICK_HZ:
		model->tick_hz = number("tick", arg, 1, 1e5);
		return 0;
	case KEY_PPM:
		model->ppm = number("ppm", arg, -1e5, 1e5);
		return 0;
	case KEY_READ_NS:
		model->read_ns = number("read", arg, 1, 1e6);
		return 0;
	case KEY_ENTRY_NS:
		model->entry_ns = number("entry", arg, 0, 1e6);
		return 0;
	case KEY_OBSERVER_NS:
		model->observer_ns = number("observer", arg, -1e5, 1e5);
		return 0;
	case KEY_POLL_METHOD:
		set_method(model, arg);
		return 0;
	case KEY_POLL_MODE:
		set_mode(model, arg);
		return 0;
	case KEY_STIMULUS:
		model->stimulus = true;
		return 0;
	case KEY_START:
		model->ticks = count("start", arg);
		return 0;
	default:
		return ARGP_ERR_UNKNOWN;
	}
}

static error_t parse_option(int key, char *arg, struct argp_state *state)
{
	struct options *options = state->input;

	switch (key) {
	case 'n':
		options->pulses = count("pulses", arg);
		return 0;
	case 's':
		options->seed = count("seed", arg);
		return 0;
	case 'S':
		add_part(options, arg);
		return 0;
	case KEY_SKIP:
		options->skip = number("skip", arg, 0, 1);
		return 0;
	case KEY_REPEAT:
		options->repeat = number("repeat", arg, 0, 1);
		return 0;
	case ARGP_KEY_ARG:
		die("simulate takes no argument; it writes to stdout");
	default:
		return parse_model_option(key, arg, &options->model);
	}
}

static const struct argp parser = {
	option_table, parse_option, NULL,
	"Write a capture of a modelled board to stdout, with columns that tell the truth.",
	NULL, NULL, NULL
};

static const char *availability(const struct model *model,
				enum pps_spin_poll variant)
{
	if (model->poll_mode == MODEL_NONE)
		return "unavailable polling is off";
	if (!model->rotate && model->variant != variant)
		return "unavailable not chosen";
	return "available";
}

static void print_header(const struct options *options)
{
	const struct model *model = &options->model;
	char columns[PPS_SPIN_LINE_MAX];
	int i;

	printf("# format=%d\n", PPS_SPIN_FORMAT);
	printf("# module_version=simulated, seed %llu\n",
	       (unsigned long long)options->seed);
	printf("# hz=%g\n# rate_hz=%g\n# cntfrq_hz=%.0f\n# counter=cntvct\n",
	       model->tick_hz, model->rate_hz, model->cntfrq_hz);
	printf("# gate_ns=%g\n", model->gate_ns);
	for (i = 0; i < METHOD_IRQ_SIDE_COUNT; i++)
		printf("# method.%s=available\n", method_name(i));
	for (i = 0; i < PPS_SPIN_POLL_COUNT; i++)
		printf("# method.%s=%s\n", pps_spin_poll_name(i),
		       availability(model, i));
	printf("# simulated.ppm=%g\n# simulated.read_ns=%g\n# simulated.entry_ns=%g\n",
	       model->ppm, model->read_ns, model->entry_ns);
	pps_spin_columns_format(columns, sizeof(columns));
	columns[strlen(columns) - 1] = '\0';
	printf("%s", columns);
	for (i = 0; i < TRUTH_COLUMNS; i++)
		printf(" %s", stream_truth_names[i]);
	printf("\n");
}

static void print_pulse(const struct pps_spin_record *record,
			const struct truth *truth)
{
	char line[PPS_SPIN_LINE_MAX];
	int len = pps_spin_record_format(record, line, sizeof(line));

	line[len - 1] = '\0';
	printf("%s %llu %u %d\n", line, (unsigned long long)truth->ticks,
	       truth->millionths, truth->stolen);
}

static void simulate_part(struct options *options, const struct part *part)
{
	struct model *model = &options->model;
	u64 pulses = part->pulses ? part->pulses : options->pulses;

	printf("# mark %s\n# set governor=%s\n", part->profile->name,
	       part->profile->governor);
	while (pulses--) {
		struct pps_spin_record record;
		struct truth truth;

		model_pulse(model, part->profile, &record, &truth);
		if (options->skip && gsl_rng_uniform(model->rng) <
				     options->skip)
			continue;
		print_pulse(&record, &truth);
		if (options->repeat && gsl_rng_uniform(model->rng) <
				       options->repeat)
			print_pulse(&record, &truth);
	}
}

/**
 * command_simulate - run `ppsspin simulate`
 * @argc: number of arguments, from the name of the sub-command on
 * @argv: the arguments
 *
 * Return: exit status.
 */
int command_simulate(int argc, char **argv)
{
	struct options options = {
		.model = {
			.cntfrq_hz	= 12.5e6,
			.rate_hz	= 1,
			.tick_hz	= 250,
			.ppm		= 8.6,
			.read_ns	= 480,
			.entry_ns	= 500,
			.gate_ns	= 800,
			.variant	= PPS_SPIN_POLL_MMIO,
			.ticks		= 1000000000,
		},
		.pulses = 1000,
		.seed = 1,
	};
	int i;

	argp_parse(&parser, argc, argv, 0, NULL, &options);
	for (i = 0; !options.part_count && model_profiles[i].name; i++)
		options.parts[i].profile = &model_profiles[i];
	if (!options.part_count)
		options.part_count = i;
	options.model.start_ticks = options.model.ticks;
	options.model.rng = gsl_rng_alloc(gsl_rng_mt19937);
	gsl_rng_set(options.model.rng, options.seed);
	print_header(&options);
	for (i = 0; i < options.part_count; i++)
		simulate_part(&options, &options.parts[i]);
	gsl_rng_free(options.model.rng);
	return STATUS_OK;
}
