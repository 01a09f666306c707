// SPDX-License-Identifier: GPL-2.0
/*
 * The line that names the columns, and records in other columns than ours
 */
#include <kunit/test.h>

#include "record.c"

/* A line of columns, and what it says */
struct columns_case {
	const char *name;
	const char *line;
	int ret;
	int columns;
};

#define SIXTY_THREE	" a b c d e f g h i j k l m n o p q r s t u v w x y z" \
			" A B C D E F G H I J K L M N O P Q R S T U V W X Y Z" \
			" 0 1 2 3 4 5 6 7 8 9 +"

static const struct columns_case columns_cases[] = {
	{ "one column", "# columns: seq", 0, 1 },
	{ "one that is not known", "# columns: fused", 0, 1 },
	{ "known and unknown ones", "# columns: x seq y irq", 0, 4 },
	{ "a known name with more behind it", "# columns: seq2 seq", 0, 2 },
	{ "64 columns", "# columns:" SIXTY_THREE " seq", 0, 64 },
	{ "65 columns", "# columns:" SIXTY_THREE " seq irq", -E2BIG },
	{ "65 unknown ones", "# columns:" SIXTY_THREE " _ -", -E2BIG },
	{ "a column twice", "# columns: seq irq seq", -EEXIST },
	{ "the last one twice", "# columns: t1 t1", -EEXIST },
	{ "another header", "# format=1", -ENOMSG },
	{ "a mark", "# mark columns: seq", -ENOMSG },
	{ "a record", "1 - - 2", -ENOMSG },
	{ "nothing", "", -ENOMSG },
	{ "a torn key", "# column", -ENOMSG },
	{ "a key without space", "# columns:", -ENOMSG },
	{ "no column", "# columns: ", -EINVAL },
	{ "two spaces", "# columns: seq  irq", -EINVAL },
	{ "a space before", "# columns:  seq irq", -EINVAL },
	{ "a space behind", "# columns: seq irq ", -EINVAL },
	{ "a tab", "# columns: seq\tirq", -EINVAL },
	{ "CRLF", "# columns: seq irq\r", -EINVAL },
	{ "a high byte", "# columns: seq ir\xf1", -EINVAL },
};

static void describe_columns(const struct columns_case *columns, char *desc)
{
	snprintf(desc, KUNIT_PARAM_DESC_SIZE, "%s", columns->name);
}

KUNIT_ARRAY_PARAM(columns, columns_cases, describe_columns);

static void columns_are_named_once_and_whole(struct kunit *test)
{
	const struct columns_case *columns = test->param_value;
	struct pps_spin_layout layout = { .columns = -7 };

	KUNIT_EXPECT_EQ(test, columns->ret,
			pps_spin_columns_parse(&layout, columns->line,
					       strlen(columns->line)));
	KUNIT_EXPECT_EQ(test, layout.columns,
			columns->ret ? -7 : columns->columns);
}

static void a_nul_is_no_part_of_a_name(struct kunit *test)
{
	static const char line[] = "# columns: seq\0 irq";
	struct pps_spin_layout layout;

	KUNIT_EXPECT_EQ(test, -EINVAL,
			pps_spin_columns_parse(&layout, line,
					       sizeof(line) - 1));
}

/* A record in columns of others */
struct layout_case {
	const char *name;
	const char *columns;
	const char *line;
	int ret;
};

static const struct layout_case layout_cases[] = {
	{ "other order", "# columns: irq flags seq", "5 wide 7", 0 },
	{ "unknown columns around", "# columns: a irq b seq flags c",
	  "x 5 -1.5e3 7 wide y,z", 0 },
	{ "an empty unknown column", "# columns: irq a flags seq",
	  "5  wide 7", -EINVAL },
	{ "an empty last column", "# columns: irq flags seq a",
	  "5 wide 7 ", -EINVAL },
	{ "a tab in an unknown column", "# columns: irq a flags seq",
	  "5 \t wide 7", -EINVAL },
	{ "CR in an unknown last column", "# columns: irq flags seq a",
	  "5 wide 7 x\r", -EINVAL },
	{ "a column less", "# columns: irq flags seq", "5 wide", -EBADMSG },
	{ "a column more", "# columns: irq flags seq", "5 wide 7 1", -EBADMSG },
	{ "unknown columns less", "# columns: irq flags seq a b", "5 wide 7 x",
	  -EBADMSG },
	{ "no column at all", "# columns: irq flags seq", "", -EINVAL },
	{ "a space before", "# columns: irq flags seq", " 5 wide 7", -EINVAL },
	{ "a space behind", "# columns: irq flags seq", "5 wide 7 ", -EBADMSG },
	{ "two spaces", "# columns: irq flags seq", "5 wide  7", -EINVAL },
};

static void describe_layout(const struct layout_case *layout, char *desc)
{
	snprintf(desc, KUNIT_PARAM_DESC_SIZE, "%s", layout->name);
}

KUNIT_ARRAY_PARAM(layout, layout_cases, describe_layout);

static void columns_are_found_by_name(struct kunit *test)
{
	const struct layout_case *param = test->param_value;
	struct pps_spin_layout layout;
	struct pps_spin_record record;

	KUNIT_ASSERT_EQ(test, 0,
			pps_spin_columns_parse(&layout, param->columns,
					       strlen(param->columns)));
	KUNIT_ASSERT_EQ(test, param->ret,
			pps_spin_record_parse(&record, &layout, param->line,
					      strlen(param->line)));
	if (param->ret) {
		KUNIT_EXPECT_EQ(test, record.have, 0);
		return;
	}
	KUNIT_EXPECT_EQ(test, record.have, BIT(PPS_SPIN_SEQ) |
			BIT(PPS_SPIN_FLAGS) | BIT(PPS_SPIN_IRQ));
	KUNIT_EXPECT_EQ(test, record.value[PPS_SPIN_SEQ], 7);
	KUNIT_EXPECT_EQ(test, record.value[PPS_SPIN_IRQ], 5);
	KUNIT_EXPECT_EQ(test, record.flags, BIT(PPS_SPIN_WIDE));
}

static struct kunit_case columns_test_cases[] = {
	KUNIT_CASE_PARAM(columns_are_named_once_and_whole, columns_gen_params),
	KUNIT_CASE(a_nul_is_no_part_of_a_name),
	KUNIT_CASE_PARAM(columns_are_found_by_name, layout_gen_params),
	{}
};

static struct kunit_suite columns_suite = {
	.name = "pps-spin-columns",
	.test_cases = columns_test_cases,
};

kunit_test_suite(columns_suite);

MODULE_DESCRIPTION("Tests of records in other columns than ours");
MODULE_LICENSE("GPL");
