/*
 * test_lost_update_register.c - src/detect/lost_update_register.c: transactions that read the same
 * version and then wrote the key.
 */
#include "unit/support/register_support.h"

static void updates_of_one_version(void **state) {
    (void)state;
    unit_expect_cases(mns_detect_lost_update_register, "ok 0: wx1 / ok 1: rx1 wx2 / ok 2: rx1 wx3",
                      ":x - (1.0 1.1 2.0 2.1)");
    unit_expect_cases(mns_detect_lost_update_register, "ok 0: rx wx1 / ok 1: rx wx2",
                      ":x - (0.0 0.1 1.0 1.1)");
    unit_expect_cases(mns_detect_lost_update_register,
                      "ok 0: rx ry wx1 wx4 / ok 1: wy1 rx rx wx2 / ok 2: rx wx3",
                      ":x - (0.0 0.2 1.1 1.3 2.0 2.1)"); /* the first write after it */
    unit_expect_cases(mns_detect_lost_update_register,
                      "ok 0: rx wx1 / ok 1: rx wx2 / ok 2: rx1 wx3 / ok 3: rx1 wx4",
                      ":x - (0.0 0.1 1.0 1.1) :x - (2.0 2.1 3.0 3.1)");
    register_expect_cases(mns_detect_lost_update_register, "ok 0: rx wx1 / ok 1: rx wx1",
                          "ambiguous", ":x - (0.0 0.1 1.0 1.1)"); /* whatever they wrote */
}

static void up_to_eight_are_named(void **state) {
    (void)state;
    unit_expect_cases(mns_detect_lost_update_register,
                      "ok 0: rx wx1 / ok 1: rx wx2 / ok 2: rx wx3 / ok 3: rx wx4 / ok 4: rx wx5 / "
                      "ok 5: rx wx6 / ok 6: rx wx7 / ok 7: rx wx8 / ok 8: rx wx9",
                      ":x - (0.0 0.1 1.0 1.1 2.0 2.1 3.0 3.1 4.0 4.1 5.0 5.1 6.0 6.1 7.0 7.1)");
}

static void what_loses_nothing(void **state) {
    (void)state;
    static const char *const fine[] = {
        "ok 0: rx wx1 / ok 1: rx1 wx2",    /* one after the other */
        "ok 0: rx wx1 / ok 1: rx",         /* does not write */
        "ok 0: rx wx1 / ok 1: rx wy2",     /* another key */
        "ok 0: rx wx1 / ok 1: wx2",        /* blind */
        "ok 0: rx wx1 / ok 1: wx2 rx wx3", /* not external */
        "ok 0: rx wx1 / fail 1: rx wx2",
        "ok 0: rx wx1 / info 1: rx wx2 / ok 2: rx2",               /* what did it read? no answer */
        "ok 0: rx1 wx2 / info 1: rx1 wx3 / ok 2: wx1 / ok 3: rx3", /* may have read in vain */
        "ok 0: rx9 wx1 / ok 1: rx9 wx2",                           /* never written */
        "ok 0: wx1 / ok 1: wx1 / ok 2: rx1 wx2 / ok 3: rx1 wx3",   /* the same version? */
        "fail 0: wx1 / ok 1: rx1 wx2 / ok 2: rx1 wx3",             /* aborted reads */
        "ok 0: wx2 rx / ok 1: wx3 rx",
    };
    for (size_t i = 0; i < MNS_COUNT_OF(fine); i++) {
        register_expect_cases(mns_detect_lost_update_register, fine[i], "ambiguous", "");
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(updates_of_one_version),
        cmocka_unit_test(up_to_eight_are_named),
        cmocka_unit_test(what_loses_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
