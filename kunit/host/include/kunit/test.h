/* SPDX-License-Identifier: GPL-2.0 */
/*
 * As much of KUnit as the pure suites use, for a host program
 *
 * The names, the meaning and the KTAP output are the kernel's, so that one
 * suite file serves both, and kunit.py judges both.
 */
#ifndef _PPS_SPIN_HOST_KUNIT_TEST_H
#define _PPS_SPIN_HOST_KUNIT_TEST_H

#include <setjmp.h>

#include "pure_host.h"
#include <linux/module.h>
#include <linux/slab.h>

#define KUNIT_PARAM_DESC_SIZE		128
#define KUNIT_STATUS_COMMENT_SIZE	256
#define KUNIT_SUBTEST_INDENT		"    "
#define KUNIT_SUBSUBTEST_INDENT		"        "

enum kunit_status {
	KUNIT_SUCCESS,
	KUNIT_FAILURE,
	KUNIT_SKIPPED,
};

struct kunit_allocation;

/**
 * struct kunit - a running case
 * @priv: for the suite
 * @name: of the case
 * @param_value: the parameter, or NULL
 * @status: so far
 * @status_comment: why it was skipped
 * @allocations: what to free after it
 * @abort: where a failed assertion goes
 */
struct kunit {
	void *priv;
	const char *name;
	const void *param_value;
	enum kunit_status status;
	char status_comment[KUNIT_STATUS_COMMENT_SIZE];
	struct kunit_allocation *allocations;
	jmp_buf abort;
};

/**
 * struct kunit_case - one test
 * @run_case: the test
 * @name: its name
 * @generate_params: makes its next parameter, or NULL
 */
struct kunit_case {
	void (*run_case)(struct kunit *test);
	const char *name;
	const void *(*generate_params)(struct kunit *test, const void *prev,
				       char *desc);
};

/**
 * struct kunit_suite - tests of one subject
 * @name: its name
 * @suite_init: called before the first case
 * @suite_exit: called after the last case
 * @init: called before each case
 * @exit: called after each case
 * @test_cases: the tests, up to one without run_case
 * @next: the next suite of the program
 */
struct kunit_suite {
	const char *name;
	int (*suite_init)(struct kunit_suite *suite);
	void (*suite_exit)(struct kunit_suite *suite);
	int (*init)(struct kunit *test);
	void (*exit)(struct kunit *test);
	struct kunit_case *test_cases;
	struct kunit_suite *next;
};

/* A suite joins the program before main() */
void kunit_host_register(struct kunit_suite *suite);

#define kunit_test_suite(suite)						\
	static void __attribute__((constructor))			\
	kunit_host_register_##suite(void)				\
	{								\
		kunit_host_register(&(suite));				\
	}

#define KUNIT_CASE(test)						\
	{ .run_case = test, .name = #test }
#define KUNIT_CASE_SLOW(test)		KUNIT_CASE(test)
#define KUNIT_CASE_PARAM(test, params)					\
	{ .run_case = test, .name = #test, .generate_params = params }

#define KUNIT_ARRAY_PARAM(name, array, get_desc)			\
	static const void *name##_gen_params(struct kunit *test,	\
					     const void *prev, char *desc) \
	{								\
		__typeof__((array)[0]) *next = (array);			\
		void (*describe)(__typeof__(next), char *) = get_desc;	\
									\
		(void)test;						\
		if (prev)						\
			next = (__typeof__(next))prev + 1;		\
		if (next - (array) >= (ptrdiff_t)ARRAY_SIZE(array))	\
			return NULL;					\
		if (describe)						\
			describe(next, desc);				\
		return next;						\
	}

__attribute__((format(printf, 2, 3)))
void kunit_host_log(struct kunit *test, const char *format, ...);
__attribute__((format(printf, 6, 7)))
void kunit_host_fail(struct kunit *test, const char *file, int line,
		     bool is_assertion, const char *expected,
		     const char *format, ...);
__attribute__((noreturn)) void kunit_host_abort(struct kunit *test);
__attribute__((format(printf, 2, 3)))
void kunit_mark_skipped(struct kunit *test, const char *format, ...);

#define kunit_info(test, ...)		kunit_host_log(test, __VA_ARGS__)
#define kunit_warn(test, ...)		kunit_host_log(test, __VA_ARGS__)
#define kunit_err(test, ...)		kunit_host_log(test, __VA_ARGS__)
#define kunit_skip(test, ...) do {					\
	kunit_mark_skipped(test, __VA_ARGS__);				\
	kunit_host_abort(test);						\
} while (0)

void *kunit_kzalloc(struct kunit *test, size_t size, gfp_t gfp);
#define kunit_kmalloc(test, size, gfp)	kunit_kzalloc(test, size, gfp)
#define kunit_kcalloc(test, n, size, gfp)				\
	kunit_kzalloc(test, (n) * (size), gfp)

/* Fails, and for an assertion leaves the case; the message is a line of its own */
#define KUNIT_HOST_FAIL(test, is_assertion, expected, ...) do {		\
	kunit_host_fail(test, __FILE__, __LINE__, is_assertion,		\
			expected, "\n" __VA_ARGS__);			\
	if (is_assertion)						\
		kunit_host_abort(test);					\
} while (0)

#define KUNIT_HOST_UNARY(test, is_assertion, condition, wanted, ...) do { \
	if (!!(condition) != (wanted))					\
		KUNIT_HOST_FAIL(test, is_assertion, "Expected "		\
				#condition " to be "			\
				#wanted ", but is not", ##__VA_ARGS__);	\
} while (0)

/* The kernel prints both sides as signed and hexadecimal 64 bit values */
#define KUNIT_HOST_BINARY(test, is_assertion, left, op, right, ...) do { \
	__typeof__(left) host_left = (left);				\
	__typeof__(right) host_right = (right);				\
	char host_text[512];						\
									\
	if (host_left op host_right)					\
		break;							\
	scnprintf(host_text, sizeof(host_text),				\
		  "Expected " #left " " #op " " #right ", but\n"	\
		  KUNIT_SUBSUBTEST_INDENT "%s == %lld (0x%llx)\n"	\
		  KUNIT_SUBSUBTEST_INDENT "%s == %lld (0x%llx)",	\
		  #left, (long long)host_left, (long long)host_left,	\
		  #right, (long long)host_right, (long long)host_right); \
	KUNIT_HOST_FAIL(test, is_assertion, host_text, ##__VA_ARGS__);	\
} while (0)

#define KUNIT_HOST_POINTER(test, is_assertion, left, op, right, ...)	\
	KUNIT_HOST_BINARY(test, is_assertion, (uintptr_t)(left), op,	\
			  (uintptr_t)(right), ##__VA_ARGS__)

#define KUNIT_HOST_STRING(test, is_assertion, left, op, right, ...) do { \
	const char *host_left = (left);					\
	const char *host_right = (right);				\
	char host_text[2048];						\
									\
	if (host_left && host_right && strcmp(host_left, host_right) op 0) \
		break;							\
	scnprintf(host_text, sizeof(host_text),				\
		  "Expected " #left " " #op " " #right ", but\n"	\
		  KUNIT_SUBSUBTEST_INDENT "%s == \"%s\"\n"		\
		  KUNIT_SUBSUBTEST_INDENT "%s == \"%s\"",		\
		  #left, host_left ?: "(null)",				\
		  #right, host_right ?: "(null)");			\
	KUNIT_HOST_FAIL(test, is_assertion, host_text, ##__VA_ARGS__);	\
} while (0)

#define KUNIT_HOST_MEMORY(test, is_assertion, left, op, right, size, ...) do { \
	if (!(memcmp(left, right, size) op 0))				\
		KUNIT_HOST_FAIL(test, is_assertion, "Expected "		\
				#left " " #op " " #right ", but is not", \
				##__VA_ARGS__);				\
} while (0)

#define KUNIT_FAIL(test, ...)						\
	KUNIT_HOST_FAIL(test, false, "", ##__VA_ARGS__)
#define KUNIT_SUCCEED(test)		((void)(test))

#define KUNIT_EXPECT_TRUE(t, c)						\
	KUNIT_HOST_UNARY(t, false, c, true)
#define KUNIT_EXPECT_TRUE_MSG(t, c, ...)				\
	KUNIT_HOST_UNARY(t, false, c, true, __VA_ARGS__)
#define KUNIT_EXPECT_FALSE(t, c)					\
	KUNIT_HOST_UNARY(t, false, c, false)
#define KUNIT_EXPECT_FALSE_MSG(t, c, ...)				\
	KUNIT_HOST_UNARY(t, false, c, false, __VA_ARGS__)
#define KUNIT_ASSERT_TRUE(t, c)						\
	KUNIT_HOST_UNARY(t, true, c, true)
#define KUNIT_ASSERT_TRUE_MSG(t, c, ...)				\
	KUNIT_HOST_UNARY(t, true, c, true, __VA_ARGS__)
#define KUNIT_ASSERT_FALSE(t, c)					\
	KUNIT_HOST_UNARY(t, true, c, false)
#define KUNIT_ASSERT_FALSE_MSG(t, c, ...)				\
	KUNIT_HOST_UNARY(t, true, c, false, __VA_ARGS__)

#define KUNIT_EXPECT_EQ(t, l, r)					\
	KUNIT_HOST_BINARY(t, false, l, ==, r)
#define KUNIT_EXPECT_EQ_MSG(t, l, r, ...)				\
	KUNIT_HOST_BINARY(t, false, l, ==, r, __VA_ARGS__)
#define KUNIT_EXPECT_NE(t, l, r)					\
	KUNIT_HOST_BINARY(t, false, l, !=, r)
#define KUNIT_EXPECT_NE_MSG(t, l, r, ...)				\
	KUNIT_HOST_BINARY(t, false, l, !=, r, __VA_ARGS__)
#define KUNIT_EXPECT_LT(t, l, r)					\
	KUNIT_HOST_BINARY(t, false, l, <, r)
#define KUNIT_EXPECT_LT_MSG(t, l, r, ...)				\
	KUNIT_HOST_BINARY(t, false, l, <, r, __VA_ARGS__)
#define KUNIT_EXPECT_LE(t, l, r)					\
	KUNIT_HOST_BINARY(t, false, l, <=, r)
#define KUNIT_EXPECT_LE_MSG(t, l, r, ...)				\
	KUNIT_HOST_BINARY(t, false, l, <=, r, __VA_ARGS__)
#define KUNIT_EXPECT_GT(t, l, r)					\
	KUNIT_HOST_BINARY(t, false, l, >, r)
#define KUNIT_EXPECT_GT_MSG(t, l, r, ...)				\
	KUNIT_HOST_BINARY(t, false, l, >, r, __VA_ARGS__)
#define KUNIT_EXPECT_GE(t, l, r)					\
	KUNIT_HOST_BINARY(t, false, l, >=, r)
#define KUNIT_EXPECT_GE_MSG(t, l, r, ...)				\
	KUNIT_HOST_BINARY(t, false, l, >=, r, __VA_ARGS__)
#define KUNIT_ASSERT_EQ(t, l, r)					\
	KUNIT_HOST_BINARY(t, true, l, ==, r)
#define KUNIT_ASSERT_EQ_MSG(t, l, r, ...)				\
	KUNIT_HOST_BINARY(t, true, l, ==, r, __VA_ARGS__)
#define KUNIT_ASSERT_NE(t, l, r)					\
	KUNIT_HOST_BINARY(t, true, l, !=, r)
#define KUNIT_ASSERT_NE_MSG(t, l, r, ...)				\
	KUNIT_HOST_BINARY(t, true, l, !=, r, __VA_ARGS__)
#define KUNIT_ASSERT_LT(t, l, r)					\
	KUNIT_HOST_BINARY(t, true, l, <, r)
#define KUNIT_ASSERT_LT_MSG(t, l, r, ...)				\
	KUNIT_HOST_BINARY(t, true, l, <, r, __VA_ARGS__)
#define KUNIT_ASSERT_LE(t, l, r)					\
	KUNIT_HOST_BINARY(t, true, l, <=, r)
#define KUNIT_ASSERT_LE_MSG(t, l, r, ...)				\
	KUNIT_HOST_BINARY(t, true, l, <=, r, __VA_ARGS__)
#define KUNIT_ASSERT_GT(t, l, r)					\
	KUNIT_HOST_BINARY(t, true, l, >, r)
#define KUNIT_ASSERT_GT_MSG(t, l, r, ...)				\
	KUNIT_HOST_BINARY(t, true, l, >, r, __VA_ARGS__)
#define KUNIT_ASSERT_GE(t, l, r)					\
	KUNIT_HOST_BINARY(t, true, l, >=, r)
#define KUNIT_ASSERT_GE_MSG(t, l, r, ...)				\
	KUNIT_HOST_BINARY(t, true, l, >=, r, __VA_ARGS__)

#define KUNIT_EXPECT_STREQ(t, l, r)					\
	KUNIT_HOST_STRING(t, false, l, ==, r)
#define KUNIT_EXPECT_STREQ_MSG(t, l, r, ...)				\
	KUNIT_HOST_STRING(t, false, l, ==, r, __VA_ARGS__)
#define KUNIT_EXPECT_STRNEQ(t, l, r)					\
	KUNIT_HOST_STRING(t, false, l, !=, r)
#define KUNIT_ASSERT_STREQ(t, l, r)					\
	KUNIT_HOST_STRING(t, true, l, ==, r)
#define KUNIT_ASSERT_STREQ_MSG(t, l, r, ...)				\
	KUNIT_HOST_STRING(t, true, l, ==, r, __VA_ARGS__)
#define KUNIT_EXPECT_MEMEQ(t, l, r, size)				\
	KUNIT_HOST_MEMORY(t, false, l, ==, r, size)
#define KUNIT_EXPECT_MEMEQ_MSG(t, l, r, size, ...)			\
	KUNIT_HOST_MEMORY(t, false, l, ==, r, size, __VA_ARGS__)

#define KUNIT_EXPECT_PTR_EQ(t, l, r)					\
	KUNIT_HOST_POINTER(t, false, l, ==, r)
#define KUNIT_EXPECT_PTR_EQ_MSG(t, l, r, ...)				\
	KUNIT_HOST_POINTER(t, false, l, ==, r, __VA_ARGS__)
#define KUNIT_EXPECT_PTR_NE(t, l, r)					\
	KUNIT_HOST_POINTER(t, false, l, !=, r)
#define KUNIT_ASSERT_PTR_EQ(t, l, r)					\
	KUNIT_HOST_POINTER(t, true, l, ==, r)
#define KUNIT_ASSERT_PTR_NE(t, l, r)					\
	KUNIT_HOST_POINTER(t, true, l, !=, r)
#define KUNIT_EXPECT_NULL(t, p)						\
	KUNIT_HOST_POINTER(t, false, p, ==, NULL)
#define KUNIT_EXPECT_NULL_MSG(t, p, ...)				\
	KUNIT_HOST_POINTER(t, false, p, ==, NULL, __VA_ARGS__)
#define KUNIT_EXPECT_NOT_NULL(t, p)					\
	KUNIT_HOST_POINTER(t, false, p, !=, NULL)
#define KUNIT_EXPECT_NOT_NULL_MSG(t, p, ...)				\
	KUNIT_HOST_POINTER(t, false, p, !=, NULL, __VA_ARGS__)
#define KUNIT_ASSERT_NULL(t, p)						\
	KUNIT_HOST_POINTER(t, true, p, ==, NULL)
#define KUNIT_ASSERT_NOT_NULL(t, p)					\
	KUNIT_HOST_POINTER(t, true, p, !=, NULL)
#define KUNIT_ASSERT_NOT_NULL_MSG(t, p, ...)				\
	KUNIT_HOST_POINTER(t, true, p, !=, NULL, __VA_ARGS__)
#define KUNIT_ASSERT_NOT_ERR_OR_NULL(t, p)	KUNIT_ASSERT_NOT_NULL(t, p)

#endif /* _PPS_SPIN_HOST_KUNIT_TEST_H */
