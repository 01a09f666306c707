/* SPDX-License-Identifier: GPL-2.0 */
#ifndef _COMPAT_LINUX_KTHREAD_H
#define _COMPAT_LINUX_KTHREAD_H

#include_next <linux/kthread.h>

/* Before 6.14 kthread_create_worker() ran the thread, and nothing else set its mask */
#ifndef kthread_run_worker
#include <linux/sched.h>

static inline int kthread_affine_preferred(struct task_struct *task,
					   const struct cpumask *mask)
{
	return set_cpus_allowed_ptr(task, mask);
}
#endif

#endif /* _COMPAT_LINUX_KTHREAD_H */
