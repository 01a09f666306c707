/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The loops that watch the line
 */
#ifndef _PPS_SPIN_SPIN_H
#define _PPS_SPIN_SPIN_H

#include "line.h"

/**
 * struct pps_spin_bracket - what a loop saw
 * @prev_ticks: before the last level read that was inactive
 * @before_ticks: before the level read that saw the edge
 * @after_ticks: after the last level read
 * @reads: number of level reads
 *
 * On entry of a loop, @before_ticks is the counter before a read that was
 * inactive, and @after_ticks the counter behind it.
 */
struct pps_spin_bracket {
	u64 prev_ticks;
	u64 before_ticks;
	u64 after_ticks;
	u64 reads;
};

/* Watch for an edge until @end_ticks: true if there was one */
typedef bool (*pps_spin_loop)(const struct pps_spin_line *line, u64 end_ticks,
			      struct pps_spin_bracket *bracket);

pps_spin_loop pps_spin_loop_mmio(bool rising);
pps_spin_loop pps_spin_loop_gpiolib(bool rising);
bool pps_spin_level_mmio(const struct pps_spin_line *line);
bool pps_spin_level_gpiolib(const struct pps_spin_line *line);

#endif /* _PPS_SPIN_SPIN_H */
