# SPDX-License-Identifier: GPL-2.0-only
#
# What every stream has to hold: a line for each pulse, stamps in order where no flag says otherwise.
#
#   sent=N           pulses that were sent; each has one line
#   both=PERCENT     at least this share was caught by both sides
#   stamps=LIST      irq-side stamps that every line with an interrupt has, space-separated
#   none=LIST        columns that no line has
#   irq_cpu=N poll_cpu=N  where stamps were taken
#
# Prints each rule that is broken, exits with 1 if there is one. Counter values are below 2^53 here.

function broken(text) {
	print FILENAME ": " text
	failures++
}

function value(name) {
	return $(column[name])
}

function has(name) {
	return value(name) != "-"
}

# Is one stamp at or before another, if both are there?
function ordered(first, second) {
	if (has(first) && has(second) && value(first) + 0 > value(second) + 0)
		broken("seq " value("seq") ": " first " is after " second)
}

function check_order() {
	ordered("prev", "before")
	ordered("before", "after")
	ordered("entry", "early")
	ordered("entry", "ack")
	ordered("early", "ack")
	ordered("early", "irq")
	ordered("ack", "irq")
	if (!has("prev") || !has("before") || !has("after") || (!has("irq") && none !~ /irq/))
		broken("seq " value("seq") ": has neither all columns nor a flag")
	if (has("irq") && has("prev") && value("irq") + 0 < value("prev") + 0)
		broken("seq " value("seq") ": irq is before prev")
}

# A column is there when, and only when, its side caught the pulse.
function check_columns(   i) {
	if (value("flags") ~ /late|missed|unpolled/ && (has("prev") || has("before") || has("after")))
		broken("seq " value("seq") ": a bracket, though " value("flags"))
	if (value("flags") ~ /noirq/ && (has("irq") || has("ack") || has("entry") || has("early")))
		broken("seq " value("seq") ": an irq-side stamp, though " value("flags"))
	if (has("irq"))
		for (i = 1; i <= stamp_count; i++)
			if (!has(stamp[i]))
				broken("seq " value("seq") ": no " stamp[i])
	for (i = 1; i <= none_count; i++)
		if (has(unwanted[i]))
			broken("seq " value("seq") ": has " unwanted[i])
	if (irq_cpu != "" && has("irq") && value("irq_cpu") != irq_cpu)
		broken("seq " value("seq") ": irq_cpu is " value("irq_cpu"))
	if (poll_cpu != "" && has("after") && value("poll_cpu") != poll_cpu)
		broken("seq " value("seq") ": poll_cpu is " value("poll_cpu"))
}

BEGIN {
	stamp_count = split(stamps, stamp, " ")
	none_count = split(none, unwanted, " ")
}

/^# columns:/ {
	for (i = 3; i <= NF; i++)
		column[$i] = i - 2
	columns = NF - 2
}

/^# lost/ {
	split($0, words, " ")
	lost += words[3]
}

/^#/ {
	next
}

{
	lines++
	if (NF != columns)
		broken("line " NR " has " NF " columns, not " columns)
	if (lines > 1 && value("seq") != last + 1 && !lost)
		broken("seq " value("seq") " follows " last)
	last = value("seq")
	if (has("after") && has("irq"))
		caught++
	if (value("flags") == "-")
		check_order()
	check_columns()
}

END {
	if (sent != "" && lines + lost != sent)
		broken(lines + 0 " lines for " sent " pulses")
	if (both != "" && caught * 100 < both * lines)
		broken("both sides caught only " caught + 0 " of " lines + 0)
	exit failures > 0
}
