// SPDX-License-Identifier: GPL-2.0
/*
 * The lock of pps-spin-bench: each way to take it lets one in at a time, and
 * leaves it as it was found
 */
#include <kunit/test.h>

#include <linux/completion.h>
#include <linux/cpumask.h>
#include <linux/jiffies.h>
#include <linux/kthread.h>

#include "contend.c"

#define MAX_THREADS	4

/* How long they contend, and how often at once */
#define CONTEND_MS	300
#define PAIRS		64

/* A way to wait with a kind of lock, by their numbers */
struct way {
	enum pps_spin_wait wait;
	enum pps_spin_kind kind;
};

static const struct way ways[] = {
	{ PPS_SPIN_WAIT_BUSY, PPS_SPIN_KIND_PLAIN },
	{ PPS_SPIN_WAIT_BUSY, PPS_SPIN_KIND_RECURSIVE },
	{ PPS_SPIN_WAIT_WFE, PPS_SPIN_KIND_PLAIN },
	{ PPS_SPIN_WAIT_WFE, PPS_SPIN_KIND_RECURSIVE },
	{ PPS_SPIN_WAIT_MONITOR, PPS_SPIN_KIND_PLAIN },
	{ PPS_SPIN_WAIT_MONITOR, PPS_SPIN_KIND_RECURSIVE },
	{ PPS_SPIN_WAIT_SEV_NO_DSB, PPS_SPIN_KIND_PLAIN },
	{ PPS_SPIN_WAIT_SEV_NO_DSB, PPS_SPIN_KIND_RECURSIVE },
	{ PPS_SPIN_WAIT_QSPINLOCK, PPS_SPIN_KIND_PLAIN },
	{ PPS_SPIN_WAIT_QSPINLOCK, PPS_SPIN_KIND_RECURSIVE },
};

static void describe_way(const struct way *way, char *desc)
{
	snprintf(desc, KUNIT_PARAM_DESC_SIZE, "%s %s",
		 pps_spin_wait_names[way->wait],
		 pps_spin_kind_names[way->kind]);
}

KUNIT_ARRAY_PARAM(ways, ways, describe_way);

/* Memory that is aligned as the lock wants it */
static struct pps_spin_contended *make_lock(struct kunit *test)
{
	struct pps_spin_contended *contended;

	contended = kunit_kzalloc(test, sizeof(*contended), GFP_KERNEL);
	KUNIT_ASSERT_NOT_NULL(test, contended);
	pps_spin_contended_init(contended);
	return contended;
}

static void expect_free(struct kunit *test,
			struct pps_spin_contended *contended)
{
	KUNIT_EXPECT_EQ(test, contended->word, 0);
	KUNIT_EXPECT_FALSE(test, raw_spin_is_locked(&contended->raw));
	KUNIT_EXPECT_EQ(test, contended->owner, PPS_SPIN_NO_OWNER);
	KUNIT_EXPECT_EQ(test, contended->depth, 0);
}

static void who_is_alone_gets_it_and_leaves_it_free(struct kunit *test)
{
	const struct way *way = test->param_value;
	struct pps_spin_contended *contended = make_lock(test);

	pps_spin_contend(way->wait, way->kind)(contended, 0, 1);
	KUNIT_EXPECT_EQ(test, contended->counter, 1);
	expect_free(test, contended);
	pps_spin_contend(way->wait, way->kind)(contended, 1, 9);
	KUNIT_EXPECT_EQ(test, contended->counter, 10);
	expect_free(test, contended);
}

/* What the threads have in common */
struct crowd {
	struct pps_spin_contended *contended;
	pps_spin_pairs pairs;
	atomic_t missing;
	atomic_t running;
	struct completion done;
};

/* One of them */
struct member {
	struct crowd *crowd;
	int number;
	u64 done;
};

static int take_turns(void *data)
{
	struct member *member = data;
	struct crowd *crowd = member->crowd;
	unsigned long end;

	/* Nobody begins alone */
	atomic_dec(&crowd->missing);
	while (atomic_read(&crowd->missing))
		cond_resched();
	end = jiffies + msecs_to_jiffies(CONTEND_MS);
	do {
		crowd->pairs(crowd->contended, member->number, PAIRS);
		member->done += PAIRS;
		cond_resched();
	} while (time_before(jiffies, end));
	if (atomic_dec_and_test(&crowd->running))
		complete(&crowd->done);
	while (!kthread_should_stop())
		schedule_timeout_interruptible(1);
	return 0;
}

static void nothing_that_many_count_is_lost(struct kunit *test)
{
	const struct way *way = test->param_value;
	struct crowd crowd = {
		.contended = make_lock(test),
		.pairs = pps_spin_contend(way->wait, way->kind),
	};
	struct task_struct *tasks[MAX_THREADS];
	struct member members[MAX_THREADS];
	int count = min_t(int, num_online_cpus(), MAX_THREADS);
	int cpu, i = 0;
	u64 done = 0;

	if (count < 2)
		kunit_skip(test, "there is only one CPU");
	init_completion(&crowd.done);
	atomic_set(&crowd.missing, count);
	atomic_set(&crowd.running, count);
	for_each_online_cpu(cpu) {
		if (i == count)
			break;
		members[i] = (struct member){ &crowd, i };
		tasks[i] = kthread_create(take_turns, &members[i],
					  "pps-spin-test");
		KUNIT_ASSERT_FALSE(test, IS_ERR(tasks[i]));
		kthread_bind(tasks[i++], cpu);
	}
	for (i = 0; i < count; i++)
		wake_up_process(tasks[i]);
	wait_for_completion(&crowd.done);
	for (i = 0; i < count; i++)
		kthread_stop(tasks[i]);
	for (i = 0; i < count; i++)
		done += members[i].done;
	KUNIT_EXPECT_EQ(test, crowd.contended->counter, done);
	expect_free(test, crowd.contended);
}

static void the_owner_of_a_recursive_lock_may_take_it_again(struct kunit *test)
{
	struct pps_spin_contended *contended = make_lock(test);

	preempt_disable();
	busy_lock_again(contended, 2);
	busy_lock_again(contended, 2);
	preempt_enable();
	KUNIT_EXPECT_EQ(test, contended->word, 1);
	KUNIT_EXPECT_EQ(test, contended->owner, 2);
	KUNIT_EXPECT_EQ(test, contended->depth, 2);
	busy_unlock_once(contended);
	KUNIT_EXPECT_EQ(test, contended->word, 1);
	KUNIT_EXPECT_EQ(test, contended->owner, 2);
	busy_unlock_once(contended);
	expect_free(test, contended);
}

static struct kunit_case contend_cases[] = {
	KUNIT_CASE_PARAM(who_is_alone_gets_it_and_leaves_it_free,
			 ways_gen_params),
	KUNIT_CASE_PARAM(nothing_that_many_count_is_lost, ways_gen_params),
	KUNIT_CASE(the_owner_of_a_recursive_lock_may_take_it_again),
	{}
};

static struct kunit_suite contend_suite = {
	.name = "pps-spin-contend",
	.test_cases = contend_cases,
};

kunit_test_suite(contend_suite);

MODULE_DESCRIPTION("Tests of the lock of pps-spin-bench");
MODULE_LICENSE("GPL");
