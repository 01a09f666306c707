// SPDX-License-Identifier: GPL-2.0
/*
 * What a capture costs, for scripts/bench: ticks, which under icount are
 * instructions
 *
 * The handler runs in hard irq context, on this CPU, called through an IPI that
 * stands for the interrupt. The two functions at the end of its way are the
 * driver's own lines.
 */
#include <kunit/test.h>
#include <linux/irq_work.h>
#include <linux/kthread.h>

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
 * @data: its argument
 * @ticks: what CALLS calls took
 */
struct call {
	struct irq_work irq_work;
	irq_handler_t handler;
	void *data;
	u64 ticks;
};

static void call_in_irq(struct irq_work *irq_work)
{
	struct call *call = container_of(irq_work, struct call, irq_work);
	u64 start = pps_spin_counter();
	int i;

	for (i = 0; i < CALLS; i++)
		call->handler(0, call->data);
	call->ticks = pps_spin_counter() - start;
}

static u64 measure(irq_handler_t handler, void *data)
{
	struct call call = {
		.irq_work = IRQ_WORK_INIT_HARD(call_in_irq),
		.handler = handler,
		.data = data,
	};

	irq_work_queue(&call.irq_work);
	irq_work_sync(&call.irq_work);
	return call.ticks;
}

static void nothing(struct kthread_work *unused)
{
}

static void capture_costs(struct kunit *test)
{
	struct pps_spin_irq irq = { .is_armed = true };
	struct device *dev = root_device_register("pps-spin-bench");
	u64 empty, full;

	KUNIT_ASSERT_FALSE(test, IS_ERR(dev));
	worker = kthread_run_worker(0, "pps-spin-bench");
	KUNIT_ASSERT_FALSE(test, IS_ERR(worker));
	kthread_init_work(&work, nothing);
	irq.tracer.early = alloc_percpu(struct pps_spin_early);
	irq.captures = pps_spin_slots_alloc(dev, 256,
					sizeof(struct pps_spin_irq_capture));
	KUNIT_ASSERT_NOT_NULL(test, irq.captures);

	empty = measure(empty_handler, NULL);
	full = measure(pps_spin_irq_handler, &irq);
	kunit_info(test, "bench empty-handler %llu", empty / CALLS);
	kunit_info(test, "bench capture-handler %llu", full / CALLS);
	KUNIT_EXPECT_EQ(test, pps_spin_slots_newest(irq.captures), CALLS);

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
