// SPDX-License-Identifier: GPL-2.0
/*
 * The stamp at the entry of the interrupt controller's handler, by ftrace
 */
#include <linux/string.h>

#include "counter.h"
#include "early.h"

#ifdef CONFIG_DYNAMIC_FTRACE
static void notrace stamp_early(unsigned long ip, unsigned long parent_ip,
				struct ftrace_ops *ops,
				struct ftrace_regs *regs)
{
	u64 ticks = pps_spin_counter();
	struct pps_spin_tracer *tracer =
		container_of(ops, struct pps_spin_tracer, ops);
	struct pps_spin_early *early = this_cpu_ptr(tracer->early);

	early->ticks = ticks;
	early->generation++;
}

/**
 * pps_spin_tracer_start - take a stamp at each entry from here on
 * @tracer: with memory for the stamps
 * @reason: told why there will be none
 * @size: of @reason
 *
 * Context: may sleep.
 * Return: whether there are stamps, until pps_spin_tracer_stop().
 */
bool pps_spin_tracer_start(struct pps_spin_tracer *tracer, char *reason,
			   size_t size)
{
	/* Both GIC drivers call their handler so: the name takes both */
	char handler[] = "gic_handle_irq";
	int ret;

	/* A filter that was freed is still pointed to, so nothing may be left */
	tracer->ops = (struct ftrace_ops){ .func = stamp_early };
	ret = ftrace_set_filter(&tracer->ops, handler, strlen(handler), 1);
	if (ret) {
		snprintf(reason, size, "%s cannot be traced (error %d)",
			 handler, ret);
		return false;
	}
	ret = register_ftrace_function(&tracer->ops);
	if (ret) {
		ftrace_free_filter(&tracer->ops);
		snprintf(reason, size, "tracing %s failed (error %d)", handler,
			 ret);
		return false;
	}
	return true;
}

/**
 * pps_spin_tracer_stop - take no more stamps
 * @tracer: started
 *
 * Context: may sleep.
 */
void pps_spin_tracer_stop(struct pps_spin_tracer *tracer)
{
	unregister_ftrace_function(&tracer->ops);
	ftrace_free_filter(&tracer->ops);
}
#else
bool pps_spin_tracer_start(struct pps_spin_tracer *tracer, char *reason,
			   size_t size)
{
	strscpy(reason, "kernel without FUNCTION_TRACER and DYNAMIC_FTRACE",
		size);
	return false;
}

void pps_spin_tracer_stop(struct pps_spin_tracer *tracer) { }
#endif
