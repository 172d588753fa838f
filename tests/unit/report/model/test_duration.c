/* test_duration.c - src/report/model/duration.c: the unit and the digits. */
#include "report/model/duration.h"

#include "support/units.h"

static void expect_written(uint64_t ns, const char *expected) {
    mns_buf out;
    mns_buf_init(&out);
    mns_write_duration(&out, ns);
    assert_string_equal(out.data, expected);
    mns_buf_release(&out);
}

static void test_durations(void **state) {
    (void)state;
    expect_written(0, "0 ns");
    expect_written(350, "350 ns");
    expect_written(1250, "1.25 µs");
    expect_written(1200000, "1.2 ms");
    expect_written(90000000, "90 ms");
    expect_written(12400000000, "12.4 s");
    expect_written(724000000000, "724 s");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_durations),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
