// SPDX-License-Identifier: GPL-2.0
/*
 * A ring file cut anywhere: what is left of it, and not a byte more, is read
 */
#include <stdlib.h>

#include "tickring.h"
#include "unit.h"

#define SAMPLES	4

struct file {
	struct pps_spin_tick_header header;
	struct pps_spin_tick_sample samples[SAMPLES];
};

static struct file sound_file(void)
{
	struct file file = {
		.header = {
			.magic = PPS_SPIN_TICK_MAGIC,
			.version = PPS_SPIN_TICK_VERSION,
			.header_bytes = sizeof(struct pps_spin_tick_header),
			.sample_bytes = sizeof(struct pps_spin_tick_sample),
			.samples = SAMPLES,
			.wanted = SAMPLES,
			.state = PPS_SPIN_TICK_COMPLETE,
			.rate_hz = 100,
			.cntfrq_hz = 12500000,
			.stamp = "entry",
			.idle = "nop",
		},
	};
	int i;

	for (i = 0; i < SAMPLES; i++)
		file.samples[i].arch = 125000 * i;
	return file;
}

/* Parses exactly @size bytes, so that ASan sees a read beyond them */
static const char *parse(struct tick_ring *ring, const void *data, size_t size)
{
	void *copy = malloc(size);
	const char *fault;

	memcpy(copy, data, size);
	fault = tick_ring_parse(ring, copy, size);
	free(copy);
	return fault;
}

static void a_whole_file_is_read(void **state)
{
	struct file file = sound_file();
	struct tick_ring ring;

	(void)state;
	assert_null(parse(&ring, &file, sizeof(file)));
	assert_int_equal(ring.n, SAMPLES);
	assert_int_equal(ring.torn + ring.behind, 0);
	assert_int_equal(ring.samples[SAMPLES - 1].arch, 125000 * (SAMPLES - 1));
	tick_ring_free(&ring);
}

static void a_cut_header_is_no_ring(void **state)
{
	struct file file = sound_file();
	struct tick_ring ring;
	size_t size;

	(void)state;
	for (size = 0; size < sizeof(file.header); size++) {
		assert_non_null(parse(&ring, &file, size));
		tick_ring_free(&ring);
	}
}

static void cut_samples_are_counted(void **state)
{
	struct file file = sound_file();
	struct tick_ring ring;
	size_t size;

	(void)state;
	for (size = sizeof(file.header); size < sizeof(file); size++) {
		assert_null(parse(&ring, &file, size));
		assert_int_equal(ring.n, (size - sizeof(file.header)) /
				 sizeof(file.samples[0]));
		assert_int_equal(ring.torn, SAMPLES - ring.n);
		tick_ring_free(&ring);
	}
}

static void sizes_of_the_header_are_not_trusted(void **state)
{
	struct file file = sound_file();
	struct tick_ring ring;
	u32 size;

	(void)state;
	for (size = 1; size; size <<= 1) {
		file.header.header_bytes = size;
		parse(&ring, &file, sizeof(file));
		tick_ring_free(&ring);
		file = sound_file();
		file.header.sample_bytes = size;
		parse(&ring, &file, sizeof(file));
		tick_ring_free(&ring);
		file = sound_file();
		file.header.samples = size;
		file.header.wanted = size;
		assert_null(parse(&ring, &file, sizeof(file)));
		assert_int_equal(ring.n, size < SAMPLES ? size : SAMPLES);
		tick_ring_free(&ring);
	}
}

int test_tickring(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_whole_file_is_read),
		cmocka_unit_test(a_cut_header_is_no_ring),
		cmocka_unit_test(cut_samples_are_counted),
		cmocka_unit_test(sizes_of_the_header_are_not_trusted),
	};

	return cmocka_run_group_tests_name("tickring", tests, NULL, NULL);
}
