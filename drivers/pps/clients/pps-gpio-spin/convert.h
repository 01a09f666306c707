/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Which stamp of a pulse a method means, and when that was on a clock
 */
#ifndef _PPS_SPIN_CONVERT_H
#define _PPS_SPIN_CONVERT_H

#include "pure.h"
#include "record.h"

/**
 * enum pps_spin_method - what is served
 * @PPS_SPIN_METHOD_IRQ: handler stamp
 * @PPS_SPIN_METHOD_EARLY: entry of the interrupt controller's handler
 * @PPS_SPIN_METHOD_ACK: acknowledge
 * @PPS_SPIN_METHOD_ENTRY: exception vector
 * @PPS_SPIN_METHOD_POLL_AFTER: after the read that saw the edge
 * @PPS_SPIN_METHOD_POLL_BRACKET: amid the read that saw the edge, by gpiolib
 * @PPS_SPIN_METHOD_POLL_MMIO: amid the read that saw the edge, raw
 * @PPS_SPIN_METHOD_NONE: nothing
 */
enum pps_spin_method {
	PPS_SPIN_METHOD_IRQ,
	PPS_SPIN_METHOD_EARLY,
	PPS_SPIN_METHOD_ACK,
	PPS_SPIN_METHOD_ENTRY,
	PPS_SPIN_METHOD_POLL_AFTER,
	PPS_SPIN_METHOD_POLL_BRACKET,
	PPS_SPIN_METHOD_POLL_MMIO,
	PPS_SPIN_METHOD_NONE,
};

/**
 * enum pps_spin_sample - what a pulse has to offer
 * @PPS_SPIN_SAMPLE_GOOD: the method's stamp
 * @PPS_SPIN_SAMPLE_FALLBACK: another stamp of the interrupt, since the
 *			      method's is missing or of another interrupt
 * @PPS_SPIN_SAMPLE_NONE: nothing to be trusted
 */
enum pps_spin_sample {
	PPS_SPIN_SAMPLE_GOOD,
	PPS_SPIN_SAMPLE_FALLBACK,
	PPS_SPIN_SAMPLE_NONE,
};

/**
 * struct pps_spin_clock - counter and clocks, read at once
 * @ticks: counter
 * @real_ns: CLOCK_REALTIME
 * @raw_ns: CLOCK_MONOTONIC_RAW
 * @set_count: changes when the clock is set, or runs on another counter
 */
struct pps_spin_clock {
	u64 ticks;
	s64 real_ns;
	s64 raw_ns;
	u32 set_count;
};

/**
 * struct pps_spin_rate - the readings that tell the rate of the clocks
 * @ticks_per_second: nominal rate of the counter
 * @earlier: half a second before @now or more, once that much has passed since
 *	     the first reading or since the clock was set
 * @next: becomes @earlier when it is half a second old
 * @now: the last reading
 */
struct pps_spin_rate {
	u64 ticks_per_second;
	struct pps_spin_clock earlier;
	struct pps_spin_clock next;
	struct pps_spin_clock now;
};

enum pps_spin_sample pps_spin_choose(const struct pps_spin_record *record,
				     enum pps_spin_method method, u64 *ticks);
void pps_spin_rate_init(struct pps_spin_rate *rate, u64 ticks_per_second,
			const struct pps_spin_clock *now);
void pps_spin_rate_read(struct pps_spin_rate *rate,
			const struct pps_spin_clock *now);
void pps_spin_convert(const struct pps_spin_rate *rate, u64 ticks,
		      s64 *real_ns, s64 *raw_ns);

#endif /* _PPS_SPIN_CONVERT_H */
