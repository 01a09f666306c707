/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The record of one pulse and its line
 */
#ifndef _PPS_SPIN_RECORD_H
#define _PPS_SPIN_RECORD_H

#include "pure.h"
#include "uapi/linux/pps_spin.h"

/* Longest line of a record with its newline: every column, every flag, 20 digits */
#define PPS_SPIN_LINE_MAX	512

/**
 * struct pps_spin_layout - which column of a line is which of ours
 * @columns: number of columns in a line
 * @column: &enum pps_spin_column of each, or -1 for one that is not known
 */
struct pps_spin_layout {
	int columns;
	s8 column[64];
};

const char *pps_spin_column_name(enum pps_spin_column column);
const char *pps_spin_flag_name(enum pps_spin_flag flag);
const char *pps_spin_poll_name(enum pps_spin_poll poll);

void pps_spin_record_set(struct pps_spin_record *record,
			 enum pps_spin_column column, u64 value);
bool pps_spin_record_has(const struct pps_spin_record *record,
			 enum pps_spin_column column);

int pps_spin_columns_format(char *buf, size_t size);
int pps_spin_columns_parse(struct pps_spin_layout *layout, const char *line,
			   size_t len);
int pps_spin_record_format(const struct pps_spin_record *record, char *buf,
			   size_t size);
int pps_spin_record_parse(struct pps_spin_record *record,
			  const struct pps_spin_layout *layout,
			  const char *line, size_t len);

#endif /* _PPS_SPIN_RECORD_H */
