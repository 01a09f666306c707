// SPDX-License-Identifier: GPL-2.0
/*
 * The true edges, where they are known
 */
#include <math.h>

#include "quantile.h"
#include "truthtable.h"

/* The true edge, half ticks since @origin; NAN if it is not known */
static double true_edge(const struct pps_spin_record *record,
			const struct truth *truth, u64 origin)
{
	u64 t0 = record->value[PPS_SPIN_T0];

	if (truth)
		return 2.0 * (s64)(truth->ticks - origin) +
		       truth->millionths * 2e-6;
	if (!pps_spin_record_has(record, PPS_SPIN_T0) ||
	    !pps_spin_record_has(record, PPS_SPIN_T1))
		return NAN;
	return 2.0 * (s64)(t0 - origin) +
	       (s64)(record->value[PPS_SPIN_T1] - t0);
}

/**
 * truth_edges - the true edges of a segment, comparable with its stamps
 * @capture: the capture
 * @segment: the part of it
 * @half_ticks: filled, room for every pulse of @segment; NAN where the edge is not
 *		known
 */
void truth_edges(const struct capture *capture, const struct segment *segment,
		 double *half_ticks)
{
	const struct pps_spin_record *record = capture->pulses + segment->first;
	const struct truth *truth = capture->truth ?
				    capture->truth + segment->first : NULL;
	size_t i;

	for (i = 0; i < segment->count; i++) {
		u64 origin = 0;

		method_anchor(&record[i], &origin);
		half_ticks[i] = true_edge(&record[i], truth ? &truth[i] : NULL,
					  origin);
	}
}

/**
 * truth_width - how much the stimulus cannot tell
 * @capture: the capture
 * @segment: the part of it
 * @scratch: room for every pulse of @segment
 *
 * Return: median of t1 - t0, half ticks; NAN for simulated edges, or none.
 */
double truth_width(const struct capture *capture, const struct segment *segment,
		   double *scratch)
{
	const struct pps_spin_record *record = capture->pulses + segment->first;
	size_t i, n = 0;

	for (i = 0; !capture->truth && i < segment->count; i++, record++)
		if (pps_spin_record_has(record, PPS_SPIN_T0) &&
		    pps_spin_record_has(record, PPS_SPIN_T1))
			scratch[n++] = 2.0 *
				(s64)(record->value[PPS_SPIN_T1] -
				      record->value[PPS_SPIN_T0]);
	return median(scratch, n);
}
