// SPDX-License-Identifier: GPL-2.0
/*
 * What a capture costs, for scripts/bench: ticks, which under icount are
 * instructions
 *
 * The handler runs in hard irq context, on this CPU, once for each IPI that
 * stands for the interrupt. Before the next one the thread that it wakes has
 * gone to sleep again, and the tracer has been at the entry, as with a pulse.
 * The two functions at the end of its way are the driver's own lines.
 */
#include <kunit/test.h>
#include <linux/delay.h>
#include <linux/irq_work.h>
#include <linux/kthread.h>
#include <linux/sched.h>
#include <linux/sort.h>

#include "early.c"
#include "irq.c"
#include "slots.c"
#include "record.c"

#define CALLS	1000

static struct kthread_worker *worker;
static struct kthread_work work;
static bool counter_is_clock = true;

void pps_spin_deliver_wake(struct pps_spin_deliver *deliver)
{
	kthread_queue_work(worker, &work);
}

void pps_spin_source_irq(struct pps_spin_source *source, u64 irq_ticks)
{
	if (likely(READ_ONCE(counter_is_clock)))
		return;
	pps_spin_slots_write(NULL, NULL);
}

int pps_spin_steer(struct device *dev, const struct pps_spin_line *line,
		   int number, int cpu)
{
	return 0;
}

static noinline irqreturn_t empty_handler(int number, void *data)
{
	return IRQ_HANDLED;
}

/**
 * struct call - a handler to be called in hard irq context
 * @irq_work: what calls it
 * @handler: the handler
 * @irq: its argument
 * @ticks: what the call took
 */
struct call {
	struct irq_work irq_work;
	irq_handler_t handler;
	struct pps_spin_irq *irq;
	u64 ticks;
};

static void call_in_irq(struct irq_work *irq_work)
{
	struct call *call = container_of(irq_work, struct call, irq_work);
	u64 start;

	this_cpu_ptr(call->irq->tracer.early)->generation++;
	start = pps_spin_counter();
	call->handler(0, call->irq);
	call->ticks = pps_spin_counter() - start;
}

static int compare(const void *a, const void *b)
{
	u64 first = *(const u64 *)a, second = *(const u64 *)b;

	return (first > second) - (first < second);
}

/* The median: in some of the calls, other CPUs had their turn */
static u64 measure(irq_handler_t handler, struct pps_spin_irq *irq)
{
	struct call call = {
		.irq_work = IRQ_WORK_INIT_HARD(call_in_irq),
		.handler = handler,
		.irq = irq,
	};
	static u64 ticks[CALLS];
	int i;

	for (i = 0; i < CALLS; i++) {
		irq_work_queue(&call.irq_work);
		irq_work_sync(&call.irq_work);
		ticks[i] = call.ticks;
		/* Until the thread has gone to sleep */
		fsleep(1000);
	}
	sort(ticks, CALLS, sizeof(ticks[0]), compare, NULL);
	return ticks[CALLS / 2];
}

static int works;

static void count_work(struct kthread_work *unused)
{
	works++;
}

static void capture_costs(struct kunit *test)
{
	struct pps_spin_irq irq = { .is_armed = true };
	struct device *dev = root_device_register("pps-spin-bench");
	struct pps_spin_irq_capture last;
	u64 empty, full;

	KUNIT_ASSERT_FALSE(test, IS_ERR(dev));
	works = 0;
	worker = kthread_run_worker(0, "pps-spin-bench");
	KUNIT_ASSERT_FALSE(test, IS_ERR(worker));
	sched_set_fifo_low(worker->task);
	kthread_init_work(&work, count_work);
	irq.tracer.early = alloc_percpu(struct pps_spin_early);
	irq.captures = pps_spin_slots_alloc(dev, 256,
					sizeof(struct pps_spin_irq_capture));
	KUNIT_ASSERT_NOT_NULL(test, irq.captures);

	/* Both on one CPU, so that the cost does not depend on which is woken */
	set_cpus_allowed_ptr(current, cpumask_of(0));
	set_cpus_allowed_ptr(worker->task, cpumask_of(0));
	empty = measure(empty_handler, &irq);
	full = measure(pps_spin_irq_handler, &irq);
	kunit_info(test, "bench empty-handler %llu", empty);
	kunit_info(test, "bench capture-handler %llu", full);
	KUNIT_EXPECT_EQ(test, pps_spin_slots_newest(irq.captures), CALLS);
	KUNIT_EXPECT_EQ(test, works, CALLS);
	KUNIT_EXPECT_EQ(test, pps_spin_slots_read(irq.captures, CALLS, &last), 0);
	KUNIT_EXPECT_TRUE(test, last.have & BIT(PPS_SPIN_EARLY));

	kthread_destroy_worker(worker);
	free_percpu(irq.tracer.early);
	root_device_unregister(dev);
}

/* One record as a line, against the bare copy of as many bytes */
static void record_costs(struct kunit *test)
{
	struct pps_spin_record record = { .have = ~0U, .flags = 0 };
	static char line[PPS_SPIN_LINE_MAX], copy[PPS_SPIN_LINE_MAX];
	u64 start, format, bare;
	int i, len = 0;

	for (i = 0; i < PPS_SPIN_COLUMNS; i++)
		record.value[i] = 123456789012ULL;
	record.value[PPS_SPIN_POLL] = PPS_SPIN_POLL_MMIO;
	start = pps_spin_counter();
	for (i = 0; i < CALLS; i++)
		len = pps_spin_record_format(&record, line, sizeof(line));
	format = pps_spin_counter() - start;
	start = pps_spin_counter();
	for (i = 0; i < CALLS; i++) {
		memcpy(copy, line, len);
		barrier_data(copy);
	}
	bare = pps_spin_counter() - start;
	kunit_info(test, "bench line-format %llu", format / CALLS);
	kunit_info(test, "bench line-copy %llu", bare / CALLS);
}

static struct kunit_case capture_bench_cases[] = {
	KUNIT_CASE(capture_costs),
	KUNIT_CASE(record_costs),
	{ }
};

static struct kunit_suite capture_bench = {
	.name = "pps-spin-capture-bench",
	.test_cases = capture_bench_cases,
};

kunit_test_suite(capture_bench);

MODULE_DESCRIPTION("What a capture costs");
MODULE_LICENSE("GPL");
