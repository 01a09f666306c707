// SPDX-License-Identifier: GPL-2.0
/*
 * libFuzzer target: any bytes as a log to import; what comes out is a stream
 */
#define _GNU_SOURCE
#include <stdlib.h>

#include "importer.h"
#include "stream.h"

int LLVMFuzzerTestOneInput(const u8 *data, size_t size);

static void on_bad(void *arg, u64 line, const char *why)
{
	(void)arg;
	(void)line;
	(void)why;
	/* The importer wrote something that is no stream */
	abort();
}

static const struct stream_handler handler = { .bad = on_bad };

static void read_back(const char *text, size_t len)
{
	struct stream *stream = calloc(1, sizeof(*stream));

	stream_start(stream, &handler, NULL);
	stream_feed(stream, text, len);
	stream_end(stream);
	free(stream);
}

int LLVMFuzzerTestOneInput(const u8 *data, size_t size)
{
	struct importer importer = { .path = "fuzz", .rate_hz = 1 };
	FILE *in, *out;
	char *text;
	size_t len;

	if (!size)
		return 0;
	in = fmemopen((void *)data, size, "r");
	out = open_memstream(&text, &len);
	importer.clear = data[0] & 1;
	importer_run(&importer, in, out);
	fclose(in);
	fclose(out);
	read_back(text, len);
	free(text);
	return 0;
}
