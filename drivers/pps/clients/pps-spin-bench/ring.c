// SPDX-License-Identifier: GPL-2.0
/*
 * The samples of a run as a file
 */
#include <linux/debugfs.h>
#include <linux/module.h>
#include <linux/mm.h>
#include <linux/overflow.h>

#include "bench.h"
#include "tick.h"

static_assert(sizeof(struct pps_spin_tick_header) == 256);
static_assert(sizeof(struct pps_spin_tick_sample) == 32);

/**
 * struct snapshot - the file of one opener, as it was when it was opened
 * @size: of what follows, in bytes
 * @header: the conditions
 * @samples: the samples so far
 */
struct snapshot {
	size_t size;
	struct pps_spin_tick_header header;
	struct pps_spin_tick_sample samples[];
};

static u32 state_of(struct pps_spin_tick *tick)
{
	switch (atomic_read_acquire(&tick->state)) {
	case PPS_SPIN_RUN_RUNNING:
		return PPS_SPIN_TICK_RUNNING;
	case PPS_SPIN_RUN_COMPLETE:
		return PPS_SPIN_TICK_COMPLETE;
	default:
		return PPS_SPIN_TICK_STOPPED;
	}
}

static void fill(struct snapshot *snapshot, struct pps_spin_tick *tick,
		 u32 samples, u32 state)
{
	snapshot->size = sizeof(snapshot->header) +
			 samples * sizeof(snapshot->samples[0]);
	snapshot->header = tick->header;
	snapshot->header.samples = samples;
	snapshot->header.state = state;
	memcpy(snapshot->samples, tick->ring,
	       samples * sizeof(snapshot->samples[0]));
}

static int ring_open(struct inode *inode, struct file *file)
{
	struct pps_spin_tick *tick = inode->i_private;
	struct snapshot *snapshot;
	u32 samples, state;

	guard(mutex)(&tick->lock);
	if (atomic_read(&tick->state) == PPS_SPIN_RUN_IDLE)
		return -ENODATA;
	state = state_of(tick);
	/* Behind the state: a run that is complete has all of its samples */
	samples = smp_load_acquire(&tick->samples);
	snapshot = kvmalloc(struct_size(snapshot, samples, samples),
			    GFP_KERNEL);
	if (!snapshot)
		return -ENOMEM;
	fill(snapshot, tick, samples, state);
	file->private_data = snapshot;
	return 0;
}

static ssize_t ring_read(struct file *file, char __user *buf, size_t size,
			 loff_t *pos)
{
	struct snapshot *snapshot = file->private_data;

	return simple_read_from_buffer(buf, size, pos, &snapshot->header,
				       snapshot->size);
}

static int ring_release(struct inode *inode, struct file *file)
{
	kvfree(file->private_data);
	return 0;
}

const struct file_operations pps_spin_ring_fops = {
	.owner = THIS_MODULE,
	.open = ring_open,
	.read = ring_read,
	.release = ring_release,
	.llseek = default_llseek,
};
