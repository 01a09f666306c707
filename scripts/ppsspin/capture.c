// SPDX-License-Identifier: GPL-2.0
/*
 * A capture file in memory: header, segments, pulses, and what was wrong
 */
#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>

#include "capture.h"
#include "util.h"

static const char *add_line(struct header_line **lines, size_t *count,
			    const char *key, const char *value)
{
	*lines = xrealloc(*lines, *count + 1, sizeof(**lines));
	(*lines)[*count].key = xprintable(key);
	(*lines)[*count].value = xprintable(value);
	return (*lines)[(*count)++].value;
}

static bool name_taken(const struct capture *capture, const char *name)
{
	size_t i;

	for (i = 0; i < capture->segment_count; i++)
		if (!strcmp(capture->segments[i].name, name))
			return true;
	return false;
}

/* "idle", and when it comes again "idle (2)" */
static char *unique_name(const struct capture *capture, const char *name)
{
	char *unique = xstrdup(name);
	int i;

	for (i = 2; name_taken(capture, unique); i++) {
		free(unique);
		unique = xasprintf("%s (%d)", name, i);
	}
	return unique;
}

static struct segment *last_segment(struct capture *capture)
{
	return &capture->segments[capture->segment_count - 1];
}

static void note(struct capture *capture, char *text)
{
	if (capture->note_count < CAPTURE_NOTES_MAX)
		capture->notes[capture->note_count++] = text;
	else
		free(text);
}

/* A segment without pulses is nobody's: the next one takes its place */
static bool reuse_segment(struct capture *capture, const char *name)
{
	struct segment *segment;

	if (!capture->segment_count)
		return false;
	segment = last_segment(capture);
	if (segment->count || segment->lost)
		return false;
	free(segment->name);
	capture->segment_count--;
	segment->name = unique_name(capture, name);
	capture->segment_count++;
	return true;
}

static void new_segment(struct capture *capture, const char *name)
{
	struct segment *segment;

	if (reuse_segment(capture, name))
		return;
	if (capture->segment_count == CAPTURE_SEGMENTS_MAX) {
		capture->bad++;
		note(capture, xasprintf("a mark beyond %d segments",
					CAPTURE_SEGMENTS_MAX));
		return;
	}
	capture->segments = xrealloc(capture->segments,
				     capture->segment_count + 1,
				     sizeof(*capture->segments));
	segment = &capture->segments[capture->segment_count];
	memset(segment, 0, sizeof(*segment));
	segment->name = unique_name(capture, name);
	segment->first = capture->count;
	capture->segment_count++;
}

static void set_rate(struct capture *capture, const char *value)
{
	u64 hz;

	if (parse_count(value, &hz) || !hz || hz > CAPTURE_HZ_MAX) {
		capture->bad++;
		note(capture, xasprintf("cntfrq_hz=%.40s is no rate", value));
	} else if (capture->cntfrq_hz && capture->cntfrq_hz != hz) {
		capture->mixed_rates = true;
	} else {
		capture->cntfrq_hz = hz;
	}
}

/* @value: kept by the capture, for as long as it lives; NULL if it is not known */
static void set_condition(struct capture *capture, const char *key,
			  const char *value)
{
	int condition = condition_find(key);

	if (condition < 0)
		return;
	capture->condition[condition] = value;
	capture->condition_changed = true;
}

/* A parameter of a segment; what is beyond the limit is not known */
static const char *add_change(struct segment *segment, const char *key,
			      const char *value)
{
	if (segment->change_count == CAPTURE_HEADER_MAX)
		return NULL;
	return add_line(&segment->changes, &segment->change_count, key, value);
}

static void restart(struct capture *capture)
{
	capture->restarts++;
	new_segment(capture, "module loaded again");
	/* What the new header does not tell is not known */
	memset(capture->condition, 0, sizeof(capture->condition));
	capture->condition_changed = true;
}

static void on_header(void *arg, const char *key, const char *value)
{
	struct capture *capture = arg;
	const char *kept = NULL;

	if (!strcmp(key, "format") && capture_value(capture, "format"))
		restart(capture);
	if (!strcmp(key, "cntfrq_hz"))
		set_rate(capture, value);
	if (!capture->restarts && capture->header_count < CAPTURE_HEADER_MAX)
		kept = add_line(&capture->header, &capture->header_count, key,
				value);
	else if (capture->restarts && condition_find(key) >= 0)
		kept = add_change(last_segment(capture), key, value);
	set_condition(capture, key, kept);
}

static void on_mark(void *arg, const char *text)
{
	char *name = xprintable(text);

	new_segment(arg, name);
	free(name);
}

static void on_set(void *arg, const char *key, const char *value)
{
	set_condition(arg, key, add_change(last_segment(arg), key, value));
}

static void on_lost(void *arg, u64 count)
{
	struct capture *capture = arg;

	capture->lost += count;
	last_segment(capture)->lost += count;
}

static void grow(struct capture *capture)
{
	if (capture->count < capture->capacity)
		return;
	capture->capacity = capture->capacity ? 2 * capture->capacity : 1024;
	capture->pulses = xrealloc(capture->pulses, capture->capacity,
				   sizeof(*capture->pulses));
	if (capture->truth)
		capture->truth = xrealloc(capture->truth, capture->capacity,
					  sizeof(*capture->truth));
}

/* What the next pulse of a segment is captured under */
static void note_conditions(struct capture *capture, struct segment *segment)
{
	struct conditions *conditions = &segment->conditions;
	int i;

	if (!segment->count)
		memcpy(conditions->value, capture->condition,
		       sizeof(conditions->value));
	for (i = 0; i < CONDITIONS; i++)
		if (conditions->value[i] && capture->condition[i] &&
		    strcmp(conditions->value[i], capture->condition[i]))
			conditions->later[i] = capture->condition[i];
	capture->condition_changed = false;
}

static void on_record(void *arg, const struct pps_spin_record *record,
		      const struct truth *truth)
{
	struct capture *capture = arg;
	struct segment *segment = last_segment(capture);

	if (capture->condition_changed || !segment->count)
		note_conditions(capture, segment);
	if (truth && !capture->count)
		capture->truth = xcalloc(capture->capacity,
					 sizeof(*capture->truth));
	grow(capture);
	capture->pulses[capture->count] = *record;
	if (capture->truth)
		capture->truth[capture->count] =
			truth ? *truth : (struct truth){ };
	capture->count++;
	segment->count++;
}

static void on_repeat(void *arg)
{
	last_segment(arg)->repeated++;
}

static void on_bad(void *arg, u64 line, const char *why)
{
	struct capture *capture = arg;

	capture->bad++;
	note(capture, xasprintf("line %llu: %s", (unsigned long long)line, why));
}

static const struct stream_handler capture_handler = {
	.header	= on_header,
	.mark	= on_mark,
	.set	= on_set,
	.lost	= on_lost,
	.record	= on_record,
	.repeat	= on_repeat,
	.bad	= on_bad,
};

/**
 * capture_read_fd - read a whole capture
 * @capture: filled, to be freed with capture_free() in any case
 * @fd: where to read
 *
 * Return: 0, or a negative error number.
 */
int capture_read_fd(struct capture *capture, int fd)
{
	struct stream *stream = xcalloc(1, sizeof(*stream));
	int ret;

	memset(capture, 0, sizeof(*capture));
	grow(capture);
	new_segment(capture, "start");
	stream_start(stream, &capture_handler, capture);
	ret = stream_read_fd(stream, fd);
	capture->crlf = stream->crlf;
	capture->columns = stream->has_columns;
	free(stream);
	return ret;
}

/**
 * capture_read - read a whole capture from a file, or die
 * @capture: filled, to be freed with capture_free()
 * @path: the file, or "-" for stdin
 */
void capture_read(struct capture *capture, const char *path)
{
	int fd = strcmp(path, "-") ? open(path, O_RDONLY | O_CLOEXEC) :
				     STDIN_FILENO;
	int ret;

	if (fd < 0)
		die("%s: %s", path, strerror(errno));
	ret = capture_read_fd(capture, fd);
	if (ret)
		die("%s: %s", path, strerror(-ret));
	if (fd != STDIN_FILENO)
		close(fd);
	if (!capture->columns)
		die("%s: no usable `# columns:` line: not a stream of pps-gpio-spin; a log of ppstest or chrony needs `ppsspin import` (%llu lines left out%s%s)",
		    path, (unsigned long long)capture->bad,
		    capture->note_count ? "; " : "",
		    capture->note_count ? capture->notes[0] : "");
	if (capture->mixed_rates)
		die("%s: the counter's rate changes inside the file: split it",
		    path);
	if (!capture->cntfrq_hz)
		die("%s: no `# cntfrq_hz=` line: ticks cannot be told in ns",
		    path);
}

static void free_lines(struct header_line *lines, size_t count)
{
	while (count--) {
		free(lines[count].key);
		free(lines[count].value);
	}
	free(lines);
}

/**
 * capture_free - free what a capture holds
 * @capture: the capture
 */
void capture_free(struct capture *capture)
{
	size_t i;

	for (i = 0; i < capture->segment_count; i++) {
		free(capture->segments[i].name);
		free_lines(capture->segments[i].changes,
			   capture->segments[i].change_count);
	}
	for (i = 0; i < capture->note_count; i++)
		free(capture->notes[i]);
	free_lines(capture->header, capture->header_count);
	free(capture->segments);
	free(capture->pulses);
	free(capture->truth);
	memset(capture, 0, sizeof(*capture));
}

/**
 * capture_value - look up a line of the header
 * @capture: the capture
 * @key: its key
 *
 * Return: its value, or NULL.
 */
const char *capture_value(const struct capture *capture, const char *key)
{
	size_t i;

	for (i = 0; i < capture->header_count; i++)
		if (!strcmp(capture->header[i].key, key))
			return capture->header[i].value;
	return NULL;
}
