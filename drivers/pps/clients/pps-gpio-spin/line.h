/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The GPIO line and its level register
 */
#ifndef _PPS_SPIN_LINE_H
#define _PPS_SPIN_LINE_H

#include <linux/types.h>

struct device;
struct gpio_desc;

/* Longest reason why a method is unavailable */
#define PPS_SPIN_REASON_MAX	96

/**
 * struct pps_spin_line - the line
 * @desc: its descriptor, requested for the life of the device; NULL for a
 *	  stimulus without a pin
 * @chip: label of its controller
 * @offset: its offset on the controller
 * @rising: the physical edge to capture is the rising one
 * @irq: its interrupt, or the error that gpiolib gave
 * @can_sleep: reading it may sleep
 * @level: its level register, NULL if it is not known
 * @level_mask: its bit in @level
 * @no_level: why @level is NULL
 */
struct pps_spin_line {
	struct gpio_desc *desc;
	const char *chip;
	unsigned int offset;
	bool rising;
	int irq;
	bool can_sleep;
	void __iomem *level;
	u32 level_mask;
	char no_level[PPS_SPIN_REASON_MAX];
};

int pps_spin_line_init(struct device *dev, struct pps_spin_line *line);
void pps_spin_line_explain(struct device *dev, const char *chip, int offset,
			   const char *name, int error);
void pps_spin_line_explain_output(struct device *dev, const char *chip,
				  int offset, int error);
int pps_spin_line_explain_tree(struct device *dev, const char *property,
			       int error);
int pps_spin_line_parent_irq(const struct pps_spin_line *line,
			     unsigned int index);

#endif /* _PPS_SPIN_LINE_H */
