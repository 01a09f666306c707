/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The driver pps-gpio-spin, for other code in the kernel
 */
#ifndef _LINUX_PPS_SPIN_H
#define _LINUX_PPS_SPIN_H

#include <linux/types.h>

#include <uapi/linux/pps_spin.h>

struct device;

bool pps_spin_latest(struct device *dev, struct pps_spin_record *record);

#endif /* _LINUX_PPS_SPIN_H */
