// SPDX-License-Identifier: GPL-2.0
/*
 * The timer interrupt that is measured, and its stamps
 */
#include <linux/hrtimer.h>
#include <linux/ktime.h>
#include <linux/smp.h>
#include <linux/string.h>

#ifdef CONFIG_ARM64_IRQ_STAMP
#include <asm/irq_stamp.h>
#endif

#include "bench.h"
#include "counter.h"
#include "tick.h"

/* The first one is far enough away that its timer is not late */
#define LEAD_NS		(10 * NSEC_PER_MSEC)

#ifdef CONFIG_ARM64_IRQ_STAMP
static bool entry_stamp(u64 *ticks)
{
	struct irq_stamp stamp;

	if (!irq_stamp_get(&stamp))
		return false;
	*ticks = stamp.entry;
	return true;
}
#else
static bool entry_stamp(u64 *ticks)
{
	return false;
}
#endif

/* The exception's, whatever else was served from it; @ticks without any */
static u64 best_stamp(struct pps_spin_tick *tick, u64 ticks)
{
	if (entry_stamp(&ticks))
		return ticks;
	return tick->has_early ? this_cpu_ptr(tick->tracer.early)->ticks :
				 ticks;
}

/**
 * pps_spin_sampler - take a sample
 * @timer: of the &struct pps_spin_tick
 *
 * Context: hard irq on the CPU of the run, also on PREEMPT_RT. Allocates
 * nothing, prints nothing; takes no lock but the raw one that queues the work at
 * the end.
 * Return: whether there is another one to come.
 */
enum hrtimer_restart pps_spin_sampler(struct hrtimer *timer)
{
	u64 ticks = pps_spin_counter();
	struct pps_spin_tick *tick = container_of(timer, struct pps_spin_tick,
						  timer);
	u32 number = tick->samples;
	struct pps_spin_tick_sample *sample = &tick->ring[number];

	sample->cycles = pps_spin_cycles_read(&tick->cycles);
	sample->handler = pps_spin_counter();
	sample->wall_ns = ktime_to_ns(ktime_get());
	sample->arch = best_stamp(tick, ticks);
	/* The sample before their number: pairs with the acquire of readers */
	smp_store_release(&tick->samples, number + 1);
	if (number + 1 == tick->header.wanted) {
		if (pps_spin_tick_end(tick, PPS_SPIN_RUN_COMPLETE))
			schedule_work(&tick->end_work);
		return HRTIMER_NORESTART;
	}
	hrtimer_forward_now(timer, tick->period);
	return HRTIMER_RESTART;
}

/**
 * pps_spin_sampler_prepare - find out which stamps and counters there are
 * @tick: nothing runs
 * @header: its @cpu says where; told which there are
 *
 * Context: may sleep.
 * Return: 0 or -ENOMEM.
 */
int pps_spin_sampler_prepare(struct pps_spin_tick *tick,
			     struct pps_spin_tick_header *header)
{
	char reason[64];

	pps_spin_cycles_start(&tick->cycles, header->cpu, header->no_cycles);
	if (IS_ENABLED(CONFIG_ARM64_IRQ_STAMP)) {
		strscpy(header->stamp, "entry", sizeof(header->stamp));
		return 0;
	}
	tick->tracer.early = alloc_percpu(struct pps_spin_early);
	if (!tick->tracer.early)
		return -ENOMEM;
	tick->has_early = pps_spin_tracer_start(&tick->tracer, reason,
						sizeof(reason));
	strscpy(header->stamp, tick->has_early ? "early" : "handler",
		sizeof(header->stamp));
	return 0;
}

/* Runs on the CPU, where a pinned timer then stays */
static void start_here(void *data)
{
	struct pps_spin_tick *tick = data;

	hrtimer_start(&tick->timer, ktime_add_ns(ktime_get(), LEAD_NS),
		      HRTIMER_MODE_ABS_PINNED_HARD);
}

/**
 * pps_spin_sampler_start - let the timer run
 * @tick: prepared, its CPU is online and stays so
 */
void pps_spin_sampler_start(struct pps_spin_tick *tick)
{
	smp_call_function_single(tick->cpu, start_here, tick, 1);
}

/**
 * pps_spin_sampler_release - undo pps_spin_sampler_prepare()
 * @tick: whose timer does not run; also if nothing was prepared
 *
 * Context: may sleep.
 */
void pps_spin_sampler_release(struct pps_spin_tick *tick)
{
	pps_spin_cycles_stop(&tick->cycles);
	if (tick->has_early)
		pps_spin_tracer_stop(&tick->tracer);
	tick->has_early = false;
	free_percpu(tick->tracer.early);
	tick->tracer.early = NULL;
}
