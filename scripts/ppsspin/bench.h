/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Runs of the module pps-spin-bench, by its files
 */
#ifndef PPSSPIN_BENCH_H
#define PPSSPIN_BENCH_H

#include "pure.h"

/**
 * struct bench - a file of the module that runs something
 * @path: the file
 * @status: what it said last, lines of key=value
 */
struct bench {
	char *path;
	char *status;
};

void bench_open(struct bench *bench, const char *folder, const char *name);
void bench_close(struct bench *bench);
char *bench_run(struct bench *bench, const char *text,
		void (*show)(const struct bench *bench, void *arg), void *arg);
bool bench_interrupted(void);

void parse_choices(const char *option, const char *arg,
		   const char * const *names, size_t count, bool *chosen);
u64 parse_within(const char *option, const char *arg, u64 low, u64 high,
		 const char *what);
char *status_text(const char *status, const char *key);
u64 status_count(const char *status, const char *key);

#endif /* PPSSPIN_BENCH_H */
