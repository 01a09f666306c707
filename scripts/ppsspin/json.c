// SPDX-License-Identifier: GPL-2.0
/*
 * What the JSON of a report is made of
 */
#include <math.h>
#include <stdlib.h>

#include "json.h"

/**
 * json_add_int - add a count to an object
 * @object: the object
 * @key: its key there
 * @value: the value
 */
void json_add_int(struct json_object *object, const char *key, u64 value)
{
	json_object_object_add(object, key, json_object_new_uint64(value));
}

/**
 * json_add_number - add a number, or null where it is not known to an object
 * @object: the object
 * @key: its key there
 * @value: the value
 */
void json_add_number(struct json_object *object, const char *key,
		     double value)
{
	json_object_object_add(object, key, isfinite(value) ?
			       json_object_new_double(value) : NULL);
}

/**
 * json_add_text - add a string to an object
 * @object: the object
 * @key: its key there
 * @value: the value
 */
void json_add_text(struct json_object *object, const char *key,
		   const char *value)
{
	json_object_object_add(object, key, json_object_new_string(value));
}

/**
 * json_append_words - add words to an array, and free them
 * @array: the array
 * @words: the words, or NULL for none
 */
void json_append_words(struct json_object *array, char *words)
{
	if (words)
		json_object_array_add(array, json_object_new_string(words));
	free(words);
}

/**
 * json_add_object - add an object to an object
 * @object: the object
 * @key: its key there
 *
 * Return: the new object.
 */
struct json_object *json_add_object(struct json_object *object,
				    const char *key)
{
	struct json_object *child = json_object_new_object();

	json_object_object_add(object, key, child);
	return child;
}

/**
 * json_add_summary - add a sample, in ns to an object
 * @object: the object
 * @key: its key there
 * @summary: the sample, half ticks
 * @ns: ns in a half tick
 */
void json_add_summary(struct json_object *object, const char *key,
		      const struct summary *summary, double ns)
{
	struct json_object *out = json_add_object(object, key);

	json_add_int(out, "n", summary->n);
	json_add_number(out, "min", summary->min * ns);
	json_add_number(out, "p50", summary->p[P50] * ns);
	json_add_number(out, "p50_low", summary->p50_low * ns);
	json_add_number(out, "p50_high", summary->p50_high * ns);
	json_add_number(out, "p95", summary->p[P95] * ns);
	json_add_number(out, "p99", summary->p[P99] * ns);
	json_add_number(out, "p99_9", summary->p[P999] * ns);
	json_add_number(out, "max", summary->max * ns);
	json_add_number(out, "mean", summary->mean * ns);
	json_add_number(out, "sigma", summary->sigma * ns);
	json_add_number(out, "sigma_low", summary->sigma_low * ns);
	json_add_number(out, "sigma_high", summary->sigma_high * ns);
	json_add_number(out, "robust_sigma", summary->robust * ns);
}

/**
 * json_print - print an object on stdout, and free it
 * @object: the object
 */
void json_print(struct json_object *object)
{
	puts(json_object_to_json_string_ext(object, JSON_C_TO_STRING_PRETTY |
					    JSON_C_TO_STRING_NOSLASHESCAPE));
	json_object_put(object);
}
