// SPDX-License-Identifier: GPL-2.0
/*
 * What a CPU does when it has nothing to do, and a thread that stands in for it
 *
 * The thread is in SCHED_IDLE and yields to everything. To the kernel its CPU
 * is busy, so the timer tick goes on there.
 */
#include <linux/cpuidle.h>
#include <linux/cpumask.h>
#include <linux/freezer.h>
#include <linux/kthread.h>
#include <linux/rcupdate.h>
#include <linux/sched.h>
#include <linux/smp.h>
#include <linux/thread_info.h>
#include <uapi/linux/sched/types.h>

#include "idle.h"

/* A microsecond or less: as long as someone else may have to wait for the CPU */
#define NOPS_PER_TURN	500

/**
 * pps_spin_idle_nop - a turn that keeps the CPU clocked and its bus silent
 * @data: not used
 */
void pps_spin_idle_nop(void *data)
{
	int i;

	for (i = 0; i < NOPS_PER_TURN; i++)
		asm volatile("nop");
}

/**
 * struct idle_text - where the idle states of a CPU go
 * @text: the text
 * @size: of @text
 */
struct idle_text {
	char *text;
	size_t size;
};

/* Runs on the CPU in question */
static int describe(void *data)
{
	const struct cpuidle_driver *driver = cpuidle_get_driver();
	struct idle_text *to = data;
	size_t len;
	int i;

	if (!driver) {
		strscpy(to->text, "wfi", to->size);
		return 0;
	}
	len = scnprintf(to->text, to->size, "%s", driver->name);
	for (i = 0; i < driver->state_count; i++)
		len += scnprintf(to->text + len, to->size - len, "%c%s",
				 i ? ',' : ':', driver->states[i].name);
	return 0;
}

/**
 * pps_spin_idle_state - what a CPU does by itself when it has nothing to do
 * @cpu: the CPU
 * @text: told "wfi", or "<cpuidle driver>:<state>,<state>", as far as it fits
 * @size: of @text
 *
 * Context: may sleep.
 */
void pps_spin_idle_state(int cpu, char *text, size_t size)
{
	struct idle_text to = { text, size };

	if (smp_call_on_cpu(cpu, describe, &to, false))
		strscpy(text, "-", size);
}

/**
 * pps_spin_idle_should_yield - whether somebody waits for this CPU
 *
 * Return: true if the thread should give the CPU back.
 */
bool pps_spin_idle_should_yield(void)
{
	return need_resched() || test_thread_flag(TIF_NEED_RESCHED_LAZY);
}

static int idler_thread(void *data)
{
	struct pps_spin_idler *idler = data;

	set_freezable();
	while (!kthread_freezable_should_stop(NULL)) {
		/* Its CPU may have left before it was told to stop */
		if (raw_smp_processor_id() != idler->cpu) {
			schedule_timeout_idle(1);
			continue;
		}
		idler->turn(idler->data);
		if (pps_spin_idle_should_yield())
			schedule();
		/* RCU too may wait for a thread that is never told to sleep */
		cond_resched_tasks_rcu_qs();
	}
	return 0;
}

/**
 * pps_spin_idler_init - prepare a thread
 * @idler: with nothing but its @cpu, @turn and @data
 */
void pps_spin_idler_init(struct pps_spin_idler *idler)
{
	mutex_init(&idler->lock);
}

static void halt(struct pps_spin_idler *idler)
{
	if (idler->task)
		kthread_stop(idler->task);
	idler->task = NULL;
}

/* A CPU that goes sheds its threads, and they do not return on their own */
static bool is_bound(const struct pps_spin_idler *idler)
{
	return cpumask_equal(idler->task->cpus_ptr, cpumask_of(idler->cpu));
}

/**
 * pps_spin_idler_run - stand in for the idle loop, if it does not yet or has lost its CPU
 * @idler: prepared, its CPU is online
 *
 * Context: may sleep.
 * Return: 0 or an error.
 */
int pps_spin_idler_run(struct pps_spin_idler *idler)
{
	static const struct sched_attr idle = {
		.size = sizeof(idle),
		.sched_policy = SCHED_IDLE,
	};
	struct task_struct *task;
	int ret;

	guard(mutex)(&idler->lock);
	if (idler->task && is_bound(idler))
		return 0;
	halt(idler);
	task = kthread_create(idler_thread, idler, "pps-spin-idle/%d",
			      idler->cpu);
	if (IS_ERR(task))
		return PTR_ERR(task);
	kthread_bind(task, idler->cpu);
	ret = sched_setattr_nocheck(task, &idle);
	if (ret) {
		kthread_stop(task);
		return ret;
	}
	idler->task = task;
	wake_up_process(task);
	return 0;
}

/**
 * pps_spin_idler_halt - leave the CPU to its own idle loop
 * @idler: prepared
 *
 * Context: may sleep.
 */
void pps_spin_idler_halt(struct pps_spin_idler *idler)
{
	guard(mutex)(&idler->lock);
	halt(idler);
}
