// SPDX-License-Identifier: GPL-2.0
/*
 * CPUs that go and come: the poller rests, and interrupts are steered again
 */
#include <linux/cpuhotplug.h>
#include <linux/device.h>

#include "pps_spin.h"

static enum cpuhp_state hotplug_state;

static int cpu_online_now(unsigned int cpu, struct hlist_node *node)
{
	struct pps_spin *spin = hlist_entry(node, struct pps_spin, hotplug);

	if (cpu == spin->irq_cpu)
		pps_spin_steer_again(cpu);
	if (cpu == spin->poller.cpu)
		pps_spin_poller_unpark(&spin->poller);
	if (cpu == spin->irq_cpu || cpu == spin->poller.cpu)
		pps_spin_stream_note(&spin->stream, "# set cpu%u=online\n",
				     cpu);
	return 0;
}

static int cpu_offline_soon(unsigned int cpu, struct hlist_node *node)
{
	struct pps_spin *spin = hlist_entry(node, struct pps_spin, hotplug);

	if (cpu == spin->irq_cpu || cpu == spin->poller.cpu)
		pps_spin_stream_note(&spin->stream, "# set cpu%u=offline\n",
				     cpu);
	if (cpu == spin->poller.cpu)
		pps_spin_poller_park(&spin->poller);
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
	int ret = cpuhp_state_add_instance_nocalls(hotplug_state,
						   &spin->hotplug);

	if (ret)
		return ret;
	return devm_add_action_or_reset(spin->dev, leave, spin);
}
