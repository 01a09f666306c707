/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What is unusual or impossible about a pulse
 */
#ifndef _PPS_SPIN_JUDGE_H
#define _PPS_SPIN_JUDGE_H

#include "pure.h"
#include "record.h"

/**
 * struct pps_spin_usual - running median of a duration
 * @ticks: the estimate
 * @count: durations seen, up to a limit that says the estimate holds
 */
struct pps_spin_usual {
	u64 ticks;
	u32 count;
};

/**
 * struct pps_spin_judge - what is usual, and what was last
 * @gate_ticks: what attribution tolerates, see judge.c
 * @last_ticks: earliest time of the last record
 * @last_poll_cpu: poll_cpu of the last record that has one, or -1
 * @last_irq_cpu: irq_cpu of the last record that has one, or -1
 * @usual_bracket: usual width of prev to after, per read variant
 * @plain_gap: distance of early, or the entry stamp, to ack, or irq, with
 *	       nothing else on the way
 */
struct pps_spin_judge {
	u64 gate_ticks;
	u64 last_ticks;
	int last_poll_cpu;
	int last_irq_cpu;
	struct pps_spin_usual usual_bracket[PPS_SPIN_POLL_COUNT];
	struct pps_spin_usual plain_gap;
};

void pps_spin_judge_init(struct pps_spin_judge *judge, u64 gate_ticks,
			 u64 now_ticks);
u32 pps_spin_judge_record(struct pps_spin_judge *judge,
			  const struct pps_spin_record *record,
			  const u64 *seen_ticks);

#endif /* _PPS_SPIN_JUDGE_H */
