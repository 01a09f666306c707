// SPDX-License-Identifier: GPL-2.0
/*
 * ppsspin watch: the stream, live in a terminal
 */
#include <argp.h>
#include <curses.h>
#include <signal.h>
#include <stdlib.h>
#include <unistd.h>

#include "commands.h"
#include "screen.h"
#include "source.h"
#include "stream.h"
#include "util.h"

#define WAIT_MS	200

struct options {
	const char *from;
	const char *device;
	bool plain;
};

static volatile sig_atomic_t stopped;

static const struct argp_option option_table[] = {
	{ "device", 'd', "NAME", 0, "Instance of the driver (the only one)", 0 },
	{ "from", 'f', "FILE", 0, "Read this file instead of the driver's", 0 },
	{ "plain", 'p', NULL, 0, "Print the screen once, at the end of the stream or after ^C", 0 },
	{ }
};

static error_t parse_option(int key, char *arg, struct argp_state *state)
{
	struct options *options = state->input;

	switch (key) {
	case 'd':
		options->device = arg;
		return 0;
	case 'f':
		options->from = arg;
		return 0;
	case 'p':
		options->plain = true;
		return 0;
	case ARGP_KEY_ARG:
		die("watch takes no argument: use --from=%s", arg);
	default:
		return ARGP_ERR_UNKNOWN;
	}
}

static const struct argp parser = {
	option_table, parse_option, NULL,
	"Show the driver's stream live: per method rolling figures, misses, flags, the last pulse.",
	NULL, NULL, NULL
};

static void on_signal(int number)
{
	(void)number;
	stopped = 1;
}

static void on_header(void *arg, const char *key, const char *value)
{
	struct screen *screen = arg;
	u64 hz;

	if (!strcmp(key, "cntfrq_hz") && !parse_count(value, &hz))
		screen->cntfrq_hz = hz;
}

static void on_mark(void *arg, const char *text)
{
	struct screen *screen = arg;
	size_t i;

	snprintf(screen->mark, sizeof(screen->mark), "%s", text);
	for (i = 0; screen->mark[i]; i++)
		if ((u8)screen->mark[i] < ' ' || (u8)screen->mark[i] > '~')
			screen->mark[i] = '?';
}

static void on_lost(void *arg, u64 count)
{
	((struct screen *)arg)->lost += count;
}

static void on_record(void *arg, const struct pps_spin_record *record,
		      const struct truth *truth)
{
	(void)truth;
	screen_add(arg, record);
}

static void on_bad(void *arg, u64 line, const char *why)
{
	(void)line;
	(void)why;
	((struct screen *)arg)->bad++;
}

static const struct stream_handler handler = {
	.header	= on_header,
	.mark	= on_mark,
	.lost	= on_lost,
	.record	= on_record,
	.bad	= on_bad,
};

static void show(struct screen *screen)
{
	int row;

	screen_draw(screen);
	erase();
	for (row = 0; row < SCREEN_ROWS; row++)
		mvaddnstr(row, 0, screen->row[row], COLS);
	refresh();
}

/* Takes what has come; false at the end */
static bool step(struct source *source, struct stream *stream,
		 struct screen *screen)
{
	static char buf[65536];
	ssize_t len = source_read(source, buf, sizeof(buf), WAIT_MS);

	screen->gone = source->fd < 0;
	if (len > 0)
		stream_feed(stream, buf, len);
	else if (len && len != -EAGAIN && len != -EINTR)
		die("%s: %s", source->path, strerror(-len));
	return len != 0;
}

static void watch_plain(struct source *source, struct stream *stream,
			struct screen *screen)
{
	int row;

	while (!stopped && step(source, stream, screen))
		;
	screen_draw(screen);
	for (row = 0; row < SCREEN_ROWS - 1; row++)
		puts(screen->row[row]);
}

static void watch_terminal(struct source *source, struct stream *stream,
			   struct screen *screen)
{
	bool more = true;

	if (!isatty(STDOUT_FILENO))
		die("stdout is no terminal: use --plain");
	if (!initscr())
		die("the terminal cannot be used: use --plain");
	atexit((void (*)(void))endwin);
	noecho();
	curs_set(0);
	timeout(0);
	while (!stopped && getch() != 'q') {
		if (more)
			more = step(source, stream, screen);
		else
			napms(WAIT_MS);
		show(screen);
	}
}

/**
 * command_watch - run `ppsspin watch`
 * @argc: number of arguments, from the name of the sub-command on
 * @argv: the arguments
 *
 * Return: exit status.
 */
int command_watch(int argc, char **argv)
{
	struct sigaction action = { .sa_handler = on_signal };
	static struct stream stream;
	static struct screen screen;
	struct options options = { };
	struct source source;

	argp_parse(&parser, argc, argv, 0, NULL, &options);
	source_open(&source, options.from, options.device, false);
	screen.path = source.path;
	stream_start(&stream, &handler, &screen);
	sigaction(SIGINT, &action, NULL);
	sigaction(SIGTERM, &action, NULL);
	if (options.plain)
		watch_plain(&source, &stream, &screen);
	else
		watch_terminal(&source, &stream, &screen);
	return screen.bad || screen.lost ? STATUS_PROBLEM : STATUS_OK;
}
