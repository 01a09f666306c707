// SPDX-License-Identifier: GPL-2.0
/*
 * The header of the stream: the conditions of the measurement
 */
#include <linux/cpufreq.h>
#include <linux/device.h>
#include <linux/gpio/consumer.h>
#include <linux/gpio/driver.h>
#include <linux/module.h>
#include <linux/of.h>
#include <linux/tick.h>
#include <linux/utsname.h>

#include "counter.h"
#include "param.h"
#include "pps_spin.h"

static __printf(2, 3) void add(struct pps_spin_stream *stream,
			       const char *format, ...)
{
	va_list args;

	va_start(args, format);
	stream->header_len += vscnprintf(stream->header + stream->header_len,
				PPS_SPIN_HEADER_MAX - stream->header_len,
				format, args);
	va_end(args);
}

static void add_method(struct pps_spin *spin, const char *name,
		       const char *reason)
{
	if (!reason || !*reason) {
		add(spin->stream, "# method.%s=available\n", name);
		return;
	}
	add(spin->stream, "# method.%s=unavailable %s\n", name, reason);
	dev_info(spin->dev, "method %s is unavailable: %s\n", name, reason);
}

static const char *preemption_model(void)
{
	if (IS_ENABLED(CONFIG_PREEMPT_RT))
		return "rt";
	if (IS_ENABLED(CONFIG_PREEMPT_DYNAMIC))
		return "dynamic";
	if (IS_ENABLED(CONFIG_PREEMPT))
		return "full";
	return IS_ENABLED(CONFIG_PREEMPT_VOLUNTARY) ? "voluntary" : "none";
}

static bool has_no_tick(int cpu)
{
	return cpu >= 0 && tick_nohz_full_cpu(cpu);
}

static const char *tick_mode(const struct pps_spin *spin)
{
	if (has_no_tick(spin->poller.cpu) || has_no_tick(spin->irq_cpu))
		return "nohz-full";
	return tick_nohz_is_active() ? "nohz" : "periodic";
}

static const char *cpu_model(int cpu)
{
	struct device_node *node = of_get_cpu_node(cpu, NULL);
	const char *model = NULL;

	if (node && of_property_read_string(node, "compatible", &model))
		model = NULL;
	/* The tree, and so the string, stays when the reference is dropped */
	of_node_put(node);
	return model ?: "-";
}

static void add_frequency(struct pps_spin_stream *stream, const char *name,
			  int cpu)
{
	struct cpufreq_policy *policy = cpufreq_cpu_get(cpu);

	if (!policy) {
		add(stream, "# %s_governor=-\n# %s_khz=-\n", name, name);
		return;
	}
	scoped_guard(rwsem_read, &policy->rwsem)
		add(stream, "# %s_governor=%s\n# %s_khz=%u\n", name,
		    policy->governor ? policy->governor->name : "-", name,
		    policy->cur);
	cpufreq_cpu_put(policy);
}

static void add_cpu_lines(struct pps_spin_stream *stream, const char *name, int cpu)
{
	char idle[PPS_SPIN_IDLE_MAX];

	if (cpu < 0) {
		add(stream, "# %s=-\n", name);
		return;
	}
	add(stream, "# %s=%d\n# %s_model=%s\n", name, cpu, name,
	    cpu_model(cpu));
	add_frequency(stream, name, cpu);
	pps_spin_idle_state(cpu, idle, sizeof(idle));
	add(stream, "# %s_idle=%s\n", name, idle);
}

static void add_stimulus(struct pps_spin *spin)
{
	struct gpio_desc *output = spin->stimulus.output;
	struct pps_spin_stream *stream = spin->stream;

	if (output)
		add(stream, "# stimulus=gpio %s %d\n",
		    gpiod_to_chip(output)->label, gpiod_hwgpio(output));
	else
		add(stream, "# stimulus=%s\n",
		    pps_spin_stimulus_exists(&spin->stimulus) ? "pend" : "none");
}

static void add_conditions(struct pps_spin *spin)
{
	struct pps_spin_stream *stream = spin->stream;
	const struct pps_spin_line *line = &spin->line;

	add(stream, "# format=%d\n", PPS_SPIN_FORMAT);
	add(stream, "# module_version=%s\n", THIS_MODULE->version);
	add(stream, "# kernel=%s\n", init_utsname()->release);
	add(stream, "# hz=%d\n", HZ);
	add(stream, "# tick=%s\n", tick_mode(spin));
	add(stream, "# preempt=%s\n", preemption_model());
	add(stream, "# line=%u\n", line->offset);
	add(stream, "# controller=%s\n", line->chip);
	add(stream, "# edge=%s\n", line->rising ? "rising" : "falling");
	add_stimulus(spin);
	add(stream, "# cntfrq_hz=%u\n", arch_timer_get_cntfrq());
	add(stream, "# counter=cntvct%s\n", spin->unstable ?
	    " erratum-workaround-active" : "");
	add_cpu_lines(stream, "poll_cpu", spin->poller.cpu);
	add_cpu_lines(stream, "irq_cpu", spin->irq.number ? spin->irq_cpu : -1);
}

static void add_cost(struct pps_spin *spin)
{
	const struct pps_spin_cost *cost = &spin->poller.cost;
	struct pps_spin_stream *stream = spin->stream;

	if (spin->poller.no_poll[0])
		return;
	add(stream, "# level_read_ticks_min=%llu\n", cost->read_min_ticks);
	add(stream, "# level_read_ticks_p50=%llu\n", cost->read_p50_ticks);
	add(stream, "# level_read_ticks_p99=%llu\n", cost->read_p99_ticks);
	add(stream, "# loop_milliticks_p50=%llu\n", cost->loop_p50_milliticks);
}

static void add_methods(struct pps_spin *spin)
{
	const char *no_irq = spin->irq.no_irq;
	const char *no_poll = spin->poller.no_poll;
	const char *no_entry = pps_spin_irq_no_entry();

	add_method(spin, "irq", no_irq);
	add_method(spin, "early", *no_irq ? no_irq : spin->irq.no_early);
	add_method(spin, "ack", *no_irq ? no_irq : no_entry);
	add_method(spin, "entry", *no_irq ? no_irq : no_entry);
	if (!*no_poll && !spin->line.desc)
		no_poll = "a stimulus without a pin has no gpiolib";
	add_method(spin, "poll-after", no_poll);
	add_method(spin, "poll-bracket", no_poll);
	no_poll = spin->poller.no_poll;
	add_method(spin, "poll-mmio", *no_poll ? no_poll :
		   spin->line.no_level);
}

static void add_settings(struct pps_spin *spin)
{
	struct pps_spin_stream *stream = spin->stream;

	add(stream, "# poll_method=%s\n", pps_spin_param_method_name());
	add(stream, "# poll_mode=%s\n", pps_spin_param_mode_name());
	add(stream, "# pps_method=%s\n", pps_spin_param_pps_method_name());
	add(stream, "# pps_clock=%s\n", pps_spin_source_clock(&spin->source));
	add(stream, "# idle_policy=%s\n", pps_spin_param_idle_name());
	add(stream, "# gate_ns=%u\n", READ_ONCE(pps_spin_settings.gate_ns));
	add(stream, "# max_irqs_off_us=%u\n",
	    READ_ONCE(pps_spin_settings.max_irqs_off_us));
}

static void add_columns(struct pps_spin_stream *stream)
{
	char *end = stream->header + stream->header_len;
	size_t room = PPS_SPIN_HEADER_MAX - stream->header_len;

	stream->header_len += pps_spin_columns_format(end, room);
}

/**
 * pps_spin_header - write the header of an instance's stream
 * @spin: the instance, all of its sides started
 *
 * Context: may sleep.
 */
void pps_spin_header(struct pps_spin *spin)
{
	add_conditions(spin);
	add_cost(spin);
	add_methods(spin);
}

/**
 * pps_spin_header_settings - end the header with what may change
 * @spin: the instance
 *
 * The header stays as it is: what changes later is told in the stream.
 *
 * Return: 0 or -E2BIG if it does not fit.
 */
int pps_spin_header_settings(struct pps_spin *spin)
{
	struct pps_spin_stream *stream = spin->stream;

	add_settings(spin);
	add_columns(stream);
	return stream->header_len + 1 < PPS_SPIN_HEADER_MAX ? 0 : -E2BIG;
}
