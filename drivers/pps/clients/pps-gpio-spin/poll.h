/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The poller
 */
#ifndef _PPS_SPIN_POLL_H
#define _PPS_SPIN_POLL_H

#include <linux/completion.h>
#include <linux/mutex.h>

#include "line.h"
#include "match.h"
#include "slots.h"
#include "spin.h"
#include "window.h"

struct device;
struct pps_spin_deliver;
struct task_struct;

/**
 * struct pps_spin_cost - what polling costs on this CPU
 * @read_min_ticks: shortest level read with an ordered counter read behind it
 * @read_p50_ticks: median of that
 * @read_p99_ticks: 99th percentile of that
 * @loop_p50_milliticks: median period of the loop, in 1/1000 tick
 */
struct pps_spin_cost {
	u64 read_min_ticks;
	u64 read_p50_ticks;
	u64 read_p99_ticks;
	u64 loop_p50_milliticks;
};

/**
 * struct pps_spin_poller - the polling side
 * @line: the line
 * @cpu: where it runs, -1 if it does not
 * @lock: protects @task
 * @task: its thread, NULL if it does not run
 * @measured: completed once @cost holds
 * @cost: for the raw register if it is known, else for gpiolib
 * @captures: its looks, &struct pps_spin_poll_capture
 * @irqs: captures of the interrupt side, to plan by
 * @irq_seen: generation of the last of @irqs that was used
 * @has_irq: the line has an interrupt
 * @deliver: who wants to know of a look
 * @window: where to look
 * @kick: end the sleep and plan again
 * @wants_irq: an interrupt should kick
 * @was_inactive: the line was seen inactive since the last edge
 * @inactive_ticks: when it was last seen so
 * @skip_next: poll_mode=alternate leaves the next pulse out
 * @next_method: poll_method=rotate takes this next
 * @looks: how many looks there were
 * @polling_ticks: time spent with interrupts off
 * @irqs_off_max_ticks: longest time with interrupts off
 * @no_poll: why nothing polls, empty if something does
 *
 * Only the thread writes the fields from @irq_seen on, but @kick.
 */
struct pps_spin_poller {
	const struct pps_spin_line *line;
	int cpu;
	struct mutex lock; /* serialises changes of the thread */
	struct task_struct *task;
	struct completion measured;
	struct pps_spin_cost cost;
	struct pps_spin_slots *captures;
	const struct pps_spin_slots *irqs;
	bool has_irq;
	struct pps_spin_deliver *deliver;
	char no_poll[PPS_SPIN_REASON_MAX];

	u64 irq_seen;
	struct pps_spin_window window;
	bool kick;
	bool wants_irq;
	bool was_inactive;
	u64 inactive_ticks;
	bool skip_next;
	unsigned int next_method;
	u64 looks;
	u64 polling_ticks;
	u64 irqs_off_max_ticks;
};

int pps_spin_poller_init(struct device *dev, struct pps_spin_poller *poller,
			 const struct pps_spin_line *line,
			 const struct pps_spin_slots *irqs,
			 struct pps_spin_deliver *deliver);
int pps_spin_poller_start(struct device *dev, struct pps_spin_poller *poller,
			  int cpu, bool has_irq);
void pps_spin_poller_kick(struct pps_spin_poller *poller);
void pps_spin_poller_irq(struct pps_spin_poller *poller);
void pps_spin_poller_halt(struct pps_spin_poller *poller);
int pps_spin_poller_run(struct pps_spin_poller *poller);
void pps_spin_poller_measure(struct pps_spin_poller *poller);

enum pps_spin_poll pps_spin_watch_method(struct pps_spin_poller *poller);
bool pps_spin_watch_on_own_cpu(const struct pps_spin_poller *poller);
void pps_spin_watch_glance(struct pps_spin_poller *poller);
enum pps_spin_look pps_spin_watch(struct pps_spin_poller *poller,
				  const struct pps_spin_window_plan *plan,
				  enum pps_spin_poll method,
				  struct pps_spin_bracket *bracket);

#endif /* _PPS_SPIN_POLL_H */
