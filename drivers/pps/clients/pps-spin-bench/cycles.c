// SPDX-License-Identifier: GPL-2.0
/*
 * The cycle counter of a CPU's PMU, borrowed from perf
 *
 * The register is perf's: a module that took it would be in the way of all
 * others. A pinned event either counts from the start or says that it cannot.
 */
#include <linux/err.h>
#include <linux/perf_event.h>
#include <linux/printk.h>
#include <linux/string.h>

#include "cycles.h"

#ifdef CONFIG_PERF_EVENTS
/* On arm64: a counter of 64 bits, so that it needs no interrupt of its own */
#define CONFIG1_LONG	1

/**
 * pps_spin_cycles_start - count the cycles of a CPU
 * @cycles: without a counter
 * @cpu: the CPU
 * @reason: of PPS_SPIN_NO_CYCLES_MAX, told why there are none
 *
 * Context: may sleep.
 */
void pps_spin_cycles_start(struct pps_spin_cycles *cycles, int cpu,
			   char *reason)
{
	struct perf_event_attr attr = {
		.type = PERF_TYPE_HARDWARE,
		.size = sizeof(attr),
		.config = PERF_COUNT_HW_CPU_CYCLES,
		.config1 = CONFIG1_LONG,
		.pinned = 1,
	};
	struct perf_event *event;

	event = perf_event_create_kernel_counter(&attr, cpu, NULL, NULL, NULL);
	if (IS_ERR(event)) {
		snprintf(reason, PPS_SPIN_NO_CYCLES_MAX,
			 "CPU %d has no cycle counter (error %ld)", cpu,
			 PTR_ERR(event));
		return;
	}
	if (READ_ONCE(event->state) != PERF_EVENT_STATE_ACTIVE) {
		perf_event_release_kernel(event);
		snprintf(reason, PPS_SPIN_NO_CYCLES_MAX,
			 "the PMU of CPU %d is taken: stop who uses perf", cpu);
		return;
	}
	cycles->event = event;
}

/**
 * pps_spin_cycles_stop - give the counter back
 * @cycles: started, or stopped before
 *
 * Context: may sleep.
 */
void pps_spin_cycles_stop(struct pps_spin_cycles *cycles)
{
	if (cycles->event)
		perf_event_release_kernel(cycles->event);
	cycles->event = NULL;
}

/**
 * pps_spin_cycles_read - how many cycles there were
 * @cycles: started
 *
 * Context: hard irq on the CPU of the counter, where perf cannot interfere.
 * Return: the count, 0 if there is none.
 */
u64 pps_spin_cycles_read(struct pps_spin_cycles *cycles)
{
	struct perf_event *event = cycles->event;

	if (!event)
		return 0;
	/* If perf has stopped it, the count stands still */
	if (READ_ONCE(event->state) == PERF_EVENT_STATE_ACTIVE)
		event->pmu->read(event);
	return local64_read(&event->count);
}
#else
void pps_spin_cycles_start(struct pps_spin_cycles *cycles, int cpu,
			   char *reason)
{
	strscpy(reason, "kernel without PERF_EVENTS", PPS_SPIN_NO_CYCLES_MAX);
}

void pps_spin_cycles_stop(struct pps_spin_cycles *cycles) { }

u64 pps_spin_cycles_read(struct pps_spin_cycles *cycles)
{
	return 0;
}
#endif
