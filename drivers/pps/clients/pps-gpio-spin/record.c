// SPDX-License-Identifier: GPL-2.0
/*
 * PURE: the record of one pulse and its line, both ways
 */
#include "record.h"

/* For a reader of C strings: the longest number, 2^64 - 1 */
#define U64_DIGITS	20

static const char * const column_names[PPS_SPIN_COLUMNS] = {
	[PPS_SPIN_SEQ]		= "seq",
	[PPS_SPIN_FLAGS]	= "flags",
	[PPS_SPIN_POLL]		= "poll",
	[PPS_SPIN_PREV]		= "prev",
	[PPS_SPIN_BEFORE]	= "before",
	[PPS_SPIN_AFTER]	= "after",
	[PPS_SPIN_READS]	= "reads",
	[PPS_SPIN_ENTRY]	= "entry",
	[PPS_SPIN_EARLY]	= "early",
	[PPS_SPIN_ACK]		= "ack",
	[PPS_SPIN_IRQ]		= "irq",
	[PPS_SPIN_POLL_CPU]	= "poll_cpu",
	[PPS_SPIN_IRQ_CPU]	= "irq_cpu",
	[PPS_SPIN_T0]		= "t0",
	[PPS_SPIN_T1]		= "t1",
};

static const char * const flag_names[PPS_SPIN_FLAG_COUNT] = {
	[PPS_SPIN_LATE]			= "late",
	[PPS_SPIN_MISSED]		= "missed",
	[PPS_SPIN_NOIRQ]		= "noirq",
	[PPS_SPIN_UNPOLLED]		= "unpolled",
	[PPS_SPIN_MISATTRIBUTED]	= "misattributed",
	[PPS_SPIN_WIDE]			= "wide",
	[PPS_SPIN_FIRST]		= "first",
	[PPS_SPIN_COALESCED]		= "coalesced",
	[PPS_SPIN_CPU_CHANGED]		= "cpu-changed",
	[PPS_SPIN_COUNTER_JUMP]		= "counter-jump",
};

static const char * const poll_names[PPS_SPIN_POLL_COUNT] = {
	[PPS_SPIN_POLL_AFTER]	= "poll-after",
	[PPS_SPIN_POLL_BRACKET]	= "poll-bracket",
	[PPS_SPIN_POLL_MMIO]	= "poll-mmio",
};

/* A piece of a line, not terminated */
struct word {
	const char *text;
	size_t len;
};

/**
 * pps_spin_column_name - name of a column in the stream
 * @column: the column
 *
 * Return: its name.
 */
const char *pps_spin_column_name(enum pps_spin_column column)
{
	return column_names[column];
}

/**
 * pps_spin_flag_name - name of a flag in the stream
 * @flag: the flag
 *
 * Return: its name.
 */
const char *pps_spin_flag_name(enum pps_spin_flag flag)
{
	return flag_names[flag];
}

/**
 * pps_spin_poll_name - name of a read variant, the name of its method
 * @poll: the variant
 *
 * Return: its name.
 */
const char *pps_spin_poll_name(enum pps_spin_poll poll)
{
	return poll_names[poll];
}

/**
 * pps_spin_record_set - give a column a value
 * @record: the record
 * @column: the column
 * @value: ticks, or what the column holds
 */
void pps_spin_record_set(struct pps_spin_record *record,
			 enum pps_spin_column column, u64 value)
{
	record->value[column] = value;
	record->have |= BIT(column);
}

/**
 * pps_spin_record_has - whether a column holds a value
 * @record: the record
 * @column: the column
 *
 * Return: false if the column is unavailable.
 */
bool pps_spin_record_has(const struct pps_spin_record *record,
			 enum pps_spin_column column)
{
	return record->have & BIT(column);
}

/**
 * pps_spin_columns_format - write the line that names the columns
 * @buf: where to write, terminated
 * @size: size of @buf in bytes
 *
 * Return: length of the line with its newline, cut to @size - 1.
 */
int pps_spin_columns_format(char *buf, size_t size)
{
	int column, len;

	len = scnprintf(buf, size, "# columns:");
	for (column = 0; column < PPS_SPIN_COLUMNS; column++)
		len += scnprintf(buf + len, size - len, " %s",
				 column_names[column]);
	return len + scnprintf(buf + len, size - len, "\n");
}

static int format_flags(u32 flags, char *buf, size_t size)
{
	const char *separator = "";
	int flag, len = 0;

	if (!flags)
		return scnprintf(buf, size, "-");
	for (flag = 0; flag < PPS_SPIN_FLAG_COUNT; flag++) {
		if (!(flags & BIT(flag)))
			continue;
		len += scnprintf(buf + len, size - len, "%s%s", separator,
				 flag_names[flag]);
		separator = ",";
	}
	return len;
}

static int format_value(const struct pps_spin_record *record,
			enum pps_spin_column column, char *buf, size_t size)
{
	u64 value = record->value[column];

	if (column == PPS_SPIN_FLAGS)
		return format_flags(record->flags, buf, size);
	if (!pps_spin_record_has(record, column))
		return scnprintf(buf, size, "-");
	if (column == PPS_SPIN_POLL && value < PPS_SPIN_POLL_COUNT)
		return scnprintf(buf, size, "%s", poll_names[value]);
	return scnprintf(buf, size, "%llu", (unsigned long long)value);
}

/**
 * pps_spin_record_format - write a record as a line
 * @record: the record
 * @buf: where to write, terminated; PPS_SPIN_LINE_MAX bytes hold any record
 * @size: size of @buf in bytes
 *
 * Return: length of the line with its newline, cut to @size - 1.
 */
int pps_spin_record_format(const struct pps_spin_record *record, char *buf,
			   size_t size)
{
	int column, len = 0;

	for (column = 0; column < PPS_SPIN_COLUMNS; column++) {
		if (column)
			len += scnprintf(buf + len, size - len, " ");
		len += format_value(record, column, buf + len, size - len);
	}
	return len + scnprintf(buf + len, size - len, "\n");
}

/* Cut the text up to @separator off @rest; false if nothing is left. */
static bool next_word(struct word *rest, struct word *word, char separator)
{
	const char *end;

	if (!rest->text)
		return false;
	word->text = rest->text;
	end = memchr(rest->text, separator, rest->len);
	if (end) {
		word->len = end - rest->text;
		rest->text = end + 1;
		rest->len -= word->len + 1;
	} else {
		word->len = rest->len;
		rest->text = NULL;
		rest->len = 0;
	}
	return true;
}

/* Whether it is one that a reader of lines can tell from its neighbours */
static bool word_is_printable(const struct word *word)
{
	size_t i;

	for (i = 0; i < word->len; i++)
		if (word->text[i] <= ' ' || word->text[i] > '~')
			return false;
	return word->len;
}

static bool word_is(const struct word *word, const char *name)
{
	return strlen(name) == word->len && !memcmp(name, word->text, word->len);
}

/* Index of @word in @names, or -EINVAL */
static int find_name(const struct word *word, const char * const *names,
		     int count)
{
	int i;

	for (i = 0; i < count; i++)
		if (word_is(word, names[i]))
			return i;
	return -EINVAL;
}

/* Only digits, no sign, no leading zero, no overflow: as the driver prints */
static int parse_u64(const struct word *word, u64 *value)
{
	u64 sum = 0;
	size_t i;

	if (!word->len || word->len > U64_DIGITS)
		return -EINVAL;
	if (word->len > 1 && word->text[0] == '0')
		return -EINVAL;
	for (i = 0; i < word->len; i++) {
		u64 digit = (u8)word->text[i] - (u64)'0';

		if (digit > 9)
			return -EINVAL;
		/* Only with all the digits that there may be */
		if (i == U64_DIGITS - 1 && sum > div_u64(U64_MAX - digit, 10))
			return -ERANGE;
		sum = sum * 10 + digit;
	}
	*value = sum;
	return 0;
}

/* In the order of their bits, each once: as the driver prints */
static int parse_flags(const struct word *word, u32 *flags)
{
	struct word rest = *word, name;

	*flags = 0;
	if (word_is(word, "-"))
		return 0;
	while (next_word(&rest, &name, ',')) {
		int flag = find_name(&name, flag_names, PPS_SPIN_FLAG_COUNT);

		if (flag < 0)
			return flag;
		if (*flags >> flag)
			return -EINVAL;
		*flags |= BIT(flag);
	}
	return 0;
}

static int parse_value(struct pps_spin_record *record,
		       enum pps_spin_column column, const struct word *word)
{
	u64 value;
	int ret;

	if (column == PPS_SPIN_FLAGS) {
		record->have |= BIT(column);
		return parse_flags(word, &record->flags);
	}
	if (word_is(word, "-"))
		return 0;
	if (column == PPS_SPIN_POLL) {
		ret = find_name(word, poll_names, PPS_SPIN_POLL_COUNT);
		if (ret < 0)
			return ret;
		value = ret;
	} else {
		ret = parse_u64(word, &value);
		if (ret)
			return ret;
	}
	pps_spin_record_set(record, column, value);
	return 0;
}

/**
 * pps_spin_columns_parse - read the line that names the columns
 * @layout: set on success
 * @line: the line without its newline, not terminated
 * @len: length of @line in bytes
 *
 * Columns that are not known are left out, and may stand in any order.
 *
 * Return: 0, -ENOMSG if this is no such line, -E2BIG if it names more columns
 * than a layout holds, -EEXIST if it names one twice, -EINVAL if something in
 * it is no name.
 */
int pps_spin_columns_parse(struct pps_spin_layout *layout, const char *line,
			   size_t len)
{
	static const char key[] = "# columns: ";
	const size_t key_len = sizeof(key) - 1;
	struct pps_spin_layout found = { };
	struct word rest, name;
	u32 seen = 0;

	if (len < key_len || memcmp(line, key, key_len))
		return -ENOMSG;
	rest.text = line + key_len;
	rest.len = len - key_len;
	while (next_word(&rest, &name, ' ')) {
		int column = find_name(&name, column_names, PPS_SPIN_COLUMNS);

		if (!word_is_printable(&name))
			return -EINVAL;
		if (found.columns == ARRAY_SIZE(found.column))
			return -E2BIG;
		if (column >= 0 && seen & BIT(column))
			return -EEXIST;
		if (column >= 0)
			seen |= BIT(column);
		found.column[found.columns++] = column < 0 ? -1 : column;
	}
	*layout = found;
	return 0;
}

/**
 * pps_spin_record_parse - read a record from its line
 * @record: set on success, zeroed on error
 * @layout: columns of the line
 * @line: the line without its newline, not terminated
 * @len: length of @line in bytes
 *
 * Nothing is guessed: a line that is cut, or holds anything that the driver
 * does not write, is refused as a whole. Only its newline tells that the last
 * number is whole: a line that lacks it must not get here.
 *
 * Return: 0, -EBADMSG for a wrong number of columns, -EINVAL for a value that
 * is none, -ERANGE for one beyond 64 bits.
 */
int pps_spin_record_parse(struct pps_spin_record *record,
			  const struct pps_spin_layout *layout,
			  const char *line, size_t len)
{
	struct word rest = { line, len }, word;
	int i = 0, ret = 0;

	memset(record, 0, sizeof(*record));
	while (!ret && next_word(&rest, &word, ' ')) {
		if (i == layout->columns)
			ret = -EBADMSG;
		else if (layout->column[i] >= 0)
			ret = parse_value(record, layout->column[i], &word);
		else if (!word_is_printable(&word))
			ret = -EINVAL;
		i++;
	}
	if (!ret && i != layout->columns)
		ret = -EBADMSG;
	if (ret)
		memset(record, 0, sizeof(*record));
	return ret;
}
