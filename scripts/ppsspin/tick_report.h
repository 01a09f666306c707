/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Runs of timer interrupts as text, as JSON, as a picture
 */
#ifndef PPSSPIN_TICK_REPORT_H
#define PPSSPIN_TICK_REPORT_H

#include "plot.h"
#include "tick.h"

void tick_text(const struct tick_report *report);
void tick_json(const struct tick_report *report);
int tick_picture(const struct tick_report *report, enum picture_format format,
		 const char *path);

#endif /* PPSSPIN_TICK_REPORT_H */
