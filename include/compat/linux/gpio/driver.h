/* SPDX-License-Identifier: GPL-2.0 */
#ifndef _COMPAT_LINUX_GPIO_DRIVER_H
#define _COMPAT_LINUX_GPIO_DRIVER_H

#include_next <linux/gpio/driver.h>

/* Since 6.8 the consumer's name is a copy, so that it cannot go away */
#ifndef HAVE_gpiochip_dup_line_label
#include <linux/string.h>

static inline char *gpiochip_dup_line_label(struct gpio_chip *chip,
					    unsigned int offset)
{
	return kstrdup(gpiochip_is_requested(chip, offset), GFP_KERNEL);
}
#endif

/* Since 6.7 the search is for a device, and takes constant data since 6.9 */
#ifndef HAVE_gpio_device_find
struct compat_gpio_find {
	const void *data;
	int (*match)(struct gpio_chip *chip, const void *data);
};

static inline int compat_gpio_match(struct gpio_chip *chip, void *data)
{
	struct compat_gpio_find *find = data;

	return find->match(chip, find->data);
}

static inline struct gpio_device *
gpio_device_find(const void *data,
		 int (*match)(struct gpio_chip *chip, const void *data))
{
	struct compat_gpio_find find = { data, match };
	struct gpio_chip *chip = gpiochip_find(&find, compat_gpio_match);

	return chip ? chip->gpiodev : NULL;
}
#endif

#endif /* _COMPAT_LINUX_GPIO_DRIVER_H */
