// SPDX-License-Identifier: GPL-2.0
/*
 * The ring of a run of timer interrupts, as a file
 *
 * Nothing in a file is believed: it may be cut, or be something else.
 */
#include <endian.h>
#include <stdlib.h>

#include "tickring.h"
#include "util.h"

_Static_assert(sizeof(struct pps_spin_tick_header) == 256,
	       "a format has one layout");
_Static_assert(sizeof(struct pps_spin_tick_sample) == 32,
	       "a format has one layout");

/* Sizes that the header may tell of a later layout that only adds */
#define PART_BYTES_MAX	4096

/* The text ends, and nothing in it upsets a terminal */
static void clean(char *text, size_t size)
{
	text[size - 1] = '\0';
	for (; *text; text++)
		if (*text < ' ' || *text > '~')
			*text = '?';
}

static void take_header(struct pps_spin_tick_header *header)
{
	header->version = le32toh(header->version);
	header->header_bytes = le32toh(header->header_bytes);
	header->sample_bytes = le32toh(header->sample_bytes);
	header->samples = le32toh(header->samples);
	header->wanted = le32toh(header->wanted);
	header->state = le32toh(header->state);
	header->rate_hz = le32toh(header->rate_hz);
	header->cpu = le32toh(header->cpu);
	header->cntfrq_hz = le32toh(header->cntfrq_hz);
	header->cpu_khz = le32toh(header->cpu_khz);
	header->hz = le32toh(header->hz);
	clean(header->stamp, sizeof(header->stamp));
	clean(header->idle, sizeof(header->idle));
	clean(header->idle_state, sizeof(header->idle_state));
	clean(header->clocksource, sizeof(header->clocksource));
	clean(header->no_cycles, sizeof(header->no_cycles));
}

/* Why this is no header; NULL if it is one */
static const char *find_fault(const struct pps_spin_tick_header *header)
{
	if (header->version != PPS_SPIN_TICK_VERSION)
		return "a version of the format that this program does not know";
	if (header->header_bytes < sizeof(*header) ||
	    header->header_bytes > PART_BYTES_MAX ||
	    header->sample_bytes < sizeof(struct pps_spin_tick_sample) ||
	    header->sample_bytes > PART_BYTES_MAX)
		return "its header tells sizes that cannot be";
	if (header->state < PPS_SPIN_TICK_RUNNING ||
	    header->state > PPS_SPIN_TICK_STOPPED ||
	    header->samples > header->wanted)
		return "its header tells a state that cannot be";
	if (!header->rate_hz || !header->cntfrq_hz)
		return "its header tells no rate of the timer or of the counter";
	return NULL;
}

static void take_samples(struct tick_ring *ring, const u8 *data, size_t size)
{
	size_t step = ring->header.sample_bytes, i;

	ring->n = min((size_t)ring->header.samples, size / step);
	ring->torn = ring->header.samples - ring->n;
	ring->behind = ring->torn ? 0 : size - ring->n * step;
	ring->samples = xcalloc(ring->n, sizeof(*ring->samples));
	for (i = 0; i < ring->n; i++) {
		struct pps_spin_tick_sample *sample = &ring->samples[i];

		memcpy(sample, data + i * step, sizeof(*sample));
		sample->arch = le64toh(sample->arch);
		sample->cycles = le64toh(sample->cycles);
		sample->handler = le64toh(sample->handler);
		sample->wall_ns = le64toh(sample->wall_ns);
	}
}

/**
 * tick_ring_parse - read a ring
 * @ring: filled, to be freed with tick_ring_free() in any case
 * @data: the bytes of the file
 * @size: how many
 *
 * Return: NULL, or why it is no ring.
 */
const char *tick_ring_parse(struct tick_ring *ring, const void *data,
			    size_t size)
{
	const char *fault;

	memset(ring, 0, sizeof(*ring));
	if (!size)
		return "it is empty";
	if (memcmp(data, PPS_SPIN_TICK_MAGIC,
		   min(size, sizeof(ring->header.magic))))
		return "not a ring of pps-spin-bench";
	if (size < sizeof(ring->header))
		return "torn: the file ends inside the header";
	memcpy(&ring->header, data, sizeof(ring->header));
	take_header(&ring->header);
	fault = find_fault(&ring->header);
	if (fault)
		return fault;
	if (size < ring->header.header_bytes)
		return "torn: the file ends inside the header";
	take_samples(ring, (const u8 *)data + ring->header.header_bytes,
		     size - ring->header.header_bytes);
	return NULL;
}

static void write_file(const char *path, const u8 *data, size_t size)
{
	FILE *out = fopen(path, "w");

	if (!out)
		die("%s: %s", path, strerror(errno));
	if (fwrite(data, 1, size, out) != size || fclose(out))
		die("%s: cannot write: %s", path, strerror(errno));
}

/**
 * tick_ring_read - read a ring from a file, or die
 * @ring: filled, to be freed with tick_ring_free()
 * @path: the file
 * @keep: where to write a copy, or NULL
 */
void tick_ring_read(struct tick_ring *ring, const char *path,
		    const char *keep)
{
	const char *fault;
	size_t size;
	u8 *data = read_file(path, TICK_RING_BYTES_MAX, &size);

	if (keep)
		write_file(keep, data, size);
	fault = tick_ring_parse(ring, data, size);
	free(data);
	if (fault)
		die("%s: %s", path, fault);
}

/**
 * tick_ring_free - free what a ring holds
 * @ring: the ring
 */
void tick_ring_free(struct tick_ring *ring)
{
	free(ring->samples);
	ring->samples = NULL;
}
