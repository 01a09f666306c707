// SPDX-License-Identifier: GPL-2.0
/*
 * The command that describes a train of edges
 */
#include <linux/cpumask.h>
#include <linux/ctype.h>
#include <linux/device.h>
#include <linux/string.h>

#include "stimulus.h"

#define KEYS	"rate= count= cpu= width-us= jitter-us= delay-us= seed="

/**
 * struct command_key - a key of the command
 * @name: its name
 * @min: least value
 * @max: greatest value
 * @value: where it goes
 */
struct command_key {
	const char *name;
	u32 min;
	u32 max;
	u32 *value;
};

/* A number with up to three decimals, in thousandths */
static int parse_milli(const char *text, u64 *milli)
{
	int decimals = 0;
	bool point = false;

	*milli = 0;
	for (; *text; text++) {
		if (*text == '.' && !point) {
			point = true;
			continue;
		}
		if (!isdigit(*text) || decimals == 3 || *milli > U32_MAX)
			return -EINVAL;
		*milli = *milli * 10 + *text - '0';
		decimals += point;
	}
	for (; decimals < 3; decimals++)
		*milli *= 10;
	return 0;
}

static int parse_rate(struct device *dev, const char *text, u32 *period_us)
{
	u64 millihertz;

	if (parse_milli(text, &millihertz) || millihertz < 100 ||
	    millihertz > 1000 * 1000) {
		dev_err(dev, "stimulus: rate=%.20s: give 0.1 to 1000 Hz, to a thousandth\n",
			text);
		return -EINVAL;
	}
	*period_us = div64_u64(1000ULL * USEC_PER_SEC, millihertz);
	return 0;
}

static int parse_key(struct device *dev, const struct command_key *keys,
		     int count, const char *name, const char *text)
{
	u32 value;
	int i;

	for (i = 0; i < count; i++) {
		if (strcmp(name, keys[i].name))
			continue;
		if (kstrtou32(text, 10, &value) || value < keys[i].min ||
		    value > keys[i].max) {
			dev_err(dev, "stimulus: %s=%.20s: give a number from %u to %u\n",
				name, text, keys[i].min, keys[i].max);
			return -EINVAL;
		}
		*keys[i].value = value;
		return 0;
	}
	dev_err(dev, "stimulus: %.20s is not known: give stop, or " KEYS "\n",
		name);
	return -EINVAL;
}

/**
 * pps_spin_train_parse - read the keys of a train
 * @dev: the device, for messages
 * @text: the keys; changed
 * @train: with defaults; what @text does not name stays
 *
 * Return: 0, or -EINVAL with a message.
 */
int pps_spin_train_parse(struct device *dev, char *text,
			 struct pps_spin_train *train)
{
	const struct command_key keys[] = {
		{ "count", 1, U32_MAX, &train->count },
		{ "cpu", 0, nr_cpu_ids - 1, &train->cpu },
		{ "width-us", 1, 900000, &train->width_us },
		{ "jitter-us", 0, 1000000, &train->jitter_us },
		{ "delay-us", 0, 1000, &train->delay_us },
		{ "seed", 1, U32_MAX, &train->seed },
	};
	char *word, *value;
	int ret;

	/* More likely a mistake than a wish for the defaults */
	if (!*skip_spaces(text)) {
		dev_err(dev, "stimulus: the command is empty: give stop, or some of " KEYS "\n");
		return -EINVAL;
	}
	while ((word = strsep(&text, "\n "))) {
		if (!*word)
			continue;
		value = strchr(word, '=');
		if (value)
			*value++ = '\0';
		if (!strcmp(word, "rate"))
			ret = parse_rate(dev, value ?: "", &train->period_us);
		else
			ret = parse_key(dev, keys, ARRAY_SIZE(keys), word,
					value ?: "");
		if (ret)
			return ret;
	}
	return 0;
}
