// SPDX-License-Identifier: GPL-2.0
/*
 * The GPIO line and its level register
 *
 * The only file that knows controllers. A controller is a row in level_types.
 */
#include <linux/device.h>
#include <linux/gpio/consumer.h>
#include <linux/gpio/driver.h>
#include <linux/io.h>
#include <linux/of.h>
#include <linux/of_address.h>
#include <linux/of_irq.h>
#include <linux/property.h>
#include <linux/slab.h>

#include "line.h"

/* Reads to compare the register with gpiolib: a pulse may change the level */
#define LEVEL_PROOF_TRIES	3

/**
 * struct level_type - where a kind of controller keeps the levels of its lines
 * @compatible: the kind
 * @lines: lines that the registers cover, from offset 0
 * @offset: offset of the register of a line
 * @mask: bit of a line in its register
 */
struct level_type {
	const char *compatible;
	unsigned int lines;
	unsigned int (*offset)(unsigned int line);
	u32 (*mask)(unsigned int line);
};

static u32 mask_of_8(unsigned int line)
{
	return BIT(line % 8);
}

static u32 mask_of_32(unsigned int line)
{
	return BIT(line % 32);
}

/* PL061 reads the lines whose bits are set in the address, from bit 2 on */
static unsigned int pl061_offset(unsigned int line)
{
	return BIT(line) << 2;
}

/* MT7622: data-in registers of 32 lines, 16 bytes apart */
static unsigned int mt7622_offset(unsigned int line)
{
	return 0x200 + line / 32 * 0x10;
}

/* i.MX: pad status register, of the pad and not of the output latch */
static unsigned int imx_offset(unsigned int line)
{
	return 0x08;
}

static const struct level_type level_types[] = {
	{ "arm,pl061", 8, pl061_offset, mask_of_8 },
	{ "mediatek,mt7622-pinctrl", 103, mt7622_offset, mask_of_32 },
	{ "fsl,imx31-gpio", 32, imx_offset, mask_of_32 },
	{ "fsl,imx35-gpio", 32, imx_offset, mask_of_32 },
};

static struct device_node *chip_node(struct gpio_chip *chip)
{
	struct fwnode_handle *fwnode = chip->fwnode;

	if (!fwnode && chip->parent)
		fwnode = dev_fwnode(chip->parent);
	return to_of_node(fwnode);
}

static struct device_node *controller_node(const struct pps_spin_line *line)
{
	return chip_node(gpiod_to_chip(line->desc));
}

static const struct level_type *find_level_type(const struct device_node *node)
{
	size_t i;

	for (i = 0; i < ARRAY_SIZE(level_types); i++)
		if (of_device_is_compatible(node, level_types[i].compatible))
			return &level_types[i];
	return NULL;
}

static bool raw_level(const struct pps_spin_line *line)
{
	return readl(line->level) & line->level_mask;
}

/*
 * A gated clock, a wrong table or a remapped line reads as a level that
 * gpiolib does not see. A pulse between the two reads does so too, but not on
 * every try.
 */
static bool level_agrees(const struct pps_spin_line *line)
{
	int try;

	for (try = 0; try < LEVEL_PROOF_TRIES; try++)
		if (raw_level(line) == !!gpiod_get_raw_value(line->desc))
			return true;
	return false;
}

static void unmap_level(void *data)
{
	struct pps_spin_line *line = data;

	iounmap(line->level);
	line->level = NULL;
}

static int map_level(struct device *dev, struct pps_spin_line *line,
		     struct device_node *node, const struct level_type *type)
{
	struct resource resource;

	if (of_address_to_resource(node, 0, &resource)) {
		snprintf(line->no_level, sizeof(line->no_level),
			 "%pOFn has no register range", node);
		return 0;
	}
	/* Not claimed: the controller's driver has the region */
	line->level = ioremap(resource.start + type->offset(line->offset),
			      sizeof(u32));
	if (!line->level) {
		snprintf(line->no_level, sizeof(line->no_level),
			 "level register of %pOFn cannot be mapped", node);
		return 0;
	}
	line->level_mask = type->mask(line->offset);
	return devm_add_action_or_reset(dev, unmap_level, line);
}

/* Find the level register, or say in no_level why there is none */
static int find_level(struct device *dev, struct pps_spin_line *line)
{
	struct device_node *node = controller_node(line);
	const struct level_type *type = node ? find_level_type(node) : NULL;
	int ret;

	if (!type || line->offset >= type->lines) {
		snprintf(line->no_level, sizeof(line->no_level),
			 "level register of %s line %u is not known",
			 line->chip, line->offset);
		return 0;
	}
	ret = map_level(dev, line, node, type);
	if (ret || !line->level)
		return ret;
	if (!level_agrees(line)) {
		snprintf(line->no_level, sizeof(line->no_level),
			 "level register of %s line %u disagrees with gpiolib",
			 line->chip, line->offset);
		devm_release_action(dev, unmap_level, line);
	}
	return 0;
}

/**
 * pps_spin_line_init - request the line and find its level register
 * @dev: the device, whose property or lookup names the line
 * @line: to be filled
 *
 * The assert edge is the one into the active level, or out of it with the
 * property assert-falling-edge. From here on only the physical edge counts, so
 * that the flag ACTIVE_LOW cannot move one method against another.
 *
 * Context: may sleep.
 * Return: 0 or an error of gpiolib.
 */
int pps_spin_line_init(struct device *dev, struct pps_spin_line *line)
{
	line->desc = devm_gpiod_get(dev, NULL, GPIOD_IN);
	if (IS_ERR(line->desc))
		return PTR_ERR(line->desc);
	line->chip = devm_kstrdup(dev, gpiod_to_chip(line->desc)->label,
				  GFP_KERNEL);
	if (!line->chip)
		return -ENOMEM;
	line->offset = gpiod_hwgpio(line->desc);
	line->rising = gpiod_is_active_low(line->desc) ==
		       device_property_read_bool(dev, "assert-falling-edge");
	line->irq = gpiod_to_irq(line->desc);
	line->can_sleep = gpiod_cansleep(line->desc);
	if (line->can_sleep) {
		snprintf(line->no_level, sizeof(line->no_level),
			 "reading %s may sleep", line->chip);
		return 0;
	}
	return find_level(dev, line);
}

/**
 * pps_spin_line_parent_irq - an interrupt of the line's controller
 * @line: the line
 * @index: which one, from 0
 *
 * Lines of a controller with a chained handler share its interrupts.
 *
 * Context: may sleep.
 * Return: the interrupt, 0 or an error if there are no more.
 */
int pps_spin_line_parent_irq(const struct pps_spin_line *line,
			     unsigned int index)
{
	struct device_node *node = line->desc ? controller_node(line) : NULL;

	return node ? of_irq_get(node, index) : -ENODEV;
}

/**
 * struct explain - a line that was refused
 * @dev: the device
 * @given: what gave its offset, up to the number
 * @chip: label of its controller
 * @offset: offset on @chip
 * @error: why it was refused
 * @found: @chip exists, and the message is out
 */
struct explain {
	struct device *dev;
	const char *given;
	const char *chip;
	int offset;
	int error;
	bool found;
};

static void explain_line(struct explain *explain, struct gpio_chip *chip)
{
	char *consumer = gpiochip_dup_line_label(chip, explain->offset);

	if (!IS_ERR_OR_NULL(consumer) && explain->error == -EBUSY)
		dev_err(explain->dev,
			"%s%d of chip=%s is in use by \"%s\": free it or take another line\n",
			explain->given, explain->offset, chip->label,
			consumer);
	else
		dev_err(explain->dev,
			"%s%d of chip=%s cannot be taken (error %d): take another line\n",
			explain->given, explain->offset, chip->label,
			explain->error);
	if (!IS_ERR(consumer))
		kfree(consumer);
}

/* Called for each controller; returns 0 to see the next one */
static int explain_chip(struct gpio_chip *chip, const void *data)
{
	struct explain *explain = (struct explain *)data;

	if (strcmp(chip->label, explain->chip))
		return 0;
	explain->found = true;
	if (explain->offset >= chip->ngpio)
		dev_err(explain->dev,
			"%s%d is out of range: chip=%s has lines 0 to %u\n",
			explain->given, explain->offset, chip->label,
			chip->ngpio - 1);
	else
		explain_line(explain, chip);
	return 0;
}

/* The controllers that there are, as far as they fit into a message */
struct chip_list {
	size_t len;
	char text[400];
};

static int list_chip(struct gpio_chip *chip, const void *data)
{
	struct chip_list *list = (struct chip_list *)data;

	list->len += scnprintf(list->text + list->len,
			       sizeof(list->text) - list->len,
			       "%s chip=%s with lines 0 to %u",
			       list->len ? "," : "", chip->label,
			       chip->ngpio - 1);
	return 0;
}

/**
 * pps_spin_line_explain - say why the line that parameters name was refused
 * @dev: the device
 * @chip: label of the controller, NULL if the line is named
 * @offset: offset of the line on @chip
 * @name: name of the line, NULL if @chip is given
 * @error: what pps_spin_line_init() returned
 *
 * Context: may sleep.
 */
void pps_spin_line_explain(struct device *dev, const char *chip, int offset,
			   const char *name, int error)
{
	struct explain explain = { dev, "line=", chip, offset, error, false };
	struct chip_list list = { };

	if (name && error == -EBUSY) {
		dev_err(dev, "line_name=%s is in use: free it or take another line\n",
			name);
		return;
	}
	if (!name) {
		gpio_device_find(&explain, explain_chip);
		if (explain.found)
			return;
	}
	gpio_device_find(&list, list_chip);
	dev_err(dev, "there is no %s=%s: there is%s\n",
		name ? "line_name" : "chip", name ?: chip, list.text);
}

/**
 * pps_spin_line_explain_output - say why the output line was refused
 * @dev: the device
 * @chip: label of the controller, which has given a line already
 * @offset: offset of the output line on @chip
 * @error: what gpiolib returned
 *
 * Context: may sleep.
 */
void pps_spin_line_explain_output(struct device *dev, const char *chip,
				  int offset, int error)
{
	struct explain explain = {
		dev, "stimulus_line=", chip, offset, error, false
	};

	gpio_device_find(&explain, explain_chip);
}

/**
 * struct tree_line - a line of a device tree that was refused
 * @explain: what to say of it, once it is found
 * @args: the property's entry
 * @chips: chips of the node that it refers to, which have no such line
 */
struct tree_line {
	struct explain explain;
	struct of_phandle_args args;
	struct chip_list chips;
};

/* Called for each controller; a node may be that of several, with some lines each */
static int explain_tree_chip(struct gpio_chip *chip, const void *data)
{
	struct tree_line *line = (struct tree_line *)data;
	struct explain *explain = &line->explain;
	int offset;

	if (chip_node(chip) != line->args.np || !chip->of_xlate)
		return 0;
	offset = chip->of_xlate(chip, &line->args, NULL);
	if (offset < 0)
		return list_chip(chip, &line->chips);
	explain->found = true;
	explain->offset = offset;
	/* What else the line waits for may still come */
	if (explain->error != -EPROBE_DEFER)
		explain_line(explain, chip);
	return 0;
}

/* All chips that could have the line are there, and gpiolib waits for another */
static bool is_beyond(const struct tree_line *line)
{
	return !line->explain.found && line->chips.len &&
	       line->args.args_count > 1;
}

/**
 * pps_spin_line_explain_tree - say why a line of a device tree was refused
 * @dev: the device
 * @property: what names the line
 * @error: what gpiolib returned
 *
 * gpiolib waits for ever for a line beyond the last one of its controller.
 *
 * Context: may sleep.
 * Return: @error, or -EINVAL if it is no use to wait for the line.
 */
int pps_spin_line_explain_tree(struct device *dev, const char *property,
			       int error)
{
	char given[32];
	struct tree_line line = {
		.explain = { .dev = dev, .given = given, .error = error },
	};

	snprintf(given, sizeof(given), "%s: line ", property);
	if (!of_parse_phandle_with_args_map(dev->of_node, property, "gpio", 0,
					    &line.args)) {
		gpio_device_find(&line, explain_tree_chip);
		of_node_put(line.args.np);
	}
	if (is_beyond(&line)) {
		/* The last cell has flags, the one before it the offset */
		dev_err(dev, "%s%u is out of range: there is%s: take one of these\n",
			given, line.args.args[line.args.args_count - 2],
			line.chips.text);
		return -EINVAL;
	}
	if (line.explain.found && error != -EPROBE_DEFER)
		return error;
	return dev_err_probe(dev, error, "no line in %s\n", property);
}
