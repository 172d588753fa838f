/*
 * test_effort_words.c - src/report/model/effort_words.c and effort_advice.c: which simulated bugs a
 * load would have shown, and what to do about a run that proves little.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include "report/model/document.h"
#include <cmocka.h>

/* ---- Bugs ------------------------------------------------------------------------------------ */

static void expect_bugs(mns_setup_bug *bugs, uint32_t count, const char *expected) {
    const mns_setup setup = {.bugs = bugs, .bug_count = count};
    mns_buf text;
    mns_buf_init(&text);
    mns_effort_say_bugs(&setup, &text);
    assert_string_equal(text.size == 0 ? "" : text.data, expected);
    mns_buf_release(&text);
}

static void bugs_are_counted_and_named(void **state) {
    (void)state;
    mns_setup_bug bugs[] = {{"aborted-read", 5, 5}, {"long-fork", 3, 5}, {"stale-replica", 0, 5}};
    expect_bugs(bugs, 3,
                "This load would have shown 2 of the simulator's 3 bugs at this level. In 5 "
                "simulated histories of each: 1 always; sometimes long-fork (3); never "
                "stale-replica.");
    expect_bugs(bugs, 1,
                "This load would have shown all of the simulator's 1 bugs at this level, each in 5 "
                "of 5 simulated histories.");
    expect_bugs(bugs, 0, "");
}

/* ---- Shares ---------------------------------------------------------------------------------- */

static void shares_do_not_overflow(void **state) {
    (void)state;
    assert_int_equal(mns_effort_thousandths(0, 0), 0);
    assert_int_equal(mns_effort_thousandths(1, 3), 333);
    assert_int_equal(mns_effort_thousandths(INT64_MAX, INT64_MAX), 1000);
    assert_true(mns_effort_thousandths(INT64_MAX, 1) == UINT64_MAX);
    assert_int_equal(mns_effort_thousandths(1, INT64_MAX), 0);
    assert_int_equal(mns_effort_thousandths(3000, 2), 1500000);
    const mns_effort most = {.committed = INT64_MAX,
                             .concurrency_thousandths = INT64_MAX,
                             .concurrency_max = INT64_MAX,
                             .conflicts = INT64_MAX,
                             .contended = INT64_MAX,
                             .keys = 1,
                             .reads = INT64_MAX,
                             .informative = INT64_MAX};
    mns_buf text;
    mns_buf_init(&text);
    mns_effort_say(&most, &text);
    assert_non_null(strstr(text.data, "100 % of 9223372036854775807 reads"));
    mns_buf_release(&text);
    assert_int_equal(mns_effort_low(&most), 0);
}

/* A share that is not 0 is never shown as 0, one below 100 % never as 100 %. */
static void shares_are_rounded_down(void **state) {
    (void)state;
    const mns_effort e = {.committed = 100000,
                          .concurrency_thousandths = 1999,
                          .contended = 1,
                          .keys = 3,
                          .conflicts = 2,
                          .reads = 100000,
                          .informative = 99999};
    mns_buf text;
    mns_buf_init(&text);
    mns_effort_say(&e, &text);
    assert_non_null(strstr(text.data, "less than 0.1 % of the committed"));
    assert_non_null(strstr(text.data, "(0.6 conflicts per key)"));
    assert_non_null(strstr(text.data, "99.9 % of 100000 reads"));
    mns_buf_release(&text);
}

/* ---- Advice ---------------------------------------------------------------------------------- */

static mns_effort hard(void) {
    return (mns_effort){.committed = 1000,
                        .concurrency_thousandths = 9900,
                        .concurrency_max = 10,
                        .conflicts = 3000,
                        .contended = 700,
                        .keys = 40,
                        .reads = 1200,
                        .informative = 1100};
}

static mns_setup default_load(void) {
    return (mns_setup){.target = "postgres:",
                       .processes = "10",
                       .load = {.keys = 10,
                                .max_length = 4,
                                .key_distribution = "exponential",
                                .rate = "0",
                                .read_fraction = "0.5"}};
}

static void expect_advice(const mns_effort *effort, const mns_setup *setup, const char *expected) {
    mns_buf text;
    mns_buf_init(&text);
    mns_effort_advise(effort, setup, &text);
    assert_string_equal(text.size == 0 ? "" : text.data, expected);
    mns_buf_release(&text);
}

static void a_hard_run_needs_no_advice(void **state) {
    (void)state;
    mns_effort e = hard();
    mns_setup s = default_load();
    expect_advice(&e, &s, "");
    e.contended = e.committed / 100 * MNS_LOW_CONTENDED_PERCENT; /* each at its threshold */
    e.informative = e.committed / 100 * MNS_LOW_INFORMATIVE_PERCENT;
    e.concurrency_thousandths = MNS_LOW_CONCURRENCY_THOUSANDTHS;
    expect_advice(&e, &s, "");
}

static void each_low_measure_has_its_options(void **state) {
    (void)state;
    mns_setup s = default_load();
    mns_effort e = hard();
    e.concurrency_thousandths = 1999;
    expect_advice(&e, &s,
                  "This run proves little: few transactions were in flight at a time. To look "
                  "harder: -p 20.");
    s.load.rate = "50";
    expect_advice(&e, &s,
                  "This run proves little: few transactions were in flight at a time. To look "
                  "harder: --rate 0 -p 20.");
    s = default_load();
    s.processes = "50";
    s.load.key_distribution = "uniform";
    e = hard();
    e.contended = 99;
    expect_advice(&e, &s,
                  "This run proves little: few transactions had a conflict. To look harder: -k 5 "
                  "--key-distribution exponential.");
    s.load.keys = 5;
    s.load.key_distribution = "exponential";
    s.load.read_fraction = "0.01";
    e = hard();
    e.informative = 249;
    expect_advice(&e, &s,
                  "This run proves little: few reads could show a write of another transaction. To "
                  "look harder: --max-length 8 --read-fraction 0.5.");
    e = hard();
    e.committed = 1;
    expect_advice(&e, &s,
                  "This run proves little: only 1 transaction committed. To look harder: -t 60.");
}

/* Nothing left to recommend but more of it. */
static void the_simulator_has_no_clock(void **state) {
    (void)state;
    mns_setup s = default_load();
    s.target = "sim:serializable";
    s.processes = "20";
    mns_effort e = hard();
    e.concurrency_thousandths = 1000;
    expect_advice(&e, &s,
                  "This run proves little: few transactions were in flight at a time. To look "
                  "harder: -n 10000.");
}

/* A violation is certain, however easy the load was. */
static void only_a_run_that_found_nothing_is_advised(void **state) {
    (void)state;
    mns_effort e = hard();
    mns_setup s = default_load();
    mns_document document;
    mns_buf text;
    e.concurrency_thousandths = 1000;
    mns_document_init(&document);
    mns_buf_init(&text);
    document.effort = &e;
    document.judgement.verdict = MINOS_VALID;
    mns_document_say_effort(&document, MNS_EFFORT_ADVICE, &text); /* not a recorded run */
    document.setup = &s;
    document.judgement.verdict = MINOS_VIOLATED;
    mns_document_say_effort(&document, MNS_EFFORT_ADVICE, &text);
    assert_int_equal(text.size, 0);
    document.judgement.verdict = MINOS_VALID;
    mns_document_say_effort(&document, MNS_EFFORT_ADVICE, &text);
    assert_true(text.size > 0);
    mns_buf_release(&text);
    mns_document_release(&document);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bugs_are_counted_and_named),
        cmocka_unit_test(shares_do_not_overflow),
        cmocka_unit_test(shares_are_rounded_down),
        cmocka_unit_test(a_hard_run_needs_no_advice),
        cmocka_unit_test(each_low_measure_has_its_options),
        cmocka_unit_test(the_simulator_has_no_clock),
        cmocka_unit_test(only_a_run_that_found_nothing_is_advised),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
