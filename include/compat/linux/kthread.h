/* SPDX-License-Identifier: GPL-2.0 */
#ifndef _COMPAT_LINUX_KTHREAD_H
#define _COMPAT_LINUX_KTHREAD_H

#include_next <linux/kthread.h>

/* Since 6.14 kthread_create_worker() only makes the thread; before, it ran */
#ifndef kthread_run_worker
#define kthread_run_worker kthread_create_worker
#endif

#endif /* _COMPAT_LINUX_KTHREAD_H */
