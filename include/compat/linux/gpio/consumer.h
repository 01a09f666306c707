/* SPDX-License-Identifier: GPL-2.0 */
#ifndef _COMPAT_LINUX_GPIO_CONSUMER_H
#define _COMPAT_LINUX_GPIO_CONSUMER_H

#include_next <linux/gpio/consumer.h>

/* Since 6.13 a line tells its offset itself */
#ifndef HAVE_gpiod_hwgpio
#include <linux/gpio.h>
#include <linux/gpio/driver.h>

static inline int gpiod_hwgpio(const struct gpio_desc *desc)
{
	return desc_to_gpio(desc) - gpiod_to_chip(desc)->base;
}
#endif

#endif /* _COMPAT_LINUX_GPIO_CONSUMER_H */
