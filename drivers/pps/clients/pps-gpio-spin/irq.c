// SPDX-License-Identifier: GPL-2.0
/*
 * The stamps on an interrupt's way: entry, early, ack, irq
 *
 * entry and ack were taken by a patched kernel before the handler runs, early
 * by a function tracer on the root interrupt handler.
 */
#include <linux/device.h>
#include <linux/interrupt.h>
#include <linux/smp.h>

#ifdef CONFIG_ARM64_IRQ_STAMP
#include <asm/irq_stamp.h>
#endif

#include "counter.h"
#include "deliver.h"
#include "irq.h"
#include "source.h"

/* Captures that may wait for the matcher: a quarter of a second at 1 kHz */
#define IRQ_SLOTS	256

/* An exception that served an interrupt of ours before is not this one's */
#ifdef CONFIG_ARM64_IRQ_STAMP
static void take_kernel_stamps(struct pps_spin_irq *irq,
			       struct pps_spin_irq_capture *capture)
{
	struct irq_stamp stamp;

	if (!irq_stamp_get(&stamp))
		return;
	if (stamp.entry != irq->last_entry_ticks) {
		irq->last_entry_ticks = stamp.entry;
		capture->entry_ticks = stamp.entry;
		capture->have |= BIT(PPS_SPIN_ENTRY);
	}
	if (!stamp.ack)
		return;
	capture->ack_ticks = stamp.ack;
	capture->have |= BIT(PPS_SPIN_ACK);
}
#else
static void take_kernel_stamps(struct pps_spin_irq *irq,
			       struct pps_spin_irq_capture *capture)
{
}
#endif

static void take_early_stamp(struct pps_spin_irq *irq,
			     struct pps_spin_irq_capture *capture)
{
	struct pps_spin_early *early = this_cpu_ptr(irq->tracer.early);

	/* An edge that was kept through suspend is told of by a softirq */
	if (!in_hardirq() || early->generation == early->used)
		return;
	early->used = early->generation;
	capture->early_ticks = early->ticks;
	capture->have |= BIT(PPS_SPIN_EARLY);
}

/**
 * pps_spin_irq_handler - stamp an interrupt
 * @number: the interrupt
 * @data: the &struct pps_spin_irq
 *
 * Context: hard irq, also on PREEMPT_RT. Allocates nothing, prints nothing,
 * takes no lock but the raw one that queues the work.
 * Return: IRQ_HANDLED.
 */
irqreturn_t pps_spin_irq_handler(int number, void *data)
{
	u64 ticks = pps_spin_counter();
	struct pps_spin_irq *irq = data;
	struct pps_spin_irq_capture capture = {
		.irq_ticks = ticks,
		.cpu = smp_processor_id(),
	};

	take_kernel_stamps(irq, &capture);
	take_early_stamp(irq, &capture);
	if (!READ_ONCE(irq->is_armed))
		return IRQ_HANDLED;
	pps_spin_source_irq(irq->source, ticks);
	pps_spin_slots_write(irq->captures, &capture);
	pps_spin_deliver_wake(irq->deliver);
	return IRQ_HANDLED;
}

/**
 * pps_spin_irq_no_entry - why there is no entry stamp, and no ack stamp either
 *
 * Return: the reason, NULL if there is an entry stamp. There may be no ack stamp
 * then: a root interrupt controller other than a GICv2 or GICv3 takes none.
 */
const char *pps_spin_irq_no_entry(void)
{
	return IS_ENABLED(CONFIG_ARM64_IRQ_STAMP) ?
	       NULL : "kernel without CONFIG_ARM64_IRQ_STAMP, see patches/";
}

static void stop_early(void *data)
{
	pps_spin_tracer_stop(data);
}

static int start_early(struct device *dev, struct pps_spin_irq *irq)
{
	if (!pps_spin_tracer_start(&irq->tracer, irq->no_early,
				   sizeof(irq->no_early)))
		return 0;
	return devm_add_action_or_reset(dev, stop_early, &irq->tracer);
}

/**
 * pps_spin_irq_init - prepare to stamp interrupts
 * @dev: the device
 * @irq: to be filled
 * @deliver: who wants to know of a capture
 * @source: who may want the system time of an interrupt
 *
 * Return: 0 or -ENOMEM.
 */
int pps_spin_irq_init(struct device *dev, struct pps_spin_irq *irq,
		      struct pps_spin_deliver *deliver,
		      struct pps_spin_source *source)
{
	irq->deliver = deliver;
	irq->source = source;
	irq->captures = pps_spin_slots_alloc(dev, IRQ_SLOTS,
					     sizeof(struct pps_spin_irq_capture));
	irq->tracer.early = devm_alloc_percpu(dev, struct pps_spin_early);
	if (!irq->captures || !irq->tracer.early)
		return -ENOMEM;
	return start_early(dev, irq);
}

static int do_nothing(void *data)
{
	return 0;
}

/**
 * pps_spin_irq_arm - interrupts are of edges from here on
 * @irq: the interrupt side
 * @cpu: CPU that takes the interrupt
 *
 * A controller may have kept an edge from before, and tell of it as soon as
 * someone listens: what comes until it has told is of no pulse.
 *
 * Context: may sleep.
 */
void pps_spin_irq_arm(struct pps_spin_irq *irq, int cpu)
{
	if (!irq->number)
		return;
	/* A thread runs there when nothing is pending any more */
	smp_call_on_cpu(cpu, do_nothing, NULL, false);
	synchronize_irq(irq->number);
	WRITE_ONCE(irq->is_armed, true);
}

/**
 * pps_spin_irq_disarm - interrupts are of no edges until further notice
 * @irq: the interrupt side
 *
 * Context: any.
 */
void pps_spin_irq_disarm(struct pps_spin_irq *irq)
{
	WRITE_ONCE(irq->is_armed, false);
}

/**
 * pps_spin_irq_start - take the line's interrupt, if it has one
 * @dev: the device
 * @irq: prepared
 * @line: the line
 * @cpu: CPU to steer it to
 *
 * Return: 0, also for a line without interrupt, or an error.
 */
int pps_spin_irq_start(struct device *dev, struct pps_spin_irq *irq,
		       const struct pps_spin_line *line, int cpu)
{
	unsigned long edge = line->rising ? IRQF_TRIGGER_RISING :
					    IRQF_TRIGGER_FALLING;
	int number = line->irq;
	int ret;

	if (number == -EPROBE_DEFER)
		return number;
	if (number < 0) {
		snprintf(irq->no_irq, sizeof(irq->no_irq),
			 "%s line %u has no interrupt (error %d)",
			 line->chip, line->offset, number);
		return 0;
	}
	ret = devm_request_irq(dev, number, pps_spin_irq_handler,
			       edge | IRQF_NO_THREAD | IRQF_NOBALANCING,
			       dev_name(dev), irq);
	if (ret == -ENOMEM)
		return ret;
	if (ret) {
		snprintf(irq->no_irq, sizeof(irq->no_irq),
			 "interrupt %d of %s line %u was refused (error %d)",
			 number, line->chip, line->offset, ret);
		return 0;
	}
	irq->number = number;
	ret = pps_spin_steer(dev, line, number, cpu);
	if (ret)
		return ret;
	pps_spin_irq_arm(irq, cpu);
	return 0;
}
