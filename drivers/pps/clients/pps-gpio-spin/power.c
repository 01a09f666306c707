// SPDX-License-Identifier: GPL-2.0
/*
 * Suspend and resume
 *
 * The line's controller may have no clock then, and must not be read; and what
 * it tells of an edge that it kept comes when the edge is long over.
 */
#include <linux/device.h>
#include <linux/pm.h>

#include "hotplug.h"
#include "pps_spin.h"

static int suspend(struct device *dev)
{
	struct pps_spin *spin = dev_get_drvdata(dev);

	pps_spin_stimulus_suspend(&spin->stimulus);
	pps_spin_irq_disarm(&spin->irq);
	pps_spin_hotplug_sleep(spin, true);
	pps_spin_stream_note(spin->stream, "# set system=suspended\n");
	return 0;
}

static int resume(struct device *dev)
{
	struct pps_spin *spin = dev_get_drvdata(dev);

	pps_spin_stream_note(spin->stream, "# set system=resumed\n");
	pps_spin_irq_arm(&spin->irq, spin->irq_cpu);
	pps_spin_hotplug_sleep(spin, false);
	return 0;
}

DEFINE_SIMPLE_DEV_PM_OPS(pps_spin_power, suspend, resume);
