// SPDX-License-Identifier: GPL-2.0
/*
 * What every sub-command needs: exit statuses, messages, memory, signals
 */
#define _GNU_SOURCE
#include <math.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "util.h"

static void say(const char *format, va_list args)
{
	fflush(stdout);
	fputs("ppsspin: ", stderr);
	vfprintf(stderr, format, args);
	fputc('\n', stderr);
}

/**
 * die - say why the program cannot run, and leave with status 2
 * @format: as printf(), without a newline
 */
void die(const char *format, ...)
{
	va_list args;

	va_start(args, format);
	say(format, args);
	va_end(args);
	exit(STATUS_CANNOT);
}

/**
 * warn - say something on stderr
 * @format: as printf(), without a newline
 */
void warn(const char *format, ...)
{
	va_list args;

	va_start(args, format);
	say(format, args);
	va_end(args);
}

/**
 * flush_output - see all of stdout written, or leave with status 2
 */
void flush_output(void)
{
	if (fflush(stdout) || ferror(stdout))
		die("cannot write: %s", strerror(errno));
}

/**
 * xrealloc - resize an array, or die
 * @old: the array, or NULL
 * @count: elements wanted
 * @size: bytes of an element
 *
 * Return: the array.
 */
void *xrealloc(void *old, size_t count, size_t size)
{
	void *new = reallocarray(old, count ? count : 1, size);

	if (!new)
		die("out of memory for %zu values", count);
	return new;
}

/**
 * xcalloc - allocate a zeroed array, or die
 * @count: elements wanted
 * @size: bytes of an element
 *
 * Return: the array.
 */
void *xcalloc(size_t count, size_t size)
{
	void *new = calloc(count ? count : 1, size);

	if (!new)
		die("out of memory for %zu values", count);
	return new;
}

/**
 * xstrdup - copy a string, or die
 * @text: the string
 *
 * Return: the copy, to be freed.
 */
char *xstrdup(const char *text)
{
	char *copy = strdup(text);

	if (!copy)
		die("out of memory");
	return copy;
}

/* Bytes of the UTF-8 character that begins so; 0 if none does */
static size_t length_by_lead(u8 lead)
{
	if (lead < 0x80)
		return 1;
	if (lead < 0xc0 || lead >= 0xf8)
		return 0;
	return lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4;
}

/* Length of the printable UTF-8 character at @text; 0 if it is none */
static size_t character_length(const char *text)
{
	/* Below are controls, and what has to be written in fewer bytes */
	static const u32 smallest[] = { 0, ' ', 0xa0, 0x800, 0x10000 };
	size_t i, len = length_by_lead(*text);
	u32 code = (u8)*text & (len == 1 ? 0x7f : 0x7f >> len);

	for (i = 1; i < len; i++) {
		if (((u8)text[i] & 0xc0) != 0x80)
			return 0;
		code = code << 6 | ((u8)text[i] & 0x3f);
	}
	/* Surrogates are halves of a character in UTF-16 */
	if (code < smallest[len] || code == 0x7f || code > 0x10ffff ||
	    (code >= 0xd800 && code < 0xe000))
		return 0;
	return len;
}

/**
 * xprintable - copy a string, or die
 * @text: the string
 *
 * Bytes that would upset a terminal, or are no UTF-8, become '?'.
 *
 * Return: the copy, to be freed.
 */
char *xprintable(const char *text)
{
	char *copy = xstrdup(text), *c = copy;

	while (*c) {
		size_t len = character_length(c);

		if (!len)
			*c = '?';
		c += len ? len : 1;
	}
	return copy;
}

/**
 * xasprintf - print into a new string, or die
 * @format: as printf()
 *
 * Return: the string, to be freed.
 */
char *xasprintf(const char *format, ...)
{
	va_list args;
	char *text;

	va_start(args, format);
	if (vasprintf(&text, format, args) < 0)
		die("out of memory");
	va_end(args);
	return text;
}

/**
 * read_file - read a whole file, or die
 * @path: the file
 * @limit: bytes that it may have
 * @size: set to the bytes that it has
 *
 * Return: the bytes and a NUL, to be freed.
 */
void *read_file(const char *path, size_t limit, size_t *size)
{
	FILE *in = fopen(path, "r");
	char *data = NULL;
	size_t room = 0;

	if (!in)
		die("%s: %s", path, strerror(errno));
	*size = 0;
	do {
		room = room ? 2 * room : 1 << 16;
		data = xrealloc(data, room + 1, 1);
		*size += fread(data + *size, 1, room - *size, in);
	} while (*size == room && *size <= limit);
	if (ferror(in) || *size > limit) {
		free(data);
		die("%s: %s", path, ferror(in) ? strerror(errno) :
		    "too large to be what is read here");
	}
	fclose(in);
	data[*size] = '\0';
	return data;
}

/**
 * keep_input - die if an output would be written over the input
 * @input: the file that is read, or "-" for stdin
 * @output: the file to be written, or NULL for stdout
 *
 * The file itself is compared, not its name: a link to it is no other file.
 */
void keep_input(const char *input, const char *output)
{
	struct stat in, out;

	if (strcmp(input, "-") ? stat(input, &in) : fstat(STDIN_FILENO, &in))
		return;
	if (output ? stat(output, &out) : fstat(STDOUT_FILENO, &out))
		return;
	/* Only what a regular file holds can be written over */
	if (S_ISREG(in.st_mode) && in.st_dev == out.st_dev &&
	    in.st_ino == out.st_ino)
		die("%s: it would be written over %s, which is read: choose another file for the output",
		    output ? output : "stdout",
		    strcmp(input, "-") ? input : "stdin");
}

/**
 * parse_number - read a whole argument as a number within bounds
 * @text: the argument
 * @low: smallest value allowed
 * @high: largest value allowed
 * @value: set on success
 *
 * Return: 0, or -EINVAL.
 */
int parse_number(const char *text, double low, double high, double *value)
{
	char *end;
	double number = strtod(text, &end);

	if (end == text || *end || !isfinite(number))
		return -EINVAL;
	if (number < low || number > high)
		return -EINVAL;
	*value = number;
	return 0;
}

/**
 * parse_count - read a whole argument as an unsigned decimal number
 * @text: the argument
 * @value: set on success
 *
 * Return: 0, or -EINVAL.
 */
int parse_count(const char *text, u64 *value)
{
	char *end;

	if (*text < '0' || *text > '9')
		return -EINVAL;
	errno = 0;
	*value = strtoull(text, &end, 10);
	return errno || *end ? -EINVAL : 0;
}

static volatile sig_atomic_t stopped;

static void on_signal(int number)
{
	(void)number;
	stopped = 1;
}

/**
 * stop_on_signals - let SIGINT and SIGTERM ask for an orderly end
 */
void stop_on_signals(void)
{
	struct sigaction action = { .sa_handler = on_signal };

	sigaction(SIGINT, &action, NULL);
	sigaction(SIGTERM, &action, NULL);
}

/**
 * stop_requested - whether to come to an end
 *
 * Return: true after a signal.
 */
bool stop_requested(void)
{
	return stopped;
}

static bool progress_shown;

/**
 * progress - show a line of progress, over the last one
 * @format: as printf(), without a newline
 *
 * Silent if stderr is not a terminal.
 */
void progress(const char *format, ...)
{
	va_list args;

	if (!isatty(STDERR_FILENO))
		return;
	fputs("\r\033[K", stderr);
	va_start(args, format);
	vfprintf(stderr, format, args);
	va_end(args);
	fflush(stderr);
	progress_shown = true;
}

/**
 * progress_end - take the line of progress away
 */
void progress_end(void)
{
	if (progress_shown)
		fputs("\r\033[K", stderr);
	progress_shown = false;
}
