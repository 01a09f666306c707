// SPDX-License-Identifier: GPL-2.0
/*
 * The ring of records and notes, and those who read it
 *
 * The file pulses: a header, then a line for each entry from the oldest that is
 * kept. Each opener has its own place.
 */
#include <linux/device.h>
#include <linux/module.h>
#include <linux/mm.h>
#include <linux/poll.h>
#include <linux/slab.h>
#include <linux/uaccess.h>

#include "stream.h"

/* More than an hour at 1 Hz, four seconds at 1 kHz; a power of two */
#define RING_ENTRIES	4096

/**
 * struct reader - one opener
 * @lock: serialises reads through one open file
 * @stream: the ring
 * @next: entry to read next
 * @text: lines that were taken and not read yet
 * @len: length of @text in bytes
 * @pos: bytes of @text that were read
 * @finished: has seen the end of the file
 * @line: memory for a line
 */
struct reader {
	struct mutex lock; /* serialises reads */
	struct pps_spin_stream *stream;
	u64 next;
	const char *text;
	size_t len;
	size_t pos;
	bool finished;
	char line[PPS_SPIN_LINE_MAX];
};

static void free_stream(struct kref *users)
{
	struct pps_spin_stream *stream =
		container_of(users, struct pps_spin_stream, users);

	kvfree(stream->entries);
	kfree(stream);
}

static void put_stream(void *data)
{
	struct pps_spin_stream *stream = data;

	kref_put(&stream->users, free_stream);
}

/**
 * pps_spin_stream_make - make an empty ring
 * @dev: the device that uses it; readers may keep it for longer
 *
 * Return: the ring, NULL if memory is short.
 */
struct pps_spin_stream *pps_spin_stream_make(struct device *dev)
{
	struct pps_spin_stream *stream = kzalloc(sizeof(*stream), GFP_KERNEL);

	if (!stream)
		return NULL;
	kref_init(&stream->users);
	spin_lock_init(&stream->lock);
	init_waitqueue_head(&stream->readers);
	init_waitqueue_head(&stream->finished);
	stream->entries = kvcalloc(RING_ENTRIES, sizeof(*stream->entries),
				   GFP_KERNEL);
	if (!stream->entries) {
		put_stream(stream);
		return NULL;
	}
	return devm_add_action_or_reset(dev, put_stream, stream) ?
	       NULL : stream;
}

static void add_entry(struct pps_spin_stream *stream,
		      const struct pps_spin_entry *entry)
{
	scoped_guard(spinlock, &stream->lock)
		stream->entries[stream->end++ % RING_ENTRIES] = *entry;
	wake_up_all(&stream->readers);
}

/**
 * pps_spin_stream_record - add a record
 * @stream: the ring
 * @record: the record
 *
 * Context: thread. Never waits for a reader.
 */
void pps_spin_stream_record(struct pps_spin_stream *stream,
			    const struct pps_spin_record *record)
{
	struct pps_spin_entry entry = { .record = *record };

	add_entry(stream, &entry);
}

/**
 * pps_spin_stream_note - add a line of text
 * @stream: the ring
 * @format: the line with "# " and newline; what is too long is cut
 *
 * Context: thread. Never waits for a reader.
 */
void pps_spin_stream_note(struct pps_spin_stream *stream, const char *format,
			  ...)
{
	struct pps_spin_entry entry = { .is_note = true };
	va_list args;

	va_start(args, format);
	vscnprintf(entry.note, sizeof(entry.note), format, args);
	va_end(args);
	add_entry(stream, &entry);
}

/* How long readers have to take the last lines before they get an error */
#define END_MS		1000

/**
 * pps_spin_stream_end - let readers go
 * @stream: the ring
 *
 * Readers get what is left, then the end of the file. Waits until they have,
 * but not for one that does not read.
 *
 * Context: may sleep.
 */
void pps_spin_stream_end(struct pps_spin_stream *stream)
{
	scoped_guard(spinlock, &stream->lock)
		stream->dead = true;
	wake_up_all(&stream->readers);
	wait_event_timeout(stream->finished, !READ_ONCE(stream->unfinished),
			   msecs_to_jiffies(END_MS));
}

/* A reader has seen the end, or does not want to */
static void finish(struct reader *reader)
{
	struct pps_spin_stream *stream = reader->stream;

	if (reader->finished)
		return;
	reader->finished = true;
	scoped_guard(spinlock, &stream->lock)
		stream->unfinished--;
	wake_up_all(&stream->finished);
}

/**
 * pps_spin_stream_overwritten - how many entries are not kept any more
 * @stream: the ring
 *
 * Return: entries that were overwritten by newer ones.
 */
u64 pps_spin_stream_overwritten(struct pps_spin_stream *stream)
{
	guard(spinlock)(&stream->lock);
	return stream->end > RING_ENTRIES ? stream->end - RING_ENTRIES : 0;
}

/* The next entry, or how many were lost before it; false at the end */
static bool take_entry(struct reader *reader, struct pps_spin_entry *entry,
		       u64 *lost)
{
	struct pps_spin_stream *stream = reader->stream;
	u64 oldest;

	guard(spinlock)(&stream->lock);
	oldest = stream->end > RING_ENTRIES ? stream->end - RING_ENTRIES : 0;
	*lost = 0;
	if (reader->next < oldest) {
		*lost = oldest - reader->next;
		reader->next = oldest;
		return true;
	}
	if (reader->next == stream->end)
		return false;
	*entry = stream->entries[reader->next++ % RING_ENTRIES];
	return true;
}

/* Make the next line; false if there is none yet */
static bool next_line(struct reader *reader)
{
	struct pps_spin_entry entry;
	u64 lost;

	if (!take_entry(reader, &entry, &lost))
		return false;
	if (lost)
		reader->len = scnprintf(reader->line, sizeof(reader->line),
					"# lost %llu\n", lost);
	else if (entry.is_note)
		reader->len = scnprintf(reader->line, sizeof(reader->line),
					"%s", entry.note);
	else
		reader->len = pps_spin_record_format(&entry.record,
						     reader->line,
						     sizeof(reader->line));
	reader->text = reader->line;
	reader->pos = 0;
	return true;
}

static bool has_more(struct reader *reader)
{
	struct pps_spin_stream *stream = reader->stream;

	guard(spinlock)(&stream->lock);
	return stream->dead || reader->next != stream->end;
}

/*
 * A reader that waits does not hold the module, so that it can be unloaded and
 * the reader be sent home. It holds it again before it leaves this function,
 * and pps_spin_files_exit() waits until it has closed the file.
 */
static int wait_for_more(struct reader *reader)
{
	int ret;

	module_put(THIS_MODULE);
	ret = wait_event_interruptible(reader->stream->readers,
				       has_more(reader));
	__module_get(THIS_MODULE);
	return ret;
}

static size_t copy_text(struct reader *reader, char __user *buf, size_t size)
{
	size_t len = min(size, reader->len - reader->pos);
	size_t left = copy_to_user(buf, reader->text + reader->pos, len);

	reader->pos += len - left;
	return len - left;
}

static ssize_t fill(struct reader *reader, char __user *buf, size_t size)
{
	size_t done = 0;

	while (done < size) {
		size_t len;

		if (reader->pos == reader->len && !next_line(reader))
			break;
		len = copy_text(reader, buf + done, size - done);
		if (!len)
			return done ?: -EFAULT;
		done += len;
		if (fatal_signal_pending(current))
			break;
		cond_resched();
	}
	return done;
}

static ssize_t pulses_read(struct file *file, char __user *buf, size_t size,
			   loff_t *pos)
{
	struct reader *reader = file->private_data;
	ssize_t done;
	int ret;

	if (!size)
		return 0;
	ret = mutex_lock_interruptible(&reader->lock);
	if (ret)
		return ret;
	for (;;) {
		bool dead = READ_ONCE(reader->stream->dead);

		done = fill(reader, buf, size);
		if (done || dead)
			break;
		done = -EAGAIN;
		if (file->f_flags & O_NONBLOCK)
			break;
		done = wait_for_more(reader);
		if (done)
			break;
	}
	if (!done)
		finish(reader);
	mutex_unlock(&reader->lock);
	return done;
}

static __poll_t pulses_poll(struct file *file, poll_table *wait)
{
	struct reader *reader = file->private_data;

	poll_wait(file, &reader->stream->readers, wait);
	if (reader->pos < reader->len || has_more(reader))
		return EPOLLIN | EPOLLRDNORM;
	return 0;
}

static int pulses_open(struct inode *inode, struct file *file)
{
	struct pps_spin_stream *stream = inode->i_private;
	struct reader *reader;

	reader = kzalloc_obj(*reader);
	if (!reader)
		return -ENOMEM;
	mutex_init(&reader->lock);
	kref_get(&stream->users);
	scoped_guard(spinlock, &stream->lock)
		stream->unfinished++;
	reader->stream = stream;
	reader->text = stream->header;
	reader->len = stream->header_len;
	file->private_data = reader;
	return stream_open(inode, file);
}

static int pulses_release(struct inode *inode, struct file *file)
{
	struct reader *reader = file->private_data;

	finish(reader);
	put_stream(reader->stream);
	kfree(reader);
	return 0;
}

const struct file_operations pps_spin_stream_fops = {
	.owner = THIS_MODULE,
	.open = pulses_open,
	.read = pulses_read,
	.poll = pulses_poll,
	.release = pulses_release,
};
