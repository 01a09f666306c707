/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What all pictures share: colours, dashes, titles
 */
#ifndef PPSSPIN_PLOT_STYLE_H
#define PPSSPIN_PLOT_STYLE_H

#include <math.h>
#include <stdio.h>

#include "method.h"

const char *plot_method_colour(enum method method);
int plot_dash(size_t segment);
void plot_style(FILE *out);
void plot_quoted(FILE *out, const char *text);
void plot_title(FILE *out, const char *first, const char *second);
void plot_nothing(FILE *out, const char *why);
void plot_empty_panel(FILE *out, const char *why);

#endif /* PPSSPIN_PLOT_STYLE_H */
