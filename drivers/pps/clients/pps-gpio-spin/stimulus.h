/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Ground truth: edges that we raise ourselves, at known times
 */
#ifndef _PPS_SPIN_STIMULUS_H
#define _PPS_SPIN_STIMULUS_H

#include <linux/hrtimer.h>
#include <linux/mutex.h>

#include "line.h"
#include "match.h"
#include "slots.h"

struct device;
struct gpio_desc;
struct pps_spin_deliver;

/**
 * struct pps_spin_train - a train of edges
 * @period_us: distance of the edges
 * @width_us: how long the level stays
 * @jitter_us: each edge is moved by up to this, either way
 * @delay_us: time between the timer interrupt and the edge
 * @count: how many edges
 * @seed: of the jitter
 * @cpu: where the timer is
 */
struct pps_spin_train {
	u32 period_us;
	u32 width_us;
	u32 jitter_us;
	u32 delay_us;
	u32 count;
	u32 seed;
	u32 cpu;
};

/**
 * struct pps_spin_stimulus - what raises edges
 * @output: line that is toggled, NULL to pend an interrupt
 * @rising: the edge of @output is a rising one
 * @level: memory that stands for the pin, if there is no @output
 * @irq: interrupt to pend, if there is no @output
 * @captures: its edges, &struct pps_spin_stimulus_capture
 * @deliver: who wants to know of an edge
 * @lock: one train at a time
 * @timer: raises and lowers the level
 * @train: the train, written while @timer is idle
 * @start: when the train began
 * @sent: edges raised
 * @random: state of the jitter
 * @running: edges are to come, and captures wait for them
 * @active: an edge was raised, and its level stays
 */
struct pps_spin_stimulus {
	struct gpio_desc *output;
	bool rising;
	u32 *level;
	int irq;
	struct pps_spin_slots *captures;
	struct pps_spin_deliver *deliver;
	struct mutex lock; /* serialises commands */
	struct hrtimer timer;
	struct pps_spin_train train;
	ktime_t start;
	u32 sent;
	u32 random;
	bool running;
	bool active;
};

int pps_spin_train_parse(struct device *dev, char *text,
			 struct pps_spin_train *train);
int pps_spin_stimulus_pend(struct device *dev,
			   struct pps_spin_stimulus *stimulus,
			   struct pps_spin_line *line, unsigned int spi);
int pps_spin_stimulus_output(struct device *dev,
			     struct pps_spin_stimulus *stimulus,
			     const struct pps_spin_line *line);
int pps_spin_stimulus_init(struct device *dev,
			   struct pps_spin_stimulus *stimulus,
			   struct pps_spin_deliver *deliver);
void pps_spin_stimulus_suspend(struct pps_spin_stimulus *stimulus);
bool pps_spin_stimulus_exists(const struct pps_spin_stimulus *stimulus);
int pps_spin_stimulus_command(struct device *dev,
			      struct pps_spin_stimulus *stimulus, char *text);
bool pps_spin_stimulus_runs_on(struct pps_spin_stimulus *stimulus, int cpu);
bool pps_spin_stimulus_leave(struct device *dev,
			     struct pps_spin_stimulus *stimulus,
			     unsigned int cpu);

#endif /* _PPS_SPIN_STIMULUS_H */
