// SPDX-License-Identifier: GPL-2.0
/*
 * The ring of slots: what a reader gets, what it is told of the rest, and that
 * it never gets half of one entry and half of another
 */
#include <kunit/test.h>

#include <linux/completion.h>
#include <linux/cpumask.h>
#include <linux/kthread.h>

#include "slots.c"
#include "random.h"

#define ENTRY_WORDS	8
#define MAX_READERS	3
#define QUICK_READS	200000

/*
 * Two in three find their entry, so 1e7 do. Where each access is checked, so
 * many would be taken for a hung task.
 */
#define SLOW_READS	(IS_ENABLED(CONFIG_KASAN) ? 1000000 : 15000000)

/* The ring's memory belongs to a device */
static int slots_init(struct kunit *test)
{
	struct device *dev = root_device_register("pps-spin-slots-test");

	if (IS_ERR(dev))
		return PTR_ERR(dev);
	test->priv = dev;
	return 0;
}

static void slots_exit(struct kunit *test)
{
	if (test->priv)
		root_device_unregister(test->priv);
}

static struct pps_spin_slots *make_ring(struct kunit *test, unsigned int count,
					size_t size)
{
	struct pps_spin_slots *slots = pps_spin_slots_alloc(test->priv, count,
							    size);

	KUNIT_ASSERT_NOT_NULL(test, slots);
	return slots;
}

static void write_number(struct pps_spin_slots *slots, u64 number)
{
	preempt_disable();
	pps_spin_slots_write(slots, &number);
	preempt_enable();
}

static void expect_entry(struct kunit *test, const struct pps_spin_slots *slots,
			 u64 generation, u64 number)
{
	u64 found = 0;

	KUNIT_EXPECT_EQ(test, 0,
			pps_spin_slots_read(slots, generation, &found));
	KUNIT_EXPECT_EQ(test, found, number);
}

static void expect_none(struct kunit *test, const struct pps_spin_slots *slots,
			u64 generation, int ret)
{
	u64 found;

	KUNIT_EXPECT_EQ(test, ret,
			pps_spin_slots_read(slots, generation, &found));
}

static void an_empty_ring_has_nothing_yet(struct kunit *test)
{
	struct pps_spin_slots *slots = make_ring(test, 4, sizeof(u64));

	KUNIT_EXPECT_EQ(test, pps_spin_slots_newest(slots), 0);
	KUNIT_EXPECT_EQ(test, pps_spin_slots_oldest(slots), 1);
	expect_none(test, slots, 1, -EAGAIN);
	expect_none(test, slots, 4, -EAGAIN);
	expect_none(test, slots, 5, -EAGAIN);
	expect_none(test, slots, U64_MAX, -EAGAIN);
}

static void an_entry_can_be_read_at_once_and_again(struct kunit *test)
{
	struct pps_spin_slots *slots = make_ring(test, 4, sizeof(u64));

	write_number(slots, 77);
	KUNIT_EXPECT_EQ(test, pps_spin_slots_newest(slots), 1);
	expect_entry(test, slots, 1, 77);
	expect_entry(test, slots, 1, 77);
	expect_none(test, slots, 2, -EAGAIN);
}

/* Rings of any number of slots, one and no power of two among them */
static void the_last_entries_stay_until_lapped(struct kunit *test)
{
	static const unsigned int counts[] = { 1, 2, 3, 4, 7, 256 };
	u64 n, newest;
	u32 i;

	for (i = 0; i < ARRAY_SIZE(counts); i++) {
		unsigned int count = counts[i];
		struct pps_spin_slots *slots = make_ring(test, count,
							 sizeof(u64));

		for (newest = 1; newest <= 3 * count + 1; newest++) {
			u64 oldest = newest > count ? newest - count + 1 : 1;

			write_number(slots, newest * 1000);
			KUNIT_ASSERT_EQ(test, pps_spin_slots_newest(slots),
					newest);
			KUNIT_ASSERT_EQ(test, pps_spin_slots_oldest(slots),
					oldest);
			for (n = oldest; n <= newest; n++)
				expect_entry(test, slots, n, n * 1000);
			for (n = 1; n < oldest; n++)
				expect_none(test, slots, n, -ESTALE);
			expect_none(test, slots, newest + 1, -EAGAIN);
			expect_none(test, slots, newest + count, -EAGAIN);
		}
	}
}

static void an_entry_of_any_size_is_kept_apart(struct kunit *test)
{
	static const size_t sizes[] = { 1, 7, 8, 9, 128, 200 };
	u8 entry[200], found[200];
	u32 i, n;

	for (i = 0; i < ARRAY_SIZE(sizes); i++) {
		struct pps_spin_slots *slots = make_ring(test, 3, sizes[i]);

		for (n = 1; n <= 10; n++) {
			memset(entry, n, sizeof(entry));
			preempt_disable();
			pps_spin_slots_write(slots, entry);
			preempt_enable();
		}
		for (n = 8; n <= 10; n++) {
			memset(entry, n, sizes[i]);
			memset(found, 0xa5, sizeof(found));
			KUNIT_EXPECT_EQ(test, 0,
					pps_spin_slots_read(slots, n, found));
			KUNIT_EXPECT_EQ(test, 0,
					memcmp(entry, found, sizes[i]));
			KUNIT_EXPECT_NULL(test, memchr_inv(found + sizes[i],
							   0xa5,
							   sizeof(found) -
							   sizes[i]));
		}
	}
}

/**
 * struct stress_reader - one reader
 * @stress: the stress
 * @seed: of its choices
 * @good: entries read
 * @stale: entries that were gone
 * @early: entries that were not there yet
 * @torn: entries of more than one generation
 * @foreign: whole entries of another generation
 * @lied: answers that cannot be
 */
struct stress_reader {
	struct stress *stress;
	u64 seed;
	u64 good;
	u64 stale;
	u64 early;
	u64 torn;
	u64 foreign;
	u64 lied;
};

/**
 * struct stress - a writer and its readers
 * @slots: the ring
 * @count: its slots
 * @reads: of each reader
 * @running: readers that are not done
 * @done: all readers are
 * @readers: they
 */
struct stress {
	struct pps_spin_slots *slots;
	unsigned int count;
	u64 reads;
	atomic_t running;
	struct completion done;
	struct stress_reader readers[MAX_READERS];
};

static int stress_write(void *data)
{
	struct stress *stress = data;
	u64 entry[ENTRY_WORDS], seed = 1;
	u64 generation = 0;
	u32 i, pause;

	while (!kthread_should_stop()) {
		generation++;
		for (i = 0; i < ENTRY_WORDS; i++)
			entry[i] = generation;
		preempt_disable();
		pps_spin_slots_write(stress->slots, entry);
		preempt_enable();
		for (pause = random_below(&seed, 64); pause; pause--)
			cpu_relax();
		cond_resched();
	}
	return 0;
}

static void check_entry(struct stress_reader *reader, u64 generation,
			const u64 *entry)
{
	u32 i;

	reader->good++;
	for (i = 1; i < ENTRY_WORDS; i++)
		reader->torn += entry[i] != entry[0];
	reader->foreign += entry[0] != generation;
}

/* Around the entries that there are, the newest one most often */
static u64 choose_generation(struct stress_reader *reader, u64 newest)
{
	u32 back = random_below(&reader->seed, 2 * reader->stress->count + 4);

	if (back > reader->stress->count + 2)
		return newest ?: 1;
	return newest + 1 > back ? newest + 1 - back : 1;
}

static void read_once(struct stress_reader *reader)
{
	struct stress *stress = reader->stress;
	u64 before = pps_spin_slots_newest(stress->slots);
	u64 generation = choose_generation(reader, before);
	u64 entry[ENTRY_WORDS], after;

	switch (pps_spin_slots_read(stress->slots, generation, entry)) {
	case 0:
		check_entry(reader, generation, entry);
		break;
	case -EAGAIN:
		reader->early++;
		reader->lied += generation <= before;
		break;
	case -ESTALE:
		/* The one that the writer is at now may be gone already */
		after = pps_spin_slots_newest(stress->slots);
		reader->stale++;
		reader->lied += generation + stress->count > after + 1;
		break;
	default:
		reader->lied++;
	}
}

static int stress_read(void *data)
{
	struct stress_reader *reader = data;
	struct stress *stress = reader->stress;
	u64 n;

	for (n = 0; n < stress->reads; n++) {
		read_once(reader);
		if (!(n & 0xff))
			cond_resched();
	}
	if (atomic_dec_and_test(&stress->running))
		complete(&stress->done);
	while (!kthread_should_stop())
		schedule_timeout_interruptible(1);
	return 0;
}

static struct task_struct *start(struct kunit *test, int (*run)(void *data),
				 void *data, unsigned int cpu)
{
	struct task_struct *task = kthread_create(run, data, "pps-spin-test");

	KUNIT_ASSERT_FALSE(test, IS_ERR(task));
	kthread_bind(task, cpu);
	wake_up_process(task);
	return task;
}

static void expect_whole_entries(struct kunit *test,
				 const struct stress_reader *reader, u64 reads)
{
	kunit_info(test, "%llu good, %llu stale, %llu early", reader->good,
		   reader->stale, reader->early);
	KUNIT_EXPECT_EQ(test, reader->torn, 0);
	KUNIT_EXPECT_EQ(test, reader->foreign, 0);
	KUNIT_EXPECT_EQ(test, reader->lied, 0);
	KUNIT_EXPECT_EQ(test, reads,
			reader->good + reader->stale + reader->early);
	KUNIT_EXPECT_GT(test, reader->good, div_u64(reads, 100));
}

/* A writer on the first CPU, a reader on each other one */
static void run_stress(struct kunit *test, unsigned int count, u64 reads)
{
	struct stress *stress = kunit_kzalloc(test, sizeof(*stress),
					      GFP_KERNEL);
	unsigned int readers = min_t(unsigned int, num_online_cpus() - 1,
				     MAX_READERS);
	struct task_struct *writer, *tasks[MAX_READERS];
	unsigned int cpu = cpumask_first(cpu_online_mask), i;

	if (!readers)
		kunit_skip(test, "there is only one CPU");
	KUNIT_ASSERT_NOT_NULL(test, stress);
	stress->slots = make_ring(test, count, ENTRY_WORDS * sizeof(u64));
	stress->count = count;
	stress->reads = div_u64(reads, readers);
	init_completion(&stress->done);
	atomic_set(&stress->running, readers);
	writer = start(test, stress_write, stress, cpu);
	for (i = 0; i < readers; i++) {
		cpu = cpumask_next(cpu, cpu_online_mask);
		stress->readers[i].stress = stress;
		stress->readers[i].seed = i + 1;
		kunit_info(test, "reader on CPU %u, seed %u", cpu, i + 1);
		tasks[i] = start(test, stress_read, &stress->readers[i], cpu);
	}
	wait_for_completion(&stress->done);
	for (i = 0; i < readers; i++)
		kthread_stop(tasks[i]);
	kthread_stop(writer);
	for (i = 0; i < readers; i++)
		expect_whole_entries(test, &stress->readers[i], stress->reads);
}

static void no_reader_sees_a_torn_entry(struct kunit *test)
{
	run_stress(test, 2, QUICK_READS);
	run_stress(test, 256, QUICK_READS);
}

static void no_reader_sees_a_torn_entry_in_a_long_run(struct kunit *test)
{
	run_stress(test, 4, SLOW_READS);
}

static struct kunit_case slots_cases[] = {
	KUNIT_CASE(an_empty_ring_has_nothing_yet),
	KUNIT_CASE(an_entry_can_be_read_at_once_and_again),
	KUNIT_CASE(the_last_entries_stay_until_lapped),
	KUNIT_CASE(an_entry_of_any_size_is_kept_apart),
	KUNIT_CASE(no_reader_sees_a_torn_entry),
	KUNIT_CASE_SLOW(no_reader_sees_a_torn_entry_in_a_long_run),
	{}
};

static struct kunit_suite slots_suite = {
	.name = "pps-spin-slots",
	.init = slots_init,
	.exit = slots_exit,
	.test_cases = slots_cases,
};

kunit_test_suite(slots_suite);

MODULE_DESCRIPTION("Tests of the ring of slots");
MODULE_LICENSE("GPL");
