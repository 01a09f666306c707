// SPDX-License-Identifier: GPL-2.0
/*
 * The stream: whole lines only, in pieces of any size
 */
#include <stdlib.h>

#include "stream.h"
#include "unit.h"

#define COLUMNS "# columns: seq flags poll prev before after reads entry early ack irq poll_cpu irq_cpu t0 t1\n"
#define PULSE "1 - poll-mmio 10 20 30 4 31 32 33 40 1 0 - -\n"

struct seen {
	int headers;
	int marks;
	int sets;
	int records;
	int truths;
	u64 lost;
	u64 bad;
	u64 entry;
	char mark[64];
};

static void on_header(void *arg, const char *key, const char *value)
{
	(void)key;
	(void)value;
	((struct seen *)arg)->headers++;
}

static void on_mark(void *arg, const char *text)
{
	struct seen *seen = arg;

	seen->marks++;
	snprintf(seen->mark, sizeof(seen->mark), "%s", text);
}

static void on_set(void *arg, const char *key, const char *value)
{
	(void)key;
	(void)value;
	((struct seen *)arg)->sets++;
}

static void on_lost(void *arg, u64 count)
{
	((struct seen *)arg)->lost += count;
}

static void on_record(void *arg, const struct pps_spin_record *record,
		      const struct truth *truth)
{
	struct seen *seen = arg;

	seen->records++;
	seen->truths += !!truth;
	seen->entry = record->value[PPS_SPIN_ENTRY];
}

static void on_bad(void *arg, u64 line, const char *why)
{
	(void)line;
	(void)why;
	((struct seen *)arg)->bad++;
}

static const struct stream_handler handler = {
	.header = on_header,
	.mark = on_mark,
	.set = on_set,
	.lost = on_lost,
	.record = on_record,
	.bad = on_bad,
};

static struct seen feed(const char *text, size_t len, size_t piece)
{
	struct stream *stream = malloc(sizeof(*stream));
	struct seen seen = { };
	size_t at;

	stream_start(stream, &handler, &seen);
	for (at = 0; at < len; at += piece)
		stream_feed(stream, text + at, min(piece, len - at));
	stream_end(stream);
	free(stream);
	return seen;
}

static struct seen feed_text(const char *text)
{
	return feed(text, strlen(text), strlen(text));
}

static void every_kind_of_line_is_seen(void **state)
{
	struct seen seen = feed_text("# format=1\n" COLUMNS
		"# mark a b\n# set governor=x\n# lost 12\n# hello\n" PULSE);

	(void)state;
	assert_int_equal(seen.headers, 1);
	assert_int_equal(seen.marks, 1);
	assert_string_equal(seen.mark, "a b");
	assert_int_equal(seen.sets, 1);
	assert_int_equal(seen.lost, 12);
	assert_int_equal(seen.records, 1);
	assert_int_equal(seen.bad, 0);
}

static void pieces_of_any_size_give_the_same(void **state)
{
	/* A pulse comes twice, and is one */
	static const char text[] = "# format=1\n" COLUMNS PULSE PULSE
		"# lost 3\n5 - poll-mmio 10 20 30 4 31 32 33 40 1 0 - -\n";
	size_t piece;

	(void)state;
	for (piece = 1; piece < sizeof(text); piece++) {
		struct seen seen = feed(text, sizeof(text) - 1, piece);

		assert_int_equal(seen.records, 2);
		assert_int_equal(seen.lost, 3);
		assert_int_equal(seen.bad, 0);
	}
}

static void a_torn_line_is_never_a_value(void **state)
{
	static const char text[] = COLUMNS PULSE;
	size_t cut, columns = sizeof(COLUMNS) - 1;

	(void)state;
	for (cut = columns + 1; cut < sizeof(text) - 1; cut++) {
		struct seen seen = feed(text, cut, cut);

		assert_int_equal(seen.records, 0);
		assert_int_equal(seen.bad, 1);
	}
}

static void crlf_is_read_and_nul_is_refused(void **state)
{
	static const char nul[] = COLUMNS "1 - poll-mmio 1\0 20 30 4 31 32 33 40 1 0 - -\n";
	static const char mark[] = "# mark a\0b\n";
	struct seen seen;

	(void)state;
	seen = feed(mark, sizeof(mark) - 1, sizeof(mark) - 1);
	assert_int_equal(seen.marks, 0);
	assert_int_equal(seen.bad, 1);
	seen = feed_text("# columns: seq entry\r\n7 9\r\n");
	assert_int_equal(seen.records, 1);
	assert_int_equal(seen.entry, 9);
	seen = feed(nul, sizeof(nul) - 1, sizeof(nul) - 1);
	assert_int_equal(seen.records, 0);
	assert_int_equal(seen.bad, 1);
}

static void columns_are_selected_by_name(void **state)
{
	struct seen seen = feed_text("# columns: mystery entry seq\nx 9 7\n"
				     "y - 8\nz w 9\n");

	(void)state;
	assert_int_equal(seen.records, 2);
	assert_int_equal(seen.bad, 1);
}

static void truth_is_read_where_all_of_it_is_there(void **state)
{
	struct seen seen;

	(void)state;
	seen = feed_text("# columns: truth seq truth_stolen truth_e6\n"
			 "100 1 0 500000\n- 2 0 0\n");
	assert_int_equal(seen.records, 2);
	assert_int_equal(seen.truths, 1);
	seen = feed_text("# columns: seq truth\n1 100\n");
	assert_int_equal(seen.truths, 0);
}

static void noise_is_counted(void **state)
{
	static char noise[3 * STREAM_LINE_MAX];
	struct seen seen;

	(void)state;
	memset(noise, 'x', sizeof(noise) - 1);
	noise[sizeof(noise) - 2] = '\n';
	seen = feed(noise, sizeof(noise) - 1, 1000);
	assert_int_equal(seen.bad, 1);
	seen = feed_text(COLUMNS "# lost x\n# set x\n\n1 2 3\n");
	assert_int_equal(seen.bad, 4);
}

static void columns_without_seq_are_refused(void **state)
{
	struct seen seen = feed_text("# columns: entry\n1\n");

	(void)state;
	assert_int_equal(seen.records, 0);
	assert_int_equal(seen.bad, 2);
}

int test_stream(void)
{
	static const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_kind_of_line_is_seen),
		cmocka_unit_test(pieces_of_any_size_give_the_same),
		cmocka_unit_test(a_torn_line_is_never_a_value),
		cmocka_unit_test(crlf_is_read_and_nul_is_refused),
		cmocka_unit_test(columns_are_selected_by_name),
		cmocka_unit_test(truth_is_read_where_all_of_it_is_there),
		cmocka_unit_test(noise_is_counted),
		cmocka_unit_test(columns_without_seq_are_refused),
	};

	return cmocka_run_group_tests_name("stream", tests, NULL, NULL);
}
