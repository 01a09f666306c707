// SPDX-License-Identifier: GPL-2.0
/*
 * Threads that take one lock, each on a CPU of its own
 */
#include <linux/cpumask.h>
#include <linux/err.h>
#include <linux/kthread.h>
#include <linux/mm.h>
#include <linux/overflow.h>
#include <linux/rcupdate.h>
#include <linux/sched.h>
#include <linux/sched/task.h>

#include "counter.h"
#include "crew.h"

/* Until all threads have been woken */
#define LEAD_NS		(20 * NSEC_PER_MSEC)

static int contend(void *data)
{
	struct pps_spin_worker *worker = data;
	struct pps_spin_crew *crew = worker->crew;

	while (!READ_ONCE(crew->stop)) {
		u64 now = pps_spin_counter();
		unsigned int due = pps_spin_pace_due(&worker->pace, now);

		if (!pps_spin_ticks_after(crew->stop_ticks, now))
			break;
		if (due)
			crew->pairs(&crew->contended, worker->number, due);
		else
			cpu_relax();
		worker->operations += due;
		cond_resched_tasks_rcu_qs();
	}
	if (atomic_dec_and_test(&crew->running)) {
		crew->end_ticks = pps_spin_counter();
		crew->ended(crew->data);
	}
	return 0;
}

/* A thread that does not run yet, and can be asked about its end afterwards */
static int make_worker(struct pps_spin_crew *crew, int number, int cpu)
{
	struct pps_spin_worker *worker = &crew->workers[number];
	struct task_struct *task;

	task = kthread_create(contend, worker, "pps-spin-lock/%d", cpu);
	if (IS_ERR(task))
		return PTR_ERR(task);
	kthread_bind(task, cpu);
	worker->crew = crew;
	worker->cpu = cpu;
	worker->number = number;
	worker->task = get_task_struct(task);
	return 0;
}

/**
 * pps_spin_crew_make - make threads that do not run yet
 * @count: how many, not more than CPUs are online
 * @pairs: how they take the lock
 *
 * Context: may sleep; no CPU can leave.
 * Return: to be freed, or an error.
 */
struct pps_spin_crew *pps_spin_crew_make(u32 count, pps_spin_pairs pairs)
{
	struct pps_spin_crew *crew;
	int cpu, ret, number = 0;

	crew = kvzalloc(struct_size(crew, workers, count), GFP_KERNEL);
	if (!crew)
		return ERR_PTR(-ENOMEM);
	crew->count = count;
	crew->pairs = pairs;
	pps_spin_contended_init(&crew->contended);
	for_each_online_cpu(cpu) {
		if (number == count)
			break;
		ret = make_worker(crew, number++, cpu);
		if (ret) {
			pps_spin_crew_free(crew);
			return ERR_PTR(ret);
		}
	}
	return crew;
}

/**
 * pps_spin_crew_launch - let the threads run
 * @crew: made, told whom to call at the end
 * @duration_ms: for how long
 * @rate_hz: operations a second of each, 0: as many as there can be
 */
void pps_spin_crew_launch(struct pps_spin_crew *crew, u32 duration_ms,
			  u32 rate_hz)
{
	u64 duration_ns = duration_ms * (u64)NSEC_PER_MSEC;
	u32 i;

	crew->start_ticks = pps_spin_counter() + pps_spin_ns_to_ticks(LEAD_NS);
	crew->stop_ticks = crew->start_ticks +
			   pps_spin_ns_to_ticks(duration_ns);
	/* Of a crew that is stopped before it has begun */
	crew->end_ticks = crew->start_ticks;
	atomic_set(&crew->running, crew->count);
	for (i = 0; i < crew->count; i++) {
		pps_spin_pace_init(&crew->workers[i].pace,
				   arch_timer_get_cntfrq(), rate_hz,
				   crew->start_ticks);
		wake_up_process(crew->workers[i].task);
	}
}

/**
 * pps_spin_crew_uses - whether a thread is on a CPU
 * @crew: the threads
 * @cpu: the CPU
 *
 * Return: true if one is that was not reaped.
 */
bool pps_spin_crew_uses(const struct pps_spin_crew *crew, unsigned int cpu)
{
	u32 i;

	for (i = 0; i < crew->count; i++)
		if (crew->workers[i].task && crew->workers[i].cpu == cpu)
			return true;
	return false;
}

/**
 * pps_spin_crew_reap - wait until all threads have ended, and let them go
 * @crew: the threads; any number of times
 *
 * Context: may sleep.
 */
void pps_spin_crew_reap(struct pps_spin_crew *crew)
{
	u32 i;

	for (i = 0; i < crew->count; i++) {
		struct task_struct *task = crew->workers[i].task;

		if (!task)
			continue;
		kthread_stop(task);
		put_task_struct(task);
		crew->workers[i].task = NULL;
	}
}

/**
 * pps_spin_crew_halt - end all threads now
 * @crew: the threads; any number of times
 *
 * Context: may sleep.
 */
void pps_spin_crew_halt(struct pps_spin_crew *crew)
{
	WRITE_ONCE(crew->stop, true);
	pps_spin_crew_reap(crew);
}

/**
 * pps_spin_crew_free - end all threads, and forget what they did
 * @crew: the threads, or NULL
 *
 * Context: may sleep.
 */
void pps_spin_crew_free(struct pps_spin_crew *crew)
{
	if (crew)
		pps_spin_crew_halt(crew);
	kvfree(crew);
}
