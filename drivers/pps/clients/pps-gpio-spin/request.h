/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Instances that are asked for by parameters
 */
#ifndef _PPS_SPIN_REQUEST_H
#define _PPS_SPIN_REQUEST_H

#include <linux/types.h>

/**
 * struct pps_spin_request - an instance that parameters ask for
 * @chip: label of the controller, NULL if the line is named
 * @line: offset of the line on @chip
 * @line_name: name of the line, NULL if @chip is given
 * @has_output: there is a line for edges of known time
 * @output: offset of that line on @chip
 * @stimulus: there is no line: make one of memory and an interrupt
 * @stimulus_spi: this shared peripheral interrupt
 * @error: set by each probe, so it lives as long as the module
 */
struct pps_spin_request {
	const char *chip;
	int line;
	const char *line_name;
	bool has_output;
	int output;
	bool stimulus;
	unsigned int stimulus_spi;
	int *error;
};

int pps_spin_request_check(void);
unsigned int pps_spin_request_count(void);
int pps_spin_request_create(void);
void pps_spin_request_destroy(void);

#endif /* _PPS_SPIN_REQUEST_H */
