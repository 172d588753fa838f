/*
 * test_lost_update.c - src/detect/lost_update.c: several that read one version and wrote on.
 */
#include "support/units.h"

static void updates_of_one_version(void **state) {
    (void)state;
    unit_expect_cases(mns_detect_lost_update, "ok 0: ax1 / ok 1: rx[1] ax2 / ok 2: rx[1] ax3",
                      ":x - (1.0 1.1 2.0 2.1)");
    unit_expect_cases(mns_detect_lost_update, "ok 1: rx[] ax2 / ok 2: rx ax3",
                      ":x - (0.0 0.1 1.0 1.1)"); /* nil is the empty list */
    unit_expect_cases(mns_detect_lost_update,
                      "ok 0: rx[] ax1 / ok 1: rx[] ry[] ax2 ax3 / ok 2: rx[] ax4",
                      ":x - (0.0 0.1 1.0 1.2 2.0 2.1)"); /* all in one */
    unit_expect_cases(mns_detect_lost_update, "ok 0: rx[] ax1 / info 1: rx[] ax2 / ok 2: rx[2]",
                      ":x - (0.0 0.1 1.0 1.1)");
    unit_expect_cases(mns_detect_lost_update, "ok 0: rx[] ax1 / info 1: rx rx[] ax2 / ok 2: rx[2]",
                      ":x - (0.0 0.1 1.1 1.2)"); /* the first read that was answered */
    /* Reads off the order are of one version too, if they are equal. */
    unit_expect_cases(mns_detect_lost_update,
                      "ok 0: ax1 ax2 ax3 / ok 1: rx[1,2,3] / ok 2: rx[2] ax4 / ok 3: rx[2] ax5",
                      ":x - (2.0 2.1 3.0 3.1)");
}

static void a_case_for_each_version_and_key(void **state) {
    (void)state;
    unit_expect_cases(mns_detect_lost_update,
                      "ok 0: rx[] ry[] ax1 ay1 / ok 1: rx[] ry[] ax2 ay2 / "
                      "ok 2: rx[1] ax3 / ok 3: rx[1] ax4",
                      ":x - (0.0 0.2 1.0 1.2) :y - (0.1 0.3 1.1 1.3) :x - (2.0 2.1 3.0 3.1)");
}

static void other_updates_are_fine(void **state) {
    (void)state;
    static const char *const fine[] = {
        "ok 0: rx[] ax1 / ok 1: rx[1] ax2",              /* another version */
        "ok 0: rx[] ax1 / ok 1: ry[] ay2",               /* another key */
        "ok 0: rx[] ax1 / ok 1: ax2",                    /* a blind write */
        "ok 0: rx[] ax1 / ok 1: rx[]",                   /* no write */
        "ok 0: rx[] ax1 / fail 1: rx[] ax2",             /* did not happen */
        "ok 0: rx[] ax1 / info 1: rx[] ax2",             /* may not have happened */
        "ok 0: ax1 rx[1] ax2 / ok 1: rx[1] ax3",         /* read after the own write */
        "ok 0: rx[] ax1 rx[1] ax2",                      /* one transaction */
        "ok 0: rx[] ay1 / ok 1: rx[] ay2",               /* what was read was not written */
        "ok 0: rx[] ax1 / info 1: rx ax2 / ok 2: rx[2]", /* nothing known to have been read */
    };
    for (size_t i = 0; i < MNS_COUNT_OF(fine); i++) {
        unit_expect_cases(mns_detect_lost_update, fine[i], "");
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(updates_of_one_version),
        cmocka_unit_test(a_case_for_each_version_and_key),
        cmocka_unit_test(other_updates_are_fine),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
