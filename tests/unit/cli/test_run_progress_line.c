/* test_run_progress_line.c - the lines that show how a run is going. The files are included,
 * because the command line is a program and no library to link with. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include "cli/run_progress_line.c"
#include "cli/run_words.c"
#include <cmocka.h>

static void expect_line(const run_progress *progress, size_t columns, const char *expected) {
    char text[256];
    run_progress_line(progress, columns, text, sizeof text);
    assert_string_equal(text, expected);
}

static run_progress running(void) {
    return (run_progress){.now = {.phase = MINOS_PHASE_RUNNING,
                                  .seconds = 3.1,
                                  .ok = 25000,
                                  .connected = 10,
                                  .clients = 10},
                          .nodes = 1,
                          .time_s = 10};
}

static void test_running(void **state) {
    (void)state;
    run_progress p = running();
    p.now.fail = 310;
    p.now.info = 2;
    expect_line(
        &p, 100,
        "minos: running 3 s of 10 s · 25,312 transactions · 310 failed · 2 unknown · 8,165/s");
    p.now.error = "serialization-failure";
    expect_line(&p, 130,
                "minos: running 3 s of 10 s · 25,312 transactions · 310 failed · "
                "2 unknown · mostly serialization-failure · 8,165/s");
    p = running();
    p.time_s = 0;
    expect_line(&p, 100, "minos: running 3 s · 25,000 transactions · 8,064/s");
    p = running();
    p.now.connected = 9;
    p.now.ok = 1;
    p.now.seconds = 0;
    expect_line(&p, 100, "minos: running 0 s of 10 s · 1 transaction · 9 of 10 clients connected");
}

/* Level and nodes come first: a narrow terminal shows at least these. */
static void test_level_and_nodes(void **state) {
    (void)state;
    run_progress p = running();
    p.level = "serializable";
    expect_line(&p, 50, "minos: serializable · running 3 s of 10 s");
    p.place = 2;
    p.count = 4;
    p.nodes = 3;
    expect_line(&p, 100,
                "minos: serializable (2 of 4) · 3 nodes · running 3 s of 10 s · "
                "25,000 transactions · 8,064/s");
}

static void test_faults(void **state) {
    (void)state;
    run_progress p = running();
    p.now.ok = 9;
    p.now.seconds = 3;
    p.now.connected = 8;
    snprintf(p.fault, sizeof p.fault, "kill n2");
    expect_line(&p, 100,
                "minos: running 3 s of 10 s · fault: kill n2 · 9 transactions · "
                "8 of 10 clients connected · 3/s");
}

/* The steps before and after the load. */
static void test_other_phases(void **state) {
    (void)state;
    run_progress p = {.now = {.phase = MINOS_PHASE_SETUP}, .phase_s = 2.2, .time_s = 10};
    expect_line(&p, 79, "minos: creating tables 2 s");
    p.now = (minos_run_progress){.phase = MINOS_PHASE_CONNECTING, .connected = 3, .clients = 10};
    expect_line(&p, 79, "minos: connecting · 3 of 10 clients");
    p.now = (minos_run_progress){
        .phase = MINOS_PHASE_HEALING, .seconds = 12, .ok = 12, .connected = 2, .clients = 2};
    expect_line(&p, 100, "minos: healing 12 s · 12 transactions · 1/s");
    p.now = (minos_run_progress){.phase = MINOS_PHASE_CLEANUP};
    expect_line(&p, 79, "minos: removing tables 2 s");
}

/* A part is shown whole or not at all, and nothing follows one that is not. */
static void test_fits(void **state) {
    (void)state;
    run_progress p = {
        .now = {.phase = MINOS_PHASE_RUNNING, .seconds = 3, .ok = 9, .connected = 1, .clients = 1},
        .time_s = 10};
    expect_line(&p, 26, "minos: running 3 s of 10 s");
    expect_line(&p, 42, "minos: running 3 s of 10 s");
    expect_line(&p, 43, "minos: running 3 s of 10 s · 9 transactions");
    expect_line(&p, 25, "");
    char tiny[8];
    for (size_t size = 0; size < sizeof tiny; size++) {
        memset(tiny, 'x', sizeof tiny);
        run_progress_line(&p, 79, tiny, size);
        assert_true(tiny[size] == 'x');
    }
}

static void test_server(void **state) {
    (void)state;
    char text[256];
    minos_server_progress p = {.title = "Galera", .node = 2, .nodes = 3, .seconds = 3.2};
    run_server_line(&p, 79, text, sizeof text);
    assert_string_equal(text, "minos: starting Galera · node 2 of 3 · 3 s");
    p = (minos_server_progress){.title = "PostgreSQL", .node = 1, .nodes = 1, .seconds = 0.2};
    run_server_line(&p, 79, text, sizeof text);
    assert_string_equal(text, "minos: starting PostgreSQL · 0 s");
    run_server_line(&p, 79, text, 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_running), cmocka_unit_test(test_level_and_nodes),
        cmocka_unit_test(test_faults),  cmocka_unit_test(test_other_phases),
        cmocka_unit_test(test_fits),    cmocka_unit_test(test_server),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
