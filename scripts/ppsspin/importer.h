/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Logs of other programs, turned into a stream
 */
#ifndef PPSSPIN_IMPORTER_H
#define PPSSPIN_IMPORTER_H

#include <stdio.h>

#include "record.h"

/**
 * struct importer - a log being read
 * @path: the file, for messages
 * @refid: source to take, or NULL for the first one: the refid in refclocks.log, the
 *	   number in ppstest
 * @rate_hz: rate of the pulses in refclocks.log
 * @clear: take ppstest's clear events
 * @kind: what the log is; NULL while nothing was recognised
 * @is_stream: it is none, but a stream already
 * @lines: lines read
 * @pulses: pulses written
 * @bad: lines that look like data, but are none
 * @others: pulses of other sources
 * @other: one of those
 * @last_seq: number of the last pulse
 * @first: number, since 1970, of the pulse before the first
 * @chosen: the first source
 */
struct importer {
	const char *path;
	const char *refid;
	double rate_hz;
	bool clear;
	const char *kind;
	bool is_stream;
	u64 lines;
	u64 pulses;
	u64 bad;
	u64 others;
	char other[8];
	u64 last_seq;
	u64 first;
	char chosen[8];
};

void importer_run(struct importer *importer, FILE *in, FILE *out);

#endif /* PPSSPIN_IMPORTER_H */
