# shellcheck shell=dash
# SPDX-License-Identifier: GPL-2.0-only
#
# For scripts/truth: raise edges of known time in the guest, and send the whole stream and the counters to the host.
#   truth.sh NAME LOAD READER PARAMETERS TRAIN...   LOAD and READER are yes or no; TRAINs come one after the other

DIR=/sys/kernel/debug/pps-gpio-spin/pps-gpio-spin.0
name=$1 load=$2 reader=$3 parameters=$4
shift 4

# CPU, memory and system calls on every CPU, and interrupts between them
start_load() {
	for cpu in 0 1 2; do
		taskset "$(printf '%x' $((1 << cpu)))" sh -c 'while :; do dd if=/dev/zero of=/tmp/load.$$ bs=64k count=64 2>/dev/null; done' &
	done
	sh -c 'while :; do sleep 0.01; done' &
}

# The stimulus says how many it has raised; what it waits for is that all are delivered, too
finished() {
	grep -qx "sent $1" $DIR/stimulus && [ "$(sed -n 's/^edges //p' $DIR/stats)" -ge "$2" ]
}

# shellcheck disable=SC2086
/sbin/insmod /modules/pps-gpio-spin.ko stimulus=pend $parameters || exit
[ "$load" = no ] || start_load
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
/sbin/rmmod pps_gpio_spin || exit
sleep 0.2
send "$name.txt" "$name.stats"
