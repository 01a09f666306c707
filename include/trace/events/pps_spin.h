/* SPDX-License-Identifier: GPL-2.0 */
#undef TRACE_SYSTEM
#define TRACE_SYSTEM pps_spin

#if !defined(_TRACE_PPS_SPIN_H) || defined(TRACE_HEADER_MULTI_READ)
#define _TRACE_PPS_SPIN_H

#include <linux/tracepoint.h>
#include <uapi/linux/pps_spin.h>

/*
 * The whole record. A column without its bit in have is unavailable, whatever
 * it holds; flags and have are bits by number of enum pps_spin_flag and enum
 * pps_spin_column.
 */
TRACE_EVENT(pps_spin_pulse,
	TP_PROTO(const struct pps_spin_record *record),
	TP_ARGS(record),
	TP_STRUCT__entry(
		__field(u32, have)
		__field(u32, flags)
		__array(u64, value, PPS_SPIN_COLUMNS)
	),
	TP_fast_assign(
		__entry->have = record->have;
		__entry->flags = record->flags;
		memcpy(__entry->value, record->value, sizeof(record->value));
	),
	TP_printk("seq=%llu have=%#x flags=%#x poll=%llu prev=%llu before=%llu after=%llu reads=%llu entry=%llu early=%llu ack=%llu irq=%llu poll_cpu=%llu irq_cpu=%llu t0=%llu t1=%llu",
		  __entry->value[PPS_SPIN_SEQ], __entry->have, __entry->flags,
		  __entry->value[PPS_SPIN_POLL], __entry->value[PPS_SPIN_PREV],
		  __entry->value[PPS_SPIN_BEFORE],
		  __entry->value[PPS_SPIN_AFTER],
		  __entry->value[PPS_SPIN_READS],
		  __entry->value[PPS_SPIN_ENTRY],
		  __entry->value[PPS_SPIN_EARLY], __entry->value[PPS_SPIN_ACK],
		  __entry->value[PPS_SPIN_IRQ],
		  __entry->value[PPS_SPIN_POLL_CPU],
		  __entry->value[PPS_SPIN_IRQ_CPU],
		  __entry->value[PPS_SPIN_T0], __entry->value[PPS_SPIN_T1])
);

#endif /* _TRACE_PPS_SPIN_H */

#include <trace/define_trace.h>
