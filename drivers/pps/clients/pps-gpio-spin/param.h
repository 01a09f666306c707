/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Module parameters
 */
#ifndef _PPS_SPIN_PARAM_H
#define _PPS_SPIN_PARAM_H

#include <linux/types.h>

struct device;

/* Instances that parameters can make or configure */
#define PPS_SPIN_INSTANCES	8

/**
 * enum pps_spin_poll_mode - which pulses are polled
 * @PPS_SPIN_POLL_EVERY: all
 * @PPS_SPIN_POLL_ALTERNATE: every other one
 * @PPS_SPIN_POLL_NONE: none
 */
enum pps_spin_poll_mode {
	PPS_SPIN_POLL_EVERY,
	PPS_SPIN_POLL_ALTERNATE,
	PPS_SPIN_POLL_NONE,
};

/**
 * enum pps_spin_idle_policy - what irq_cpu does when it has nothing to do
 * @PPS_SPIN_IDLE_CONFIGURED: what it does by itself
 * @PPS_SPIN_IDLE_NOP: nothing, as fast as it can
 */
enum pps_spin_idle_policy {
	PPS_SPIN_IDLE_CONFIGURED,
	PPS_SPIN_IDLE_NOP,
};

/* poll_method=rotate: the next read variant on each pulse */
#define PPS_SPIN_POLL_ROTATE	PPS_SPIN_POLL_COUNT

/**
 * struct pps_spin_settings - what can be set at run time, for all instances
 * @poll_method: &enum pps_spin_poll or PPS_SPIN_POLL_ROTATE
 * @poll_mode: &enum pps_spin_poll_mode
 * @gate_ns: what attribution tolerates, see judge.c
 * @pps_method: &enum pps_spin_method
 * @idle_policy: &enum pps_spin_idle_policy
 * @max_irqs_off_us: longest time that the poller keeps interrupts off
 *
 * Written under the lock of the parameters, read with READ_ONCE().
 */
struct pps_spin_settings {
	int poll_method;
	int poll_mode;
	int pps_method;
	int idle_policy;
	unsigned int gate_ns;
	unsigned int max_irqs_off_us;
};

extern struct pps_spin_settings pps_spin_settings;

int pps_spin_param_cpus(struct device *dev, unsigned int instance,
			int *poll_cpu, int *irq_cpu);
const char *pps_spin_param_method_name(void);
const char *pps_spin_param_pps_method_name(void);
const char *pps_spin_param_mode_name(void);
const char *pps_spin_param_idle_name(void);

#endif /* _PPS_SPIN_PARAM_H */
