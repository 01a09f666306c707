/* SPDX-License-Identifier: GPL-2.0 */
/*
 * PURE: a command of key=value words
 */
#ifndef _PPS_SPIN_BENCH_COMMAND_H
#define _PPS_SPIN_BENCH_COMMAND_H

#include "pure.h"

/* Longest command, and longest complaint about one with its end */
#define PPS_SPIN_COMMAND_MAX	200
#define PPS_SPIN_COMPLAINT_MAX	200

/**
 * struct pps_spin_command_key - a key and what it may be
 * @name: the key
 * @words: its value is the index of one of these; NULL: it is a number
 * @min: least number
 * @max: greatest number, or greatest index of @words
 * @value: where the value goes; it stays as it is if the key is not given
 */
struct pps_spin_command_key {
	const char *name;
	const char * const *words;
	u32 min;
	u32 max;
	u32 *value;
};

/**
 * enum pps_spin_verb - what a command begins with
 * @PPS_SPIN_START: "start", keys follow
 * @PPS_SPIN_STOP: "stop", nothing follows
 */
enum pps_spin_verb {
	PPS_SPIN_START,
	PPS_SPIN_STOP,
};

int pps_spin_command_parse(char *text, const struct pps_spin_command_key *keys,
			   unsigned int count, char *complaint, size_t size);

#endif /* _PPS_SPIN_BENCH_COMMAND_H */
