// SPDX-License-Identifier: GPL-2.0
/*
 * The CPU of a train goes, and the train ends
 *
 * The stream is told of the CPU as of those that poll and take the interrupt.
 * It may be one of them, so what was told is kept in the same mask: hotplug.c
 * hears of a CPU that goes after this file, and of one that comes before it.
 */
#include <linux/cpuhotplug.h>
#include <linux/cpumask.h>
#include <linux/device.h>

#include "pps_spin.h"

static enum cpuhp_state hotplug_state;

static int cpu_offline_soon(unsigned int cpu, struct hlist_node *node)
{
	struct pps_spin *spin = hlist_entry(node, struct pps_spin,
					    stimulus.hotplug);

	if (pps_spin_stimulus_leave(spin->dev, &spin->stimulus, cpu) &&
	    !cpumask_test_and_set_cpu(cpu, &spin->gone))
		pps_spin_stream_note(spin->stream, "# set cpu%u=offline\n",
				     cpu);
	return 0;
}

static int cpu_online_now(unsigned int cpu, struct hlist_node *node)
{
	struct pps_spin *spin = hlist_entry(node, struct pps_spin,
					    stimulus.hotplug);

	if (cpumask_test_and_clear_cpu(cpu, &spin->gone))
		pps_spin_stream_note(spin->stream, "# set cpu%u=online\n",
				     cpu);
	return 0;
}

/**
 * pps_spin_stimulus_hotplug_init - want to know of CPUs
 *
 * Comes after pps_spin_hotplug_init(), which makes the order above.
 *
 * Return: 0 or an error.
 */
int pps_spin_stimulus_hotplug_init(void)
{
	int state = cpuhp_setup_state_multi(CPUHP_AP_ONLINE_DYN,
					    "pps/gpio-spin:stimulus",
					    cpu_online_now, cpu_offline_soon);

	if (state < 0)
		return state;
	hotplug_state = state;
	return 0;
}

/**
 * pps_spin_stimulus_hotplug_exit - do not want to know of CPUs any more
 */
void pps_spin_stimulus_hotplug_exit(void)
{
	cpuhp_remove_multi_state(hotplug_state);
}

static void leave(void *data)
{
	struct pps_spin *spin = data;

	cpuhp_state_remove_instance_nocalls(hotplug_state,
					    &spin->stimulus.hotplug);
}

/**
 * pps_spin_stimulus_hotplug_join - have a stimulus follow the CPU of its train
 * @spin: the instance, whose stimulus has no train yet
 *
 * Return: 0 or an error.
 */
int pps_spin_stimulus_hotplug_join(struct pps_spin *spin)
{
	int ret;

	if (!pps_spin_stimulus_exists(&spin->stimulus))
		return 0;
	ret = cpuhp_state_add_instance_nocalls(hotplug_state,
					       &spin->stimulus.hotplug);
	if (ret)
		return ret;
	return devm_add_action_or_reset(spin->dev, leave, spin);
}
