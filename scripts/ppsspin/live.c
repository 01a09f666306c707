// SPDX-License-Identifier: GPL-2.0
/*
 * Following a stream: what record and watch share
 */
#include "live.h"
#include "util.h"

#define WAIT_MS	200

static const struct argp_option option_table[] = {
	{ "device", 'd', "NAME", 0, "Instance of the driver (the only one)", 0 },
	{ "from", 'f', "FILE", 0, "Read this file instead of the driver's", 0 },
	{ }
};

static error_t parse_option(int key, char *arg, struct argp_state *state)
{
	struct live *live = state->input;

	switch (key) {
	case 'd':
		live->device = arg;
		return 0;
	case 'f':
		live->from = arg;
		return 0;
	default:
		return ARGP_ERR_UNKNOWN;
	}
}

const struct argp live_argp = {
	option_table, parse_option, NULL, NULL, NULL, NULL, NULL
};

/**
 * live_open - open the stream that the options name, or die
 * @live: its options are set
 * @returns: expect a file to come back after its end, as the driver's does
 * @handler: what to do with each event
 * @arg: passed to the handlers
 *
 * From here on ^C ends nothing by itself: see stop_requested().
 */
void live_open(struct live *live, bool returns,
	       const struct stream_handler *handler, void *arg)
{
	if (live->from && live->device)
		die("--from=%s and --device=%s name two streams: give one of them",
		    live->from, live->device);
	source_open(&live->source, live->from, live->device, returns);
	stream_start(&live->stream, handler, arg);
	stop_on_signals();
}

/**
 * live_read - take what has come, or die
 * @live: the stream
 * @buf: set to the bytes, which are valid until the next call
 *
 * Return: bytes read; 0 at the end; -EAGAIN if nothing came in a fifth of a second.
 */
ssize_t live_read(struct live *live, const char **buf)
{
	static char bytes[65536];
	ssize_t len = source_read(&live->source, bytes, sizeof(bytes), WAIT_MS);

	if (len < 0 && len != -EAGAIN)
		die("%s: %s", live->source.path, strerror(-len));
	live->has_bytes |= len > 0;
	*buf = bytes;
	return len;
}

/**
 * live_refuse - die of an input that is no stream
 * @live: the input
 */
void live_refuse(const struct live *live)
{
	die("%s: no usable `# columns:` line: not a stream of pps-gpio-spin",
	    live->source.path);
}

/**
 * live_feed - understand what has come, or die if it is no stream
 * @live: the stream
 * @buf: the bytes
 * @len: how many
 */
void live_feed(struct live *live, const char *buf, size_t len)
{
	stream_feed(&live->stream, buf, len);
	if (live->stream.is_other)
		live_refuse(live);
}

/**
 * live_end - the stream has come to its end: die if it was none
 * @live: the stream
 */
void live_end(const struct live *live)
{
	if (!live->has_bytes)
		die("%s: empty: not a stream of pps-gpio-spin",
		    live->source.path);
	if (!live->stream.is_stream)
		live_refuse(live);
}
