/*
 * test_snapshots_register.c - src/detect/snapshots_register.c: registers against revealed times.
 */
#include "unit/support/snapshots_support.h"

static void shows_what_was_committed_later(void **state) {
    (void)state;
    timed_expect("1-3 wx1 / 2-4 rx1", "G-SIa 1 (1.0 0.0)");
    timed_expect("-3 wx1 / 2- rx1", "G-SIa 1 (1.0 0.0)");
    timed_expect("info 1-3 wx1 / 2-4 rx1", "G-SIa 1 (1.0 0.0)");
    static const char *const fine[] = {
        "1-3 wx1 / 3-4 rx1",               /* at the same time */
        "1-3 wx1 / 4-5 rx1",               /* before */
        "1-3 wx1 / 2-4 rx",                /* not shown */
        "1- wx1 / 2-4 rx1",                /* when was it committed? */
        "1-3 wx1 / -4 rx1",                /* when did it start? */
        "4-3 wx1 / 2-4 rx1",               /* commits before it starts */
        "fail 1-3 wx1 / 2-4 rx1",          /* that is a G1a */
        "1-3 wx1 / info 2-4 rx1",          /* may not have happened */
        "2-4 rx1 wx1",                     /* its own, from the future */
        "2-4 rx7",                         /* never written */
        "1-3 wx1 / 5-6 wx1 / 4-7 rx1",     /* which of the two? */
        "1-2 wx1 / 2-4 wx2 rx2 / 5-6 rx2", /* its own */
    };
    timed_expect_none(fine, MNS_COUNT_OF(fine));
}

static void misses_the_initial_state_no_more(void **state) {
    (void)state;
    timed_expect("1-2 wx1 / 3-4 rx", "G-SIb 1 (1.0 0.0)");
    timed_expect("1-2 wx1 / 3-4 wx2 / 5-6 rx", "G-SIb 2 (2.0 1.0)"); /* the last of them */
    timed_expect("1-2 wx1 / 3-4 rx wx2", "G-SIa 1 (1.0 0.0)");       /* its own may be next */
    timed_expect("1-2 wx1 / 3-4 rx wy2", "G-SIb 1 (1.0 0.0)");
    timed_expect("1-2 wx1 / 5-6 wx1 / 3-4 rx", "G-SIb 1 (2.0 0.0)"); /* 1 is ambiguous */
    static const char *const fine[] = {
        "1-3 wx1 / 3-4 rx",      /* at the same time */
        "1-4 wx1 / 3-5 rx",      /* after */
        "1- wx1 / 3-4 rx",       /* when was it committed? */
        "1-2 wx1 / -4 rx",       /* when did it start? */
        "2-1 wx1 / 3-4 rx",      /* commits before it starts */
        "fail 1-2 wx1 / 3-4 rx", /* did not happen */
        "info 1-2 wx1 / 3-4 rx", /* may not have happened */
        "1-2 wx1 / 3-4 rx1 rx",  /* internal's business */
        "1-2 wx1 / 3-4 wx2 rx",  /* as here */
        "1-2 wx1 / 3-4 ry",      /* another key */
    };
    timed_expect_none(fine, MNS_COUNT_OF(fine));
}

static void misses_a_later_write(void **state) {
    (void)state;
    /* Whether 2 replaced 1 or 1 replaced 2 is not known: it is one of the two. */
    timed_expect("1-2 wx1 / 3-4 wx2 / 5-6 rx1", "G-SIa 2 (2.0 1.0 0.0)");
    timed_expect("-2 wx1 / -4 wx2 / 5- rx1", "G-SIa 2 (2.0 1.0 0.0)");
    timed_expect("1-2 wx1 / 3-4 wx2 / 5-6 wx3 / 7-8 rx1", "G-SIa 3 (3.0 2.0 0.0)");
    timed_expect("info 1-2 wx1 / 3-4 wx2 / 5-6 rx1", "G-SIa 2 (2.0 1.0 0.0)");
    /* Unless version numbers tell; but then its own version may be in between. */
    timed_expect("1-2 wx1@1 / 3-4 wx2@2 / 5-6 rx1", "G-SIb 2 (2.0 1.0 0.0)");
    timed_expect("1-2 wx1 / 3-4 wx2@2 / 5-6 rx1@1", "G-SIb 2 (2.0 1.0 0.0)");
    timed_expect("1-2 wx1@3 / 3-4 wx2@2 / 5-6 rx1", "G-SIa 2 (2.0 1.0 0.0)");
    timed_expect("1-2 wx1@1 / 3-4 wx2 / 5-6 rx1@1", "G-SIa 2 (2.0 1.0 0.0)");
    timed_expect("1-2 wx1@1 / 3-4 wx2@3 / 5-6 rx1@1 wx3@2", "G-SIa 2 (2.0 1.0 0.0)");
    timed_expect("1-2 wx1@1 / 3-4 wx2@2 / 5-6 rx1 wy3", "G-SIb 2 (2.0 1.0 0.0)");
    static const char *const fine[] = {
        "1-2 wx1 / 3-4 wx2 / 5-6 rx2",           /* the last */
        "1-2 wx1 / 3-4 wx2 / 4-6 rx1",           /* committed at its start */
        "1-2 wx1 / 3-5 wx2 / 4-6 rx1",           /* after it */
        "-2 wx1 / -2 wx2 / 5-6 rx1",             /* both at the same time */
        "- wx1 / 3-4 wx2 / 5-6 rx1",             /* when was 1 committed? */
        "1-2 wx1 / - wx2 / 5-6 rx1",             /* when was 2? */
        "1-2 wx1 / fail 3-4 wx2 / 5-6 rx1",      /* did not happen */
        "1-2 wx1 / info 3-4 wx2 / 5-6 rx1",      /* may not have happened */
        "fail 1-2 wx1 / 3-4 wx2 / 5-6 rx1",      /* that is a G1a */
        "1-2 wx1 / 3-4 wx2 / 5-6 wx1 / 7-8 rx1", /* which of the two? */
        "1-2 wx1 / 3-4 wy2 / 5-6 rx1",           /* another key */
        "1-2 wx1 / 3-4 wx2 / 5-6 rx2 rx1",       /* internal's business */
        "1-4 wx1 wx2 / 5-6 rx1",                 /* a G1b */
    };
    timed_expect_none(fine, MNS_COUNT_OF(fine));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(shows_what_was_committed_later),
        cmocka_unit_test(misses_the_initial_state_no_more),
        cmocka_unit_test(misses_a_later_write),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
