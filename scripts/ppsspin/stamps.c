// SPDX-License-Identifier: GPL-2.0
/*
 * The stamps of a segment, per method side by side
 *
 * Methods are compared two by two, so that each stamp is wanted many times: it
 * is taken out of its record once.
 */
#include <math.h>
#include <stdlib.h>

#include "stamps.h"
#include "util.h"

static void take(struct stamps *stamps, size_t i,
		 const struct pps_spin_record *record)
{
	u64 origin = 0;
	bool any = method_anchor(record, &origin);
	s64 half_ticks;
	int method;

	stamps->edge[i] = any && method_polled_edge(record, origin,
						    &half_ticks) ?
			  half_ticks : NAN;
	for (method = 0; method < METHOD_COUNT; method++)
		if (stamps->method[method])
			stamps->method[method][i] =
				any && method_is_sound(record, method) &&
				method_stamp(record, method, origin,
					     &half_ticks) ? half_ticks : NAN;
}

/**
 * stamps_build - take the stamps out of the records of a segment
 * @stamps: filled, to be freed with stamps_free()
 * @capture: the capture
 * @segment: the part of it
 * @counts: per method, how many records have a stamp of it
 *
 * Stamps that the driver flagged as another interrupt's are left out.
 */
void stamps_build(struct stamps *stamps, const struct capture *capture,
		  const struct segment *segment, const size_t *counts)
{
	size_t i;
	int method;

	stamps->n = segment->count;
	stamps->edge = xcalloc(stamps->n, sizeof(double));
	for (method = 0; method < METHOD_COUNT; method++)
		stamps->method[method] = counts[method] ?
			xcalloc(stamps->n, sizeof(double)) : NULL;
	for (i = 0; i < stamps->n; i++)
		take(stamps, i, &capture->pulses[segment->first + i]);
}

/**
 * stamps_free - free what stamps hold
 * @stamps: the stamps
 */
void stamps_free(struct stamps *stamps)
{
	int method;

	free(stamps->edge);
	for (method = 0; method < METHOD_COUNT; method++)
		free(stamps->method[method]);
}

/**
 * stamps_differences - later minus earlier of every pulse that has both
 * @stamps: the stamps
 * @later: the edge or a method of @stamps
 * @earlier: another one
 * @half_ticks: filled, room for every pulse
 *
 * Return: how many.
 */
size_t stamps_differences(const struct stamps *stamps, const double *later,
			  const double *earlier, double *half_ticks)
{
	size_t i, n = 0;

	/* A NAN is overwritten by what follows */
	for (i = 0; i < stamps->n; i++) {
		half_ticks[n] = later[i] - earlier[i];
		n += !isnan(half_ticks[n]);
	}
	return n;
}
