/*
 * test_shrink.c - src/shrink/shrink.c through minos_shrink: which anomaly, from where, and what is
 * said about it.
 */
#include <stdio.h>

#include "unit/support/shrink_support.h"

typedef struct answer {
    minos_status status;
    char *text, *message;
    size_t size;
} answer;

static answer ask(const char *history, const char *anomaly, minos_format format) {
    checked c;
    answer a = {.status = MINOS_OK};
    checked_open_text(&c, history);
    a.status = minos_shrink(c.result, anomaly, format, &a.text, &a.size, &a.message);
    checked_close(&c);
    return a;
}

static void answer_release(answer *a) {
    minos_free(a->text);
    minos_free(a->message);
}

static void expect_shrunk(const char *notation, const char *anomaly, const char *comment,
                          const char *expected) {
    char *history = unit_text(notation, false), *body = unit_text(expected, false);
    answer a = ask(history, anomaly, MINOS_FORMAT_AUTO);
    assert_int_equal(a.status, MINOS_OK);
    assert_non_null(a.text);
    assert_int_equal(a.size, strlen(a.text));
    size_t line = strcspn(a.text, "\n");
    assert_int_equal(line, strlen("; shrunk from unit: ") + strlen(comment));
    assert_memory_equal(a.text + line - strlen(comment), comment, strlen(comment));
    assert_string_equal(a.text + line + 1, body);
    assert_string_equal(a.message, comment);
    answer_release(&a);
    free(history);
    free(body);
}

static void expect_message(const char *notation, const char *anomaly, minos_status status,
                           const char *message) {
    char *history = unit_text(notation, false);
    answer a = ask(history, anomaly, MINOS_FORMAT_AUTO);
    assert_int_equal(a.status, status);
    assert_null(a.text);
    assert_string_equal(a.message, message);
    answer_release(&a);
    free(history);
}

/* G1a and G2-item, apart from each other. */
#define TWO "ok 0: rx[] ay1 / ok 1: ry[] ax1 / fail 2: az1 / ok 3: rz[1] / ok 4: rz[]"

static void the_worst_by_default(void **state) {
    (void)state;
    expect_shrunk(TWO, NULL, "G1a, 5 transactions before, 2 after", "fail 2: az1 / ok 3: rz[1]");
}

static void or_the_one_that_is_named(void **state) {
    (void)state;
    expect_shrunk(TWO, "G2-item", "G2-item, 5 transactions before, 2 after",
                  "ok 0: rx[] ay1 / ok 1: ry[] ax1");
    expect_shrunk(TWO, ":G2-item", "G2-item, 5 transactions before, 2 after",
                  "ok 0: rx[] ay1 / ok 1: ry[] ax1");
}

static void the_smallest_of_several(void **state) {
    (void)state;
    /* Both are G-single-item cycles of two transactions, but one needs a third to show the order.
     */
    expect_shrunk("ok 0: ax1 ay1 / ok 1: rx[] ay2 / ok 2: ry[1 2] / ok 3: az1 aw1 / "
                  "ok 4: rz[] rw[1]",
                  "G-single-item", "G-single-item, 5 transactions before, 2 after",
                  "ok 3: az1 aw1 / ok 4: rz[] rw[1]");
}

static void nothing_to_shrink(void **state) {
    (void)state;
    expect_message("ok 0: ax1 / ok 1: rx[1]", NULL, MINOS_OK,
                   "no anomaly was found, so there is nothing to shrink");
    expect_message("ok 0: ax1 / ok 1: rx[1]", "G1a", MINOS_OK,
                   "no G1a was found, so there is nothing to shrink");
    expect_message(TWO, "G0", MINOS_OK,
                   "no G0 was found, so there is nothing to shrink; found: G1a, G2-item");
}

static void no_such_anomaly(void **state) {
    (void)state;
    expect_message(TWO, "G2-itme", MINOS_EARGUMENT,
                   "unknown anomaly 'G2-itme'; did you mean 'G2-item'? (`minos models` lists all "
                   "names)");
    expect_message(TWO, "serializable", MINOS_EARGUMENT,
                   "'serializable' is a consistency model, not an anomaly");
    char *message = NULL;
    assert_int_equal(minos_shrink(NULL, "G9", MINOS_FORMAT_AUTO, NULL, NULL, &message),
                     MINOS_EARGUMENT);
    assert_non_null(strstr(message, "unknown anomaly 'G9'"));
    minos_free(message);
    assert_int_equal(minos_shrink(NULL, "G1a", MINOS_FORMAT_AUTO, NULL, NULL, &message), MINOS_OK);
    minos_free(message);
    assert_int_equal(minos_shrink(NULL, NULL, MINOS_FORMAT_AUTO, NULL, NULL, &message), MINOS_OK);
    minos_free(message);
}

static void not_a_history(void **state) {
    (void)state;
    minos_options options;
    minos_options_init(&options);
    minos_result *result = NULL;
    char *text = NULL, *message = NULL;
    size_t size = 0;
    assert_int_equal(minos_check_memory("bad", "{", 1, &options, &result), MINOS_EINPUT);
    assert_int_equal(minos_shrink(result, NULL, MINOS_FORMAT_AUTO, &text, &size, &message),
                     MINOS_EINPUT);
    assert_null(text);
    assert_non_null(message);
    minos_free(message);
    minos_result_free(result);
}

/* ---- Datatypes ------------------------------------------------------------------------------ */

static void a_register(void **state) {
    (void)state;
    expect_shrunk("ok 0: wx1 wy1 / ok 1: rx1 wz1 / ok 2: wx2 / ok 3: rx2 wy2 wy3 / ok 4: ry2 rz1",
                  NULL, "G1b, 5 transactions before, 2 after", "ok 3: wy2 wy3 / ok 4: ry2");
}

static void a_set(void **state) {
    (void)state;
    expect_shrunk("ok 0: sx1 sy1 / ok 1: sx2 / ok 2: rx{1 2} sy2 / ok 3: rx{1} ry{1 2}", NULL,
                  "G-single, 4 transactions before, 3 after",
                  "ok 1: sx2 / ok 2: rx{2} sy2 / ok 3: rx{} ry{2}");
}

static void a_counter(void **state) {
    (void)state;
    /* 5, 2 and 3 were there before the read. */
    expect_shrunk("0: ix5 iy1 / ok 0: ix5 iy1 / 1: ix2 / ok 1: ix2 / 2: ix3 / ok 2: ix3 / "
                  "3: rx ry / ok 3: rx8 ry1 / 4: ix7 / ok 4: ix7",
                  NULL, "missed-increment-realtime, 5 transactions before, 2 after",
                  "1: ix2 / ok 1: ix2 / 3: rx / ok 3: rx0");
}

static void sums_in_reach_where_there_are_any(void **state) {
    (void)state;
    /* What 2 read may be of 0 or of 1, which failed. In y there is a G1a, so one in x would be
     * nothing new, but it is none of the history. */
    expect_shrunk("0: ix1 / 1: ix1 / 2: rx / ok 0: ix1 / fail 1: ix1 / ok 2: rx1 / 2: rx / "
                  "ok 2: rx0 / 3: iy1 / fail 3: iy1 / 4: ry / ok 4: ry1",
                  "G-single-item-process", "G-single-item-process, 6 transactions before, 3 after",
                  "0: ix1 / 2: rx / ok 0: ix1 / ok 2: rx1 / 2: rx / ok 2: rx0");
}

/* ---- Formats -------------------------------------------------------------------------------- */

#define EDN_INTERNAL "{:type :ok, :process 0, :value [[:append :x 1] [:r :x []]]}\n"
#define JSON_INTERNAL                                                                              \
    "{\"type\":\"ok\",\"process\":0,\"value\":[[\"append\",\"x\",1],[\"r\",\"x\",[]]]}\n"

static void expect_format(const char *history, minos_format format, const char *expected) {
    answer a = ask(history, NULL, format);
    assert_int_equal(a.status, MINOS_OK);
    assert_string_equal(a.text, expected);
    answer_release(&a);
}

static void formats(void **state) {
    (void)state;
    const char *comment = "; shrunk from unit: internal, 1 transactions before, 1 after\n";
    char edn[256];
    snprintf(edn, sizeof edn, "%s%s", comment, EDN_INTERNAL);
    expect_format(EDN_INTERNAL, MINOS_FORMAT_AUTO, edn);
    expect_format(EDN_INTERNAL, MINOS_FORMAT_EDN, edn);
    expect_format(EDN_INTERNAL, MINOS_FORMAT_JSON, JSON_INTERNAL);
    expect_format(JSON_INTERNAL, MINOS_FORMAT_AUTO, JSON_INTERNAL);
    expect_format(JSON_INTERNAL, MINOS_FORMAT_JSON, JSON_INTERNAL);
}

static void a_history_that_json_cannot_say(void **state) {
    (void)state;
    /* x and "x" are two keys in EDN; the reads of each are fine, taken together they disagree. What
     * shows only with both keys in it cannot be shown in JSON. */
    const char *history = "{:type :ok, :process 0, :value [[:r :x []] [:append \"x\" 1]]}\n"
                          "{:type :ok, :process 1, :value [[:r \"x\" []] [:append :x 1]]}\n";
    answer a = ask(history, "G2-item", MINOS_FORMAT_JSON);
    assert_int_equal(a.status, MINOS_EINPUT);
    assert_null(a.text);
    assert_non_null(strstr(a.message, "cannot be written as JSON"));
    answer_release(&a);
    a = ask(history, "G2-item", MINOS_FORMAT_EDN);
    assert_int_equal(a.status, MINOS_OK);
    answer_release(&a);
}

static void a_name_cannot_end_the_comment(void **state) {
    (void)state;
    minos_options options;
    minos_options_init(&options);
    minos_result *result = NULL;
    char *text = NULL, *message = NULL;
    size_t size = 0;
    assert_int_equal(
        minos_check_memory("a\n{b\r", EDN_INTERNAL, strlen(EDN_INTERNAL), &options, &result),
        MINOS_OK);
    assert_int_equal(minos_shrink(result, NULL, MINOS_FORMAT_AUTO, &text, &size, &message),
                     MINOS_OK);
    assert_memory_equal(text, "; shrunk from a\\n{b\\r: ", 23);
    minos_free(text);
    minos_free(message);
    minos_result_free(result);
}

/* Without an add in it, a set is a list in JSON. */
static void a_set_that_json_cannot_say(void **state) {
    (void)state;
    const char *reads = "{:type :ok, :process 0, :value [[:r :x #{1}]]}\n";
    answer a = ask(reads, "garbage-read", MINOS_FORMAT_JSON);
    assert_int_equal(a.status, MINOS_EINPUT);
    assert_non_null(strstr(a.message, "cannot be written as JSON"));
    answer_release(&a);
    a = ask(reads, "garbage-read", MINOS_FORMAT_EDN);
    assert_int_equal(a.status, MINOS_OK);
    assert_non_null(strstr(a.text, reads));
    answer_release(&a);
    a = ask("{:type :ok, :process 0, :value [[:r :x #{1}] [:add :y 2]]}\n", "garbage-read",
            MINOS_FORMAT_JSON);
    assert_string_equal(a.text, "{\"type\":\"ok\",\"process\":0,\"value\":[[\"r\",\"x\",[1]],"
                                "[\"add\",\"y\",2]]}\n");
    answer_release(&a);
}

/* The examples of the catalog are the smallest there are; some show more than one anomaly. */
static void expect_no_larger(const char *example, const char *anomaly, minos_format format) {
    answer a = ask(example, anomaly, format);
    assert_int_equal(a.status, MINOS_OK);
    checked before, after;
    checked_open_text(&before, example);
    checked_open_text(&after, a.text);
    const mns_history *x = &before.result->history, *y = &after.result->history;
    assert_true(minos_result_has_anomaly(after.result, anomaly));
    assert_int_equal(y->workload, x->workload);
    assert_true(y->txns.count <= x->txns.count);
    assert_true(y->tables.mops.count <= x->tables.mops.count);
    checked_close(&before);
    checked_close(&after);
    answer_release(&a);
}

static void examples_do_not_grow(void **state) {
    (void)state;
    const char *name;
    for (size_t i = 0; (name = minos_catalog_anomaly(i)) != NULL; i++) {
        const char *example = minos_catalog_example(name);
        if (example != NULL) {
            expect_no_larger(example, name, MINOS_FORMAT_AUTO);
            expect_no_larger(example, name, MINOS_FORMAT_JSON);
        }
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_worst_by_default),
        cmocka_unit_test(or_the_one_that_is_named),
        cmocka_unit_test(the_smallest_of_several),
        cmocka_unit_test(nothing_to_shrink),
        cmocka_unit_test(no_such_anomaly),
        cmocka_unit_test(not_a_history),
        cmocka_unit_test(a_register),
        cmocka_unit_test(a_set),
        cmocka_unit_test(a_counter),
        cmocka_unit_test(sums_in_reach_where_there_are_any),
        cmocka_unit_test(formats),
        cmocka_unit_test(a_history_that_json_cannot_say),
        cmocka_unit_test(a_set_that_json_cannot_say),
        cmocka_unit_test(a_name_cannot_end_the_comment),
        cmocka_unit_test(examples_do_not_grow),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
