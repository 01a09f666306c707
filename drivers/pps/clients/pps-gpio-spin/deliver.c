// SPDX-License-Identifier: GPL-2.0
/*
 * From captures to records: the thread that takes the captures of both sides
 * out of their slots, has them matched, and hands the records on
 */
#include <linux/cpumask.h>
#include <linux/device.h>
#include <linux/sched.h>

#include "counter.h"
#include "deliver.h"
#include "param.h"
#include "poll.h"
#include "source.h"
#include "stream.h"

#define CREATE_TRACE_POINTS
#include <trace/events/pps_spin.h>

/*
 * When to take what is not urgent, and how often to look whether a capture has
 * waited long enough
 */
#define LATER_MS	4

#define LATEST_SLOTS	4

static void publish(struct pps_spin_deliver *deliver,
		    const struct pps_spin_record *record)
{
	trace_pps_spin_pulse(record);
	pps_spin_source_pulse(deliver->source, record);
	preempt_disable();
	pps_spin_slots_write(deliver->latest, record);
	preempt_enable();
	pps_spin_stream_record(deliver->stream, record);
}

/*
 * Skip entries of a ring that were overwritten before they were read. An edge
 * is in several rings, and must not be counted as lost by each of them. Those
 * of the stimulus are never overwritten: it waits.
 */
static void skip_lost(struct pps_spin_deliver *deliver,
		      const struct pps_spin_slots *slots, u64 *seen, bool counts)
{
	u64 oldest = pps_spin_slots_oldest(slots);

	if (*seen + 1 >= oldest)
		return;
	if (counts)
		pps_spin_match_lost(deliver->match, oldest - 1 - *seen);
	*seen = oldest - 1;
}

static bool take_irq(struct pps_spin_deliver *deliver)
{
	struct pps_spin_irq_capture capture;
	int ret;

	skip_lost(deliver, deliver->irqs, &deliver->irq_seen, true);
	ret = pps_spin_slots_read(deliver->irqs, deliver->irq_seen + 1,
				  &capture);
	if (ret)
		return ret == -ESTALE;
	deliver->irq_seen++;
	pps_spin_match_irq(deliver->match, &capture);
	pps_spin_poller_irq(deliver->poller);
	return true;
}

static bool take_look(struct pps_spin_deliver *deliver)
{
	struct pps_spin_poll_capture capture;
	int ret;

	skip_lost(deliver, deliver->poller->captures, &deliver->look_seen,
		  !deliver->match->has_irq);
	ret = pps_spin_slots_read(deliver->poller->captures, deliver->look_seen + 1,
				  &capture);
	if (ret)
		return ret == -ESTALE;
	deliver->look_seen++;
	pps_spin_match_poll(deliver->match, &capture);
	return true;
}

static bool take_stimulus(struct pps_spin_deliver *deliver)
{
	struct pps_spin_stimulus_capture capture;

	if (!deliver->stimuli)
		return false;
	if (pps_spin_slots_read(deliver->stimuli, deliver->stimulus_seen + 1,
				&capture))
		return false;
	WRITE_ONCE(deliver->stimulus_seen, deliver->stimulus_seen + 1);
	pps_spin_match_stimulus(deliver->match, &capture);
	return true;
}

static bool publish_next(struct pps_spin_deliver *deliver)
{
	struct pps_spin_record record;

	if (!pps_spin_match_next(deliver->match, pps_spin_counter(), &record))
		return false;
	publish(deliver, &record);
	return true;
}

/*
 * Edges come from the stimulus while it runs, and what still waits when it has
 * ended came from it
 */
static void follow_stimulus(struct pps_spin_deliver *deliver)
{
	struct pps_spin_match *match = deliver->match;
	/* Pairs with the release of its end: all of its edges are seen then */
	bool running = smp_load_acquire(deliver->stimulating);

	match->all_told = !running &&
			  (!deliver->stimuli || deliver->stimulus_seen ==
			   pps_spin_slots_newest(deliver->stimuli));
	match->stimulating = !match->all_told ||
			     (match->stimulating &&
			      pps_spin_match_is_pending(match));
}

/*
 * What is published depends on what else there is, so all that has room is
 * taken before each record, also when there is more than has room.
 */
static void deliver_all(struct pps_spin_deliver *deliver)
{
	struct pps_spin_match *match = deliver->match;

	guard(mutex)(&deliver->lock);
	match->judge.gate_ticks =
		pps_spin_ns_to_ticks(READ_ONCE(pps_spin_settings.gate_ns));
	follow_stimulus(deliver);
	do {
		while (pps_spin_match_has_room(match, PPS_SPIN_SIDE_POLL) &&
		       take_look(deliver))
			;
		while (pps_spin_match_has_room(match, PPS_SPIN_SIDE_IRQ) &&
		       take_irq(deliver))
			;
		while (pps_spin_match_has_room(match, PPS_SPIN_SIDE_STIMULUS) &&
		       take_stimulus(deliver))
			;
	} while (publish_next(deliver));
	if (pps_spin_match_is_pending(match))
		pps_spin_deliver_later(deliver);
}

static void deliver_work(struct kthread_work *work)
{
	deliver_all(container_of(work, struct pps_spin_deliver, work));
}

static void deliver_delayed(struct kthread_work *work)
{
	deliver_all(container_of(work, struct pps_spin_deliver, later.work));
}

static void stop_deliver(void *data)
{
	struct pps_spin_deliver *deliver = data;

	kthread_cancel_work_sync(&deliver->work);
	kthread_cancel_delayed_work_sync(&deliver->later);
	kthread_destroy_worker(deliver->worker);
}

/* Anywhere but on the CPU that spins, unless no other is online */
static int keep_off(struct task_struct *task, int poll_cpu)
{
	cpumask_var_t mask;
	int ret;

	if (poll_cpu < 0)
		return 0;
	if (!zalloc_cpumask_var(&mask, GFP_KERNEL))
		return -ENOMEM;
	cpumask_copy(mask, cpu_possible_mask);
	cpumask_clear_cpu(poll_cpu, mask);
	ret = kthread_affine_preferred(task, mask);
	free_cpumask_var(mask);
	return ret;
}

/**
 * pps_spin_deliver_init - make the thread
 * @dev: the device
 * @deliver: to be filled; its captures are set already
 * @stream: where records go
 * @source: who serves the pulses to the system
 * @poll_cpu: where the thread must not run, or -1
 *
 * Return: 0 or an error.
 */
int pps_spin_deliver_init(struct device *dev, struct pps_spin_deliver *deliver,
			  struct pps_spin_stream *stream,
			  struct pps_spin_source *source, int poll_cpu)
{
	int ret;

	mutex_init(&deliver->lock);
	kthread_init_work(&deliver->work, deliver_work);
	kthread_init_delayed_work(&deliver->later, deliver_delayed);
	deliver->stream = stream;
	deliver->source = source;
	deliver->match = devm_kzalloc(dev, sizeof(*deliver->match), GFP_KERNEL);
	deliver->latest = pps_spin_slots_alloc(dev, LATEST_SLOTS,
					       sizeof(struct pps_spin_record));
	if (!deliver->match || !deliver->latest)
		return -ENOMEM;
	pps_spin_match_init(deliver->match, arch_timer_get_cntfrq(), 0, true,
			    pps_spin_counter());
	/* Frozen in suspend, when there is no time to convert a pulse to */
	deliver->worker = kthread_create_worker(KTW_FREEZABLE, "pps-spin-match");
	if (IS_ERR(deliver->worker))
		return PTR_ERR(deliver->worker);
	sched_set_fifo_low(deliver->worker->task);
	/* Its first run would overwrite what is set after it is woken */
	ret = keep_off(deliver->worker->task, poll_cpu);
	wake_up_process(deliver->worker->task);
	return devm_add_action_or_reset(dev, stop_deliver, deliver) ?: ret;
}

/**
 * pps_spin_deliver_has_irq - tell whether interrupts are to be expected
 * @deliver: the thread
 * @has_irq: the line has an interrupt
 */
void pps_spin_deliver_has_irq(struct pps_spin_deliver *deliver, bool has_irq)
{
	guard(mutex)(&deliver->lock);
	deliver->match->has_irq = has_irq;
}

/**
 * pps_spin_deliver_latest - the last record
 * @deliver: the thread
 * @record: where to copy it
 *
 * Context: any but NMI. Never waits for the thread, and never makes it wait.
 * Return: false if there is none.
 */
bool pps_spin_deliver_latest(const struct pps_spin_deliver *deliver,
			     struct pps_spin_record *record)
{
	u64 newest;
	int ret;

	do {
		newest = pps_spin_slots_newest(deliver->latest);
		if (!newest)
			return false;
		ret = pps_spin_slots_read(deliver->latest, newest, record);
	} while (ret);
	return true;
}

/**
 * pps_spin_deliver_later - have new captures taken in some milliseconds
 * @deliver: the thread
 *
 * To wake the thread at once from another CPU, at the time of an edge, sends an
 * interrupt to where that of the pin is just being taken: it would be served
 * first, and move the stamps of the pin's.
 *
 * Context: any, also hard irq on PREEMPT_RT.
 */
void pps_spin_deliver_later(struct pps_spin_deliver *deliver)
{
	kthread_queue_delayed_work(deliver->worker, &deliver->later,
				   msecs_to_jiffies(LATER_MS));
}

/**
 * pps_spin_deliver_wake - have new captures taken
 * @deliver: the thread
 *
 * Context: any, also hard irq on PREEMPT_RT; where the pin's interrupt is taken.
 */
void pps_spin_deliver_wake(struct pps_spin_deliver *deliver)
{
	kthread_queue_work(deliver->worker, &deliver->work);
}
