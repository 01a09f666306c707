/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The capture methods, and the stamp that each gives a pulse
 *
 * Times are in half ticks: the middle of two counter values is then an
 * integer, and stays one until it is printed.
 */
#ifndef PPSSPIN_METHOD_H
#define PPSSPIN_METHOD_H

#include "record.h"

/* From the pin to the handler, then the variants of the poll */
enum method {
	METHOD_ENTRY,
	METHOD_EARLY,
	METHOD_ACK,
	METHOD_IRQ,
	METHOD_POLL_AFTER,
	METHOD_POLL_BRACKET,
	METHOD_POLL_MMIO,
	METHOD_COUNT,
};

#define METHOD_IRQ_SIDE_COUNT	METHOD_POLL_AFTER

const char *method_name(enum method method);
int method_find(const char *name);
enum pps_spin_column method_column(enum method method);

static inline bool method_is_poll(enum method method)
{
	return method >= METHOD_POLL_AFTER;
}

bool half_ticks_since(u64 ticks, u64 origin_ticks, s64 *half_ticks);
bool method_anchor(const struct pps_spin_record *record, u64 *ticks);
bool method_stamp(const struct pps_spin_record *record, enum method method,
		  u64 origin_ticks, s64 *half_ticks);
bool method_polled_edge(const struct pps_spin_record *record,
			u64 origin_ticks, s64 *half_ticks);
bool method_after_polled(const struct pps_spin_record *record,
			 enum method method, s64 *half_ticks);
bool method_is_sound(const struct pps_spin_record *record, enum method method);

static inline double half_ticks_to_ns(double half_ticks, u64 cntfrq_hz)
{
	return half_ticks * (0.5e9 / (double)cntfrq_hz);
}

#endif /* PPSSPIN_METHOD_H */
