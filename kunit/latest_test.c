// SPDX-License-Identifier: GPL-2.0
/*
 * The last pulse, as other code in the kernel asks for it
 *
 * Needs the driver: scripts/kunit has loaded it with a line that had no pulse,
 * and with a stimulus that has raised EDGES.
 */
#include <kunit/test.h>
#include <linux/platform_device.h>
#include <linux/pps_spin.h>

#include "record.c"

#define EDGES		20
#define SILENT		"pps-gpio-spin.0"
#define STIMULATED	"pps-gpio-spin.1"

/* The device is not held: nothing unloads the driver while suites run */
static bool latest_of(struct kunit *test, const char *name,
		      struct pps_spin_record *record)
{
	struct device *dev = bus_find_device_by_name(&platform_bus_type, NULL,
						     name);

	KUNIT_ASSERT_NOT_NULL(test, dev);
	put_device(dev);
	return pps_spin_latest(dev, record);
}

static void is_the_last_of_a_train(struct kunit *test)
{
	/* The entry may be that of an exception before it, with a flag */
	static const enum pps_spin_column stamps[] = {
		PPS_SPIN_ACK, PPS_SPIN_IRQ,
	};
	struct pps_spin_record record = { };
	u64 t0_ticks;
	size_t i;

	KUNIT_ASSERT_TRUE(test, latest_of(test, STIMULATED, &record));
	KUNIT_ASSERT_TRUE(test, pps_spin_record_has(&record, PPS_SPIN_T0));
	KUNIT_EXPECT_EQ(test, record.value[PPS_SPIN_SEQ], EDGES);
	t0_ticks = record.value[PPS_SPIN_T0];
	KUNIT_EXPECT_GE(test, record.value[PPS_SPIN_T1], t0_ticks);
	for (i = 0; i < ARRAY_SIZE(stamps); i++)
		if (pps_spin_record_has(&record, stamps[i]))
			KUNIT_EXPECT_GE(test, record.value[stamps[i]], t0_ticks);
}

static void is_none_before_the_first(struct kunit *test)
{
	struct pps_spin_record record;

	KUNIT_EXPECT_FALSE(test, latest_of(test, SILENT, &record));
}

static void is_none_of_another_driver(struct kunit *test)
{
	struct pps_spin_record record;
	struct platform_device *other;

	other = platform_device_register_simple("pps-spin-latest-test", 0,
						NULL, 0);
	KUNIT_ASSERT_NOT_ERR_OR_NULL(test, other);
	KUNIT_EXPECT_FALSE(test, pps_spin_latest(&other->dev, &record));
	platform_device_unregister(other);
}

static struct kunit_case latest_cases[] = {
	KUNIT_CASE(is_the_last_of_a_train),
	KUNIT_CASE(is_none_before_the_first),
	KUNIT_CASE(is_none_of_another_driver),
	{}
};

static struct kunit_suite latest_suite = {
	.name = "pps-spin-latest",
	.test_cases = latest_cases,
};

kunit_test_suite(latest_suite);

MODULE_DESCRIPTION("Tests of the accessor of pps-gpio-spin");
MODULE_LICENSE("GPL");
