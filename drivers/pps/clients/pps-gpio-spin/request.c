// SPDX-License-Identifier: GPL-2.0
/*
 * Instances that are asked for by parameters, where no device tree does
 */
#define pr_fmt(fmt) KBUILD_MODNAME ": " fmt

#include <linux/gpio/machine.h>
#include <linux/module.h>
#include <linux/of.h>
#include <linux/platform_device.h>
#include <linux/property.h>
#include <linux/slab.h>

#include "choice.h"
#include "param.h"
#include "request.h"

/* The last that any GIC can have: 1020 interrupts, of which 32 are no SPIs */
#define SPI_MAX	987

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

static const char * const edge_names[] = { "rising", "falling" };
static int edge_value;
static const struct pps_spin_choice edge = {
	edge_names, ARRAY_SIZE(edge_names), &edge_value
};
module_param_cb(edge, &pps_spin_choice_ops, (void *)&edge, 0444);
MODULE_PARM_DESC(edge, "edge to capture, of the logical level: rising (default), falling");

static bool active_low;
module_param(active_low, bool, 0444);
MODULE_PARM_DESC(active_low, "the line is active when it is low");

enum stimulus_kind { STIMULUS_NONE, STIMULUS_PEND, STIMULUS_GPIO };

static const char * const stimulus_names[] = {
	[STIMULUS_NONE]	= "none",
	[STIMULUS_PEND]	= "pend",
	[STIMULUS_GPIO]	= "gpio",
};

static int stimulus_value;
static const struct pps_spin_choice stimulus = {
	stimulus_names, ARRAY_SIZE(stimulus_names), &stimulus_value
};
module_param_cb(stimulus, &pps_spin_choice_ops, (void *)&stimulus, 0444);
MODULE_PARM_DESC(stimulus, "edges at known times. pend: an instance without a pin, whose edges are raised by software; gpio: an output line that is wired to the first line=; none (default)");

static unsigned int spi = 200;
static const struct pps_spin_bounds stimulus_spi = { 0, SPI_MAX, &spi };
module_param_cb(stimulus_spi, &pps_spin_bounds_ops, (void *)&stimulus_spi, 0444);
MODULE_PARM_DESC(stimulus_spi, "shared peripheral interrupt for stimulus=pend, used by nothing else (default 200)");

/* One at most: an array, since it tells whether there is one */
static int stimulus_lines[1];
static unsigned int stimulus_line_count;
module_param_array_named(stimulus_line, stimulus_lines, int, &stimulus_line_count, 0444);
MODULE_PARM_DESC(stimulus_line, "offset of the output line for stimulus=gpio, on the first chip=");

/* Lines that parameters name; the one of stimulus=pend comes after them */
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

static int check_stimulus(void)
{
	if (stimulus_value != STIMULUS_GPIO) {
		if (!stimulus_line_count)
			return 0;
		pr_err("stimulus_line=%d is for stimulus=gpio: give both, or none\n",
		       stimulus_lines[0]);
		return -EINVAL;
	}
	if (!chip_count) {
		pr_err("stimulus=gpio takes a line of the controller in chip=: give chip= with line=\n");
		return -EINVAL;
	}
	if (!stimulus_line_count) {
		pr_err("stimulus=gpio needs an output: give stimulus_line=, the line of chip=%s that is wired to line=%d\n",
		       chips[0], lines[0]);
		return -EINVAL;
	}
	if (stimulus_lines[0] == lines[0]) {
		pr_err("stimulus_line=%d is line=%d: give two that are wired to each other\n",
		       stimulus_lines[0], lines[0]);
		return -EINVAL;
	}
	return 0;
}

/**
 * pps_spin_request_check - check the parameters that make instances
 *
 * Return: 0, or -EINVAL with a message.
 */
int pps_spin_request_check(void)
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
	return check_stimulus();
}

static bool has_output(unsigned int i)
{
	return stimulus_value == STIMULUS_GPIO && i == 0;
}

static struct gpiod_lookup_table *make_lookup(unsigned int i)
{
	const char *key = chip_count ? chips[i] : line_names[i];
	struct gpiod_lookup_table *lookup;
	struct gpiod_lookup *entry;

	lookup = kzalloc(struct_size(lookup, table, 3), GFP_KERNEL);
	if (!lookup)
		return NULL;
	lookup->dev_id = kasprintf(GFP_KERNEL, "pps-gpio-spin.%u", i);
	if (!lookup->dev_id) {
		kfree(lookup);
		return NULL;
	}
	entry = lookup->table;
	/* Before the line, which has no name and is found by any name */
	if (has_output(i))
		*entry++ = (struct gpiod_lookup)
			GPIO_LOOKUP(key, stimulus_lines[0], "stimulus",
				    GPIO_ACTIVE_HIGH);
	/* gpiolib takes a key as a line's name if the number is U16_MAX */
	*entry = (struct gpiod_lookup)
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

static int check_offset(const char *name, int offset)
{
	if (offset >= 0 && offset < U16_MAX)
		return 0;
	pr_err("%s=%d is out of range: give an offset from 0 up\n", name,
	       offset);
	return -EINVAL;
}

static int create_line(unsigned int i)
{
	const struct pps_spin_request request = {
		.chip = chip_count ? chips[i] : NULL,
		.line = chip_count ? lines[i] : 0,
		.line_name = chip_count ? NULL : line_names[i],
		.has_output = has_output(i),
		.output = stimulus_lines[0],
		.error = &made[i].error,
	};
	int ret = chip_count ? check_offset("line", lines[i]) : 0;

	if (!ret && request.has_output)
		ret = check_offset("stimulus_line", request.output);
	if (ret)
		return ret;
	made[i].lookup = make_lookup(i);
	if (!made[i].lookup)
		return -ENOMEM;
	return create(i, &request);
}

static int create_pended(unsigned int i)
{
	const struct pps_spin_request request = {
		.stimulus = true,
		.stimulus_spi = spi,
		.error = &made[i].error,
	};

	return create(i, &request);
}

/* No fault: a device tree node may follow. But who forgot them waits in vain. */
static void tell_none(void)
{
	struct device_node *node = of_find_compatible_node(NULL, NULL,
							   "pps-gpio-spin");

	if (!node)
		pr_info("no line to capture yet: give chip= and line=, line_name=, or a device tree node\n");
	of_node_put(node);
}

/**
 * pps_spin_request_count - how many instances parameters ask for
 *
 * Return: lines, and the stimulus without one.
 */
unsigned int pps_spin_request_count(void)
{
	return named_lines() + (stimulus_value == STIMULUS_PEND);
}

/**
 * pps_spin_request_create - make the instances that parameters ask for
 *
 * Return: 0, or the error of the first that was refused; none is left then.
 */
int pps_spin_request_create(void)
{
	unsigned int i, count = pps_spin_request_count();
	int ret;

	if (!count)
		tell_none();
	for (i = 0; i < count; i++) {
		ret = i < named_lines() ? create_line(i) : create_pended(i);
		if (ret) {
			pps_spin_request_destroy();
			return ret;
		}
	}
	return 0;
}

/**
 * pps_spin_request_destroy - remove the instances that parameters made
 */
void pps_spin_request_destroy(void)
{
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(made); i++)
		destroy(&made[i]);
}
