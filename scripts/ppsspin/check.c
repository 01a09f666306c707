// SPDX-License-Identifier: GPL-2.0
/*
 * What a sound capture cannot hold
 */
#include "check.h"

/* Whether the values of these columns, where they are there, rise */
static bool rising(const struct pps_spin_record *record,
		   const enum pps_spin_column *columns, size_t count)
{
	const __u64 *last = NULL;
	size_t i;

	for (i = 0; i < count; i++) {
		const __u64 *value = &record->value[columns[i]];

		if (!pps_spin_record_has(record, columns[i]))
			continue;
		if (last && pps_spin_ticks_after(*last, *value))
			return false;
		last = value;
	}
	return true;
}

static bool any_before_prev(const struct pps_spin_record *record,
			    const enum pps_spin_column *columns, size_t count)
{
	u64 prev = record->value[PPS_SPIN_PREV];
	size_t i;

	if (!pps_spin_record_has(record, PPS_SPIN_PREV))
		return false;
	for (i = 0; i < count; i++)
		if (pps_spin_record_has(record, columns[i]) &&
		    pps_spin_ticks_after(prev, record->value[columns[i]]))
			return true;
	return false;
}

static void check_truth(struct check_report *report,
			const struct pps_spin_record *record)
{
	const __u64 *value = record->value;

	if (!pps_spin_record_has(record, PPS_SPIN_PREV) ||
	    !pps_spin_record_has(record, PPS_SPIN_AFTER) ||
	    !pps_spin_record_has(record, PPS_SPIN_T0) ||
	    !pps_spin_record_has(record, PPS_SPIN_T1))
		return;
	report->truth_n++;
	report->truth_outside +=
		pps_spin_ticks_after(value[PPS_SPIN_PREV],
				     value[PPS_SPIN_T1]) ||
		pps_spin_ticks_after(value[PPS_SPIN_T0],
				     value[PPS_SPIN_AFTER]);
}

static void check_record(struct check_report *report,
			 const struct pps_spin_record *record)
{
	static const enum pps_spin_column poll[] = {
		PPS_SPIN_PREV, PPS_SPIN_BEFORE, PPS_SPIN_AFTER,
	};
	static const enum pps_spin_column irq[] = {
		PPS_SPIN_ENTRY, PPS_SPIN_EARLY, PPS_SPIN_ACK, PPS_SPIN_IRQ,
	};

	if (record->flags)
		return;
	report->poll_order += !rising(record, poll, ARRAY_SIZE(poll));
	report->irq_order += !rising(record, irq, ARRAY_SIZE(irq));
	report->before_prev += any_before_prev(record, irq, ARRAY_SIZE(irq));
	check_truth(report, record);
}

/**
 * check_segment - count what a sound segment cannot hold
 * @report: set
 * @capture: the capture
 * @segment: the part of it
 */
void check_segment(struct check_report *report, const struct capture *capture,
		   const struct segment *segment)
{
	const struct pps_spin_record *record = capture->pulses + segment->first;
	u64 skipped = 0;
	size_t i;

	memset(report, 0, sizeof(*report));
	for (i = 0; i < segment->count; i++) {
		u64 step = i ? record[i].value[PPS_SPIN_SEQ] -
			       record[i - 1].value[PPS_SPIN_SEQ] : 1;

		/* What goes back is counted elsewhere, as a break */
		if (step && step < 1ULL << 63)
			skipped += step - 1;
		check_record(report, &record[i]);
	}
	report->seq_missing = skipped > segment->lost ?
			      skipped - segment->lost : 0;
}

/**
 * check_failed - whether anything is wrong
 * @report: what was counted
 *
 * Return: true if so.
 */
bool check_failed(const struct check_report *report)
{
	return report->seq_missing || report->poll_order ||
	       report->irq_order || report->before_prev ||
	       report->truth_outside;
}
