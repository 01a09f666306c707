/* SPDX-License-Identifier: GPL-2.0 */
/*
 * /dev/ppsN: one method, served to the system
 */
#ifndef _PPS_SPIN_SOURCE_H
#define _PPS_SPIN_SOURCE_H

#include <linux/pps_kernel.h>
#include <linux/timekeeping.h>

#include "convert.h"
#include "record.h"
#include "slots.h"

struct device;
struct pps_spin_line;
struct pps_spin_stream;

/**
 * struct pps_spin_irq_time - system time of an interrupt, taken in its handler
 * @irq_ticks: its handler stamp
 * @time: the system time
 */
struct pps_spin_irq_time {
	u64 irq_ticks;
	struct pps_event_time time;
};

/**
 * struct pps_spin_source - the source
 * @dev: the device
 * @stream: to be told which way stamps become times
 * @pps: the PPS device, NULL if there is none
 * @counter_is_clock: the system's clock runs on the arch counter
 * @rate: readings of clock and counter while it does
 * @irq_times: while the clock does not run on the arch counter, what the
 *	       handler took, &struct pps_spin_irq_time
 * @delivered: pulses that were served
 * @withheld: pulses without a good sample of the method
 * @withheld_in_row: of them, those since the last that was served
 * @settings_changed: a parameter was set since the last pulse that was withheld
 * @told: the log was told of these
 * @told_jiffies: when
 * @fallen_back: pulses served with another stamp than the method's
 */
struct pps_spin_source {
	struct device *dev;
	struct pps_spin_stream *stream;
	struct pps_device *pps;
	bool counter_is_clock;
	struct pps_spin_rate rate;
	struct pps_spin_slots *irq_times;
	u64 delivered;
	u64 withheld;
	unsigned int withheld_in_row;
	bool settings_changed;
	bool told;
	unsigned long told_jiffies;
	u64 fallen_back;
};

int pps_spin_source_init(struct device *dev, struct pps_spin_source *source,
			 struct pps_spin_stream *stream,
			 const struct pps_spin_line *line);
const char *pps_spin_source_clock(const struct pps_spin_source *source);
void pps_spin_source_irq(struct pps_spin_source *source, u64 irq_ticks);
void pps_spin_source_settings_changed(struct pps_spin_source *source);
void pps_spin_source_pulse(struct pps_spin_source *source,
			   const struct pps_spin_record *record);

#endif /* _PPS_SPIN_SOURCE_H */
