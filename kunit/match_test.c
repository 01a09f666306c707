// SPDX-License-Identifier: GPL-2.0
/*
 * Captures in, records out: what belongs together, in which order, with which
 * flags. Every story is told at ordinary times and across the counter's wraps.
 */
#include <kunit/test.h>

#include "judge.c"
#include "match.c"
#include "outcome.c"
#include "past.c"
#include "record.c"
#include "settle.c"
#include "match_cases.h"

/* Counter at the start: the stories last for up to two seconds */
static const u64 match_starts[] = {
	1000 * TICKS_PER_SECOND,
	(1ULL << 63) - 3000,
	(1ULL << 63) - TICKS_PER_SECOND / 2 - 1,
	U64_MAX - 1001,
	U64_MAX - TICKS_PER_SECOND / 2,
};

/**
 * struct match_run - a story that is being told
 * @match: the matcher
 * @start: counter at its start
 * @period_ticks: of the pulse
 * @flags: records that carry each flag
 * @count: records so far
 * @records: they
 */
struct match_run {
	struct pps_spin_match match;
	u64 start;
	u64 period_ticks;
	u64 flags[PPS_SPIN_FLAG_COUNT];
	u32 count;
	struct pps_spin_record records[PPS_SPIN_MATCH_QUEUE + 8];
};

static u64 at(const struct match_run *run, s32 us)
{
	return run->start + (s64)us * TICKS_PER_US;
}

static void expect_balance(struct kunit *test, const struct match_run *run)
{
	const u64 *stats = run->match.stats;
	u64 sum = 0;
	int i;

	for (i = PPS_SPIN_STAT_EDGES + 1; i < PPS_SPIN_STAT_OUTCOMES; i++)
		sum += stats[i];
	KUNIT_EXPECT_EQ(test, stats[PPS_SPIN_STAT_EDGES], sum);
	KUNIT_EXPECT_EQ(test, run->match.seq, sum);
	KUNIT_EXPECT_EQ(test, run->count, sum);
	KUNIT_EXPECT_EQ(test, 0, memcmp(run->match.flag_stats, run->flags,
					sizeof(run->flags)));
}

static void run_matcher(struct kunit *test, struct match_run *run, u64 now)
{
	struct pps_spin_record record;
	int flag;

	while (pps_spin_match_next(&run->match, now, &record)) {
		KUNIT_ASSERT_LT(test, run->count, ARRAY_SIZE(run->records));
		run->records[run->count++] = record;
		KUNIT_EXPECT_EQ(test, record.value[PPS_SPIN_SEQ], run->count);
		for (flag = 0; flag < PPS_SPIN_FLAG_COUNT; flag++)
			run->flags[flag] += !!(record.flags & BIT(flag));
		expect_balance(test, run);
	}
}

static void tell_irq_at(struct match_run *run, u64 ack_ticks, u64 irq_ticks)
{
	struct pps_spin_irq_capture irq = {
		.have = BIT(PPS_SPIN_ENTRY) | BIT(PPS_SPIN_EARLY) |
			BIT(PPS_SPIN_ACK),
		.entry_ticks = ack_ticks - 20,
		.early_ticks = ack_ticks - 10,
		.ack_ticks = ack_ticks,
		.irq_ticks = irq_ticks,
	};

	pps_spin_match_irq(&run->match, &irq);
}

static void tell_irq(struct match_run *run, s32 us)
{
	tell_irq_at(run, at(run, us) - 10, at(run, us));
}

static void tell_stimulus(struct match_run *run,
			  const struct match_event *event)
{
	struct pps_spin_stimulus_capture stimulus = {
		.t0_ticks = at(run, event->since ?: event->at) - 1,
		.t1_ticks = at(run, event->at) + 1,
		.period_ticks = run->period_ticks,
	};

	pps_spin_match_stimulus(&run->match, &stimulus);
}

static void tell_look(struct match_run *run, const struct match_event *event)
{
	struct pps_spin_poll_capture poll = {
		.look = event->look,
		.poll = PPS_SPIN_POLL_MMIO,
		.cpu = 1,
		.reads = 10,
		.after_ticks = at(run, event->at) + 10,
		.period_ticks = run->period_ticks,
		.until_ticks = at(run, event->at) + run->period_ticks / 2,
	};

	if (event->look == PPS_SPIN_LOOK_EDGE) {
		poll.prev_ticks = at(run, event->since ?: event->at) - 10;
		poll.before_ticks = at(run, event->at);
	}
	/* Without that it came when all was over */
	poll.opened_ticks = event->since ? at(run, event->since) :
					   poll.after_ticks + 1;
	if (event->since)
		poll.inactive_ticks = at(run, event->since);
	if (event->until)
		poll.until_ticks = at(run, event->until);
	if (event->kind == EVENT_REST)
		poll.until_ticks = at(run, event->at) + 3600 * TICKS_PER_SECOND;
	if (!run->period_ticks)
		poll.until_ticks = poll.after_ticks;
	if (event->look == PPS_SPIN_LOOK_WAITING)
		poll.until_ticks = 0;
	pps_spin_match_poll(&run->match, &poll);
}

static void tell(struct kunit *test, struct match_run *run,
		 const struct match_event *event)
{
	switch (event->kind) {
	case EVENT_IRQ:
		if (event->since)
			tell_irq_at(run, at(run, event->since),
				    at(run, event->at));
		else
			tell_irq(run, event->at);
		break;
	case EVENT_STIMULUS:
		tell_stimulus(run, event);
		break;
	case EVENT_ENDED:
		run->match.all_told = true;
		break;
	case EVENT_OVER:
		run->match.stimulating = false;
		break;
	case EVENT_LOST:
		pps_spin_match_lost(&run->match, event->at);
		break;
	case EVENT_RUN:
		run_matcher(test, run, at(run, event->at));
		KUNIT_EXPECT_EQ_MSG(test, run->count, event->records,
				    "at %d us", event->at);
		break;
	default:
		tell_look(run, event);
	}
}

static void expect_time(struct kunit *test, const struct match_run *run,
			const struct pps_spin_record *record,
			enum pps_spin_column column, s32 us, s32 offset_ticks)
{
	KUNIT_EXPECT_EQ_MSG(test, pps_spin_record_has(record, column), !!us,
			    "%s", pps_spin_column_name(column));
	if (us && pps_spin_record_has(record, column))
		KUNIT_EXPECT_EQ_MSG(test, record->value[column],
				    at(run, us) + offset_ticks, "%s",
				    pps_spin_column_name(column));
}

static void expect_record(struct kunit *test, const struct match_run *run,
			  const struct pps_spin_record *record,
			  const struct match_record *expected)
{
	bool is_late = pps_spin_record_has(record, PPS_SPIN_POLL) &&
		       record->flags & FLAG(LATE);
	s32 ack = expected->ack ?: expected->irq;
	s32 usual = expected->ack ? 0 : -10;

	KUNIT_EXPECT_EQ(test, record->flags, expected->flags);
	expect_time(test, run, record, PPS_SPIN_PREV,
		    expected->prev ?: expected->poll, -10);
	expect_time(test, run, record, PPS_SPIN_BEFORE, expected->poll, 0);
	expect_time(test, run, record, PPS_SPIN_AFTER, expected->poll, 10);
	expect_time(test, run, record, PPS_SPIN_ENTRY, ack, usual - 20);
	expect_time(test, run, record, PPS_SPIN_EARLY, ack, usual - 10);
	expect_time(test, run, record, PPS_SPIN_ACK, ack, usual);
	expect_time(test, run, record, PPS_SPIN_IRQ, expected->irq, 0);
	expect_time(test, run, record, PPS_SPIN_T0,
		    expected->t0 ?: expected->stimulus, -1);
	expect_time(test, run, record, PPS_SPIN_T1, expected->stimulus, 1);
	KUNIT_EXPECT_EQ(test, pps_spin_record_has(record, PPS_SPIN_POLL_CPU),
			expected->poll || is_late);
	KUNIT_EXPECT_EQ(test, pps_spin_record_has(record, PPS_SPIN_IRQ_CPU),
			!!expected->irq);
}

static struct match_run *start_run(struct kunit *test, u64 start,
				   const struct match_case *story)
{
	struct match_run *run = kunit_kzalloc(test, sizeof(*run), GFP_KERNEL);
	const struct match_event missed = MISSED(-(s32)story->period);

	KUNIT_ASSERT_NOT_NULL(test, run);
	run->start = start;
	run->period_ticks = (u64)story->period * TICKS_PER_US;
	pps_spin_match_init(&run->match, TICKS_PER_SECOND, GATE_TICKS,
			    !story->no_irq, start - 2 * TICKS_PER_SECOND);
	run->match.stimulating = story->stimulating;
	if (story->stimulating)
		run->match.period_ticks = run->period_ticks;
	if (!story->no_poller)
		tell_look(run, &missed);
	return run;
}

static void tell_story(struct kunit *test, const struct match_case *story,
		       u64 start)
{
	struct match_run *run = start_run(test, start, story);
	u32 i;

	for (i = 0; story->events[i].kind; i++) {
		tell(test, run, &story->events[i]);
		expect_balance(test, run);
	}
	for (i = 0; i < run->count && i < MATCH_RECORDS; i++)
		expect_record(test, run, &run->records[i], &story->records[i]);
	KUNIT_EXPECT_EQ(test, run->match.stats[PPS_SPIN_STAT_STALE],
			story->stale);
	KUNIT_EXPECT_FALSE(test, pps_spin_match_is_pending(&run->match));
}

static void describe_story(const struct match_case *story, char *desc)
{
	snprintf(desc, KUNIT_PARAM_DESC_SIZE, "%s", story->name);
}

KUNIT_ARRAY_PARAM(story, match_cases, describe_story);

static void captures_become_pulses(struct kunit *test)
{
	u32 i;

	for (i = 0; i < ARRAY_SIZE(match_starts); i++)
		tell_story(test, test->param_value, match_starts[i]);
}

/* A stimulus, its look and its interrupt in any order, two pulses at once */
static void any_order_makes_the_same_pulse(struct kunit *test)
{
	static const u8 orders[][3] = {
		{ 0, 1, 2 }, { 0, 2, 1 }, { 1, 0, 2 },
		{ 1, 2, 0 }, { 2, 0, 1 }, { 2, 1, 0 },
	};
	const struct match_event events[] = {
		STIMULUS(100), EDGE(100), IRQ(105),
	};
	const struct match_case story = { .period = SECOND,
					  .stimulating = true };
	const struct match_record expected = { 0, 100, 105, 100 };
	u32 i, n;

	for (i = 0; i < ARRAY_SIZE(orders); i++) {
		struct match_run *run = start_run(test, U64_MAX - 1001, &story);

		for (n = 0; n < 3; n++) {
			run_matcher(test, run, at(run, 106));
			KUNIT_EXPECT_EQ(test, run->count, 0);
			tell(test, run, &events[orders[i][n]]);
		}
		run_matcher(test, run, at(run, 106));
		KUNIT_ASSERT_EQ(test, run->count, 1);
		expect_record(test, run, &run->records[0], &expected);
	}
}

/* A stamp after the line was seen to become active is late, else it may be another interrupt's */
static void a_long_way_to_the_acknowledge_is_judged_by_the_look(struct kunit *test)
{
	static const struct {
		struct match_event look;
		u32 flags;
	} looks[] = {
		{ LATE(SECOND + 300), FLAG(LATE) },
		/* That may have been the pulse before, if it is long */
		{ ACTIVE(SECOND + 300), FLAG(LATE) | FLAG(MISATTRIBUTED) },
		{ MISSED(SECOND + 300), FLAG(MISSED) | FLAG(MISATTRIBUTED) },
	};
	const struct match_case story = { .period = SECOND };
	const struct match_event none = MISSED(1000);
	struct match_run *run;
	u32 i, n;

	for (i = 0; i < ARRAY_SIZE(looks); i++) {
		struct pps_spin_irq_capture irq = {
			.have = BIT(PPS_SPIN_ENTRY) | BIT(PPS_SPIN_ACK),
		};

		run = start_run(test, U64_MAX - 1001, &story);
		for (n = 0; n < 10; n++)
			tell_irq(run, n * 100);
		tell(test, run, &none);
		run_matcher(test, run, at(run, SECOND));
		irq.entry_ticks = at(run, SECOND + 302);
		irq.ack_ticks = at(run, SECOND + 402);
		irq.irq_ticks = at(run, SECOND + 403);
		pps_spin_match_irq(&run->match, &irq);
		tell(test, run, &looks[i].look);
		run_matcher(test, run, at(run, 2 * SECOND));
		KUNIT_ASSERT_EQ(test, run->count, 11);
		KUNIT_EXPECT_EQ(test, run->records[10].flags, looks[i].flags);
	}
}

/* Beyond the queue's end, captures are lost one by one, and accounted for */
static void a_full_queue_loses_and_says_so(struct kunit *test)
{
	const struct match_case story = { .period = 1000 };
	struct match_run *run = start_run(test, U64_MAX - 20000, &story);
	u32 i;

	for (i = 0; i < PPS_SPIN_MATCH_QUEUE; i++) {
		KUNIT_ASSERT_TRUE(test,
				  pps_spin_match_has_room(&run->match,
							  PPS_SPIN_SIDE_IRQ));
		tell_irq(run, i * 10 + 5);
	}
	KUNIT_EXPECT_FALSE(test, pps_spin_match_has_room(&run->match,
							 PPS_SPIN_SIDE_IRQ));
	KUNIT_EXPECT_TRUE(test, pps_spin_match_has_room(&run->match,
							PPS_SPIN_SIDE_POLL));
	for (i = 0; i < 3; i++)
		tell_irq(run, PPS_SPIN_MATCH_QUEUE * 10 + i);
	run_matcher(test, run, at(run, 200000));
	KUNIT_ASSERT_EQ(test, run->count, PPS_SPIN_MATCH_QUEUE + 3);
	KUNIT_EXPECT_EQ(test, run->match.stats[PPS_SPIN_STAT_COALESCED], 3);
	KUNIT_EXPECT_EQ(test, run->match.stats[PPS_SPIN_STAT_MISSED],
			PPS_SPIN_MATCH_QUEUE);
	for (i = 0; i < run->count; i++)
		KUNIT_EXPECT_EQ(test, run->records[i].flags & FLAG(COALESCED),
				i < PPS_SPIN_MATCH_QUEUE ? 0 : FLAG(COALESCED));
}

static void a_full_queue_of_edges_loses_and_says_so(struct kunit *test)
{
	const struct match_case story = { .period = 1000 };
	struct match_run *run = start_run(test, U64_MAX - 20000, &story);
	u32 i;

	for (i = 0; i < PPS_SPIN_MATCH_QUEUE + 2; i++) {
		const struct match_event edge = EDGE((s32)i * 10);

		tell(test, run, &edge);
	}
	run_matcher(test, run, at(run, 200000));
	KUNIT_ASSERT_EQ(test, run->count, PPS_SPIN_MATCH_QUEUE + 2);
	KUNIT_EXPECT_EQ(test, run->match.stats[PPS_SPIN_STAT_COALESCED], 2);
	KUNIT_EXPECT_EQ(test, run->match.stats[PPS_SPIN_STAT_NOIRQ],
			PPS_SPIN_MATCH_QUEUE);
}

static struct kunit_case match_test_cases[] = {
	KUNIT_CASE_PARAM(captures_become_pulses, story_gen_params),
	KUNIT_CASE(any_order_makes_the_same_pulse),
	KUNIT_CASE(a_long_way_to_the_acknowledge_is_judged_by_the_look),
	KUNIT_CASE(a_full_queue_loses_and_says_so),
	KUNIT_CASE(a_full_queue_of_edges_loses_and_says_so),
	{}
};

static struct kunit_suite match_suite = {
	.name = "pps-spin-match",
	.test_cases = match_test_cases,
};

kunit_test_suite(match_suite);

MODULE_DESCRIPTION("Tests of pairing captures");
MODULE_LICENSE("GPL");
