// SPDX-License-Identifier: GPL-2.0
/*
 * Run the suites of this program and print KTAP as the kernel does
 *
 * With arguments, only the suites of these names. Exit status 0 if all passed,
 * 1 if one failed, 2 if there was nothing to run.
 */
#include <stdio.h>
#include <stdlib.h>

#include <kunit/test.h>

struct kunit_allocation {
	struct kunit_allocation *next;
	max_align_t memory[];
};

static struct kunit_suite *kunit_suites;

void kunit_host_register(struct kunit_suite *suite)
{
	suite->next = kunit_suites;
	kunit_suites = suite;
}

void kunit_host_log(struct kunit *test, const char *format, ...)
{
	char text[1024];
	va_list args;
	size_t length;

	va_start(args, format);
	vsnprintf(text, sizeof(text), format, args);
	va_end(args);
	length = strlen(text);
	printf(KUNIT_SUBTEST_INDENT "# %s: %s%s", test->name, text,
	       length && text[length - 1] == '\n' ? "" : "\n");
}

void kunit_host_fail(struct kunit *test, const char *file, int line,
		     bool is_assertion, const char *expected,
		     const char *format, ...)
{
	char text[1024];
	va_list args;

	test->status = KUNIT_FAILURE;
	va_start(args, format);
	vsnprintf(text, sizeof(text), format, args);
	va_end(args);
	printf(KUNIT_SUBTEST_INDENT "# %s: %s FAILED at %s:%d\n", test->name,
	       is_assertion ? "ASSERTION" : "EXPECTATION", file, line);
	if (*expected)
		printf(KUNIT_SUBTEST_INDENT "%s\n", expected);
	if (text[1])
		printf("%s\n", text + 1);
}

void kunit_host_abort(struct kunit *test)
{
	longjmp(test->abort, 1);
}

void kunit_mark_skipped(struct kunit *test, const char *format, ...)
{
	va_list args;

	test->status = KUNIT_SKIPPED;
	va_start(args, format);
	vsnprintf(test->status_comment, sizeof(test->status_comment), format,
		  args);
	va_end(args);
}

void *kunit_kzalloc(struct kunit *test, size_t size, gfp_t gfp)
{
	struct kunit_allocation *allocation;

	(void)gfp;
	allocation = calloc(1, sizeof(*allocation) + size);
	if (!allocation)
		return NULL;
	allocation->next = test->allocations;
	test->allocations = allocation;
	return allocation->memory;
}

static void kunit_free_all(struct kunit *test)
{
	struct kunit_allocation *allocation;

	while ((allocation = test->allocations)) {
		test->allocations = allocation->next;
		free(allocation);
	}
}

static void kunit_print_result(int indent, enum kunit_status status, int number,
			       const char *name, const char *comment)
{
	printf("%*s%s %d %s%s%s\n", indent, "",
	       status == KUNIT_FAILURE ? "not ok" : "ok", number, name,
	       status == KUNIT_SKIPPED ? " # SKIP " : "",
	       status == KUNIT_SKIPPED ? comment : "");
	fflush(stdout);
}

static void kunit_run_once(struct kunit_suite *suite, struct kunit_case *test_case,
			   struct kunit *test)
{
	if (!setjmp(test->abort)) {
		if (suite->init && suite->init(test)) {
			kunit_err(test, "failed to initialize");
			test->status = KUNIT_FAILURE;
		} else {
			test_case->run_case(test);
		}
	}
	if (suite->exit)
		suite->exit(test);
	kunit_free_all(test);
}

/* A failed parameter fails the case; skipped ones leave it skipped */
static enum kunit_status kunit_run_params(struct kunit_suite *suite,
					  struct kunit_case *test_case,
					  struct kunit *test)
{
	enum kunit_status status = KUNIT_SKIPPED;
	char description[KUNIT_PARAM_DESC_SIZE];
	const void *param = NULL;
	int number = 0;

	printf(KUNIT_SUBSUBTEST_INDENT "KTAP version 1\n"
	       KUNIT_SUBSUBTEST_INDENT "# Subtest: %s\n", test_case->name);
	for (;;) {
		description[0] = '\0';
		param = test_case->generate_params(test, param, description);
		if (!param)
			break;
		*test = (struct kunit) {
			.name = test_case->name,
			.param_value = param,
		};
		kunit_run_once(suite, test_case, test);
		number++;
		if (!description[0])
			snprintf(description, sizeof(description), "param-%d",
				 number);
		kunit_print_result(8, test->status, number, description,
				   test->status_comment);
		if (test->status == KUNIT_FAILURE)
			status = KUNIT_FAILURE;
		else if (status == KUNIT_SKIPPED)
			status = test->status;
	}
	test->status_comment[0] = '\0';
	return status;
}

static enum kunit_status kunit_run_case(struct kunit_suite *suite,
					struct kunit_case *test_case, int number)
{
	struct kunit test = { .name = test_case->name };
	enum kunit_status status;

	if (test_case->generate_params) {
		status = kunit_run_params(suite, test_case, &test);
	} else {
		kunit_run_once(suite, test_case, &test);
		status = test.status;
	}
	kunit_print_result(4, status, number, test_case->name,
			   test.status_comment);
	return status;
}

static enum kunit_status kunit_run_suite(struct kunit_suite *suite, int number)
{
	int counts[] = { 0, 0, 0 };
	struct kunit_case *test_case;
	enum kunit_status status;
	int cases = 0;

	for (test_case = suite->test_cases; test_case->run_case; test_case++)
		cases++;
	printf(KUNIT_SUBTEST_INDENT "KTAP version 1\n"
	       KUNIT_SUBTEST_INDENT "# Subtest: %s\n"
	       KUNIT_SUBTEST_INDENT "1..%d\n", suite->name, cases);
	if (suite->suite_init && suite->suite_init(suite)) {
		kunit_print_result(0, KUNIT_FAILURE, number, suite->name, "");
		return KUNIT_FAILURE;
	}
	for (test_case = suite->test_cases; test_case->run_case; test_case++)
		counts[kunit_run_case(suite, test_case,
				      test_case - suite->test_cases + 1)]++;
	if (suite->suite_exit)
		suite->suite_exit(suite);
	if (cases > 1)
		printf("# %s: pass:%d fail:%d skip:%d total:%d\n", suite->name,
		       counts[KUNIT_SUCCESS], counts[KUNIT_FAILURE],
		       counts[KUNIT_SKIPPED], cases);
	status = counts[KUNIT_FAILURE] ? KUNIT_FAILURE :
		 counts[KUNIT_SUCCESS] ? KUNIT_SUCCESS : KUNIT_SKIPPED;
	kunit_print_result(0, status, number, suite->name, "");
	return status;
}

static bool kunit_is_wanted(const struct kunit_suite *suite, char **names)
{
	if (!*names)
		return true;
	for (; *names; names++) {
		if (!strcmp(*names, suite->name))
			return true;
	}
	return false;
}

int main(int argc, char **argv)
{
	struct kunit_suite *suite;
	int suites = 0, number = 0, failed = 0;

	(void)argc;
	for (suite = kunit_suites; suite; suite = suite->next)
		suites += kunit_is_wanted(suite, argv + 1);
	printf("KTAP version 1\n1..%d\n", suites);
	for (suite = kunit_suites; suite; suite = suite->next) {
		if (kunit_is_wanted(suite, argv + 1))
			failed += kunit_run_suite(suite, ++number) ==
				  KUNIT_FAILURE;
	}
	if (!suites)
		return 2;
	return failed ? 1 : 0;
}
