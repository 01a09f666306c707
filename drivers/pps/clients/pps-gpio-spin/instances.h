/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The instances, and what they have to know of each other
 */
#ifndef _PPS_SPIN_INSTANCES_H
#define _PPS_SPIN_INSTANCES_H

#include <linux/list.h>
#include <linux/mutex.h>

struct pps_spin;

extern struct mutex pps_spin_instances_lock;
extern struct list_head pps_spin_instances;

int pps_spin_instances_check(const struct pps_spin *spin, int poll_cpu);
int pps_spin_instances_join(struct pps_spin *spin);
bool pps_spin_cpu_polls(int cpu);
void pps_spin_idle_again(struct pps_spin *spin);
void pps_spin_settings_changed(const char *name, const char *value);

#endif /* _PPS_SPIN_INSTANCES_H */
