// SPDX-License-Identifier: GPL-2.0
/*
 * ppsspin watch: the stream, live in a terminal
 */
#include <curses.h>
#include <stdlib.h>
#include <unistd.h>

#include "commands.h"
#include "live.h"
#include "screen.h"
#include "util.h"

#define AT_THE_END_MS	200

struct options {
	struct live live;
	bool plain;
};

static const struct argp_option option_table[] = {
	{ "plain", 'p', NULL, 0, "Print the screen once, at the end of the stream or after ^C", 0 },
	{ }
};

static error_t parse_option(int key, char *arg, struct argp_state *state)
{
	struct options *options = state->input;

	switch (key) {
	case ARGP_KEY_INIT:
		state->child_inputs[0] = &options->live;
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

static const struct argp_child children[] = { { &live_argp, 0, NULL, 0 }, { } };

static const struct argp parser = {
	option_table, parse_option, NULL,
	"Show the driver's stream live: per method rolling figures, misses, flags, the last pulse.",
	children, NULL, NULL
};

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
static bool step(struct live *live, struct screen *screen)
{
	const char *buf;
	ssize_t len = live_read(live, &buf);

	screen->gone = live->source.fd < 0;
	if (len > 0)
		live_feed(live, buf, len);
	return len;
}

static void watch_plain(struct live *live, struct screen *screen)
{
	int row;

	while (!stop_requested())
		if (!step(live, screen)) {
			live_end(live);
			break;
		}
	screen_draw(screen);
	for (row = 0; row < SCREEN_ROWS - 1; row++)
		puts(screen->row[row]);
}

static void watch_terminal(struct live *live, struct screen *screen)
{
	if (!isatty(STDOUT_FILENO))
		die("stdout is no terminal: use --plain");
	/* What is no stream is refused where the message can be seen */
	step(live, screen);
	if (!initscr())
		die("the terminal cannot be used: use --plain");
	atexit((void (*)(void))endwin);
	noecho();
	curs_set(0);
	timeout(0);
	while (!stop_requested() && getch() != 'q') {
		/* A file may grow */
		if (!step(live, screen))
			napms(AT_THE_END_MS);
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
	static struct options options;
	static struct screen screen;

	argp_parse(&parser, argc, argv, 0, NULL, &options);
	live_open(&options.live, false, &handler, &screen);
	keep_input(options.live.source.path, NULL);
	screen.path = options.live.source.path;
	if (options.plain)
		watch_plain(&options.live, &screen);
	else
		watch_terminal(&options.live, &screen);
	return screen.bad || screen.lost ? STATUS_PROBLEM : STATUS_OK;
}
