// SPDX-License-Identifier: GPL-2.0
/*
 * What `ppsspin watch` shows, as lines of text
 */
#include <math.h>

#include "quantile.h"
#include "screen.h"

static void roll(struct rolling *rolling, double value)
{
	rolling->value[rolling->next] = value;
	rolling->next = (rolling->next + 1) % SCREEN_WINDOW;
	if (rolling->n < SCREEN_WINDOW)
		rolling->n++;
}

static void add_method(struct screen *screen,
		       const struct pps_spin_record *record, enum method method)
{
	s64 half_ticks;

	if (!method_stamp(record, method, record->value[method_is_poll(method) ?
			  PPS_SPIN_AFTER : method_column(method)],
			  &half_ticks))
		return;
	screen->stamps[method]++;
	if (method_is_poll(method)) {
		if (!pps_spin_record_has(record, PPS_SPIN_BEFORE) ||
		    !half_ticks_since(record->value[PPS_SPIN_AFTER],
				      record->value[PPS_SPIN_BEFORE],
				      &half_ticks))
			return;
	} else if (!method_is_sound(record, method) ||
		   !method_after_polled(record, method, &half_ticks)) {
		return;
	}
	roll(&screen->delay[method], half_ticks);
}

/**
 * screen_add - take a pulse in
 * @screen: the screen
 * @record: the pulse
 */
void screen_add(struct screen *screen, const struct pps_spin_record *record)
{
	int i;

	screen->pulses++;
	screen->last = *record;
	for (i = 0; i < PPS_SPIN_FLAG_COUNT; i++)
		screen->flagged[i] += !!(record->flags & BIT(i));
	for (i = 0; i < METHOD_COUNT; i++)
		add_method(screen, record, i);
}

static void print_number(char *cell, size_t size, double ns)
{
	if (isnan(ns))
		snprintf(cell, size, "n/a");
	else
		snprintf(cell, size, "%.0f", ns);
}

static void draw_method(struct screen *screen, char *row, enum method method)
{
	const struct rolling *rolling = &screen->delay[method];
	double values[SCREEN_WINDOW], ns = NAN;
	char p50[16], p95[16], sigma[16], max[16];
	struct summary summary;

	if (screen->cntfrq_hz)
		ns = half_ticks_to_ns(1, screen->cntfrq_hz);
	memcpy(values, rolling->value, rolling->n * sizeof(*values));
	summarise(values, rolling->n, &summary);
	print_number(p50, sizeof(p50), summary.p[P50] * ns);
	print_number(p95, sizeof(p95), summary.p[P95] * ns);
	print_number(sigma, sizeof(sigma), summary.sigma * ns);
	print_number(max, sizeof(max), summary.max * ns);
	snprintf(row, SCREEN_COLUMNS + 1, "%-14s%9llu%9llu%9.9s%9.9s%9.9s%10.10s",
		 method_name(method),
		 (unsigned long long)screen->stamps[method],
		 (unsigned long long)(screen->pulses - screen->stamps[method]),
		 p50, p95, sigma, max);
}

static int draw_flags(const struct screen *screen, char (*row)[SCREEN_COLUMNS + 1],
		      int rows)
{
	int i, used = 0, len = snprintf(row[0], SCREEN_COLUMNS + 1, "flags");

	for (i = 0; i < PPS_SPIN_FLAG_COUNT; i++) {
		char text[48];
		int width;

		if (!screen->flagged[i])
			continue;
		width = snprintf(text, sizeof(text), "  %s %llu",
				 pps_spin_flag_name(i),
				 (unsigned long long)screen->flagged[i]);
		if (len + width > SCREEN_COLUMNS && used < rows - 1)
			len = snprintf(row[++used], SCREEN_COLUMNS + 1, "     ");
		len += snprintf(row[used] + len, SCREEN_COLUMNS + 1 - len, "%s",
				text);
		len = min(len, SCREEN_COLUMNS);
	}
	return used + 1;
}

static void draw_last(struct screen *screen, char *row)
{
	const struct pps_spin_record *last = &screen->last;
	int method, len;

	len = snprintf(row, SCREEN_COLUMNS + 1, "last  seq %llu",
		       (unsigned long long)last->value[PPS_SPIN_SEQ]);
	for (method = 0; method < METHOD_IRQ_SIDE_COUNT; method++) {
		s64 delay;

		if (len >= SCREEN_COLUMNS || !screen->cntfrq_hz ||
		    !method_after_polled(last, method, &delay))
			continue;
		len += snprintf(row + len, SCREEN_COLUMNS + 1 - len,
				"  %s %.0f", method_name(method),
				half_ticks_to_ns(delay, screen->cntfrq_hz));
	}
	if (len < SCREEN_COLUMNS)
		snprintf(row + len, SCREEN_COLUMNS + 1 - len, " ns");
}

/**
 * screen_draw - bring the lines up to date
 * @screen: the screen
 */
void screen_draw(struct screen *screen)
{
	int row = 0, method;

	memset(screen->row, 0, sizeof(screen->row));
	snprintf(screen->row[row++], SCREEN_COLUMNS + 1, "%.60s%s",
		 screen->path, screen->gone ? "  (module gone)" : "");
	snprintf(screen->row[row++], SCREEN_COLUMNS + 1,
		 "%llu pulses, %llu lost, %llu lines not understood   %s%.30s",
		 (unsigned long long)screen->pulses,
		 (unsigned long long)screen->lost,
		 (unsigned long long)screen->bad,
		 screen->mark[0] ? "mark " : "", screen->mark);
	row++;
	snprintf(screen->row[row++], SCREEN_COLUMNS + 1,
		 "%-14s%9s%9s%9s%9s%9s%10s", "", "stamps", "without",
		 "p50", "p95", "sigma", "max");
	for (method = 0; method < METHOD_COUNT; method++)
		if (screen->stamps[method])
			draw_method(screen, screen->row[row++], method);
	row++;
	snprintf(screen->row[row++], SCREEN_COLUMNS + 1,
		 "ns, of the last %d pulses: stamp - polled edge; poll: after - before",
		 SCREEN_WINDOW);
	row++;
	row += draw_flags(screen, &screen->row[row], 4);
	row++;
	if (screen->pulses)
		draw_last(screen, screen->row[row]);
	snprintf(screen->row[SCREEN_ROWS - 1], SCREEN_COLUMNS + 1, "q quits");
}
