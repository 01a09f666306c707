// SPDX-License-Identifier: GPL-2.0
/*
 * Module parameters, and the instances that they make
 */
#define pr_fmt(fmt) KBUILD_MODNAME ": " fmt

#include <linux/cpumask.h>
#include <linux/device.h>
#include <linux/gpio/machine.h>
#include <linux/module.h>
#include <linux/moduleparam.h>
#include <linux/platform_device.h>
#include <linux/property.h>
#include <linux/slab.h>

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

static const char * const edge_names[] = { "rising", "falling" };

struct pps_spin_settings pps_spin_settings = {
	.poll_method = PPS_SPIN_POLL_MMIO,
	.poll_mode = PPS_SPIN_POLL_EVERY,
	.gate_ns = 800,
	.max_irqs_off_us = 1000,
};

/**
 * struct choice - a parameter that is one of some words
 * @words: the words
 * @count: number of @words
 * @value: index of the word that was chosen
 */
struct choice {
	const char * const *words;
	int count;
	int *value;
};

/* How much of a refused value is told: its first line, and not all of a long one */
static int shown_len(const char *text)
{
	return min(strcspn(text, "\n"), 20UL);
}

static int choice_set(const char *text, const struct kernel_param *param)
{
	const struct choice *choice = param->arg;
	char known[64] = "";
	int i, len = 0;

	i = __sysfs_match_string(choice->words, choice->count, text);
	if (i >= 0) {
		WRITE_ONCE(*choice->value, i);
		pps_spin_settings_changed(param->name, choice->words[i]);
		return 0;
	}
	for (i = 0; i < choice->count; i++)
		len += scnprintf(known + len, sizeof(known) - len, " %s",
				 choice->words[i]);
	pr_err("%s=%.*s is not known: give one of%s\n", param->name,
	       shown_len(text), text, known);
	return -EINVAL;
}

static int choice_get(char *buf, const struct kernel_param *param)
{
	const struct choice *choice = param->arg;

	return sysfs_emit(buf, "%s\n", choice->words[*choice->value]);
}

static const struct kernel_param_ops choice_ops = {
	.set = choice_set,
	.get = choice_get,
};

/**
 * struct bounds - a parameter that is a number between bounds
 * @min: least value
 * @max: greatest value
 * @value: the number
 */
struct bounds {
	unsigned int min;
	unsigned int max;
	unsigned int *value;
};

static int range_set(const char *text, const struct kernel_param *param)
{
	const struct bounds *bounds = param->arg;
	unsigned int value;
	char number[12];

	if (kstrtouint(text, 10, &value) || value < bounds->min ||
	    value > bounds->max) {
		pr_err("%s=%.*s is not valid: give a number from %u to %u\n",
		       param->name, shown_len(text), text, bounds->min,
		       bounds->max);
		return -EINVAL;
	}
	WRITE_ONCE(*bounds->value, value);
	snprintf(number, sizeof(number), "%u", value);
	pps_spin_settings_changed(param->name, number);
	return 0;
}

static int range_get(char *buf, const struct kernel_param *param)
{
	const struct bounds *bounds = param->arg;

	return sysfs_emit(buf, "%u\n", *bounds->value);
}

static const struct kernel_param_ops range_ops = {
	.set = range_set,
	.get = range_get,
};

static const struct choice poll_method = {
	method_names, ARRAY_SIZE(method_names), &pps_spin_settings.poll_method
};
module_param_cb(poll_method, &choice_ops, (void *)&poll_method, 0644);
MODULE_PARM_DESC(poll_method, "how to read the level: poll-after, poll-bracket, poll-mmio (default), or rotate: the next one on each pulse");

static const struct choice poll_mode = {
	mode_names, ARRAY_SIZE(mode_names), &pps_spin_settings.poll_mode
};
module_param_cb(poll_mode, &choice_ops, (void *)&poll_mode, 0644);
MODULE_PARM_DESC(poll_mode, "which pulses to poll: every (default), alternate, none");

static const struct choice pps_method = {
	pps_method_names, ARRAY_SIZE(pps_method_names),
	&pps_spin_settings.pps_method
};
module_param_cb(pps_method, &choice_ops, (void *)&pps_method, 0644);
MODULE_PARM_DESC(pps_method, "what /dev/ppsN serves: irq (default), early, ack, entry, poll-after, poll-bracket, poll-mmio, none");

static const struct choice idle_policy = {
	idle_names, ARRAY_SIZE(idle_names), &pps_spin_settings.idle_policy
};
module_param_cb(idle_policy, &choice_ops, (void *)&idle_policy, 0644);
MODULE_PARM_DESC(idle_policy, "an experiment: what irq_cpu does when it has nothing to do: configured (default): as without this driver, nop: it spins");

static const struct bounds gate_ns = {
	1, GATE_NS_MAX, &pps_spin_settings.gate_ns
};
module_param_cb(gate_ns, &range_ops, (void *)&gate_ns, 0644);
MODULE_PARM_DESC(gate_ns, "what attribution tolerates, in ns (default 800): a stamp in a bracket of up to twice this is the edge's, and the way to the acknowledge may be this much beyond four times the usual");

static const struct bounds max_irqs_off_us = {
	1, IRQS_OFF_US_MAX, &pps_spin_settings.max_irqs_off_us
};
module_param_cb(max_irqs_off_us, &range_ops, (void *)&max_irqs_off_us, 0644);
MODULE_PARM_DESC(max_irqs_off_us, "longest time to poll with interrupts off, in us, up to 10000 (default 1000)");

static int poll_cpus[PPS_SPIN_INSTANCES];
static unsigned int poll_cpu_count;
module_param_array_named(poll_cpu, poll_cpus, int, &poll_cpu_count, 0444);
MODULE_PARM_DESC(poll_cpu, "CPU that polls, per instance (default: the last one)");

static int irq_cpus[PPS_SPIN_INSTANCES];
static unsigned int irq_cpu_count;
module_param_array_named(irq_cpu, irq_cpus, int, &irq_cpu_count, 0444);
MODULE_PARM_DESC(irq_cpu, "CPU that takes the interrupt, per instance (default: the first one)");

static char *chips[PPS_SPIN_INSTANCES];
static unsigned int chip_count;
module_param_array_named(chip, chips, charp, &chip_count, 0444);
MODULE_PARM_DESC(chip, "label of the GPIO controller, with line=");

static int lines[PPS_SPIN_INSTANCES];
static unsigned int line_count;
module_param_array_named(line, lines, int, &line_count, 0444);
MODULE_PARM_DESC(line, "offset of the line on chip=");

static char *line_names[PPS_SPIN_INSTANCES];
static unsigned int line_name_count;
module_param_array_named(line_name, line_names, charp, &line_name_count, 0444);
MODULE_PARM_DESC(line_name, "name of the line, instead of chip= and line=");

static int edge_value;
static const struct choice edge = {
	edge_names, ARRAY_SIZE(edge_names), &edge_value
};
module_param_cb(edge, &choice_ops, (void *)&edge, 0444);
MODULE_PARM_DESC(edge, "edge to capture, of the logical level: rising (default), falling");

static bool active_low;
module_param(active_low, bool, 0444);
MODULE_PARM_DESC(active_low, "the line is active when it is low");

static const char * const stimulus_names[] = { "none", "pend" };
static int stimulus_value;
static const struct choice stimulus = {
	stimulus_names, ARRAY_SIZE(stimulus_names), &stimulus_value
};
module_param_cb(stimulus, &choice_ops, (void *)&stimulus, 0444);
MODULE_PARM_DESC(stimulus, "pend: an instance without a pin, whose edges are raised by software at known times (default none)");

static unsigned int stimulus_spi = 200;
module_param(stimulus_spi, uint, 0444);
MODULE_PARM_DESC(stimulus_spi, "shared peripheral interrupt for stimulus=pend, used by nothing else (default 200)");

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
 * pps_spin_param_spi - the interrupt of stimulus=pend
 *
 * Return: number of the shared peripheral interrupt.
 */
unsigned int pps_spin_param_spi(void)
{
	return stimulus_spi;
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

/* Lines that parameters name; the stimulus comes after them */
static unsigned int named_lines(void)
{
	return chip_count + line_name_count;
}

/**
 * struct made - an instance that parameters made
 * @pdev: its device
 * @lookup: which line it is for
 * @error: of its last probe, which may be one by hand
 */
struct made {
	struct platform_device *pdev;
	struct gpiod_lookup_table *lookup;
	int error;
};

static struct made made[PPS_SPIN_INSTANCES + 1];

/**
 * pps_spin_param_check - check the parameters that make instances
 *
 * Return: 0, or -EINVAL with a message.
 */
int pps_spin_param_check(void)
{
	if (chip_count != line_count) {
		pr_err("chip= has %u values and line= has %u: give a line for each chip\n",
		       chip_count, line_count);
		return -EINVAL;
	}
	if (chip_count && line_name_count) {
		pr_err("give chip= with line=, or line_name=, not both\n");
		return -EINVAL;
	}
	return 0;
}

static struct gpiod_lookup_table *make_lookup(unsigned int i)
{
	const char *key = chip_count ? chips[i] : line_names[i];
	struct gpiod_lookup_table *lookup;

	lookup = kzalloc(struct_size(lookup, table, 2), GFP_KERNEL);
	if (!lookup)
		return NULL;
	lookup->dev_id = kasprintf(GFP_KERNEL, "pps-gpio-spin.%u", i);
	if (!lookup->dev_id) {
		kfree(lookup);
		return NULL;
	}
	/* gpiolib takes a key as a line's name if the number is U16_MAX */
	lookup->table[0] = (struct gpiod_lookup)
		GPIO_LOOKUP(key, chip_count ? lines[i] : U16_MAX, NULL,
			    active_low ? GPIO_ACTIVE_LOW : GPIO_ACTIVE_HIGH);
	gpiod_add_lookup_table(lookup);
	return lookup;
}

static void destroy(struct made *made)
{
	platform_device_unregister(made->pdev);
	made->pdev = NULL;
	if (!made->lookup)
		return;
	gpiod_remove_lookup_table(made->lookup);
	kfree(made->lookup->dev_id);
	kfree(made->lookup);
	made->lookup = NULL;
}

/* Make the device, which is probed at once; tell why it was refused */
static int create(unsigned int i, const struct pps_spin_request *request)
{
	static const struct property_entry falling[] = {
		PROPERTY_ENTRY_BOOL("assert-falling-edge"),
		{ }
	};
	struct platform_device_info info = {
		.name = "pps-gpio-spin",
		.id = i,
		.data = request,
		.size_data = sizeof(*request),
		.properties = edge_value ? falling : NULL,
	};
	struct platform_device *pdev;

	made[i].error = -ENODEV;
	pdev = platform_device_register_full(&info);
	if (IS_ERR(pdev))
		return PTR_ERR(pdev);
	made[i].pdev = pdev;
	return made[i].error;
}

static int create_line(unsigned int i)
{
	const struct pps_spin_request request = {
		.chip = chip_count ? chips[i] : NULL,
		.line = chip_count ? lines[i] : 0,
		.line_name = chip_count ? NULL : line_names[i],
		.error = &made[i].error,
	};

	if (chip_count && (lines[i] < 0 || lines[i] >= U16_MAX)) {
		pr_err("line=%d is out of range: give an offset from 0 up\n",
		       lines[i]);
		return -EINVAL;
	}
	made[i].lookup = make_lookup(i);
	if (!made[i].lookup)
		return -ENOMEM;
	return create(i, &request);
}

static int create_stimulus(unsigned int i)
{
	const struct pps_spin_request request = {
		.stimulus = true,
		.error = &made[i].error,
	};

	return create(i, &request);
}

/**
 * pps_spin_param_create - make the instances that parameters ask for
 *
 * Return: 0, or the error of the first that was refused; none is left then.
 */
int pps_spin_param_create(void)
{
	unsigned int i;
	int ret;

	for (i = 0; i < named_lines() + !!stimulus_value; i++) {
		ret = i < named_lines() ? create_line(i) : create_stimulus(i);
		if (ret) {
			pps_spin_param_destroy();
			return ret;
		}
	}
	return 0;
}

/**
 * pps_spin_param_destroy - remove the instances that parameters made
 */
void pps_spin_param_destroy(void)
{
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(made); i++)
		destroy(&made[i]);
}
