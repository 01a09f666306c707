/* SPDX-License-Identifier: GPL-2.0 */
/*
 * From captures to records: pair, judge, number
 */
#ifndef _PPS_SPIN_MATCH_H
#define _PPS_SPIN_MATCH_H

#include "judge.h"
#include "past.h"
#include "pure.h"
#include "record.h"

/* Captures that may wait for their other side, a power of two */
#define PPS_SPIN_MATCH_QUEUE	256

/**
 * struct pps_spin_irq_capture - one interrupt
 * @have: bit per &enum pps_spin_column of the stamps that were taken
 * @cpu: CPU that took the interrupt
 * @entry_ticks: exception vector
 * @early_ticks: entry of the interrupt controller's handler
 * @ack_ticks: after the acknowledge
 * @irq_ticks: first statement of the handler, always there
 */
struct pps_spin_irq_capture {
	u32 have;
	int cpu;
	u64 entry_ticks;
	u64 early_ticks;
	u64 ack_ticks;
	u64 irq_ticks;
};

/**
 * struct pps_spin_poll_capture - one look of the poller
 * @look: how it ended
 * @poll: how the level was read
 * @cpu: CPU that polled
 * @reads: level reads, the one that opened the window not counted
 * @opened_ticks: before the first read
 * @prev_ticks: before the last read that was inactive, for an edge
 * @before_ticks: before the read that saw the edge, for an edge
 * @after_ticks: after the read that saw the edge, or the last one
 * @inactive_ticks: when the line was last seen inactive, for a late look; 0 if
 *		    that is unknown
 * @until_ticks: edges before this are decided: no later look reports one
 * @period_ticks: period of the pulse, 0 if unknown
 */
struct pps_spin_poll_capture {
	enum pps_spin_look look;
	enum pps_spin_poll poll;
	int cpu;
	u32 reads;
	u64 opened_ticks;
	u64 prev_ticks;
	u64 before_ticks;
	u64 after_ticks;
	u64 inactive_ticks;
	u64 until_ticks;
	u64 period_ticks;
};

/**
 * struct pps_spin_stimulus_capture - one edge that we raised ourselves
 * @t0_ticks: before it was raised
 * @t1_ticks: after it was raised
 * @period_ticks: mean distance of the edges
 */
struct pps_spin_stimulus_capture {
	u64 t0_ticks;
	u64 t1_ticks;
	u64 period_ticks;
};

/**
 * enum pps_spin_stat - what became of the edges
 * @PPS_SPIN_STAT_EDGES: all of them, the sum of the outcomes that follow
 * @PPS_SPIN_STAT_BOTH: caught by the poller and the interrupt
 * @PPS_SPIN_STAT_NOIRQ: caught by the poller alone
 * @PPS_SPIN_STAT_MISSED: caught by the interrupt alone
 * @PPS_SPIN_STAT_LATE: the poller came too late
 * @PPS_SPIN_STAT_UNPOLLED: not polled by choice
 * @PPS_SPIN_STAT_COALESCED: not told apart from another one, or not delivered
 * @PPS_SPIN_STAT_OUTCOMES: end of the outcomes
 * @PPS_SPIN_STAT_STALE: captures of edges that were already published
 * @PPS_SPIN_STAT_COUNT: number of counters
 */
enum pps_spin_stat {
	PPS_SPIN_STAT_EDGES,
	PPS_SPIN_STAT_BOTH,
	PPS_SPIN_STAT_NOIRQ,
	PPS_SPIN_STAT_MISSED,
	PPS_SPIN_STAT_LATE,
	PPS_SPIN_STAT_UNPOLLED,
	PPS_SPIN_STAT_COALESCED,
	PPS_SPIN_STAT_OUTCOMES,
	PPS_SPIN_STAT_STALE = PPS_SPIN_STAT_OUTCOMES,
	PPS_SPIN_STAT_COUNT,
};

/**
 * struct pps_spin_edge - an edge whose time is known, and what is known of it
 * @span: where it lies
 * @known_ticks: since when it is known: its other side is waited for from here
 * @polled: @poll holds its capture
 * @stimulated: @stimulus holds its capture
 * @poll: the look that saw it, or came late
 * @stimulus: the stimulus that raised it
 */
struct pps_spin_edge {
	struct pps_spin_span span;
	u64 known_ticks;
	bool polled;
	bool stimulated;
	struct pps_spin_poll_capture poll;
	struct pps_spin_stimulus_capture stimulus;
};

/**
 * struct pps_spin_match - the matcher
 * @ticks_per_second: rate of the counter
 * @judge: what is unusual about a pulse
 * @has_irq: the line has an interrupt, so a polled edge waits for it
 * @stimulating: edges come from the stimulus, so captures wait for it
 * @all_told: the stimulus has ended, and all of its edges are added
 * @period_ticks: period of the pulse, 0 if unknown
 * @irq_error_ticks: recent average of how far the distance of two interrupts is
 *		     from whole periods
 * @last_irq_ticks: when the last interrupt was taken
 * @looked_until_ticks: edges before this are decided on the poller's side
 * @waiting: the poller does not look until an interrupt comes
 * @seq: number of the last record
 * @lost: captures that were overwritten before they could be read
 * @lost_ticks: captures up to this time are older than those
 * @stats: counters, see &enum pps_spin_stat
 * @flag_stats: records that carry each flag
 * @past: what is done
 * @edge_count: entries of @edges
 * @irq_count: entries of @irqs
 * @edges: edges whose record is not published yet, by time
 * @irqs: interrupts whose record is not published yet, by time
 */
struct pps_spin_match {
	u64 ticks_per_second;
	struct pps_spin_judge judge;
	bool has_irq;
	bool stimulating;
	bool all_told;
	u64 period_ticks;
	u64 irq_error_ticks;
	u64 last_irq_ticks;
	u64 looked_until_ticks;
	bool waiting;
	u64 seq;
	u64 lost;
	u64 lost_ticks;
	u64 stats[PPS_SPIN_STAT_COUNT];
	u64 flag_stats[PPS_SPIN_FLAG_COUNT];
	struct pps_spin_past past;
	unsigned int edge_count;
	unsigned int irq_count;
	struct pps_spin_edge edges[PPS_SPIN_MATCH_QUEUE];
	struct pps_spin_irq_capture irqs[PPS_SPIN_MATCH_QUEUE];
};

void pps_spin_match_init(struct pps_spin_match *match, u64 ticks_per_second,
			 u64 gate_ticks, bool has_irq, u64 now_ticks);
void pps_spin_match_irq(struct pps_spin_match *match,
			const struct pps_spin_irq_capture *irq);
void pps_spin_match_poll(struct pps_spin_match *match,
			 const struct pps_spin_poll_capture *poll);
void pps_spin_match_stimulus(struct pps_spin_match *match,
			     const struct pps_spin_stimulus_capture *stimulus);
void pps_spin_match_lost(struct pps_spin_match *match, u64 count);
bool pps_spin_match_has_room(const struct pps_spin_match *match,
			     enum pps_spin_side side);
bool pps_spin_match_is_pending(const struct pps_spin_match *match);
bool pps_spin_match_next(struct pps_spin_match *match, u64 now_ticks,
			 struct pps_spin_record *record);

/* Between the files of the matcher */
bool pps_spin_edge_is_late(const struct pps_spin_edge *edge);
void pps_spin_edge_drop(struct pps_spin_match *match,
			struct pps_spin_edge *edge);
void pps_spin_outcome(struct pps_spin_match *match,
		      const struct pps_spin_edge *edge,
		      const struct pps_spin_irq_capture *irq, u32 flags,
		      struct pps_spin_record *record);

#endif /* _PPS_SPIN_MATCH_H */
