// SPDX-License-Identifier: GPL-2.0
/*
 * PURE: a command of key=value words
 */
#include "command.h"

/* Cuts the next word off the rest; NULL if there is none */
static char *next_word(char **rest)
{
	char *word = *rest + strspn(*rest, "\n ");
	size_t len = strcspn(word, "\n ");

	*rest = word + len;
	if (**rest)
		*(*rest)++ = '\0';
	return len ? word : NULL;
}

/* Digits alone: no sign, no space, no other base */
static bool is_number(const char *text, u32 *number)
{
	u64 value = 0;

	if (!*text)
		return false;
	for (; *text; text++) {
		if (*text < '0' || *text > '9')
			return false;
		value = value * 10 + *text - '0';
		if (value > U32_MAX)
			return false;
	}
	*number = value;
	return true;
}

static int take_number(const struct pps_spin_command_key *key, const char *text,
		       char *complaint, size_t size)
{
	u32 number;

	if (is_number(text, &number) && number >= key->min &&
	    number <= key->max) {
		*key->value = number;
		return 0;
	}
	scnprintf(complaint, size,
		  "%s=%.20s is not valid: give a number from %u to %u",
		  key->name, text, key->min, key->max);
	return -EINVAL;
}

static int take_word(const struct pps_spin_command_key *key, const char *text,
		     char *complaint, size_t size)
{
	size_t len;
	u32 i;

	for (i = 0; i <= key->max; i++) {
		if (!strcmp(text, key->words[i])) {
			*key->value = i;
			return 0;
		}
	}
	len = scnprintf(complaint, size, "%s=%.20s is not known: give one of",
			key->name, text);
	for (i = 0; i <= key->max; i++)
		len += scnprintf(complaint + len, size - len, " %s",
				 key->words[i]);
	return -EINVAL;
}

static int unknown_key(const char *name,
		       const struct pps_spin_command_key *keys,
		       unsigned int count, char *complaint, size_t size)
{
	unsigned int i;
	size_t len;

	len = scnprintf(complaint, size, "%.20s is not known: give some of",
			name);
	for (i = 0; i < count; i++)
		len += scnprintf(complaint + len, size - len, " %s=",
				 keys[i].name);
	return -EINVAL;
}

static int take_pair(char *pair, const struct pps_spin_command_key *keys,
		     unsigned int count, u32 *seen, char *complaint,
		     size_t size)
{
	char *value = strchr(pair, '=');
	unsigned int i;

	if (value)
		*value++ = '\0';
	for (i = 0; i < count && strcmp(pair, keys[i].name); i++)
		;
	if (!value || i == count)
		return unknown_key(pair, keys, count, complaint, size);
	if (*seen & BIT(i)) {
		scnprintf(complaint, size, "%s= is given twice: give it once",
			  keys[i].name);
		return -EINVAL;
	}
	*seen |= BIT(i);
	return keys[i].words ? take_word(&keys[i], value, complaint, size) :
			       take_number(&keys[i], value, complaint, size);
}

/**
 * pps_spin_command_parse - read a command
 * @text: the command; changed
 * @keys: what may follow "start"
 * @count: number of @keys, 32 at most
 * @complaint: told what is wrong, and what would be right
 * @size: of @complaint
 *
 * Return: &enum pps_spin_verb, or -EINVAL with a complaint; some values may be
 * taken then.
 */
int pps_spin_command_parse(char *text, const struct pps_spin_command_key *keys,
			   unsigned int count, char *complaint, size_t size)
{
	char *verb = next_word(&text);
	char *pair;
	u32 seen = 0;
	int ret;

	if (verb && !strcmp(verb, "stop") && !next_word(&text))
		return PPS_SPIN_STOP;
	if (!verb || strcmp(verb, "start")) {
		scnprintf(complaint, size,
			  "%.20s is not known: give stop alone, or start with keys",
			  verb ?: "an empty command");
		return -EINVAL;
	}
	while ((pair = next_word(&text))) {
		ret = take_pair(pair, keys, count, &seen, complaint, size);
		if (ret)
			return ret;
	}
	return PPS_SPIN_START;
}
