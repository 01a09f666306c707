// SPDX-License-Identifier: GPL-2.0
/*
 * CPUs that go and come: pollers rest, trains end, and interrupts are steered
 *
 * Where an instance may poll depends on where the others are interrupted, so
 * all of them are looked at, whatever changes.
 */
#include <linux/cpu.h>
#include <linux/cpuhotplug.h>
#include <linux/cpumask.h>
#include <linux/device.h>

#include "hotplug.h"
#include "instances.h"
#include "pps_spin.h"

/* No CPU goes */
#define NONE_GOES	-1

static enum cpuhp_state hotplug_state;

static bool is_ours(const struct pps_spin *spin, int cpu)
{
	return cpu == spin->irq_cpu || cpu == spin->poller.cpu;
}

static void tell_offline(struct pps_spin *spin, int cpu)
{
	if (!cpumask_test_and_set_cpu(cpu, &spin->gone))
		pps_spin_stream_note(spin->stream, "# set cpu%d=offline\n",
				     cpu);
}

static void tell_online(struct pps_spin *spin, int cpu)
{
	if (cpumask_test_and_clear_cpu(cpu, &spin->gone))
		pps_spin_stream_note(spin->stream, "# set cpu%d=online\n",
				     cpu);
}

static void poll_again(struct pps_spin *spin)
{
	int ret = pps_spin_poller_run(&spin->poller);

	if (ret)
		dev_err(spin->dev, "nothing polls (error %d): take CPU %d offline and online again\n",
			ret, spin->poller.cpu);
}

/*
 * The CPU for the interrupt while @going goes: irq_cpu, or else one that polls
 * for no instance; -1 if there is none
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

/* Whether the interrupt of an instance can only be taken by a CPU that polls */
static bool pollers_are_needed(int going)
{
	struct pps_spin *spin;

	list_for_each_entry(spin, &pps_spin_instances, list)
		if (serving_cpu(spin, going) < 0)
			return true;
	return false;
}

/*
 * Poller and interrupt never share a CPU: where nobody but a poller can take the
 * interrupt, all pollers rest
 */
static bool must_rest(const struct pps_spin *spin, int going)
{
	int cpu = spin->poller.cpu;

	return cpu < 0 || spin->asleep || cpu == going || !cpu_online(cpu) ||
	       pollers_are_needed(going);
}

static void idle(struct pps_spin *spin, int going)
{
	if (spin->irq_cpu == going)
		pps_spin_idler_halt(&spin->idler);
	else
		pps_spin_idle_again(spin);
}

/* Pollers rest before an interrupt comes to their CPU, and return after it left */
static void follow(int going)
{
	struct pps_spin *spin;

	list_for_each_entry(spin, &pps_spin_instances, list) {
		idle(spin, going);
		if (must_rest(spin, going))
			pps_spin_poller_halt(&spin->poller);
	}
	list_for_each_entry(spin, &pps_spin_instances, list) {
		int serving = serving_cpu(spin, going);

		if (serving >= 0)
			pps_spin_steer_over(spin->irq_cpu, serving);
	}
	list_for_each_entry(spin, &pps_spin_instances, list)
		if (!must_rest(spin, going))
			poll_again(spin);
}

static int cpu_online_now(unsigned int cpu)
{
	struct pps_spin *spin;

	guard(mutex)(&pps_spin_instances_lock);
	list_for_each_entry(spin, &pps_spin_instances, list)
		tell_online(spin, cpu);
	follow(NONE_GOES);
	return 0;
}

static int cpu_offline_soon(unsigned int cpu)
{
	struct pps_spin *spin;

	guard(mutex)(&pps_spin_instances_lock);
	list_for_each_entry(spin, &pps_spin_instances, list)
		if (pps_spin_stimulus_leave(spin->dev, &spin->stimulus, cpu) ||
		    is_ours(spin, cpu))
			tell_offline(spin, cpu);
	follow(cpu);
	return 0;
}

/**
 * pps_spin_hotplug_joined - tell an instance of its CPUs that are offline
 * @spin: the instance, just put on the list
 *
 * A CPU may have gone since its thread or its interrupt was there.
 *
 * Context: CPUs neither go nor come; under pps_spin_instances_lock.
 */
void pps_spin_hotplug_joined(struct pps_spin *spin)
{
	if (!cpu_online(spin->irq_cpu))
		tell_offline(spin, spin->irq_cpu);
	if (spin->poller.cpu >= 0 && !cpu_online(spin->poller.cpu))
		tell_offline(spin, spin->poller.cpu);
}

/**
 * pps_spin_hotplug_follow - have all be where CPUs and instances allow it now
 *
 * Context: CPUs neither go nor come; under pps_spin_instances_lock.
 */
void pps_spin_hotplug_follow(void)
{
	lockdep_assert_held(&pps_spin_instances_lock);
	follow(NONE_GOES);
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
	scoped_guard(mutex, &pps_spin_instances_lock) {
		spin->asleep = asleep;
		pps_spin_hotplug_follow();
	}
	cpus_read_unlock();
}

/**
 * pps_spin_hotplug_init - want to know of CPUs
 *
 * Return: 0 or an error.
 */
int pps_spin_hotplug_init(void)
{
	int state = cpuhp_setup_state_nocalls(CPUHP_AP_ONLINE_DYN,
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
	cpuhp_remove_state_nocalls(hotplug_state);
}
