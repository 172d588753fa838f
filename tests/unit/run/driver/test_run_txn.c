/* test_run_txn.c - src/run/driver/txn.c: every answer of a database becomes valid EDN, and an
 * integer only if it is one. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>

#include "run/driver/txn.h"
#include "support/support.h"
#include <cmocka.h>

static void expect_edn(const mns_run_txn *txn, bool answered, const char *expected) {
    mns_buf out;
    mns_buf_init(&out);
    mns_run_txn_write(txn, answered, &out);
    assert_string_equal(out.data, expected);
    mns_buf_release(&out);
}

static void micro_operations_by_kind(void **state) {
    (void)state;
    static const char *const expected[] = {"[[:append 1 -2] [:r 3 nil]]", "[[:w 1 -2] [:r 3 nil]]",
                                           "[[:add 1 -2] [:r 3 nil]]", "[[:inc 1 -2] [:r 3 nil]]"};
    for (mns_generator_kind kind = 0; kind < MNS_GENERATOR_KIND_COUNT; kind++) {
        mns_run_txn txn;
        mns_run_txn_init(&txn, kind);
        expect_edn(&txn, true, "[]");
        assert_true(mns_run_txn_push(&txn, true, 1, -2));
        assert_true(mns_run_txn_push(&txn, false, 3, 0));
        expect_edn(&txn, true, expected[kind]);
        mns_run_txn_clear(&txn);
        expect_edn(&txn, false, "[]");
        mns_run_txn_release(&txn);
    }
}

/* ---- Answers --------------------------------------------------------------------------------- */

static void start(mns_run_txn *txn, mns_generator_kind kind) {
    mns_run_txn_init(txn, kind);
    assert_true(mns_run_txn_push(txn, false, 1, 0));
}

/* The transaction's only read has this answer; without answers it is nil. */
static void expect_answer(mns_run_txn *txn, const char *answer) {
    char expected[200];
    snprintf(expected, sizeof expected, "[[:r 1 %s]]", answer);
    expect_edn(txn, true, expected);
    expect_edn(txn, false, "[[:r 1 nil]]");
    mns_run_txn_release(txn);
}

static void nothing_is_nil_or_zero(void **state) {
    (void)state;
    for (mns_generator_kind kind = 0; kind < MNS_GENERATOR_KIND_COUNT; kind++) {
        mns_run_txn txn;
        start(&txn, kind);
        mns_answer_nil(&txn, 0);
        expect_answer(&txn, kind == MNS_GENERATE_COUNTER ? "0" : "nil");
    }
}

static void expect_text(const char *text, size_t size, const char *answer) {
    mns_run_txn txn;
    start(&txn, MNS_GENERATE_RW_REGISTER);
    mns_answer_text(&txn, 0, text, size);
    expect_answer(&txn, answer);
}

static void only_integers_are_integers(void **state) {
    (void)state;
    static const char *const good[] = {"0", "7", "-1", "123456789012345678", "-99"};
    static const char *const bad[] = {"",    "-",   "-0",  "007", "+1",
                                      " 1",  "1 ",  "1.0", "1e3", "0x1",
                                      "nil", "[1]", "--1", "1-",  "1234567890123456789"};
    for (size_t i = 0; i < TEST_COUNT_OF(good); i++) {
        expect_text(good[i], strlen(good[i]), good[i]);
    }
    for (size_t i = 0; i < TEST_COUNT_OF(bad); i++) {
        char quoted[64];
        snprintf(quoted, sizeof quoted, "\"%s\"", bad[i]);
        expect_text(bad[i], strlen(bad[i]), quoted);
    }
    expect_text("1\0002", 3, "\"1\\u00002\"");
    expect_text("\"]\n\\", 4, "\"\\\"]\\n\\\\\"");
    expect_text("\xff", 1, "\"\xEF\xBF\xBD\"");
}

static void expect_list(mns_generator_kind kind, const char *text, const char *answer) {
    mns_run_txn txn;
    start(&txn, kind);
    mns_answer_list(&txn, 0, text, strlen(text));
    expect_answer(&txn, answer);
}

static void lists_in_one_text(void **state) {
    (void)state;
    expect_list(MNS_GENERATE_LIST_APPEND, "1 2 3", "[1 2 3]");
    expect_list(MNS_GENERATE_LIST_APPEND, "{1,2,3}", "[1 2 3]");
    expect_list(MNS_GENERATE_LIST_APPEND, " 1,,  2 ", "[1 2]");
    expect_list(MNS_GENERATE_LIST_APPEND, "", "[]");
    expect_list(MNS_GENERATE_LIST_APPEND, "{}", "[]");
    expect_list(MNS_GENERATE_LIST_APPEND, "1 x 03", "[1 \"x\" \"03\"]");
    expect_list(MNS_GENERATE_LIST_APPEND, "12", "[12]"); /* not 1 and 2 */
    expect_list(MNS_GENERATE_SET, "3 1", "#{3 1}");
}

static void elements_one_by_one(void **state) {
    (void)state;
    static const mns_generator_kind kinds[] = {MNS_GENERATE_SET, MNS_GENERATE_LIST_APPEND};
    static const char *const expected[] = {"#{10 \"a b\" -2}", "[10 \"a b\" -2]"};
    for (size_t i = 0; i < TEST_COUNT_OF(kinds); i++) {
        mns_run_txn txn;
        start(&txn, kinds[i]);
        mns_answer_begin(&txn, 0);
        mns_answer_element(&txn, 0, "10", 2);
        mns_answer_element(&txn, 0, "a b", 3);
        mns_answer_element(&txn, 0, "-2", 2);
        mns_answer_end(&txn, 0);
        expect_answer(&txn, expected[i]);
    }
    mns_run_txn txn;
    start(&txn, MNS_GENERATE_SET);
    mns_answer_begin(&txn, 0);
    mns_answer_end(&txn, 0);
    expect_answer(&txn, "#{}");
}

/* Answers may arrive in any order, or not at all. */
static void each_read_has_its_own(void **state) {
    (void)state;
    mns_run_txn txn;
    mns_run_txn_init(&txn, MNS_GENERATE_LIST_APPEND);
    for (uint64_t key = 1; key <= 3; key++) {
        assert_true(mns_run_txn_push(&txn, false, key, 0));
    }
    mns_answer_list(&txn, 2, "3", 1);
    mns_answer_list(&txn, 0, "1 1", 3);
    expect_edn(&txn, true, "[[:r 1 [1 1]] [:r 2 nil] [:r 3 [3]]]");
    mns_run_txn_release(&txn);
}

/* Versions are only written with answers. */
static void versions_go_with_answers(void **state) {
    (void)state;
    mns_run_txn txn;
    mns_run_txn_init(&txn, MNS_GENERATE_RW_REGISTER);
    assert_true(mns_run_txn_push(&txn, false, 1, 0) && mns_run_txn_push(&txn, true, 2, 5) &&
                mns_run_txn_push(&txn, true, 2, 6));
    mns_answer_text(&txn, 0, "4", 1);
    mns_answer_version(&txn, 0, 12);
    mns_answer_version(&txn, 2, 13);
    expect_edn(&txn, true, "[[:r 1 4 {:version 12}] [:w 2 5] [:w 2 6 {:version 13}]]");
    expect_edn(&txn, false, "[[:r 1 nil] [:w 2 5] [:w 2 6]]");
    mns_run_txn_clear(&txn);
    assert_true(mns_run_txn_push(&txn, true, 2, 7));
    expect_edn(&txn, true, "[[:w 2 7]]");
    mns_run_txn_release(&txn);
}

/* ---- Random bytes ---------------------------------------------------------------------------- */

/* A line of a history: an answer of each kind with this text. */
static void write_history(mns_generator_kind kind, const char *text, size_t size, mns_buf *out) {
    mns_run_txn txn;
    mns_run_txn_init(&txn, kind);
    mns_run_txn_push(&txn, true, 1, 1);
    mns_run_txn_push(&txn, false, 1, 0);
    bool several = kind == MNS_GENERATE_LIST_APPEND || kind == MNS_GENERATE_SET;
    (several ? mns_answer_list : mns_answer_text)(&txn, 1, text, size);
    mns_buf_str(out, "{:type :ok, :process 0, :f :txn, :value ");
    mns_run_txn_write(&txn, true, out);
    mns_buf_str(out, "}\n");
    mns_run_txn_release(&txn);
}

/* Except a counter that is not a number, which is rejected with this message. */
static void any_answer_can_be_judged(void **state) {
    (void)state;
    static const char alphabet[] = "0123456789 -,{}[]\"\\\n\t:#;'~nil\x00\x7f\x80\xc3\xa9\xff";
    uint32_t random = 1;
    for (unsigned i = 0; i < 4000; i++) {
        char text[24];
        size_t size = i % sizeof text;
        for (size_t k = 0; k < size; k++) {
            random = random * 1664525 + 1013904223;
            text[k] = alphabet[(random >> 16) % (sizeof alphabet - 1)];
        }
        mns_buf history;
        mns_buf_init(&history);
        mns_generator_kind kind = i / 4 % MNS_GENERATOR_KIND_COUNT;
        write_history(kind, text, size, &history);
        minos_options options;
        minos_options_init(&options);
        minos_result *result = NULL;
        minos_status status =
            minos_check_memory("history", history.data, history.size, &options, &result);
        if (status != MINOS_OK) {
            assert_int_equal(kind, MNS_GENERATE_COUNTER);
            assert_non_null(
                strstr(minos_result_problem(result, 0).message, "must be a 64-bit integer"));
        }
        minos_result_free(result);
        mns_buf_release(&history);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(micro_operations_by_kind),   cmocka_unit_test(nothing_is_nil_or_zero),
        cmocka_unit_test(only_integers_are_integers), cmocka_unit_test(lists_in_one_text),
        cmocka_unit_test(elements_one_by_one),        cmocka_unit_test(each_read_has_its_own),
        cmocka_unit_test(versions_go_with_answers),   cmocka_unit_test(any_answer_can_be_judged),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
