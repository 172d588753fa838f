/* test_setup.c - what was tested, in rows; and how much of a run had answers. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "report/model/setup.h"

static void expect_row(const mns_setup *setup, const char *label, const char *value) {
    const char *found = NULL;
    for (uint32_t i = 0; i < setup->row_count; i++) {
        found = strcmp(setup->rows[i].label, label) == 0 ? setup->rows[i].value : found;
    }
    if (value == NULL) {
        assert_null(found);
    } else {
        assert_non_null(found);
        assert_string_equal(found, value);
    }
}

static void test_rows(void **state) {
    (void)state;
    mns_arena arena;
    mns_arena_init(&arena);
    const char *options[] = {"fsync=on", "a=b"};
    mns_setup_faults faults = {.kinds = "kill,pause", .on = "all", .every_s = "5", .for_s = "2"};
    mns_setup setup = {.minos = "1.2.3",
                       .commit = "abc",
                       .target = "postgres:",
                       .database = "PostgreSQL 15.18",
                       .isolation = "serializable",
                       .native_level = "SERIALIZABLE",
                       .claims = "serializable",
                       .claims_source = "https://example.org",
                       .workload = "set",
                       .workload_options = "5 keys",
                       .processes = "1",
                       .seconds = "3.5",
                       .ended = "interrupted",
                       .server_options = options,
                       .server_option_count = 2,
                       .faults = &faults,
                       .fault_count = 3,
                       .fault_kinds = "kill"};
    mns_setup_rows(&setup, &arena);
    expect_row(&setup, "Database", "PostgreSQL 15.18");
    expect_row(&setup, "Isolation level", "serializable (set as SERIALIZABLE)");
    expect_row(&setup, "The database claims", "serializable (source: https://example.org)");
    expect_row(&setup, "Workload", "set: 5 keys");
    expect_row(&setup, "Load", "1 client for 3.5 s; ended by: interrupted");
    expect_row(&setup, "Faults",
               "kill,pause on all nodes, every 5 s for 2 s on average; 3 injected (kill)");
    expect_row(&setup, "Server options", "fsync=on, a=b");
    expect_row(&setup, "Minos", "1.2.3 (commit abc)");
    expect_row(&setup, "Answers", NULL);
    expect_row(&setup, "Run it again", NULL);
    mns_arena_release(&arena);
}

/* A file of another version may lack everything. */
static void test_empty(void **state) {
    (void)state;
    mns_arena arena;
    mns_arena_init(&arena);
    mns_setup setup = {.minos = NULL};
    mns_setup_rows(&setup, &arena);
    assert_int_equal(setup.row_count, 1);
    expect_row(&setup, "Faults", "none");
    mns_arena_release(&arena);
}

static void expect_said(mns_setup_answers answers, const char *words) {
    mns_setup setup = {.answers = answers};
    mns_buf out;
    mns_buf_init(&out);
    assert_int_equal(mns_setup_say_unanswered(&setup, &out), words != NULL);
    mns_buf_str(&out, "");
    assert_string_equal(out.data, words == NULL ? "" : words);
    mns_buf_release(&out);
}

static void test_unanswered(void **state) {
    (void)state;
    expect_said((mns_setup_answers){12000, 0, 0, 0}, NULL);
    expect_said((mns_setup_answers){12000, 0, 999, 999}, NULL);
    expect_said((mns_setup_answers){12000, 0, 8000, 8000},
                "no answer for the last 8.0 s of 12.0 s");
    expect_said((mns_setup_answers){12000, 0, 3000, 100}, "no answer for 3.0 s of 12.0 s");
    expect_said((mns_setup_answers){12000, 1500, 5000, 2000},
                "no answer for the last 2.0 s of 12.0 s, and for 3.0 s before, not counting 1.5 s "
                "under injected faults");
}

/* Exactly the required share is enough; time under faults counts neither way. */
static void test_too_few(void **state) {
    (void)state;
    mns_setup setup = {.answers = {12000, 2000, 5000, 0}, .rules = {.min_answered = 500}};
    assert_false(mns_setup_answers_too_few(&setup));
    setup.answers.unanswered_ms = 5001;
    assert_true(mns_setup_answers_too_few(&setup));
    setup.rules.min_answered = 0;
    assert_false(mns_setup_answers_too_few(&setup));
    setup.rules.min_answered = 1000;
    setup.answers = (mns_setup_answers){1200, 0, 999, 0}; /* too short a time to tell */
    assert_false(mns_setup_answers_too_few(&setup));
    setup = (mns_setup){.rules = {.min_answered = 1000}}; /* nothing is known of its answers */
    assert_false(mns_setup_answers_too_few(&setup));
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_rows), cmocka_unit_test(test_empty),
                                       cmocka_unit_test(test_unanswered),
                                       cmocka_unit_test(test_too_few)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
