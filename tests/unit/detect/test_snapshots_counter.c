/*
 * test_snapshots_counter.c - src/detect/snapshots_counter.c: sums against revealed times.
 */
#include "unit/support/snapshots_support.h"

static void too_much_and_too_little(void **state) {
    (void)state;
    timed_expect("1-3 ix1 / 2-4 rx1", "G-SIa - (1.0 0.0)");
    timed_expect("1-2 ix1 / 3-4 rx0", "G-SIb - (1.0 0.0)");
    timed_expect("1-2 ix1 / 3-4 rx", "G-SIb - (1.0 0.0)");      /* nil is 0 */
    timed_expect("1-2 ix1 / 3-4 rx0 ix1", "G-SIa - (1.0 0.0)"); /* its own may be next */
    timed_expect("1-2 ix1 / 3-4 rx0 iy1", "G-SIb - (1.0 0.0)");
    timed_expect("1-2 ix-1 / 3-4 rx0", "G-SIb - (1.0 0.0)");
    timed_expect("1-3 ix-1 / 2-4 rx-1", "G-SIa - (1.0 0.0)");
    static const char *const fine[] = {
        "1-3 ix1 / 3-4 rx1",      /* committed at the start: seen ... */
        "1-3 ix1 / 3-4 rx0",      /* ... or missed */
        "1-3 ix-1 / 3-4 rx-1",    /* the same below zero */
        "1-3 ix-1 / 3-4 rx0",     /* and missed */
        "1-3 ix1 / 2-4 rx0",      /* after, and missed */
        "1-2 ix1 / 3-4 rx1",      /* before, and seen */
        "1- ix1 / 3-4 rx1",       /* no time: seen ... */
        "1- ix1 / 3-4 rx0",       /* ... or missed */
        "1-3 ix1 / -4 rx1",       /* when did it start? */
        "4-3 ix1 / 2-4 rx1",      /* commits before it starts */
        "info 1-3 ix1 / 2-4 rx1", /* may have happened whenever */
        "info 1-2 ix1 / 3-4 rx0", /* or not at all */
        "fail 1-3 ix1 / 2-4 rx1", /* an aborted read */
        "fail 1-2 ix1 / 3-4 rx0", /* did not happen */
        "1-3 ix1 / fail 2-4 rx1", /* as here */
        "1-2 iy1 / 2-4 rx1 ix1",  /* its own, from the future */
        "1-2 iy1 / 2-4 rx7",      /* no increments add up to 7 */
        "1-3 ix1 / 2-4 ix2 rx3",  /* not external */
        "1-2 ix0 / 3-4 rx0",      /* nothing to see */
    };
    timed_expect_none(fine, MNS_COUNT_OF(fine));
}

static void bounds(void **state) {
    (void)state;
    /* 1 and 2 are certain, 4 was committed at the start, 8 at an unknown time, 16 later. */
#define FIVE "1-2 ix1 / 2-3 ix2 / 3-9 ix4 / - ix8 / 4-11 ix16 / "
    static const char *const fine[] = {FIVE "9-12 rx3", FIVE "9-12 rx7", FIVE "9-12 rx11",
                                       FIVE "9-12 rx15"};
    timed_expect_none(fine, MNS_COUNT_OF(fine));
    timed_expect(FIVE "9-12 rx2", "G-SIb - (5.0 1.0 0.0)"); /* the latest first */
    timed_expect(FIVE "9-12 rx16", "G-SIa - (5.0 4.0)");
#undef FIVE
    /* With both signs it may be either: missed, then seen. */
    timed_expect("1-2 ix3 / 3-9 ix-5 / 4-5 rx-2", "G-SIa - (2.0 0.0 1.0)");
    timed_expect("1-2 ix3 / 3-9 ix-5 / 4-5 rx3", "");
    timed_expect("1-2 ix-3 / 3-9 ix5 / 4-5 rx2", "G-SIa - (2.0 0.0 1.0)");
    timed_expect("1-2 ix3 ix-1 / 3-4 rx1", "G-SIb - (1.0 0.0)"); /* below 2: the 3 */
    timed_expect("1-2 ix3 ix-1 / 3-4 rx3", "G-SIb - (1.0 0.1)"); /* above 2: the -1 */
    timed_expect("1-2 ix3 / info 1-2 ix-1 / 3-4 rx2", "");
    timed_expect("1-2 ix3 / info 1-2 ix-1 / 3-4 rx1", "G-SIb - (2.0 0.0)");
}

static void names_eight_at_most_and_none_of_its_own(void **state) {
    (void)state;
    timed_expect("1-2 ix1 ix1 ix1 ix1 ix1 ix1 ix1 ix1 ix1 / 3-4 rx0",
                 "G-SIb - (1.0 0.8 0.7 0.6 0.5 0.4 0.3 0.2 0.1)");
    timed_expect("1-5 ix1 ix1 ix1 ix1 ix1 ix1 ix1 ix1 ix1 / 3-4 rx5 ix2",
                 "G-SIa - (1.0 0.0 0.1 0.2 0.3 0.4 0.5 0.6 0.7)");
}

/* Sums that do not fit 64 bits: 2^63 - 1 twice is not less than nothing. */
static void large_sums(void **state) {
    (void)state;
#define MOST "9223372036854775807"
    timed_expect("1-2 ix" MOST " ix" MOST " ix2 / 3-4 rx0", "G-SIb - (1.0 0.2 0.1 0.0)");
    timed_expect("1-2 ix" MOST " ix" MOST " ix-" MOST " ix-" MOST " / 3-4 rx0", "");
#undef MOST
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(too_much_and_too_little),
        cmocka_unit_test(bounds),
        cmocka_unit_test(names_eight_at_most_and_none_of_its_own),
        cmocka_unit_test(large_sums),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
