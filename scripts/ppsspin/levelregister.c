// SPDX-License-Identifier: GPL-2.0
/*
 * GPIO controllers whose level register the driver knows
 *
 * The same as level_types in the driver's line.c, which a test compares.
 */
#include <stdlib.h>
#include <string.h>

#include "levelregister.h"
#include "util.h"

static const char * const known[] = {
	"arm,pl061",
	"mediatek,mt7622-pinctrl",
	"fsl,imx31-gpio",
	"fsl,imx35-gpio",
};

/**
 * level_register_known - whether the driver can poll a kind of controller raw
 * @compatible: its `compatible` property: strings, each with its NUL
 * @size: bytes in it
 *
 * Return: true if one of the strings is in the driver's table.
 */
bool level_register_known(const char *compatible, size_t size)
{
	size_t at = 0, i;

	while (at < size) {
		size_t len = strnlen(compatible + at, size - at);

		for (i = 0; i < ARRAY_SIZE(known); i++)
			if (strlen(known[i]) == len &&
			    !memcmp(known[i], compatible + at, len))
				return true;
		at += len + 1;
	}
	return false;
}

/**
 * level_register_of_chip - the same, of a chip of this machine
 * @sysfs: folder of the GPIO chips, such as /sys/bus/gpio/devices
 * @chip: name of the chip, such as gpiochip0
 *
 * Return: true if its controller is in the driver's table.
 */
bool level_register_of_chip(const char *sysfs, const char *chip)
{
	static const char * const nodes[] = { "of_node", "../of_node" };
	char compatible[512];
	size_t i;

	for (i = 0; i < ARRAY_SIZE(nodes); i++) {
		char *path = xasprintf("%s/%s/%s/compatible", sysfs, chip,
				       nodes[i]);
		FILE *in = fopen(path, "r");
		size_t size;

		free(path);
		if (!in)
			continue;
		size = fread(compatible, 1, sizeof(compatible), in);
		fclose(in);
		return level_register_known(compatible, size);
	}
	return false;
}
