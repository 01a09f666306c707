// SPDX-License-Identifier: GPL-2.0
/*
 * Ground truth: edges that we raise ourselves, at known times
 *
 * A timer interrupt raises the edge between two counter reads. With an output
 * line the edge goes over a wire to the line that is captured. Without one, a
 * word of memory stands for the pin's level register, and an otherwise unused
 * interrupt is pended by software: from there on, all is as for a pin.
 *
 * On the CPU that takes the interrupt, a GICv2 serves it from the exception of
 * the timer: its entry stamp then predates the edge, as happens by chance to
 * a real pulse.
 */
#include <linux/cpu.h>
#include <linux/cpumask.h>
#include <linux/delay.h>
#include <linux/device.h>
#include <linux/gpio/consumer.h>
#include <linux/gpio/driver.h>
#include <linux/interrupt.h>
#include <linux/io.h>
#include <linux/irq.h>
#include <linux/irqchip/arm-gic-v3.h>
#include <linux/irqdomain.h>
#include <linux/minmax.h>
#include <linux/mm.h>
#include <linux/of.h>
#include <linux/of_address.h>
#include <linux/of_irq.h>
#include <linux/vmalloc.h>

#include <dt-bindings/interrupt-controller/arm-gic.h>

#include "counter.h"
#include "deliver.h"
#include "instances.h"
#include "request.h"
#include "stimulus.h"

#define STIMULUS_SLOTS	256

/* Interrupts of a GIC: SPIs come after those of single CPUs, and end here */
#define FIRST_SPI	32
#define GIC_LINES_MAX	1020U

/* The first one is far enough away that its timer is not late */
#define LEAD_NS		(10 * NSEC_PER_MSEC)

static const struct of_device_id gic_match[] = {
	{ .compatible = "arm,gic-400" },
	{ .compatible = "arm,cortex-a15-gic" },
	{ .compatible = "arm,gic-v3" },
	{ }
};

static u32 next_random(struct pps_spin_stimulus *stimulus)
{
	u32 x = stimulus->random;

	x ^= x << 13;
	x ^= x >> 17;
	x ^= x << 5;
	return stimulus->random = x;
}

/* The output's physical level is what makes the edge that is captured */
static void set_level(struct pps_spin_stimulus *stimulus, bool active)
{
	if (stimulus->output)
		gpiod_set_raw_value(stimulus->output,
				    active == stimulus->rising);
	else
		WRITE_ONCE(*stimulus->level, active);
}

static void raise_edge(struct pps_spin_stimulus *stimulus)
{
	struct pps_spin_stimulus_capture capture;

	capture.t0_ticks = pps_spin_counter();
	set_level(stimulus, true);
	if (!stimulus->output)
		irq_set_irqchip_state(stimulus->irq, IRQCHIP_STATE_PENDING,
				      true);
	/* The writes are done before the counter is read again */
	mb();
	capture.t1_ticks = pps_spin_counter();
	capture.period_ticks = pps_spin_ns_to_ticks(NSEC_PER_USEC *
						stimulus->train.period_us);
	/* With an output on PREEMPT_RT, a thread runs this */
	preempt_disable();
	pps_spin_slots_write(stimulus->captures, &capture);
	preempt_enable();
	stimulus->sent++;
	pps_spin_deliver_later(stimulus->deliver);
}

/* When edge number @sent is due: its place in the train, and jitter */
static ktime_t next_edge(struct pps_spin_stimulus *stimulus)
{
	const struct pps_spin_train *train = &stimulus->train;
	u64 ns = (u64)stimulus->sent * train->period_us * NSEC_PER_USEC;
	u32 range = 2 * train->jitter_us * NSEC_PER_USEC;

	if (range)
		ns += next_random(stimulus) % range;
	return ktime_add_ns(stimulus->start, ns);
}

/*
 * Whether one more edge would overwrite one that nobody has taken yet: the
 * thread that takes them is frozen, or stands still. A true time must not get
 * lost, so the train waits.
 */
static bool must_wait(const struct pps_spin_stimulus *stimulus)
{
	return pps_spin_slots_newest(stimulus->captures) -
	       READ_ONCE(stimulus->deliver->stimulus_seen) >= STIMULUS_SLOTS;
}

static void tell_end(struct pps_spin_stimulus *stimulus)
{
	/* After the last of the edges: pairs with the acquire in deliver.c */
	smp_store_release(&stimulus->running, false);
}

static enum hrtimer_restart stimulus_timer(struct hrtimer *timer)
{
	struct pps_spin_stimulus *stimulus =
		container_of(timer, struct pps_spin_stimulus, timer);
	const struct pps_spin_train *train = &stimulus->train;

	if (stimulus->active) {
		set_level(stimulus, false);
		stimulus->active = false;
		if (stimulus->sent == train->count) {
			tell_end(stimulus);
			return HRTIMER_NORESTART;
		}
		hrtimer_set_expires(timer, next_edge(stimulus));
		return HRTIMER_RESTART;
	}
	if (must_wait(stimulus)) {
		stimulus->start = ktime_add_us(stimulus->start,
					       train->period_us);
		hrtimer_set_expires(timer, next_edge(stimulus));
		return HRTIMER_RESTART;
	}
	if (train->delay_us)
		udelay(train->delay_us);
	raise_edge(stimulus);
	stimulus->active = true;
	hrtimer_set_expires(timer, ktime_add_us(hrtimer_cb_get_time(timer),
						train->width_us));
	return HRTIMER_RESTART;
}

/*
 * What sets an output may take a spinlock, which sleeps on PREEMPT_RT. There, a
 * timer that is not marked as a hard one is served where that is allowed;
 * elsewhere it is as good as one, and lockdep knows what it may do.
 */
static enum hrtimer_mode timer_mode(const struct pps_spin_stimulus *stimulus)
{
	return stimulus->output ? HRTIMER_MODE_ABS_PINNED :
				  HRTIMER_MODE_ABS_PINNED_HARD;
}

/* Runs on the CPU of the train, where a pinned timer then stays */
static void start_here(void *data)
{
	struct pps_spin_stimulus *stimulus = data;

	stimulus->start = ktime_add_ns(ktime_get(), LEAD_NS);
	hrtimer_start(&stimulus->timer, next_edge(stimulus),
		      timer_mode(stimulus));
}

static void stop(struct pps_spin_stimulus *stimulus)
{
	hrtimer_cancel(&stimulus->timer);
	set_level(stimulus, false);
	stimulus->active = false;
	tell_end(stimulus);
}

static int check_train(struct device *dev,
		       const struct pps_spin_stimulus *stimulus,
		       const struct pps_spin_train *train)
{
	u64 needed_us = (u64)train->width_us + 2ULL * train->jitter_us +
			train->delay_us;
	bool polls = pps_spin_cpu_polls(train->cpu);

	if (needed_us >= train->period_us) {
		dev_err(dev, "stimulus: width, jitter and delay take %llu of %u us: shorten them or lower the rate\n",
			needed_us, train->period_us);
		return -EINVAL;
	}
	if (polls || !cpu_online(train->cpu)) {
		dev_err(dev, "stimulus: cpu=%u is %s: choose another one\n",
			train->cpu, polls ? "one that polls" : "not online");
		return -EINVAL;
	}
	return 0;
}

static int start(struct device *dev, struct pps_spin_stimulus *stimulus,
		 char *text)
{
	struct pps_spin_train train = {
		.period_us = USEC_PER_SEC,
		.count = 10,
		.seed = 1,
	};
	int ret = pps_spin_train_parse(dev, text, &train);

	if (ret)
		return ret;
	if (!train.width_us)
		train.width_us = train.period_us / 10;
	ret = check_train(dev, stimulus, &train);
	if (ret)
		return ret;
	stop(stimulus);
	stimulus->train = train;
	stimulus->random = train.seed;
	stimulus->sent = 0;
	WRITE_ONCE(stimulus->running, true);
	/* Cannot fail: the CPU was found online, and stays so meanwhile */
	smp_call_function_single(train.cpu, start_here, stimulus, 1);
	return 0;
}

static int command(struct device *dev, struct pps_spin_stimulus *stimulus,
		   char *text)
{
	guard(mutex)(&stimulus->lock);
	if (strcmp(strim(text), "stop"))
		return start(dev, stimulus, text);
	stop(stimulus);
	return 0;
}

/**
 * pps_spin_stimulus_command - start or stop a train
 * @dev: the device
 * @stimulus: what raises edges
 * @text: "stop", or the keys of a train; changed
 *
 * Context: may sleep. What runs goes on if the command is refused.
 * Return: 0, or -EINVAL with a message.
 */
int pps_spin_stimulus_command(struct device *dev,
			      struct pps_spin_stimulus *stimulus, char *text)
{
	int ret;

	/* Before its own lock, as in pps_spin_stimulus_leave() */
	cpus_read_lock();
	scoped_guard(mutex, &pps_spin_instances_lock)
		ret = command(dev, stimulus, text);
	cpus_read_unlock();
	return ret;
}

/**
 * pps_spin_stimulus_runs_on - whether a train runs on a CPU
 * @stimulus: what raises edges
 * @cpu: the CPU, or -1
 *
 * Context: may sleep.
 * Return: true if there is one, which may end at any time.
 */
bool pps_spin_stimulus_runs_on(struct pps_spin_stimulus *stimulus, int cpu)
{
	guard(mutex)(&stimulus->lock);
	return READ_ONCE(stimulus->running) && stimulus->train.cpu == cpu;
}

/**
 * pps_spin_stimulus_leave - end a train whose CPU goes
 * @dev: the device
 * @stimulus: what raises edges
 * @cpu: CPU that goes
 *
 * Its timer would else move to any CPU, be it one that polls or that takes the
 * interrupt, and its edges would tell of another experiment.
 *
 * Context: CPU hotplug.
 * Return: whether a train has ended, with a message.
 */
bool pps_spin_stimulus_leave(struct device *dev,
			     struct pps_spin_stimulus *stimulus,
			     unsigned int cpu)
{
	guard(mutex)(&stimulus->lock);
	if (cpu != stimulus->train.cpu)
		return false;
	/* Or it might end by itself in between */
	hrtimer_cancel(&stimulus->timer);
	if (!stimulus->running)
		return false;
	stop(stimulus);
	dev_warn(dev, "stimulus: cpu=%u goes offline, and the train ends after %u of %u edges: start another one\n",
		 cpu, stimulus->sent, stimulus->train.count);
	return true;
}

/**
 * pps_spin_stimulus_suspend - do not touch an output any more
 * @stimulus: what raises edges
 *
 * Its controller may have no clock in suspend: a train ends here.
 *
 * Context: may sleep.
 */
void pps_spin_stimulus_suspend(struct pps_spin_stimulus *stimulus)
{
	guard(mutex)(&stimulus->lock);
	if (stimulus->output)
		stop(stimulus);
}

/**
 * pps_spin_stimulus_exists - whether this instance has a stimulus
 * @stimulus: what raises edges
 *
 * Return: true if it can raise edges.
 */
bool pps_spin_stimulus_exists(const struct pps_spin_stimulus *stimulus)
{
	return stimulus->output || stimulus->level;
}

static void stop_for_good(void *data)
{
	struct pps_spin_stimulus *stimulus = data;

	hrtimer_cancel(&stimulus->timer);
	set_level(stimulus, false);
}

/**
 * pps_spin_stimulus_init - prepare to raise edges, if there is a way
 * @dev: the device
 * @stimulus: with an output line or an interrupt, or none
 * @deliver: who wants to know of an edge
 *
 * Return: 0 or an error.
 */
int pps_spin_stimulus_init(struct device *dev,
			   struct pps_spin_stimulus *stimulus,
			   struct pps_spin_deliver *deliver)
{
	mutex_init(&stimulus->lock);
	hrtimer_setup(&stimulus->timer, stimulus_timer, CLOCK_MONOTONIC,
		      timer_mode(stimulus));
	stimulus->deliver = deliver;
	if (!pps_spin_stimulus_exists(stimulus))
		return 0;
	return devm_add_action_or_reset(dev, stop_for_good, stimulus);
}

static int refuse_output(struct device *dev,
			 const struct pps_spin_request *request, int error)
{
	if (!request)
		return pps_spin_line_explain_tree(dev, "stimulus-gpios", error);
	pps_spin_line_explain_output(dev, request->chip, request->output,
				     error);
	return error;
}

/**
 * pps_spin_stimulus_output - take the output line, if the device has one
 * @dev: the device
 * @stimulus: to be filled
 * @line: the line that is captured, which the output is wired to
 *
 * Return: 0, also without an output line, or an error with a message.
 */
int pps_spin_stimulus_output(struct device *dev,
			     struct pps_spin_stimulus *stimulus,
			     const struct pps_spin_line *line)
{
	const struct pps_spin_request *request = dev_get_platdata(dev);
	struct gpio_desc *output;
	int ret;

	/* The line's own lookup has no name, and would match this one */
	if (request && !request->has_output)
		return 0;
	output = devm_gpiod_get_optional(dev, "stimulus", GPIOD_ASIS);
	if (!output)
		return 0;
	if (IS_ERR(output))
		return refuse_output(dev, request, PTR_ERR(output));
	if (gpiod_cansleep(output))
		return dev_err_probe(dev, -EINVAL,
				     "the stimulus' line %d of %s may sleep when it is set: take one of the processor's own\n",
				     gpiod_hwgpio(output),
				     gpiod_to_chip(output)->label);
	ret = gpiod_direction_output_raw(output, !line->rising);
	if (ret)
		return refuse_output(dev, request, ret);
	/* Who is refused the line is told who has it */
	ret = gpiod_set_consumer_name(output, dev_name(dev));
	if (ret)
		return ret;
	stimulus->captures = pps_spin_slots_alloc(dev, STIMULUS_SLOTS,
						  sizeof(struct pps_spin_stimulus_capture));
	if (!stimulus->captures)
		return -ENOMEM;
	stimulus->rising = line->rising;
	stimulus->output = output;
	return 0;
}

static void free_level(void *data)
{
	struct pps_spin_stimulus *stimulus = data;
	struct page *page = vmalloc_to_page(stimulus->level);

	vunmap(stimulus->level);
	__free_page(page);
}

/*
 * A level register of memory, mapped like a device, so that no read of it is
 * speculated; see pps_spin_counter()
 */
static int make_level(struct device *dev, struct pps_spin_stimulus *stimulus)
{
	struct page *page = alloc_page(GFP_KERNEL | __GFP_ZERO);

	if (!page)
		return -ENOMEM;
	/* Nothing may stay in the cache that is written back over the level */
	asm volatile("dc civac, %0" : : "r" (page_address(page)) : "memory");
	dsb(sy);
	stimulus->level = vmap(&page, 1, VM_MAP, pgprot_device(PAGE_KERNEL));
	if (!stimulus->level) {
		__free_page(page);
		return -ENOMEM;
	}
	*stimulus->level = 0;
	return devm_add_action_or_reset(dev, free_level, stimulus);
}

static void unmap_irq(void *data)
{
	struct pps_spin_stimulus *stimulus = data;

	irq_dispose_mapping(stimulus->irq);
}

/*
 * The GIC's driver takes any number, so ask the distributor. GICv2 and GICv3
 * have this register at the same place.
 */
static int check_spi(struct device *dev, struct device_node *gic,
		     unsigned int spi)
{
	void __iomem *distributor = of_iomap(gic, 0);
	unsigned int lines;

	if (!distributor)
		return -ENOMEM;
	lines = GICD_TYPER_SPIS(readl_relaxed(distributor + GICD_TYPER));
	lines = min(lines, GIC_LINES_MAX);
	iounmap(distributor);
	if (FIRST_SPI + spi < lines)
		return 0;
	return dev_err_probe(dev, -EINVAL,
			     "stimulus_spi=%u is none that the GIC has: choose another one up to %u\n",
			     spi, lines - FIRST_SPI - 1);
}

static int map_spi(struct device *dev, struct pps_spin_stimulus *stimulus,
		   struct device_node *gic, unsigned int spi)
{
	struct irq_fwspec fwspec = {
		.fwnode = of_fwnode_handle(gic),
		.param_count = 3,
		.param = { GIC_SPI, spi, IRQ_TYPE_EDGE_RISING },
	};
	struct irq_domain *domain;

	domain = irq_find_matching_fwspec(&fwspec, DOMAIN_BUS_ANY);
	if (domain && irq_find_mapping(domain, FIRST_SPI + spi))
		return dev_err_probe(dev, -EBUSY,
				     "stimulus_spi=%u is in use: choose another one\n",
				     spi);
	if (domain)
		stimulus->irq = irq_create_fwspec_mapping(&fwspec);
	if (!stimulus->irq)
		return dev_err_probe(dev, -ENXIO,
				     "stimulus_spi=%u cannot be mapped: choose another one\n",
				     spi);
	return devm_add_action_or_reset(dev, unmap_irq, stimulus);
}

static int map_irq(struct device *dev, struct pps_spin_stimulus *stimulus,
		   unsigned int spi)
{
	struct device_node *gic = of_find_matching_node(NULL, gic_match);
	int ret;

	if (!gic)
		return dev_err_probe(dev, -ENODEV,
				     "stimulus=pend needs a GICv2 or GICv3\n");
	ret = check_spi(dev, gic, spi);
	if (!ret)
		ret = map_spi(dev, stimulus, gic, spi);
	of_node_put(gic);
	return ret;
}

/**
 * pps_spin_stimulus_pend - stand in for a line: memory and an interrupt
 * @dev: the device
 * @stimulus: to be filled
 * @line: to be filled
 * @spi: the interrupt, which nothing else uses
 *
 * Return: 0 or an error with a message.
 */
int pps_spin_stimulus_pend(struct device *dev,
			   struct pps_spin_stimulus *stimulus,
			   struct pps_spin_line *line, unsigned int spi)
{
	int ret = map_irq(dev, stimulus, spi);

	if (ret)
		return ret;
	ret = make_level(dev, stimulus);
	if (ret)
		return ret;
	stimulus->captures = pps_spin_slots_alloc(dev, STIMULUS_SLOTS,
						  sizeof(struct pps_spin_stimulus_capture));
	if (!stimulus->captures)
		return -ENOMEM;
	line->chip = "stimulus";
	line->offset = spi;
	line->rising = true;
	line->irq = stimulus->irq;
	line->level = (__force void __iomem *)stimulus->level;
	line->level_mask = 1;
	return 0;
}
