// SPDX-License-Identifier: GPL-2.0
/*
 * The machine's GPIO chips
 */
#define _GNU_SOURCE
#include <dirent.h>
#include <stdlib.h>

#include "gpiochip.h"
#include "util.h"

static int is_chip(const struct dirent *entry)
{
	return !strncmp(entry->d_name, "gpiochip", 8);
}

/**
 * gpiochip_list - find the chips that there are
 * @paths: their device files, each and all to be freed
 *
 * Return: how many.
 */
int gpiochip_list(char ***paths)
{
	struct dirent **entries;
	int i, count = scandir("/dev", &entries, is_chip, versionsort);

	if (count < 0)
		die("/dev: %s", strerror(errno));
	*paths = xcalloc(count, sizeof(**paths));
	for (i = 0; i < count; i++) {
		(*paths)[i] = xasprintf("/dev/%s", entries[i]->d_name);
		free(entries[i]);
	}
	free(entries);
	return count;
}

static bool has_label(struct gpiod_chip *chip, const char *label)
{
	struct gpiod_chip_info *info = gpiod_chip_get_info(chip);
	bool has = info && !strcmp(gpiod_chip_info_get_label(info), label);

	gpiod_chip_info_free(info);
	return has;
}

/* One that cannot be opened has no label to compare */
static struct gpiod_chip *find_label(const char *label)
{
	struct gpiod_chip *chip, *found = NULL;
	char **paths;
	int i, count = gpiochip_list(&paths);

	for (i = 0; i < count; i++) {
		chip = gpiod_chip_open(paths[i]);
		free(paths[i]);
		if (!chip)
			continue;
		if (!has_label(chip, label)) {
			gpiod_chip_close(chip);
			continue;
		}
		if (found)
			die("%s: %s and another chip have this label: take the name of one",
			    label, gpiod_chip_get_path(found));
		found = chip;
	}
	free(paths);
	return found;
}

/**
 * gpiochip_find - open a chip
 * @chip: its device file, its name or its label
 *
 * Return: the chip; ends the program if there is none.
 */
struct gpiod_chip *gpiochip_find(const char *chip)
{
	bool named = !strncmp(chip, "gpiochip", 8);
	struct gpiod_chip *found;
	char *path;

	if (!strchr(chip, '/') && !named) {
		found = find_label(chip);
		if (!found)
			die("%s: no chip has this label: see `ppsspin lines` for the chips there are",
			    chip);
		return found;
	}
	path = named ? xasprintf("/dev/%s", chip) : xstrdup(chip);
	found = gpiod_chip_open(path);
	if (!found)
		die("%s: %s: see `ppsspin lines` for the chips there are", chip,
		    strerror(errno));
	free(path);
	return found;
}
