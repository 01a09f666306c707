// SPDX-License-Identifier: GPL-2.0
/*
 * What polling costs: measured on the polling CPU when the driver starts
 */
#include <linux/io.h>
#include <linux/irqflags.h>
#include <linux/sort.h>

#include "counter.h"
#include "poll.h"
#include "spin.h"

#define SAMPLES		127
#define LOOP_READS	100

static int compare_ticks(const void *a, const void *b)
{
	u64 x = *(const u64 *)a, y = *(const u64 *)b;

	return x < y ? -1 : x > y;
}

static u64 percentile(const u64 *sorted, unsigned int percent)
{
	return sorted[(SAMPLES - 1) * percent / 100];
}

/* One ordered level read and the counter read behind it */
static u64 read_cost(const struct pps_spin_line *line)
{
	unsigned long flags;
	u64 start, end;

	local_irq_save(flags);
	start = pps_spin_counter();
	if (line->level)
		readl(line->level);
	else
		pps_spin_level_gpiolib(line);
	end = pps_spin_counter();
	local_irq_restore(flags);
	return end - start;
}

/* Period of the loop that waits for the level that the line does not have */
static u64 loop_cost(const struct pps_spin_line *line, u64 read_ticks)
{
	struct pps_spin_bracket bracket;
	bool high = line->level ? pps_spin_level_mmio(line) :
				  pps_spin_level_gpiolib(line);
	pps_spin_loop loop = line->level ? pps_spin_loop_mmio(!high) :
					   pps_spin_loop_gpiolib(!high);
	unsigned long flags;
	u64 start;

	local_irq_save(flags);
	start = pps_spin_counter();
	bracket.before_ticks = start;
	bracket.after_ticks = start;
	loop(line, start + LOOP_READS * (read_ticks + 1), &bracket);
	local_irq_restore(flags);
	return div64_u64((bracket.after_ticks - start) * 1000, bracket.reads);
}

/**
 * pps_spin_poller_measure - measure what polling costs
 * @poller: the poller; its cost is filled
 *
 * Context: the poller's thread. Interrupts are off for one loop of about a
 * hundred level reads at a time.
 */
void pps_spin_poller_measure(struct pps_spin_poller *poller)
{
	struct pps_spin_cost *cost = &poller->cost;
	u64 ticks[SAMPLES];
	unsigned int i;

	for (i = 0; i < SAMPLES; i++)
		ticks[i] = read_cost(poller->line);
	sort(ticks, SAMPLES, sizeof(ticks[0]), compare_ticks, NULL);
	cost->read_min_ticks = ticks[0];
	cost->read_p50_ticks = percentile(ticks, 50);
	cost->read_p99_ticks = percentile(ticks, 99);
	for (i = 0; i < SAMPLES; i++)
		ticks[i] = loop_cost(poller->line, cost->read_p50_ticks);
	sort(ticks, SAMPLES, sizeof(ticks[0]), compare_ticks, NULL);
	cost->loop_p50_milliticks = percentile(ticks, 50);
}
