/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Chance that can be repeated
 */
#ifndef _PPS_SPIN_KUNIT_RANDOM_H
#define _PPS_SPIN_KUNIT_RANDOM_H

#include "pure.h"

/* xorshift64*; the state is the seed, and not 0 */
static u64 random_u64(u64 *state)
{
	*state ^= *state >> 12;
	*state ^= *state << 25;
	*state ^= *state >> 27;
	return *state * 0x2545f4914f6cdd1dULL;
}

/* A number below a limit */
static u32 random_below(u64 *state, u32 limit)
{
	return (random_u64(state) >> 32) * limit >> 32;
}

#endif /* _PPS_SPIN_KUNIT_RANDOM_H */
