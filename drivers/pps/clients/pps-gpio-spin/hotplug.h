/* SPDX-License-Identifier: GPL-2.0 */
/*
 * CPUs that go and come
 */
#ifndef _PPS_SPIN_HOTPLUG_H
#define _PPS_SPIN_HOTPLUG_H

#include <linux/types.h>

struct pps_spin;

int pps_spin_hotplug_init(void);
void pps_spin_hotplug_exit(void);
void pps_spin_hotplug_joined(struct pps_spin *spin);
void pps_spin_hotplug_follow(void);
void pps_spin_hotplug_sleep(struct pps_spin *spin, bool asleep);

#endif /* _PPS_SPIN_HOTPLUG_H */
