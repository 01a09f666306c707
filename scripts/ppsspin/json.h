/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What the JSON of a report is made of
 */
#ifndef PPSSPIN_JSON_H
#define PPSSPIN_JSON_H

#include <json-c/json.h>

#include "report.h"

void json_add_int(struct json_object *object, const char *key, u64 value);
void json_add_number(struct json_object *object, const char *key, double value);
void json_add_text(struct json_object *object, const char *key,
		   const char *value);
void json_append_words(struct json_object *array, char *words);
struct json_object *json_add_object(struct json_object *object,
				    const char *key);
void json_add_summary(struct json_object *object, const char *key,
		      const struct summary *summary, double ns);
void json_print(struct json_object *object);
void json_add_analysis(struct json_object *out,
		       const struct segment_report *report, double ns);
void json_add_verdict(struct json_object *out, const struct report *report);

#endif /* PPSSPIN_JSON_H */
