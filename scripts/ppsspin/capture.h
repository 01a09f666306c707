/* SPDX-License-Identifier: GPL-2.0 */
/*
 * A capture file in memory: header, segments, pulses, and what was wrong
 */
#ifndef PPSSPIN_CAPTURE_H
#define PPSSPIN_CAPTURE_H

#include "conditions.h"
#include "stream.h"

/**
 * struct header_line - a line of the header, or a parameter that changed
 * @key: its key
 * @value: its value
 */
struct header_line {
	char *key;
	char *value;
};

/**
 * struct segment - the pulses between two marks, or two starts of the module
 * @name: text of the mark; made unique with a number
 * @first: index of its first pulse in the capture
 * @count: pulses in it
 * @lost: records lost in it, from `# lost`
 * @repeated: lines that repeat the pulse before, left out
 * @changes: parameters that changed in it
 * @change_count: how many
 * @conditions: what it was captured under
 */
struct segment {
	char *name;
	size_t first;
	size_t count;
	u64 lost;
	u64 repeated;
	struct header_line *changes;
	size_t change_count;
	struct conditions conditions;
};

/* Messages kept about bad lines; the rest is only counted */
#define CAPTURE_NOTES_MAX	5
/* Beyond these a file is noise */
#define CAPTURE_HEADER_MAX	1000
#define CAPTURE_SEGMENTS_MAX	1000
/* A period in half ticks, and its sums, must fit */
#define CAPTURE_HZ_MAX		100000000000ULL

/**
 * struct capture - a capture file
 * @header: lines of the first header, in order
 * @header_count: how many
 * @cntfrq_hz: rate of the counter
 * @mixed_rates: another header of the file gives another rate
 * @columns: there was a line that names the columns
 * @pulses: every record, in the order of the file
 * @truth: what a simulation knows of each, or NULL
 * @count: how many pulses
 * @segments: at least one
 * @segment_count: how many
 * @restarts: headers after the first one
 * @condition: values of the conditions now, kept by the header or a segment
 * @condition_changed: one of them has changed since the last pulse
 * @bad: lines left out
 * @lost: records lost, from `# lost`
 * @crlf: lines that ended in CR LF
 * @notes: the first few reasons in @bad
 * @note_count: how many
 */
struct capture {
	struct header_line *header;
	size_t header_count;
	u64 cntfrq_hz;
	bool mixed_rates;
	bool columns;
	struct pps_spin_record *pulses;
	struct truth *truth;
	size_t count;
	size_t capacity;
	struct segment *segments;
	size_t segment_count;
	u64 restarts;
	const char *condition[CONDITIONS];
	bool condition_changed;
	u64 bad;
	u64 lost;
	u64 crlf;
	char *notes[CAPTURE_NOTES_MAX];
	size_t note_count;
};

int capture_read_fd(struct capture *capture, int fd);
void capture_read(struct capture *capture, const char *path);
void capture_free(struct capture *capture);
const char *capture_value(const struct capture *capture, const char *key);

#endif /* PPSSPIN_CAPTURE_H */
