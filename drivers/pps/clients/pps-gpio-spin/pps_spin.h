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
 * @number: which value of a list of parameters is its own
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

void pps_spin_header(struct pps_spin *spin);
int pps_spin_header_settings(struct pps_spin *spin);
int pps_spin_files(struct pps_spin *spin);
void pps_spin_files_init(void);
void pps_spin_files_exit(bool load_was_refused);

#endif /* _PPS_SPIN_PPS_SPIN_H */
