/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What the CPU of a run does between the timer's interrupts
 */
#ifndef _PPS_SPIN_BENCH_POLICY_H
#define _PPS_SPIN_BENCH_POLICY_H

#include "idle.h"

/**
 * enum pps_spin_policy - the idle policies
 * @PPS_SPIN_POLICY_CONFIGURED: what it does by itself
 * @PPS_SPIN_POLICY_WFI: wait for an interrupt
 * @PPS_SPIN_POLICY_NOP: nothing, as fast as it can
 * @PPS_SPIN_POLICY_MMIO: read a register over and over
 * @PPS_SPIN_POLICY_WFE: wait for an event
 * @PPS_SPIN_POLICY_COUNT: number of policies
 */
enum pps_spin_policy {
	PPS_SPIN_POLICY_CONFIGURED,
	PPS_SPIN_POLICY_WFI,
	PPS_SPIN_POLICY_NOP,
	PPS_SPIN_POLICY_MMIO,
	PPS_SPIN_POLICY_WFE,
	PPS_SPIN_POLICY_COUNT,
};

extern const char * const pps_spin_policy_names[PPS_SPIN_POLICY_COUNT];

int pps_spin_policy_prepare(enum pps_spin_policy policy,
			    struct pps_spin_idler *idler);
void pps_spin_policy_release(struct pps_spin_idler *idler);

#endif /* _PPS_SPIN_BENCH_POLICY_H */
