/*
 * test_activity.c - src/run/client/activity.c: the average concurrency, and the most frequent
 * error.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include "run/client/activity.h"
#include <cmocka.h>

static void concurrency_is_the_average_when_one_begins(void **state) {
    (void)state;
    mns_activity a;
    mns_activity_init(&a);
    assert_true(mns_activity_concurrency(&a) == 0);
    mns_activity_begin(&a); /* 1 in flight */
    mns_activity_begin(&a); /* 2 */
    mns_activity_end(&a, NULL);
    mns_activity_end(&a, NULL);
    mns_activity_begin(&a); /* 1 */
    mns_activity_begin(&a); /* 2 */
    assert_true(mns_activity_concurrency(&a) == 1.5);
    mns_activity_release(&a);
}

static void the_most_frequent_error_is_named(void **state) {
    (void)state;
    static const char *const errors[] = {"deadlock", "timeout", NULL,     "timeout",
                                         "deadlock", "lost",    "timeout"};
    mns_activity a;
    mns_error_class most;
    mns_activity_init(&a);
    assert_false(mns_activity_error(&a, &most));
    for (size_t i = 0; i < MNS_COUNT_OF(errors); i++) {
        mns_activity_begin(&a);
        mns_activity_end(&a, errors[i]);
    }
    assert_true(mns_activity_error(&a, &most));
    assert_string_equal(most.name, "timeout");
    assert_int_equal(most.count, 3);
    mns_activity_release(&a);
}

/* Classes past the limit are not counted, and break nothing. */
static void classes_are_limited(void **state) {
    (void)state;
    static char names[MNS_LIMIT_ERROR_CLASSES + 3][2];
    mns_activity a;
    mns_error_class most;
    mns_activity_init(&a);
    for (size_t i = 0; i < MNS_COUNT_OF(names); i++) {
        names[i][0] = (char)('0' + (int)i);
        for (size_t n = 0; n <= i; n++) {
            mns_activity_begin(&a);
            mns_activity_end(&a, names[i]);
        }
    }
    assert_true(mns_activity_error(&a, &most));
    assert_string_equal(most.name, names[MNS_LIMIT_ERROR_CLASSES - 1]);
    mns_activity_release(&a);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(concurrency_is_the_average_when_one_begins),
        cmocka_unit_test(the_most_frequent_error_is_named),
        cmocka_unit_test(classes_are_limited),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
