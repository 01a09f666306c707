/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The stamps on an interrupt's way
 */
#ifndef _PPS_SPIN_IRQ_H
#define _PPS_SPIN_IRQ_H

#include <linux/interrupt.h>

#include "early.h"
#include "line.h"
#include "match.h"
#include "slots.h"

struct pps_spin_deliver;
struct pps_spin_source;

/**
 * struct pps_spin_irq - the interrupt side
 * @number: interrupt of the line, 0 if it has none
 * @is_armed: an interrupt is of an edge since the driver has the line
 * @last_entry_ticks: entry stamp of the last interrupt
 * @captures: what the handler saw, &struct pps_spin_irq_capture
 * @deliver: who wants to know of a capture
 * @source: who may want the system time of an interrupt
 * @tracer: takes the early stamps
 * @no_irq: why the line has no interrupt
 * @no_early: why there is no early stamp, empty if there is
 */
struct pps_spin_irq {
	int number;
	bool is_armed;
	u64 last_entry_ticks;
	struct pps_spin_slots *captures;
	struct pps_spin_deliver *deliver;
	struct pps_spin_source *source;
	struct pps_spin_tracer tracer;
	char no_irq[PPS_SPIN_REASON_MAX];
	char no_early[PPS_SPIN_REASON_MAX];
};

int pps_spin_irq_init(struct device *dev, struct pps_spin_irq *irq,
		      struct pps_spin_deliver *deliver,
		      struct pps_spin_source *source);
int pps_spin_irq_start(struct device *dev, struct pps_spin_irq *irq,
		       const struct pps_spin_line *line, int cpu);
void pps_spin_irq_arm(struct pps_spin_irq *irq, int cpu);
void pps_spin_irq_disarm(struct pps_spin_irq *irq);
irqreturn_t pps_spin_irq_handler(int number, void *data);
const char *pps_spin_irq_no_entry(void);

void pps_spin_steer_over(int wished, int cpu);
int pps_spin_steer(struct device *dev, const struct pps_spin_line *line,
		   int number, int cpu);

#endif /* _PPS_SPIN_IRQ_H */
