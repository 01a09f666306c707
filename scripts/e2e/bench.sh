# shellcheck shell=dash
# SPDX-License-Identifier: GPL-2.0-only
#
# For scripts/bench: the figures of one run, a line each, under icount in instructions.

# shellcheck source=lib.sh
. /e2e/lib.sh

DIR=/sys/kernel/debug/pps-gpio-spin/pps-gpio-spin.0

# fewest COLUMN COLUMN: ticks between them, where no other processor had its turn in between
fewest() {
	awk -v from="$1" -v to="$2" '/^# columns:/ { for (i = 3; i <= NF; i++) column[$i] = i - 2 }
		!/^#/ && $column[from] != "-" && $column[to] != "-" && $2 == "-" { print $column[to] - $column[from] }' \
		/tmp/pulses | sort -n | head -n 1
}

# all_are_out COUNT: wait until so many edges have their line; if that fails, say what there is
all_are_out() {
	tries=0
	until [ "$(sed -n 's/^edges //p' $DIR/stats)" -ge "$1" ]; do
		tries=$((tries + 1))
		[ $tries -lt 600 ] || break
		sleep 0.1
	done
	grep -qx "edges $1" $DIR/stats && return
	cat $DIR/stats >&2
	exit 1
}

/sbin/insmod /modules/capture_bench.ko
results=/sys/kernel/debug/kunit/pps-spin-capture-bench/results
# The figures of code that does not do its work are worth nothing
! grep 'not ok' $results || exit 1
grep -o 'bench [a-z-]* [0-9]*' $results
/sbin/rmmod capture_bench

/sbin/insmod /modules/pps-gpio-spin.ko stimulus=pend
cat $DIR/pulses >/tmp/pulses &
echo "count=200 rate=20 cpu=1" >$DIR/stimulus
all_are_out 200
# The ring, from its first line to its last, in hundredths of a second of 62.5 MHz
echo "count=3000 rate=1000 cpu=1 width-us=50" >$DIR/stimulus
all_are_out 3200
start=$(cut -d' ' -f1 /proc/uptime)
head -n 3200 $DIR/pulses >/dev/null
end=$(cut -d' ' -f1 /proc/uptime)
echo "bench ring-read $(awk -v start="$start" -v end="$end" 'BEGIN { print int((end - start) * 62500000 / 3200) }')"
unload
wait
for pair in "entry early" "early ack" "ack irq" "entry irq"; do
	# shellcheck disable=SC2086
	echo "bench $(echo $pair | tr ' ' -) $(fewest $pair)"
done
sed -n 's/^# level_read_ticks_p50=/bench level-read /p; s/^# loop_milliticks_p50=/bench loop-milli /p' /tmp/pulses
