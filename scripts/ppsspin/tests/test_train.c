// SPDX-License-Identifier: GPL-2.0
/*
 * Numbering pulses by their time; captures in memory
 */
#define _GNU_SOURCE
#include <math.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

#include "capture.h"
#include "train.h"
#include "unit.h"

#define HEAD "# format=1\n# cntfrq_hz=1000\n# columns: seq after\n"

static void read_text(struct capture *capture, const char *text)
{
	int fd = memfd_create("capture", 0);

	assert_int_equal(write(fd, text, strlen(text)), strlen(text));
	lseek(fd, 0, SEEK_SET);
	assert_int_equal(capture_read_fd(capture, fd), 0);
	close(fd);
}

static void build(const char *text, struct capture *capture,
		  struct train *train)
{
	read_text(capture, text);
	train_build(train, capture, &capture->segments[0]);
}

static void gaps_are_counted_in_periods(void **state)
{
	struct capture capture;
	struct train train;

	(void)state;
	build(HEAD "1 1000\n2 2000\n3 3001\n7 7001\n8 8000\n", &capture, &train);
	assert_int_equal(train.n, 5);
	assert_int_equal(train.index[4], 7);
	assert_int_equal(train.piece_count, 1);
	assert_int_equal(train.seq_disagrees, 0);
	train_free(&train);
	capture_free(&capture);
}

static void a_pulse_that_never_came_is_time_too(void **state)
{
	struct capture capture;
	struct train train;

	(void)state;
	build(HEAD "1 1000\n2 2000\n3 3000\n4 6000\n5 7000\n", &capture, &train);
	assert_int_equal(train.index[3], 5);
	assert_int_equal(train.seq_disagrees, 1);
	train_free(&train);
	capture_free(&capture);
}

static void duplicates_are_left_out(void **state)
{
	struct capture capture;
	struct train train;

	(void)state;
	build(HEAD "1 1000\n2 2000\n2 2000\n3 3000\n", &capture, &train);
	assert_int_equal(train.n, 3);
	assert_int_equal(capture.segments[0].repeated, 1);
	train_free(&train);
	capture_free(&capture);
}

static void an_extra_edge_is_left_out(void **state)
{
	struct capture capture;
	struct train train;

	(void)state;
	build(HEAD "1 1000\n2 2000\n3 2050\n4 3000\n5 4000\n", &capture, &train);
	assert_int_equal(train.n, 4);
	assert_int_equal(train.extra, 1);
	assert_int_equal(capture.segments[0].repeated, 0);
	train_free(&train);
	capture_free(&capture);
}

static void a_jump_starts_a_new_piece(void **state)
{
	struct capture capture;
	struct train train;

	(void)state;
	build(HEAD "1 1000\n2 2000\n3 3000\n4 4500\n5 5500\n6 600\n7 1600\n",
	      &capture, &train);
	assert_int_equal(train.piece_count, 3);
	assert_int_equal(train.breaks, 2);
	assert_int_equal(train.index[4], 1);
	train_free(&train);
	capture_free(&capture);
}

static void a_wrap_of_the_counter_is_no_jump(void **state)
{
	struct capture capture;
	struct train train;
	s64 phase;

	(void)state;
	build(HEAD "1 18446744073709550616\n2 0\n3 1000\n4 2001\n", &capture,
	      &train);
	assert_int_equal(train.piece_count, 1);
	assert_true(train_polled_phase(&train, &train.pieces[0], 3, &phase));
	assert_int_equal(phase, 2);
	train_free(&train);
	capture_free(&capture);
}

static void a_value_far_away_has_no_phase(void **state)
{
	static const u64 far[] = {
		1ULL << 62, (1ULL << 62) + 2000, 1ULL << 63, U64_MAX - (1ULL << 62),
	};
	struct capture capture;
	struct train train;
	s64 phase;
	size_t i;

	(void)state;
	build(HEAD "1 1000\n2 2000\n3 3000\n", &capture, &train);
	assert_true(train_phase_of(&train, &train.pieces[0], 1, 2001, &phase));
	assert_int_equal(phase, 2);
	for (i = 0; i < ARRAY_SIZE(far); i++)
		assert_false(train_phase_of(&train, &train.pieces[0], 1, far[i],
					    &phase));
	train_free(&train);
	capture_free(&capture);
}

static void nothing_to_number_is_no_crash(void **state)
{
	struct capture capture;
	struct train train;

	(void)state;
	build(HEAD, &capture, &train);
	assert_int_equal(train.n, 0);
	assert_true(isnan(train.period_ticks));
	train_free(&train);
	capture_free(&capture);
	build(HEAD "1 500\n", &capture, &train);
	assert_int_equal(train.n, 1);
	train_free(&train);
	capture_free(&capture);
}

static void marks_make_segments_with_names_of_their_own(void **state)
{
	struct capture capture;

	(void)state;
	read_text(&capture, HEAD "# mark a\n1 1000\n# mark b\n2 2000\n# mark a\n3 3000\n");
	assert_int_equal(capture.segment_count, 3);
	assert_string_equal(capture.segments[0].name, "a");
	assert_string_equal(capture.segments[1].name, "b");
	assert_string_equal(capture.segments[2].name, "a (2)");
	capture_free(&capture);
}

static void a_second_header_is_a_restart(void **state)
{
	struct capture capture;

	(void)state;
	read_text(&capture, HEAD "1 1000\n# format=1\n# cntfrq_hz=1000\n1 5000\n");
	assert_int_equal(capture.restarts, 1);
	assert_int_equal(capture.segment_count, 2);
	assert_int_equal(capture.header_count, 2);
	capture_free(&capture);
}

static void text_is_made_printable(void **state)
{
	struct capture capture;

	(void)state;
	read_text(&capture, HEAD "# x=a\033[1m\xff\xc3\xa9\n# mark \x07z\n1 1\n");
	assert_string_equal(capture_value(&capture, "x"), "a?[1m?\xc3\xa9");
	assert_string_equal(capture.segments[0].name, "?z");
	capture_free(&capture);
}

int test_capture(void)
{
	static const struct CMUnitTest tests[] = {
		cmocka_unit_test(marks_make_segments_with_names_of_their_own),
		cmocka_unit_test(a_second_header_is_a_restart),
		cmocka_unit_test(text_is_made_printable),
	};

	return cmocka_run_group_tests_name("capture", tests, NULL, NULL);
}

int test_train(void)
{
	static const struct CMUnitTest tests[] = {
		cmocka_unit_test(gaps_are_counted_in_periods),
		cmocka_unit_test(a_pulse_that_never_came_is_time_too),
		cmocka_unit_test(duplicates_are_left_out),
		cmocka_unit_test(an_extra_edge_is_left_out),
		cmocka_unit_test(a_jump_starts_a_new_piece),
		cmocka_unit_test(a_wrap_of_the_counter_is_no_jump),
		cmocka_unit_test(a_value_far_away_has_no_phase),
		cmocka_unit_test(nothing_to_number_is_no_crash),
	};

	return cmocka_run_group_tests_name("train", tests, NULL, NULL);
}
