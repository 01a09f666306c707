/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What the numbers of runs of timer interrupts mean, in words
 */
#ifndef PPSSPIN_TICK_WORDS_H
#define PPSSPIN_TICK_WORDS_H

#include "tick.h"

char *tick_validity_words(const struct tick_run *run,
			  enum tick_counter counter);
char *tick_trap_words(const struct tick_report *report, size_t run,
		      enum tick_counter counter);
char *tick_difference_words(const struct tick_report *report);

#endif /* PPSSPIN_TICK_WORDS_H */
