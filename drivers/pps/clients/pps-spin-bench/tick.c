// SPDX-License-Identifier: GPL-2.0
/*
 * A run of timer interrupts: from its command to its end
 *
 * Whoever ends a run (the last sample, a command, the module, a CPU that leaves)
 * changes its state first, so that only one does. What belongs to the CPU, timer
 * and idle thread, ends before the CPU leaves; what may wait for all CPUs, perf
 * and ftrace, is given back later, since a CPU that leaves is waited for itself.
 */
#define pr_fmt(fmt) KBUILD_MODNAME ": " fmt

#include <linux/clocksource_ids.h>
#include <linux/cpu.h>
#include <linux/cpufreq.h>
#include <linux/cpumask.h>
#include <linux/debugfs.h>
#include <linux/module.h>
#include <linux/seq_file.h>
#include <linux/slab.h>
#include <linux/timekeeping.h>
#include <linux/uaccess.h>

#include "bench.h"
#include "command.h"
#include "counter.h"
#include "policy.h"
#include "tick.h"

#define SAMPLES_MAX	16384

/**
 * struct request - what a command asks for
 * @cpu: whose timer
 * @rate_hz: of the timer
 * @samples: how many
 * @idle: &enum pps_spin_policy
 */
struct request {
	u32 cpu;
	u32 rate_hz;
	u32 samples;
	u32 idle;
};

/**
 * pps_spin_tick_end - be the one who ends a run
 * @tick: the run
 * @state: what becomes of it, see &enum pps_spin_run
 *
 * Context: any.
 * Return: true if it was going on, and the caller ended it.
 */
bool pps_spin_tick_end(struct pps_spin_tick *tick, int state)
{
	return atomic_cmpxchg(&tick->state, PPS_SPIN_RUN_RUNNING, state) ==
	       PPS_SPIN_RUN_RUNNING;
}

/* What belongs to the CPU; any number of times, and by any number of callers */
static void leave_cpu(struct pps_spin_tick *tick)
{
	hrtimer_cancel(&tick->timer);
	pps_spin_idler_halt(&tick->idler);
}

/* Give back all that a run has but its samples. Any number of times. */
static void release(struct pps_spin_tick *tick)
{
	lockdep_assert_held(&tick->lock);
	leave_cpu(tick);
	pps_spin_policy_release(&tick->idler);
	pps_spin_sampler_release(tick);
}

static void end_later(struct work_struct *work)
{
	struct pps_spin_tick *tick = container_of(work, struct pps_spin_tick,
						  end_work);

	guard(mutex)(&tick->lock);
	if (atomic_read(&tick->state) != PPS_SPIN_RUN_RUNNING)
		release(tick);
}

/**
 * pps_spin_tick_cpu_leaves - end a run whose CPU goes offline
 * @tick: the run
 * @cpu: the CPU that goes
 *
 * Context: CPU hotplug. Takes no lock that is held while others wait for CPUs.
 */
void pps_spin_tick_cpu_leaves(struct pps_spin_tick *tick, unsigned int cpu)
{
	if (cpu != tick->cpu)
		return;
	if (pps_spin_tick_end(tick, PPS_SPIN_RUN_FAILED))
		schedule_work(&tick->end_work);
	leave_cpu(tick);
}

static const char *clocksource_name(void)
{
	struct system_time_snapshot snapshot;

	ktime_get_snapshot_id(CLOCK_REALTIME, &snapshot);
	return snapshot.cs_id == CSID_ARM_ARCH_COUNTER ? "arch_sys_counter" :
							 "other";
}

static void describe(const struct request *request,
		     struct pps_spin_tick_header *header)
{
	memcpy(header->magic, PPS_SPIN_TICK_MAGIC, sizeof(header->magic));
	header->version = PPS_SPIN_TICK_VERSION;
	header->header_bytes = sizeof(*header);
	header->sample_bytes = sizeof(struct pps_spin_tick_sample);
	header->wanted = request->samples;
	header->rate_hz = request->rate_hz;
	header->cpu = request->cpu;
	header->cntfrq_hz = arch_timer_get_cntfrq();
	header->cpu_khz = cpufreq_quick_get(request->cpu);
	header->hz = HZ;
	strscpy(header->idle, pps_spin_policy_names[request->idle],
		sizeof(header->idle));
	pps_spin_idle_state(request->cpu, header->idle_state,
			    sizeof(header->idle_state));
	strscpy(header->clocksource, clocksource_name(),
		sizeof(header->clocksource));
}

static int check_cpu(u32 cpu)
{
	if (cpu < nr_cpu_ids && cpu_online(cpu))
		return 0;
	pr_err("tick: cpu=%u %s, online are %*pbl: choose one of them\n", cpu,
	       cpu < nr_cpu_ids && cpu_possible(cpu) ? "is offline" :
						       "does not exist",
	       cpumask_pr_args(cpu_online_mask));
	return -EINVAL;
}

/* The part of a start during which no CPU can leave */
static int launch_locked(struct pps_spin_tick *tick,
			 const struct request *request,
			 const struct pps_spin_tick_header *header,
			 struct pps_spin_tick_sample **ring)
{
	int ret = check_cpu(request->cpu);

	if (ret)
		return ret;
	tick->idler.cpu = request->cpu;
	if (request->idle != PPS_SPIN_POLICY_CONFIGURED) {
		ret = pps_spin_idler_run(&tick->idler);
		if (ret)
			return ret;
	}
	tick->cpu = request->cpu;
	tick->header = *header;
	tick->samples = 0;
	tick->period = NSEC_PER_SEC / request->rate_hz;
	swap(tick->ring, *ring);
	atomic_set(&tick->state, PPS_SPIN_RUN_RUNNING);
	pps_spin_sampler_start(tick);
	return 0;
}

static int launch(struct pps_spin_tick *tick, const struct request *request,
		  struct pps_spin_tick_header *header,
		  struct pps_spin_tick_sample **ring)
{
	int ret = pps_spin_sampler_prepare(tick, header);

	if (!ret && request->idle != PPS_SPIN_POLICY_CONFIGURED)
		ret = pps_spin_policy_prepare(request->idle, &tick->idler);
	if (ret)
		return ret;
	cpus_read_lock();
	ret = launch_locked(tick, request, header, ring);
	cpus_read_unlock();
	return ret;
}

static int start(struct pps_spin_tick *tick, const struct request *request)
{
	struct pps_spin_tick_header header = { };
	struct pps_spin_tick_sample *ring;
	int ret;

	if (atomic_read(&tick->state) == PPS_SPIN_RUN_RUNNING) {
		pr_err("tick: CPU %d has a run that goes on: wait for its end, or stop it\n",
		       tick->cpu);
		return -EBUSY;
	}
	ret = check_cpu(request->cpu);
	if (ret)
		return ret;
	ring = kvcalloc(request->samples, sizeof(*ring), GFP_KERNEL);
	if (!ring)
		return -ENOMEM;
	/* The last run may have ended a moment ago */
	release(tick);
	describe(request, &header);
	ret = launch(tick, request, &header, &ring);
	if (ret)
		release(tick);
	/* The one before, or the new one if it was not taken */
	kvfree(ring);
	return ret;
}

static u32 last_online(void)
{
	unsigned int cpu, last = 0;

	for_each_online_cpu(cpu)
		last = cpu;
	return last;
}

static int command(struct pps_spin_tick *tick, char *text)
{
	struct request request = {
		.cpu = last_online(),
		.rate_hz = 100,
		.samples = SAMPLES_MAX,
	};
	const struct pps_spin_command_key keys[] = {
		{ "cpu", NULL, 0, U32_MAX, &request.cpu },
		{ "rate_hz", NULL, 10, 1000, &request.rate_hz },
		{ "samples", NULL, 2, SAMPLES_MAX, &request.samples },
		{ "idle", pps_spin_policy_names, 0, PPS_SPIN_POLICY_COUNT - 1,
		  &request.idle },
	};
	char complaint[PPS_SPIN_COMPLAINT_MAX];
	int verb = pps_spin_command_parse(text, keys, ARRAY_SIZE(keys),
					  complaint, sizeof(complaint));

	if (verb < 0) {
		pr_err("tick: %s\n", complaint);
		return verb;
	}
	guard(mutex)(&tick->lock);
	if (verb == PPS_SPIN_START)
		return start(tick, &request);
	pps_spin_tick_end(tick, PPS_SPIN_RUN_STOPPED);
	release(tick);
	return 0;
}

static int tick_show(struct seq_file *file, void *unused)
{
	struct pps_spin_tick *tick = file->private;
	const struct pps_spin_tick_header *header = &tick->header;
	int state;

	guard(mutex)(&tick->lock);
	/* A run that is complete has all of its samples */
	state = atomic_read_acquire(&tick->state);
	seq_printf(file, "state=%s\n", pps_spin_run_names[state]);
	if (state == PPS_SPIN_RUN_FAILED)
		seq_printf(file, "reason=CPU %d went offline\n", tick->cpu);
	if (state == PPS_SPIN_RUN_IDLE)
		return 0;
	seq_printf(file, "samples=%u\n", READ_ONCE(tick->samples));
	seq_printf(file, "wanted=%u\n", header->wanted);
	seq_printf(file, "cpu=%u\n", header->cpu);
	seq_printf(file, "rate_hz=%u\n", header->rate_hz);
	seq_printf(file, "idle=%s\n", header->idle);
	return 0;
}

static ssize_t tick_write(struct file *file, const char __user *buf,
			  size_t size, loff_t *pos)
{
	struct pps_spin_tick *tick = file_inode(file)->i_private;
	char text[PPS_SPIN_COMMAND_MAX + 1];
	int ret = pps_spin_bench_copy("tick", text, buf, size);

	if (!ret)
		ret = command(tick, text);
	return ret ?: size;
}

DEFINE_SHOW_STORE_ATTRIBUTE(tick);

/**
 * pps_spin_tick_files - make the files of the runs
 * @tick: made
 * @dir: where
 */
void pps_spin_tick_files(struct pps_spin_tick *tick, struct dentry *dir)
{
	debugfs_create_file("tick", 0600, dir, tick, &tick_fops);
	debugfs_create_file("tick_ring", 0400, dir, tick, &pps_spin_ring_fops);
}

/**
 * pps_spin_tick_make - prepare for runs
 *
 * Return: to be destroyed, NULL if memory is short.
 */
struct pps_spin_tick *pps_spin_tick_make(void)
{
	struct pps_spin_tick *tick = kzalloc_obj(*tick);

	if (!tick)
		return NULL;
	mutex_init(&tick->lock);
	tick->cpu = -1;
	hrtimer_setup(&tick->timer, pps_spin_sampler, CLOCK_MONOTONIC,
		      HRTIMER_MODE_ABS_PINNED_HARD);
	pps_spin_idler_init(&tick->idler);
	INIT_WORK(&tick->end_work, end_later);
	return tick;
}

/**
 * pps_spin_tick_destroy - end the run, and forget it
 * @tick: without files
 *
 * Context: may sleep; no CPU is waited for.
 */
void pps_spin_tick_destroy(struct pps_spin_tick *tick)
{
	scoped_guard(mutex, &tick->lock) {
		pps_spin_tick_end(tick, PPS_SPIN_RUN_STOPPED);
		release(tick);
	}
	cancel_work_sync(&tick->end_work);
	kvfree(tick->ring);
	kfree(tick);
}
