/*
 * test_lost_update_counter.c - src/detect/lost_update_counter.c: several transactions read one sum
 * of a counter that grows, then added to it.
 */
#include "support/units.h"

#define EXPECT(notation, expected)                                                                 \
    unit_expect_cases(mns_detect_lost_update_counter, notation, expected)

static void updates_of_one_sum(void **state) {
    (void)state;
    EXPECT("ok 0: rx0 ix1 / ok 1: rx0 ix2", ":x - (0.0 0.1 1.0 1.1)");
    EXPECT("ok 0: rx0 ix1 ix1 / ok 1: rx0 ry0 ix2", ":x - (0.0 0.1 1.0 1.2)");
    EXPECT(
        "ok 0: rx0 ix1 / ok 1: rx0 ix2 / ok 2: rx1 ix1 / ok 3: rx1 ix1 / ok 4: ry0 iy1 / ok 5: ry0 "
        "iy1",
        ":x - (0.0 0.1 1.0 1.1) :x - (2.0 2.1 3.0 3.1) :y - (4.0 4.1 5.0 5.1)");
    EXPECT("ok 0: rx0 ix1 / ok 1: rx0 / ok 2: rx0 rx0 ix1", ":x - (0.0 0.1 2.0 2.2)");
}

static void other_updates(void **state) {
    (void)state;
    EXPECT("ok 0: rx0 ix1 / ok 1: rx1 ix2", "");
    EXPECT("ok 0: rx0 ix1 / ok 1: rx0", "");
    EXPECT("ok 0: rx0 ix1 / ok 1: rx0 iy1", "");
    EXPECT("ok 0: rx0 ix1 / ok 1: ix1 rx0", ""); /* its own came first */
    EXPECT("ok 0: rx0 ix1 / ok 1: ix1 rx1 ix1", "");
    EXPECT("ok 0: rx0 ix1 / info 1: rx0 ix1", "");
    EXPECT("ok 0: rx0 ix1 / fail 1: rx0 ix1", "");
    EXPECT("ok 0: rx0 ix1 / ok 1: rx0 ix2 / ok 2: ix-1", ""); /* may be two versions of one sum */
    EXPECT("ok 0: rx0 ix1 / ok 1: rx0 ix2 / fail 2: ix0", "");
}

static void eight_are_named(void **state) {
    (void)state;
    mns_buf notation;
    mns_buf_init(&notation);
    for (unsigned i = 0; i < 10; i++) {
        mns_buf_printf(&notation, "%sok %u: rx0 ix1", i > 0 ? " / " : "", i);
    }
    EXPECT(notation.data, ":x - (0.0 0.1 1.0 1.1 2.0 2.1 3.0 3.1 4.0 4.1 5.0 5.1 6.0 6.1 7.0 7.1)");
    mns_buf_release(&notation);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(updates_of_one_sum),
        cmocka_unit_test(other_updates),
        cmocka_unit_test(eight_are_named),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
