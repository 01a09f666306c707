// SPDX-License-Identifier: GPL-2.0
/*
 * Conditions that segments must share to be compared
 *
 * A stream that does not tell of a condition, as older ones do not, is not said
 * to differ in it.
 */
#include <stdlib.h>

#include "capture.h"
#include "util.h"

/* Values of a condition that are listed */
#define VALUES_SHOWN	4

static const char * const names[CONDITIONS] = {
	[CONDITION_HZ]			= "hz",
	[CONDITION_TICK]		= "tick",
	[CONDITION_POLL_CPU_IDLE]	= "poll_cpu_idle",
	[CONDITION_IRQ_CPU_IDLE]	= "irq_cpu_idle",
	[CONDITION_IDLE_POLICY]		= "idle_policy",
};

/**
 * condition_name - the key of a condition
 * @condition: the condition
 *
 * Return: its key.
 */
const char *condition_name(enum condition condition)
{
	return names[condition];
}

/**
 * condition_find - the condition of a key
 * @key: the key
 *
 * Return: the condition, or -EINVAL if the key is none.
 */
int condition_find(const char *key)
{
	int i;

	for (i = 0; i < CONDITIONS; i++)
		if (!strcmp(names[i], key))
			return i;
	return -EINVAL;
}

/* NULL in a segment that has no pulses, or does not tell of it */
static const char *value_in(const struct capture *capture, size_t s,
			    enum condition condition)
{
	return capture->segments[s].conditions.value[condition];
}

static bool same_in(const struct capture *capture, size_t s,
		    enum condition condition, const char *value)
{
	const char *other = value_in(capture, s, condition);

	return other && !strcmp(other, value);
}

/* "nop in `experiment` and 2 more" */
static char *value_words(const struct capture *capture, size_t first,
			 enum condition condition)
{
	const char *value = value_in(capture, first, condition);
	size_t s, more = 0;

	for (s = first + 1; s < capture->segment_count; s++)
		more += same_in(capture, s, condition, value);
	if (!more)
		return xasprintf("%s in `%s`", value,
				 capture->segments[first].name);
	return xasprintf("%s in `%s` and %zu more", value,
			 capture->segments[first].name, more);
}

/* Whether a segment is the first one with its value */
static bool is_first(const struct capture *capture, size_t s,
		     enum condition condition)
{
	const char *value = value_in(capture, s, condition);

	while (value && s--)
		if (same_in(capture, s, condition, value))
			return false;
	return value;
}

/**
 * condition_words - say how a condition differs between segments
 * @capture: the capture
 * @condition: the condition
 *
 * Return: the words, to be freed; NULL if it does not differ.
 */
char *condition_words(const struct capture *capture, enum condition condition)
{
	char *list = NULL, *words;
	size_t s, values = 0;

	for (s = 0; s < capture->segment_count; s++) {
		char *one;

		if (values > VALUES_SHOWN || !is_first(capture, s, condition))
			continue;
		one = values == VALUES_SHOWN ? xstrdup("and so on") :
			value_words(capture, s, condition);
		words = list ? xasprintf("%s, %s", list, one) : xstrdup(one);
		free(one);
		free(list);
		list = words;
		values++;
	}
	words = values < 2 ? NULL :
		xasprintf("%s is %s: what differs between these segments may come from that",
			  names[condition], list);
	free(list);
	return words;
}

/**
 * condition_mixed_words - say how a condition changes inside a segment
 * @capture: the capture
 * @segment: index of the segment
 * @condition: the condition
 *
 * Return: the words, to be freed; NULL if it does not change.
 */
char *condition_mixed_words(const struct capture *capture, size_t segment,
			    enum condition condition)
{
	const struct segment *part = &capture->segments[segment];
	const struct conditions *conditions = &part->conditions;

	if (!conditions->later[condition])
		return NULL;
	return xasprintf("%s goes from %s to %s inside `%s`: its figures mix both; write a mark at such a change",
			 names[condition], conditions->value[condition],
			 conditions->later[condition], part->name);
}
