/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The ring of a run of timer interrupts, as a file
 */
#ifndef PPSSPIN_TICKRING_H
#define PPSSPIN_TICKRING_H

#include "uapi/linux/pps_spin_bench.h"

#include "pure.h"

/* A ring file larger than this is none */
#define TICK_RING_BYTES_MAX	(64UL << 20)

/**
 * struct tick_ring - a ring in memory
 * @header: its header; the texts end, and can be printed
 * @samples: its samples
 * @n: how many
 * @torn: samples that the header promises and the file does not hold
 * @behind: bytes of the file behind the last sample
 */
struct tick_ring {
	struct pps_spin_tick_header header;
	struct pps_spin_tick_sample *samples;
	size_t n;
	size_t torn;
	size_t behind;
};

const char *tick_ring_parse(struct tick_ring *ring, const void *data,
			    size_t size);
void tick_ring_read(struct tick_ring *ring, const char *path,
		    const char *keep);
void tick_ring_free(struct tick_ring *ring);

#endif /* PPSSPIN_TICKRING_H */
