// SPDX-License-Identifier: GPL-2.0
/*
 * Pictures, drawn by gnuplot
 *
 * The script and the data go to gnuplot through one pipe; no file is left.
 */
#define _GNU_SOURCE
#include <signal.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "plot.h"
#include "plot_script.h"
#include "plot_style.h"
#include "util.h"

/* POSIX: statuses of a shell whose command did not run */
#define SHELL_NOT_EXECUTABLE	126
#define SHELL_NOT_FOUND		127

static const struct {
	const char *name;
	void (*script)(FILE *out, const struct report *report);
} pictures[PICTURE_COUNT] = {
	[PICTURE_CDF]		= { "cdf", plot_cdf },
	[PICTURE_RESIDUALS]	= { "residuals", plot_over_time },
	[PICTURE_HISTOGRAM]	= { "histogram", plot_histogram },
	[PICTURE_TDEV]		= { "tdev", plot_tdev },
	[PICTURE_BUDGET]	= { "budget", plot_budget },
	[PICTURE_OBSERVER]	= { "observer", plot_observer },
};

/**
 * picture_name - name of a picture
 * @picture: the picture
 *
 * Return: its name.
 */
const char *picture_name(enum picture picture)
{
	return pictures[picture].name;
}

/**
 * picture_find - the picture of a name
 * @name: the name
 *
 * Return: the picture, or -EINVAL.
 */
int picture_find(const char *name)
{
	int i;

	for (i = 0; i < PICTURE_COUNT; i++)
		if (!strcmp(pictures[i].name, name))
			return i;
	return -EINVAL;
}

static void print_terminal(FILE *out, enum picture_format format,
			   const char *path)
{
	if (format == PICTURE_SVG)
		fprintf(out, "set terminal svg size 900,640 font 'sans-serif,14' background '#ffffff'\n");
	else
		fprintf(out, "set terminal pngcairo size 1350,960 fontscale 1.3 background '#ffffff'\n");
	fprintf(out, "set output ");
	plot_quoted(out, path);
	fprintf(out, "\n");
}

/* From the status of the shell that becomes gnuplot */
static int error_of(int status)
{
	if (!WIFEXITED(status))
		return -EIO;
	switch (WEXITSTATUS(status)) {
	case 0:
		return 0;
	case SHELL_NOT_EXECUTABLE:
	case SHELL_NOT_FOUND:
		return -ENOENT;
	default:
		return -EIO;
	}
}

/**
 * plot_run - have gnuplot draw
 * @format: SVG or PNG
 * @path: the file
 * @script: writes the script
 * @arg: passed to it
 *
 * Return: 0, -ENOENT if gnuplot cannot be run, or -EIO if it failed; it has said
 * why then.
 */
int plot_run(enum picture_format format, const char *path,
	     void (*script)(FILE *out, const void *arg), const void *arg)
{
	sighandler_t handler = signal(SIGPIPE, SIG_IGN);
	FILE *out;
	int error;

	fflush(stdout);
	out = popen("exec gnuplot -d", "w");
	if (!out)
		return -ENOENT;
	print_terminal(out, format, path);
	script(out, arg);
	error = error_of(pclose(out));
	signal(SIGPIPE, handler);
	return error;
}

/**
 * plot_error - what is to be said of a picture that is not there
 * @error: from plot_run()
 *
 * Return: the reason, and the remedy if there is one.
 */
const char *plot_error(int error)
{
	return error == -ENOENT ? "gnuplot cannot be run: install gnuplot-nox" :
				  "gnuplot failed";
}

/**
 * plot_missing - say that a picture that goes with the tables is not there
 * @picture: its name or its file's
 * @error: from plot_run()
 *
 * gnuplot is optional: where there is none, the tables are complete all the same.
 *
 * Return: the exit status that this makes, if the data makes no higher one.
 */
enum status plot_missing(const char *picture, int error)
{
	warn("no picture %s: %s", picture, plot_error(error));
	return error == -ENOENT ? STATUS_OK : STATUS_CANNOT;
}

/* A picture of a report */
struct request {
	const struct report *report;
	enum picture picture;
};

static void write_script(FILE *out, const void *arg)
{
	const struct request *request = arg;

	pictures[request->picture].script(out, request->report);
}

/**
 * picture_draw - draw a picture
 * @report: the report it shows
 * @picture: which
 * @format: SVG or PNG
 * @path: the file
 *
 * Return: as plot_run().
 */
int picture_draw(const struct report *report, enum picture picture,
		 enum picture_format format, const char *path)
{
	struct request request = { report, picture };

	return plot_run(format, path, write_script, &request);
}

static void *read_memory(int fd, size_t *size)
{
	void *data;

	*size = lseek(fd, 0, SEEK_END);
	data = xcalloc(*size, 1);
	if (pread(fd, data, *size, 0) != *size)
		die("cannot read a picture: %s", strerror(errno));
	return data;
}

/**
 * picture_data - draw a picture into memory
 * @report: the report it shows
 * @picture: which
 * @format: SVG or PNG
 * @data: set to its bytes, to be freed, or to NULL
 * @size: set to how many they are
 *
 * gnuplot does not tell that it could not write: whoever writes these bytes can.
 *
 * Return: as plot_run().
 */
int picture_data(const struct report *report, enum picture picture,
		 enum picture_format format, void **data, size_t *size)
{
	int fd = memfd_create("picture", MFD_CLOEXEC), error;
	char *path;

	if (fd < 0)
		die("memfd_create: %s", strerror(errno));
	/* The name that it has for gnuplot */
	path = xasprintf("/proc/%d/fd/%d", getpid(), fd);
	error = picture_draw(report, picture, format, path);
	*data = error ? NULL : read_memory(fd, size);
	close(fd);
	free(path);
	return error;
}
