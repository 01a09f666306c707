// SPDX-License-Identifier: GPL-2.0
/*
 * pps-spin-bench: the conditions that captures are taken under
 */
#define pr_fmt(fmt) KBUILD_MODNAME ": " fmt

#include <linux/cpuhotplug.h>
#include <linux/debugfs.h>
#include <linux/module.h>
#include <linux/slab.h>
#include <linux/uaccess.h>

#include "bench.h"

const char * const pps_spin_run_names[] = {
	[PPS_SPIN_RUN_IDLE]	= "idle",
	[PPS_SPIN_RUN_RUNNING]	= "running",
	[PPS_SPIN_RUN_COMPLETE]	= "complete",
	[PPS_SPIN_RUN_STOPPED]	= "stopped",
	[PPS_SPIN_RUN_FAILED]	= "failed",
};

/**
 * struct bench - the module
 * @tick: the first experiment
 * @lock: the second one
 * @files: folder in debugfs
 * @hotplug_state: what CPU hotplug knows the module as
 * @hotplug: wants to know of CPUs
 */
struct bench {
	struct pps_spin_tick *tick;
	struct pps_spin_lock *lock;
	struct dentry *files;
	enum cpuhp_state hotplug_state;
	struct hlist_node hotplug;
};

static struct bench bench;

/**
 * pps_spin_bench_copy - take a command from user space
 * @name: of the file, for messages
 * @text: of PPS_SPIN_COMMAND_MAX bytes and one for the end
 * @buf: the command
 * @size: of @buf
 *
 * Return: 0, -EFAULT, or -EINVAL with a message.
 */
int pps_spin_bench_copy(const char *name, char *text, const char __user *buf,
			size_t size)
{
	if (size <= PPS_SPIN_COMMAND_MAX) {
		if (copy_from_user(text, buf, size))
			return -EFAULT;
		text[size] = '\0';
	}
	if (size <= PPS_SPIN_COMMAND_MAX && strlen(text) == size)
		return 0;
	pr_err("%s: give a command of up to %d characters\n", name,
	       PPS_SPIN_COMMAND_MAX);
	return -EINVAL;
}

static int cpu_leaves(unsigned int cpu, struct hlist_node *node)
{
	struct bench *bench = hlist_entry(node, struct bench, hotplug);

	pps_spin_tick_cpu_leaves(bench->tick, cpu);
	pps_spin_lock_cpu_leaves(bench->lock, cpu);
	return 0;
}

static int follow_cpus(struct bench *bench)
{
	int state = cpuhp_setup_state_multi(CPUHP_AP_ONLINE_DYN,
					    "pps/spin-bench:online", NULL,
					    cpu_leaves);

	if (state < 0)
		return state;
	bench->hotplug_state = state;
	return cpuhp_state_add_instance_nocalls(state, &bench->hotplug);
}

static void unfollow_cpus(struct bench *bench)
{
	cpuhp_state_remove_instance_nocalls(bench->hotplug_state,
					    &bench->hotplug);
	cpuhp_remove_multi_state(bench->hotplug_state);
}

static int make_files(struct bench *bench)
{
	bench->files = debugfs_create_dir("pps-spin-bench", NULL);
	if (IS_ERR(bench->files)) {
		pr_err("no debugfs (error %ld), and so nothing to command: enable it\n",
		       PTR_ERR(bench->files));
		return PTR_ERR(bench->files);
	}
	pps_spin_tick_files(bench->tick, bench->files);
	pps_spin_lock_files(bench->lock, bench->files);
	return 0;
}

static int __init pps_spin_bench_init(void)
{
	int ret = -ENOMEM;

	bench.tick = pps_spin_tick_make();
	if (!bench.tick)
		return ret;
	bench.lock = pps_spin_lock_make();
	if (!bench.lock)
		goto destroy_tick;
	ret = follow_cpus(&bench);
	if (ret)
		goto destroy_lock;
	ret = make_files(&bench);
	if (ret)
		goto unfollow_cpus;
	return 0;

unfollow_cpus:
	unfollow_cpus(&bench);
destroy_lock:
	pps_spin_lock_destroy(bench.lock);
destroy_tick:
	pps_spin_tick_destroy(bench.tick);
	return ret;
}
module_init(pps_spin_bench_init);

static void __exit pps_spin_bench_exit(void)
{
	debugfs_remove(bench.files);
	unfollow_cpus(&bench);
	pps_spin_lock_destroy(bench.lock);
	pps_spin_tick_destroy(bench.tick);
}
module_exit(pps_spin_bench_exit);

MODULE_AUTHOR("pps-gpio-spin maintainers");
MODULE_DESCRIPTION("Measure the conditions that PPS captures are taken under");
MODULE_LICENSE("GPL");
MODULE_VERSION("0.1.0");
