// SPDX-License-Identifier: GPL-2.0
/*
 * CPUs that go and come: the poller rests, and interrupts are steered again
 */
#include <linux/cpuhotplug.h>
#include <linux/cpumask.h>
#include <linux/device.h>

#include "pps_spin.h"

static enum cpuhp_state hotplug_state;

static void tell(struct pps_spin *spin, unsigned int cpu, const char *state)
{
	if (cpu == spin->irq_cpu || cpu == spin->poller.cpu)
		pps_spin_stream_note(spin->stream, "# set cpu%u=%s\n", cpu,
				     state);
}

static void poll_again(struct pps_spin *spin)
{
	int ret = pps_spin_poller_run(&spin->poller);

	if (ret)
		dev_err(spin->dev, "nothing polls (error %d): take CPU %d offline and online again\n",
			ret, spin->poller.cpu);
}

static int cpu_online_now(unsigned int cpu, struct hlist_node *node)
{
	struct pps_spin *spin = hlist_entry(node, struct pps_spin, hotplug);
	int poll_cpu = spin->poller.cpu;

	tell(spin, cpu, "online");
	if (cpu == spin->irq_cpu) {
		pps_spin_steer_over(cpu, cpu);
		pps_spin_idle_again(spin);
	}
	if (poll_cpu >= 0 && cpu_online(poll_cpu) && cpu_online(spin->irq_cpu))
		poll_again(spin);
	return 0;
}

/* A CPU other than the one that goes and the one that polls, or -1 */
static int third_cpu(const struct pps_spin *spin, unsigned int going)
{
	int cpu;

	for_each_online_cpu(cpu)
		if (cpu != going && cpu != spin->poller.cpu)
			return cpu;
	return -1;
}

static int cpu_offline_soon(unsigned int cpu, struct hlist_node *node)
{
	struct pps_spin *spin = hlist_entry(node, struct pps_spin, hotplug);
	int other = third_cpu(spin, cpu);

	tell(spin, cpu, "offline");
	if (cpu == spin->irq_cpu)
		pps_spin_idler_halt(&spin->idler);
	/* Poller and interrupt never share a CPU: without a third, one rests */
	if (cpu == spin->poller.cpu || other < 0)
		pps_spin_poller_halt(&spin->poller);
	if (other >= 0 && (cpu == spin->irq_cpu || !cpu_online(spin->irq_cpu)))
		pps_spin_steer_over(spin->irq_cpu, other);
	return 0;
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
	int ret;

	ret = cpuhp_state_add_instance_nocalls(hotplug_state, &spin->hotplug);
	if (ret)
		return ret;
	return devm_add_action_or_reset(spin->dev, leave, spin);
}
