/* SPDX-License-Identifier: GPL-2.0 */
/*
 * A ring of slots with one writer that no reader can hold up
 */
#ifndef _PPS_SPIN_SLOTS_H
#define _PPS_SPIN_SLOTS_H

#include <linux/types.h>

struct device;
struct pps_spin_slots;

struct pps_spin_slots *pps_spin_slots_alloc(struct device *dev,
					    unsigned int count, size_t size);
void pps_spin_slots_write(struct pps_spin_slots *slots, const void *data);
u64 pps_spin_slots_newest(const struct pps_spin_slots *slots);
int pps_spin_slots_read(const struct pps_spin_slots *slots, u64 generation,
			void *data);
u64 pps_spin_slots_oldest(const struct pps_spin_slots *slots);

#endif /* _PPS_SPIN_SLOTS_H */
