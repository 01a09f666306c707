// SPDX-License-Identifier: GPL-2.0
/*
 * The debugfs files: pulses, latest, stats, mark, stimulus
 */
#define pr_fmt(fmt) KBUILD_MODNAME ": " fmt

#include <linux/ctype.h>
#include <linux/debugfs.h>
#include <linux/device.h>
#include <linux/jiffies.h>
#include <linux/module.h>
#include <linux/sched.h>
#include <linux/seq_file.h>
#include <linux/uaccess.h>

#include "counter.h"
#include "pps_spin.h"

/* Longest command of the stimulus */
#define COMMAND_MAX	200

/* When to tell that unloading waits for a reader, and again */
#define TELL_FIRST_MS	5000
#define TELL_AGAIN_MS	60000

/* module_refcount() while init runs, which holds one, and while exit runs */
#define REFCOUNT_OF_INIT	1
#define REFCOUNT_OF_EXIT	-1

static struct dentry *files_root;

static const char * const stat_names[PPS_SPIN_STAT_COUNT] = {
	[PPS_SPIN_STAT_EDGES]		= "edges",
	[PPS_SPIN_STAT_BOTH]		= "both",
	[PPS_SPIN_STAT_NOIRQ]		= "noirq",
	[PPS_SPIN_STAT_MISSED]		= "missed",
	[PPS_SPIN_STAT_LATE]		= "late",
	[PPS_SPIN_STAT_UNPOLLED]	= "unpolled",
	[PPS_SPIN_STAT_COALESCED]	= "coalesced",
	[PPS_SPIN_STAT_STALE]		= "stale",
};

static int latest_show(struct seq_file *file, void *unused)
{
	struct pps_spin *spin = file->private;
	struct pps_spin_record record;
	char line[PPS_SPIN_LINE_MAX];

	pps_spin_columns_format(line, sizeof(line));
	seq_puts(file, line);
	if (pps_spin_deliver_latest(&spin->deliver, &record)) {
		pps_spin_record_format(&record, line, sizeof(line));
		seq_puts(file, line);
	}
	return 0;
}
DEFINE_SHOW_ATTRIBUTE(latest);

static void show_matcher(struct seq_file *file, struct pps_spin *spin)
{
	struct pps_spin_match *match = spin->deliver.match;
	int i;

	guard(mutex)(&spin->deliver.lock);
	for (i = 0; i < PPS_SPIN_STAT_COUNT; i++)
		seq_printf(file, "%s %llu\n", stat_names[i], match->stats[i]);
	for (i = 0; i < PPS_SPIN_FLAG_COUNT; i++)
		seq_printf(file, "flag.%s %llu\n", pps_spin_flag_name(i),
			   match->flag_stats[i]);
}

static int stats_show(struct seq_file *file, void *unused)
{
	struct pps_spin *spin = file->private;
	const struct pps_spin_poller *poller = &spin->poller;

	show_matcher(file, spin);
	seq_printf(file, "overwritten %llu\n",
		   pps_spin_stream_overwritten(spin->stream));
	seq_printf(file, "looks %llu\n", READ_ONCE(poller->looks));
	seq_printf(file, "polling_ticks %llu\n",
		   READ_ONCE(poller->polling_ticks));
	seq_printf(file, "irqs_off_max_ticks %llu\n",
		   READ_ONCE(poller->irqs_off_max_ticks));
	seq_printf(file, "pps_delivered %llu\n",
		   READ_ONCE(spin->source.delivered));
	seq_printf(file, "pps_withheld %llu\n",
		   READ_ONCE(spin->source.withheld));
	seq_printf(file, "pps_fallen_back %llu\n",
		   READ_ONCE(spin->source.fallen_back));
	seq_printf(file, "uptime_ticks %llu\n",
		   pps_spin_counter() - spin->start_ticks);
	return 0;
}
DEFINE_SHOW_ATTRIBUTE(stats);

/* The text without its newline, if it is one printable line */
static int mark_check(char *text)
{
	size_t len = strlen(text);
	size_t i;

	if (len && text[len - 1] == '\n')
		text[--len] = '\0';
	for (i = 0; i < len; i++)
		if (!isascii(text[i]) || !isprint(text[i]))
			return -EINVAL;
	return len && len <= PPS_SPIN_MARK_MAX ? 0 : -EINVAL;
}

/* The newline of the longest one takes the place of the NUL */
static_assert(sizeof("# mark ") + PPS_SPIN_MARK_MAX <= PPS_SPIN_NOTE_MAX);

static ssize_t mark_write(struct file *file, const char __user *buf,
			  size_t size, loff_t *pos)
{
	struct pps_spin *spin = file->private_data;
	char text[PPS_SPIN_MARK_MAX + 2] = "";

	/* What does not fit is too long, whatever it is */
	if (copy_from_user(text, buf, min(size, sizeof(text) - 1)))
		return -EFAULT;
	if (strlen(text) != size || mark_check(text)) {
		dev_err_ratelimited(spin->dev,
				    "mark: give one line of 1 to %d printable ASCII characters\n",
				    PPS_SPIN_MARK_MAX);
		return -EINVAL;
	}
	pps_spin_stream_note(spin->stream, "# mark %s\n", text);
	return size;
}

static const struct file_operations mark_fops = {
	.owner = THIS_MODULE,
	.open = simple_open,
	.write = mark_write,
};

static int stimulus_show(struct seq_file *file, void *unused)
{
	struct pps_spin *spin = file->private;

	seq_printf(file, "sent %u\n", READ_ONCE(spin->stimulus.sent));
	return 0;
}

static ssize_t stimulus_write(struct file *file, const char __user *buf,
			      size_t size, loff_t *pos)
{
	struct pps_spin *spin = file_inode(file)->i_private;
	char text[COMMAND_MAX + 1] = "";
	int ret;

	if (size > COMMAND_MAX)
		return -EMSGSIZE;
	if (copy_from_user(text, buf, size))
		return -EFAULT;
	if (strlen(text) != size) {
		dev_err(spin->dev, "stimulus: there is a NUL after %zu characters: give text without one\n",
			strlen(text));
		return -EINVAL;
	}
	ret = pps_spin_stimulus_command(spin->dev, &spin->stimulus, text);
	return ret ?: size;
}

DEFINE_SHOW_STORE_ATTRIBUTE(stimulus);

static void remove_files(void *data)
{
	struct pps_spin *spin = data;

	pps_spin_stream_end(spin->stream);
	debugfs_remove(spin->files);
}

/**
 * pps_spin_files - make the files of an instance
 * @spin: the instance
 *
 * Without debugfs the driver works all the same.
 *
 * Return: 0 or -ENOMEM.
 */
int pps_spin_files(struct pps_spin *spin)
{
	struct dentry *dir = debugfs_create_dir(dev_name(spin->dev),
						files_root);

	spin->files = dir;
	debugfs_create_file("pulses", 0400, dir, spin->stream,
			    &pps_spin_stream_fops);
	debugfs_create_file("latest", 0400, dir, spin, &latest_fops);
	debugfs_create_file("stats", 0400, dir, spin, &stats_fops);
	debugfs_create_file("mark", 0200, dir, spin, &mark_fops);
	if (pps_spin_stimulus_exists(&spin->stimulus))
		debugfs_create_file("stimulus", 0600, dir, spin,
				    &stimulus_fops);
	return devm_add_action_or_reset(spin->dev, remove_files, spin);
}

/**
 * pps_spin_files_init - make the folder of all instances
 */
void pps_spin_files_init(void)
{
	files_root = debugfs_create_dir("pps-gpio-spin", NULL);
	if (IS_ERR(files_root))
		pr_info("no debugfs (error %ld): there is no stream to read\n",
			PTR_ERR(files_root));
}

/*
 * Not woken by a signal, which cannot end the wait, but frozen when the system
 * sleeps: the reader that is waited for is frozen, too
 */
static void nap(void)
{
	set_current_state(TASK_UNINTERRUPTIBLE | TASK_FREEZABLE);
	schedule_timeout(1);
}

/**
 * pps_spin_files_exit - remove the folder, at the end of the module
 * @load_was_refused: called at the end of init, not of exit
 *
 * A reader that was blocked was sent home, and is about to close its file.
 * Only then may its code go. One that does not close it is told of: only the
 * file pulses lets the module be unloaded while it is open. A load is refused
 * whatever is open by then, and its memory is gone when init returns.
 */
void pps_spin_files_exit(bool load_was_refused)
{
	int idle_refcount = load_was_refused ? REFCOUNT_OF_INIT :
					       REFCOUNT_OF_EXIT;
	unsigned long tell = jiffies + msecs_to_jiffies(TELL_FIRST_MS);

	debugfs_remove(files_root);
	while (module_refcount(THIS_MODULE) > idle_refcount) {
		nap();
		if (time_before(jiffies, tell))
			continue;
		if (load_was_refused)
			pr_warn("a refused load waits: a file of pps-gpio-spin/*/, or /dev/ppsN, is still open: close it\n");
		else
			pr_warn("unloading waits: a file pps-gpio-spin/*/pulses is still open: close it\n");
		tell = jiffies + msecs_to_jiffies(TELL_AGAIN_MS);
	}
}
