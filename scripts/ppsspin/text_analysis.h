/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Tables of a report, one function each
 */
#ifndef PPSSPIN_TEXT_ANALYSIS_H
#define PPSSPIN_TEXT_ANALYSIS_H

#include "report.h"

void text_summary_head(const char *title);
void text_summary_row(const char *name, const struct summary *summary,
		      double ns);
void text_retro(const struct segment_report *report, double gate_ns, double ns);
void text_plain_fit(const struct segment_report *report, double ns);
void text_attribution(const struct report *whole,
		      const struct segment_report *segment, double ns);
void text_budget(const struct segment_report *report, double ns);
void text_pairs(const struct segment_report *report, double ns);
void text_observer(const struct segment_report *report, double ns);
void text_truth(const struct segment_report *report, double ns);
void text_stability(const struct segment_report *report);
void text_findings(const struct report *report);
void text_verdict(const struct report *report);

#endif /* PPSSPIN_TEXT_ANALYSIS_H */
