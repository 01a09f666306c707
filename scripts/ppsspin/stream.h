/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The stream, piece by piece: bytes go in, events come out
 */
#ifndef PPSSPIN_STREAM_H
#define PPSSPIN_STREAM_H

#include "record.h"

/* A line longer than this is noise */
#define STREAM_LINE_MAX	4096

/**
 * struct truth - what `ppsspin simulate` knows about a pulse
 * @ticks: the edge, counter ticks, rounded down
 * @millionths: the rest of the edge, in millionths of a tick
 * @stolen: the entry stamp belongs to another interrupt
 */
struct truth {
	u64 ticks;
	u32 millionths;
	bool stolen;
};

/**
 * struct stream_handler - what to do with each event
 * @header: a `# key=value` line
 * @mark: a `# mark TEXT` line
 * @set: a `# set key=value` line: a parameter changed
 * @lost: a `# lost N` line: N records are missing here
 * @record: a pulse; the truth is NULL where the stream has none
 * @repeat: a line with the seq of the pulse before: the same pulse again
 * @bad: a line that is not what it should be; it has been left out
 *
 * Every handler may be NULL.
 */
struct stream_handler {
	void (*header)(void *arg, const char *key, const char *value);
	void (*mark)(void *arg, const char *text);
	void (*set)(void *arg, const char *key, const char *value);
	void (*lost)(void *arg, u64 count);
	void (*record)(void *arg, const struct pps_spin_record *record,
		       const struct truth *truth);
	void (*repeat)(void *arg);
	void (*bad)(void *arg, u64 line, const char *why);
};

enum stream_truth_column {
	TRUTH_TICKS,
	TRUTH_MILLIONTHS,
	TRUTH_STOLEN,
	TRUTH_COLUMNS,
};

/**
 * struct stream - a stream being read
 * @handler: what to do with each event
 * @arg: passed to the handlers
 * @layout: columns, from the `# columns:` line
 * @has_columns: @layout is set
 * @is_stream: there was a `# columns:` line that could be read
 * @is_other: something that is no comment came before it
 * @has_seq: there was a pulse since `# columns:`
 * @last_seq: its seq
 * @truth_column: index of each truth column in a line, or -1
 * @line: number of the line being read, from 1
 * @crlf: lines that ended in CR LF
 * @carry: start of a line whose end has not come yet
 * @carry_len: bytes in @carry
 * @too_long: the line being read is noise: skip to its end
 */
struct stream {
	const struct stream_handler *handler;
	void *arg;
	struct pps_spin_layout layout;
	bool has_columns;
	bool is_stream;
	bool is_other;
	bool has_seq;
	u64 last_seq;
	int truth_column[TRUTH_COLUMNS];
	u64 line;
	u64 crlf;
	char carry[STREAM_LINE_MAX];
	size_t carry_len;
	bool too_long;
};

extern const char * const stream_truth_names[TRUTH_COLUMNS];

void stream_start(struct stream *stream, const struct stream_handler *handler,
		  void *arg);
void stream_feed(struct stream *stream, const char *buf, size_t len);
void stream_end(struct stream *stream);
int stream_read_fd(struct stream *stream, int fd);

#endif /* PPSSPIN_STREAM_H */
