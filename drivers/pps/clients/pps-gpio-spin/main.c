// SPDX-License-Identifier: GPL-2.0
/*
 * pps-gpio-spin: capture each pulse on a GPIO in every way at once
 */
#include <linux/cpumask.h>
#include <linux/device.h>
#include <linux/idr.h>
#include <linux/module.h>
#include <linux/mod_devicetable.h>
#include <linux/platform_device.h>
#include <linux/pps_spin.h>

#include "counter.h"
#include "hotplug.h"
#include "instances.h"
#include "param.h"
#include "pps_spin.h"
#include "request.h"

static DEFINE_IDA(instance_numbers);

static void free_number(void *data)
{
	struct pps_spin *spin = data;

	ida_free(&instance_numbers, spin->number);
}

/* Those of a device tree come after those of parameters, in the order of probes */
static int get_number(struct pps_spin *spin)
{
	unsigned int made = pps_spin_request_count();
	int number;

	if (dev_get_platdata(spin->dev)) {
		spin->number = to_platform_device(spin->dev)->id;
		return 0;
	}
	number = ida_alloc_min(&instance_numbers, made, GFP_KERNEL);
	if (number < 0)
		return number;
	spin->number = number;
	return devm_add_action_or_reset(spin->dev, free_number, spin);
}

static int get_line(struct pps_spin *spin)
{
	const struct pps_spin_request *request = dev_get_platdata(spin->dev);
	int ret;

	if (request && request->stimulus)
		return pps_spin_stimulus_pend(spin->dev, &spin->stimulus,
					      &spin->line,
					      request->stimulus_spi);
	ret = pps_spin_line_init(spin->dev, &spin->line);

	if (ret && request) {
		pps_spin_line_explain(spin->dev, request->chip, request->line,
				      request->line_name, ret);
		return ret == -EPROBE_DEFER ? -ENODEV : ret;
	}
	if (ret)
		return pps_spin_line_explain_tree(spin->dev, "gpios", ret);
	return pps_spin_stimulus_output(spin->dev, &spin->stimulus,
					&spin->line);
}

static void halt_idler(void *data)
{
	pps_spin_idler_halt(data);
}

static int prepare_idler(struct pps_spin *spin)
{
	spin->idler.cpu = spin->irq_cpu;
	spin->idler.turn = pps_spin_idle_nop;
	pps_spin_idler_init(&spin->idler);
	return devm_add_action_or_reset(spin->dev, halt_idler, &spin->idler);
}

/* Both sides, each without the other if need be */
static int start_capture(struct pps_spin *spin, int poll_cpu)
{
	struct device *dev = spin->dev;
	bool has_irq;
	int ret;

	ret = pps_spin_source_init(dev, &spin->source, spin->stream,
				   &spin->line);
	if (ret)
		return ret;
	ret = pps_spin_irq_init(dev, &spin->irq, &spin->deliver, &spin->source);
	if (ret)
		return ret;
	ret = pps_spin_poller_init(dev, &spin->poller, &spin->line,
				   spin->irq.captures, &spin->deliver);
	if (ret)
		return ret;
	spin->deliver.irqs = spin->irq.captures;
	spin->deliver.poller = &spin->poller;
	spin->deliver.stimuli = spin->stimulus.captures;
	spin->deliver.stimulating = &spin->stimulus.running;
	ret = pps_spin_deliver_init(dev, &spin->deliver, spin->stream,
				    &spin->source, poll_cpu);
	if (ret)
		return ret;
	ret = pps_spin_irq_start(dev, &spin->irq, &spin->line, spin->irq_cpu);
	if (ret)
		return ret;
	has_irq = spin->irq.number;
	pps_spin_deliver_has_irq(&spin->deliver, has_irq);
	ret = pps_spin_poller_start(dev, &spin->poller, poll_cpu, has_irq);
	if (ret)
		return ret;
	if (has_irq || !spin->poller.no_poll[0])
		return 0;
	return dev_err_probe(dev, -ENXIO, "nothing can capture: %s; %s\n",
			     spin->irq.no_irq, spin->poller.no_poll);
}

static void warn_unstable(struct pps_spin *spin)
{
	int poll_cpu = max(spin->poller.cpu, 0);

	spin->unstable = pps_spin_counter_unstable(spin->irq_cpu) ||
			 pps_spin_counter_unstable(poll_cpu);
	if (spin->unstable)
		dev_warn(spin->dev, "the counter has an erratum, and is read without its workaround: some stamps may be wrong\n");
}

static int start(struct pps_spin *spin)
{
	int poll_cpu, ret;

	ret = get_number(spin);
	if (ret)
		return ret;
	ret = pps_spin_param_cpus(spin->dev, spin->number, &poll_cpu,
				  &spin->irq_cpu);
	if (ret)
		return ret;
	ret = get_line(spin);
	if (ret)
		return ret;
	ret = pps_spin_instances_check(spin, poll_cpu);
	if (ret)
		return ret;
	spin->stream = pps_spin_stream_make(spin->dev);
	if (!spin->stream)
		return -ENOMEM;
	ret = start_capture(spin, poll_cpu);
	if (ret)
		return ret;
	ret = pps_spin_stimulus_init(spin->dev, &spin->stimulus,
				     &spin->deliver);
	if (ret)
		return ret;
	warn_unstable(spin);
	pps_spin_header(spin);
	ret = prepare_idler(spin);
	if (ret)
		return ret;
	ret = pps_spin_instances_join(spin);
	if (ret)
		return ret;
	return pps_spin_files(spin);
}

static int pps_spin_probe(struct platform_device *pdev)
{
	const struct pps_spin_request *request = dev_get_platdata(&pdev->dev);
	struct pps_spin *spin;
	int ret;

	spin = devm_kzalloc(&pdev->dev, sizeof(*spin), GFP_KERNEL);
	if (!spin)
		return -ENOMEM;
	spin->dev = &pdev->dev;
	platform_set_drvdata(pdev, spin);
	spin->start_ticks = pps_spin_counter();
	ret = start(spin);
	if (request)
		*request->error = ret;
	if (ret)
		return ret;
	dev_info(&pdev->dev, "%s line %u, %s edge, irq_cpu=%d, poll_cpu=%d\n",
		 spin->line.chip, spin->line.offset,
		 spin->line.rising ? "rising" : "falling", spin->irq_cpu,
		 spin->poller.cpu);
	return 0;
}

static const struct of_device_id pps_spin_of_match[] = {
	{ .compatible = "pps-gpio-spin" },
	{ }
};
MODULE_DEVICE_TABLE(of, pps_spin_of_match);

static struct platform_driver pps_spin_driver = {
	.probe = pps_spin_probe,
	.driver = {
		.name = "pps-gpio-spin",
		.of_match_table = pps_spin_of_match,
		.pm = pm_sleep_ptr(&pps_spin_power),
		.probe_type = PROBE_FORCE_SYNCHRONOUS,
	},
};

/**
 * pps_spin_latest - the last pulse of a device, for other code in the kernel
 * @dev: the device, which the caller keeps bound
 * @record: where to copy it
 *
 * Context: any but NMI. Waits for nobody, and makes nobody wait.
 * Return: false if there was no pulse yet, or if the device is another driver's.
 */
bool pps_spin_latest(struct device *dev, struct pps_spin_record *record)
{
	struct pps_spin *spin = dev_get_drvdata(dev);

	return dev->driver == &pps_spin_driver.driver &&
	       pps_spin_deliver_latest(&spin->deliver, record);
}
EXPORT_SYMBOL_GPL(pps_spin_latest);

static int __init pps_spin_init(void)
{
	int ret;

	ret = pps_spin_request_check();
	if (ret)
		return ret;
	ret = pps_spin_hotplug_init();
	if (ret)
		return ret;
	pps_spin_files_init();
	ret = platform_driver_register(&pps_spin_driver);
	if (ret)
		goto remove_files;
	ret = pps_spin_request_create();
	if (ret)
		goto unregister_driver;
	return 0;

unregister_driver:
	platform_driver_unregister(&pps_spin_driver);
remove_files:
	pps_spin_files_exit(true);
	pps_spin_hotplug_exit();
	return ret;
}
module_init(pps_spin_init);

static void __exit pps_spin_exit(void)
{
	pps_spin_request_destroy();
	platform_driver_unregister(&pps_spin_driver);
	pps_spin_hotplug_exit();
	pps_spin_files_exit(false);
}
module_exit(pps_spin_exit);

MODULE_AUTHOR("pps-gpio-spin maintainers");
MODULE_DESCRIPTION("Capture each pulse on a GPIO in every way at once");
MODULE_LICENSE("GPL");
MODULE_VERSION("0.1.0");
