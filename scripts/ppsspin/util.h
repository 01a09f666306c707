/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What every sub-command needs: exit statuses, messages, memory, signals
 */
#ifndef PPSSPIN_UTIL_H
#define PPSSPIN_UTIL_H

#include "pure.h"

#define __printf(text, args)	__attribute__((format(printf, text, args)))
#define __noreturn		__attribute__((noreturn))

enum status {
	STATUS_OK	= 0,	/* done, and the data is sound */
	STATUS_PROBLEM	= 1,	/* done, and the data has a problem */
	STATUS_CANNOT	= 2,	/* could not run */
};

__printf(1, 2) __noreturn void die(const char *format, ...);
__printf(1, 2) void warn(const char *format, ...);
void flush_output(void);

void *xrealloc(void *old, size_t count, size_t size);
void *xcalloc(size_t count, size_t size);
char *xstrdup(const char *text);
char *xprintable(const char *text);
__printf(1, 2) char *xasprintf(const char *format, ...);

void *read_file(const char *path, size_t limit, size_t *size);
void keep_input(const char *input, const char *output);
int parse_number(const char *text, double low, double high, double *value);
int parse_count(const char *text, u64 *value);

void stop_on_signals(void);
bool stop_requested(void);

__printf(1, 2) void progress(const char *format, ...);
void progress_end(void);

#endif /* PPSSPIN_UTIL_H */
