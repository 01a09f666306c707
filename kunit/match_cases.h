/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The stories of match_test.c
 */
#ifndef _PPS_SPIN_KUNIT_MATCH_CASES_H
#define _PPS_SPIN_KUNIT_MATCH_CASES_H

#include "match_case.h"

/* Nobody could read them */
#define UNREAD		(FLAG(COALESCED) | FLAG(MISSED) | FLAG(NOIRQ))

static const struct match_case match_cases[] = {
	/* Both sides */
	{ "the poller tells first", SECOND, .events = {
		EDGE(100), RUN(102, 0), IRQ(105), RUN(106, 1) },
	  .records = { { 0, 100, 105 } } },
	{ "the interrupt tells first", SECOND, .events = {
		IRQ(105), RUN(106, 0), EDGE(100), RUN(107, 1) },
	  .records = { { 0, 100, 105 } } },
	{ "an interrupt comes late", SECOND, .events = {
		EDGE(100), IRQ(400100), RUN(400101, 1) },
	  .records = { { 0, 100, 400100 } } },
	{ "an interrupt comes twice", SECOND, .events = {
		EDGE(100), IRQ(105), IRQ(305), RUN(306, 2) },
	  .records = { { 0, 100, 105 }, { FLAG(MISSED), 0, 305 } } },
	{ "and is told of when its pulse was published", SECOND, .events = {
		EDGE(100), IRQ(105), RUN(106, 1), IRQ(305), RUN(306, 2) },
	  .records = { { 0, 100, 105 }, { FLAG(MISSED), 0, 305 } } },
	{ "the period is unknown", 0, .events = {
		IRQ(105), EDGE(100), RUN(106, 1) },
	  .records = { { 0, 100, 105 } } },
	{ "and an interrupt after 130 ms is another's", 0, .events = {
		EDGE(100), IRQ(130100), MISSED(130000), RUN(260000, 2) },
	  .records = { { FLAG(NOIRQ), 100 }, { FLAG(MISSED), 0, 130100 } } },

	/* One side */
	{ "only the poller: noirq after the hold", SECOND, .events = {
		EDGE(100), RUN(500101, 0), RUN(500102, 1) },
	  .records = { { FLAG(NOIRQ), 100 } } },
	{ "only the interrupt: the look missed", SECOND, .events = {
		IRQ(105), RUN(106, 0), MISSED(100), RUN(107, 1) },
	  .records = { { FLAG(MISSED), 0, 105 } } },
	{ "only the interrupt: the pin was active all along", SECOND, .events = {
		IRQ(105), ACTIVE(100), RUN(107, 1) },
	  .records = { { FLAG(LATE), 0, 105 } } },
	{ "only the interrupt: not polled", SECOND, .events = {
		IRQ(105), SKIPPED(100), RUN(107, 1) },
	  .records = { { FLAG(UNPOLLED), 0, 105 } } },
	{ "only the interrupt: the poller does not answer", SECOND, .events = {
		IRQ(105), RUN(500105, 0), RUN(500106, 1) },
	  .records = { { FLAG(MISSED), 0, 105 } } },
	{ "only the interrupt: there is no poller", SECOND, .no_poller = true,
	  .events = { IRQ(105), RUN(106, 1), IRQ(SECOND + 105),
		RUN(SECOND + 106, 2) },
	  .records = { { FLAG(MISSED), 0, 105 },
		       { FLAG(MISSED), 0, SECOND + 105 } } },
	{ "a late look, then its interrupt", SECOND, .events = {
		LATE(300), RUN(301, 0), IRQ(105),
		RUN(302, 1) },
	  .records = { { FLAG(LATE), 0, 105 } } },
	{ "an interrupt, then its late look", SECOND, .events = {
		IRQ(105), RUN(106, 0), LATE(300),
		RUN(301, 1) },
	  .records = { { FLAG(LATE), 0, 105 } } },
	{ "a late look at a long pulse waits for its interrupt", SECOND,
	  .events = { LATE(400000), RUN(400001, 0),
		RUN(900001, 0), RUN(900002, 1) },
	  .records = { { FLAG(LATE) | FLAG(NOIRQ) } } },
	{ "a late look finds an edge that is out already", SECOND, .events = {
		MISSED(200 - SECOND / 2), IRQ(105), RUN(106, 1),
		LATE_SINCE(300, 50), RUN(900001, 1) },
	  .records = { { FLAG(MISSED), 0, 105 } }, .stale = 1 },
	{ "and one that is not, if the line was inactive since", SECOND,
	  .events = { MISSED(200 - SECOND / 2), IRQ(105), RUN(106, 1),
		LATE_SINCE(300, 150), RUN(900001, 2) },
	  .records = { { FLAG(MISSED), 0, 105 },
		       { FLAG(LATE) | FLAG(NOIRQ) } } },
	{ "a late look, then its interrupt before the next edge is due", 20000,
	  .events = { LATE(300), IRQ(15000), RUN(15001, 1) },
	  .records = { { FLAG(LATE), 0, 15000 } } },
	{ "also if it is the edge that is due, and came early", 20000,
	  .events = { LATE_UNTIL(300, 30400), IRQ(8000), RUN(8001, 1) },
	  .records = { { FLAG(LATE), 0, 8000 } } },
	{ "and that of the next edge, when it is due", 20000, .events = {
		LATE(300), IRQ(20305), RUN(20306, 0), RUN(120306, 2) },
	  .records = { { FLAG(LATE) | FLAG(NOIRQ) },
		       { FLAG(MISSED), 0, 20305 } } },
	{ "also if the poller plans to leave that out", 20000, .events = {
		LATE_UNTIL(300, 50300), IRQ(20305), RUN(20306, 2) },
	  .records = { { FLAG(LATE) | FLAG(NOIRQ) },
		       { FLAG(MISSED), 0, 20305 } } },
	{ "a line without interrupt", SECOND, .no_irq = true, .events = {
		EDGE(100), RUN(102, 1), LATE(SECOND + 300),
		RUN(SECOND + 301, 2) },
	  .records = { { 0, 100 }, { FLAG(LATE) } } },

	/* What the poller does is said by the look of that time */
	{ "looks told of later do not excuse one left out", SECOND, .events = {
		SKIPPED(100), EDGE(SECOND + 100), IRQ(105), IRQ(SECOND + 105),
		RUN(SECOND + 106, 2) },
	  .records = { { FLAG(UNPOLLED), 0, 105 },
		       { 0, SECOND + 100, SECOND + 105 } } },
	{ "nor one that came late", SECOND, .events = {
		ACTIVE(100), MISSED(SECOND + 100), IRQ(105), IRQ(SECOND + 105),
		RUN(SECOND + 106, 2) },
	  .records = { { FLAG(LATE), 0, 105 },
		       { FLAG(MISSED), 0, SECOND + 105 } } },
	{ "nor does the look after it, if that has an edge", SECOND,
	  .events = { SKIPPED(100), EDGE(SECOND + 100), IRQ(600100),
		IRQ(SECOND + 105), RUN(SECOND + 106, 2) },
	  .records = { { FLAG(UNPOLLED), 0, 600100 },
		       { 0, SECOND + 100, SECOND + 105 } } },
	{ "a plan does not excuse it, nor does a late interrupt", SECOND,
	  .events = { SKIPPED(100), PLANNED(100), IRQ(600100),
		RUN(1100100, 0), RUN(1100101, 1) },
	  .records = { { FLAG(UNPOLLED), 0, 600100 } } },
	{ "poll_mode=none", SECOND, .events = {
		REST(50), IRQ(105), RUN(106, 1), IRQ(SECOND + 105),
		RUN(SECOND + 106, 2) },
	  .records = { { FLAG(UNPOLLED), 0, 105 },
		       { FLAG(UNPOLLED), 0, SECOND + 105 } } },
	{ "poll_mode=none has ended", SECOND, .events = {
		REST(50), WAITING(SECOND), IRQ(SECOND + 105),
		RUN(SECOND + 106, 1) },
	  .records = { { FLAG(MISSED), 0, SECOND + 105 } } },
	{ "poll_mode=none has ended with a plan", SECOND, .events = {
		REST(50), PLANNED(50), IRQ(SECOND + 105), RUN(SECOND + 106, 0),
		EDGE(SECOND + 100), RUN(SECOND + 107, 1) },
	  .records = { { 0, SECOND + 100, SECOND + 105 } } },
	{ "poll_mode=none has ended with a late look", SECOND, .events = {
		REST(50), LATE(300), RUN(301, 0), IRQ(305), RUN(306, 1) },
	  .records = { { FLAG(LATE), 0, 305 } } },
	{ "a poller that waited looks after the interrupt", SECOND, .events = {
		WAITING(50), IRQ(105), RUN(106, 1), IRQ(SECOND + 105),
		RUN(SECOND + 106, 1), EDGE(SECOND + 100),
		RUN(SECOND + 107, 2) },
	  .records = { { FLAG(MISSED), 0, 105 },
		       { 0, SECOND + 100, SECOND + 105 } } },
	{ "and if it is late, then for the next pulse", SECOND, .events = {
		WAITING(50), IRQ(105), RUN(106, 1), LATE(SECOND + 300),
		RUN(SECOND + 301, 1), IRQ(SECOND + 105),
		RUN(SECOND + 302, 2) },
	  .records = { { FLAG(MISSED), 0, 105 },
		       { FLAG(LATE), 0, SECOND + 105 } } },

	{ "an interrupt that was held up is of the edge before it was taken", 1000,
	  .events = { EDGE(100), EDGE(1100), HELD_UP(1150, 105),
		RUN(1151, 1), RUN(500000, 2) },
	  .records = { { 0, 100, 1150, .ack = 105 },
		       { FLAG(NOIRQ), 1100 } } },

	/* Faster than the delivery */
	{ "one interrupt for two edges is of the second", SECOND, .events = {
		EDGE(100), EDGE(120), IRQ(125), RUN(126, 0), RUN(500122, 2) },
	  .records = { { FLAG(COALESCED) | FLAG(NOIRQ), 100 },
		       { 0, 120, 125 } } },
	{ "two interrupts for two edges, perhaps before both", SECOND, .events = {
		EDGE(100), EDGE_SINCE(120, 110), HELD_UP(125, 115), IRQ(130),
		RUN(131, 2) },
	  .records = { { 0, 100, 125, .ack = 115 },
		       { 0, 120, 130, .prev = 110 } } },
	{ "two interrupts, the second told of later", SECOND, .events = {
		EDGE(100), EDGE_SINCE(120, 110), HELD_UP(125, 115), RUN(126, 0),
		IRQ(130), RUN(131, 2) },
	  .records = { { 0, 100, 125, .ack = 115 },
		       { 0, 120, 130, .prev = 110 } } },
	{ "three interrupts, each perhaps after the next edge", SECOND,
	  .events = { EDGE(100), EDGE_SINCE(120, 110), EDGE_SINCE(140, 130),
		HELD_UP(125, 115), HELD_UP(145, 135), IRQ(150), RUN(151, 3) },
	  .records = { { 0, 100, 125, .ack = 115 },
		       { 0, 120, 145, .prev = 110, .ack = 135 },
		       { 0, 140, 150, .prev = 130 } } },
	{ "an interrupt acknowledged after both edges stands for both", SECOND,
	  .events = { EDGE(100), EDGE(120), IRQ(125), IRQ(130), RUN(131, 0),
		RUN(500122, 3) },
	  .records = { { FLAG(COALESCED) | FLAG(NOIRQ), 100 },
		       { 0, 120, 125 }, { FLAG(MISSED), 0, 130 } } },
	{ "two interrupts for three edges", SECOND, .events = {
		EDGE(100), EDGE(120), EDGE(140), IRQ(125), IRQ(145),
		RUN(146, 0), RUN(500142, 3) },
	  .records = { { FLAG(COALESCED) | FLAG(NOIRQ), 100 },
		       { 0, 120, 125 }, { 0, 140, 145 } } },
	{ "one for two edges, and that of the next pulse", 1000, .events = {
		EDGE(100), EDGE(120), IRQ(125), MISSED(1100), IRQ(1105),
		RUN(100101, 0), RUN(100102, 3) },
	  .records = { { FLAG(COALESCED) | FLAG(NOIRQ), 100 },
		       { 0, 120, 125 }, { FLAG(MISSED), 0, 1105 } } },
	{ "an interrupt a period late is of the next edge", 1000, .events = {
		EDGE(100), EDGE(1100), IRQ(1300), EDGE(2100), IRQ(2105),
		RUN(2106, 3) },
	  .records = { { FLAG(NOIRQ), 100 }, { 0, 1100, 1300 },
		       { 0, 2100, 2105 } } },
	{ "also if nobody else saw that", 1000, .events = {
		EDGE(100), MISSED(1100), IRQ(1105), RUN(1106, 2) },
	  .records = { { FLAG(NOIRQ), 100 }, { FLAG(MISSED), 0, 1105 } } },

	{ "an irregular pulse does not say when the next edge is due", 20000,
	  .events = { IRQ(100), IRQ(30100), IRQ(60100), IRQ(90100),
		IRQ(120100), IRQ(150100), IRQ(180100), RUN(280101, 7),
		EDGE(300000), IRQ(325000), RUN(325001, 8) },
	  .records = { { FLAG(MISSED), 0, 100 }, { FLAG(MISSED), 0, 30100 },
		       { FLAG(MISSED), 0, 60100 }, { FLAG(MISSED), 0, 90100 },
		       { FLAG(MISSED), 0, 120100 }, { FLAG(MISSED), 0, 150100 },
		       { FLAG(MISSED), 0, 180100 }, { 0, 300000, 325000 } } },

	{ "nor if the next edge was seen to come later", 20000, .events = {
		EDGE(100), IRQ(20095), RUN(20096, 0), EDGE(20100), IRQ(20105),
		RUN(20106, 2) },
	  .records = { { 0, 100, 20095 }, { 0, 20100, 20105 } } },
	{ "nor if the poller saw that none came", 20000, .events = {
		EDGE(100), WATCHED(20200, 20000), IRQ(25000), RUN(25001, 1) },
	  .records = { { 0, 100, 25000 } } },
	{ "when the edge has been published, too", 20000, .stale = 1, .events = {
		EDGE(100), WATCHED(20200, 20000), WATCHED(40200, 40000),
		WATCHED(60200, 60000), WATCHED(80200, 80000),
		WATCHED(100200, 100000), RUN(100200, 1), IRQ(105000),
		RUN(105001, 1), RUN(205002, 1) },
	  .records = { { FLAG(NOIRQ), 100 } } },
	{ "unless one may have been before that", 20000, .events = {
		EDGE(100), MISSED(20100), IRQ(20105), EDGE(40100), IRQ(40105),
		RUN(40106, 3) },
	  .records = { { FLAG(NOIRQ), 100 }, { FLAG(MISSED), 0, 20105 },
		       { 0, 40100, 40105 } } },

	/* An interrupt before its edge cannot be, and is shown */
	{ "an interrupt 50 us before the only edge is its own", SECOND,
	  .events = { IRQ(50), EDGE(100), RUN(102, 0), RUN(500102, 1) },
	  .records = { { FLAG(MISATTRIBUTED), 100, 50 } } },
	{ "unless that has another", SECOND, .events = {
		IRQ(50), EDGE(100), RUN(102, 0), IRQ(105), RUN(106, 2) },
	  .records = { { FLAG(MISSED), 0, 50 }, { 0, 100, 105 } } },
	{ "an interrupt 200 us before the only edge is not", SECOND, .events = {
		IRQ(50), EDGE(250), RUN(252, 1), IRQ(255), RUN(256, 2) },
	  .records = { { FLAG(MISSED), 0, 50 }, { 0, 250, 255 } } },

	/* Stale captures */
	{ "a poll edge whose interrupt was published alone", SECOND, .stale = 1,
	  .events = { IRQ(105), RUN(500106, 1), EDGE(100),
		RUN(SECOND, 1) },
	  .records = { { FLAG(MISSED), 0, 105 } } },
	{ "a late look whose interrupt was published alone", SECOND, .stale = 1,
	  .events = { IRQ(105), RUN(500106, 1), LATE(300),
		RUN(SECOND, 1) },
	  .records = { { FLAG(MISSED), 0, 105 } } },
	{ "an interrupt whose edge was published noirq", SECOND, .stale = 1,
	  .events = { EDGE(100), RUN(500102, 1), IRQ(105), RUN(SECOND, 1) },
	  .records = { { FLAG(NOIRQ), 100 } } },
	{ "also if it is later than anybody waits", SECOND, .stale = 1,
	  .events = { EDGE(100), RUN(500102, 1), IRQ(900000),
		RUN(SECOND, 1) },
	  .records = { { FLAG(NOIRQ), 100 } } },
	{ "but not a second one", SECOND, .stale = 1, .events = {
		EDGE(100), RUN(500102, 1), IRQ(105), IRQ(109), RUN(SECOND, 2) },
	  .records = { { FLAG(NOIRQ), 100 }, { FLAG(MISSED), 0, 109 } } },
	{ "nor that of the next pulse", SECOND, .stale = 0, .events = {
		EDGE(100), RUN(500102, 1), MISSED(SECOND + 100),
		IRQ(SECOND + 105), RUN(SECOND + 106, 2) },
	  .records = { { FLAG(NOIRQ), 100 },
		       { FLAG(MISSED), 0, SECOND + 105 } } },
	{ "an interrupt that is stale while the next edge waits", 1000,
	  .stale = 1, .events = {
		EDGE(100), RUN(101000, 1), EDGE(130100), IRQ(105),
		RUN(130102, 1), IRQ(130105), RUN(130106, 2) },
	  .records = { { FLAG(NOIRQ), 100 }, { 0, 130100, 130105 } } },
	{ "three poll edges that come after all were published", 1000,
	  .stale = 3, .events = {
		IRQ(105), IRQ(1105), IRQ(2105), RUN(130000, 3),
		EDGE(100), EDGE(1100), EDGE(2100), RUN(260000, 3) },
	  .records = { { FLAG(MISSED), 0, 105 }, { FLAG(MISSED), 0, 1105 },
		       { FLAG(MISSED), 0, 2105 } } },
	{ "three interrupts that come after all were published", 1000,
	  .stale = 3, .events = {
		EDGE(100), EDGE(1100), EDGE(2100), RUN(130000, 3), IRQ(105),
		IRQ(1105), IRQ(2105), RUN(260000, 3) },
	  .records = { { FLAG(NOIRQ), 100 }, { FLAG(NOIRQ), 1100 },
		       { FLAG(NOIRQ), 2100 } } },

	/* Lost captures */
	{ "lost captures have a record each", SECOND, .events = {
		LOST(3), RUN(100, 3) },
	  .records = { { UNREAD }, { UNREAD }, { UNREAD } } },
	{ "after those that were there", SECOND, .events = {
		EDGE(100), LOST(2), RUN(102, 0), IRQ(105), RUN(106, 3) },
	  .records = { { 0, 100, 105 }, { UNREAD }, { UNREAD } } },
	{ "and before those that come", SECOND, .events = {
		IRQ(105), EDGE(100), LOST(1), EDGE(SECOND + 100),
		IRQ(SECOND + 105), RUN(SECOND + 106, 3) },
	  .records = { { 0, 100, 105 }, { UNREAD },
		       { 0, SECOND + 100, SECOND + 105 } } },

	/* The stimulus */
	{ "raised, but nobody saw it", SECOND, .stimulating = true, .events = {
		STIMULUS(100), MISSED(100), RUN(102, 0), RUN(500102, 1) },
	  .records = { { FLAG(MISSED) | FLAG(NOIRQ), 0, 0, 100 } } },
	{ "raised, and only polled", SECOND, .stimulating = true, .events = {
		STIMULUS(100), EDGE(100), RUN(500102, 1) },
	  .records = { { FLAG(NOIRQ), 100, 0, 100 } } },
	{ "raised, and only interrupted", SECOND, .stimulating = true,
	  .events = { STIMULUS(100), IRQ(105), RUN(106, 0), MISSED(100),
		RUN(107, 1) },
	  .records = { { FLAG(MISSED), 0, 105, 100 } } },
	{ "raised, and not polled by choice", SECOND, .stimulating = true,
	  .events = { IRQ(105), SKIPPED(100), RUN(106, 0), STIMULUS(100),
		RUN(107, 1) },
	  .records = { { FLAG(UNPOLLED), 0, 105, 100 } } },
	{ "raised, and polled too late", SECOND, .stimulating = true, .events = {
		STIMULUS(100), LATE(300), IRQ(105),
		RUN(301, 1) },
	  .records = { { FLAG(LATE), 0, 105, 100 } } },
	{ "polled too late, told of before", SECOND, .stimulating = true,
	  .events = { LATE(300), IRQ(105), RUN(301, 0),
		STIMULUS(100), RUN(302, 1) },
	  .records = { { FLAG(LATE), 0, 105, 100 } } },
	{ "polled too late in a long pulse", 1000, .stimulating = true,
	  .events = { STIMULUS(100), LATE(800), IRQ(105), RUN(802, 1) },
	  .records = { { FLAG(LATE), 0, 105, 100 } } },
	{ "polled too late, and interrupted later still", 1000,
	  .stimulating = true, .events = {
		LATE(300), STIMULUS(100), IRQ(700), RUN(701, 1) },
	  .records = { { FLAG(LATE), 0, 700, 100 } } },
	{ "polled too late, and raised for longer than a period", 1000,
	  .stimulating = true, .events = {
		LATE(1250), HELD_STIMULUS(1200, 100), IRQ(1260), RUN(1261, 1) },
	  .records = { { FLAG(LATE), 0, 1260, 1200, .t0 = 100 } } },
	{ "raised for longer than a period, then polled too late", 1000,
	  .stimulating = true, .events = {
		HELD_STIMULUS(1200, 100), LATE(1250), IRQ(1260), RUN(1261, 1) },
	  .records = { { FLAG(LATE), 0, 1260, 1200, .t0 = 100 } } },
	{ "polled too late while it is raised", 1000,
	  .stimulating = true, .events = {
		LATE(1150), HELD_STIMULUS(1200, 100), IRQ(1260), RUN(1261, 1) },
	  .records = { { FLAG(LATE), 0, 1260, 1200, .t0 = 100 } } },
	{ "interrupted when the next was due, but not raised", 1000,
	  .stimulating = true, .events = {
		STIMULUS(100), MISSED(100), IRQ(3105), RUN(3106, 0),
		STIMULUS(5100), RUN(5101, 1), RUN(500000, 2) },
	  .records = { { FLAG(MISSED), 0, 3105, 100 },
		       { FLAG(MISSED) | FLAG(NOIRQ), 0, 0, 5100 } } },
	{ "raised in a wide bracket, after the interrupt of the one before", 1000,
	  .stimulating = true, .events = {
		STIMULUS(100), MISSED(100), EDGE_SINCE(1300, 1150),
		STIMULUS(1280), IRQ(1200), IRQ(1320), RUN(1321, 2) },
	  .records = { { FLAG(MISSED), 0, 1200, 100 },
		       { 0, 1300, 1320, 1280, .prev = 1150 } } },
	{ "the last one that was raised, interrupted periods later", 1000,
	  .stimulating = true, .events = {
		STIMULUS(100), MISSED(100), IRQ(3105), RUN(3106, 0), ENDED,
		RUN(3107, 1) },
	  .records = { { FLAG(MISSED), 0, 3105, 100 } } },
	{ "interrupted for both when the second was raised, the third untold", 1000,
	  .stimulating = true, .events = {
		STIMULUS(100), MISSED(100), STIMULUS(1100), MISSED(1100),
		IRQ(1110), IRQ(1120), RUN(1121, 0), STIMULUS(2100), RUN(2101, 2),
		RUN(500000, 3) },
	  .records = { { FLAG(MISSED), 0, 1110, 100 },
		       { FLAG(MISSED), 0, 1120, 1100 },
		       { FLAG(MISSED) | FLAG(NOIRQ), 0, 0, 2100 } } },
	{ "interrupted when the next was due, and raised", 1000,
	  .stimulating = true, .events = {
		STIMULUS(100), MISSED(100), IRQ(1105), RUN(1106, 0),
		STIMULUS(1100), MISSED(1100), RUN(1107, 2) },
	  .records = { { FLAG(MISSED) | FLAG(NOIRQ), 0, 0, 100 },
		       { FLAG(MISSED), 0, 1105, 1100 } } },
	{ "interrupted for both when the second was raised", 1000,
	  .stimulating = true, .events = {
		STIMULUS(100), MISSED(100), STIMULUS(5100), MISSED(5100),
		STIMULUS(9100), IRQ(5110), IRQ(5120), RUN(5121, 2),
		RUN(500000, 3) },
	  .records = { { FLAG(MISSED), 0, 5110, 100 },
		       { FLAG(MISSED), 0, 5120, 5100 },
		       { FLAG(MISSED) | FLAG(NOIRQ), 0, 0, 9100 } } },
	{ "interrupted when the train has ended, and nobody waits", 100000,
	  .stale = 1, .stimulating = true, .events = {
		STIMULUS(100), EDGE(100), ENDED, RUN(100102, 1), OVER,
		IRQ(900000), RUN(1000001, 1) },
	  .records = { { FLAG(NOIRQ), 100, 0, 100 } } },
	{ "a level that is late, too, is no other edge", 1000, .stale = 1,
	  .stimulating = true, .events = {
		STIMULUS(100), IRQ(105), MISSED(100), RUN(107, 1), LATE(5000),
		RUN(5001, 1), RUN(500000, 1) },
	  .records = { { FLAG(MISSED), 0, 105, 100 } } },
	{ "polled too late and interrupted, periods after it was raised", 1000,
	  .stimulating = true, .events = {
		STIMULUS(100), MISSED(100), LATE(2700), IRQ(2710), RUN(2711, 0),
		STIMULUS(3100), RUN(3101, 1), IRQ(3105), MISSED(3100),
		RUN(3106, 2) },
	  .records = { { FLAG(LATE), 0, 2710, 100 },
		       { FLAG(MISSED), 0, 3105, 3100 } } },
	{ "and the train has ended", 1000, .stimulating = true, .events = {
		STIMULUS(100), MISSED(100), LATE(2700), IRQ(2710), RUN(2711, 0),
		ENDED, RUN(2712, 1) },
	  .records = { { FLAG(LATE), 0, 2710, 100 } } },
	{ "polled too late twice, periods after it was raised", 1000, .stale = 1,
	  .stimulating = true, .events = {
		STIMULUS(100), LATE(300), LATE(2700), IRQ(2710), RUN(2711, 0),
		STIMULUS(3100), RUN(3101, 1), RUN(500000, 2) },
	  .records = { { FLAG(LATE), 0, 2710, 100 },
		       { FLAG(MISSED) | FLAG(NOIRQ), 0, 0, 3100 } } },
	{ "interrupted when all had been waited for", 1000, .stale = 1,
	  .stimulating = true, .events = {
		STIMULUS(100), MISSED(100), RUN(100102, 1), IRQ(230000),
		RUN(230001, 1), RUN(331000, 1), STIMULUS(331100), IRQ(331105),
		MISSED(331100), RUN(331106, 2) },
	  .records = { { FLAG(MISSED) | FLAG(NOIRQ), 0, 0, 100 },
		       { FLAG(MISSED), 0, 331105, 331100 } } },
	{ "interrupted long after anybody waited", 100000, .stale = 1,
	  .stimulating = true, .events = {
		STIMULUS(100), EDGE(100), RUN(100102, 1), IRQ(900000),
		RUN(1000001, 1) },
	  .records = { { FLAG(NOIRQ), 100, 0, 100 } } },
	{ "and for the last one that lacks it", 100000, .stale = 2,
	  .stimulating = true, .events = {
		STIMULUS(100), EDGE(100), STIMULUS(100100), EDGE(100100),
		RUN(200102, 2), IRQ(900000), RUN(1000001, 2), IRQ(1100000),
		RUN(1200001, 2) },
	  .records = { { FLAG(NOIRQ), 100, 0, 100 },
		       { FLAG(NOIRQ), 100100, 0, 100100 } } },
	{ "but not when none lacks it", 100000, .stimulating = true, .events = {
		STIMULUS(100), EDGE(100), IRQ(105), RUN(106, 1), IRQ(900000),
		RUN(1000001, 2) },
	  .records = { { 0, 100, 105, 100 }, { FLAG(MISSED), 0, 900000 } } },
	{ "raised twice, told of in reverse", 1000, .stimulating = true,
	  .events = { STIMULUS(1100), STIMULUS(100), IRQ(105), IRQ(1105),
		MISSED(1100), RUN(1106, 2) },
	  .records = { { FLAG(MISSED), 0, 105, 100 },
		       { FLAG(MISSED), 0, 1105, 1100 } } },
	{ "edges that nobody raised", SECOND, .stimulating = true, .events = {
		EDGE(100), IRQ(105), RUN(106, 0), RUN(500102, 1) },
	  .records = { { 0, 100, 105 } } },
	{ "a stimulus told of when all was published", SECOND, .stale = 1,
	  .stimulating = true, .events = {
		EDGE(100), IRQ(105), RUN(500106, 1), STIMULUS(100),
		RUN(SECOND, 1) },
	  .records = { { 0, 100, 105 } } },
	{ "a stimulus is of the edge that is near", 1000, .stimulating = true,
	  .events = { EDGE(100), EDGE(1100), IRQ(105), IRQ(1105),
		STIMULUS(1100), STIMULUS(100), RUN(1106, 2) },
	  .records = { { 0, 100, 105, 100 }, { 0, 1100, 1105, 1100 } } },
};

#endif /* _PPS_SPIN_KUNIT_MATCH_CASES_H */
