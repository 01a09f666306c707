/* SPDX-License-Identifier: GPL-2.0 */
#ifndef _COMPAT_LINUX_THREAD_INFO_H
#define _COMPAT_LINUX_THREAD_INFO_H

#include_next <linux/thread_info.h>

/* Since 6.13 there are two flags; before, the one said it all */
#ifndef TIF_NEED_RESCHED_LAZY
#define TIF_NEED_RESCHED_LAZY	TIF_NEED_RESCHED
#endif

#endif /* _COMPAT_LINUX_THREAD_INFO_H */
