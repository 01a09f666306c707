# shellcheck shell=dash
# SPDX-License-Identifier: GPL-2.0-only
#
# For scripts/truth: raise edges of known time in the guest, and send the whole stream and the counters to the host.
#   truth.sh NAME LOAD READER WITNESS PARAMETERS TRAIN...   LOAD, READER and WITNESS are yes or no
# The TRAINs come one after the other.

# shellcheck source=lib.sh
. /e2e/lib.sh

DIR=/sys/kernel/debug/pps-gpio-spin/pps-gpio-spin.0
TRACING=/sys/kernel/tracing
name=$1 load=$2 reader=$3 witness=$4 parameters=$5
shift 5

# CPU, memory and system calls on every CPU, and interrupts between them
start_load() {
	for cpu in 0 1 2; do
		taskset "$(printf '%x' $((1 << cpu)))" sh -c 'while :; do dd if=/dev/zero of=/tmp/load.$$ bs=64k count=64 2>/dev/null; done' &
	done
	sh -c 'while :; do sleep 0.01; done' &
}

# The kernel's own trace of what CPU 0, which takes the pulses' interrupts, serves: in each exception one call of the
# controller's handler, and then the interrupts in the order of their acknowledges.
start_witness() {
	echo 1 >$TRACING/tracing_cpumask
	echo 65536 >$TRACING/buffer_size_kb
	echo gic_handle_irq >$TRACING/set_ftrace_filter
	echo function >$TRACING/current_tracer
	echo 1 >$TRACING/events/irq/irq_handler_entry/enable
}

# A line for each interrupt of a pulse: those that its exception served before it, or -
tell_witness() {
	echo 0 >$TRACING/tracing_on
	awk '/: gic_handle_irq/ { before = "-" }
		/: irq_handler_entry:/ {
			sub(/.*name=/, "")
			if ($0 ~ /^pps-gpio-spin/)
				print before
			before = before == "-" ? $0 : before "," $0
		}' $TRACING/per_cpu/cpu0/trace
}

# The stimulus says how many it has raised; what it waits for is that all are delivered, too
finished() {
	grep -qx "sent $1" $DIR/stimulus && [ "$(sed -n 's/^edges //p' $DIR/stats)" -ge "$2" ]
}

# shellcheck disable=SC2086
/sbin/insmod /modules/pps-gpio-spin.ko stimulus=pend $parameters || exit
[ "$load" = no ] || start_load
[ "$witness" = no ] || start_witness
[ "$reader" = no ] || cat $DIR/pulses >"/tmp/$name.txt" &
total=0
for train; do
	# The count is the first key of a train
	count=${train#count=}
	count=${count%% *}
	total=$((total + count))
	echo "$train" >$DIR/mark
	echo "$train" >$DIR/stimulus || exit
	tries=0
	until finished "$count" $total; do
		tries=$((tries + 1))
		[ $tries -lt 20000 ] || break
		sleep 0.1
	done
done
# A stream without a reader until now: what is left of it
[ "$reader" = yes ] || timeout 5 cat $DIR/pulses >"/tmp/$name.txt"
cat $DIR/stats >"/tmp/$name.stats"
[ "$witness" = no ] || tell_witness >"/tmp/$name.served"
unload
cd /tmp || exit
send "$name".*
