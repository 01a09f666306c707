// SPDX-License-Identifier: GPL-2.0
/*
 * The loops that watch the line
 *
 * Counter, level, counter, level, ...: one counter read and one level read on
 * each turn, and nothing else. scripts/hotloop prints and checks the machine
 * code of the raw ones.
 */
#include <linux/gpio/consumer.h>
#include <linux/io.h>

#include "counter.h"
#include "spin.h"

/* Not readl_relaxed(), which may be traced: a call on each turn */
static __always_inline u32 read_level(void __iomem *level)
{
	return le32_to_cpu((__force __le32)__raw_readl(level));
}

/**
 * pps_spin_level_mmio - read the level register
 * @line: a line with a level register
 *
 * Not ordered by itself: the caller's branch on the result and the barrier in
 * pps_spin_counter() order the next counter read behind it.
 *
 * Return: true if the line is physically high.
 */
bool pps_spin_level_mmio(const struct pps_spin_line *line)
{
	return read_level(line->level) & line->level_mask;
}

/**
 * pps_spin_level_gpiolib - read the level through gpiolib
 * @line: a line that can be read without sleeping
 *
 * Return: true if the line is physically high.
 */
bool pps_spin_level_gpiolib(const struct pps_spin_line *line)
{
	return gpiod_get_raw_value(line->desc) > 0;
}

/*
 * The counter after the read is read on both sides of the branch, since it is
 * the branch that makes it wait for the level.
 */
#define DEFINE_LOOP(name, is_active)					\
static noinline bool name(const struct pps_spin_line *line, u64 end_ticks, \
			  struct pps_spin_bracket *bracket)		\
{									\
	void __iomem *level = line->level;				\
	u32 mask = line->level_mask;					\
	u64 prev, before = bracket->before_ticks;			\
	u64 now = bracket->after_ticks, reads = 0;			\
	bool edge = true;						\
									\
	(void)level;							\
	(void)mask;							\
	do {								\
		prev = before;						\
		before = now;						\
		reads++;						\
		if (is_active) {					\
			now = pps_spin_counter();			\
			goto out;					\
		}							\
		now = pps_spin_counter();				\
	} while ((s64)(now - end_ticks) < 0);				\
	edge = false;							\
out:									\
	bracket->prev_ticks = prev;					\
	bracket->before_ticks = before;					\
	bracket->after_ticks = now;					\
	bracket->reads = reads;						\
	return edge;							\
}

DEFINE_LOOP(pps_spin_mmio_rising, read_level(level) & mask)
DEFINE_LOOP(pps_spin_mmio_falling, !(read_level(level) & mask))
DEFINE_LOOP(pps_spin_gpiolib_rising, pps_spin_level_gpiolib(line))
DEFINE_LOOP(pps_spin_gpiolib_falling, !pps_spin_level_gpiolib(line))

/**
 * pps_spin_loop_mmio - loop over the level register
 * @rising: watch for a physically rising edge
 *
 * Return: the loop.
 */
pps_spin_loop pps_spin_loop_mmio(bool rising)
{
	return rising ? pps_spin_mmio_rising : pps_spin_mmio_falling;
}

/**
 * pps_spin_loop_gpiolib - loop over gpiolib
 * @rising: watch for a physically rising edge
 *
 * Return: the loop.
 */
pps_spin_loop pps_spin_loop_gpiolib(bool rising)
{
	return rising ? pps_spin_gpiolib_rising : pps_spin_gpiolib_falling;
}
