/* SPDX-License-Identifier: GPL-2.0 WITH Linux-syscall-note */
/*
 * The record of one pulse, captured in every way at once
 *
 * Every time is a value of the arch counter in ticks. Documentation/ABI/
 * debugfs-pulses describes the same record as a line of text.
 */
#ifndef _UAPI_LINUX_PPS_SPIN_H
#define _UAPI_LINUX_PPS_SPIN_H

#include <linux/types.h>

/* The "# format=" of the stream. A column may be added without a new version. */
#define PPS_SPIN_FORMAT		1

/* Longest text of a mark, in characters without a newline */
#define PPS_SPIN_MARK_MAX	100

/**
 * enum pps_spin_column - the columns of a record, in the order of the stream
 * @PPS_SPIN_SEQ: number of the pulse since load, from 1
 * @PPS_SPIN_FLAGS: see &enum pps_spin_flag
 * @PPS_SPIN_POLL: see &enum pps_spin_poll
 * @PPS_SPIN_PREV: counter before the last level read that was inactive
 * @PPS_SPIN_BEFORE: counter before the level read that saw the edge
 * @PPS_SPIN_AFTER: counter after the level read that saw the edge
 * @PPS_SPIN_READS: level reads in the chunk that saw the edge
 * @PPS_SPIN_ENTRY: exception vector of the interrupt
 * @PPS_SPIN_EARLY: entry of the interrupt controller's handler, by ftrace
 * @PPS_SPIN_ACK: after the acknowledge of the interrupt
 * @PPS_SPIN_IRQ: first statement of the hard irq handler
 * @PPS_SPIN_POLL_CPU: CPU that polled
 * @PPS_SPIN_IRQ_CPU: CPU that took the interrupt
 * @PPS_SPIN_T0: counter before the stimulus raised the edge
 * @PPS_SPIN_T1: counter after the stimulus raised the edge
 * @PPS_SPIN_COLUMNS: number of columns
 *
 * The edge lies in [prev, after], and in [t0, t1] if a stimulus raised it.
 */
enum pps_spin_column {
	PPS_SPIN_SEQ,
	PPS_SPIN_FLAGS,
	PPS_SPIN_POLL,
	PPS_SPIN_PREV,
	PPS_SPIN_BEFORE,
	PPS_SPIN_AFTER,
	PPS_SPIN_READS,
	PPS_SPIN_ENTRY,
	PPS_SPIN_EARLY,
	PPS_SPIN_ACK,
	PPS_SPIN_IRQ,
	PPS_SPIN_POLL_CPU,
	PPS_SPIN_IRQ_CPU,
	PPS_SPIN_T0,
	PPS_SPIN_T1,
	PPS_SPIN_COLUMNS,
};

/**
 * enum pps_spin_flag - what is known about a record, as bit numbers
 * @PPS_SPIN_LATE: the window opened after the edge: no poll capture
 * @PPS_SPIN_MISSED: no poll capture, and neither @PPS_SPIN_LATE nor
 *		     @PPS_SPIN_UNPOLLED says why
 * @PPS_SPIN_NOIRQ: no interrupt came for this edge
 * @PPS_SPIN_UNPOLLED: not polled by choice (poll_mode)
 * @PPS_SPIN_MISATTRIBUTED: entry or early belongs to another interrupt
 * @PPS_SPIN_WIDE: bracket far above the usual
 * @PPS_SPIN_FIRST: the edge was seen by the first read after the one that
 *		    opened the window: the bracket holds, but the loop was cold
 * @PPS_SPIN_COALESCED: edges came faster than they could be told apart, or
 *			than captures could be delivered
 * @PPS_SPIN_CPU_CHANGED: polled or interrupted on another CPU than the
 *			  previous pulse
 * @PPS_SPIN_COUNTER_JUMP: the counter went backwards since the previous pulse
 * @PPS_SPIN_FLAG_COUNT: number of flags
 */
enum pps_spin_flag {
	PPS_SPIN_LATE,
	PPS_SPIN_MISSED,
	PPS_SPIN_NOIRQ,
	PPS_SPIN_UNPOLLED,
	PPS_SPIN_MISATTRIBUTED,
	PPS_SPIN_WIDE,
	PPS_SPIN_FIRST,
	PPS_SPIN_COALESCED,
	PPS_SPIN_CPU_CHANGED,
	PPS_SPIN_COUNTER_JUMP,
	PPS_SPIN_FLAG_COUNT,
};

/**
 * enum pps_spin_poll - how the level was read on this pulse
 * @PPS_SPIN_POLL_AFTER: through gpiolib, the method's stamp is @after
 * @PPS_SPIN_POLL_BRACKET: through gpiolib, the stamp is amid @before, @after
 * @PPS_SPIN_POLL_MMIO: raw level register, the stamp is amid @before, @after
 * @PPS_SPIN_POLL_COUNT: number of variants
 */
enum pps_spin_poll {
	PPS_SPIN_POLL_AFTER,
	PPS_SPIN_POLL_BRACKET,
	PPS_SPIN_POLL_MMIO,
	PPS_SPIN_POLL_COUNT,
};

/**
 * struct pps_spin_record - one pulse
 * @have: bit per &enum pps_spin_column that holds a value; a column without
 *	  its bit is unavailable, whatever it holds, and is printed as "-"
 * @flags: bit per &enum pps_spin_flag
 * @value: indexed by &enum pps_spin_column; @PPS_SPIN_FLAGS is unused, the
 *	   poll variant and the CPUs are small numbers
 */
struct pps_spin_record {
	__u32 have;
	__u32 flags;
	__u64 value[PPS_SPIN_COLUMNS];
};

#endif /* _UAPI_LINUX_PPS_SPIN_H */
