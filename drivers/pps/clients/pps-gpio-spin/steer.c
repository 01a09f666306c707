// SPDX-License-Identifier: GPL-2.0
/*
 * Steer interrupts to a CPU, and put them back
 *
 * The lines of most GPIO controllers share one chained interrupt, which has no
 * entry in /proc/irq: it is steered here. Instances on one controller share
 * it, so it is counted, and put back by the last one.
 */
#include <linux/cpu.h>
#include <linux/cpumask.h>
#include <linux/device.h>
#include <linux/irq.h>
#include <linux/list.h>
#include <linux/mutex.h>
#include <linux/slab.h>

#include "irq.h"

/* A controller with more interrupts than this has them for more lines */
#define PARENTS_MAX	8

/**
 * struct steered - an interrupt that was steered
 * @list: on the list of all
 * @number: the interrupt
 * @cpu: where it was steered to
 * @users: how many instances asked for that
 * @saved: where it may be taken otherwise
 */
struct steered {
	struct list_head list;
	int number;
	int cpu;
	int users;
	struct cpumask saved;
};

static DEFINE_MUTEX(steered_lock);
static LIST_HEAD(steered_list);

static struct steered *find_steered(int number)
{
	struct steered *steered;

	list_for_each_entry(steered, &steered_list, list)
		if (steered->number == number)
			return steered;
	return NULL;
}

static void unsteer(void *data)
{
	struct steered *steered = data;

	guard(mutex)(&steered_lock);
	if (--steered->users)
		return;
	irq_set_affinity(steered->number, &steered->saved);
	list_del(&steered->list);
	kfree(steered);
}

/* The new entry with one user, or an error of the interrupt controller */
static struct steered *steer_new(int number, int cpu)
{
	struct steered *steered;
	struct irq_data *data;
	int ret;

	data = irq_get_irq_data(number);
	if (!data)
		return ERR_PTR(-EINVAL);
	steered = kzalloc_obj(*steered);
	if (!steered)
		return ERR_PTR(-ENOMEM);
	cpumask_copy(&steered->saved, irq_data_get_affinity_mask(data));
	ret = irq_set_affinity(number, cpumask_of(cpu));
	if (ret) {
		kfree(steered);
		return ERR_PTR(ret);
	}
	steered->number = number;
	steered->cpu = cpu;
	steered->users = 1;
	list_add(&steered->list, &steered_list);
	return steered;
}

/* No other CPU would do, also where the one that the first user wants is away */
static int refuse(struct device *dev, const struct steered *steered, int cpu)
{
	if (cpu_online(steered->cpu))
		return dev_err_probe(dev, -EBUSY,
			"irq_cpu=%d: interrupt %d is shared with another instance: use irq_cpu=%d\n",
			cpu, steered->number, steered->cpu);
	return dev_err_probe(dev, -EBUSY,
		"irq_cpu=%d: interrupt %d is shared with another instance, whose irq_cpu=%d is offline: take that CPU online, and use it\n",
		cpu, steered->number, steered->cpu);
}

static int steer_one(struct device *dev, int number, int cpu)
{
	struct steered *steered;

	scoped_guard(mutex, &steered_lock) {
		steered = find_steered(number);
		if (!steered)
			steered = steer_new(number, cpu);
		else if (steered->cpu == cpu)
			steered->users++;
		else
			return refuse(dev, steered, cpu);
	}
	if (IS_ERR(steered))
		return PTR_ERR(steered);
	return devm_add_action_or_reset(dev, unsteer, steered);
}

/* 0 if any interrupt of the line's controller goes to @cpu now */
static int steer_parents(struct device *dev, const struct pps_spin_line *line,
			 int cpu)
{
	int ret = -EINVAL;
	unsigned int i;

	for (i = 0; i < PARENTS_MAX; i++) {
		int parent = pps_spin_line_parent_irq(line, i);

		if (parent <= 0)
			break;
		ret = steer_one(dev, parent, cpu);
		if (ret)
			break;
	}
	return ret;
}

/* To a CPU that stays online meanwhile */
static int steer(struct device *dev, const struct pps_spin_line *line,
		 int number, int cpu)
{
	int ret;

	if (!cpu_online(cpu))
		return dev_err_probe(dev, -ENODEV,
			"irq_cpu=%d: this CPU went offline, online are %*pbl\n",
			cpu, cpumask_pr_args(cpu_online_mask));
	ret = steer_one(dev, number, cpu);
	if (ret && ret != -EBUSY && ret != -ENOMEM)
		ret = steer_parents(dev, line, cpu);
	if (!ret || ret == -EBUSY || ret == -ENOMEM)
		return ret;
	dev_warn(dev, "interrupt %d cannot be steered to irq_cpu=%d (error %d): the records say where it is taken\n",
		 number, cpu, ret);
	return 0;
}

/**
 * pps_spin_steer - have an interrupt taken on one CPU while the device lives
 * @dev: the device
 * @line: the line, to find the interrupts of its controller
 * @number: interrupt to steer
 * @cpu: where to
 *
 * Context: may sleep.
 * Return: 0, also with a warning if the interrupt cannot be steered: each
 * record says where it was taken; -ENODEV if the CPU is offline; -EBUSY, if
 * another instance has it elsewhere; or -ENOMEM.
 */
int pps_spin_steer(struct device *dev, const struct pps_spin_line *line,
		   int number, int cpu)
{
	int ret;

	cpus_read_lock();
	ret = steer(dev, line, number, cpu);
	cpus_read_unlock();
	return ret;
}

/**
 * pps_spin_steer_over - have the interrupts of one CPU taken on another one
 * @wished: CPU that they were steered to
 * @cpu: where to
 *
 * Context: may sleep.
 */
void pps_spin_steer_over(int wished, int cpu)
{
	struct steered *steered;

	guard(mutex)(&steered_lock);
	list_for_each_entry(steered, &steered_list, list)
		if (steered->cpu == wished)
			irq_set_affinity(steered->number, cpumask_of(cpu));
}
