// SPDX-License-Identifier: GPL-2.0
/*
 * The commands of pps-spin-bench: what is taken, and what is said of the rest
 */
#include <kunit/test.h>

#include "command.c"

static const char * const colours[] = { "red", "green", "blue" };

/* A command, and what becomes of it */
struct command_case {
	const char *name;
	const char *text;
	int ret;
	u32 count;
	u32 colour;
	const char *complaint;
};

#define COUNT	"give a number from 1 to 4000000000"
#define COLOUR	"give one of red green blue"
#define KEYS	"give some of count= colour="
#define VERB	"is not known: give stop alone, or start with keys"

static const struct command_case command_cases[] = {
	{ "nothing but start", "start", PPS_SPIN_START, 7, 1 },
	{ "stop", "stop", PPS_SPIN_STOP, 7, 1 },
	{ "stop with a newline", "stop\n", PPS_SPIN_STOP, 7, 1 },
	{ "one key", "start count=5", PPS_SPIN_START, 5, 1 },
	{ "another one", "start colour=red", PPS_SPIN_START, 7, 0 },
	{ "the last word", "start colour=blue", PPS_SPIN_START, 7, 2 },
	{ "in any order", "start colour=blue count=1", PPS_SPIN_START, 1, 2 },
	{ "more spaces", "  start   count=1\n", PPS_SPIN_START, 1, 1 },
	{ "the greatest", "start count=4000000000", PPS_SPIN_START, 4000000000, 1 },
	{ "leading zeros", "start count=0005", PPS_SPIN_START, 5, 1 },
	{ "too small", "start count=0", -EINVAL, .complaint = "count=0 is not valid: " COUNT },
	{ "too great", "start count=4000000001", -EINVAL,
	  .complaint = "count=4000000001 is not valid: " COUNT },
	{ "beyond 32 bits", "start count=4294967297", -EINVAL,
	  .complaint = "count=4294967297 is not valid: " COUNT },
	{ "beyond 64 bits", "start count=18446744073709551617", -EINVAL,
	  .complaint = "count=18446744073709551617 is not valid: " COUNT },
	{ "longer than what is told of it", "start count=123456789012345678901234567890", -EINVAL,
	  .complaint = "count=12345678901234567890 is not valid: " COUNT },
	{ "a sign", "start count=-1", -EINVAL, .complaint = "count=-1 is not valid: " COUNT },
	{ "another base", "start count=0x10", -EINVAL,
	  .complaint = "count=0x10 is not valid: " COUNT },
	{ "a unit", "start count=5ms", -EINVAL, .complaint = "count=5ms is not valid: " COUNT },
	{ "no value", "start count=", -EINVAL, .complaint = "count= is not valid: " COUNT },
	{ "two values", "start count=1=2", -EINVAL,
	  .complaint = "count=1=2 is not valid: " COUNT },
	{ "no such word", "start colour=grey", -EINVAL,
	  .complaint = "colour=grey is not known: " COLOUR },
	{ "part of a word", "start colour=gree", -EINVAL,
	  .complaint = "colour=gree is not known: " COLOUR },
	{ "more than a word", "start colour=greens", -EINVAL,
	  .complaint = "colour=greens is not known: " COLOUR },
	{ "no word", "start colour=", -EINVAL, .complaint = "colour= is not known: " COLOUR },
	{ "no such key", "start size=1", -EINVAL, .complaint = "size is not known: " KEYS },
	{ "part of a key", "start coun=1", -EINVAL, .complaint = "coun is not known: " KEYS },
	{ "a key alone", "start count", -EINVAL, .complaint = "count is not known: " KEYS },
	{ "a space before the sign", "start count =1", -EINVAL,
	  .complaint = "count is not known: " KEYS },
	{ "a tab", "start\tcount=1", -EINVAL, .complaint = "start\tcount=1 " VERB },
	{ "twice", "start count=1 colour=red count=1", -EINVAL,
	  .complaint = "count= is given twice: give it once" },
	{ "nothing", "", -EINVAL, .complaint = "an empty command " VERB },
	{ "spaces", "\n  ", -EINVAL, .complaint = "an empty command " VERB },
	{ "another verb", "go", -EINVAL, .complaint = "go " VERB },
	{ "part of a verb", "star", -EINVAL, .complaint = "star " VERB },
	{ "stop with more", "stop now", -EINVAL, .complaint = "stop " VERB },
	{ "keys without a verb", "count=1", -EINVAL, .complaint = "count=1 " VERB },
};

static void describe_command(const struct command_case *command, char *desc)
{
	snprintf(desc, KUNIT_PARAM_DESC_SIZE, "%s", command->name);
}

KUNIT_ARRAY_PARAM(commands, command_cases, describe_command);

static void a_command_is_taken_or_told_what_is_wrong(struct kunit *test)
{
	const struct command_case *command = test->param_value;
	char text[PPS_SPIN_COMMAND_MAX + 1], complaint[PPS_SPIN_COMPLAINT_MAX] = "";
	u32 count = 7, colour = 1;
	const struct pps_spin_command_key keys[] = {
		{ "count", NULL, 1, 4000000000, &count },
		{ "colour", colours, 0, ARRAY_SIZE(colours) - 1, &colour },
	};

	snprintf(text, sizeof(text), "%s", command->text);
	KUNIT_EXPECT_EQ(test, command->ret,
			pps_spin_command_parse(text, keys, ARRAY_SIZE(keys),
					       complaint, sizeof(complaint)));
	KUNIT_EXPECT_STREQ(test, complaint, command->complaint ?: "");
	if (command->ret < 0)
		return;
	KUNIT_EXPECT_EQ(test, count, command->count);
	KUNIT_EXPECT_EQ(test, colour, command->colour);
}

static void a_complaint_is_cut_where_its_room_ends(struct kunit *test)
{
	const struct pps_spin_command_key keys[] = {
		{ "colour", colours, 0, ARRAY_SIZE(colours) - 1, NULL },
	};
	char text[] = "start colour=grey", complaint[12];

	KUNIT_EXPECT_EQ(test, -EINVAL,
			pps_spin_command_parse(text, keys, 1, complaint,
					       sizeof(complaint)));
	KUNIT_EXPECT_STREQ(test, complaint, "colour=grey");
}

static struct kunit_case command_suite_cases[] = {
	KUNIT_CASE_PARAM(a_command_is_taken_or_told_what_is_wrong,
			 commands_gen_params),
	KUNIT_CASE(a_complaint_is_cut_where_its_room_ends),
	{}
};

static struct kunit_suite command_suite = {
	.name = "pps-spin-command",
	.test_cases = command_suite_cases,
};

kunit_test_suite(command_suite);

MODULE_DESCRIPTION("Tests of the commands of pps-spin-bench");
MODULE_LICENSE("GPL");
