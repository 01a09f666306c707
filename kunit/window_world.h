/* SPDX-License-Identifier: GPL-2.0 */
/*
 * A scripted world around the window law: pulses, a poller that wakes late,
 * interrupts
 *
 * It steps from look to look, not from read to read, so that an hour of pulses
 * costs milliseconds. All chance comes from the seed.
 */
#ifndef _PPS_SPIN_WINDOW_WORLD_H
#define _PPS_SPIN_WINDOW_WORLD_H

#include "window.h"
#include "random.h"

/**
 * enum world_polling - which looks are left out by choice
 * @WORLD_EVERY: none
 * @WORLD_ALTERNATE: every other one
 * @WORLD_NONE: all
 */
enum world_polling {
	WORLD_EVERY,
	WORLD_ALTERNATE,
	WORLD_NONE,
};

/**
 * struct world_script - what the world does; what is 0 is ordinary
 * @name: of the case
 * @hz: rate of the counter
 * @period_us: nominal period
 * @width_us: width of a pulse
 * @ppb: error of the counter's rate
 * @ramp_ppb_per_s: how fast this error moves, to and fro between +-100 ppm
 * @jitter_us: the source's own jitter, peak to peak
 * @has_irq: whether the line has an interrupt
 * @irq_us: latency of an interrupt, at most
 * @irq_lost_every: one in so many interrupts is lost, if not 0
 * @irq_twice_every: one in so many comes again after 200 us, if not 0
 * @late_us: usual lateness of a wake-up, at most
 * @tail_us: lateness of an unusual one, a quarter more at most
 * @tail_every: one in so many is unusual, if not 0
 * @chunk_us: how long interrupts may be off
 * @gap_us: from chunk to chunk, at most
 * @drop_from: first pulse of an outage
 * @drop_to: first pulse after it
 * @jump_us: how much later than expected the pulses return
 * @faster: how many times faster they return, if not 0
 * @slower: how many times slower they return, if not 0
 * @is_mute: the poller does not tell when it opens
 * @is_stuck: the line is active during the outage
 * @start: counter at the start
 * @first_us: first edge after the start; negative: the start is in a pulse
 * @seed: of all chance
 */
struct world_script {
	const char *name;
	u32 hz;
	u32 period_us;
	u32 width_us;
	s32 ppb;
	s32 ramp_ppb_per_s;
	u32 jitter_us;
	bool has_irq;
	u32 irq_us;
	u32 irq_lost_every;
	u32 irq_twice_every;
	u32 late_us;
	u32 tail_us;
	u32 tail_every;
	u32 chunk_us;
	u32 gap_us;
	u32 drop_from;
	u32 drop_to;
	s32 jump_us;
	u32 faster;
	u32 slower;
	bool is_mute;
	bool is_stuck;
	u64 start;
	s32 first_us;
	u64 seed;
};

/* Pulses that a world keeps account of */
#define WORLD_PULSES	8192

/**
 * struct world_train - a place in the pulse train
 * @number: of the pulse
 * @base_ticks: its edge without jitter
 * @fraction: of @base_ticks, in units of 2^-12 ticks
 * @edge_ticks: its edge
 */
struct world_train {
	u32 number;
	u64 base_ticks;
	u32 fraction;
	u64 edge_ticks;
};

/**
 * struct world_count - what has come of the looks
 * @caught: looks that saw an edge
 * @slipped: looks that lost an edge between two chunks
 * @late: looks that found the line active
 * @missed: looks that found nothing
 * @skipped: looks left out by choice
 * @passed: pulses that the law had no look for
 * @polled_ticks: time spent in polling
 * @since_ticks: start of the count
 * @wrong: plans that break the law's promises
 */
struct world_count {
	u32 caught;
	u32 slipped;
	u32 late;
	u32 missed;
	u32 skipped;
	u32 passed;
	u64 polled_ticks;
	u64 since_ticks;
	u32 wrong;
};

/**
 * struct world - a world
 * @script: what it does
 * @window: the law
 * @plan: the current look
 * @polling: which looks are left out
 * @now_ticks: counter
 * @level: the first pulse that is not over
 * @irq: the first pulse whose interrupt did not come yet
 * @irq_ticks: when it comes
 * @irq_again: whether it comes once more
 * @looks: looks so far
 * @count: what has come of them
 * @random: state of the generator
 * @seen: which pulses were caught
 */
struct world {
	struct world_script script;
	struct pps_spin_window window;
	struct pps_spin_window_plan plan;
	enum world_polling polling;
	u64 now_ticks;
	struct world_train level;
	struct world_train irq;
	u64 irq_ticks;
	bool irq_again;
	u32 looks;
	struct world_count count;
	u64 random;
	bool seen[WORLD_PULSES];
};

/* Chance that belongs to a pulse, whoever asks and when */
static u64 world_chance(const struct world *world, u32 number, u32 kind)
{
	u64 state = world->script.seed + (number * 8ULL + kind + 1) *
		    0x9e3779b97f4a7c15ULL;

	state = state ?: 1;
	random_u64(&state);
	return random_u64(&state) >> 16;
}

static u64 world_ticks(const struct world *world, u64 us)
{
	return div_u64(us * world->script.hz, 1000000);
}

/* A time below a limit */
static u64 world_some(struct world *world, u32 limit_us)
{
	u32 ticks = world_ticks(world, limit_us);

	return random_below(&world->random, ticks);
}

static bool world_one_in(u64 chance, u32 every)
{
	return every && chance - div_u64(chance, every) * every == 0;
}

/* Error of the counter's rate at a pulse: constant, or a triangle */
static s64 world_ppb(const struct world *world, u32 number)
{
	const struct world_script *script = &world->script;
	u64 second = div_u64((u64)number * script->period_us, 1000000);
	u64 phase;

	if (!script->ramp_ppb_per_s)
		return script->ppb;
	phase = second * script->ramp_ppb_per_s + 100000;
	phase -= div_u64(phase, 400000) * 400000;
	return phase < 200000 ? (s64)phase - 100000 : 300000 - (s64)phase;
}

static void world_train_place(const struct world *world,
			      struct world_train *train)
{
	u64 jitter = world_ticks(world, world->script.jitter_us);

	train->edge_ticks = train->base_ticks;
	if (jitter)
		train->edge_ticks += ((world_chance(world, train->number, 0) &
				       0xffff) * jitter >> 16) - jitter / 2;
}

/* The period that follows a pulse, in units of 2^-12 ticks */
static u64 world_period(const struct world *world, u32 number)
{
	const struct world_script *script = &world->script;
	u64 period = world_ticks(world, script->period_us);

	if (script->drop_to && number >= script->drop_to) {
		if (script->faster)
			period = div_u64(period, script->faster);
		if (script->slower)
			period *= script->slower;
	}
	return (period << 12) + div_s64((s64)(period << 12) / 1000 *
					world_ppb(world, number), 1000000);
}

static void world_train_next(const struct world *world,
			     struct world_train *train)
{
	const struct world_script *script = &world->script;
	u64 step = world_period(world, train->number) + train->fraction;

	train->base_ticks += step >> 12;
	train->fraction = step & 0xfff;
	train->number++;
	if (train->number == script->drop_to && script->jump_us)
		train->base_ticks += world_ticks(world, script->jump_us);
	world_train_place(world, train);
}

static bool world_is_dropped(const struct world *world, u32 number)
{
	return number >= world->script.drop_from &&
	       number < world->script.drop_to;
}

/* Turn to the first pulse that is not over at a time */
static void world_level_at(struct world *world, u64 ticks)
{
	u64 width = world_ticks(world, world->script.width_us);

	while (!pps_spin_ticks_after(world->level.edge_ticks + width, ticks))
		world_train_next(world, &world->level);
}

/* Whether the line is active; the pulse of that moment is @world->level */
static bool world_is_active(struct world *world, u64 ticks)
{
	world_level_at(world, ticks);
	if (world_is_dropped(world, world->level.number))
		return world->script.is_stuck;
	return !pps_spin_ticks_after(world->level.edge_ticks, ticks);
}

static void world_irq_next(struct world *world)
{
	const struct world_script *script = &world->script;
	u64 latency = world_ticks(world, script->irq_us);
	u32 number;

	if (world->irq_again) {
		world->irq_again = false;
		world->irq_ticks += world_ticks(world, 200);
		return;
	}
	do {
		world_train_next(world, &world->irq);
		number = world->irq.number;
	} while (world_is_dropped(world, number) ||
		 world_one_in(world_chance(world, number, 1),
			      script->irq_lost_every));
	world->irq_ticks = world->irq.edge_ticks + latency / 4 +
		((world_chance(world, number, 2) & 0xffff) * latency / 4 * 3 >>
		 16);
	world->irq_again = world_one_in(world_chance(world, number, 3),
					script->irq_twice_every);
}

static void world_deliver(struct world *world)
{
	while (world->script.has_irq &&
	       !pps_spin_ticks_after(world->irq_ticks, world->now_ticks)) {
		pps_spin_window_irq(&world->window, world->irq_ticks);
		world_irq_next(world);
	}
}

static void world_count_from(struct world *world)
{
	memset(&world->count, 0, sizeof(world->count));
	world->count.since_ticks = world->now_ticks;
}

/* An ordinary world: QEMU's counter, 1 Hz, 100 us wide, wake-ups 50 us late */
static void world_complete(struct world_script *script)
{
	script->hz = script->hz ?: 62500000;
	script->period_us = script->period_us ?: 1000000;
	script->width_us = script->width_us ?: 100;
	script->irq_us = script->irq_us ?: 40;
	script->late_us = script->late_us ?: 50;
	script->chunk_us = script->chunk_us ?: 1000;
	script->gap_us = script->gap_us ?: 100;
	script->first_us = script->first_us ?: 333333;
	script->seed = script->seed ?: 20240229;
}

static void world_init(struct world *world, const struct world_script *script)
{
	memset(world, 0, sizeof(*world));
	world->script = *script;
	world_complete(&world->script);
	script = &world->script;
	world->random = script->seed;
	world->now_ticks = script->start;
	world->level.number = 1;
	world->level.base_ticks = script->start;
	if (script->first_us < 0)
		world->level.base_ticks -= world_ticks(world, -script->first_us);
	else
		world->level.base_ticks += world_ticks(world, script->first_us);
	world_train_place(world, &world->level);
	world->irq = world->level;
	world->irq.number = 0;
	world->irq.base_ticks -= world_ticks(world, script->period_us);
	do {
		world_irq_next(world);
	} while (pps_spin_ticks_after(world->now_ticks, world->irq_ticks));
	pps_spin_window_init(&world->window, script->hz, script->has_irq);
	world_count_from(world);
}

/* When a sleep ends that should end at a time */
static u64 world_wake(struct world *world, u64 ticks)
{
	const struct world_script *script = &world->script;
	u64 late = world_some(world, script->late_us);

	if (world_one_in(random_u64(&world->random) >> 16, script->tail_every))
		late = world_ticks(world, script->tail_us) +
		       world_some(world, script->tail_us / 4);
	return ticks + late;
}

/*
 * Poll one chunk that found the line inactive. A read takes 480 ns. True if it
 * saw an edge: then @prev and @after are around it.
 */
static bool world_chunk(struct world *world, u64 start, u64 end, u64 *prev,
			u64 *after)
{
	u64 width = world_ticks(world, world->script.width_us);
	u64 read = max(world_ticks(world, 480) / 1000, (u64)1);
	u64 time = start, reads;

	for (;;) {
		world_level_at(world, time);
		if (pps_spin_ticks_after(world->level.edge_ticks, end))
			return false;
		if (!world_is_dropped(world, world->level.number)) {
			reads = div64_u64(world->level.edge_ticks - start +
					  read - 1, read);
			*prev = start + (reads - 1) * read;
			*after = start + reads * read + read / 2;
			if (*after - *prev < 1)
				*after += 1;
			if (pps_spin_ticks_after(world->level.edge_ticks + width,
						 start + reads * read))
				return true;
		}
		time = world->level.edge_ticks + width;
	}
}

/*
 * Where the next chunk is: one of them has the target in its middle. The pause
 * before that one is long enough, whatever it costs.
 */
static u64 world_chunk_place(const struct world *world, u64 *start)
{
	u64 chunk = world_ticks(world, world->script.chunk_us);
	u64 pause = world_ticks(world, world->script.gap_us);
	u64 middle = world->plan.target_ticks - chunk / 2;
	u64 end;

	if (pps_spin_ticks_after(middle, *start) &&
	    !pps_spin_ticks_after(middle - pause, *start))
		*start = middle;
	end = *start + chunk;
	if (pps_spin_ticks_after(middle, *start) &&
	    pps_spin_ticks_after(end, middle - pause))
		end = middle - pause;
	if (pps_spin_ticks_after(end, world->plan.close_ticks))
		end = world->plan.close_ticks;
	return end;
}

static void world_late(struct world *world, u64 prev, u64 open)
{
	if (prev == open)
		world->count.late++;
	else
		world->count.slipped++;
	pps_spin_window_late(&world->window, prev, open);
	world->now_ticks = open;
}

static void world_caught(struct world *world, u64 start, u64 prev, u64 after)
{
	world->count.caught++;
	world->count.polled_ticks += after - start;
	if (world->level.number < WORLD_PULSES)
		world->seen[world->level.number] = true;
	pps_spin_window_caught(&world->window, prev, after);
	world->now_ticks = after;
}

/* Look once, from when the poller woke */
static void world_look(struct world *world, u64 start)
{
	u64 close = world->plan.close_ticks;
	u64 seen = 0, end, prev, after;
	bool was_seen = false;

	if (!world->script.is_mute)
		pps_spin_window_opened(&world->window, start);
	do {
		end = world_chunk_place(world, &start);
		if (world_is_active(world, start)) {
			world_late(world, was_seen ? seen : start, start);
			return;
		}
		if (!pps_spin_ticks_after(end, start))
			break;
		if (world_chunk(world, start, end, &prev, &after)) {
			world_caught(world, start, prev, after);
			return;
		}
		world->count.polled_ticks += end - start;
		seen = end;
		was_seen = true;
		start = end + world_some(world, world->script.gap_us);
	} while (pps_spin_ticks_after(close, end));
	world->count.missed++;
	pps_spin_window_missed(&world->window);
	world->now_ticks = start;
}

/* What window.h promises of a plan */
static bool world_plan_is_right(const struct world *world)
{
	const struct pps_spin_window_plan *plan = &world->plan;
	u64 second = world->script.hz;

	if (pps_spin_ticks_after(world->now_ticks, plan->open_ticks) ||
	    pps_spin_ticks_after(plan->open_ticks, plan->close_ticks) ||
	    plan->close_ticks - plan->open_ticks > 11 * second)
		return false;
	if (plan->state == PPS_SPIN_WINDOW_SEARCH)
		return plan->open_ticks - world->now_ticks <= 100 * second;
	return plan->open_ticks - world->now_ticks <= 650 * second;
}

/* From one plan to the next */
static void world_step(struct world *world)
{
	struct pps_spin_window_plan *plan = &world->plan;
	bool skip = world->polling == WORLD_NONE ||
		    (world->polling == WORLD_ALTERNATE && world->looks % 2);
	u64 start = world->now_ticks;

	world_deliver(world);
	pps_spin_window_plan(&world->window, world->now_ticks, plan);
	world->count.passed += plan->passed;
	world->count.wrong += !world_plan_is_right(world);
	if (world->script.has_irq && plan->state != PPS_SPIN_WINDOW_TRACK &&
	    pps_spin_ticks_after(plan->open_ticks, world->irq_ticks)) {
		world->now_ticks = world_wake(world, world->irq_ticks);
		return;
	}
	if (pps_spin_ticks_after(plan->open_ticks, start))
		start = world_wake(world, plan->open_ticks);
	if (plan->open_ticks == plan->close_ticks) {
		world->now_ticks = start;
		return;
	}
	world->looks++;
	if (skip) {
		world->count.skipped++;
		pps_spin_window_skipped(&world->window);
		world->now_ticks = world_wake(world, plan->close_ticks);
		return;
	}
	world_look(world, start);
	world->now_ticks += world_ticks(world, 3);
}

/* Run until a pulse is over */
static void world_run(struct world *world, u32 number)
{
	while (world->level.number <= number) {
		world_step(world);
		world_level_at(world, world->now_ticks);
	}
}

/* How many pulses of [from, to] were there but not caught */
static u32 world_lost(const struct world *world, u32 from, u32 to)
{
	u32 lost = 0;

	for (; from <= to; from++)
		lost += !world_is_dropped(world, from) && !world->seen[from];
	return lost;
}

/* Number of the first caught pulse from one on */
static u32 world_first_caught(const struct world *world, u32 from)
{
	while (from < WORLD_PULSES && !world->seen[from])
		from++;
	return from;
}

/* How far the estimated period is from the true one of this moment, in ns */
static s64 world_period_error_ns(const struct world *world)
{
	const struct pps_spin_window *window = &world->window;
	s64 error = (s64)window->predict.period / 16 -
		    (s64)world_period(world, world->level.number);

	return div_s64(error * 250000, world->script.hz) * 1000 / 1024;
}

/* Polled share of the time since the count began, in millionths */
static u32 world_duty_ppm(const struct world *world)
{
	u64 elapsed = world->now_ticks - world->count.since_ticks;

	if (elapsed < 1000)
		return 0;
	return div64_u64(world->count.polled_ticks * 1000,
			 div_u64(elapsed, 1000));
}

#endif /* _PPS_SPIN_WINDOW_WORLD_H */
