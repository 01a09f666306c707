// SPDX-License-Identifier: GPL-2.0
/*
 * Stamps: exact wherever the counter is
 */
#include "method.h"
#include "unit.h"

static struct pps_spin_record polled(u64 base, enum pps_spin_poll variant)
{
	struct pps_spin_record record = { };

	pps_spin_record_set(&record, PPS_SPIN_POLL, variant);
	pps_spin_record_set(&record, PPS_SPIN_PREV, base - 6);
	pps_spin_record_set(&record, PPS_SPIN_BEFORE, base);
	pps_spin_record_set(&record, PPS_SPIN_AFTER, base + 7);
	pps_spin_record_set(&record, PPS_SPIN_ENTRY, base + 9);
	return record;
}

static const u64 bases[] = {
	100, (1ULL << 53) + 1, (1ULL << 62) + 1, 1ULL << 63, (1ULL << 63) - 3,
	U64_MAX - 4, U64_MAX, 0, 3,
};

static void delays_are_exact_everywhere(void **state)
{
	size_t i;
	s64 delay;

	(void)state;
	for (i = 0; i < ARRAY_SIZE(bases); i++) {
		struct pps_spin_record record =
			polled(bases[i], PPS_SPIN_POLL_MMIO);

		assert_true(method_after_polled(&record, METHOD_ENTRY, &delay));
		assert_int_equal(delay, 2 * 9 - 7);
	}
}

static void polled_edge_is_the_middle_for_every_variant(void **state)
{
	int variant;
	s64 edge;

	(void)state;
	for (variant = 0; variant < PPS_SPIN_POLL_COUNT; variant++) {
		struct pps_spin_record record = polled(1000, variant);

		assert_true(method_polled_edge(&record, 1000, &edge));
		assert_int_equal(edge, 7);
	}
}

static void poll_after_stamps_the_end_of_the_read(void **state)
{
	struct pps_spin_record record = polled(1000, PPS_SPIN_POLL_AFTER);
	s64 stamp;

	(void)state;
	assert_true(method_stamp(&record, METHOD_POLL_AFTER, 1000, &stamp));
	assert_int_equal(stamp, 14);
	assert_false(method_stamp(&record, METHOD_POLL_MMIO, 1000, &stamp));
	assert_false(method_stamp(&record, METHOD_IRQ, 1000, &stamp));
}

static void an_absurd_stamp_is_no_stamp(void **state)
{
	struct pps_spin_record record = polled(1000, PPS_SPIN_POLL_MMIO);
	s64 delay;

	(void)state;
	pps_spin_record_set(&record, PPS_SPIN_ENTRY, 1000 + (1ULL << 62));
	assert_false(method_after_polled(&record, METHOD_ENTRY, &delay));
}

static void misattributed_stamps_are_not_sound(void **state)
{
	struct pps_spin_record record = polled(1000, PPS_SPIN_POLL_MMIO);

	(void)state;
	record.flags = BIT(PPS_SPIN_MISATTRIBUTED);
	assert_false(method_is_sound(&record, METHOD_ENTRY));
	assert_false(method_is_sound(&record, METHOD_EARLY));
	assert_true(method_is_sound(&record, METHOD_ACK));
	assert_true(method_is_sound(&record, METHOD_POLL_MMIO));
}

int test_method(void)
{
	static const struct CMUnitTest tests[] = {
		cmocka_unit_test(delays_are_exact_everywhere),
		cmocka_unit_test(polled_edge_is_the_middle_for_every_variant),
		cmocka_unit_test(poll_after_stamps_the_end_of_the_read),
		cmocka_unit_test(an_absurd_stamp_is_no_stamp),
		cmocka_unit_test(misattributed_stamps_are_not_sound),
	};

	return cmocka_run_group_tests_name("method", tests, NULL, NULL);
}
