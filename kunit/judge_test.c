// SPDX-License-Identifier: GPL-2.0
/*
 * What is unusual or impossible about a pulse
 *
 * Times are in ticks from the edge of each pulse; every case is judged at
 * ordinary times and across the counter's wraps.
 */
#include <kunit/test.h>

#include "judge.c"
#include "record.c"

#define PERIOD		10000
#define GATE		8
#define ENOUGH		8
#define FLAG(name)	BIT(PPS_SPIN_##name)
#define NONE		INT_MIN

static const u64 judge_starts[] = {
	1000000, (1ULL << 63) - 20 * PERIOD - 7, 0 - 20 * PERIOD - 7ULL,
};

/**
 * struct pulse - a pulse; NONE where a stamp is missing
 * @poll: prev, before, after
 * @stamps: entry, early, ack, irq
 * @seen: when the line was seen active, if that was all
 */
struct pulse {
	s32 poll[3];
	s32 stamps[4];
	s32 seen;
};

#define NO_POLL		{ NONE, NONE, NONE }
#define NO_IRQ		{ NONE, NONE, NONE, NONE }
#define POLL		{ -6, 0, 6 }
#define STAMPS		{ 10, 12, 16, 20 }
#define USUAL_PULSE	{ POLL, STAMPS, NONE }

struct judge_case {
	const char *name;
	struct pulse usual;
	struct pulse pulse;
	u32 flags;
};

/* The usual gap is 4 ticks, the usual bracket 12 */
static const struct judge_case judge_cases[] = {
	{ "a usual pulse", USUAL_PULSE, USUAL_PULSE, 0 },
	{ "all stamps at the same time", USUAL_PULSE,
	  { POLL, { 10, 10, 10, 10 }, NONE }, 0 },
	{ "entry after early", USUAL_PULSE, { POLL, { 13, 12, 16, 20 }, NONE },
	  FLAG(MISATTRIBUTED) },
	{ "early after ack", USUAL_PULSE, { POLL, { 10, 17, 16, 20 }, NONE },
	  FLAG(MISATTRIBUTED) },
	{ "ack after irq", USUAL_PULSE, { POLL, { 10, 12, 21, 20 }, NONE },
	  FLAG(MISATTRIBUTED) },
	{ "entry after ack, and no early", USUAL_PULSE,
	  { POLL, { 17, NONE, 16, 20 }, NONE }, FLAG(MISATTRIBUTED) },
	{ "early after irq, and nothing else", USUAL_PULSE,
	  { POLL, { NONE, 21, NONE, 20 }, NONE }, FLAG(MISATTRIBUTED) },
	{ "entry at prev", USUAL_PULSE, { POLL, { -6, 12, 16, 20 }, NONE }, 0 },
	{ "entry before prev", USUAL_PULSE, { POLL, { -7, 12, 16, 20 }, NONE },
	  FLAG(MISATTRIBUTED) },
	{ "early before prev, and no entry", USUAL_PULSE,
	  { POLL, { NONE, -7, 16, 20 }, NONE }, FLAG(MISATTRIBUTED) },
	{ "all stamps before prev", USUAL_PULSE,
	  { POLL, { -10, -9, -8, -7 }, NONE }, FLAG(MISATTRIBUTED) },
	/* Twice the gate is 16, four times the usual gap and a tick is 20 */
	{ "a narrow bracket proves what the gap denies", USUAL_PULSE,
	  { { -8, 0, 8 }, { 0, 2, 60, 64 }, NONE }, 0 },
	{ "one of more than twice the gate does not", USUAL_PULSE,
	  { { -8, 0, 9 }, { 0, 2, 60, 64 }, NONE }, FLAG(MISATTRIBUTED) },
	{ "but a usual gap in it is well", USUAL_PULSE,
	  { { -30, 0, 9 }, { 0, 2, 6, 64 }, NONE }, 0 },
	{ "a long gap after the line was seen active is late at worst",
	  USUAL_PULSE, { NO_POLL, { 100, 102, 160, 164 }, 100 }, 0 },
	{ "one that began before is not", USUAL_PULSE,
	  { NO_POLL, { 99, 102, 160, 164 }, 100 }, FLAG(MISATTRIBUTED) },
	{ "not polled: the longest gap that can be", USUAL_PULSE,
	  { NO_POLL, { 10, 12, 12 + 28, 60 }, NONE }, 0 },
	{ "not polled: a longer one", USUAL_PULSE,
	  { NO_POLL, { 10, 12, 12 + 29, 60 }, NONE }, FLAG(MISATTRIBUTED) },
	{ "nothing is served before early, however late that is", USUAL_PULSE,
	  { NO_POLL, { -900, 12, 16, 20 }, NONE }, 0 },
	{ "without ack, the gap ends at irq",
	  { POLL, { 10, 12, NONE, 20 }, NONE },
	  { NO_POLL, { 10, 12, NONE, 12 + 45 }, NONE }, FLAG(MISATTRIBUTED) },
	{ "and may be as long", { POLL, { 10, 12, NONE, 20 }, NONE },
	  { NO_POLL, { 10, 12, NONE, 12 + 44 }, NONE }, 0 },
	{ "without early, the gap begins at entry",
	  { POLL, { 10, NONE, 16, 20 }, NONE },
	  { NO_POLL, { 10, NONE, 10 + 37, 60 }, NONE }, FLAG(MISATTRIBUTED) },
	{ "and may be as long, too", { POLL, { 10, NONE, 16, 20 }, NONE },
	  { NO_POLL, { 10, NONE, 10 + 36, 60 }, NONE }, 0 },
	{ "without any of them, nothing can be said", USUAL_PULSE,
	  { NO_POLL, { NONE, NONE, 10, 2000 }, NONE }, 0 },
	{ "no interrupt", USUAL_PULSE, { POLL, NO_IRQ, NONE }, 0 },
	{ "neither", USUAL_PULSE, { NO_POLL, NO_IRQ, NONE }, 0 },
	{ "the widest usual bracket", USUAL_PULSE,
	  { { -46, 0, 6 }, STAMPS, NONE }, 0 },
	{ "a wide one", USUAL_PULSE, { { -47, 0, 6 }, STAMPS, NONE }, FLAG(WIDE) },
	{ "wide behind the edge", USUAL_PULSE, { { -1, 0, 52 }, STAMPS, NONE },
	  FLAG(WIDE) },
};

static void describe_judge(const struct judge_case *param, char *desc)
{
	snprintf(desc, KUNIT_PARAM_DESC_SIZE, "%s", param->name);
}

KUNIT_ARRAY_PARAM(judge, judge_cases, describe_judge);

/**
 * struct court - a judge and the time
 * @judge: the judge
 * @edge: of the next pulse
 */
struct court {
	struct pps_spin_judge judge;
	u64 edge;
};

static void set(const struct court *court, struct pps_spin_record *record,
		enum pps_spin_column column, s32 ticks)
{
	if (ticks != NONE)
		pps_spin_record_set(record, column, court->edge + (s64)ticks);
}

static void make_record(const struct court *court, const struct pulse *pulse,
			struct pps_spin_record *record)
{
	memset(record, 0, sizeof(*record));
	set(court, record, PPS_SPIN_PREV, pulse->poll[0]);
	set(court, record, PPS_SPIN_BEFORE, pulse->poll[1]);
	set(court, record, PPS_SPIN_AFTER, pulse->poll[2]);
	set(court, record, PPS_SPIN_ENTRY, pulse->stamps[0]);
	set(court, record, PPS_SPIN_EARLY, pulse->stamps[1]);
	set(court, record, PPS_SPIN_ACK, pulse->stamps[2]);
	set(court, record, PPS_SPIN_IRQ, pulse->stamps[3]);
	if (pulse->poll[0] != NONE) {
		pps_spin_record_set(record, PPS_SPIN_POLL, PPS_SPIN_POLL_MMIO);
		pps_spin_record_set(record, PPS_SPIN_READS, 100);
		pps_spin_record_set(record, PPS_SPIN_POLL_CPU, 1);
	}
	if (pulse->stamps[3] != NONE)
		pps_spin_record_set(record, PPS_SPIN_IRQ_CPU, 0);
}

static u32 judge_pulse(struct court *court, const struct pulse *pulse)
{
	u64 seen = court->edge + (s64)pulse->seen;
	struct pps_spin_record record;
	u32 flags;

	make_record(court, pulse, &record);
	flags = pps_spin_judge_record(&court->judge, &record,
				      pulse->seen != NONE ? &seen : NULL);
	court->edge += PERIOD;
	return flags;
}

static void open_court(struct court *court, u64 start)
{
	pps_spin_judge_init(&court->judge, GATE, start - PERIOD);
	court->edge = start;
}

static void a_pulse_is_judged_by_the_usual(struct kunit *test)
{
	const struct judge_case *param = test->param_value;
	struct court court;
	u32 i, n;

	for (i = 0; i < ARRAY_SIZE(judge_starts); i++) {
		open_court(&court, judge_starts[i]);
		for (n = 0; n < 20; n++)
			KUNIT_EXPECT_EQ(test, 0,
					judge_pulse(&court, &param->usual));
		KUNIT_EXPECT_EQ(test, param->flags,
				judge_pulse(&court, &param->pulse));
		KUNIT_EXPECT_EQ(test, 0, judge_pulse(&court, &param->usual));
	}
}

/* What is usual is known from the eighth pulse on, and the plain way from two */
static void a_few_pulses_are_no_usual(struct kunit *test)
{
	const struct pulse wide = { { -500, 0, 6 }, STAMPS, NONE };
	const struct pulse gap = { NO_POLL, { 10, 12, 500, 600 }, NONE };
	const struct pulse usual = USUAL_PULSE;
	struct court court;
	u32 seen, n;

	for (seen = 1; seen <= ENOUGH; seen++) {
		open_court(&court, 1000000);
		for (n = 0; n < seen; n++)
			judge_pulse(&court, &usual);
		KUNIT_EXPECT_EQ(test, seen < ENOUGH ? 0 : FLAG(WIDE),
				judge_pulse(&court, &wide));
		open_court(&court, 1000000);
		for (n = 0; n < seen; n++)
			judge_pulse(&court, &usual);
		KUNIT_EXPECT_EQ(test, seen < 2 ? 0 : FLAG(MISATTRIBUTED),
				judge_pulse(&court, &gap));
	}
}

/* The shortest of the first ones is plain, wherever it comes */
static void one_plain_way_tells_at_once(struct kunit *test)
{
	const struct pulse gap = { NO_POLL, { 10, 12, 500, 600 }, NONE };
	const struct pulse usual = USUAL_PULSE;
	struct court court;
	u32 seen, n;

	for (seen = 1; seen < ENOUGH; seen++) {
		open_court(&court, 1000000);
		for (n = 0; n < seen; n++)
			KUNIT_EXPECT_EQ(test, 0, judge_pulse(&court, &gap));
		judge_pulse(&court, &usual);
		KUNIT_EXPECT_EQ(test, FLAG(MISATTRIBUTED),
				judge_pulse(&court, &gap));
	}
}

/* Stamps that are wrong must not become the usual, from the first pulse on */
static void wrong_stamps_teach_nothing(struct kunit *test)
{
	static const struct pulse wrong[] = {
		{ POLL, { 17, 12, 16, 20 }, NONE },
		{ POLL, { -1000, 12, 16, 20 }, NONE },
	};
	const struct pulse gap = { NO_POLL, { 10, 12, 500, 600 }, NONE };
	const struct pulse usual = USUAL_PULSE;
	struct court court;
	u32 i, n;

	for (i = 0; i < ARRAY_SIZE(wrong); i++) {
		open_court(&court, 1000000);
		for (n = 0; n < 100; n++)
			KUNIT_EXPECT_EQ(test, FLAG(MISATTRIBUTED),
					judge_pulse(&court, &wrong[i]));
		for (n = 0; n < ENOUGH; n++)
			KUNIT_EXPECT_EQ(test, 0, judge_pulse(&court, &usual));
		KUNIT_EXPECT_EQ(test, FLAG(MISATTRIBUTED),
				judge_pulse(&court, &gap));
	}
}

/* A run of them is flagged to its end, a change of the usual is learned */
static void a_run_of_long_gaps_is_flagged(struct kunit *test)
{
	const struct pulse gap = { NO_POLL, { 10, 12, 500, 600 }, NONE };
	const struct pulse usual = USUAL_PULSE;
	struct court court;
	u32 n;

	open_court(&court, 1000000);
	for (n = 0; n < 20; n++)
		judge_pulse(&court, &usual);
	for (n = 0; n < 100; n++)
		KUNIT_EXPECT_EQ(test, FLAG(MISATTRIBUTED),
				judge_pulse(&court, &gap));
	for (n = 0; n < 200; n++)
		judge_pulse(&court, &gap);
	KUNIT_EXPECT_EQ(test, 0, judge_pulse(&court, &gap));
}

/* On a busy machine: of four gaps one is 6 ticks, the others are 20 */
static void a_busy_way_is_no_plain_one(struct kunit *test)
{
	const struct pulse busy = { POLL, { 10, 12, 30, 40 }, NONE };
	const struct pulse gap = { NO_POLL, { 10, 12, 70, 80 }, NONE };
	const struct pulse polled = { { -30, 0, 20 }, { 10, 12, 70, 80 }, NONE };
	const struct pulse usual = USUAL_PULSE;
	struct court court;
	u32 n;

	open_court(&court, 1000000);
	for (n = 0; n < 400; n++)
		KUNIT_EXPECT_EQ(test, 0,
				judge_pulse(&court, n % 4 ? &busy : &usual));
	KUNIT_EXPECT_EQ(test, FLAG(MISATTRIBUTED), judge_pulse(&court, &gap));
	KUNIT_EXPECT_EQ(test, FLAG(MISATTRIBUTED),
			judge_pulse(&court, &polled) & ~FLAG(WIDE));
}

static void wider_brackets_become_usual(struct kunit *test)
{
	const struct pulse wide = { { -100, 0, 20 }, STAMPS, NONE };
	const struct pulse usual = USUAL_PULSE;
	struct court court;
	u32 n;

	open_court(&court, 1000000);
	for (n = 0; n < 20; n++)
		judge_pulse(&court, &usual);
	for (n = 0; n < 10; n++)
		KUNIT_EXPECT_EQ(test, FLAG(WIDE), judge_pulse(&court, &wide));
	for (n = 0; n < 50; n++)
		judge_pulse(&court, &wide);
	KUNIT_EXPECT_EQ(test, 0, judge_pulse(&court, &wide));
}

/* A counter so slow that a bracket takes no tick, or one */
static void a_tick_is_not_wide(struct kunit *test)
{
	const struct pulse none = { { 0, 0, 0 }, STAMPS, NONE };
	const struct pulse one = { { 0, 0, 1 }, STAMPS, NONE };
	struct court court;
	u32 n;

	open_court(&court, 1000000);
	for (n = 0; n < 100; n++) {
		KUNIT_EXPECT_EQ(test, 0, judge_pulse(&court, &none));
		KUNIT_EXPECT_EQ(test, 0, judge_pulse(&court, &one));
	}
}

static u32 judge_with(struct court *court, const struct pulse *pulse,
		      enum pps_spin_column column, u64 value)
{
	struct pps_spin_record record;

	make_record(court, pulse, &record);
	pps_spin_record_set(&record, column, value);
	court->edge += PERIOD;
	return pps_spin_judge_record(&court->judge, &record, NULL);
}

static void each_variant_has_its_own_usual(struct kunit *test)
{
	const struct pulse wide = { { -100, 0, 20 }, STAMPS, NONE };
	const struct pulse usual = USUAL_PULSE;
	struct court court;
	u32 n;

	open_court(&court, 1000000);
	for (n = 0; n < 20; n++) {
		KUNIT_EXPECT_EQ(test, 0,
				judge_with(&court, &usual, PPS_SPIN_POLL,
					   PPS_SPIN_POLL_MMIO));
		KUNIT_EXPECT_EQ(test, 0,
				judge_with(&court, &wide, PPS_SPIN_POLL,
					   PPS_SPIN_POLL_AFTER));
	}
	KUNIT_EXPECT_EQ(test, FLAG(WIDE),
			judge_with(&court, &wide, PPS_SPIN_POLL,
				   PPS_SPIN_POLL_MMIO));
}

static void the_first_read_is_flagged(struct kunit *test)
{
	const struct pulse usual = USUAL_PULSE;
	struct court court;

	open_court(&court, 1000000);
	KUNIT_EXPECT_EQ(test, FLAG(FIRST),
			judge_with(&court, &usual, PPS_SPIN_READS, 1));
	KUNIT_EXPECT_EQ(test, 0,
			judge_with(&court, &usual, PPS_SPIN_READS, 2));
}

static void another_cpu_is_flagged_once(struct kunit *test)
{
	static const enum pps_spin_column columns[] = {
		PPS_SPIN_POLL_CPU, PPS_SPIN_IRQ_CPU,
	};
	const struct pulse neither = { NO_POLL, NO_IRQ, NONE };
	const struct pulse usual = USUAL_PULSE;
	struct court court;
	u32 i;

	for (i = 0; i < ARRAY_SIZE(columns); i++) {
		open_court(&court, 1000000);
		KUNIT_EXPECT_EQ(test, 0,
				judge_with(&court, &usual, columns[i], 7));
		KUNIT_EXPECT_EQ(test, 0,
				judge_with(&court, &usual, columns[i], 7));
		KUNIT_EXPECT_EQ(test, 0, judge_pulse(&court, &neither));
		KUNIT_EXPECT_EQ(test, FLAG(CPU_CHANGED),
				judge_with(&court, &usual, columns[i], 2));
		KUNIT_EXPECT_EQ(test, 0,
				judge_with(&court, &usual, columns[i], 2));
	}
}

/* A pulse and the next one, the edges @step ticks from each other */
struct jump_case {
	const char *name;
	struct pulse first;
	struct pulse next;
	s32 step;
	u32 flags;
};

static const struct jump_case jump_cases[] = {
	{ "forwards", USUAL_PULSE, USUAL_PULSE, 1, 0 },
	{ "at the same time", USUAL_PULSE, USUAL_PULSE, 0, 0 },
	{ "backwards", USUAL_PULSE, USUAL_PULSE, -27, FLAG(COUNTER_JUMP) },
	{ "backwards by less than can be told", USUAL_PULSE, USUAL_PULSE, -26,
	  0 },
	{ "only polled", { POLL, NO_IRQ, NONE }, { POLL, NO_IRQ, NONE }, -13,
	  FLAG(COUNTER_JUMP) },
	{ "only interrupts", { NO_POLL, STAMPS, NONE },
	  { NO_POLL, STAMPS, NONE }, -1, FLAG(COUNTER_JUMP) },
	{ "a bracket that ends after the next pulse",
	  { { -6, 0, PERIOD + 500 }, STAMPS, NONE }, { NO_POLL, STAMPS, NONE },
	  PERIOD, 0 },
	{ "an interrupt that came after the next pulse's bracket",
	  { POLL, { 500, 502, 503, 504 }, NONE }, { POLL, NO_IRQ, NONE }, 100, 0 },
	{ "a pulse without stamps has no time", USUAL_PULSE,
	  { NO_POLL, NO_IRQ, NONE }, -500, 0 },
};

static void describe_jump(const struct jump_case *param, char *desc)
{
	snprintf(desc, KUNIT_PARAM_DESC_SIZE, "%s", param->name);
}

KUNIT_ARRAY_PARAM(jump, jump_cases, describe_jump);

static void a_counter_that_goes_back_is_flagged(struct kunit *test)
{
	const struct jump_case *param = test->param_value;
	struct court court;
	u32 i;

	for (i = 0; i < ARRAY_SIZE(judge_starts); i++) {
		open_court(&court, judge_starts[i] + 20 * PERIOD);
		KUNIT_EXPECT_EQ(test, 0, judge_pulse(&court, &param->first));
		court.edge += (s64)param->step - PERIOD;
		KUNIT_EXPECT_EQ(test, param->flags,
				judge_pulse(&court, &param->next));
	}
}

static struct kunit_case judge_test_cases[] = {
	KUNIT_CASE_PARAM(a_pulse_is_judged_by_the_usual, judge_gen_params),
	KUNIT_CASE(a_few_pulses_are_no_usual),
	KUNIT_CASE(one_plain_way_tells_at_once),
	KUNIT_CASE(wrong_stamps_teach_nothing),
	KUNIT_CASE(a_run_of_long_gaps_is_flagged),
	KUNIT_CASE(a_busy_way_is_no_plain_one),
	KUNIT_CASE(wider_brackets_become_usual),
	KUNIT_CASE(a_tick_is_not_wide),
	KUNIT_CASE(each_variant_has_its_own_usual),
	KUNIT_CASE(the_first_read_is_flagged),
	KUNIT_CASE(another_cpu_is_flagged_once),
	KUNIT_CASE_PARAM(a_counter_that_goes_back_is_flagged, jump_gen_params),
	{}
};

static struct kunit_suite judge_suite = {
	.name = "pps-spin-judge",
	.test_cases = judge_test_cases,
};

kunit_test_suite(judge_suite);

MODULE_DESCRIPTION("Tests of judging a pulse");
MODULE_LICENSE("GPL");
