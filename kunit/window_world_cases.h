/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Worlds for the window law, and what comes of it in them
 */
#ifndef _PPS_SPIN_WINDOW_WORLD_CASES_H
#define _PPS_SPIN_WINDOW_WORLD_CASES_H

#include "window_world.h"

/**
 * struct world_outcome - what comes of the law
 * @before: pulses lost up to the one that settles
 * @after: pulses lost after it
 * @returned: pulses lost directly after the outage
 * @duty_ppm: polled share of the time after it, at most; at least half of this
 */
struct world_outcome {
	u32 before;
	u32 after;
	u32 returned;
	u32 duty_ppm;
};

/**
 * struct world_case - a world
 * @script: what it does
 * @polling: which looks are left out after the train is settled
 * @settled: pulse with which it is settled
 * @until: last pulse
 * @period_ns: how wrong the period may be at the end
 * @with_irq: what comes of it if the line has an interrupt
 * @without_irq: what comes of it if it has none, unless it is about interrupts
 */
struct world_case {
	struct world_script script;
	enum world_polling polling;
	u32 settled;
	u32 until;
	u32 period_ns;
	struct world_outcome with_irq;
	struct world_outcome without_irq;
};

static const struct world_case world_cases[] = {
	{ { .name = "steady" },
	  WORLD_EVERY, 60, 1000, 100,
	  { 3, 0, 0, 45 }, { 0, 0, 0, 3400 } },
	{ { .name = "0.1 Hz", .period_us = 10000000 },
	  WORLD_EVERY, 60, 1000, 100,
	  { 3, 0, 0, 6 }, { 0, 0, 0, 3300 } },
	{ { .name = "10 Hz", .period_us = 100000 },
	  WORLD_EVERY, 60, 1000, 100,
	  { 3, 0, 0, 450 }, { 0, 0, 0, 3700 } },
	{ { .name = "100 Hz", .period_us = 10000 },
	  WORLD_EVERY, 60, 1000, 100,
	  { 3, 0, 0, 4500 }, { 0, 0, 0, 7500 } },
	{ { .name = "1 kHz", .period_us = 1000, .late_us = 10 },
	  WORLD_EVERY, 60, 1000, 100,
	  { 3, 0, 0, 11000 }, { 0, 0, 0, 12000 } },
	{ { .name = "1 us wide", .width_us = 1 },
	  WORLD_EVERY, 60, 1000, 100,
	  { 3, 0, 0, 45 }, { 1, 0, 0, 3400 } },
	{ { .name = "900 ms wide", .width_us = 900000 },
	  WORLD_EVERY, 60, 1000, 100,
	  { 3, 0, 0, 45 }, { 0, 0, 0, 160 } },
	{ { .name = "starts in a pulse", .width_us = 900000,
	    .first_us = -450000 },
	  WORLD_EVERY, 60, 1000, 100,
	  { 4, 0, 0, 46 }, { 3, 0, 0, 170 } },
	{ { .name = "12.5 MHz", .hz = 12500000 },
	  WORLD_EVERY, 60, 1000, 100,
	  { 3, 0, 0, 45 }, { 0, 0, 0, 3400 } },
	{ { .name = "1 GHz", .hz = 1000000000 },
	  WORLD_EVERY, 60, 1000, 100,
	  { 3, 0, 0, 45 }, { 0, 0, 0, 3400 } },
	{ { .name = "1 MHz", .hz = 1000000 },
	  WORLD_EVERY, 60, 1000, 400,
	  { 3, 0, 0, 45 }, { 0, 0, 0, 3400 } },
	{ { .name = "+100 ppm", .ppb = 100000 },
	  WORLD_EVERY, 60, 1000, 100,
	  { 3, 0, 0, 59 }, { 0, 0, 0, 3400 } },
	{ { .name = "-100 ppm", .ppb = -100000 },
	  WORLD_EVERY, 60, 1000, 100,
	  { 3, 0, 0, 60 }, { 0, 0, 0, 3400 } },
	{ { .name = "between +-100 ppm in 1000 s", .ramp_ppb_per_s = 200 },
	  WORLD_EVERY, 60, 3000, 1000,
	  { 3, 0, 0, 48 }, { 0, 0, 0, 2500 } },
	{ { .name = "0.1 Hz between +-100 ppm in 10000 s",
	    .period_us = 10000000, .ramp_ppb_per_s = 20 },
	  WORLD_EVERY, 60, 3000, 9000,
	  { 3, 0, 0, 10 }, { 0, 0, 0, 2500 } },
	{ { .name = "wakes 300 us late once in 20", .tail_us = 300,
	    .tail_every = 20 },
	  WORLD_EVERY, 60, 4000, 100,
	  { 3, 0, 0, 480 }, { 0, 0, 0, 2900 } },
	{ { .name = "wakes 2 ms late once in 20", .tail_us = 2000,
	    .tail_every = 20 },
	  WORLD_EVERY, 60, 4000, 100,
	  { 3, 0, 0, 3100 }, { 0, 0, 0, 5500 } },
	{ { .name = "wakes 2 ms late once in 1000", .tail_us = 2000,
	    .tail_every = 1000 },
	  WORLD_EVERY, 60, 6000, 100,
	  { 3, 3, 0, 2500 }, { 0, 2, 0, 3600 } },
	{ { .name = "wakes up to 1.5 ms late", .late_us = 1500 },
	  WORLD_EVERY, 60, 1000, 100,
	  { 3, 0, 0, 1200 }, { 0, 0, 0, 4400 } },
	{ { .name = "100 Hz, wakes 500 us late once in 20",
	    .period_us = 10000, .tail_us = 500, .tail_every = 20 },
	  WORLD_EVERY, 200, 4000, 100,
	  { 4, 0, 0, 71000 }, { 1, 0, 0, 73000 } },
	{ { .name = "jitter of 100 us", .jitter_us = 100 },
	  WORLD_EVERY, 60, 4000, 20000,
	  { 3, 2, 0, 130 }, { 0, 0, 0, 2500 } },
	{ { .name = "interrupts lost and doubled", .irq_lost_every = 20,
	    .irq_twice_every = 20 },
	  WORLD_EVERY, 60, 1000, 100,
	  { 3, 0, 0, 45 }, { 0, 0, 0, 0 } },
	{ { .name = "interrupts up to 1 ms late", .irq_us = 1000 },
	  WORLD_EVERY, 60, 1000, 100,
	  { 3, 0, 0, 130 }, { 0, 0, 0, 0 } },
	{ { .name = "outage of 1", .drop_from = 400, .drop_to = 401 },
	  WORLD_EVERY, 399, 501, 100,
	  { 3, 0, 0, 45 }, { 0, 0, 0, 43 } },
	{ { .name = "outage of 8", .drop_from = 400, .drop_to = 408 },
	  WORLD_EVERY, 399, 508, 100,
	  { 3, 0, 0, 770 }, { 0, 0, 0, 770 } },
	{ { .name = "outage of 30", .drop_from = 400, .drop_to = 430 },
	  WORLD_EVERY, 399, 530, 100,
	  { 3, 0, 0, 2100 }, { 0, 0, 0, 18000 } },
	{ { .name = "outage of 3600", .drop_from = 400, .drop_to = 4000 },
	  WORLD_EVERY, 399, 4100, 100,
	  { 3, 1, 1, 7200 }, { 0, 1, 1, 9400 } },
	{ { .name = "0.1 Hz, outage of 30", .period_us = 10000000,
	    .drop_from = 400, .drop_to = 430 },
	  WORLD_EVERY, 399, 530, 100,
	  { 3, 0, 0, 1900 }, { 0, 0, 0, 18000 } },
	{ { .name = "0.1 Hz, outage of 3600", .period_us = 10000000,
	    .drop_from = 400, .drop_to = 4000 },
	  WORLD_EVERY, 399, 4100, 100,
	  { 3, 1, 1, 7300 }, { 0, 1, 1, 9400 } },
	{ { .name = "100 Hz, outage of 3600", .period_us = 10000,
	    .drop_from = 400, .drop_to = 4000 },
	  WORLD_EVERY, 399, 4100, 100,
	  { 3, 1, 1, 11000 }, { 0, 2, 2, 11000 } },
	{ { .name = "outage of 30 at a changing rate", .ramp_ppb_per_s = 200,
	    .drop_from = 400, .drop_to = 430 },
	  WORLD_EVERY, 399, 530, 1000,
	  { 3, 0, 0, 2100 }, { 0, 0, 0, 18000 } },
	{ { .name = "outage of 30, line stuck active", .is_stuck = true,
	    .drop_from = 400, .drop_to = 430 },
	  WORLD_EVERY, 399, 530, 100,
	  { 3, 0, 0, 540 }, { 0, 0, 0, 8400 } },
	{ { .name = "outage of 1, back elsewhere", .jump_us = 333333,
	    .drop_from = 400, .drop_to = 401 },
	  WORLD_EVERY, 399, 1001, 100,
	  { 3, 1, 1, 150 }, { 0, 14, 14, 19000 } },
	{ { .name = "outage of 30, back elsewhere", .jump_us = 333333,
	    .drop_from = 400, .drop_to = 430 },
	  WORLD_EVERY, 399, 1030, 100,
	  { 3, 1, 1, 480 }, { 0, 33, 33, 20000 } },
	{ { .name = "outage of 3600, back elsewhere", .jump_us = 333333,
	    .drop_from = 400, .drop_to = 4000 },
	  WORLD_EVERY, 399, 4600, 100,
	  { 3, 1, 1, 6300 }, { 0, 493, 493, 12000 } },
	{ { .name = "outage of 30, back 10 times faster", .faster = 10,
	    .drop_from = 400, .drop_to = 430 },
	  WORLD_EVERY, 399, 7000, 100,
	  { 3, 9, 0, 23000 }, { 0, 764, 0, 5700 } },
	{ { .name = "100 Hz, back 100 times slower", .period_us = 10000,
	    .slower = 100, .drop_from = 1000, .drop_to = 1001 },
	  WORLD_EVERY, 999, 1800, 100,
	  { 3, 2, 0, 240 }, { 0, 378, 0, 19000 } },
	{ { .name = "an hour of silence first", .drop_from = 1,
	    .drop_to = 3601 },
	  WORLD_EVERY, 100, 3900, 100,
	  { 0, 3, 3, 20 }, { 0, 54, 54, 110000 } },
	{ { .name = "every other look left out" },
	  WORLD_ALTERNATE, 60, 1000, 100,
	  { 3, 469, 0, 23 }, { 0, 469, 0, 1600 } },
	{ { .name = "looks left out for 600 pulses" },
	  WORLD_NONE, 400, 1000, 100,
	  { 3, 599, 0, 0 }, { 0, 599, 0, 0 } },
};

#endif /* _PPS_SPIN_WINDOW_WORLD_CASES_H */
