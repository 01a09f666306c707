// SPDX-License-Identifier: GPL-2.0
/*
 * Kinds of parameters: a word of several, a number between bounds
 */
#define pr_fmt(fmt) KBUILD_MODNAME ": " fmt

#include <linux/kernel.h>
#include <linux/string.h>
#include <linux/sysfs.h>

#include "choice.h"
#include "instances.h"

/* How much of a refused value is told: its first line, and not all of a long one */
static int shown_len(const char *text)
{
	return min(strcspn(text, "\n"), 20UL);
}

static int choice_set(const char *text, const struct kernel_param *param)
{
	const struct pps_spin_choice *choice = param->arg;
	char known[64] = "";
	int i, len = 0;

	i = __sysfs_match_string(choice->words, choice->count, text);
	if (i >= 0) {
		WRITE_ONCE(*choice->value, i);
		pps_spin_settings_changed(param->name, choice->words[i]);
		return 0;
	}
	for (i = 0; i < choice->count; i++)
		len += scnprintf(known + len, sizeof(known) - len, " %s",
				 choice->words[i]);
	pr_err("%s=%.*s is not known: give one of%s\n", param->name,
	       shown_len(text), text, known);
	return -EINVAL;
}

static int choice_get(char *buf, const struct kernel_param *param)
{
	const struct pps_spin_choice *choice = param->arg;

	return sysfs_emit(buf, "%s\n", choice->words[*choice->value]);
}

const struct kernel_param_ops pps_spin_choice_ops = {
	.set = choice_set,
	.get = choice_get,
};

static int bounds_set(const char *text, const struct kernel_param *param)
{
	const struct pps_spin_bounds *bounds = param->arg;
	unsigned int value;
	char number[12];

	if (kstrtouint(text, 10, &value) || value < bounds->min ||
	    value > bounds->max) {
		pr_err("%s=%.*s is not valid: give a number from %u to %u\n",
		       param->name, shown_len(text), text, bounds->min,
		       bounds->max);
		return -EINVAL;
	}
	WRITE_ONCE(*bounds->value, value);
	snprintf(number, sizeof(number), "%u", value);
	pps_spin_settings_changed(param->name, number);
	return 0;
}

static int bounds_get(char *buf, const struct kernel_param *param)
{
	const struct pps_spin_bounds *bounds = param->arg;

	return sysfs_emit(buf, "%u\n", *bounds->value);
}

const struct kernel_param_ops pps_spin_bounds_ops = {
	.set = bounds_set,
	.get = bounds_get,
};
