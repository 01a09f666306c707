// SPDX-License-Identifier: GPL-2.0
/*
 * A ring of slots with one writer that no reader can hold up
 *
 * Captures are written in hard irq context and with interrupts off, and read in
 * a thread. Each slot has a sequence count and the generation of what it holds,
 * so that a reader either gets one whole entry or learns that it is gone.
 */
#include <linux/device.h>
#include <linux/pps_spin_wait.h>
#include <linux/seqlock.h>
#include <linux/string.h>

#include "slots.h"

/**
 * struct slot - one entry
 * @seq: odd while the entry is written
 * @generation: number of the entry, from 1
 * @data: the entry
 */
struct slot {
	seqcount_t seq;
	u64 generation;
	u8 data[] __aligned(sizeof(u64));
};

/**
 * struct pps_spin_slots - the ring
 * @count: number of slots
 * @size: size of an entry in bytes
 * @stride: distance of the slots in bytes
 * @newest: generation of the newest entry, 0 if there is none
 * @memory: the slots
 */
struct pps_spin_slots {
	unsigned int count;
	size_t size;
	size_t stride;
	u64 newest;
	u8 memory[] __aligned(sizeof(u64));
};

static struct slot *slot_of(const struct pps_spin_slots *slots, u64 generation)
{
	unsigned int index;

	div_u64_rem(generation, slots->count, &index);
	return (struct slot *)(slots->memory + index * slots->stride);
}

/**
 * __pps_spin_slots_alloc - make an empty ring of a lock class
 * @dev: the device
 * @count: number of slots
 * @size: size of an entry in bytes
 * @key: the lock class
 *
 * Return: the ring, NULL if memory is short.
 */
struct pps_spin_slots *__pps_spin_slots_alloc(struct device *dev,
					      unsigned int count, size_t size,
					      struct lock_class_key *key)
{
	size_t stride = ALIGN(sizeof(struct slot) + size, sizeof(u64));
	struct pps_spin_slots *slots;
	unsigned int i;

	slots = devm_kzalloc(dev, sizeof(*slots) + count * stride, GFP_KERNEL);
	if (!slots)
		return NULL;
	slots->count = count;
	slots->size = size;
	slots->stride = stride;
	for (i = 0; i < count; i++)
		__seqcount_init(&slot_of(slots, i)->seq, "pps_spin_slot", key);
	return slots;
}

/**
 * pps_spin_slots_write - add an entry over the oldest one
 * @slots: the ring
 * @data: the entry
 *
 * Context: the only writer, not preemptible. Never waits.
 */
void pps_spin_slots_write(struct pps_spin_slots *slots, const void *data)
{
	u64 generation = slots->newest + 1;
	struct slot *slot = slot_of(slots, generation);

	write_seqcount_begin(&slot->seq);
	slot->generation = generation;
	memcpy(slot->data, data, slots->size);
	write_seqcount_end(&slot->seq);
	PPS_SPIN_WAKE();
	/* The entry before its number: pairs with the acquire of readers */
	smp_store_release(&slots->newest, generation);
}

/**
 * pps_spin_slots_newest - number of the newest entry
 * @slots: the ring
 *
 * Return: generation of the newest entry, 0 if there is none.
 */
u64 pps_spin_slots_newest(const struct pps_spin_slots *slots)
{
	/* Pairs with the release of the writer */
	return smp_load_acquire(&slots->newest);
}

/**
 * pps_spin_slots_oldest - number of the oldest entry that is kept
 * @slots: the ring
 *
 * Return: generation of the oldest entry, 1 if there is none. The writer may
 * overwrite it any time.
 */
u64 pps_spin_slots_oldest(const struct pps_spin_slots *slots)
{
	u64 newest = pps_spin_slots_newest(slots);

	return newest > slots->count ? newest - slots->count + 1 : 1;
}

/* As read_seqcount_begin() does it, but waits as this project's policy is */
static unsigned int begin_read(const struct slot *slot)
{
	unsigned int seq;

	seqcount_lockdep_reader_access(&slot->seq);
	while ((seq = raw_read_seqcount(&slot->seq)) & 1)
		PPS_SPIN_WAIT();
	return seq;
}

/**
 * pps_spin_slots_read - read an entry
 * @slots: the ring
 * @generation: number of the entry, from 1
 * @data: where to copy it, undefined on error
 *
 * Context: any, except one that interrupts the writer.
 * Return: 0, -EAGAIN if the entry is not written yet, -ESTALE if it is
 * overwritten already.
 */
int pps_spin_slots_read(const struct pps_spin_slots *slots, u64 generation,
			void *data)
{
	const struct slot *slot = slot_of(slots, generation);
	unsigned int seq;
	u64 found;

	if (generation > pps_spin_slots_newest(slots))
		return -EAGAIN;
	do {
		seq = begin_read(slot);
		found = slot->generation;
		memcpy(data, slot->data, slots->size);
	} while (read_seqcount_retry(&slot->seq, seq));
	return found == generation ? 0 : -ESTALE;
}
