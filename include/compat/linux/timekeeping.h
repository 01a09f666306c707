/* SPDX-License-Identifier: GPL-2.0 */
#ifndef _COMPAT_LINUX_TIMEKEEPING_H
#define _COMPAT_LINUX_TIMEKEEPING_H

#include_next <linux/timekeeping.h>

/* Since 7.3 the clock is chosen; before, it was CLOCK_REALTIME */
#ifndef HAVE_ktime_get_snapshot_id
#include <linux/bug.h>

#define systime real
#define monoraw raw

static inline void ktime_get_snapshot_id(clockid_t clock_id,
					 struct system_time_snapshot *snapshot)
{
	WARN_ON_ONCE(clock_id != CLOCK_REALTIME);
	ktime_get_snapshot(snapshot);
}
#endif

#endif /* _COMPAT_LINUX_TIMEKEEPING_H */
