/* SPDX-License-Identifier: GPL-2.0 */
/*
 * A file of phases, one a line, as other analysers write
 */
#ifndef PPSSPIN_PHASEFILE_H
#define PPSSPIN_PHASEFILE_H

int phasefile_report(const char *path, double tau0);

#endif /* PPSSPIN_PHASEFILE_H */
