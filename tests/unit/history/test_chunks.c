/*
 * test_chunks.c - src/history/chunks.c: cuts that are no starts of operations, progress, and texts
 * made to take long.
 *
 * Nothing is timed. Each text of hostile_texts is so large that whatever looks at all of it for
 * every line, list or chunk would not end before the test is given up.
 */
#include "support/readings.h"

#include "support/units.h"

static void expect_same(const char *text, size_t size, size_t chunk_bytes) {
    mns_read_options options = {.recognise = true, .chunk_bytes = chunk_bytes};
    mns_buf out;
    mns_buf_init(&out);
    if (!readings_agree(text, size, options, 4, &out)) {
        fail_msg("%.200s%s", text, out.data);
    }
    mns_buf_release(&out);
}

/* Lines that look like the start of an operation and are inside of something. */
static void cuts_in_the_wrong_place(void **state) {
    (void)state;
    static const char *const texts[] = {
        "{:type :ok, :process 0, :value [[:r \"a\n{:type :ok}\n{\" [1]]]}\n{:type :fail, :process "
        "0}\n",
        "{:type :info,\n:value\n{:a\n{:b 1}},\n:process :nemesis}\n{:type :ok, :process 0, :value "
        "[]}\n",
        "{:type :ok, :process 0, :value [[:r 1\n#_{:a\n{}}\n[1]]]}\n",
        "#_\n{:type :ok, :process 0, :value []}\n{:type :ok, :process 1, :value []}\n",
        "#foo\n{:type :ok, :process 0, :value []}\n#_ #_\n{:type :ok}\n{:type :ok}\n",
        "{:type :ok, :process 0, :value []\n{:type :ok, :process 1, :value []}\n",
        "{:type :ok, :process 0, :value []}\n{",
        "{:type :ok, :process 0, :value []}\n#",
        "[{:type :ok, :process 0, :value []}\n{:type :ok, :process 0, :value []}\n]",
        "[{:type :ok, :process 0, :value []}]\n{:type :ok, :process 0, :value []}\n",
        "\n{\n{\n{",
        "\n\n{:type :ok, :process 0, :value []}\n\n\n{:type :ok, :process 0, :value []}\n\n",
        "",
        "\n",
    };
    for (size_t i = 0; i < MNS_COUNT_OF(texts); i++) {
        for (size_t chunk = 0; chunk < 40; chunk++) {
            expect_same(texts[i], strlen(texts[i]), chunk);
        }
    }
}

static void note_progress(void *context, const char *stage, double fraction) {
    double *last = context;
    assert_string_equal(stage, "reading");
    assert_true(fraction >= 0 && fraction <= 1);
    *last = fraction;
}

static void progress_is_reported(void **state) {
    (void)state;
    static const char text[] =
        "{:type :ok, :process 0, :value []}\n{:type :ok, :process 0, :value []}\n";
    double last = 0;
    mns_read_options options = {
        .chunk_bytes = 1, .progress = note_progress, .progress_context = &last};
    free(reading_of(text, sizeof text - 1, &options, READING_ALL));
    assert_true(last > 0.9);
}

/* ---- Texts made to take long ---------------------------------------------------------------- */

enum { LARGE = 6000000 };

/* The same line until the text is large. */
static void put_lines(mns_buf *text, const char *line) {
    while (text->size < LARGE) {
        mns_buf_str(text, line);
    }
}

static void put_shapes(mns_buf *text) {
    for (unsigned i = 0; text->size < LARGE; i++) {
        mns_buf_printf(text, "{:a%u 1, :type :ok, :process 0, :value [[:append %u 1]]}\n", i, i);
    }
}

/* Alike up to the end of a long list. */
static void put_tails(mns_buf *text) {
    for (unsigned i = 0; text->size < LARGE; i++) {
        mns_buf_str(text, "{:type :ok, :process 0, :value [[:r 1 [");
        for (unsigned e = 0; e < 2000; e++) {
            mns_buf_printf(text, "%s%u", e == 0 ? "" : " ", e);
        }
        mns_buf_printf(text, "]]], :a%u 1}\n", i);
    }
}

/* One key, and every list longer than all before, or another one. */
static void put_lists(mns_buf *text, bool fork) {
    for (unsigned i = 0; text->size < LARGE; i++) {
        mns_buf_printf(text, "{:type :ok, :process 0, :value [[:append 1 %u] [:r 1 [", i);
        for (unsigned e = 0; e < (fork ? 1000 : i); e++) {
            mns_buf_printf(text, "%s%u", e == 0 ? "" : " ", fork && e > 500 ? i : e);
        }
        mns_buf_str(text, "]]]}\n");
    }
}

static void put_long_line(mns_buf *text) {
    mns_buf_str(text, "{:type :ok, :process 0, :value [[:r 1 [0");
    for (unsigned e = 1; text->size < LARGE; e++) {
        mns_buf_printf(text, " %u", e);
    }
    mns_buf_str(text, "]]]}\n");
}

static void expect_ends(mns_buf *text) {
    bool paths[] = {true, false};
    assert_false(text->failed);
    for (size_t i = 0; i < MNS_COUNT_OF(paths); i++) {
        mns_source source;
        mns_problems problems;
        mns_history history;
        mns_problems_init(&problems);
        assert_int_equal(mns_source_memory(&source, "text", text->data, text->size, 0, &problems),
                         MINOS_OK);
        mns_read_options options = {
            .recognise = true, .threads = 2, .chunk_bytes = 1 << 16, .slow_path = paths[i]};
        minos_status status = mns_history_read(&history, &source, &options, &problems);
        assert_true(status == MINOS_OK || status == MINOS_EINPUT);
        mns_history_release(&history);
        mns_source_release(&source);
        mns_problems_release(&problems);
    }
    mns_buf_release(text);
    mns_buf_init(text);
}

static void hostile_texts(void **state) {
    (void)state;
    static const char *const lines[] = {
        "\n{",
        "\n{:a [",
        "\n{:type :invoke, :process 0, :value [[",
        "\n{:type :ok, :process 0, :value [[:r 1 [1 2 3",
        "\n{:type :ok, :process 0, :value [[:r 1 \"",
        "\n#_{",
        "\n{:type :ok, :process 0, :value [[:r 1 [1]] ] ; }",
        "\n{:type :ok, :process 0, :value [[:r \"a\" [1]]]}",
        "\n{:type :ok, :process :x, :value [[:r 1 [1]]]}",
        "\n{:type :ok, :value [[:r 1 [1]]], :process :x}",
        "\n{:type :ok, :process 0, :value [[:r 1 [1]]], :error \"a\"}",
        "\n[",
        "                    ",
    };
    mns_buf text;
    mns_buf_init(&text);
    for (size_t i = 0; i < MNS_COUNT_OF(lines); i++) {
        put_lines(&text, lines[i]);
        expect_ends(&text);
    }
    put_shapes(&text);
    expect_ends(&text);
    put_tails(&text);
    expect_ends(&text);
    put_lists(&text, false);
    expect_ends(&text);
    put_lists(&text, true);
    expect_ends(&text);
    put_long_line(&text);
    expect_ends(&text);
    mns_buf_release(&text);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(cuts_in_the_wrong_place),
        cmocka_unit_test(progress_is_reported),
        cmocka_unit_test(hostile_texts),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
