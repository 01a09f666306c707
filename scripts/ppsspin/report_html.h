/* SPDX-License-Identifier: GPL-2.0 */
/*
 * A report as one HTML file that needs nothing else
 */
#ifndef PPSSPIN_REPORT_HTML_H
#define PPSSPIN_REPORT_HTML_H

#include "report.h"
#include "util.h"

enum status report_html(const struct report *report, const char *path);

#endif /* PPSSPIN_REPORT_HTML_H */
