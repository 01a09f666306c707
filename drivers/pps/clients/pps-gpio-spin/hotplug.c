// SPDX-License-Identifier: GPL-2.0
/*
 * CPUs that go and come: the poller rests, and interrupts are steered again
 */
#include <linux/cpu.h>
#include <linux/cpuhotplug.h>
#include <linux/cpumask.h>
#include <linux/device.h>

#include "pps_spin.h"

static enum cpuhp_state hotplug_state;

static bool is_ours(const struct pps_spin *spin, int cpu)
{
	return cpu == spin->irq_cpu || cpu == spin->poller.cpu;
}

static void tell_offline(struct pps_spin *spin, int cpu)
{
	if (is_ours(spin, cpu) && !cpumask_test_and_set_cpu(cpu, &spin->gone))
		pps_spin_stream_note(spin->stream, "# set cpu%d=offline\n",
				     cpu);
}

/* One that left before anybody followed it was not told of */
static void tell_online(struct pps_spin *spin, int cpu)
{
	if (!is_ours(spin, cpu))
		return;
	tell_offline(spin, cpu);
	cpumask_clear_cpu(cpu, &spin->gone);
	pps_spin_stream_note(spin->stream, "# set cpu%d=online\n", cpu);
}

static void poll_again(struct pps_spin *spin)
{
	int ret = pps_spin_poller_run(&spin->poller);

	if (ret)
		dev_err(spin->dev, "nothing polls (error %d): take CPU %d offline and online again\n",
			ret, spin->poller.cpu);
}

/*
 * The CPU for the interrupt while @going, if any, goes: irq_cpu, or else one that
 * polls for no instance; -1 if there is none
 */
static int serving_cpu(const struct pps_spin *spin, int going)
{
	int cpu;

	if (cpu_online(spin->irq_cpu) && spin->irq_cpu != going)
		return spin->irq_cpu;
	for_each_online_cpu(cpu)
		if (cpu != going && !pps_spin_cpu_polls(cpu))
			return cpu;
	return -1;
}

/*
 * Poller and interrupt never share a CPU: where nobody but a poller can take the
 * interrupt, the poller rests
 */
static void poll_or_rest(struct pps_spin *spin, int going)
{
	int poll_cpu = spin->poller.cpu;

	if (poll_cpu < 0)
		return;
	if (spin->asleep || poll_cpu == going || !cpu_online(poll_cpu) ||
	    serving_cpu(spin, going) < 0)
		pps_spin_poller_halt(&spin->poller);
	else
		poll_again(spin);
}

/* Be where the CPUs that are there now allow it */
static void follow(struct pps_spin *spin)
{
	int serving = serving_cpu(spin, -1);

	if (serving >= 0)
		pps_spin_steer_over(spin->irq_cpu, serving);
	pps_spin_idle_again(spin);
	poll_or_rest(spin, -1);
}

static int cpu_online_now(unsigned int cpu, struct hlist_node *node)
{
	struct pps_spin *spin = hlist_entry(node, struct pps_spin, hotplug);

	tell_online(spin, cpu);
	follow(spin);
	return 0;
}

static int cpu_offline_soon(unsigned int cpu, struct hlist_node *node)
{
	struct pps_spin *spin = hlist_entry(node, struct pps_spin, hotplug);
	int serving = serving_cpu(spin, cpu);

	tell_offline(spin, cpu);
	if (cpu == spin->irq_cpu)
		pps_spin_idler_halt(&spin->idler);
	poll_or_rest(spin, cpu);
	if (serving >= 0 && serving != spin->irq_cpu)
		pps_spin_steer_over(spin->irq_cpu, serving);
	return 0;
}

/**
 * pps_spin_hotplug_sleep - do not poll, whatever CPUs do, or do so again
 * @spin: the instance
 * @asleep: whether the system sleeps
 *
 * Context: may sleep.
 */
void pps_spin_hotplug_sleep(struct pps_spin *spin, bool asleep)
{
	cpus_read_lock();
	spin->asleep = asleep;
	poll_or_rest(spin, -1);
	cpus_read_unlock();
}

/**
 * pps_spin_hotplug_init - want to know of CPUs
 *
 * Return: 0 or an error.
 */
int pps_spin_hotplug_init(void)
{
	int state = cpuhp_setup_state_multi(CPUHP_AP_ONLINE_DYN,
					    "pps/gpio-spin:online",
					    cpu_online_now, cpu_offline_soon);

	if (state < 0)
		return state;
	hotplug_state = state;
	return 0;
}

/**
 * pps_spin_hotplug_exit - do not want to know of CPUs any more
 */
void pps_spin_hotplug_exit(void)
{
	cpuhp_remove_multi_state(hotplug_state);
}

static void leave(void *data)
{
	struct pps_spin *spin = data;

	cpuhp_state_remove_instance_nocalls(hotplug_state, &spin->hotplug);
}

/**
 * pps_spin_hotplug_join - have an instance follow its CPUs
 * @spin: the instance, started
 *
 * Return: 0 or an error.
 */
int pps_spin_hotplug_join(struct pps_spin *spin)
{
	int cpu, ret;

	ret = cpuhp_state_add_instance_nocalls(hotplug_state, &spin->hotplug);
	if (ret)
		return ret;
	ret = devm_add_action_or_reset(spin->dev, leave, spin);
	if (ret)
		return ret;
	/* A CPU may have gone or come since its thread or interrupt was there */
	cpus_read_lock();
	for_each_possible_cpu(cpu)
		if (!cpu_online(cpu))
			tell_offline(spin, cpu);
	follow(spin);
	cpus_read_unlock();
	return 0;
}
