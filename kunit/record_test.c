// SPDX-License-Identifier: GPL-2.0
/*
 * The record of one pulse and its line
 */
#include <kunit/test.h>

#include "record.c"
#include "random.h"

#define SEED		0x5eed0001ULL
#define RANDOM_RECORDS	20000
#define RANDOM_LINES	50000

/* Every column at its longest, and every flag */
#define LONGEST_LINE	373

static const u64 special_values[] = {
	0, 1, 9, 10, U32_MAX, U32_MAX + 1ULL, S64_MAX - 1ULL, S64_MAX,
	S64_MAX + 1ULL, S64_MAX + 2ULL, U64_MAX - 1, U64_MAX,
};

static u64 random_value(u64 *seed)
{
	u32 kind = random_below(seed, 2 * ARRAY_SIZE(special_values));

	if (kind < ARRAY_SIZE(special_values))
		return special_values[kind];
	return random_u64(seed) >> random_below(seed, 64);
}

/* As the driver makes it: what is unavailable is 0, and flags are always there */
static void random_record(u64 *seed, struct pps_spin_record *record)
{
	int column;

	memset(record, 0, sizeof(*record));
	record->flags = random_below(seed, BIT(PPS_SPIN_FLAG_COUNT));
	for (column = 0; column < PPS_SPIN_COLUMNS; column++)
		if (random_below(seed, 4))
			pps_spin_record_set(record, column, random_value(seed));
	if (pps_spin_record_has(record, PPS_SPIN_POLL))
		record->value[PPS_SPIN_POLL] =
			random_below(seed, PPS_SPIN_POLL_COUNT);
	pps_spin_record_set(record, PPS_SPIN_FLAGS, 0);
}

static void full_layout(struct kunit *test, struct pps_spin_layout *layout)
{
	char line[PPS_SPIN_LINE_MAX];
	int len = pps_spin_columns_format(line, sizeof(line));

	KUNIT_ASSERT_EQ(test, 0,
			pps_spin_columns_parse(layout, line, len - 1));
	KUNIT_ASSERT_EQ(test, layout->columns, PPS_SPIN_COLUMNS);
}

static bool is_zeroed(const struct pps_spin_record *record)
{
	static const struct pps_spin_record zero;

	return !memcmp(record, &zero, sizeof(zero));
}

/* Whether a line is read as a record; what is not leaves none behind */
static bool is_read(struct kunit *test, const struct pps_spin_layout *layout,
		    const char *line, size_t len)
{
	struct pps_spin_record record;
	int ret;

	memset(&record, 0xa5, sizeof(record));
	ret = pps_spin_record_parse(&record, layout, line, len);
	KUNIT_EXPECT_LE(test, ret, 0);
	if (ret)
		KUNIT_EXPECT_TRUE(test, is_zeroed(&record));
	return !ret;
}

static void a_record_is_written_as_documented(struct kunit *test)
{
	struct pps_spin_record record = { .flags = BIT(PPS_SPIN_WIDE) |
						   BIT(PPS_SPIN_LATE) };
	char line[PPS_SPIN_LINE_MAX];

	pps_spin_columns_format(line, sizeof(line));
	KUNIT_EXPECT_STREQ(test, line,
			   "# columns: seq flags poll prev before after reads entry early ack irq poll_cpu irq_cpu t0 t1\n");
	pps_spin_record_set(&record, PPS_SPIN_SEQ, 7);
	pps_spin_record_set(&record, PPS_SPIN_POLL, PPS_SPIN_POLL_MMIO);
	pps_spin_record_set(&record, PPS_SPIN_PREV, 0);
	pps_spin_record_set(&record, PPS_SPIN_IRQ, U64_MAX);
	pps_spin_record_set(&record, PPS_SPIN_IRQ_CPU, 2);
	pps_spin_record_format(&record, line, sizeof(line));
	KUNIT_EXPECT_STREQ(test, line,
			   "7 late,wide poll-mmio 0 - - - - - - 18446744073709551615 - 2 - -\n");
}

static void a_record_survives_its_line(struct kunit *test)
{
	struct pps_spin_record record, again;
	struct pps_spin_layout layout;
	char line[PPS_SPIN_LINE_MAX];
	u64 seed = SEED;
	int i, len, ret;

	kunit_info(test, "seed 0x%llx", (unsigned long long)seed);
	full_layout(test, &layout);
	for (i = 0; i < RANDOM_RECORDS; i++) {
		random_record(&seed, &record);
		len = pps_spin_record_format(&record, line, sizeof(line));
		KUNIT_ASSERT_EQ(test, line[len], '\0');
		KUNIT_ASSERT_EQ(test, line[len - 1], '\n');
		KUNIT_ASSERT_LE(test, len, LONGEST_LINE);
		ret = pps_spin_record_parse(&again, &layout, line, len - 1);
		KUNIT_ASSERT_EQ_MSG(test, ret, 0, "%s", line);
		ret = memcmp(&record, &again, sizeof(record));
		KUNIT_ASSERT_EQ_MSG(test, ret, 0, "%s", line);
	}
}

static void the_longest_record_fits(struct kunit *test)
{
	struct pps_spin_record record = {
		.flags = BIT(PPS_SPIN_FLAG_COUNT) - 1,
	};
	char line[PPS_SPIN_LINE_MAX];
	int column, len;

	for (column = 0; column < PPS_SPIN_COLUMNS; column++)
		pps_spin_record_set(&record, column, U64_MAX);
	record.value[PPS_SPIN_POLL] = PPS_SPIN_POLL_BRACKET;
	len = pps_spin_record_format(&record, line, sizeof(line));
	KUNIT_EXPECT_EQ(test, len, LONGEST_LINE);
	KUNIT_EXPECT_EQ(test, line[len - 1], '\n');
}

static void every_column_can_be_unavailable(struct kunit *test)
{
	struct pps_spin_record record, again;
	struct pps_spin_layout layout;
	char line[PPS_SPIN_LINE_MAX];
	int column, other, len;

	full_layout(test, &layout);
	for (column = 0; column < PPS_SPIN_COLUMNS; column++) {
		memset(&record, 0, sizeof(record));
		for (other = 0; other < PPS_SPIN_COLUMNS; other++)
			pps_spin_record_set(&record, other, 1);
		record.have &= ~BIT(column);
		len = pps_spin_record_format(&record, line, sizeof(line));
		KUNIT_EXPECT_EQ(test, 0, pps_spin_record_parse(&again, &layout,
							       line, len - 1));
		if (column == PPS_SPIN_FLAGS)
			continue;
		KUNIT_EXPECT_FALSE(test, pps_spin_record_has(&again, column));
		KUNIT_EXPECT_EQ(test, again.value[column], 0);
		KUNIT_EXPECT_EQ(test, again.have, record.have);
	}
}

static void names_are_words_and_differ(struct kunit *test)
{
	const char *names[PPS_SPIN_COLUMNS + PPS_SPIN_FLAG_COUNT +
			  PPS_SPIN_POLL_COUNT];
	int count = 0, i, j;

	for (i = 0; i < PPS_SPIN_COLUMNS; i++)
		names[count++] = pps_spin_column_name(i);
	for (i = 0; i < PPS_SPIN_FLAG_COUNT; i++)
		names[count++] = pps_spin_flag_name(i);
	for (i = 0; i < PPS_SPIN_POLL_COUNT; i++)
		names[count++] = pps_spin_poll_name(i);
	for (i = 0; i < count; i++) {
		KUNIT_ASSERT_NOT_NULL(test, names[i]);
		KUNIT_EXPECT_EQ(test, strlen(names[i]),
				strspn(names[i], "abcdefghijklmnopqrstuvwxyz0123456789_-"));
		for (j = 0; j < i; j++)
			KUNIT_EXPECT_STRNEQ(test, names[i], names[j]);
	}
}

/* One word in a line that is otherwise right */
struct word_case {
	const char *name;
	enum pps_spin_column column;
	const char *word;
	int ret;
	u64 value;
};

static const struct word_case word_cases[] = {
	{ "zero", PPS_SPIN_IRQ, "0", 0, 0 },
	{ "2^63 - 1", PPS_SPIN_IRQ, "9223372036854775807", 0, S64_MAX },
	{ "2^63", PPS_SPIN_IRQ, "9223372036854775808", 0, 1ULL << 63 },
	{ "2^63 + 1", PPS_SPIN_IRQ, "9223372036854775809", 0,
	  (1ULL << 63) + 1 },
	{ "2^64 - 1", PPS_SPIN_IRQ, "18446744073709551615", 0, U64_MAX },
	{ "2^64", PPS_SPIN_IRQ, "18446744073709551616", -ERANGE },
	{ "the largest of 20 digits", PPS_SPIN_IRQ, "99999999999999999999",
	  -ERANGE },
	{ "21 digits", PPS_SPIN_IRQ, "100000000000000000000", -EINVAL },
	{ "a leading zero", PPS_SPIN_IRQ, "01", -EINVAL },
	{ "two zeros", PPS_SPIN_IRQ, "00", -EINVAL },
	{ "a plus", PPS_SPIN_IRQ, "+1", -EINVAL },
	{ "a minus", PPS_SPIN_IRQ, "-1", -EINVAL },
	{ "two dashes", PPS_SPIN_IRQ, "--", -EINVAL },
	{ "hexadecimal", PPS_SPIN_IRQ, "0x1f", -EINVAL },
	{ "a fraction", PPS_SPIN_IRQ, "1.5", -EINVAL },
	{ "an exponent", PPS_SPIN_IRQ, "1e9", -EINVAL },
	{ "a name", PPS_SPIN_IRQ, "nan", -EINVAL },
	{ "the digit's neighbours", PPS_SPIN_IRQ, "1:", -EINVAL },
	{ "and the other one", PPS_SPIN_IRQ, "1/", -EINVAL },
	{ "a high byte", PPS_SPIN_IRQ, "1\xb1", -EINVAL },
	{ "nothing", PPS_SPIN_IRQ, "", -EINVAL },
	{ "a tab", PPS_SPIN_IRQ, "1\t2", -EINVAL },
	{ "a word more", PPS_SPIN_IRQ, "1 2", -EBADMSG },
	{ "no flag", PPS_SPIN_FLAGS, "-", 0, 0 },
	{ "two flags", PPS_SPIN_FLAGS, "late,wide", 0,
	  BIT(PPS_SPIN_LATE) | BIT(PPS_SPIN_WIDE) },
	{ "flags out of order", PPS_SPIN_FLAGS, "wide,late", -EINVAL },
	{ "a flag twice", PPS_SPIN_FLAGS, "late,late", -EINVAL },
	{ "half a flag", PPS_SPIN_FLAGS, "counter-jum", -EINVAL },
	{ "a flag and a half", PPS_SPIN_FLAGS, "late,wid", -EINVAL },
	{ "a flag and a comma", PPS_SPIN_FLAGS, "late,", -EINVAL },
	{ "a comma and a flag", PPS_SPIN_FLAGS, ",late", -EINVAL },
	{ "a flag and none", PPS_SPIN_FLAGS, "late,-", -EINVAL },
	{ "flags of nothing", PPS_SPIN_FLAGS, "", -EINVAL },
	{ "a capital", PPS_SPIN_FLAGS, "Late", -EINVAL },
	{ "flags as a number", PPS_SPIN_FLAGS, "3", -EINVAL },
	{ "a read variant", PPS_SPIN_POLL, "poll-mmio", 0, PPS_SPIN_POLL_MMIO },
	{ "half a read variant", PPS_SPIN_POLL, "poll-mmi", -EINVAL },
	{ "another method", PPS_SPIN_POLL, "irq", -EINVAL },
	{ "a variant as a number", PPS_SPIN_POLL, "1", -EINVAL },
	{ "no variant", PPS_SPIN_POLL, "", -EINVAL },
};

static void describe_word(const struct word_case *word, char *desc)
{
	snprintf(desc, KUNIT_PARAM_DESC_SIZE, "%s", word->name);
}

KUNIT_ARRAY_PARAM(word, word_cases, describe_word);

static int line_with_word(char *line, size_t size, int column, const char *word)
{
	int i, len = 0;

	for (i = 0; i < PPS_SPIN_COLUMNS; i++)
		len += scnprintf(line + len, size - len, "%s%s", i ? " " : "",
				 i == column ? word : "-");
	return len;
}

static void a_word_means_what_the_driver_writes(struct kunit *test)
{
	const struct word_case *word = test->param_value;
	struct pps_spin_layout layout;
	struct pps_spin_record record;
	char line[PPS_SPIN_LINE_MAX];
	int len;

	full_layout(test, &layout);
	len = line_with_word(line, sizeof(line), word->column, word->word);
	KUNIT_EXPECT_EQ(test, word->ret,
			pps_spin_record_parse(&record, &layout, line, len));
	if (word->ret)
		KUNIT_EXPECT_TRUE(test, is_zeroed(&record));
	else if (word->column == PPS_SPIN_FLAGS)
		KUNIT_EXPECT_EQ(test, record.flags, word->value);
	else
		KUNIT_EXPECT_EQ(test, record.value[word->column], word->value);
}

/*
 * The reader hands on a line when its newline is there, so a torn line that
 * still has all columns is one that lacks nothing else
 */
static void a_torn_line_is_no_record(struct kunit *test)
{
	struct pps_spin_layout layout;
	struct pps_spin_record record;
	char line[PPS_SPIN_LINE_MAX];
	u64 seed = SEED + 1;
	int i, len, cut;

	kunit_info(test, "seed 0x%llx", (unsigned long long)seed);
	full_layout(test, &layout);
	for (i = 0; i < 200; i++) {
		random_record(&seed, &record);
		len = pps_spin_record_format(&record, line, sizeof(line));
		len = strrchr(line, ' ') + 1 - line;
		for (cut = 0; cut <= len; cut++) {
			bool head = is_read(test, &layout, line, cut);

			KUNIT_ASSERT_FALSE_MSG(test, head, "%.*s", cut, line);
		}
		for (cut = strchr(line, ' ') - line; cut <= len; cut++) {
			bool tail = is_read(test, &layout, line + cut,
					    strlen(line + cut) - 1);

			KUNIT_ASSERT_FALSE_MSG(test, tail, "%s", line + cut);
		}
	}
}

/* Any byte of a line may be hit, and none may be read as a wrong value */
static void a_line_with_a_foreign_byte_is_no_record(struct kunit *test)
{
	static const char foreign[] = { '\0', '\r', '\t', '\n', 0x7f, -1, '+' };
	struct pps_spin_layout layout;
	struct pps_spin_record record;
	char line[PPS_SPIN_LINE_MAX];
	u64 seed = SEED + 2;
	int i, len, at;

	kunit_info(test, "seed 0x%llx", (unsigned long long)seed);
	full_layout(test, &layout);
	for (i = 0; i < 100; i++) {
		random_record(&seed, &record);
		len = pps_spin_record_format(&record, line, sizeof(line)) - 1;
		for (at = 0; at < len; at++) {
			char byte = line[at];
			bool hit;

			line[at] = foreign[random_below(&seed, sizeof(foreign))];
			hit = is_read(test, &layout, line, len);
			KUNIT_ASSERT_FALSE_MSG(test, hit, "%s", line);
			line[at] = byte;
		}
		KUNIT_ASSERT_TRUE(test, is_read(test, &layout, line, len));
		line[len] = '\r';
		KUNIT_ASSERT_FALSE(test, is_read(test, &layout, line, len + 1));
	}
}

/* Lines like the driver's, with a few bytes changed, lost or doubled */
static int damage(u64 *seed, char *line, int len)
{
	static const char bytes[] = "0123456789-, +lat\r";
	int hits = random_below(seed, 3);

	while (hits-- > 0) {
		int at = random_below(seed, len);

		switch (random_below(seed, 3)) {
		case 0:
			line[at] = bytes[random_below(seed, sizeof(bytes))];
			break;
		case 1:
			memmove(line + at, line + at + 1, --len - at);
			break;
		default:
			memmove(line + at + 1, line + at, len++ - at);
		}
	}
	return len;
}

static void what_is_read_is_what_would_be_written(struct kunit *test)
{
	char line[PPS_SPIN_LINE_MAX], again[PPS_SPIN_LINE_MAX];
	struct pps_spin_layout layout;
	struct pps_spin_record record;
	int i, len, read = 0;
	u64 seed = SEED + 3;

	kunit_info(test, "seed 0x%llx", (unsigned long long)seed);
	full_layout(test, &layout);
	for (i = 0; i < RANDOM_LINES; i++) {
		random_record(&seed, &record);
		len = pps_spin_record_format(&record, line, sizeof(line)) - 1;
		len = damage(&seed, line, len);
		if (pps_spin_record_parse(&record, &layout, line, len))
			continue;
		read++;
		KUNIT_ASSERT_EQ(test, len + 1,
				pps_spin_record_format(&record, again,
						       sizeof(again)));
		KUNIT_ASSERT_EQ_MSG(test, 0, memcmp(line, again, len), "%s",
				    again);
	}
	KUNIT_EXPECT_GT(test, read, RANDOM_LINES / 3);
	KUNIT_EXPECT_LT(test, read, RANDOM_LINES);
}

/* Of every buffer, only what was given is written, and it is terminated */
static void a_short_buffer_cuts_the_line(struct kunit *test)
{
	struct pps_spin_record record;
	char whole[PPS_SPIN_LINE_MAX];
	u64 seed = SEED + 4;
	int len, size, ret;
	char *buf;

	random_record(&seed, &record);
	len = pps_spin_record_format(&record, whole, sizeof(whole));
	KUNIT_EXPECT_EQ(test, 0, pps_spin_record_format(&record, whole, 0));
	for (size = 1; size <= len + 2; size++) {
		buf = kunit_kzalloc(test, size, GFP_KERNEL);
		KUNIT_ASSERT_NOT_NULL(test, buf);
		ret = pps_spin_record_format(&record, buf, size);
		KUNIT_EXPECT_EQ(test, ret, min(len, size - 1));
		KUNIT_EXPECT_EQ(test, 0, memcmp(buf, whole, ret));
		KUNIT_EXPECT_EQ(test, buf[ret], '\0');
	}
}

static void a_short_buffer_cuts_the_columns(struct kunit *test)
{
	int len, size, ret;
	char whole[PPS_SPIN_LINE_MAX];
	char *buf;

	len = pps_spin_columns_format(whole, sizeof(whole));
	KUNIT_EXPECT_EQ(test, 0, pps_spin_columns_format(whole, 0));
	for (size = 1; size <= len + 2; size++) {
		buf = kunit_kzalloc(test, size, GFP_KERNEL);
		KUNIT_ASSERT_NOT_NULL(test, buf);
		ret = pps_spin_columns_format(buf, size);
		KUNIT_EXPECT_EQ(test, ret, min(len, size - 1));
		KUNIT_EXPECT_EQ(test, 0, memcmp(buf, whole, ret));
		KUNIT_EXPECT_EQ(test, buf[ret], '\0');
	}
}

static struct kunit_case record_cases[] = {
	KUNIT_CASE(a_record_is_written_as_documented),
	KUNIT_CASE(a_record_survives_its_line),
	KUNIT_CASE(the_longest_record_fits),
	KUNIT_CASE(every_column_can_be_unavailable),
	KUNIT_CASE(names_are_words_and_differ),
	KUNIT_CASE_PARAM(a_word_means_what_the_driver_writes, word_gen_params),
	KUNIT_CASE(a_torn_line_is_no_record),
	KUNIT_CASE(a_line_with_a_foreign_byte_is_no_record),
	KUNIT_CASE(what_is_read_is_what_would_be_written),
	KUNIT_CASE(a_short_buffer_cuts_the_line),
	KUNIT_CASE(a_short_buffer_cuts_the_columns),
	{}
};

static struct kunit_suite record_suite = {
	.name = "pps-spin-record",
	.test_cases = record_cases,
};

kunit_test_suite(record_suite);

MODULE_DESCRIPTION("Tests of the record of one pulse and its line");
MODULE_LICENSE("GPL");
