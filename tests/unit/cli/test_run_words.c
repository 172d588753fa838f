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

static void expect_line(const minos_run_progress *progress, double time_s, size_t columns,
                        const char *expected) {
    char text[256];
    run_progress_line(progress, time_s, columns, text, sizeof text);
    assert_string_equal(text, expected);
}

static void test_progress(void **state) {
    (void)state;
    minos_run_progress p = {.phase = MINOS_PHASE_CONNECTING, .connected = 3, .clients = 10};
    expect_line(&p, 10, 79, "minos: connecting · 3 of 10 clients");
    p = (minos_run_progress){.phase = MINOS_PHASE_RUNNING,
                             .seconds = 3.1,
                             .ok = 25000,
                             .fail = 310,
                             .info = 2,
                             .connected = 10,
                             .clients = 10};
    expect_line(
        &p, 10, 100,
        "minos: running 3 s of 10 s · 25,312 transactions · 8,165/s · 310 failed · 2 unknown");
    expect_line(&p, 0, 100,
                "minos: running 3 s · 25,312 transactions · 8,165/s · 310 failed · 2 unknown");
    p.connected = 9;
    p.info = p.fail = 0;
    p.ok = 1;
    p.seconds = 0;
    expect_line(&p, 10, 100,
                "minos: running 0 s of 10 s · 1 transaction · 9 of 10 clients connected");
}

/* The fault that there is, and what comes after the load. */
static void test_progress_of_faults(void **state) {
    (void)state;
    minos_run_progress p = {.phase = MINOS_PHASE_RUNNING,
                            .fault = "kill",
                            .seconds = 3,
                            .ok = 9,
                            .connected = 1,
                            .clients = 2};
    expect_line(&p, 10, 100,
                "minos: running 3 s of 10 s · fault: kill · 9 transactions · 3/s · "
                "1 of 2 clients connected");
    p = (minos_run_progress){
        .phase = MINOS_PHASE_HEALING, .seconds = 12, .ok = 12, .connected = 2, .clients = 2};
    expect_line(&p, 10, 100, "minos: healing 12 s · 12 transactions · 1/s");
}

/* A part is shown whole or not at all, and nothing follows one that is not. */
static void test_progress_fits(void **state) {
    (void)state;
    minos_run_progress p = {
        .phase = MINOS_PHASE_RUNNING, .seconds = 3, .ok = 9, .connected = 1, .clients = 1};
    expect_line(&p, 10, 26, "minos: running 3 s of 10 s");
    expect_line(&p, 10, 42, "minos: running 3 s of 10 s");
    expect_line(&p, 10, 43, "minos: running 3 s of 10 s · 9 transactions");
    expect_line(&p, 10, 25, "");
    char tiny[8];
    for (size_t size = 0; size < sizeof tiny; size++) {
        memset(tiny, 'x', sizeof tiny);
        run_progress_line(&p, 10, 79, tiny, size);
        assert_true(tiny[size] == 'x');
    }
}

static void test_plain(void **state) {
    (void)state;
    char text[] = "My\033[31mSQL\n8\x7F\xC2\x9B ä";
    run_make_plain(text);
    assert_string_equal(text, "My?[31mSQL?8??? ä");
    run_make_plain(NULL);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_numbers),
        cmocka_unit_test(test_progress),
        cmocka_unit_test(test_progress_of_faults),
        cmocka_unit_test(test_progress_fits),
        cmocka_unit_test(test_plain),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
