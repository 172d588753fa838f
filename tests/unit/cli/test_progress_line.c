/* test_progress_line.c - the line that shows how far a check has come. The file is included,
 * because the command line is a program and no library to link with. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include "cli/progress_line.c"
#include <cmocka.h>

static void expect(const progress_state *state, size_t columns, const char *expected) {
    char text[256];
    progress_line(state, columns, text, sizeof text);
    assert_string_equal(text, expected);
}

static void test_reading(void **state) {
    (void)state;
    progress_state s = {.name = "h.edn",
                        .place = 1,
                        .count = 1,
                        .size_bytes = 340000000,
                        .stage = "reading",
                        .fraction = 0.62,
                        .stage_ms = 1000,
                        .check_ms = 2000};
    expect(&s, 79, "minos: reading 62 % · 210 MB of 340 MB · 210 MB/s · 1 s left");
    s.size_bytes = 0; /* stdin */
    expect(&s, 79, "minos: reading 62 % · 1 s left");
    s.fraction = 0.25;
    s.stage_ms = 100000;
    expect(&s, 79, "minos: reading 25 % · 5 min 0 s left");
    s.stage_ms = 10000000;
    expect(&s, 79, "minos: reading 25 % · 8 h 20 min left");
    s.stage_ms = 0;
    s.fraction = 1e-300;
    expect(&s, 79, "minos: reading 0 % · 277777777 h 46 min left");
}

static void test_other_stages(void **state) {
    (void)state;
    progress_state s = {.name = "h.edn",
                        .place = 2,
                        .count = 5,
                        .size_bytes = 1,
                        .stage = "inferring",
                        .check_ms = 61999};
    expect(&s, 79, "minos: 2 of 5, h.edn: inferring · 1 min 1 s");
    s.fraction = 2; /* nonsense is nothing said */
    expect(&s, 79, "minos: 2 of 5, h.edn: inferring · 1 min 1 s");
}

static void test_sizes(void **state) {
    (void)state;
    static const struct {
        uint64_t bytes;
        const char *expected;
    } cases[] = {{999, "minos: x 100 % · 999 B of 999 B · 999 B/s · 0 s left"},
                 {1000, "minos: x 100 % · 1.0 kB of 1.0 kB · 1.0 kB/s · 0 s left"},
                 {9990000, "minos: x 100 % · 9.9 MB of 9.9 MB · 9.9 MB/s · 0 s left"},
                 {12345678901, "minos: x 100 % · 12 GB of 12 GB · 12 GB/s · 0 s left"}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        progress_state s = {.name = "",
                            .count = 1,
                            .size_bytes = cases[i].bytes,
                            .stage = "x",
                            .fraction = 1,
                            .stage_ms = 1000};
        expect(&s, 79, cases[i].expected);
    }
}

static void test_names_and_cuts(void **state) {
    (void)state;
    progress_state s = {.name = "a\033[2J\n猫.edn", .place = 1, .count = 2, .stage = "opening"};
    expect(&s, 79, "minos: 1 of 2, a\\u001b[2J\\n猫.edn: opening · 0 s");
    expect(&s, 29, "minos: 1 of 2, a\\u001b[2J\\n猫");
    expect(&s, 28, "minos: 1 of 2, a\\u001b[2J\\n"); /* half a cat is none */
    expect(&s, 0, "");
    s.name = "/a/very/long/path/that/goes/on/and/on/until/it/ends/in/history.edn";
    expect(&s, 79, "minos: 1 of 2, ...s/on/and/on/until/it/ends/in/history.edn: opening · 0 s");
    s.name = "\xFF\x80\xC2\x9B\xC3";
    /* broken, a control character, broken */
    expect(&s, 79, "minos: 1 of 2, \\xff\\x80\\u009b\\xc3: opening · 0 s");
    char small[10];
    progress_line(&s, 79, small, sizeof small);
    assert_string_equal(small, "minos: 1 ");
    progress_line(&s, 79, small, 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_reading),
        cmocka_unit_test(test_other_stages),
        cmocka_unit_test(test_sizes),
        cmocka_unit_test(test_names_and_cuts),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
