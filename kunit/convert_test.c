// SPDX-License-Identifier: GPL-2.0
/*
 * Which stamp is served, and when that was on the clocks
 *
 * Times are in ticks from an origin; every case is seen at ordinary times and
 * across the counter's wraps.
 */
#include <kunit/test.h>

#include "convert.c"
#include "record.c"

#define NONE		INT_MIN
#define FLAG(name)	BIT(PPS_SPIN_##name)
#define METHOD(name)	PPS_SPIN_METHOD_##name
#define SAMPLE(name)	PPS_SPIN_SAMPLE_##name

static const u64 choose_origins[] = { 1000000, (1ULL << 63) - 3, 0 - 3ULL };

/**
 * struct choose_case - a pulse, and what is served of it
 * @name: what it shows
 * @method: what is asked for
 * @poll: prev, before, after; NONE where there is none
 * @stamps: entry, early, ack, irq; NONE where there is none
 * @flags: of the pulse
 * @sample: what there is
 * @ticks: the stamp, if there is one
 */
struct choose_case {
	const char *name;
	enum pps_spin_method method;
	s32 poll[3];
	s32 stamps[4];
	u32 flags;
	enum pps_spin_sample sample;
	s32 ticks;
};

#define POLL		{ -6, 0, 6 }
#define NO_POLL		{ NONE, NONE, NONE }
#define STAMPS		{ 10, 12, 16, 20 }
#define NO_IRQ		{ NONE, NONE, NONE, NONE }

static const struct choose_case choose_cases[] = {
	{ "irq", METHOD(IRQ), POLL, STAMPS, 0, SAMPLE(GOOD), 20 },
	{ "early", METHOD(EARLY), POLL, STAMPS, 0, SAMPLE(GOOD), 12 },
	{ "ack", METHOD(ACK), POLL, STAMPS, 0, SAMPLE(GOOD), 16 },
	{ "entry", METHOD(ENTRY), POLL, STAMPS, 0, SAMPLE(GOOD), 10 },
	{ "poll-after", METHOD(POLL_AFTER), POLL, STAMPS, 0, SAMPLE(GOOD), 6 },
	{ "poll-bracket", METHOD(POLL_BRACKET), POLL, STAMPS, 0, SAMPLE(GOOD),
	  3 },
	{ "poll-mmio", METHOD(POLL_MMIO), POLL, STAMPS, 0, SAMPLE(GOOD), 3 },
	{ "none", METHOD(NONE), POLL, STAMPS, 0, SAMPLE(NONE), 0 },
	{ "irq needs no bracket", METHOD(IRQ), NO_POLL, STAMPS, 0,
	  SAMPLE(GOOD), 20 },
	{ "a poll needs no interrupt", METHOD(POLL_MMIO), POLL, NO_IRQ, 0,
	  SAMPLE(GOOD), 3 },
	{ "a flagged entry: ack", METHOD(ENTRY), POLL, STAMPS,
	  FLAG(MISATTRIBUTED), SAMPLE(FALLBACK), 16 },
	{ "a flagged early: ack", METHOD(EARLY), POLL, STAMPS,
	  FLAG(MISATTRIBUTED), SAMPLE(FALLBACK), 16 },
	{ "a flagged ack is its own", METHOD(ACK), POLL, STAMPS,
	  FLAG(MISATTRIBUTED), SAMPLE(GOOD), 16 },
	{ "a flagged irq is its own", METHOD(IRQ), POLL, STAMPS,
	  FLAG(MISATTRIBUTED), SAMPLE(GOOD), 20 },
	{ "a flagged entry without ack: irq", METHOD(ENTRY), POLL,
	  { 10, 12, NONE, 20 }, FLAG(MISATTRIBUTED), SAMPLE(FALLBACK), 20 },
	{ "no entry: ack, and not early", METHOD(ENTRY), POLL,
	  { NONE, 12, 16, 20 }, 0, SAMPLE(FALLBACK), 16 },
	{ "no early: ack, and not entry", METHOD(EARLY), POLL,
	  { 10, NONE, 16, 20 }, 0, SAMPLE(FALLBACK), 16 },
	{ "no ack: irq", METHOD(ACK), POLL, { 10, 12, NONE, 20 }, 0,
	  SAMPLE(FALLBACK), 20 },
	{ "nothing but irq", METHOD(ENTRY), POLL, { NONE, NONE, NONE, 20 }, 0,
	  SAMPLE(FALLBACK), 20 },
	{ "no interrupt: no irq", METHOD(IRQ), POLL, NO_IRQ, FLAG(NOIRQ),
	  SAMPLE(NONE), 0 },
	{ "no interrupt: no entry", METHOD(ENTRY), POLL, NO_IRQ, FLAG(NOIRQ),
	  SAMPLE(NONE), 0 },
	{ "no bracket: no poll-mmio", METHOD(POLL_MMIO), NO_POLL, STAMPS,
	  FLAG(LATE), SAMPLE(NONE), 0 },
	{ "no bracket: no poll-after", METHOD(POLL_AFTER), NO_POLL, STAMPS,
	  FLAG(MISSED), SAMPLE(NONE), 0 },
	{ "wide: no poll-mmio", METHOD(POLL_MMIO), POLL, STAMPS, FLAG(WIDE),
	  SAMPLE(NONE), 0 },
	{ "wide: no poll-after", METHOD(POLL_AFTER), POLL, STAMPS, FLAG(WIDE),
	  SAMPLE(NONE), 0 },
	{ "wide: irq all the same", METHOD(IRQ), POLL, STAMPS, FLAG(WIDE),
	  SAMPLE(GOOD), 20 },
	{ "other flags do not matter", METHOD(POLL_BRACKET), POLL, STAMPS,
	  FLAG(FIRST) | FLAG(MISATTRIBUTED) | FLAG(CPU_CHANGED), SAMPLE(GOOD),
	  3 },
	{ "a read that saw the edge and took long", METHOD(POLL_MMIO),
	  { -6, 0, 600 }, STAMPS, 0, SAMPLE(GOOD), 300 },
	{ "a bracket without a tick", METHOD(POLL_MMIO), { 0, 0, 0 }, STAMPS, 0,
	  SAMPLE(GOOD), 0 },
	{ "slipped between two chunks: no poll-mmio", METHOD(POLL_MMIO),
	  { -600, 0, 6 }, STAMPS, 0, SAMPLE(NONE), 0 },
	{ "slipped between two chunks: no poll-bracket", METHOD(POLL_BRACKET),
	  { -600, 0, 6 }, STAMPS, 0, SAMPLE(NONE), 0 },
	{ "slipped between two chunks: no poll-after", METHOD(POLL_AFTER),
	  { -600, 0, 6 }, STAMPS, 0, SAMPLE(NONE), 0 },
	{ "slipped between two chunks: irq all the same", METHOD(IRQ),
	  { -600, 0, 6 }, STAMPS, 0, SAMPLE(GOOD), 20 },
	/* Four times the turn and a tick is 28 */
	{ "the longest turn before", METHOD(POLL_MMIO), { -28, 0, 6 }, STAMPS,
	  0, SAMPLE(GOOD), 3 },
	{ "a longer one", METHOD(POLL_MMIO), { -29, 0, 6 }, STAMPS, 0,
	  SAMPLE(NONE), 0 },
	{ "a tick before no tick", METHOD(POLL_MMIO), { -2, 0, 0 }, STAMPS, 0,
	  SAMPLE(GOOD), 0 },
};

static void describe_choose(const struct choose_case *param, char *desc)
{
	snprintf(desc, KUNIT_PARAM_DESC_SIZE, "%s", param->name);
}

KUNIT_ARRAY_PARAM(choose, choose_cases, describe_choose);

static void set_column(struct pps_spin_record *record, u64 origin,
		       enum pps_spin_column column, s32 ticks)
{
	if (ticks != NONE)
		pps_spin_record_set(record, column, origin + (s64)ticks);
}

static void a_method_is_a_stamp_of_the_pulse(struct kunit *test)
{
	static const enum pps_spin_column poll[] = {
		PPS_SPIN_PREV, PPS_SPIN_BEFORE, PPS_SPIN_AFTER,
	};
	static const enum pps_spin_column irq[] = {
		PPS_SPIN_ENTRY, PPS_SPIN_EARLY, PPS_SPIN_ACK, PPS_SPIN_IRQ,
	};
	const struct choose_case *param = test->param_value;
	u32 i, column;

	for (i = 0; i < ARRAY_SIZE(choose_origins); i++) {
		struct pps_spin_record record = { .flags = param->flags };
		u64 origin = choose_origins[i], ticks = origin;

		for (column = 0; column < ARRAY_SIZE(poll); column++)
			set_column(&record, origin, poll[column],
				   param->poll[column]);
		for (column = 0; column < ARRAY_SIZE(irq); column++)
			set_column(&record, origin, irq[column],
				   param->stamps[column]);
		KUNIT_EXPECT_EQ(test, param->sample,
				pps_spin_choose(&record, param->method,
						&ticks));
		KUNIT_EXPECT_EQ(test, param->ticks, (s64)(ticks - origin));
	}
}

#define NS		1000000000LL

/* Ticks a second of Raspberry Pi 1 to 3 and others, 4, QEMU, and of ARMv8.6 */
static const u32 convert_rates[] = { 25000000, 54000000, 62500000, 1000000000 };

/* How far the clock is from the counter's nominal rate, in ns a second */
static const s32 convert_slews[] = { 0, 37123, -49999, 499999 };

/**
 * struct clocks - a world with a counter and its clocks
 * @rate: what is tested
 * @ticks_per_second: nominal rate of the counter
 * @origin: first value of the counter, when CLOCK_MONOTONIC_RAW is 1 s
 * @slewed: value of the counter since which the clock has this rate
 * @slewed_ns: CLOCK_REALTIME then
 * @slew: how far that rate is from the counter's nominal one, in ns a second
 * @set_count: how often the clock was set
 * @worst_ns: greatest error so far
 */
struct clocks {
	struct pps_spin_rate rate;
	u32 ticks_per_second;
	u64 origin;
	u64 slewed;
	s64 slewed_ns;
	s32 slew;
	u32 set_count;
	s64 worst_ns;
};

static s64 real_at(const struct clocks *clocks, u64 ticks)
{
	return clocks->slewed_ns +
	       mul_u64_u64_div_u64(ticks - clocks->slewed, NS + clocks->slew,
				   clocks->ticks_per_second);
}

static s64 raw_at(const struct clocks *clocks, u64 ticks)
{
	return NS + mul_u64_u64_div_u64(ticks - clocks->origin, NS,
					clocks->ticks_per_second);
}

static struct pps_spin_clock reading(const struct clocks *clocks, u64 ticks)
{
	return (struct pps_spin_clock) {
		.ticks = ticks,
		.real_ns = real_at(clocks, ticks),
		.raw_ns = raw_at(clocks, ticks),
		.set_count = clocks->set_count,
	};
}

static void read_at(struct clocks *clocks, u64 ticks)
{
	struct pps_spin_clock now = reading(clocks, ticks);

	pps_spin_rate_read(&clocks->rate, &now);
}

/* A world whose counter wraps half a second after its start, or does not */
static void start(struct clocks *clocks, u32 ticks_per_second, s32 slew,
		  bool wraps)
{
	u64 origin = wraps ? 0 - (u64)ticks_per_second / 2 : 123456789;
	struct pps_spin_clock now;

	*clocks = (struct clocks) {
		.ticks_per_second = ticks_per_second,
		.origin = origin,
		.slewed = origin,
		.slewed_ns = 1800000000 * NS,
		.slew = slew,
		.set_count = 3,
	};
	now = reading(clocks, origin);
	pps_spin_rate_init(&clocks->rate, ticks_per_second, &now);
}

static void slew_at(struct clocks *clocks, u64 ticks, s32 slew)
{
	clocks->slewed_ns = real_at(clocks, ticks);
	clocks->slewed = ticks;
	clocks->slew = slew;
}

static u64 ms(const struct clocks *clocks, u32 ms)
{
	return (u64)clocks->ticks_per_second / 1000 * ms;
}

static void note_error(struct clocks *clocks, s64 error_ns)
{
	clocks->worst_ns = max(clocks->worst_ns,
			       error_ns < 0 ? -error_ns : error_ns);
}

/* Serve a stamp at a time, which is after it */
static void serve(struct clocks *clocks, u64 now, u64 age)
{
	s64 real_ns, raw_ns;

	read_at(clocks, now);
	pps_spin_convert(&clocks->rate, now - age, &real_ns, &raw_ns);
	note_error(clocks, real_ns - real_at(clocks, now - age));
	note_error(clocks, raw_ns - raw_at(clocks, now - age));
}

/**
 * struct age_case - how long ago a stamp was
 * @name: what it shows
 * @ticks_per_second: nominal rate of the counter
 * @slew: how far the clock is from it, in ns a second
 * @span: ticks from the first reading to the one after the stamp
 * @age: ticks from the stamp to that reading
 * @real_ns: the age by CLOCK_REALTIME
 * @raw_ns: the age by CLOCK_MONOTONIC_RAW
 */
struct age_case {
	const char *name;
	u32 ticks_per_second;
	s32 slew;
	u64 span;
	u64 age;
	s64 real_ns;
	s64 raw_ns;
};

static const struct age_case age_cases[] = {
	{ "25 MHz, a tick", 25000000, 0, 25000000, 1, 40, 40 },
	{ "25 MHz, 100 ms, 100 ppm fast", 25000000, 100000, 25000000, 2500000,
	  100010000, 100000000 },
	{ "54 MHz, a tick", 54000000, 0, 54000000, 1, 18, 18 },
	{ "54 MHz, 100 ms, 50 ppm slow", 54000000, -50000, 54000000, 5400000,
	  99995000, 100000000 },
	{ "62.5 MHz, a tick", 62500000, 0, 62500000, 1, 16, 16 },
	{ "62.5 MHz, half a second, 500 ppm fast", 62500000, 500000, 62500000,
	  31250000, 500250000, 500000000 },
	{ "1 GHz, a tick", 1000000000, 0, 1000000000, 1, 1, 1 },
	{ "1 GHz, 10 s, 1 ppm fast", 1000000000, 1000, 10000000000ULL,
	  10000000000ULL, 10000010000LL, 10000000000LL },
	{ "no age", 54000000, 12345, 54000000, 0, 0, 0 },
	{ "the age of the first reading", 25000000, -80, 12500000, 12500000,
	  499999960, 500000000 },
	{ "an hour at 1 GHz", 1000000000, 1000, 1000000000, 3600000000000ULL,
	  3600003600000LL, 3600000000000LL },
	{ "a year at 25 MHz", 25000000, 40, 25000000, 788940000000000ULL,
	  31557601262304000LL, 31557600000000000LL },
	{ "an hour of ten years at 1 GHz", 1000000000, 0,
	  315576000000000000ULL, 3600000000000ULL, 3600000000000LL,
	  3600000000000LL },
	{ "readings 100 us apart tell the rate", 1000000000, 100000, 100000,
	  50000, 50005, 50000 },
	{ "closer ones do not", 1000000000, 100000, 99999, 50000, 50000,
	  50000 },
	{ "nor does a single one", 54000000, 100000, 0, 54000000, 1000000000,
	  1000000000 },
};

static void describe_age(const struct age_case *param, char *desc)
{
	snprintf(desc, KUNIT_PARAM_DESC_SIZE, "%s", param->name);
}

KUNIT_ARRAY_PARAM(age, age_cases, describe_age);

static void an_age_is_counted_at_the_rate_of_the_clock(struct kunit *test)
{
	const struct age_case *param = test->param_value;
	struct pps_spin_clock now;
	s64 real_ns, raw_ns;
	struct clocks clocks;
	u32 wraps;

	for (wraps = 0; wraps <= 1; wraps++) {
		start(&clocks, param->ticks_per_second, param->slew, wraps);
		now = reading(&clocks, clocks.origin + param->span);
		pps_spin_rate_read(&clocks.rate, &now);
		pps_spin_convert(&clocks.rate, now.ticks - param->age, &real_ns,
				 &raw_ns);
		KUNIT_EXPECT_EQ(test, param->real_ns, now.real_ns - real_ns);
		KUNIT_EXPECT_EQ(test, param->raw_ns, now.raw_ns - raw_ns);
	}
}

/* Each rate, each slew, with and without a wrap: the error at most */
static void check_worlds(struct kunit *test,
			 void (*live)(struct clocks *clocks), s64 most_ns)
{
	struct clocks clocks;
	u32 rate, slew, wraps;

	for (rate = 0; rate < ARRAY_SIZE(convert_rates); rate++)
		for (slew = 0; slew < ARRAY_SIZE(convert_slews); slew++)
			for (wraps = 0; wraps <= 1; wraps++) {
				start(&clocks, convert_rates[rate],
				      convert_slews[slew], wraps);
				live(&clocks);
				KUNIT_EXPECT_LE_MSG(test, clocks.worst_ns,
						    most_ns, "%u Hz, %d ppb",
						    convert_rates[rate],
						    convert_slews[slew]);
			}
}

/* One pulse a second, delivered at once or up to half a second later */
static void live_with_slow_pulses(struct clocks *clocks)
{
	u32 pulse;

	for (pulse = 1; pulse < 20; pulse++) {
		u64 age = ms(clocks, pulse * 137 % 500) + pulse;

		serve(clocks, clocks->origin + ms(clocks, 1000 * pulse) + age,
		      age);
	}
}

static void a_slow_train_is_right(struct kunit *test)
{
	check_worlds(test, live_with_slow_pulses, 2);
}

/* What 100 ms at 1 kHz leave, within 200 us: each stamp younger by a period */
static void serve_batch(struct clocks *clocks, u64 now)
{
	u64 gap = clocks->ticks_per_second / 500000;
	u32 pulse;

	for (pulse = 0; pulse < 100; pulse++)
		serve(clocks, now + pulse * gap,
		      ms(clocks, 100 - pulse) + pulse * gap);
}

static void live_with_batches(struct clocks *clocks)
{
	u32 batch;

	for (batch = 1; batch < 25; batch++)
		serve_batch(clocks, clocks->origin + ms(clocks, 100 * batch));
}

/* The readings are 2 us apart, and each is cut to a ns */
static void a_batch_is_as_good_as_one_pulse(struct kunit *test)
{
	check_worlds(test, live_with_batches, 2);
}

/* 50 pulses a second, each held for as long as any is */
static void live_with_old_stamps(struct clocks *clocks)
{
	u32 pulse;

	for (pulse = 26; pulse < 150; pulse++)
		serve(clocks, clocks->origin + ms(clocks, 20 * pulse) + pulse,
		      ms(clocks, 500));
}

static void the_oldest_stamp_is_as_good(struct kunit *test)
{
	check_worlds(test, live_with_old_stamps, 2);
}

/* A second later, only the new rate matters */
static void live_with_a_slew(struct clocks *clocks)
{
	u32 batch;

	for (batch = 1; batch < 50; batch++)
		serve_batch(clocks, clocks->origin + ms(clocks, 100 * batch));
	slew_at(clocks, clocks->origin + ms(clocks, 5000),
		clocks->slew - 200000);
	for (batch = 51; batch < 62; batch++)
		serve_batch(clocks, clocks->origin + ms(clocks, 100 * batch));
	clocks->worst_ns = 0;
	for (; batch < 80; batch++)
		serve_batch(clocks, clocks->origin + ms(clocks, 100 * batch));
}

static void a_slew_is_followed_within_a_second(struct kunit *test)
{
	check_worlds(test, live_with_a_slew, 2);
}

/* Three hours without a pulse */
static void live_with_an_outage(struct clocks *clocks)
{
	u64 end = clocks->origin + ms(clocks, 3 * 3600 * 1000);

	serve(clocks, clocks->origin + ms(clocks, 1300), ms(clocks, 300));
	serve_batch(clocks, end);
	serve(clocks, end + ms(clocks, 1300), ms(clocks, 300));
}

static void an_outage_leaves_the_rate(struct kunit *test)
{
	check_worlds(test, live_with_an_outage, 2);
}

/* The clock ran at another rate for all of it: one that is off for a pulse */
static void live_with_a_slew_after_an_outage(struct clocks *clocks)
{
	u64 end = clocks->origin + ms(clocks, 3 * 3600 * 1000);

	slew_at(clocks, end - ms(clocks, 1000), clocks->slew - 200000);
	serve(clocks, end, ms(clocks, 100));
	clocks->worst_ns = 0;
	serve(clocks, end + ms(clocks, 1000), ms(clocks, 100));
	serve(clocks, end + ms(clocks, 2000), ms(clocks, 500));
}

static void an_outage_is_over_with_the_next_pulse(struct kunit *test)
{
	check_worlds(test, live_with_a_slew_after_an_outage, 2);
}

/* Set by a second, right before a batch */
static void set_clock(struct clocks *clocks)
{
	serve(clocks, clocks->origin + ms(clocks, 1000), ms(clocks, 100));
	clocks->slewed_ns -= NS;
	clocks->set_count++;
	serve_batch(clocks, clocks->origin + ms(clocks, 2000));
}

static void live_with_a_set_clock(struct clocks *clocks)
{
	set_clock(clocks);
	clocks->worst_ns = 0;
	serve_batch(clocks, clocks->origin + ms(clocks, 3000));
	serve_batch(clocks, clocks->origin + ms(clocks, 3100));
}

/* 100 ms at the nominal rate, or at one that is known to 10 ppm */
static void a_set_clock_has_the_nominal_rate_at_first(struct kunit *test)
{
	check_worlds(test, set_clock, 50000 + 1000);
}

static void and_its_own_soon(struct kunit *test)
{
	check_worlds(test, live_with_a_set_clock, 2);
}

/* The reading before is of another counter: another clocksource counts as set */
static void readings_of_another_counter_tell_nothing(struct kunit *test)
{
	struct pps_spin_clock other = { .ticks = 42, .set_count = 2 };
	struct clocks clocks;

	start(&clocks, 54000000, 0, false);
	pps_spin_rate_init(&clocks.rate, 54000000, &other);
	serve(&clocks, clocks.origin + ms(&clocks, 1000), ms(&clocks, 100));
	serve(&clocks, clocks.origin + ms(&clocks, 2000), ms(&clocks, 100));
	KUNIT_EXPECT_LE(test, clocks.worst_ns, 2);
}

static struct kunit_case convert_test_cases[] = {
	KUNIT_CASE_PARAM(a_method_is_a_stamp_of_the_pulse, choose_gen_params),
	KUNIT_CASE_PARAM(an_age_is_counted_at_the_rate_of_the_clock,
			 age_gen_params),
	KUNIT_CASE(a_slow_train_is_right),
	KUNIT_CASE(a_batch_is_as_good_as_one_pulse),
	KUNIT_CASE(the_oldest_stamp_is_as_good),
	KUNIT_CASE(a_slew_is_followed_within_a_second),
	KUNIT_CASE(an_outage_leaves_the_rate),
	KUNIT_CASE(an_outage_is_over_with_the_next_pulse),
	KUNIT_CASE(a_set_clock_has_the_nominal_rate_at_first),
	KUNIT_CASE(and_its_own_soon),
	KUNIT_CASE(readings_of_another_counter_tell_nothing),
	{}
};

static struct kunit_suite convert_suite = {
	.name = "pps-spin-convert",
	.test_cases = convert_test_cases,
};

kunit_test_suite(convert_suite);

MODULE_DESCRIPTION("Tests of what is served, and of its time");
MODULE_LICENSE("GPL");
