/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Stability of a series of phases
 */
#ifndef PPSSPIN_STABILITY_H
#define PPSSPIN_STABILITY_H

#include "pure.h"

enum deviation {
	ADEV,
	OADEV,
	MDEV,
	TDEV,
	HDEV,
	TOTDEV,
	MTIE,
	DEVIATIONS,
};

/**
 * struct stability_point - a deviation at one averaging time
 * @terms: terms that went in
 * @value: the deviation, in the unit of the phases (TDEV, MTIE) or relative
 *	   (the others); NAN where nothing could be computed
 */
struct stability_point {
	size_t terms;
	double value;
};

/**
 * struct phases - phases at even times
 * @n: how many
 * @x: the phases; NAN where one is missing
 * @tau0: time between them
 */
struct phases {
	size_t n;
	const double *x;
	double tau0;
};

const char *deviation_name(enum deviation deviation);
void stability_mtie_octaves(const struct phases *phases,
			    struct stability_point *points, int count);
struct stability_point stability_at(const struct phases *phases,
				    enum deviation deviation, size_t m);

#endif /* PPSSPIN_STABILITY_H */
