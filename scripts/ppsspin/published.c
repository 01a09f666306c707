// SPDX-License-Identifier: GPL-2.0
/*
 * Figures that others published, to stand beside one's own
 */
#include <math.h>

#include "published.h"

const struct published_tick published_ticks[PUBLISHED_TICKS] = {
	{ "mmio", 16384, 6000002, 130, 250, 1.0 },
	{ "wfi", 16384, 10000, 1, NAN, 0.0017 },
	{ "nop", 16384, NAN, 1, 17, 1.0 },
};
