// SPDX-License-Identifier: GPL-2.0
/*
 * Module parameters that hold for every instance, however it came to be
 */
#include <linux/cpumask.h>
#include <linux/device.h>
#include <linux/module.h>
#include <linux/moduleparam.h>

#include "choice.h"
#include "convert.h"
#include "param.h"
#include "pps_spin.h"

#define GATE_NS_MAX		1000000
#define IRQS_OFF_US_MAX		10000

static const char * const method_names[] = {
	[PPS_SPIN_POLL_AFTER]	= "poll-after",
	[PPS_SPIN_POLL_BRACKET]	= "poll-bracket",
	[PPS_SPIN_POLL_MMIO]	= "poll-mmio",
	[PPS_SPIN_POLL_ROTATE]	= "rotate",
};

static const char * const mode_names[] = {
	[PPS_SPIN_POLL_EVERY]		= "every",
	[PPS_SPIN_POLL_ALTERNATE]	= "alternate",
	[PPS_SPIN_POLL_NONE]		= "none",
};

static const char * const idle_names[] = {
	[PPS_SPIN_IDLE_CONFIGURED]	= "configured",
	[PPS_SPIN_IDLE_NOP]		= "nop",
};

static const char * const pps_method_names[] = {
	[PPS_SPIN_METHOD_IRQ]		= "irq",
	[PPS_SPIN_METHOD_EARLY]		= "early",
	[PPS_SPIN_METHOD_ACK]		= "ack",
	[PPS_SPIN_METHOD_ENTRY]		= "entry",
	[PPS_SPIN_METHOD_POLL_AFTER]	= "poll-after",
	[PPS_SPIN_METHOD_POLL_BRACKET]	= "poll-bracket",
	[PPS_SPIN_METHOD_POLL_MMIO]	= "poll-mmio",
	[PPS_SPIN_METHOD_NONE]		= "none",
};

struct pps_spin_settings pps_spin_settings = {
	.poll_method = PPS_SPIN_POLL_MMIO,
	.poll_mode = PPS_SPIN_POLL_EVERY,
	.gate_ns = 800,
	.max_irqs_off_us = 1000,
};

static const struct pps_spin_choice poll_method = {
	method_names, ARRAY_SIZE(method_names), &pps_spin_settings.poll_method
};
module_param_cb(poll_method, &pps_spin_choice_ops, (void *)&poll_method, 0644);
MODULE_PARM_DESC(poll_method, "how to read the level: poll-after, poll-bracket, poll-mmio (default), or rotate: the next one on each pulse");

static const struct pps_spin_choice poll_mode = {
	mode_names, ARRAY_SIZE(mode_names), &pps_spin_settings.poll_mode
};
module_param_cb(poll_mode, &pps_spin_choice_ops, (void *)&poll_mode, 0644);
MODULE_PARM_DESC(poll_mode, "which pulses to poll: every (default), alternate, none");

static const struct pps_spin_choice pps_method = {
	pps_method_names, ARRAY_SIZE(pps_method_names),
	&pps_spin_settings.pps_method
};
module_param_cb(pps_method, &pps_spin_choice_ops, (void *)&pps_method, 0644);
MODULE_PARM_DESC(pps_method, "what /dev/ppsN serves: irq (default), early, ack, entry, poll-after, poll-bracket, poll-mmio, none");

static const struct pps_spin_choice idle_policy = {
	idle_names, ARRAY_SIZE(idle_names), &pps_spin_settings.idle_policy
};
module_param_cb(idle_policy, &pps_spin_choice_ops, (void *)&idle_policy, 0644);
MODULE_PARM_DESC(idle_policy, "an experiment: what irq_cpu does when it has nothing to do: configured (default): as without this driver, nop: it spins");

static const struct pps_spin_bounds gate_ns = {
	1, GATE_NS_MAX, &pps_spin_settings.gate_ns
};
module_param_cb(gate_ns, &pps_spin_bounds_ops, (void *)&gate_ns, 0644);
MODULE_PARM_DESC(gate_ns, "what attribution tolerates, in ns (default 800): a stamp in a bracket of up to twice this is the edge's, and the way to the acknowledge may be this much beyond four times the usual");

static const struct pps_spin_bounds max_irqs_off_us = {
	1, IRQS_OFF_US_MAX, &pps_spin_settings.max_irqs_off_us
};
module_param_cb(max_irqs_off_us, &pps_spin_bounds_ops, (void *)&max_irqs_off_us, 0644);
MODULE_PARM_DESC(max_irqs_off_us, "longest time to poll with interrupts off, in us, up to 10000 (default 1000)");

static int poll_cpus[PPS_SPIN_INSTANCES];
static unsigned int poll_cpu_count;
module_param_array_named(poll_cpu, poll_cpus, int, &poll_cpu_count, 0444);
MODULE_PARM_DESC(poll_cpu, "CPU that polls, per instance (default: the last one)");

static int irq_cpus[PPS_SPIN_INSTANCES];
static unsigned int irq_cpu_count;
module_param_array_named(irq_cpu, irq_cpus, int, &irq_cpu_count, 0444);
MODULE_PARM_DESC(irq_cpu, "CPU that takes the interrupt, per instance (default: the first one)");

/**
 * pps_spin_param_method_name - the read variant that is set
 *
 * Return: its word.
 */
const char *pps_spin_param_method_name(void)
{
	return method_names[READ_ONCE(pps_spin_settings.poll_method)];
}

/**
 * pps_spin_param_pps_method_name - the method that is served
 *
 * Return: its word.
 */
const char *pps_spin_param_pps_method_name(void)
{
	return pps_method_names[READ_ONCE(pps_spin_settings.pps_method)];
}

/**
 * pps_spin_param_mode_name - the mode that is set
 *
 * Return: its word.
 */
const char *pps_spin_param_mode_name(void)
{
	return mode_names[READ_ONCE(pps_spin_settings.poll_mode)];
}

/**
 * pps_spin_param_idle_name - the idle policy that is set
 *
 * Return: its word.
 */
const char *pps_spin_param_idle_name(void)
{
	return idle_names[READ_ONCE(pps_spin_settings.idle_policy)];
}

/* The value of an instance; the last one given is for all that follow */
static bool cpu_given(const int *cpus, unsigned int count,
		      unsigned int instance, int *cpu)
{
	if (!count)
		return false;
	*cpu = cpus[min(instance, count - 1)];
	return true;
}

static int check_cpu(struct device *dev, const char *name, int cpu)
{
	if (cpu < 0 || cpu >= nr_cpu_ids || !cpu_possible(cpu))
		return dev_err_probe(dev, -EINVAL,
				     "%s=%d: no such CPU, online are %*pbl\n",
				     name, cpu, cpumask_pr_args(cpu_online_mask));
	if (!cpu_online(cpu))
		return dev_err_probe(dev, -EINVAL,
				     "%s=%d: this CPU is offline, online are %*pbl\n",
				     name, cpu, cpumask_pr_args(cpu_online_mask));
	return 0;
}

static int last_online_but(int other)
{
	int cpu, found = -1;

	for_each_online_cpu(cpu)
		if (cpu != other)
			found = cpu;
	return found;
}

static int first_online_but(int other)
{
	int cpu;

	for_each_online_cpu(cpu)
		if (cpu != other)
			return cpu;
	return other;
}

/**
 * pps_spin_param_cpus - choose the CPUs of an instance
 * @dev: its device
 * @instance: its number
 * @poll_cpu: set to the CPU that polls, -1 if none can
 * @irq_cpu: set to the CPU that takes the interrupt
 *
 * Return: 0, or -EINVAL with a message.
 */
int pps_spin_param_cpus(struct device *dev, unsigned int instance,
			int *poll_cpu, int *irq_cpu)
{
	bool poll_given = cpu_given(poll_cpus, poll_cpu_count, instance,
				    poll_cpu);
	bool irq_given = cpu_given(irq_cpus, irq_cpu_count, instance, irq_cpu);
	int ret;

	if (!irq_given)
		*irq_cpu = first_online_but(poll_given ? *poll_cpu : -1);
	if (!poll_given)
		*poll_cpu = last_online_but(*irq_cpu);
	ret = check_cpu(dev, "irq_cpu", *irq_cpu);
	if (ret)
		return ret;
	ret = poll_given ? check_cpu(dev, "poll_cpu", *poll_cpu) : 0;
	if (ret)
		return ret;
	if (*poll_cpu == *irq_cpu)
		return dev_err_probe(dev, -EINVAL,
			"poll_cpu=%d and irq_cpu=%d are the same CPU and would disturb each other: choose two\n",
			*poll_cpu, *irq_cpu);
	return 0;
}
