/*
 * test_snapshots_list.c - src/detect/snapshots_list.c: lists against the times that were revealed.
 */
#include "unit/support/snapshots_support.h"

static void shows_what_was_committed_later(void **state) {
    (void)state;
    timed_expect("1-3 ax1 / 2-4 rx[1]", "G-SIa 1 (1.0 0.0)");
    /* Of all that it shows, what was committed last. */
    timed_expect("1-2 ax1 / 3-8 ax2 / 9-9 ax3 / 5-12 rx[1,2,3]", "G-SIa 3 (3.0 2.0)");
    timed_expect("1-9 ax1 / -3 ax2 / 4-5 rx[1,2]", "G-SIa 1 (2.0 0.0)");
    timed_expect("-3 ax1 / 2- rx[1]", "G-SIa 1 (1.0 0.0)"); /* two of the four times will do */
    timed_expect("info 1-3 ax1 / 2-4 rx[1]", "G-SIa 1 (1.0 0.0)");
    timed_expect("1-3 ax1 / 2-4 rx[1] ax2", "G-SIa - (0.0 1.1) G-SIa 1 (1.0 0.0)");
    static const char *const fine[] = {
        "1-3 ax1 / 3-4 rx[1]",           /* at the same time */
        "1-3 ax1 / 4-5 rx[1]",           /* before */
        "1-3 ax1 / 2-4 rx[]",            /* not shown */
        "1-3 ax1 / 2-4 ry[]",            /* another key */
        "1- ax1 / 2-4 rx[1]",            /* when was it committed? */
        "1-3 ax1 / -4 rx[1]",            /* when did it start? */
        "4-3 ax1 / 2-4 rx[1]",           /* commits before it starts: its times mean nothing */
        "1-3 ax1 / 2-1 rx[1]",           /* as here */
        "fail 1-3 ax1 / 2-4 rx[1]",      /* that is a G1a */
        "1-3 ax1 / fail 2-4 rx[1]",      /* did not happen */
        "1-3 ax1 / info 2-4 rx[1]",      /* may not have happened */
        "2-4 rx[1] ax1",                 /* its own, if from the future */
        "1-3 ay1 / 4-6 ax1 rx[1] ry[1]", /* its own */
        "- ax1 / - rx[1]",               /* no times at all */
        "1-5 ay1 rx[1] / 2-3 ax1 rx[1]", /* overlapping is fine; shown by one that ... */
    };
    timed_expect_none(fine, MNS_COUNT_OF(fine) - 1);
    timed_expect(fine[MNS_COUNT_OF(fine) - 1], "G-SIa 1 (0.1 1.0)"); /* ... started before */
}

static void misses_what_was_committed_before(void **state) {
    (void)state;
    timed_expect("1-2 ax1 / 3-4 rx[]", "G-SIb 1 (1.0 0.0)");
    timed_expect("1-2 ax1 / 3-4 ax2 / 5-6 rx[1] / 7-8 rx[1,2]", "G-SIb 2 (2.0 1.0)");
    timed_expect("-2 ax1 / 3- rx[]", "G-SIb 1 (1.0 0.0)");
    timed_expect("1-2 ax1 ax2 / 3-4 rx[1]", "G-SIb 2 (1.0 0.1)"); /* the last stands for all */
    timed_expect("info 1-2 ax1 / 3-4 rx[] / - rx[1]", "G-SIb 1 (1.0 0.0)");
    /* Unseen appends are the furthest; among several, the first committed. */
    timed_expect("1-2 ax1 / 3-4 ax2 / 5-6 ax3 / 7-8 rx[1] / 9-9 rx[1,2,3]", "G-SIb 3 (3.0 2.0)");
    timed_expect("5-6 ax3 / 3-4 ax2 / 7-8 rx[]", "G-SIb 2 (2.0 1.0)");
    /* A read that is too old and too new at once. */
    timed_expect("1-2 ax1 / 3-9 ax2 / 4-5 rx[2] / - rx[2,1]",
                 "G-SIa 2 (2.0 1.0) G-SIb 1 (2.0 0.0)");
    static const char *const fine[] = {
        "1-3 ax1 / 3-4 rx[]",       /* at the same time */
        "1-4 ax1 / 3-5 rx[]",       /* after */
        "1-2 ax1 / 3-4 rx[1]",      /* shown */
        "1-2 ax1 / 3-4 ry[]",       /* another key */
        "1- ax1 / 3-4 rx[]",        /* when was it committed? */
        "1-2 ax1 / -4 rx[]",        /* when did it start? */
        "2-1 ax1 / 3-4 rx[]",       /* commits before it starts */
        "fail 1-2 ax1 / 3-4 rx[]",  /* did not happen */
        "info 1-2 ax1 / 3-4 rx[]",  /* may not have happened */
        "1-2 ax1 / info 3-4 rx[]",  /* as here */
        "1-2 ax1 / 3-4 rx[1] rx[]", /* the second read is internal's business */
        "1-2 ax1 / 3-4 ax2 rx[2]",  /* so is one after a write */
        "1-2 ax1 / 3-4 ax2 / 9-9 rx[2] / 9-9 rx[1,2,3] / 5-6 ax3", /* a read off the order */
    };
    timed_expect_none(fine, MNS_COUNT_OF(fine));
}

/* A reader that writes the key may have written the next version: then it may be a G-SIa. */
static void a_miss_by_who_writes_the_key(void **state) {
    (void)state;
    timed_expect("1-2 ax1 / 3-4 rx[] ax2", "G-SIa 1 (1.0 0.0)");
    timed_expect("1-2 ax1 / 3-4 rx[] ax2 / - rx[2,1]", "G-SIa 1 (1.0 0.0)");
    timed_expect("1-2 ax1 / 3-4 rx[] ax2 / - rx[1,2]", "G-SIb 1 (1.0 0.0)");
    timed_expect("1-2 ax1 / - ax3 / 3-4 rx[] ax2 / - rx[3,2]", "G-SIb 1 (2.0 0.0)");
    timed_expect("1-2 ax1 / 3-4 rx[] ay2", "G-SIb 1 (1.0 0.0)"); /* another key */
    timed_expect("1-2 ax1 / 3-4 rx[1] ax2 / - rx[1,2]", "");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(shows_what_was_committed_later),
        cmocka_unit_test(misses_what_was_committed_before),
        cmocka_unit_test(a_miss_by_who_writes_the_key),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
