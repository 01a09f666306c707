// SPDX-License-Identifier: GPL-2.0
/*
 * libFuzzer target: any bytes as a capture, read, analysed and printed
 */
#define _GNU_SOURCE
#include <gsl/gsl_errno.h>
#include <stdio.h>
#include <sys/mman.h>
#include <unistd.h>

#include "report.h"

int LLVMFuzzerInitialize(int *argc, char ***argv);
int LLVMFuzzerTestOneInput(const u8 *data, size_t size);

int LLVMFuzzerInitialize(int *argc, char ***argv)
{
	(void)argc;
	(void)argv;
	gsl_set_error_handler_off();
	return !freopen("/dev/null", "w", stdout);
}

static void report_on(const struct capture *capture)
{
	struct report report = { .path = "fuzz", .gate_ns = 800, .seed = 1 };

	analyse(&report, capture);
	report_text(&report);
	report_json(&report);
	report_has_problem(&report);
	report_free(&report);
}

int LLVMFuzzerTestOneInput(const u8 *data, size_t size)
{
	int fd = memfd_create("fuzz", 0);
	struct capture capture;

	if (fd < 0 || write(fd, data, size) != (ssize_t)size)
		return 0;
	lseek(fd, 0, SEEK_SET);
	if (!capture_read_fd(&capture, fd) && capture.columns &&
	    capture.cntfrq_hz)
		report_on(&capture);
	capture_free(&capture);
	close(fd);
	return 0;
}
