// SPDX-License-Identifier: GPL-2.0
/*
 * The stream, piece by piece: bytes go in, events come out
 *
 * A line counts only when its newline has come: what a cut left of a number is
 * never taken for a number.
 */
#define _GNU_SOURCE
#include <string.h>
#include <unistd.h>

#include "stream.h"
#include "util.h"

const char * const stream_truth_names[TRUTH_COLUMNS] = {
	[TRUTH_TICKS]		= "truth",
	[TRUTH_MILLIONTHS]	= "truth_e6",
	[TRUTH_STOLEN]		= "truth_stolen",
};

/**
 * stream_start - prepare to read a stream
 * @stream: the stream
 * @handler: what to do with each event
 * @arg: passed to the handlers
 */
void stream_start(struct stream *stream, const struct stream_handler *handler,
		  void *arg)
{
	int i;

	memset(stream, 0, sizeof(*stream));
	stream->handler = handler;
	stream->arg = arg;
	for (i = 0; i < TRUTH_COLUMNS; i++)
		stream->truth_column[i] = -1;
}

static void bad_line(struct stream *stream, const char *why)
{
	stream->is_other |= !stream->is_stream;
	if (stream->handler->bad)
		stream->handler->bad(stream->arg, stream->line, why);
}

/* The word of @line after @skip spaces; NULL if there is none */
static const char *word_at(const char *line, size_t len, int skip,
			   size_t *word_len)
{
	const char *end = line + len, *space;

	while (skip--) {
		line = memchr(line, ' ', end - line);
		if (!line)
			return NULL;
		line++;
	}
	space = memchr(line, ' ', end - line);
	*word_len = (space ? space : end) - line;
	return line;
}

static void find_truth_columns(struct stream *stream, const char *line,
			       size_t len)
{
	int i, column;

	for (i = 0; i < TRUTH_COLUMNS; i++)
		stream->truth_column[i] = -1;
	for (column = 0; column < stream->layout.columns; column++) {
		size_t word_len;
		const char *word = word_at(line, len, column + 2, &word_len);

		for (i = 0; word && i < TRUTH_COLUMNS; i++)
			if (strlen(stream_truth_names[i]) == word_len &&
			    !memcmp(word, stream_truth_names[i], word_len))
				stream->truth_column[i] = column;
	}
}

static bool layout_has(const struct pps_spin_layout *layout, int column)
{
	int i;

	for (i = 0; i < layout->columns; i++)
		if (layout->column[i] == column)
			return true;
	return false;
}

static void columns_line(struct stream *stream, const char *line, size_t len)
{
	int ret = pps_spin_columns_parse(&stream->layout, line, len);

	stream->has_columns = !ret;
	stream->has_seq = false;
	if (ret == -EEXIST)
		bad_line(stream, "a column is named twice");
	else if (ret)
		bad_line(stream, "the columns cannot be read");
	else if (!layout_has(&stream->layout, PPS_SPIN_SEQ))
		bad_line(stream, "there is no column seq");
	else
		find_truth_columns(stream, line, len);
	if (!layout_has(&stream->layout, PPS_SPIN_SEQ))
		stream->has_columns = false;
	stream->is_stream |= stream->has_columns;
}

/* Cut "key=value" in place and call; false if there is no '=' */
static bool key_value(char *text, void *arg,
		      void (*call)(void *arg, const char *key,
				   const char *value))
{
	char *equal = strchr(text, '=');

	if (!equal || equal == text)
		return false;
	*equal = '\0';
	if (call)
		call(arg, text, equal + 1);
	return true;
}

/* A line that starts with '#'; @line is terminated and may be written to */
static void comment_line(struct stream *stream, char *line, size_t len)
{
	const struct stream_handler *handler = stream->handler;
	u64 count;

	if (!strncmp(line, "# columns:", 10)) {
		columns_line(stream, line, len);
	} else if (!strncmp(line, "# mark ", 7)) {
		if (handler->mark)
			handler->mark(stream->arg, line + 7);
	} else if (!strncmp(line, "# lost ", 7)) {
		if (parse_count(line + 7, &count))
			bad_line(stream, "`# lost` without a number");
		else if (handler->lost)
			handler->lost(stream->arg, count);
	} else if (!strncmp(line, "# set ", 6)) {
		if (!key_value(line + 6, stream->arg, handler->set))
			bad_line(stream, "`# set` without key=value");
	} else if (!strncmp(line, "# ", 2)) {
		/* Anything else is a comment of somebody's */
		key_value(line + 2, stream->arg, handler->header);
	}
}

/* A decimal number that ends with a space or with the line */
static bool read_number(const char *word, const char *end, u64 *value)
{
	const char *c;

	*value = 0;
	for (c = word; c < end && *c != ' '; c++) {
		u64 digit = (u8)*c - (u64)'0';

		if (digit > 9 || *value > (U64_MAX - digit) / 10)
			return false;
		*value = *value * 10 + digit;
	}
	return c > word;
}

/* The word of @line that has @after words behind it; the line has as many */
static const char *word_from_end(const char *line, size_t len, int after)
{
	const char *space = line + len;

	do
		space = memrchr(line, ' ', space - line);
	while (space && after--);
	return space ? space + 1 : line;
}

/* The truth stands at the end of a line: from there it is near */
static bool read_truth(const struct stream *stream, const char *line,
		       size_t len, struct truth *truth)
{
	u64 value[TRUTH_COLUMNS];
	int i;

	for (i = 0; i < TRUTH_COLUMNS; i++) {
		int column = stream->truth_column[i];
		int after = stream->layout.columns - 1 - column;

		if (column < 0 ||
		    !read_number(word_from_end(line, len, after), line + len,
				 &value[i]))
			return false;
	}
	truth->ticks = value[TRUTH_TICKS];
	truth->millionths = value[TRUTH_MILLIONTHS];
	truth->stolen = value[TRUTH_STOLEN];
	return true;
}

static const char *why_bad(int ret)
{
	switch (ret) {
	case -EBADMSG:
		return "wrong number of columns";
	case -ERANGE:
		return "a number beyond 64 bits";
	default:
		return "a value that is none";
	}
}

static bool is_repeat(struct stream *stream,
		      const struct pps_spin_record *record)
{
	u64 seq = record->value[PPS_SPIN_SEQ];
	bool repeat = stream->has_seq && seq == stream->last_seq;

	stream->has_seq = true;
	stream->last_seq = seq;
	return repeat;
}

static void record_line(struct stream *stream, const char *line, size_t len)
{
	struct pps_spin_record record;
	struct truth truth;
	int ret;

	if (!stream->has_columns) {
		bad_line(stream, "a line before `# columns:`");
		return;
	}
	ret = pps_spin_record_parse(&record, &stream->layout, line, len);
	if (ret) {
		bad_line(stream, why_bad(ret));
		return;
	}
	if (!pps_spin_record_has(&record, PPS_SPIN_SEQ)) {
		bad_line(stream, "a record without seq");
		return;
	}
	if (is_repeat(stream, &record)) {
		if (stream->handler->repeat)
			stream->handler->repeat(stream->arg);
		return;
	}
	if (stream->handler->record)
		stream->handler->record(stream->arg, &record,
					read_truth(stream, line, len, &truth) ?
					&truth : NULL);
}

static void whole_line(struct stream *stream, const char *line, size_t len)
{
	char copy[STREAM_LINE_MAX];

	stream->line++;
	if (len && line[len - 1] == '\r') {
		stream->crlf++;
		len--;
	}
	if (len >= sizeof(copy)) {
		bad_line(stream, "a line too long to be one");
	} else if (memchr(line, '\0', len)) {
		bad_line(stream, "a NUL byte");
	} else if (len && line[0] == '#') {
		memcpy(copy, line, len);
		copy[len] = '\0';
		comment_line(stream, copy, len);
	} else if (len) {
		record_line(stream, line, len);
	} else {
		bad_line(stream, "an empty line");
	}
}

/* Keep the start of a line until the rest comes */
static void keep(struct stream *stream, const char *buf, size_t len)
{
	if (stream->too_long)
		return;
	if (len >= sizeof(stream->carry) - stream->carry_len) {
		stream->too_long = true;
		stream->carry_len = 0;
		return;
	}
	memcpy(stream->carry + stream->carry_len, buf, len);
	stream->carry_len += len;
}

/* The end of a line whose start was kept */
static void finish(struct stream *stream, const char *buf, size_t len)
{
	keep(stream, buf, len);
	if (stream->too_long) {
		stream->line++;
		bad_line(stream, "a line too long to be one");
	} else {
		whole_line(stream, stream->carry, stream->carry_len);
	}
	stream->carry_len = 0;
	stream->too_long = false;
}

/**
 * stream_feed - take the next bytes of the stream
 * @stream: the stream
 * @buf: the bytes
 * @len: how many
 */
void stream_feed(struct stream *stream, const char *buf, size_t len)
{
	const char *end = buf + len;

	while (buf < end) {
		const char *newline = memchr(buf, '\n', end - buf);

		if (!newline) {
			keep(stream, buf, end - buf);
			return;
		}
		if (stream->carry_len || stream->too_long)
			finish(stream, buf, newline - buf);
		else
			whole_line(stream, buf, newline - buf);
		buf = newline + 1;
	}
}

/**
 * stream_end - the stream is over: a line without its newline is torn
 * @stream: the stream
 */
void stream_end(struct stream *stream)
{
	if (!stream->carry_len && !stream->too_long)
		return;
	stream->line++;
	bad_line(stream, "torn: the stream ends inside this line");
	stream->carry_len = 0;
	stream->too_long = false;
}

/**
 * stream_read_fd - read a stream to its end
 * @stream: the stream
 * @fd: where to read
 *
 * Return: 0, or a negative error number.
 */
int stream_read_fd(struct stream *stream, int fd)
{
	static char buf[1 << 16];
	ssize_t len;

	while ((len = read(fd, buf, sizeof(buf))) != 0) {
		if (len < 0 && errno == EINTR)
			continue;
		if (len < 0)
			return -errno;
		stream_feed(stream, buf, len);
	}
	stream_end(stream);
	return 0;
}
