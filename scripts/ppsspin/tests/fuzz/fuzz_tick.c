// SPDX-License-Identifier: GPL-2.0
/*
 * libFuzzer target: any bytes as two rings, read, analysed and printed
 *
 * The second one starts at half: what is said of runs that differ is said too.
 */
#include <gsl/gsl_errno.h>

#include "tick_report.h"

int LLVMFuzzerInitialize(int *argc, char ***argv);
int LLVMFuzzerTestOneInput(const u8 *data, size_t size);

int LLVMFuzzerInitialize(int *argc, char ***argv)
{
	(void)argc;
	(void)argv;
	gsl_set_error_handler_off();
	return !freopen("/dev/null", "w", stdout);
}

static bool add(struct tick_report *report, const u8 *data, size_t size)
{
	return !tick_ring_parse(&tick_add(report)->ring, data, size);
}

int LLVMFuzzerTestOneInput(const u8 *data, size_t size)
{
	struct tick_report report = { };

	if (add(&report, data, size) &&
	    (add(&report, data + size / 2, size - size / 2) || report.n--)) {
		tick_analyse(&report);
		tick_text(&report);
		tick_json(&report);
		tick_has_problem(&report);
	}
	tick_free(&report);
	return 0;
}
