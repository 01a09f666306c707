// SPDX-License-Identifier: GPL-2.0
/*
 * Each method against the truth, where it is known
 */
#include <math.h>

#include "truthtable.h"

/* Stamp - true edge; false if the edge is not known */
static bool true_error(const struct pps_spin_record *record,
		       const struct truth *truth, enum method method,
		       double *half_ticks)
{
	u64 t0 = record->value[PPS_SPIN_T0];
	s64 stamp;

	if (!method_is_sound(record, method))
		return false;
	if (truth) {
		if (!method_stamp(record, method, truth->ticks, &stamp))
			return false;
		*half_ticks = stamp - truth->millionths * 2e-6;
		return true;
	}
	if (!pps_spin_record_has(record, PPS_SPIN_T0) ||
	    !pps_spin_record_has(record, PPS_SPIN_T1) ||
	    !method_stamp(record, method, t0, &stamp))
		return false;
	*half_ticks = stamp - (s64)(record->value[PPS_SPIN_T1] - t0);
	return true;
}

static double stimulus_width(const struct capture *capture,
			     const struct segment *segment, double *scratch)
{
	const struct pps_spin_record *record = capture->pulses + segment->first;
	size_t i, n = 0;

	for (i = 0; i < segment->count; i++, record++)
		if (pps_spin_record_has(record, PPS_SPIN_T0) &&
		    pps_spin_record_has(record, PPS_SPIN_T1))
			scratch[n++] = 2.0 *
				(s64)(record->value[PPS_SPIN_T1] -
				      record->value[PPS_SPIN_T0]);
	return median(scratch, n);
}

/**
 * truth_analyse - compare a method with the truth
 * @report: filled; its @error.n is 0 where no edge is known
 * @capture: the capture
 * @segment: the part of it
 * @method: the method
 * @scratch: room for every pulse of @segment
 */
void truth_analyse(struct truth_report *report, const struct capture *capture,
		   const struct segment *segment, enum method method,
		   double *scratch)
{
	const struct pps_spin_record *record = capture->pulses + segment->first;
	const struct truth *truth = capture->truth ?
				    capture->truth + segment->first : NULL;
	size_t i, n = 0;

	for (i = 0; i < segment->count; i++)
		n += true_error(&record[i], truth ? &truth[i] : NULL, method,
				&scratch[n]);
	summarise(scratch, n, &report->error);
	report->width = truth ? NAN :
			stimulus_width(capture, segment, scratch);
}
