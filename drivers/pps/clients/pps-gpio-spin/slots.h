/* SPDX-License-Identifier: GPL-2.0 */
/*
 * A ring of slots with one writer that no reader can hold up
 */
#ifndef _PPS_SPIN_SLOTS_H
#define _PPS_SPIN_SLOTS_H

#include <linux/lockdep_types.h>
#include <linux/types.h>

struct device;
struct pps_spin_slots;

struct pps_spin_slots *__pps_spin_slots_alloc(struct device *dev,
					      unsigned int count, size_t size,
					      struct lock_class_key *key);

/**
 * pps_spin_slots_alloc - make an empty ring that lives as long as the device
 * @dev: the device
 * @count: number of slots
 * @size: size of an entry in bytes
 *
 * Rings are written in different contexts, so each caller's are a lock class.
 *
 * Return: the ring, NULL if memory is short.
 */
#define pps_spin_slots_alloc(dev, count, size)				\
({									\
	static struct lock_class_key _slots_key;			\
									\
	__pps_spin_slots_alloc(dev, count, size, &_slots_key);		\
})

void pps_spin_slots_write(struct pps_spin_slots *slots, const void *data);
u64 pps_spin_slots_newest(const struct pps_spin_slots *slots);
int pps_spin_slots_read(const struct pps_spin_slots *slots, u64 generation,
			void *data);
u64 pps_spin_slots_oldest(const struct pps_spin_slots *slots);

#endif /* _PPS_SPIN_SLOTS_H */
