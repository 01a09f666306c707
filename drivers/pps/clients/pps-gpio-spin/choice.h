/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Kinds of parameters: a word of several, a number between bounds
 */
#ifndef _PPS_SPIN_CHOICE_H
#define _PPS_SPIN_CHOICE_H

#include <linux/moduleparam.h>

/**
 * struct pps_spin_choice - a parameter that is one of some words
 * @words: the words
 * @count: number of @words
 * @value: index of the word that was chosen
 */
struct pps_spin_choice {
	const char * const *words;
	int count;
	int *value;
};

/**
 * struct pps_spin_bounds - a parameter that is a number between bounds
 * @min: least value
 * @max: greatest value
 * @value: the number
 */
struct pps_spin_bounds {
	unsigned int min;
	unsigned int max;
	unsigned int *value;
};

extern const struct kernel_param_ops pps_spin_choice_ops;
extern const struct kernel_param_ops pps_spin_bounds_ops;

#endif /* _PPS_SPIN_CHOICE_H */
