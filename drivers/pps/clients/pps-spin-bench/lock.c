// SPDX-License-Identifier: GPL-2.0
/*
 * A run of threads that take one lock: from its command to its end
 *
 * Lock order: CPU hotplug, then the run's mutex.
 */
#define pr_fmt(fmt) KBUILD_MODNAME ": " fmt

#include <linux/cpu.h>
#include <linux/cpumask.h>
#include <linux/debugfs.h>
#include <linux/module.h>
#include <linux/mutex.h>
#include <linux/seq_file.h>
#include <linux/slab.h>
#include <linux/workqueue.h>

#include "bench.h"
#include "command.h"
#include "contend.h"
#include "counter.h"
#include "crew.h"

#define DEFAULT_WAIT	(IS_ENABLED(CONFIG_PPS_SPIN_WAIT_WFE) ? \
			 PPS_SPIN_WAIT_WFE : PPS_SPIN_WAIT_BUSY)

#define RATE_HZ_MAX	100000000

/**
 * struct request - what a command asks for
 * @threads: how many
 * @wait: &enum pps_spin_wait
 * @kind: &enum pps_spin_kind
 * @duration_ms: for how long
 * @rate_hz: operations a second of each thread, 0: as many as there can be
 * @incorrect: take a way to wait that is not correct
 */
struct request {
	u32 threads;
	u32 wait;
	u32 kind;
	u32 duration_ms;
	u32 rate_hz;
	u32 incorrect;
};

/**
 * struct pps_spin_lock - the run that goes on, or the last one
 * @mutex: serialises commands and readers
 * @state: see &enum pps_spin_run. Who ends the run changes it first.
 * @left_cpu: whose leaving ended it
 * @request: what it is
 * @crew: its threads, NULL before the first run
 * @end_work: lets threads go that have ended by themselves
 */
struct pps_spin_lock {
	struct mutex mutex; /* serialises commands and readers */
	atomic_t state;
	unsigned int left_cpu;
	struct request request;
	struct pps_spin_crew *crew;
	struct work_struct end_work;
};

static bool end(struct pps_spin_lock *lock, int state)
{
	return atomic_cmpxchg(&lock->state, PPS_SPIN_RUN_RUNNING, state) ==
	       PPS_SPIN_RUN_RUNNING;
}

/* In the last thread, which cannot wait for itself */
static void ended(void *data)
{
	struct pps_spin_lock *lock = data;

	if (end(lock, PPS_SPIN_RUN_COMPLETE))
		schedule_work(&lock->end_work);
}

static void end_later(struct work_struct *work)
{
	struct pps_spin_lock *lock = container_of(work, struct pps_spin_lock,
						  end_work);

	guard(mutex)(&lock->mutex);
	if (atomic_read(&lock->state) != PPS_SPIN_RUN_RUNNING)
		pps_spin_crew_reap(lock->crew);
}

/**
 * pps_spin_lock_cpu_leaves - end a run of which a CPU goes offline
 * @lock: the run
 * @cpu: the CPU that goes
 *
 * Context: CPU hotplug.
 */
void pps_spin_lock_cpu_leaves(struct pps_spin_lock *lock, unsigned int cpu)
{
	guard(mutex)(&lock->mutex);
	if (!lock->crew || !pps_spin_crew_uses(lock->crew, cpu))
		return;
	if (end(lock, PPS_SPIN_RUN_FAILED))
		lock->left_cpu = cpu;
	pps_spin_crew_halt(lock->crew);
}

static int check(const struct request *request)
{
	if (request->threads > num_online_cpus()) {
		pr_err("lock: threads=%u need a CPU each, online are %*pbl: take less\n",
		       request->threads, cpumask_pr_args(cpu_online_mask));
		return -EINVAL;
	}
	if (request->wait == PPS_SPIN_WAIT_SEV_NO_DSB && !request->incorrect) {
		pr_err("lock: wait=sev-no-dsb is not correct, a waiter may miss its event: say incorrect=1 to measure it all the same\n");
		return -EINVAL;
	}
	return 0;
}

static int start(struct pps_spin_lock *lock, const struct request *request)
{
	struct pps_spin_crew *crew;
	int ret;

	if (atomic_read(&lock->state) == PPS_SPIN_RUN_RUNNING) {
		pr_err("lock: a run goes on: wait for its end, or stop it\n");
		return -EBUSY;
	}
	ret = check(request);
	if (ret)
		return ret;
	crew = pps_spin_crew_make(request->threads,
				  pps_spin_contend(request->wait,
						   request->kind));
	if (IS_ERR(crew))
		return PTR_ERR(crew);
	pps_spin_crew_free(lock->crew);
	lock->crew = crew;
	lock->request = *request;
	crew->ended = ended;
	crew->data = lock;
	atomic_set(&lock->state, PPS_SPIN_RUN_RUNNING);
	pps_spin_crew_launch(crew, request->duration_ms, request->rate_hz);
	return 0;
}

static void stop(struct pps_spin_lock *lock)
{
	guard(mutex)(&lock->mutex);
	end(lock, PPS_SPIN_RUN_STOPPED);
	if (lock->crew)
		pps_spin_crew_halt(lock->crew);
}

static int command(struct pps_spin_lock *lock, char *text)
{
	struct request request = {
		.threads = 2,
		.wait = DEFAULT_WAIT,
		.duration_ms = 1000,
		.rate_hz = 1000000,
	};
	const struct pps_spin_command_key keys[] = {
		{ "threads", NULL, 1, U32_MAX, &request.threads },
		{ "wait", pps_spin_wait_names, 0, PPS_SPIN_WAIT_COUNT - 1,
		  &request.wait },
		{ "kind", pps_spin_kind_names, 0, PPS_SPIN_KIND_COUNT - 1,
		  &request.kind },
		{ "duration_ms", NULL, 10, 60000, &request.duration_ms },
		{ "rate_hz", NULL, 0, RATE_HZ_MAX, &request.rate_hz },
		{ "incorrect", NULL, 0, 1, &request.incorrect },
	};
	char complaint[PPS_SPIN_COMPLAINT_MAX];
	int ret = pps_spin_command_parse(text, keys, ARRAY_SIZE(keys),
					 complaint, sizeof(complaint));

	if (ret < 0) {
		pr_err("lock: %s\n", complaint);
		return ret;
	}
	if (ret == PPS_SPIN_STOP) {
		stop(lock);
		return 0;
	}
	cpus_read_lock();
	scoped_guard(mutex, &lock->mutex)
		ret = start(lock, &request);
	cpus_read_unlock();
	return ret;
}

static void show_request(struct seq_file *file, const struct request *request)
{
	seq_printf(file, "threads=%u\n", request->threads);
	seq_printf(file, "wait=%s\n", pps_spin_wait_names[request->wait]);
	seq_printf(file, "kind=%s\n", pps_spin_kind_names[request->kind]);
	seq_printf(file, "duration_ms=%u\n", request->duration_ms);
	seq_printf(file, "rate_hz=%u\n", request->rate_hz);
	seq_printf(file, "incorrect=%u\n", request->incorrect);
}

/* Of threads that have ended: nobody changes these any more */
static void show_results(struct seq_file *file,
			 const struct pps_spin_crew *crew)
{
	u64 counter = crew->contended.counter, operations = 0;
	u32 i;

	for (i = 0; i < crew->count; i++)
		operations += crew->workers[i].operations;
	seq_printf(file, "elapsed_ticks=%lld\n",
		   max(0LL, (s64)(crew->end_ticks - crew->start_ticks)));
	seq_printf(file, "cntfrq_hz=%u\n", arch_timer_get_cntfrq());
	seq_printf(file, "operations=%llu\n", operations);
	seq_printf(file, "counter=%llu\n", counter);
	seq_printf(file, "mutual_exclusion=%s\n",
		   counter == operations ? "held" : "violated");
	for (i = 0; i < crew->count; i++)
		seq_printf(file, "thread.%u=%d %llu\n", i,
			   crew->workers[i].cpu, crew->workers[i].operations);
}

static int lock_show(struct seq_file *file, void *unused)
{
	struct pps_spin_lock *lock = file->private;
	int state;

	guard(mutex)(&lock->mutex);
	state = atomic_read(&lock->state);
	seq_printf(file, "state=%s\n", pps_spin_run_names[state]);
	if (state == PPS_SPIN_RUN_FAILED)
		seq_printf(file, "reason=CPU %u went offline\n",
			   lock->left_cpu);
	if (state != PPS_SPIN_RUN_IDLE)
		show_request(file, &lock->request);
	if (state > PPS_SPIN_RUN_RUNNING) {
		pps_spin_crew_reap(lock->crew);
		show_results(file, lock->crew);
	}
	seq_printf(file, "default_wait=%s\n",
		   pps_spin_wait_names[DEFAULT_WAIT]);
	return 0;
}

static ssize_t lock_write(struct file *file, const char __user *buf,
			  size_t size, loff_t *pos)
{
	struct pps_spin_lock *lock = file_inode(file)->i_private;
	char text[PPS_SPIN_COMMAND_MAX + 1];
	int ret = pps_spin_bench_copy("lock", text, buf, size);

	if (!ret)
		ret = command(lock, text);
	return ret ?: size;
}

DEFINE_SHOW_STORE_ATTRIBUTE(lock);

/**
 * pps_spin_lock_files - make the file of the runs
 * @lock: made
 * @dir: where
 */
void pps_spin_lock_files(struct pps_spin_lock *lock, struct dentry *dir)
{
	debugfs_create_file("lock", 0600, dir, lock, &lock_fops);
}

/**
 * pps_spin_lock_make - prepare for runs
 *
 * Return: to be destroyed, NULL if memory is short.
 */
struct pps_spin_lock *pps_spin_lock_make(void)
{
	struct pps_spin_lock *lock = kzalloc_obj(*lock);

	if (!lock)
		return NULL;
	mutex_init(&lock->mutex);
	INIT_WORK(&lock->end_work, end_later);
	return lock;
}

/**
 * pps_spin_lock_destroy - end the run, and forget it
 * @lock: without files
 *
 * Context: may sleep.
 */
void pps_spin_lock_destroy(struct pps_spin_lock *lock)
{
	stop(lock);
	cancel_work_sync(&lock->end_work);
	pps_spin_crew_free(lock->crew);
	kfree(lock);
}
