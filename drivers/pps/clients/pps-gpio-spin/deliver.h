/* SPDX-License-Identifier: GPL-2.0 */
/*
 * From captures to records: the thread
 */
#ifndef _PPS_SPIN_DELIVER_H
#define _PPS_SPIN_DELIVER_H

#include <linux/kthread.h>
#include <linux/mutex.h>

#include "match.h"
#include "slots.h"

struct device;
struct pps_spin_source;
struct pps_spin_poller;
struct pps_spin_stream;

/**
 * struct pps_spin_deliver - the thread that matches captures
 * @worker: the thread, never on the polling CPU
 * @work: queued for each capture
 * @later: queued while a capture waits for its other side
 * @lock: protects @match against readers of its counters
 * @match: the matcher
 * @irqs: captures of the interrupt side
 * @stimuli: captures of the stimulus, NULL if there is none
 * @stimulating: whether the stimulus is at work
 * @irq_seen: generation of the last of @irqs that was taken
 * @look_seen: generation of the last look that was taken
 * @stimulus_seen: generation of the last of @stimuli that was taken
 * @latest: the last record
 * @source: who serves the pulses to the system
 * @stream: where records go
 * @poller: the polling side, whose looks are taken, and who may wait for an
 *	    interrupt
 */
struct pps_spin_deliver {
	struct kthread_worker *worker;
	struct kthread_work work;
	struct kthread_delayed_work later;
	struct mutex lock; /* serialises the matcher */
	struct pps_spin_match *match;
	const struct pps_spin_slots *irqs;
	const struct pps_spin_slots *stimuli;
	const bool *stimulating;
	u64 irq_seen;
	u64 look_seen;
	u64 stimulus_seen;
	struct pps_spin_slots *latest;
	struct pps_spin_source *source;
	struct pps_spin_stream *stream;
	struct pps_spin_poller *poller;
};

int pps_spin_deliver_init(struct device *dev, struct pps_spin_deliver *deliver,
			  struct pps_spin_stream *stream,
			  struct pps_spin_source *source, int poll_cpu);
void pps_spin_deliver_has_irq(struct pps_spin_deliver *deliver, bool has_irq);
bool pps_spin_deliver_latest(const struct pps_spin_deliver *deliver,
			     struct pps_spin_record *record);
void pps_spin_deliver_later(struct pps_spin_deliver *deliver);
void pps_spin_deliver_wake(struct pps_spin_deliver *deliver);

#endif /* _PPS_SPIN_DELIVER_H */
