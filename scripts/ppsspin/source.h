/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Where a stream comes from: the driver's debugfs file, or any other
 */
#ifndef PPSSPIN_SOURCE_H
#define PPSSPIN_SOURCE_H

#include "pure.h"

#define DEBUGFS_ROOT	"/sys/kernel/debug"

/**
 * struct source - a stream being read
 * @path: the file
 * @fd: open, or -1 while the module is gone
 * @drivers: it is the driver's own file
 * @returns: it comes back after its end: the module can be loaded again
 */
struct source {
	char *path;
	int fd;
	bool drivers;
	bool returns;
};

void source_need_debugfs(void);
void source_open(struct source *source, const char *path, const char *device,
		 bool returns);
void source_close(struct source *source);
ssize_t source_read(struct source *source, char *buf, size_t size,
		    int timeout_ms);
char *source_beside(const struct source *source, const char *name);

#endif /* PPSSPIN_SOURCE_H */
