// SPDX-License-Identifier: GPL-2.0
/*
 * /dev/ppsN: one method, served to the system
 *
 * A stamp is a counter value. It becomes a system time in the matching thread,
 * by a reading of clock and counter there and one at an earlier pulse. That
 * takes a system clock that runs on the arch counter; while it does not, the
 * handler reads the clock.
 */
#include <linux/atomic.h>
#include <linux/clocksource_ids.h>
#include <linux/device.h>
#include <linux/jiffies.h>

#include "counter.h"
#include "line.h"
#include "param.h"
#include "source.h"
#include "stream.h"

#define IRQ_TIME_SLOTS	16
/* So many pulses without a sample in a row are no accident */
#define SILENCE_PULSES	10
/* Who reads the log has to look once in a while, not at each pulse */
#define SILENCE_JIFFIES	(3600 * HZ)

static bool read_clock(struct pps_spin_clock *clock)
{
	struct system_time_snapshot snapshot;

	ktime_get_snapshot_id(CLOCK_REALTIME, &snapshot);
	clock->ticks = snapshot.cycles;
	clock->real_ns = ktime_to_ns(snapshot.systime);
	clock->raw_ns = ktime_to_ns(snapshot.monoraw);
	clock->set_count = snapshot.clock_was_set_seq;
	return snapshot.cs_id == CSID_ARM_ARCH_COUNTER;
}

/**
 * pps_spin_source_clock - which way stamps become times
 * @source: the source
 *
 * Return: a word: counter, or handler if the handler reads the clock.
 */
const char *pps_spin_source_clock(const struct pps_spin_source *source)
{
	return READ_ONCE(source->counter_is_clock) ? "counter" : "handler";
}

static void tell_clock(const struct pps_spin_source *source)
{
	bool counter_is_clock = source->counter_is_clock;
	bool serves_method = counter_is_clock ||
			     READ_ONCE(pps_spin_settings.pps_method) ==
			     PPS_SPIN_METHOD_NONE;

	dev_info(source->dev, "the system clock %s on the arch counter: /dev/pps%u serves %s\n",
		 counter_is_clock ? "runs" : "does not run", source->pps->id,
		 serves_method ? pps_spin_param_pps_method_name() : "irq");
}

static void unregister(void *data)
{
	struct pps_spin_source *source = data;

	pps_unregister_source(source->pps);
}

/* What does not fit is cut off the label: lines of one chip differ by offset */
static void name_source(struct pps_source_info *info,
			const struct pps_spin_line *line)
{
	char offset[12];
	int len = scnprintf(offset, sizeof(offset), ".%u", line->offset);

	scnprintf(info->name, sizeof(info->name), "%.*s%s",
		  (int)sizeof(info->name) - 1 - len, line->chip, offset);
}

/**
 * pps_spin_source_init - make the PPS device
 * @dev: the device
 * @source: to be filled
 * @stream: to be told which way stamps become times, if that changes
 * @line: the line, which names the device
 *
 * Return: 0 or an error.
 */
int pps_spin_source_init(struct device *dev, struct pps_spin_source *source,
			 struct pps_spin_stream *stream,
			 const struct pps_spin_line *line)
{
	struct pps_source_info info = {
		.mode = PPS_CAPTUREASSERT | PPS_OFFSETASSERT | PPS_CANWAIT |
			PPS_TSFMT_TSPEC,
		.owner = THIS_MODULE,
		.dev = dev,
	};
	struct pps_spin_clock now;

	name_source(&info, line);
	source->dev = dev;
	source->stream = stream;
	source->counter_is_clock = read_clock(&now);
	pps_spin_rate_init(&source->rate, arch_timer_get_cntfrq(), &now);
	source->irq_times = pps_spin_slots_alloc(dev, IRQ_TIME_SLOTS,
						 sizeof(struct pps_spin_irq_time));
	if (!source->irq_times)
		return -ENOMEM;
	source->pps = pps_register_source(&info, PPS_CAPTUREASSERT |
					  PPS_OFFSETASSERT);
	if (IS_ERR(source->pps))
		return dev_err_probe(dev, PTR_ERR(source->pps),
				     "no PPS device\n");
	if (!source->counter_is_clock)
		tell_clock(source);
	return devm_add_action_or_reset(dev, unregister, source);
}

/**
 * pps_spin_source_irq - read the clock in an interrupt, if nothing better can
 * @source: the source
 * @irq_ticks: handler stamp of the interrupt
 *
 * Context: hard irq, after all stamps were taken.
 */
void pps_spin_source_irq(struct pps_spin_source *source, u64 irq_ticks)
{
	struct pps_spin_irq_time entry = { .irq_ticks = irq_ticks };

	if (likely(READ_ONCE(source->counter_is_clock)))
		return;
	pps_get_ts(&entry.time);
	pps_spin_slots_write(source->irq_times, &entry);
}

static bool find_irq_time(const struct pps_spin_source *source,
			  const struct pps_spin_record *record,
			  struct pps_event_time *time)
{
	u64 newest = pps_spin_slots_newest(source->irq_times);
	u64 oldest = pps_spin_slots_oldest(source->irq_times);
	struct pps_spin_irq_time entry;

	if (!pps_spin_record_has(record, PPS_SPIN_IRQ))
		return false;
	for (; newest && newest >= oldest; newest--) {
		if (!pps_spin_slots_read(source->irq_times, newest, &entry) &&
		    entry.irq_ticks == record->value[PPS_SPIN_IRQ]) {
			*time = entry.time;
			return true;
		}
	}
	return false;
}

/* Tell once which way stamps become times from here on */
static void use_counter(struct pps_spin_source *source, bool counter_is_clock)
{
	if (source->counter_is_clock == counter_is_clock)
		return;
	WRITE_ONCE(source->counter_is_clock, counter_is_clock);
	tell_clock(source);
	pps_spin_stream_note(source->stream, "# set pps_clock=%s\n",
			     pps_spin_source_clock(source));
}

static enum pps_spin_sample sample(struct pps_spin_source *source,
				   const struct pps_spin_record *record,
				   struct pps_event_time *time)
{
	enum pps_spin_method method = READ_ONCE(pps_spin_settings.pps_method);
	enum pps_spin_sample result;
	struct pps_spin_clock now;
	s64 real_ns, raw_ns;
	u64 ticks;

	use_counter(source, read_clock(&now));
	/* Also of a pulse that is withheld: the newer the better */
	if (source->counter_is_clock)
		pps_spin_rate_read(&source->rate, &now);
	result = pps_spin_choose(record, method, &ticks);
	if (result == PPS_SPIN_SAMPLE_NONE)
		return result;
	if (!source->counter_is_clock)
		return find_irq_time(source, record, time) ?
		       PPS_SPIN_SAMPLE_FALLBACK : PPS_SPIN_SAMPLE_NONE;
	pps_spin_convert(&source->rate, ticks, &real_ns, &raw_ns);
	time->ts_real = ns_to_timespec64(real_ns);
#ifdef CONFIG_NTP_PPS
	time->ts_raw = ns_to_timespec64(raw_ns);
#endif
	return result;
}

/**
 * pps_spin_source_settings_changed - look at silence anew
 * @source: the source
 *
 * Who set a parameter, as the message about silence says, is to hear whether
 * that was of any use.
 */
void pps_spin_source_settings_changed(struct pps_spin_source *source)
{
	WRITE_ONCE(source->settings_changed, true);
}

static bool may_tell(struct pps_spin_source *source)
{
	if (source->told &&
	    time_before(jiffies, source->told_jiffies + SILENCE_JIFFIES))
		return false;
	source->told = true;
	source->told_jiffies = jiffies;
	return true;
}

static void withhold(struct pps_spin_source *source)
{
	source->withheld++;
	if (xchg(&source->settings_changed, false)) {
		source->withheld_in_row = 0;
		source->told = false;
	}
	if (READ_ONCE(pps_spin_settings.pps_method) == PPS_SPIN_METHOD_NONE ||
	    ++source->withheld_in_row < SILENCE_PULSES || !may_tell(source))
		return;
	dev_warn(source->dev, "/dev/pps%u is silent: the last %u pulses have no %s stamp: choose another pps_method, or see poll_mode and stats\n",
		 source->pps->id, source->withheld_in_row,
		 pps_spin_param_pps_method_name());
}

/**
 * pps_spin_source_pulse - serve a pulse, if it has a good sample
 * @source: the source
 * @record: the pulse
 *
 * Context: thread.
 */
void pps_spin_source_pulse(struct pps_spin_source *source,
			   const struct pps_spin_record *record)
{
	struct pps_event_time time = { };

	switch (sample(source, record, &time)) {
	case PPS_SPIN_SAMPLE_NONE:
		withhold(source);
		return;
	case PPS_SPIN_SAMPLE_FALLBACK:
		source->fallen_back++;
		break;
	case PPS_SPIN_SAMPLE_GOOD:
		break;
	}
	source->delivered++;
	source->withheld_in_row = 0;
	pps_event(source->pps, &time, PPS_CAPTUREASSERT, NULL);
}
