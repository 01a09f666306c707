/* SPDX-License-Identifier: GPL-2.0 */
/*
 * GPIO controllers whose level register the driver knows
 */
#ifndef PPSSPIN_LEVELREGISTER_H
#define PPSSPIN_LEVELREGISTER_H

#include <stdbool.h>
#include <stddef.h>

bool level_register_known(const char *compatible, size_t size);
bool level_register_of_chip(const char *sysfs, const char *chip);

#endif /* PPSSPIN_LEVELREGISTER_H */
