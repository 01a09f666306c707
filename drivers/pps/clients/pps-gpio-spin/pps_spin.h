/* SPDX-License-Identifier: GPL-2.0 */
/*
 * One instance of the driver
 */
#ifndef _PPS_SPIN_PPS_SPIN_H
#define _PPS_SPIN_PPS_SPIN_H

#include <linux/cpumask.h>

#include "deliver.h"
#include "idle.h"
#include "irq.h"
#include "line.h"
#include "poll.h"
#include "source.h"
#include "stimulus.h"
#include "stream.h"

/**
 * struct pps_spin - an instance: one line
 * @dev: its device
 * @list: on the list of instances
 * @hotplug: on the list of those who want to know of CPUs
 * @number: counts instances from 0
 * @start_ticks: when it was made
 * @asleep: the system is suspended, or about to be
 * @gone: CPUs that the stream was told of as offline
 * @unstable: a CPU's counter has an erratum
 * @files: its folder in debugfs
 * @irq_cpu: where its interrupt is steered to
 * @idler: what irq_cpu does with idle_policy=nop
 * @line: the GPIO line
 * @stream: what user space reads
 * @deliver: from captures to records
 * @irq: the interrupt side
 * @poller: the polling side
 * @source: /dev/ppsN
 * @stimulus: edges of known time
 */
struct pps_spin {
	struct device *dev;
	struct list_head list;
	struct hlist_node hotplug;
	int number;
	u64 start_ticks;
	bool asleep;
	struct cpumask gone;
	bool unstable;
	struct dentry *files;
	int irq_cpu;
	struct pps_spin_idler idler;
	struct pps_spin_line line;
	struct pps_spin_stream *stream;
	struct pps_spin_deliver deliver;
	struct pps_spin_irq irq;
	struct pps_spin_poller poller;
	struct pps_spin_source source;
	struct pps_spin_stimulus stimulus;
};

extern const struct dev_pm_ops pps_spin_power;

int pps_spin_header(struct pps_spin *spin);
int pps_spin_hotplug_init(void);
void pps_spin_hotplug_exit(void);
int pps_spin_hotplug_join(struct pps_spin *spin);
void pps_spin_hotplug_sleep(struct pps_spin *spin, bool asleep);
int pps_spin_files(struct pps_spin *spin);
void pps_spin_files_init(void);
void pps_spin_files_exit(bool load_was_refused);
bool pps_spin_cpu_polls(int cpu);
void pps_spin_idle_again(struct pps_spin *spin);
void pps_spin_settings_changed(const char *name, const char *value);

#endif /* _PPS_SPIN_PPS_SPIN_H */
