/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Conditions that segments must share to be compared
 */
#ifndef PPSSPIN_CONDITIONS_H
#define PPSSPIN_CONDITIONS_H

#include "pure.h"

struct capture;

/* Keys of the header, some of which change at run time */
enum condition {
	CONDITION_HZ,
	CONDITION_TICK,
	CONDITION_POLL_CPU_IDLE,
	CONDITION_IRQ_CPU_IDLE,
	CONDITION_IDLE_POLICY,
	CONDITIONS,
};

/**
 * struct conditions - what a segment was captured under
 * @value: per condition, at its first pulse; NULL if the stream does not tell
 * @later: another value that came inside it, or NULL
 */
struct conditions {
	const char *value[CONDITIONS];
	const char *later[CONDITIONS];
};

const char *condition_name(enum condition condition);
int condition_find(const char *key);
char *condition_words(const struct capture *capture, enum condition condition);
char *condition_mixed_words(const struct capture *capture, size_t segment,
			    enum condition condition);

#endif /* PPSSPIN_CONDITIONS_H */
