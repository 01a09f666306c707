/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What a sound capture cannot hold
 */
#ifndef PPSSPIN_CHECK_H
#define PPSSPIN_CHECK_H

#include "capture.h"

/**
 * struct check_report - what is wrong with a segment
 * @seq_missing: numbers skipped by seq, beyond those that `# lost` tells of
 * @poll_order: records without a flag whose prev, before, after do not rise
 * @irq_order: records without a flag whose entry, early, ack, irq do not rise
 * @before_prev: records without a flag with a stamp before prev, when the pin
 *		 was still inactive
 * @truth_n: records with a poll bracket and a stimulus bracket, without a flag
 * @truth_outside: of them, those whose brackets do not meet
 */
struct check_report {
	u64 seq_missing;
	size_t poll_order;
	size_t irq_order;
	size_t before_prev;
	size_t truth_n;
	size_t truth_outside;
};

void check_segment(struct check_report *report, const struct capture *capture,
		   const struct segment *segment);
bool check_failed(const struct check_report *report);

#endif /* PPSSPIN_CHECK_H */
