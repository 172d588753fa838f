/*
 * test_snapshots_set.c - src/detect/snapshots_set.c: sets against revealed times.
 */
#include "unit/support/snapshots_support.h"

static void shows_what_was_committed_later(void **state) {
    (void)state;
    timed_expect("1-3 sx1 / 2-4 rx#{1}", "G-SIa 1 (1.0 0.0)");
    timed_expect("1-3 sx1 / 1-6 sx2 / 1-4 sx3 / 2-4 rx#{1,2,3}", "G-SIa 2 (3.0 1.0)");
    timed_expect("-3 sx1 / 2- rx#{1}", "G-SIa 1 (1.0 0.0)");
    timed_expect("info 1-3 sx1 / 2-4 rx#{1}", "G-SIa 1 (1.0 0.0)");
    timed_expect("1-3 sx1 / 2-4 rx#{1,2} sx2", "G-SIa 1 (1.0 0.0)"); /* besides its own */
    static const char *const fine[] = {
        "1-3 sx1 / 3-4 rx#{1}",           /* at the same time */
        "1-3 sx1 / 4-5 rx#{1}",           /* before */
        "1-3 sx1 / 2-4 rx#{}",            /* not shown */
        "1-3 sx1 / 2-4 rx",               /* nil is the empty set */
        "1- sx1 / 2-4 rx#{1}",            /* when was it committed? */
        "1-3 sx1 / -4 rx#{1}",            /* when did it start? */
        "4-3 sx1 / 2-4 rx#{1}",           /* commits before it starts */
        "fail 1-3 sx1 / 2-4 rx#{1}",      /* that is a G1a */
        "1-3 sx1 / info 2-4 rx#{1}",      /* may not have happened */
        "1-2 sy1 / 2-4 rx#{1} sx1",       /* its own, from the future */
        "1-2 sy1 / 2-4 rx#{1}",           /* never written */
        "1-3 sx1 / 1-3 sx1 / 2-4 rx#{1}", /* whose? */
        "1-5 sx1 / 2-4 sx2 rx#{1,2}",     /* not external */
    };
    timed_expect_none(fine, MNS_COUNT_OF(fine));
}

static void misses_what_was_committed_before(void **state) {
    (void)state;
    timed_expect("1-2 sx1 / 3-4 rx#{}", "G-SIb 1 (1.0 0.0)");
    timed_expect("1-2 sx1 / 3-4 rx", "G-SIb 1 (1.0 0.0)");
    timed_expect("1-2 sx1 / 3-4 sx2 / 2-5 sx3 / 6-7 rx#{1}", "G-SIb 2 (3.0 1.0)");
    timed_expect("1-2 sx1 sx2 / 3-4 rx#{2}", "G-SIb 1 (1.0 0.0)"); /* each element for itself */
    timed_expect("-2 sx1 / 3- rx#{}", "G-SIb 1 (1.0 0.0)");
    timed_expect("info 1-2 sx1 / 3-4 rx#{} / - rx#{1}", "G-SIb 1 (1.0 0.0)");
    timed_expect("1-2 sx1 / 3-4 rx#{} sx2", "G-SIa 1 (1.0 0.0)"); /* its own may be next */
    timed_expect("1-2 sx1 / 3-4 rx#{} sy2", "G-SIb 1 (1.0 0.0)");
    /* Elements of no account do not stand in for what is missing. */
    timed_expect("1-2 sx1 / fail 1-2 sx2 / 3-4 rx#{2,7}", "G-SIb 1 (2.0 0.0)");
    timed_expect("1-2 sx1 / 1-9 sx2 / 3-4 rx#{2}", "G-SIa 2 (2.0 1.0) G-SIb 1 (2.0 0.0)");
    static const char *const fine[] = {
        "1-3 sx1 / 3-4 rx#{}",           /* at the same time */
        "1-4 sx1 / 3-5 rx#{}",           /* after */
        "1-2 sx1 / 3-4 rx#{1}",          /* shown */
        "1- sx1 / 3-4 rx#{}",            /* when was it committed? */
        "1-2 sx1 / -4 rx#{}",            /* when did it start? */
        "2-1 sx1 / 3-4 rx#{}",           /* commits before it starts */
        "fail 1-2 sx1 / 3-4 rx#{}",      /* did not happen */
        "info 1-2 sx1 / 3-4 rx#{}",      /* may not have happened */
        "1-2 sx1 / 1-2 sx1 / 3-4 rx#{}", /* added twice: takes no part */
        "1-2 sx1 / 3-4 rx#{1} rx#{}",    /* internal's business */
        "1-2 sx1 / 3-4 sx2 rx#{2}",      /* as here */
        "1-2 sx1 / 3-4 ry#{}",           /* another key */
    };
    timed_expect_none(fine, MNS_COUNT_OF(fine));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(shows_what_was_committed_later),
        cmocka_unit_test(misses_what_was_committed_before),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
