// SPDX-License-Identifier: GPL-2.0
/*
 * One look: watch the line in chunks with interrupts off
 */
#include <linux/delay.h>
#include <linux/irqflags.h>
#include <linux/kthread.h>
#include <linux/sched.h>

#include "counter.h"
#include "param.h"
#include "poll.h"
#include "spin.h"

/* A long look gives its CPU away this long after each chunk */
#define BREATH_US	20
#define CHUNKS_IN_A_ROW	4

/* The variants that this line can be read with */
static bool method_usable(const struct pps_spin_poller *poller, int method)
{
	const struct pps_spin_line *line = poller->line;

	return method == PPS_SPIN_POLL_MMIO ? !!line->level : !!line->desc;
}

/* The variant for single reads */
static enum pps_spin_poll plain_method(const struct pps_spin_poller *poller)
{
	return poller->line->desc ? PPS_SPIN_POLL_BRACKET : PPS_SPIN_POLL_MMIO;
}

/**
 * pps_spin_watch_method - choose how to read the level on the next look
 * @poller: the poller
 *
 * Return: what poll_method asks for, or for rotate the next one, if the line
 * can be read that way.
 */
enum pps_spin_poll pps_spin_watch_method(struct pps_spin_poller *poller)
{
	int method = READ_ONCE(pps_spin_settings.poll_method);

	if (method == PPS_SPIN_POLL_ROTATE)
		method = poller->next_method++ % PPS_SPIN_POLL_COUNT;
	return method_usable(poller, method) ? method : plain_method(poller);
}

static bool line_active(const struct pps_spin_poller *poller,
			enum pps_spin_poll method)
{
	const struct pps_spin_line *line = poller->line;
	bool high = method == PPS_SPIN_POLL_MMIO ?
		    pps_spin_level_mmio(line) : pps_spin_level_gpiolib(line);

	return high == line->rising;
}

static pps_spin_loop choose_loop(const struct pps_spin_poller *poller,
				 enum pps_spin_poll method, bool rising)
{
	return method == PPS_SPIN_POLL_MMIO ? pps_spin_loop_mmio(rising) :
					      pps_spin_loop_gpiolib(rising);
}

/* End of the chunk that starts now: bounded, and with the target amid one */
static u64 chunk_end(const struct pps_spin_window_plan *plan, u64 now_ticks,
		     u64 cap_ticks)
{
	s64 past = now_ticks - plan->target_ticks - cap_ticks / 2;
	u64 end = now_ticks + cap_ticks;

	if (past < 0)
		end = now_ticks + (u64)-past -
		      div64_u64((u64)-past - 1, cap_ticks) * cap_ticks;
	if (pps_spin_ticks_after(end, plan->close_ticks))
		end = plan->close_ticks;
	return end;
}

static void account_irqs_off(struct pps_spin_poller *poller, u64 ticks)
{
	poller->polling_ticks += ticks;
	if (ticks > poller->irqs_off_max_ticks)
		poller->irqs_off_max_ticks = ticks;
}

/**
 * pps_spin_watch_on_own_cpu - whether the poller runs where it should
 * @poller: the poller
 *
 * A CPU that goes offline sheds its threads before it tells anyone, and the
 * poller may find itself where the interrupt is taken.
 *
 * Return: false if it must not poll here.
 */
bool pps_spin_watch_on_own_cpu(const struct pps_spin_poller *poller)
{
	return raw_smp_processor_id() == poller->cpu;
}

/*
 * Watch with interrupts off for one chunk. The line's level at the start is
 * read by gpiolib or the register like any other, but opens the bracket.
 */
static enum pps_spin_look watch_chunk(struct pps_spin_poller *poller,
				      const struct pps_spin_window_plan *plan,
				      enum pps_spin_poll method,
				      struct pps_spin_bracket *bracket)
{
	u64 cap = pps_spin_ns_to_ticks(NSEC_PER_USEC *
			READ_ONCE(pps_spin_settings.max_irqs_off_us));
	pps_spin_loop loop = choose_loop(poller, method, poller->line->rising);
	enum pps_spin_look look = PPS_SPIN_LOOK_MISSED;
	unsigned long flags;
	u64 start, end;

	local_irq_save(flags);
	start = pps_spin_counter();
	end = chunk_end(plan, start, cap);
	bracket->before_ticks = start;
	/* The branch on the counter keeps the first level read behind it */
	if (!pps_spin_watch_on_own_cpu(poller) ||
	    pps_spin_ticks_after(start, plan->close_ticks)) {
		bracket->after_ticks = start;
	} else if (line_active(poller, method)) {
		bracket->after_ticks = pps_spin_counter();
		look = PPS_SPIN_LOOK_LATE;
	} else {
		bracket->after_ticks = pps_spin_counter();
		if (loop(poller->line, end, bracket)) {
			look = PPS_SPIN_LOOK_EDGE;
		} else {
			poller->was_inactive = true;
			poller->inactive_ticks = bracket->before_ticks;
		}
	}
	account_irqs_off(poller, pps_spin_counter() - start);
	local_irq_restore(flags);
	return look;
}

static void breathe(unsigned int chunks)
{
	if (chunks > CHUNKS_IN_A_ROW)
		usleep_range(BREATH_US, 2 * BREATH_US);
	else
		cond_resched();
}

static bool must_end(struct pps_spin_poller *poller)
{
	return READ_ONCE(poller->kick) || kthread_should_stop();
}

/**
 * pps_spin_watch - watch from now to the end of the window
 * @poller: the poller
 * @plan: the window
 * @method: how to read the level
 * @bracket: set to what was seen
 *
 * An edge between two chunks has a bracket like any other: the last read of the
 * one and the first of the other. It is as wide as the CPU was away.
 *
 * Context: the poller's thread, may sleep.
 * Return: edge, slipped, late or missed.
 */
enum pps_spin_look pps_spin_watch(struct pps_spin_poller *poller,
				  const struct pps_spin_window_plan *plan,
				  enum pps_spin_poll method,
				  struct pps_spin_bracket *bracket)
{
	unsigned int chunks = 0;
	enum pps_spin_look look;

	for (;;) {
		look = watch_chunk(poller, plan, method, bracket);
		if (look == PPS_SPIN_LOOK_LATE && chunks &&
		    poller->was_inactive) {
			bracket->prev_ticks = poller->inactive_ticks;
			bracket->reads++;
			return PPS_SPIN_LOOK_SLIPPED;
		}
		if (look != PPS_SPIN_LOOK_MISSED)
			return look;
		if (!pps_spin_ticks_after(plan->close_ticks,
					  bracket->after_ticks) ||
		    must_end(poller))
			return look;
		breathe(++chunks);
	}
}

/**
 * pps_spin_watch_glance - read the level once
 * @poller: the poller; it remembers if the line was inactive
 */
void pps_spin_watch_glance(struct pps_spin_poller *poller)
{
	u64 ticks = pps_spin_counter();

	if (line_active(poller, plain_method(poller)))
		return;
	poller->was_inactive = true;
	poller->inactive_ticks = ticks;
}
