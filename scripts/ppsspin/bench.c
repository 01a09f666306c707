// SPDX-License-Identifier: GPL-2.0
/*
 * Runs of the module pps-spin-bench, by its files
 *
 * A run goes on in the kernel whatever becomes of this program, so each way out
 * of a wait stops it.
 */
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <unistd.h>

#include "bench.h"
#include "source.h"
#include "util.h"

#define FOLDER		DEBUGFS_ROOT "/pps-spin-bench"
#define WAIT_MS		100
/* What a run may take to end once it was told to */
#define STOP_MS		5000
#define STATUS_BYTES_MAX	(1UL << 20)
/* A message of the kernel and its head */
#define MESSAGE_BYTES	8192

static volatile sig_atomic_t interrupted;

static void on_signal(int number)
{
	(void)number;
	interrupted = 1;
}

/**
 * bench_interrupted - whether ^C was typed
 *
 * Return: true if so.
 */
bool bench_interrupted(void)
{
	return interrupted;
}

/**
 * bench_open - find a file of the module, or die; ^C then ends a run
 * @bench: filled, to be closed with bench_close()
 * @folder: the module's folder, or NULL for the usual one
 * @name: the file
 */
void bench_open(struct bench *bench, const char *folder, const char *name)
{
	struct sigaction action = { .sa_handler = on_signal };

	bench->path = xasprintf("%s/%s", folder ? folder : FOLDER, name);
	bench->status = NULL;
	if (access(bench->path, F_OK)) {
		if (!folder)
			source_need_debugfs();
		die("no %s: load the module: modprobe pps-spin-bench",
		    bench->path);
	}
	sigaction(SIGINT, &action, NULL);
	sigaction(SIGTERM, &action, NULL);
	sigaction(SIGHUP, &action, NULL);
}

/**
 * bench_close - free what belongs to a file
 * @bench: the file
 */
void bench_close(struct bench *bench)
{
	free(bench->path);
	free(bench->status);
}

/* The names, for a message */
static char *join(const char * const *names, size_t count)
{
	char *all = xstrdup(names[0]);
	size_t i;

	for (i = 1; i < count; i++) {
		char *longer = xasprintf("%s, %s", all, names[i]);

		free(all);
		all = longer;
	}
	return all;
}

/**
 * parse_choices - read a comma list of names, or die
 * @option: name of the option
 * @arg: its argument
 * @names: the names that there are
 * @count: how many
 * @chosen: set for each name that is in the list
 */
void parse_choices(const char *option, const char *arg,
		   const char * const *names, size_t count, bool *chosen)
{
	const char *word = arg;

	for (;;) {
		size_t len = strcspn(word, ","), i;

		for (i = 0; i < count; i++)
			if (strlen(names[i]) == len &&
			    !memcmp(names[i], word, len))
				break;
		if (i == count)
			die("--%s=%s: there are %s", option, arg,
			    join(names, count));
		chosen[i] = true;
		if (!word[len])
			return;
		word += len + 1;
	}
}

/**
 * parse_within - read a whole number within bounds, or die
 * @option: name of the option
 * @arg: its argument
 * @low: smallest value allowed
 * @high: largest value allowed
 * @what: what the number counts
 *
 * Return: the number.
 */
u64 parse_within(const char *option, const char *arg, u64 low, u64 high,
		 const char *what)
{
	u64 value;

	if (parse_count(arg, &value) || value < low || value > high)
		die("--%s=%s: %s are needed, %llu to %llu", option, arg, what,
		    (unsigned long long)low, (unsigned long long)high);
	return value;
}

/**
 * status_text - the value of a key
 * @status: lines of key=value
 * @key: the key
 *
 * Return: the value, up to the end of its line, to be freed; NULL without it.
 */
char *status_text(const char *status, const char *key)
{
	size_t len = strlen(key);

	while (status) {
		if (!strncmp(status, key, len) && status[len] == '=')
			return xasprintf("%.*s",
					 (int)strcspn(status + len + 1, "\n"),
					 status + len + 1);
		status = strchr(status, '\n');
		status += !!status;
	}
	return NULL;
}

/**
 * status_count - the number that a key has
 * @status: lines of key=value
 * @key: the key
 *
 * Return: the number; U64_MAX if there is none.
 */
u64 status_count(const char *status, const char *key)
{
	char *text = status_text(status, key);
	u64 count = U64_MAX;

	if (text && parse_count(text, &count))
		count = U64_MAX;
	free(text);
	return count;
}

/* Where the kernel's messages end now, or -1 */
static int open_messages(void)
{
	int fd = open("/dev/kmsg", O_RDONLY | O_NONBLOCK | O_CLOEXEC);

	if (fd >= 0)
		lseek(fd, 0, SEEK_END);
	return fd;
}

/* The module's last message since then, without its prefix; NULL if none */
static char *read_messages(int fd)
{
	char message[MESSAGE_BYTES], *last = NULL;
	ssize_t len;

	while (fd >= 0 && ((len = read(fd, message, sizeof(message) - 1)) > 0 ||
			   (len < 0 && errno == EPIPE))) {
		char *text;

		message[len > 0 ? len : 0] = '\0';
		text = strchr(message, ';');
		if (!text || strncmp(text + 1, "pps_spin_bench: ", 16))
			continue;
		free(last);
		last = xasprintf("%.*s", (int)strcspn(text + 17, "\n"),
				 text + 17);
	}
	return last;
}

static int command(const struct bench *bench, const char *text)
{
	int fd = open(bench->path, O_WRONLY | O_CLOEXEC), ret = 0;

	if (fd < 0)
		return -errno;
	if (write(fd, text, strlen(text)) < 0)
		ret = -errno;
	close(fd);
	return ret;
}

/* Why the module refuses a command; NULL if it does not */
static char *start(const struct bench *bench, const char *text)
{
	int messages = open_messages();
	int ret = command(bench, text);
	char *why = ret ? read_messages(messages) : NULL;

	if (messages >= 0)
		close(messages);
	if (ret == -EBUSY)
		die("%s: a run is going on: end it with `echo stop` into that file, or wait",
		    bench->path);
	if (ret && !why)
		why = xasprintf("%s: see `dmesg`", strerror(-ret));
	return why;
}

static bool running(struct bench *bench)
{
	size_t size;
	char *state;
	bool runs;

	free(bench->status);
	bench->status = read_file(bench->path, STATUS_BYTES_MAX, &size);
	state = status_text(bench->status, "state");
	if (!state) {
		command(bench, "stop\n");
		die("%s does not tell its state: is the module of this version?",
		    bench->path);
	}
	runs = !strcmp(state, "running");
	free(state);
	return runs;
}

/**
 * bench_run - run something in the kernel, until it is over or ^C
 * @bench: the file; its status is that of the end
 * @text: the command that starts it
 * @show: called now and then
 * @arg: passed to it
 *
 * Return: NULL, or why the module would not start it, to be freed.
 */
char *bench_run(struct bench *bench, const char *text,
		void (*show)(const struct bench *bench, void *arg), void *arg)
{
	char *why = start(bench, text);
	int stopping_ms = 0;

	if (why)
		return why;
	while (running(bench)) {
		show(bench, arg);
		if (interrupted && !stopping_ms)
			command(bench, "stop\n");
		if (interrupted)
			stopping_ms += WAIT_MS;
		if (stopping_ms > STOP_MS)
			die("%s: the run does not end: unload the module",
			    bench->path);
		poll(NULL, 0, WAIT_MS);
	}
	progress_end();
	return NULL;
}
