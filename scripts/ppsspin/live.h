/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Following a stream: what record and watch share
 */
#ifndef PPSSPIN_LIVE_H
#define PPSSPIN_LIVE_H

#include <argp.h>

#include "source.h"
#include "stream.h"
#include "util.h"

/**
 * struct live - a stream being followed
 * @from: file to read instead of the driver's, or NULL
 * @device: instance of the driver, or NULL for the only one
 * @source: where it comes from
 * @stream: the same, being understood
 * @has_bytes: something has come
 */
struct live {
	const char *from;
	const char *device;
	struct source source;
	struct stream stream;
	bool has_bytes;
};

/* The options --device and --from, for a struct live */
extern const struct argp live_argp;

void live_open(struct live *live, bool returns,
	       const struct stream_handler *handler, void *arg);
ssize_t live_read(struct live *live, const char **buf);
void live_feed(struct live *live, const char *buf, size_t len);
void live_end(const struct live *live);
__noreturn void live_refuse(const struct live *live);

#endif /* PPSSPIN_LIVE_H */
