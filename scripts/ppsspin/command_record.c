// SPDX-License-Identifier: GPL-2.0
/*
 * ppsspin record: the stream into a file
 */
#include <argp.h>
#include <fcntl.h>
#include <poll.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

#include "commands.h"
#include "live.h"
#include "uapi/linux/pps_spin.h"
#include "util.h"

/* What to say of a mark that the driver would not take */
#define MARK_RULE	"a mark is one line of 1 to %d printable ASCII characters"

/* Lines before `# columns:` that would be too many; the driver's have about 1 KiB */
#define HEAD_BYTES_MAX	(1 << 20)

struct options {
	const char *output;
	const char *mark;
	u64 count;
	double seconds;
	bool returns;
	bool new_only;
};

/**
 * struct recorder - a recording
 * @options: what was asked for
 * @live: the stream
 * @out: where it goes: into @head until the input is known to be a stream
 * @head: what came before that
 * @head_bytes: bytes in @head
 * @line: the line that has not ended yet
 * @line_len: bytes in @line
 * @pulses: pulses written
 * @missed: of them, those that the poller has not seen
 * @lost: pulses that the driver dropped
 * @bad: lines that cannot be read; written all the same
 * @caught_up: everything older than the recording has been read
 * @is_pulse: the last line was one
 * @returned: times the module was loaded again
 * @started_s: when
 */
struct recorder {
	struct options options;
	struct live live;
	FILE *out;
	char *head;
	size_t head_bytes;
	char line[STREAM_LINE_MAX];
	size_t line_len;
	u64 pulses;
	u64 missed;
	u64 lost;
	u64 bad;
	bool caught_up;
	bool is_pulse;
	u64 returned;
	double started_s;
};

static const struct argp_option option_table[] = {
	{ "output", 'o', "FILE", 0, "Write there (stdout)", 0 },
	{ "count", 'n', "N", 0, "Stop after N pulses", 0 },
	{ "duration", 't', "SECONDS", 0, "Stop after that time", 0 },
	{ "mark", 'm', "TEXT", 0, "Mark the start; later, each line typed is a mark", 0 },
	{ "new", 'N', NULL, 0, "Leave out the pulses from before the start", 0 },
	{ "returns", 'r', NULL, 0, "With --from: FILE comes back after its end", 0 },
	{ }
};

static bool is_mark(const char *text)
{
	size_t len = strlen(text), i;

	for (i = 0; i < len; i++)
		if (text[i] < ' ' || text[i] > '~')
			return false;
	return len && len <= PPS_SPIN_MARK_MAX;
}

static error_t parse_option(int key, char *arg, struct argp_state *state)
{
	struct recorder *recorder = state->input;
	struct options *options = &recorder->options;

	switch (key) {
	case ARGP_KEY_INIT:
		state->child_inputs[0] = &recorder->live;
		return 0;
	case 'o':
		options->output = arg;
		return 0;
	case 'n':
		if (parse_count(arg, &options->count) || !options->count)
			die("--count=%s: a number of pulses is needed", arg);
		return 0;
	case 't':
		if (parse_number(arg, 0.001, 1e9, &options->seconds))
			die("--duration=%s: seconds are needed", arg);
		return 0;
	case 'm':
		if (!is_mark(arg))
			die("--mark: " MARK_RULE, PPS_SPIN_MARK_MAX);
		options->mark = arg;
		return 0;
	case 'N':
		options->new_only = true;
		return 0;
	case 'r':
		options->returns = true;
		return 0;
	case ARGP_KEY_ARG:
		die("record takes no argument: use --output=%s", arg);
	default:
		return ARGP_ERR_UNKNOWN;
	}
}

static const struct argp_child children[] = { { &live_argp, 0, NULL, 0 }, { } };

static const struct argp parser = {
	option_table, parse_option, NULL,
	"Record the driver's stream until ^C; a module that is loaded again is waited for.",
	children, NULL, NULL
};

static double now_s(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return now.tv_sec + now.tv_nsec / 1e9;
}

static void on_record(void *arg, const struct pps_spin_record *record,
		      const struct truth *truth)
{
	struct recorder *recorder = arg;

	(void)truth;
	recorder->is_pulse = true;
	if (!recorder->caught_up)
		return;
	recorder->pulses++;
	recorder->missed += !!(record->flags & (BIT(PPS_SPIN_MISSED) |
						BIT(PPS_SPIN_LATE)));
}

static void on_repeat(void *arg)
{
	((struct recorder *)arg)->is_pulse = true;
}

static void on_lost(void *arg, u64 count)
{
	((struct recorder *)arg)->lost += count;
}

static void on_bad(void *arg, u64 line, const char *why)
{
	(void)line;
	(void)why;
	((struct recorder *)arg)->bad++;
}

static const struct stream_handler handler = {
	.lost	= on_lost,
	.record	= on_record,
	.repeat	= on_repeat,
	.bad	= on_bad,
};

static bool enough(const struct recorder *recorder)
{
	const struct options *options = &recorder->options;

	if (stop_requested() || (options->count && recorder->pulses >= options->count))
		return true;
	return options->seconds &&
	       now_s() - recorder->started_s >= options->seconds;
}

static void write_out(struct recorder *recorder, const char *text, size_t len)
{
	if (fwrite(text, 1, len, recorder->out) != len)
		die("cannot write: %s", strerror(errno));
}

/* What has come is in the file, whatever comes next */
static void flush(struct recorder *recorder)
{
	if (fflush(recorder->out))
		die("cannot write: %s", strerror(errno));
}

/* Not before the input is known to be a stream: an older recording would be gone */
static void open_output(struct recorder *recorder)
{
	const char *path = recorder->options.output;

	fclose(recorder->out);
	recorder->out = path ? fopen(path, "w") : stdout;
	if (!recorder->out)
		die("%s: %s", path, strerror(errno));
	write_out(recorder, recorder->head, recorder->head_bytes);
	free(recorder->head);
	recorder->head = NULL;
}

/* Only whole lines are written: a recording that is stopped is not torn */
static void take_line(struct recorder *recorder, const char *line, size_t len)
{
	bool counted = recorder->caught_up;

	recorder->is_pulse = false;
	live_feed(&recorder->live, line, len);
	if (recorder->head && recorder->live.stream.is_stream)
		open_output(recorder);
	if (recorder->is_pulse && !counted)
		return;
	write_out(recorder, line, len);
}

static void take(struct recorder *recorder, const char *buf, size_t len)
{
	size_t i;

	for (i = 0; i < len; i++) {
		if (recorder->line_len == sizeof(recorder->line)) {
			take_line(recorder, recorder->line, recorder->line_len);
			recorder->line_len = 0;
		}
		recorder->line[recorder->line_len++] = buf[i];
		if (buf[i] != '\n')
			continue;
		take_line(recorder, recorder->line, recorder->line_len);
		recorder->line_len = 0;
		if (enough(recorder))
			return;
	}
}

static void mark(struct recorder *recorder, const char *text)
{
	char *path = source_beside(&recorder->live.source, "mark");
	int fd;

	if (!path) {
		fprintf(recorder->out, "# mark %s\n", text);
		return;
	}
	fd = open(path, O_WRONLY | O_CLOEXEC);
	if (fd < 0 || write(fd, text, strlen(text)) < 0)
		warn("%s: %s", path, strerror(errno));
	if (fd >= 0)
		close(fd);
	free(path);
}

/* A line typed at the terminal is a mark */
static void take_typed(struct recorder *recorder)
{
	struct pollfd typed = { .fd = STDIN_FILENO, .events = POLLIN };
	/* As long as a terminal's line can be */
	char text[4096];
	ssize_t len;

	if (!isatty(STDIN_FILENO) || poll(&typed, 1, 0) <= 0)
		return;
	len = read(STDIN_FILENO, text, sizeof(text) - 1);
	if (len <= 1)
		return;
	text[len - 1] = '\0';
	if (is_mark(text))
		mark(recorder, text);
	else
		warn("no mark was made: " MARK_RULE, PPS_SPIN_MARK_MAX);
}

static void show(const struct recorder *recorder)
{
	progress("%llu pulses, %.0f s, %llu not polled, %llu lost%s",
		 (unsigned long long)recorder->pulses,
		 now_s() - recorder->started_s,
		 (unsigned long long)recorder->missed,
		 (unsigned long long)recorder->lost,
		 recorder->live.source.fd < 0 ? "; waiting for the module" : "");
}

/* A module that went away leaves half a line at most: forget it */
static void notice_return(struct recorder *recorder, bool was_gone)
{
	if (!was_gone || recorder->live.source.fd < 0)
		return;
	recorder->returned++;
	recorder->line_len = 0;
	recorder->caught_up = true;
}

/* A head without end is no head */
static void check_head(const struct recorder *recorder)
{
	if (recorder->head && recorder->head_bytes > HEAD_BYTES_MAX)
		live_refuse(&recorder->live);
}

static void run(struct recorder *recorder)
{
	while (!enough(recorder)) {
		bool was_gone = recorder->live.source.fd < 0;
		const char *buf;
		ssize_t len = live_read(&recorder->live, &buf);

		notice_return(recorder, was_gone);
		if (!len) {
			live_end(&recorder->live);
			return;
		}
		if (len > 0)
			take(recorder, buf, len);
		else
			recorder->caught_up = true;
		flush(recorder);
		check_head(recorder);
		take_typed(recorder);
		show(recorder);
	}
}

static void open_all(struct recorder *recorder)
{
	const struct options *options = &recorder->options;

	live_open(&recorder->live, options->returns, &handler, recorder);
	keep_input(recorder->live.source.path, options->output);
	recorder->out = open_memstream(&recorder->head, &recorder->head_bytes);
	if (!recorder->out)
		die("out of memory");
	/* From here on @head is there, though empty */
	flush(recorder);
	recorder->caught_up = !options->new_only;
	recorder->started_s = now_s();
	if (options->mark)
		mark(recorder, options->mark);
}

/**
 * command_record - run `ppsspin record`
 * @argc: number of arguments, from the name of the sub-command on
 * @argv: the arguments
 *
 * Return: exit status.
 */
int command_record(int argc, char **argv)
{
	static struct recorder recorder;

	argp_parse(&parser, argc, argv, 0, NULL, &recorder);
	open_all(&recorder);
	run(&recorder);
	progress_end();
	if (fflush(recorder.out) || ferror(recorder.out) ||
	    (recorder.out != stdout && fclose(recorder.out)))
		die("cannot write: %s", strerror(errno));
	source_close(&recorder.live.source);
	free(recorder.head);
	warn("%llu pulses recorded, %llu lost, %llu lines not understood, module loaded again %llu times",
	     (unsigned long long)recorder.pulses,
	     (unsigned long long)recorder.lost,
	     (unsigned long long)recorder.bad,
	     (unsigned long long)recorder.returned);
	return !recorder.pulses || recorder.lost || recorder.bad ?
	       STATUS_PROBLEM : STATUS_OK;
}
