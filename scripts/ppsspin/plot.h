/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Pictures, drawn by gnuplot
 */
#ifndef PPSSPIN_PLOT_H
#define PPSSPIN_PLOT_H

#include "report.h"
#include "util.h"

enum picture {
	PICTURE_CDF,
	PICTURE_RESIDUALS,
	PICTURE_HISTOGRAM,
	PICTURE_TDEV,
	PICTURE_BUDGET,
	PICTURE_OBSERVER,
	PICTURE_COUNT,
};

enum picture_format {
	PICTURE_SVG,
	PICTURE_PNG,
};

int plot_run(enum picture_format format, const char *path,
	     void (*script)(FILE *out, const void *arg), const void *arg);
const char *plot_error(int error);
enum status plot_missing(const char *picture, int error);
const char *picture_name(enum picture picture);
int picture_find(const char *name);
int picture_draw(const struct report *report, enum picture picture,
		 enum picture_format format, const char *path);
int picture_data(const struct report *report, enum picture picture,
		 enum picture_format format, void **data, size_t *size);

#endif /* PPSSPIN_PLOT_H */
