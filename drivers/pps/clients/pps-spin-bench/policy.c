// SPDX-License-Identifier: GPL-2.0
/*
 * What the CPU of a run does between the timer's interrupts
 */
#define pr_fmt(fmt) KBUILD_MODNAME ": " fmt

#include <linux/io.h>
#include <linux/irqflags.h>
#include <linux/kthread.h>
#include <linux/of.h>
#include <linux/of_address.h>
#include <linux/printk.h>

#include <asm/barrier.h>
#include <asm/cpufeature.h>
#include <asm/cpuidle.h>

#include "policy.h"

const char * const pps_spin_policy_names[PPS_SPIN_POLICY_COUNT] = {
	[PPS_SPIN_POLICY_CONFIGURED]	= "configured",
	[PPS_SPIN_POLICY_WFI]		= "wfi",
	[PPS_SPIN_POLICY_NOP]		= "nop",
	[PPS_SPIN_POLICY_MMIO]		= "mmio",
	[PPS_SPIN_POLICY_WFE]		= "wfe",
};

/*
 * The register that mmio reads: who made the interrupt controller. It is on
 * each board, at the same place in a GICv2 and a GICv3, always clocked, only to
 * be read, and a read changes nothing. A level register of a GPIO controller
 * may be gated while nobody has a line.
 */
#define GICD_IIDR	0x08

static const struct of_device_id gic_match[] = {
	{ .compatible = "arm,gic-400" },
	{ .compatible = "arm,cortex-a15-gic" },
	{ .compatible = "arm,cortex-a7-gic" },
	{ .compatible = "arm,gic-v3" },
	{ }
};

/* As the idle loop of the kernel does it: an interrupt that is masked wakes too */
static void wait_for_interrupt(void *data)
{
	struct arm_cpuidle_irq_context context;

	local_irq_disable();
	if (!pps_spin_idle_should_yield() && !kthread_should_stop()) {
		arm_cpuidle_save_irq_context(&context);
		dsb(sy);
		wfi();
		arm_cpuidle_restore_irq_context(&context);
	}
	local_irq_enable();
}

/* No race with a wake-up: the return from its interrupt is an event */
static void wait_for_event(void *data)
{
	wfe();
}

/* Nothing uses the value, so the read may still be on its way when this ends */
static void read_register(void *data)
{
	__raw_readl((void __iomem *)data + GICD_IIDR);
}

static int map_register(struct pps_spin_idler *idler)
{
	struct device_node *node = of_find_matching_node(NULL, gic_match);

	idler->data = node ? (__force void *)of_iomap(node, 0) : NULL;
	of_node_put(node);
	if (idler->data)
		return 0;
	pr_err("tick: idle=mmio reads a GICv2 or GICv3 of the device tree, and there is none: choose another policy\n");
	return -ENODEV;
}

/**
 * pps_spin_policy_prepare - have a thread follow a policy
 * @policy: the policy, not PPS_SPIN_POLICY_CONFIGURED
 * @idler: the thread, which does not run
 *
 * Context: may sleep.
 * Return: 0, or -ENODEV with a message.
 */
int pps_spin_policy_prepare(enum pps_spin_policy policy,
			    struct pps_spin_idler *idler)
{
	switch (policy) {
	case PPS_SPIN_POLICY_WFI:
		idler->turn = wait_for_interrupt;
		return 0;
	case PPS_SPIN_POLICY_WFE:
		idler->turn = wait_for_event;
		return 0;
	case PPS_SPIN_POLICY_MMIO:
		idler->turn = read_register;
		return map_register(idler);
	default:
		idler->turn = pps_spin_idle_nop;
		return 0;
	}
}

/**
 * pps_spin_policy_release - undo pps_spin_policy_prepare()
 * @idler: the thread, which does not run any more, or was never prepared
 *
 * Context: may sleep.
 */
void pps_spin_policy_release(struct pps_spin_idler *idler)
{
	if (idler->data)
		iounmap((__force void __iomem *)idler->data);
	idler->data = NULL;
}
