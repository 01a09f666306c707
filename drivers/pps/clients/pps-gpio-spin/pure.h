/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What PURE code may use: in the kernel, in KUnit and on the host
 *
 * PURE code takes time as an argument, uses integers, and knows no device, no
 * lock and no clock.
 */
#ifndef _PPS_SPIN_PURE_H
#define _PPS_SPIN_PURE_H

#ifdef __KERNEL__
#include <linux/bits.h>
#include <linux/errno.h>
#include <linux/kernel.h>
#include <linux/math64.h>
#include <linux/minmax.h>
#include <linux/string.h>
#include <linux/types.h>
#else
#include "pure_host.h"
#endif

/**
 * pps_spin_ticks_after - whether one time is after another
 * @a: time in ticks
 * @b: time in ticks
 *
 * Holds across a wrap of the counter, for times less than 2^63 ticks apart.
 *
 * Return: true if @a is later than @b.
 */
static inline bool pps_spin_ticks_after(u64 a, u64 b)
{
	return (s64)(a - b) > 0;
}

#endif /* _PPS_SPIN_PURE_H */
