/* test_run_words.c - what is said of a run. The file is included, because the command line is a
 * program and no library to link with. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include "cli/run_words.c"
#include <cmocka.h>

static void expect_number(uint64_t number, const char *expected) {
    char text[32];
    run_number(number, text);
    assert_string_equal(text, expected);
}

static void test_numbers(void **state) {
    (void)state;
    expect_number(0, "0");
    expect_number(999, "999");
    expect_number(1000, "1,000");
    expect_number(123456, "123,456");
    expect_number(UINT64_MAX, "18,446,744,073,709,551,615");
}

static void test_sentence(void **state) {
    (void)state;
    char target[] = "sqlite:", database[] = "SQLite 3.40.1", level[] = "serializable";
    minos_run_summary s = {.target = target,
                           .database = database,
                           .isolation = level,
                           .ended = MINOS_END_TIME,
                           .ok = 1000,
                           .fail = 10,
                           .info = 1,
                           .seconds = 2};
    char *text = run_sentence(&s, 10, 1);
    assert_string_equal(text,
                        "SQLite 3.40.1, serializable, 10 clients for 2.0 s: 1,011 transactions "
                        "(1,000 ok, 10 failed, 1 unknown), 505 a second.");
    free(text);
    s.database = NULL;
    s.isolation = NULL;
    s.ended = MINOS_END_SERVER_GONE;
    s.seconds = 0;
    s.ok = 1;
    s.fail = s.info = 0;
    text = run_sentence(&s, 1, 1);
    assert_string_equal(text, "sqlite:, 1 client: 1 transaction (1 ok, 0 failed, 0 unknown). "
                              "The server went away and did not come back.");
    free(text);
}

static void expect_claim(const char *history, const char *models, bool claimed,
                         const char *expected) {
    minos_options options;
    minos_options_init(&options);
    options.models = models;
    minos_result *result = NULL;
    minos_check_memory("h", history, strlen(history), &options, &result);
    char *text = run_claim(result, models, claimed);
    assert_string_equal(text, expected);
    free(text);
    minos_result_free(result);
}

static void test_claim(void **state) {
    (void)state;
    const char *skew = "{:type :ok, :process 0, :value [[:r x []] [:append y 1]]}\n"
                       "{:type :ok, :process 1, :value [[:r y []] [:append x 1]]}\n"
                       "{:type :ok, :process 2, :value [[:r x [1]] [:r y [1]]]}\n";
    expect_claim(skew, "snapshot-isolation", true,
                 "Claims snapshot-isolation, which holds as far as this run shows. Measured: "
                 "snapshot-isolation; serializable is ruled out by G2-item.");
    expect_claim(skew, "serializable", false,
                 "Asked for serializable, which does not hold. Measured: snapshot-isolation; "
                 "serializable is ruled out by G2-item.");
    expect_claim(skew, "read-committed,serializable", true,
                 "Claims read-committed,serializable, which do not all hold. Measured: "
                 "snapshot-isolation; serializable is ruled out by G2-item.");
    expect_claim(
        skew, "none", false,
        "Nothing was asked for. Measured: snapshot-isolation; serializable is ruled out by "
        "G2-item.");
    expect_claim("{:type :ok, :process 0, :value [[:append x 1]]}", "serializable", true,
                 "Claims serializable, which is not decided. Measured: nothing.");
}

static void test_plain(void **state) {
    (void)state;
    char text[] = "My\033[31mSQL\n8\x7F\xC2\x9B ä";
    run_make_plain(text);
    assert_string_equal(text, "My?[31mSQL?8??? ä");
    run_make_plain(NULL);
}

/* Nodes only where there are several, faults only if there were any. */
static void test_sentence_of_faults(void **state) {
    (void)state;
    char database[] = "etcd 3.4", level[] = "all", kinds[] = "kill, pause";
    minos_run_summary s = {.database = database,
                           .isolation = level,
                           .ended = MINOS_END_TIME,
                           .ok = 30,
                           .seconds = 10,
                           .faults = 4,
                           .fault_kinds = kinds};
    char *text = run_sentence(&s, 6, 3);
    assert_string_equal(text, "etcd 3.4, 3 nodes, all, 6 clients for 10.0 s with 4 faults (kill, "
                              "pause): 30 transactions (30 ok, 0 failed, 0 unknown), 3 a second.");
    free(text);
    s.faults = 1;
    s.fault_kinds = NULL;
    text = run_sentence(&s, 1, 1);
    assert_string_equal(text, "etcd 3.4, all, 1 client for 10.0 s with 1 fault: 30 transactions "
                              "(30 ok, 0 failed, 0 unknown), 3 a second.");
    free(text);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_numbers),  cmocka_unit_test(test_sentence_of_faults),
        cmocka_unit_test(test_sentence), cmocka_unit_test(test_claim),
        cmocka_unit_test(test_plain),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
