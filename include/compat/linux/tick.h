/* SPDX-License-Identifier: GPL-2.0 */
#ifndef _COMPAT_LINUX_TICK_H
#define _COMPAT_LINUX_TICK_H

#include_next <linux/tick.h>

/* Since 7.0 modules may ask; before, they only know what the kernel is built for */
#ifndef HAVE_tick_nohz_is_active
#define tick_nohz_is_active()	IS_ENABLED(CONFIG_NO_HZ_COMMON)
#endif

#endif /* _COMPAT_LINUX_TICK_H */
