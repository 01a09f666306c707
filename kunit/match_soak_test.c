// SPDX-License-Identifier: GPL-2.0
/*
 * Long trains whose edges are known: every edge that anyone captured has one
 * record, with all that was captured of it, whatever was late, lost or held up
 */
#include <kunit/test.h>

#include "judge.c"
#include "match.c"
#include "outcome.c"
#include "past.c"
#include "record.c"
#include "settle.c"

#define TICKS_PER_US	25
#define PULSES		100000
#define US(us)		((u64)(us) * TICKS_PER_US)

/* Stamps of one interrupt, and the reads of a bracket, are this far apart */
#define STAMP_TICKS	10

/**
 * struct soak_script - what a train is like
 * @name: a sentence
 * @period_us: of the pulse
 * @jitter_us: how late an edge may be
 * @irq_tail_us: latency of one interrupt in 64, else 20 us
 * @late_irq_us: latency of the interrupt of a pulse whose look is late, 0 if
 *		 that does not matter
 * @irq_lost: one in so many is lost, 0 for none
 * @not_seen: one look in so many sees no edge, 0 for none
 * @alternate: every other look is left out
 * @delay_us: how long a capture is on its way
 * @stuck_us: and one in 512, with those behind it
 * @stall_us: how long the thread that takes them stands still, one in 512 times
 * @stimulating: the edges are raised by us
 * @held_us: how long the CPU that raises an edge stands still before, one in 64
 *	     times
 * @seed: of all chance
 */
struct soak_script {
	const char *name;
	u32 period_us;
	u32 jitter_us;
	u32 irq_tail_us;
	u32 late_irq_us;
	u32 irq_lost;
	u32 not_seen;
	bool alternate;
	u32 delay_us;
	u32 stuck_us;
	u32 stall_us;
	bool stimulating;
	u32 held_us;
	u64 seed;
};

static const struct soak_script soak_scripts[] = {
	{ "1 Hz", 1000000, 50, 300, 0, 100, 20, false, 100000, 0, 0, false, 0,
	  11 },
	{ "1 Hz, every other look left out", 1000000, 50, 300, 0, 100, 20, true,
	  100000, 0, 0, false, 0, 12 },
	{ "1 Hz, raised by us", 1000000, 50, 300, 0, 100, 20, false, 100000, 0,
	  0, true, 0, 13 },
	{ "1 Hz, captures held up", 1000000, 50, 900000, 0, 100, 20, false, 1000,
	  3000000, 0, false, 0, 14 },
	{ "1 kHz", 1000, 20, 450, 0, 50, 5, false, 5000, 0, 0, false, 0,
	  15 },
	{ "1 kHz, every other look left out", 1000, 20, 450, 0, 50, 5, true,
	  5000, 0, 0, false, 0, 16 },
	{ "1 kHz, raised by us", 1000, 20, 450, 0, 50, 5, false, 5000, 0, 0,
	  true, 0, 17 },
	{ "1 kHz, captures held up", 1000, 20, 450, 0, 50, 5, false, 300,
	  150000, 0, false, 0, 18 },
	{ "1 kHz, raised by us, captures held up", 1000, 20, 450, 0, 50, 5,
	  false, 300, 150000, 0, true, 0, 19 },
	{ "1 kHz, 200 captures at once", 1000, 20, 450, 0, 50, 5, false, 300, 0,
	  200000, false, 0, 20 },
	{ "1 kHz, raised by us, 200 captures at once", 1000, 20, 450, 0, 50, 5,
	  false, 300, 0, 200000, true, 0, 21 },
	{ "1 kHz, raised by us, held up", 1000, 20, 450, 0, 50, 5, false, 5000,
	  0, 0, true, 900, 22 },
	{ "1 kHz, raised by us, held up, late interrupts", 1000, 20, 800, 0, 50,
	  2, false, 300, 0, 0, true, 900, 23 },
	{ "1 kHz, looks and interrupts late together", 1000, 20, 20, 850, 0, 5,
	  false, 300, 0, 0, false, 0, 24 },
};

/**
 * struct soak_side - a side on its way through the train
 * @pulse: its next pulse
 * @due_ticks: when the matcher is told of it
 */
struct soak_side {
	u32 pulse;
	u64 due_ticks;
};

/**
 * struct soak - a train
 * @script: what it is like
 * @match: the matcher
 * @start: counter at the first edge
 * @period_ticks: of the pulse
 * @turns: of the thread
 * @sides: who captures, by &enum pps_spin_side
 * @records: records so far
 * @last: pulse of the last record that tells
 * @sent: captures that the matcher was told of
 * @stored: captures that are in a record
 * @unstamped: records without any stamp
 * @wrong: records that are not as they must be
 * @seen: records of each pulse
 */
struct soak {
	const struct soak_script *script;
	struct pps_spin_match match;
	u64 start;
	u64 period_ticks;
	u32 turns;
	struct soak_side sides[PPS_SPIN_SIDES];
	u64 records;
	u32 last;
	u64 sent;
	u64 stored;
	u64 unstamped;
	u64 wrong;
	u8 seen[PULSES];
};

/* Whoever asks and when: the same pulse has the same fate */
static u64 chance(const struct soak *soak, u32 pulse, u32 kind)
{
	u64 z = (soak->script->seed << 40) + pulse * 16ULL + kind;

	z = (z + 1) * 0x9e3779b97f4a7c15ULL;
	z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ULL;
	z = (z ^ (z >> 27)) * 0x94d049bb133111ebULL;
	return (z ^ (z >> 31)) >> 32;
}

static u64 some(const struct soak *soak, u32 pulse, u32 kind, u64 ticks)
{
	return chance(soak, pulse, kind) * ticks >> 32;
}

static bool one_in(const struct soak *soak, u32 pulse, u32 kind, u32 every)
{
	return every && !some(soak, pulse, kind, every);
}

static u64 edge_ticks(const struct soak *soak, u32 pulse)
{
	return soak->start + pulse * soak->period_ticks +
	       some(soak, pulse, 0, US(soak->script->jitter_us));
}

/* As the hardware has it: a pending interrupt serves the next edge, too */
static bool has_irq(const struct soak *soak, u32 pulse)
{
	return !one_in(soak, pulse, 1, soak->script->irq_lost);
}

static enum pps_spin_look look_of(const struct soak *soak, u32 pulse)
{
	static const enum pps_spin_look failures[] = {
		PPS_SPIN_LOOK_LATE, PPS_SPIN_LOOK_MISSED, PPS_SPIN_LOOK_ACTIVE,
	};

	if (soak->script->alternate && pulse & 1)
		return PPS_SPIN_LOOK_SKIPPED;
	if (one_in(soak, pulse, 4, soak->script->not_seen))
		return failures[some(soak, pulse, 5, 3)];
	return PPS_SPIN_LOOK_EDGE;
}

static u64 irq_ticks(const struct soak *soak, u32 pulse)
{
	u32 most = one_in(soak, pulse, 2, 64) ? soak->script->irq_tail_us : 20;

	if (soak->script->late_irq_us &&
	    look_of(soak, pulse) == PPS_SPIN_LOOK_LATE)
		most = soak->script->late_irq_us;
	return edge_ticks(soak, pulse) + 4 * STAMP_TICKS +
	       some(soak, pulse, 3, US(most));
}

static u64 look_ticks(const struct soak *soak, u32 pulse)
{
	if (look_of(soak, pulse) == PPS_SPIN_LOOK_EDGE)
		return edge_ticks(soak, pulse) + STAMP_TICKS;
	return edge_ticks(soak, pulse) + div_u64(soak->period_ticks, 4);
}

static bool has_side(const struct soak *soak, u32 side, u32 pulse)
{
	switch (side) {
	case PPS_SPIN_SIDE_POLL:
		return true;
	case PPS_SPIN_SIDE_IRQ:
		return has_irq(soak, pulse);
	default:
		return soak->script->stimulating;
	}
}

/* Turn to the next pulse that a side has something to tell of */
static void advance(struct soak *soak, u32 side, u32 pulse)
{
	struct soak_side *it = &soak->sides[side];
	u64 due;

	while (pulse < PULSES && !has_side(soak, side, pulse))
		pulse++;
	it->pulse = pulse;
	if (pulse == PULSES)
		return;
	if (side == PPS_SPIN_SIDE_POLL)
		due = look_ticks(soak, pulse);
	else if (side == PPS_SPIN_SIDE_IRQ)
		due = irq_ticks(soak, pulse);
	else
		due = edge_ticks(soak, pulse) + STAMP_TICKS;
	due += some(soak, pulse, 6 + side, US(soak->script->delay_us));
	if (one_in(soak, pulse, 9 + side, 512))
		due += US(soak->script->stuck_us);
	if (pps_spin_ticks_after(due, it->due_ticks))
		it->due_ticks = due;
}

static void tell_look(struct soak *soak, u32 pulse)
{
	u64 edge = edge_ticks(soak, pulse);
	struct pps_spin_poll_capture poll = {
		.look = look_of(soak, pulse),
		.poll = PPS_SPIN_POLL_MMIO,
		.cpu = 1,
		.reads = 100,
		.opened_ticks = look_ticks(soak, pulse),
		.after_ticks = look_ticks(soak, pulse),
		.until_ticks = soak->start + pulse * soak->period_ticks +
			       soak->period_ticks / 2,
		.period_ticks = soak->period_ticks,
	};

	if (poll.look == PPS_SPIN_LOOK_EDGE) {
		poll.prev_ticks = edge - STAMP_TICKS;
		poll.before_ticks = edge;
	}
	soak->sent += poll.look == PPS_SPIN_LOOK_EDGE ||
		      poll.look == PPS_SPIN_LOOK_LATE;
	pps_spin_match_poll(&soak->match, &poll);
}

static void tell_irq(struct soak *soak, u32 pulse)
{
	u64 ticks = irq_ticks(soak, pulse);
	struct pps_spin_irq_capture irq = {
		.have = BIT(PPS_SPIN_ENTRY) | BIT(PPS_SPIN_EARLY) |
			BIT(PPS_SPIN_ACK),
		.entry_ticks = ticks - 3 * STAMP_TICKS,
		.early_ticks = ticks - 2 * STAMP_TICKS,
		.ack_ticks = ticks - STAMP_TICKS,
		.irq_ticks = ticks,
	};

	soak->sent++;
	pps_spin_match_irq(&soak->match, &irq);
}

static void tell_stimulus(struct soak *soak, u32 pulse)
{
	u64 held = one_in(soak, pulse, 12, 64) ? US(soak->script->held_us) : 0;
	struct pps_spin_stimulus_capture stimulus = {
		.t0_ticks = edge_ticks(soak, pulse) - STAMP_TICKS -
			    some(soak, pulse, 13, held),
		.t1_ticks = edge_ticks(soak, pulse) + STAMP_TICKS,
		.period_ticks = soak->period_ticks,
	};

	soak->sent++;
	pps_spin_match_stimulus(&soak->match, &stimulus);
}

/* The flags of a pulse of which nothing was held up */
static u32 flags_of(const struct soak *soak, u32 pulse)
{
	u32 flags = has_irq(soak, pulse) ? 0 : BIT(PPS_SPIN_NOIRQ);

	switch (look_of(soak, pulse)) {
	case PPS_SPIN_LOOK_EDGE:
		return flags;
	case PPS_SPIN_LOOK_SKIPPED:
		return flags | BIT(PPS_SPIN_UNPOLLED);
	case PPS_SPIN_LOOK_MISSED:
		return flags | BIT(PPS_SPIN_MISSED);
	default:
		return flags | BIT(PPS_SPIN_LATE);
	}
}

/* The pulse that a stamp is of, PULSES if there is no stamp */
static u32 pulse_of(const struct soak *soak,
		    const struct pps_spin_record *record,
		    enum pps_spin_column column)
{
	u64 since = record->value[column] + STAMP_TICKS - soak->start;

	if (!pps_spin_record_has(record, column))
		return PULSES;
	return div64_u64(since, soak->period_ticks);
}

static bool record_is_right(struct soak *soak,
			    const struct pps_spin_record *record)
{
	static const enum pps_spin_column columns[] = {
		PPS_SPIN_PREV, PPS_SPIN_IRQ, PPS_SPIN_T1,
	};
	u32 pulse = PULSES, i, found;

	for (i = 0; i < ARRAY_SIZE(columns); i++) {
		found = pulse_of(soak, record, columns[i]);
		if (found == PULSES)
			continue;
		soak->stored++;
		if (pulse != PULSES && pulse != found)
			return false;
		pulse = found;
	}
	if (!pps_spin_record_has(record, PPS_SPIN_PREV) &&
	    pps_spin_record_has(record, PPS_SPIN_POLL))
		soak->stored++;
	if (pulse > PULSES)
		return false;
	if (pulse == PULSES) {
		soak->unstamped++;
		return true;
	}
	soak->seen[pulse]++;
	if (soak->script->stuck_us)
		return true;
	if (pulse < soak->last || record->flags != flags_of(soak, pulse))
		return false;
	soak->last = pulse;
	return true;
}

static bool publish(struct kunit *test, struct soak *soak, u64 now)
{
	struct pps_spin_record record;
	char line[PPS_SPIN_LINE_MAX];

	if (!pps_spin_match_next(&soak->match, now, &record))
		return false;
	soak->records++;
	if (record.value[PPS_SPIN_SEQ] == soak->records &&
	    record_is_right(soak, &record))
		return true;
	if (soak->wrong++ < 10) {
		pps_spin_record_format(&record, line, sizeof(line));
		kunit_info(test, "wrong after pulse %u: %s", soak->last, line);
	}
	return true;
}

/* All that has come and has room is taken before anything is published */
static void take(struct soak *soak, u64 now)
{
	static void (* const tell[])(struct soak *soak, u32 pulse) = {
		[PPS_SPIN_SIDE_POLL] = tell_look,
		[PPS_SPIN_SIDE_IRQ] = tell_irq,
		[PPS_SPIN_SIDE_STIMULUS] = tell_stimulus,
	};
	u32 side;

	for (side = 0; side < PPS_SPIN_SIDES; side++) {
		struct soak_side *it = &soak->sides[side];

		while (it->pulse < PULSES &&
		       pps_spin_match_has_room(&soak->match, side) &&
		       !pps_spin_ticks_after(it->due_ticks, now)) {
			tell[side](soak, it->pulse);
			advance(soak, side, it->pulse + 1);
		}
	}
}

/* When the next capture comes; false if there is none */
static bool next_due(const struct soak *soak, u64 *due)
{
	bool any = false;
	u32 side;

	for (side = 0; side < PPS_SPIN_SIDES; side++) {
		const struct soak_side *it = &soak->sides[side];

		if (it->pulse == PULSES ||
		    (any && !pps_spin_ticks_after(*due, it->due_ticks)))
			continue;
		*due = it->due_ticks;
		any = true;
	}
	return any;
}

static void start_soak(struct soak *soak, const struct soak_script *script)
{
	u64 rate = US(1000000);
	u32 side;

	soak->script = script;
	soak->period_ticks = US(script->period_us);
	/* The counter wraps half way */
	soak->start = 0 - soak->period_ticks * (PULSES / 2) - 12345;
	pps_spin_match_init(&soak->match, rate, US(1), true,
			    soak->start - rate);
	soak->match.stimulating = script->stimulating;
	soak->match.period_ticks = soak->period_ticks;
	/* A look before the first pulse: somebody polls */
	pps_spin_match_poll(&soak->match, &(struct pps_spin_poll_capture) {
		.look = PPS_SPIN_LOOK_MISSED,
		.until_ticks = soak->start - soak->period_ticks / 2,
		.period_ticks = soak->period_ticks,
	});
	for (side = 0; side < PPS_SPIN_SIDES; side++) {
		soak->sides[side].due_ticks = soak->start;
		advance(soak, side, 0);
	}
}

/* Every pulse that anyone captured has one record, the others have none */
static void expect_all_accounted_for(struct kunit *test,
				     const struct soak *soak)
{
	const u64 *stats = soak->match.stats;
	u64 captured = 0, unstamped = 0, sum = 0;
	u32 pulse, i, missing = 0, twice = 0;

	for (pulse = 0; pulse < PULSES; pulse++) {
		enum pps_spin_look look = look_of(soak, pulse);
		bool stamped = has_irq(soak, pulse) ||
			       look == PPS_SPIN_LOOK_EDGE ||
			       soak->script->stimulating;

		captured += stamped || look == PPS_SPIN_LOOK_LATE;
		unstamped += !stamped && look == PPS_SPIN_LOOK_LATE;
		missing += soak->seen[pulse] < stamped;
		twice += soak->seen[pulse] > stamped;
	}
	for (i = PPS_SPIN_STAT_EDGES + 1; i < PPS_SPIN_STAT_OUTCOMES; i++)
		sum += stats[i];
	/* A late look whose interrupt is stale is a record without a stamp */
	KUNIT_EXPECT_EQ(test, missing, soak->unstamped - unstamped);
	if (!soak->script->stuck_us)
		KUNIT_EXPECT_EQ(test, missing, 0);
	KUNIT_EXPECT_EQ(test, twice, 0);
	KUNIT_EXPECT_EQ(test, soak->wrong, 0);
	KUNIT_EXPECT_EQ(test, soak->records, captured);
	KUNIT_EXPECT_EQ(test, stats[PPS_SPIN_STAT_EDGES], captured);
	KUNIT_EXPECT_EQ(test, sum, captured);
	KUNIT_EXPECT_EQ(test, stats[PPS_SPIN_STAT_COALESCED], 0);
	KUNIT_EXPECT_EQ(test, soak->sent,
			soak->stored + stats[PPS_SPIN_STAT_STALE]);
	KUNIT_EXPECT_EQ(test, !!stats[PPS_SPIN_STAT_STALE],
			!!soak->script->stuck_us);
	kunit_info(test, "%llu captures, %llu records, %llu stale",
		   (unsigned long long)soak->sent,
		   (unsigned long long)soak->records,
		   (unsigned long long)stats[PPS_SPIN_STAT_STALE]);
}

static void describe_soak(const struct soak_script *script, char *desc)
{
	snprintf(desc, KUNIT_PARAM_DESC_SIZE, "%s", script->name);
}

KUNIT_ARRAY_PARAM(soak, soak_scripts, describe_soak);

static void every_captured_edge_has_one_record(struct kunit *test)
{
	const struct soak_script *script = test->param_value;
	struct soak *soak = kunit_kzalloc(test, sizeof(*soak), GFP_KERNEL);
	u64 now = 0;

	KUNIT_ASSERT_NOT_NULL(test, soak);
	kunit_info(test, "seed %llu", (unsigned long long)script->seed);
	start_soak(soak, script);
	while (next_due(soak, &now)) {
		while (publish(test, soak, now))
			;
		if (one_in(soak, soak->turns++, 12, 512))
			now += US(script->stall_us);
		do
			take(soak, now);
		while (publish(test, soak, now));
	}
	while (publish(test, soak, now + US(2000000)))
		;
	expect_all_accounted_for(test, soak);
}

static struct kunit_case soak_cases[] = {
	KUNIT_CASE_PARAM(every_captured_edge_has_one_record, soak_gen_params),
	{}
};

static struct kunit_suite soak_suite = {
	.name = "pps-spin-match-soak",
	.test_cases = soak_cases,
};

kunit_test_suite(soak_suite);

MODULE_DESCRIPTION("Long runs of pairing captures");
MODULE_LICENSE("GPL");
