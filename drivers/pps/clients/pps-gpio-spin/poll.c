// SPDX-License-Identifier: GPL-2.0
/*
 * The poller: a thread that watches the line around each predicted edge
 *
 * It keeps interrupts off while it watches, for at most max_irqs_off_us at a
 * time, and sleeps between the windows.
 */
#include <linux/completion.h>
#include <linux/cpumask.h>
#include <linux/device.h>
#include <linux/hrtimer.h>
#include <linux/kthread.h>
#include <linux/mutex.h>
#include <linux/sched.h>

#include "counter.h"
#include "deliver.h"
#include "param.h"
#include "poll.h"
#include "spin.h"

/* Looks that may wait for the matcher: a quarter of a second at 1 kHz */
#define POLL_SLOTS	256

/*
 * The last part of a sleep is planned anew, since the clock that wakes us may
 * be slewed against the counter by 500 ppm.
 */
#define LAST_SLEEP_NS	(10 * NSEC_PER_MSEC)

/* The costs are measured in a fraction of this, also by a kernel that checks all */
#define MEASURED_JIFFIES	(10 * HZ)

/* poll_mode=none: nothing is decided but by interrupts for this long */
#define UNPOLLED_NS	(3600ULL * NSEC_PER_SEC)

/*
 * Sleep until a time unless something ends the sleep. On the way, a glance at
 * the line tells a later look that finds it active that this is a new pulse.
 */
static bool sleep_until(struct pps_spin_poller *poller, u64 until_ticks)
{
	for (;;) {
		s64 left = until_ticks - pps_spin_counter();
		ktime_t timeout;

		if (left <= 0)
			return true;
		timeout = pps_spin_ticks_to_ns(left);
		if (timeout > 2 * LAST_SLEEP_NS)
			timeout -= LAST_SLEEP_NS;
		set_current_state(TASK_IDLE);
		if (READ_ONCE(poller->kick) || kthread_should_stop()) {
			__set_current_state(TASK_RUNNING);
			WRITE_ONCE(poller->kick, false);
			return false;
		}
		schedule_hrtimeout_range(&timeout, 0, HRTIMER_MODE_REL);
		pps_spin_watch_glance(poller);
	}
}

/* Tell the window, and what the matcher is to know: only news are an edge */
static enum pps_spin_look report(struct pps_spin_poller *poller,
				 enum pps_spin_look look,
				 const struct pps_spin_bracket *bracket)
{
	struct pps_spin_window *window = &poller->window;
	u64 opened = bracket->before_ticks;

	switch (look) {
	case PPS_SPIN_LOOK_EDGE:
		pps_spin_window_caught(window, bracket->prev_ticks,
				       bracket->after_ticks);
		poller->was_inactive = false;
		return look;
	case PPS_SPIN_LOOK_SLIPPED:
		pps_spin_window_late(window, bracket->prev_ticks, opened);
		poller->was_inactive = false;
		return PPS_SPIN_LOOK_EDGE;
	case PPS_SPIN_LOOK_LATE:
		pps_spin_window_late(window, opened, opened);
		if (!poller->was_inactive)
			return PPS_SPIN_LOOK_ACTIVE;
		poller->was_inactive = false;
		return look;
	default:
		pps_spin_window_missed(window);
		return look;
	}
}

static void look(struct pps_spin_poller *poller,
		 const struct pps_spin_window_plan *plan,
		 struct pps_spin_poll_capture *capture)
{
	enum pps_spin_poll method = pps_spin_watch_method(poller);
	struct pps_spin_bracket bracket = { };
	u64 opened = pps_spin_counter();
	enum pps_spin_look look;

	pps_spin_window_opened(&poller->window, opened);
	look = pps_spin_watch(poller, plan, method, &bracket);
	poller->looks++;
	poller->skip_next = true;
	*capture = (struct pps_spin_poll_capture) {
		.look = report(poller, look, &bracket),
		.poll = method,
		.cpu = raw_smp_processor_id(),
		.reads = bracket.reads,
		.opened_ticks = opened,
		.prev_ticks = bracket.prev_ticks,
		.before_ticks = bracket.before_ticks,
		.after_ticks = bracket.after_ticks,
		.inactive_ticks = poller->inactive_ticks,
	};
}

static void skip(struct pps_spin_poller *poller,
		 const struct pps_spin_window_plan *plan,
		 struct pps_spin_poll_capture *capture)
{
	/* Its own interrupt may end the sleep when edges fail to be caught */
	if (!sleep_until(poller, plan->close_ticks) &&
	    pps_spin_ticks_after(plan->open_ticks, pps_spin_counter()))
		return;
	poller->skip_next = false;
	pps_spin_window_skipped(&poller->window);
	*capture = (struct pps_spin_poll_capture) {
		.look = PPS_SPIN_LOOK_SKIPPED,
		.after_ticks = plan->close_ticks,
	};
}

/* Feed the window all interrupts that came since */
static void use_irqs(struct pps_spin_poller *poller)
{
	u64 oldest = pps_spin_slots_oldest(poller->irqs);
	struct pps_spin_irq_capture capture;

	if (poller->irq_seen + 1 < oldest)
		poller->irq_seen = oldest - 1;
	while (!pps_spin_slots_read(poller->irqs, poller->irq_seen + 1,
				    &capture)) {
		poller->irq_seen++;
		pps_spin_window_irq(&poller->window, capture.irq_ticks);
	}
}

static void publish(struct pps_spin_poller *poller,
		    struct pps_spin_poll_capture *capture,
		    const struct pps_spin_window_plan *plan)
{
	u64 period = pps_spin_window_period(&poller->window);

	if (plan->state == PPS_SPIN_WINDOW_SEARCH) {
		capture->until_ticks = plan->open_ticks;
	} else {
		capture->period_ticks = period;
		capture->until_ticks = plan->target_ticks - period / 2;
	}
	preempt_disable();
	pps_spin_slots_write(poller->captures, capture);
	preempt_enable();
	pps_spin_deliver_later(poller->deliver);
}

/* Without a prediction, a line with an interrupt has nothing to look at yet */
static bool plan_is_empty(const struct pps_spin_window_plan *plan)
{
	return plan->open_ticks == plan->close_ticks;
}

/* A look that was planned anew before it began is still due */
static bool skip_this(const struct pps_spin_poller *poller,
		      const struct pps_spin_window_plan *plan)
{
	return READ_ONCE(pps_spin_settings.poll_mode) == PPS_SPIN_POLL_ALTERNATE &&
	       plan->state != PPS_SPIN_WINDOW_SEARCH && poller->skip_next;
}

/* poll_mode=none: nothing until a kick */
static void rest(struct pps_spin_poller *poller)
{
	u64 now = pps_spin_counter();
	struct pps_spin_window_plan nothing = {
		.open_ticks = now,
		.state = PPS_SPIN_WINDOW_SEARCH,
	};
	struct pps_spin_poll_capture capture = {
		.look = PPS_SPIN_LOOK_SKIPPED,
		.after_ticks = now,
	};

	/* The look that was planned will not be: it decides nothing from now on */
	publish(poller, &capture, &nothing);
	nothing.open_ticks += pps_spin_ns_to_ticks(UNPOLLED_NS);
	publish(poller, &capture, &nothing);
	sleep_until(poller, nothing.open_ticks);
}

/* Nothing to look at: wait for an interrupt */
static void wait_for_irq(struct pps_spin_poller *poller,
			 const struct pps_spin_window_plan *plan)
{
	struct pps_spin_poll_capture capture = {
		.look = PPS_SPIN_LOOK_WAITING,
		.after_ticks = pps_spin_counter(),
	};

	publish(poller, &capture, plan);
	sleep_until(poller, plan->open_ticks);
}

/* One look, from the plan to what the plan after it makes known */
static void turn(struct pps_spin_poller *poller,
		 struct pps_spin_window_plan *plan)
{
	struct pps_spin_poll_capture capture = {
		.look = PPS_SPIN_LOOK_PLANNED,
		.after_ticks = pps_spin_counter(),
	};

	WRITE_ONCE(poller->wants_irq, poller->has_irq &&
		   plan->state != PPS_SPIN_WINDOW_TRACK);
	if (plan_is_empty(plan))
		wait_for_irq(poller, plan);
	else if (skip_this(poller, plan))
		skip(poller, plan, &capture);
	else if (sleep_until(poller, plan->open_ticks))
		look(poller, plan, &capture);
	use_irqs(poller);
	pps_spin_window_plan(&poller->window, pps_spin_counter(), plan);
	publish(poller, &capture, plan);
}

/* The first plan, or that after a rest: what it covers is not decided yet */
static void plan_first(struct pps_spin_poller *poller,
		       struct pps_spin_window_plan *plan)
{
	struct pps_spin_poll_capture capture = {
		.look = PPS_SPIN_LOOK_PLANNED,
		.after_ticks = pps_spin_counter(),
	};

	pps_spin_window_plan(&poller->window, capture.after_ticks, plan);
	publish(poller, &capture, plan);
}

/* Nothing is polled from here on: what the matcher waits for will not come */
static void tell_end(struct pps_spin_poller *poller)
{
	const struct pps_spin_window_plan nothing = {
		.state = PPS_SPIN_WINDOW_SEARCH,
	};
	struct pps_spin_poll_capture capture = {
		.look = PPS_SPIN_LOOK_WAITING,
		.after_ticks = pps_spin_counter(),
	};

	publish(poller, &capture, &nothing);
}

static int poll_thread(void *data)
{
	struct pps_spin_poller *poller = data;
	struct pps_spin_window_plan plan;
	bool planned = false;

	if (!completion_done(&poller->measured)) {
		pps_spin_poller_measure(poller);
		complete_all(&poller->measured);
	}
	pps_spin_window_init(&poller->window, arch_timer_get_cntfrq(),
			     poller->has_irq);
	while (!kthread_should_stop()) {
		bool rests = READ_ONCE(pps_spin_settings.poll_mode) ==
			     PPS_SPIN_POLL_NONE;

		if (!pps_spin_watch_on_own_cpu(poller)) {
			schedule_timeout_idle(1);
			continue;
		}
		if (!planned && !rests)
			plan_first(poller, &plan);
		planned = !rests;
		if (rests)
			rest(poller);
		else
			turn(poller, &plan);
	}
	tell_end(poller);
	return 0;
}

/**
 * pps_spin_poller_kick - have the poller plan again
 * @poller: the poller
 *
 * Context: may sleep.
 */
void pps_spin_poller_kick(struct pps_spin_poller *poller)
{
	guard(mutex)(&poller->lock);
	if (!poller->task)
		return;
	WRITE_ONCE(poller->kick, true);
	wake_up_process(poller->task);
}

/**
 * pps_spin_poller_irq - tell the poller of an interrupt, if it waits for one
 * @poller: the poller
 *
 * Context: may sleep.
 */
void pps_spin_poller_irq(struct pps_spin_poller *poller)
{
	if (READ_ONCE(poller->wants_irq))
		pps_spin_poller_kick(poller);
}

/* A CPU that goes sheds its threads, and they do not return on their own */
static bool is_bound(const struct pps_spin_poller *poller)
{
	return cpumask_equal(poller->task->cpus_ptr, cpumask_of(poller->cpu));
}

static void halt(struct pps_spin_poller *poller)
{
	if (poller->task)
		kthread_stop(poller->task);
	poller->task = NULL;
}

/**
 * pps_spin_poller_halt - stop to poll, for now or for good
 * @poller: the poller
 *
 * Context: may sleep, for as long as a chunk takes.
 */
void pps_spin_poller_halt(struct pps_spin_poller *poller)
{
	guard(mutex)(&poller->lock);
	halt(poller);
}

/**
 * pps_spin_poller_run - poll, if it does not yet or has lost its CPU
 * @poller: the poller, whose CPU is online
 *
 * Context: may sleep.
 * Return: 0 or an error.
 */
int pps_spin_poller_run(struct pps_spin_poller *poller)
{
	struct task_struct *task;

	guard(mutex)(&poller->lock);
	if (poller->task && is_bound(poller))
		return 0;
	halt(poller);
	task = kthread_create(poll_thread, poller, "pps-spin/%d", poller->cpu);
	if (IS_ERR(task))
		return PTR_ERR(task);
	kthread_bind(task, poller->cpu);
	sched_set_fifo(task);
	poller->task = task;
	wake_up_process(task);
	return 0;
}

/**
 * pps_spin_poller_init - prepare to poll
 * @dev: the device
 * @poller: to be filled
 * @line: the line
 * @irqs: captures of the interrupt side
 * @deliver: who wants to know of a look
 *
 * Return: 0 or -ENOMEM.
 */
int pps_spin_poller_init(struct device *dev, struct pps_spin_poller *poller,
			 const struct pps_spin_line *line,
			 const struct pps_spin_slots *irqs,
			 struct pps_spin_deliver *deliver)
{
	poller->line = line;
	poller->irqs = irqs;
	poller->deliver = deliver;
	poller->cpu = -1;
	init_completion(&poller->measured);
	mutex_init(&poller->lock);
	poller->captures = pps_spin_slots_alloc(dev, POLL_SLOTS,
						sizeof(struct pps_spin_poll_capture));
	return poller->captures ? 0 : -ENOMEM;
}

static void stop_poller(void *data)
{
	pps_spin_poller_halt(data);
}

/* Its thread runs at the priority of sched_set_fifo(), and may wait for others */
static void wait_measured(struct device *dev, struct pps_spin_poller *poller)
{
	if (wait_for_completion_timeout(&poller->measured, MEASURED_JIFFIES))
		return;
	dev_warn(dev, "poll_cpu=%d has not let the poller run for %d s: end what runs there with a real-time priority above %d\n",
		 poller->cpu, MEASURED_JIFFIES / HZ, MAX_RT_PRIO / 2);
	wait_for_completion(&poller->measured);
}

/**
 * pps_spin_poller_start - poll, if the line allows it
 * @dev: the device
 * @poller: prepared
 * @cpu: where to poll
 * @has_irq: the line has an interrupt
 *
 * Context: may sleep; returns when the costs are measured.
 * Return: 0, also if the line cannot be polled, or an error.
 */
int pps_spin_poller_start(struct device *dev, struct pps_spin_poller *poller,
			  int cpu, bool has_irq)
{
	int ret;

	if (poller->line->can_sleep)
		snprintf(poller->no_poll, sizeof(poller->no_poll),
			 "reading %s may sleep", poller->line->chip);
	else if (cpu < 0)
		strscpy(poller->no_poll, "no CPU but irq_cpu is online",
			sizeof(poller->no_poll));
	if (poller->no_poll[0])
		return 0;
	poller->cpu = cpu;
	poller->has_irq = has_irq;
	ret = pps_spin_poller_run(poller);
	if (ret)
		return ret;
	wait_measured(dev, poller);
	return devm_add_action_or_reset(dev, stop_poller, poller);
}
