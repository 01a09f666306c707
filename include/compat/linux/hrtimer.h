/* SPDX-License-Identifier: GPL-2.0 */
#ifndef _COMPAT_LINUX_HRTIMER_H
#define _COMPAT_LINUX_HRTIMER_H

#include_next <linux/hrtimer.h>

/* Since 6.13 the function is given with the rest */
#ifndef HAVE_hrtimer_setup
static inline void
hrtimer_setup(struct hrtimer *timer,
	      enum hrtimer_restart (*function)(struct hrtimer *timer),
	      clockid_t clock_id, enum hrtimer_mode mode)
{
	hrtimer_init(timer, clock_id, mode);
	timer->function = function;
}
#endif

#endif /* _COMPAT_LINUX_HRTIMER_H */
