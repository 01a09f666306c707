/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Ordered reads of the arch counter
 */
#ifndef _PPS_SPIN_COUNTER_H
#define _PPS_SPIN_COUNTER_H

#include <linux/math64.h>
#include <linux/smp.h>
#include <linux/time64.h>
#include <asm/arch_timer.h>

/**
 * pps_spin_counter - read the counter, not before what the code decided so far
 *
 * The barrier in the read (or the self-synchronised register, with FEAT_ECV)
 * keeps it behind every branch before it. So a read is ordered after a load by
 * a branch on the loaded value, and before a load from device memory by a
 * branch on the counter, since such a load is never speculated.
 *
 * Return: CNTVCT_EL0 in ticks. It is raw: erratum workarounds are bypassed, see
 * pps_spin_counter_unstable().
 */
static __always_inline u64 pps_spin_counter(void)
{
	return arch_timer_read_cntvct_el0();
}

/**
 * pps_spin_counter_unstable - whether a CPU's counter needs an erratum workaround
 * @cpu: the CPU
 *
 * Return: true if the kernel works around an erratum that raw reads show.
 */
static inline bool pps_spin_counter_unstable(int cpu)
{
#ifdef CONFIG_ARM_ARCH_TIMER_OOL_WORKAROUND
	return per_cpu(timer_unstable_counter_workaround, cpu);
#else
	return false;
#endif
}

/**
 * pps_spin_ns_to_ticks - convert a duration
 * @ns: duration in ns
 *
 * Return: duration in ticks, rounded down.
 */
static inline u64 pps_spin_ns_to_ticks(u64 ns)
{
	return mul_u64_u64_div_u64(ns, arch_timer_get_cntfrq(), NSEC_PER_SEC);
}

/**
 * pps_spin_ticks_to_ns - convert a duration
 * @ticks: duration in ticks
 *
 * Return: duration in ns, rounded down.
 */
static inline u64 pps_spin_ticks_to_ns(u64 ticks)
{
	return mul_u64_u64_div_u64(ticks, NSEC_PER_SEC,
				   arch_timer_get_cntfrq());
}

#endif /* _PPS_SPIN_COUNTER_H */
