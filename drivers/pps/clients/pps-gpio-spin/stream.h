/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The ring of records and notes, and those who read it
 */
#ifndef _PPS_SPIN_STREAM_H
#define _PPS_SPIN_STREAM_H

#include <linux/fs.h>
#include <linux/kref.h>
#include <linux/spinlock.h>
#include <linux/wait.h>

#include "record.h"

struct device;

/* Longest note with its newline, and longest header */
#define PPS_SPIN_NOTE_MAX	(sizeof(struct pps_spin_record) - 1)
#define PPS_SPIN_HEADER_MAX	4096

/**
 * struct pps_spin_entry - what stands in one slot of the ring
 * @is_note: @note holds text, else @record holds a record
 * @record: one pulse
 * @note: one line, terminated
 */
struct pps_spin_entry {
	bool is_note;
	union {
		struct pps_spin_record record;
		char note[PPS_SPIN_NOTE_MAX + 1];
	};
};

/**
 * struct pps_spin_stream - the ring
 * @users: the instance and each reader
 * @header: lines that each reader gets first
 * @header_len: length of @header in bytes
 * @lock: protects what follows
 * @end: entries written so far; the oldest kept is a ring's size before it
 * @entries: the ring
 * @dead: no entry will follow
 * @unfinished: readers that have not seen the end
 * @readers: who waits for an entry
 * @finished: who waits for the last of @unfinished
 */
struct pps_spin_stream {
	struct kref users;
	char header[PPS_SPIN_HEADER_MAX];
	size_t header_len;
	spinlock_t lock; /* protects what is written */
	u64 end;
	struct pps_spin_entry *entries;
	bool dead;
	unsigned int unfinished;
	wait_queue_head_t readers;
	wait_queue_head_t finished;
};

extern const struct file_operations pps_spin_stream_fops;

struct pps_spin_stream *pps_spin_stream_make(struct device *dev);
void pps_spin_stream_record(struct pps_spin_stream *stream,
			    const struct pps_spin_record *record);
void pps_spin_stream_note(struct pps_spin_stream *stream, const char *format,
			  ...) __printf(2, 3);
void pps_spin_stream_end(struct pps_spin_stream *stream);
u64 pps_spin_stream_overwritten(struct pps_spin_stream *stream);

#endif /* _PPS_SPIN_STREAM_H */
