/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What `ppsspin watch` shows, as lines of text
 */
#ifndef PPSSPIN_SCREEN_H
#define PPSSPIN_SCREEN_H

#include "method.h"

#define SCREEN_ROWS	24
#define SCREEN_COLUMNS	80
/* Pulses that the rolling figures are made of */
#define SCREEN_WINDOW	300

/**
 * struct rolling - the last delays of a method, half ticks
 * @n: how many there are
 * @next: where the next one goes
 * @value: the delays
 */
struct rolling {
	size_t n;
	size_t next;
	double value[SCREEN_WINDOW];
};

/**
 * struct screen - what is known, and how it looks
 * @path: where the stream comes from
 * @cntfrq_hz: rate of the counter; 0 while unknown
 * @mark: the last mark
 * @pulses: pulses seen
 * @lost: pulses that the driver dropped
 * @bad: lines that cannot be read
 * @flagged: pulses with each flag
 * @stamps: pulses that each method stamped
 * @delay: per method, stamp - polled edge; for the poll its brackets
 * @last: the last pulse
 * @gone: the module is not there
 * @row: the lines, terminated
 */
struct screen {
	const char *path;
	u64 cntfrq_hz;
	char mark[64];
	u64 pulses;
	u64 lost;
	u64 bad;
	u64 flagged[PPS_SPIN_FLAG_COUNT];
	u64 stamps[METHOD_COUNT];
	struct rolling delay[METHOD_COUNT];
	struct pps_spin_record last;
	bool gone;
	char row[SCREEN_ROWS][SCREEN_COLUMNS + 1];
};

void screen_add(struct screen *screen, const struct pps_spin_record *record);
void screen_draw(struct screen *screen);

#endif /* PPSSPIN_SCREEN_H */
