/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The pulses of a segment, each with its number
 */
#ifndef PPSSPIN_TRAIN_H
#define PPSSPIN_TRAIN_H

#include "capture.h"
#include "method.h"

/**
 * struct piece - a part of a train in which every pulse can be numbered
 * @first: first position in the train
 * @count: how many
 * @origin_ticks: counter value that stands for pulse number 0
 */
struct piece {
	size_t first;
	size_t count;
	u64 origin_ticks;
};

/**
 * struct train - the pulses of a segment, numbered by their time
 * @records: records of the segment
 * @n: pulses that have a number
 * @record: index in @records of each
 * @index: number of each, counted from the start of its piece
 * @pieces: the parts; a number means nothing across them
 * @piece_count: how many
 * @period: half ticks between pulses, rounded
 * @period_ticks: the same, not rounded; NAN if unknown
 * @extra: records left out of an edge too soon after the one before
 * @unplaced: records left out that have no stamp at all
 * @breaks: places where the time between two pulses is no number of periods
 * @seq_disagrees: places where seq counts other pulses than the time does
 */
struct train {
	const struct pps_spin_record *records;
	size_t n;
	u32 *record;
	s64 *index;
	struct piece *pieces;
	size_t piece_count;
	s64 period;
	double period_ticks;
	size_t extra;
	size_t unplaced;
	size_t breaks;
	size_t seq_disagrees;
};

void train_build(struct train *train, const struct capture *capture,
		 const struct segment *segment);
void train_free(struct train *train);
bool train_phase(const struct train *train, const struct piece *piece,
		 size_t position, enum method method, s64 *half_ticks);
bool train_polled_phase(const struct train *train, const struct piece *piece,
			size_t position, s64 *half_ticks);
const struct piece *train_longest_piece(const struct train *train);
bool train_phase_of(const struct train *train, const struct piece *piece,
		    size_t position, u64 ticks, s64 *half_ticks);

#endif /* PPSSPIN_TRAIN_H */
