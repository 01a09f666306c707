// SPDX-License-Identifier: GPL-2.0
/*
 * The instances, and what they have to know of each other
 *
 * A CPU that spins for one line must not take the interrupt of another, so each
 * that comes or goes may change where the others poll and are interrupted.
 */
#include <linux/cpu.h>
#include <linux/cpumask.h>
#include <linux/device.h>

#include "hotplug.h"
#include "instances.h"
#include "param.h"
#include "pps_spin.h"

/* Inside the lock of CPU hotplug */
DEFINE_MUTEX(pps_spin_instances_lock);

/* Under pps_spin_instances_lock */
LIST_HEAD(pps_spin_instances);

/**
 * pps_spin_idle_again - have irq_cpu idle as idle_policy says
 * @spin: the instance
 *
 * Context: may sleep, under pps_spin_instances_lock, so that the last change is
 * what holds.
 */
void pps_spin_idle_again(struct pps_spin *spin)
{
	int ret = 0;

	lockdep_assert_held(&pps_spin_instances_lock);
	if (READ_ONCE(pps_spin_settings.idle_policy) != PPS_SPIN_IDLE_NOP)
		pps_spin_idler_halt(&spin->idler);
	else if (cpu_online(spin->irq_cpu))
		ret = pps_spin_idler_run(&spin->idler);
	if (ret)
		dev_err(spin->dev, "idle_policy=nop has no thread on CPU %d (error %d): set it again\n",
			spin->irq_cpu, ret);
}

/**
 * pps_spin_cpu_polls - whether a CPU is the one that polls for any instance
 * @cpu: the CPU
 *
 * Context: under pps_spin_instances_lock.
 * Return: true if it is, also while that poller rests.
 */
bool pps_spin_cpu_polls(int cpu)
{
	struct pps_spin *spin;

	lockdep_assert_held(&pps_spin_instances_lock);
	list_for_each_entry(spin, &pps_spin_instances, list)
		if (spin->poller.cpu == cpu)
			return true;
	return false;
}

/**
 * pps_spin_settings_changed - tell all instances of a change at run time
 * @name: parameter
 * @value: its new value
 *
 * Context: may sleep.
 */
void pps_spin_settings_changed(const char *name, const char *value)
{
	struct pps_spin *spin;

	guard(mutex)(&pps_spin_instances_lock);
	list_for_each_entry(spin, &pps_spin_instances, list) {
		pps_spin_stream_note(spin->stream, "# set %s=%s\n", name,
				     value);
		pps_spin_source_settings_changed(&spin->source);
		pps_spin_poller_kick(&spin->poller);
		pps_spin_idle_again(spin);
	}
}

static int check(const struct pps_spin *spin, int poll_cpu)
{
	struct pps_spin *other;

	list_for_each_entry(other, &pps_spin_instances, list) {
		if (other->irq_cpu == poll_cpu)
			return dev_err_probe(spin->dev, -EINVAL,
				"poll_cpu=%d takes the interrupt of %s: choose another CPU\n",
				poll_cpu, dev_name(other->dev));
		if (other->poller.cpu == spin->irq_cpu)
			return dev_err_probe(spin->dev, -EINVAL,
				"irq_cpu=%d polls for %s: choose another CPU\n",
				spin->irq_cpu, dev_name(other->dev));
		if (pps_spin_stimulus_runs_on(&other->stimulus, poll_cpu))
			return dev_err_probe(spin->dev, -EINVAL,
				"poll_cpu=%d raises the edges of %s: stop that train or choose another CPU\n",
				poll_cpu, dev_name(other->dev));
	}
	return 0;
}

/**
 * pps_spin_instances_check - whether an instance may have its CPUs
 * @spin: the instance, not on the list
 * @poll_cpu: CPU that is to poll, or -1
 *
 * Context: may sleep.
 * Return: 0, or -EINVAL with a message.
 */
int pps_spin_instances_check(const struct pps_spin *spin, int poll_cpu)
{
	guard(mutex)(&pps_spin_instances_lock);
	return check(spin, poll_cpu);
}

static void warn_of_shared(const struct pps_spin *spin)
{
	struct pps_spin *other;

	list_for_each_entry(other, &pps_spin_instances, list)
		if (other->poller.cpu == spin->poller.cpu &&
		    spin->poller.cpu >= 0)
			dev_warn(spin->dev, "poll_cpu=%d polls for %s too: of pulses at the same time it sees one\n",
				 spin->poller.cpu, dev_name(other->dev));
}

static void leave(void *data)
{
	struct pps_spin *spin = data;

	cpus_read_lock();
	scoped_guard(mutex, &pps_spin_instances_lock) {
		/* From here on nobody keeps interrupts away from its CPU */
		pps_spin_poller_halt(&spin->poller);
		list_del(&spin->list);
		pps_spin_hotplug_follow();
	}
	cpus_read_unlock();
}

static int join(struct pps_spin *spin)
{
	/* Another one may have come since pps_spin_instances_check() */
	int ret = check(spin, spin->poller.cpu);

	if (ret)
		return ret;
	warn_of_shared(spin);
	/* What is not in the header is told in the stream from here on */
	ret = pps_spin_header_settings(spin);
	if (ret)
		return ret;
	list_add_tail(&spin->list, &pps_spin_instances);
	pps_spin_hotplug_joined(spin);
	pps_spin_hotplug_follow();
	return 0;
}

/**
 * pps_spin_instances_join - put an instance on the list, and end its header
 * @spin: the instance, all of its sides started, its files not made yet
 *
 * Context: may sleep.
 * Return: 0 or an error, with a message if its CPUs are in the way of another.
 */
int pps_spin_instances_join(struct pps_spin *spin)
{
	int ret;

	cpus_read_lock();
	scoped_guard(mutex, &pps_spin_instances_lock)
		ret = join(spin);
	cpus_read_unlock();
	return ret ?: devm_add_action_or_reset(spin->dev, leave, spin);
}
