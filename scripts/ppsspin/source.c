// SPDX-License-Identifier: GPL-2.0
/*
 * Where a stream comes from: the driver's debugfs file, or any other
 */
#include <fcntl.h>
#include <glob.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/time.h>
#include <sys/vfs.h>
#include <unistd.h>

#include "source.h"
#include "util.h"

#define DEBUGFS_TYPE	0x64626720
/* How often to look whether the module is back */
#define RETURN_MS	200

static bool on_debugfs(const char *path)
{
	struct statfs info;

	return !statfs(path, &info) && info.f_type == DEBUGFS_TYPE;
}

/**
 * source_need_debugfs - die unless the files of a module could be seen
 */
void source_need_debugfs(void)
{
	if (access(DEBUGFS_ROOT, X_OK))
		die(DEBUGFS_ROOT ": %s: it is for root only: use sudo",
		    strerror(errno));
	if (!on_debugfs(DEBUGFS_ROOT))
		die("debugfs is not mounted: mount -t debugfs none " DEBUGFS_ROOT);
}

static void explain_nothing_found(const char *device)
{
	source_need_debugfs();
	if (device)
		die("no instance `%s`: see " DEBUGFS_ROOT "/pps-gpio-spin/",
		    device);
	die("no " DEBUGFS_ROOT "/pps-gpio-spin/*/pulses: is the module loaded? See `dmesg`");
}

/* @path: DEBUGFS_ROOT/pps-gpio-spin/DEVICE/pulses */
static __noreturn void die_of_choice(size_t count, const char *path)
{
	const char *device = path + strlen(DEBUGFS_ROOT "/pps-gpio-spin/");

	die("%zu instances: choose one, such as --device=%.*s", count,
	    (int)strcspn(device, "/"), device);
}

/* The one `pulses` there is, or that of one instance */
static char *find_pulses(const char *device)
{
	char *pattern = xasprintf(DEBUGFS_ROOT "/pps-gpio-spin/%s/pulses",
				  device ? device : "*");
	glob_t found = { };
	char *path;

	if (glob(pattern, 0, NULL, &found) || !found.gl_pathc)
		explain_nothing_found(device);
	if (found.gl_pathc > 1)
		die_of_choice(found.gl_pathc, found.gl_pathv[0]);
	path = xstrdup(found.gl_pathv[0]);
	globfree(&found);
	free(pattern);
	return path;
}

static void on_alarm(int number)
{
	(void)number;
}

/* From now on a read that waits is interrupted, again and again */
static void wake_reads(void)
{
	struct sigaction action = { .sa_handler = on_alarm };
	struct timeval every = { .tv_usec = RETURN_MS * 1000 };
	struct itimerval timer = { every, every };

	sigaction(SIGALRM, &action, NULL);
	setitimer(ITIMER_REAL, &timer, NULL);
}

static void open_again(struct source *source)
{
	source->fd = open(source->path, O_CLOEXEC |
			  (source->drivers ? O_RDONLY : O_RDONLY | O_NONBLOCK));
}

/**
 * source_open - open a stream, or die
 * @source: filled, to be closed with source_close()
 * @path: the file, or NULL for the driver's
 * @device: instance of the driver, or NULL for the only one
 * @returns: expect it to come back after its end, as the driver's file does
 */
void source_open(struct source *source, const char *path, const char *device,
		 bool returns)
{
	source->path = path ? xstrdup(path) : find_pulses(device);
	source->drivers = on_debugfs(source->path);
	source->returns = returns || source->drivers;
	open_again(source);
	if (source->fd < 0)
		die("%s: %s", source->path, strerror(errno));
	if (source->drivers)
		wake_reads();
}

/**
 * source_close - close a stream
 * @source: the stream
 */
void source_close(struct source *source)
{
	if (source->fd >= 0)
		close(source->fd);
	free(source->path);
}

static void come_back(struct source *source, int timeout_ms)
{
	poll(NULL, 0, min(timeout_ms, RETURN_MS));
	open_again(source);
}

/* The end: of the stream, or of the module for now */
static ssize_t ended(struct source *source)
{
	if (!source->returns)
		return 0;
	close(source->fd);
	source->fd = -1;
	return -EAGAIN;
}

/*
 * Whether there is something to read. The module is in use while its file is in
 * poll(), but not while a read of it waits: that one has to do both.
 */
static int wait_for(const struct source *source, int timeout_ms)
{
	struct pollfd wait = { .fd = source->fd, .events = POLLIN };

	return source->drivers ? 1 : poll(&wait, 1, timeout_ms);
}

/**
 * source_read - read what has come
 * @source: the stream
 * @buf: where to
 * @size: room there
 * @timeout_ms: how long to wait for something
 *
 * Return: bytes read; 0 at the end; -EAGAIN if nothing came, or if the module is
 * gone and may come back, or after a signal; another error number.
 */
ssize_t source_read(struct source *source, char *buf, size_t size,
		    int timeout_ms)
{
	ssize_t len;
	int ready;

	if (source->fd < 0) {
		come_back(source, timeout_ms);
		if (source->fd < 0)
			return -EAGAIN;
	}
	ready = wait_for(source, timeout_ms);
	len = ready > 0 ? read(source->fd, buf, size) : ready;
	if (len > 0)
		return len;
	if (!ready || (len < 0 && errno == EINTR))
		return -EAGAIN;
	if (len < 0 && errno != ENODEV && errno != EIO)
		return -errno;
	return ended(source);
}

/**
 * source_beside - the path of another file in the same folder
 * @source: the stream
 * @name: the file
 *
 * Return: its path, to be freed; NULL if the stream is not the driver's.
 */
char *source_beside(const struct source *source, const char *name)
{
	const char *slash = strrchr(source->path, '/');

	if (!slash || !source->drivers)
		return NULL;
	return xasprintf("%.*s/%s", (int)(slash - source->path), source->path,
			 name);
}
