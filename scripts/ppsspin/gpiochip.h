/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The machine's GPIO chips
 */
#ifndef PPSSPIN_GPIOCHIP_H
#define PPSSPIN_GPIOCHIP_H

#include <gpiod.h>

int gpiochip_list(char ***paths);
struct gpiod_chip *gpiochip_find(const char *chip);

#endif /* PPSSPIN_GPIOCHIP_H */
