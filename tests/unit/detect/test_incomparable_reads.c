/*
 * test_incomparable_reads.c - src/detect/incomparable_reads.c: reads of which neither includes the
 * other, found if there are any, on random histories too.
 */
#include "unit/support/set_support.h"

#define ADDS "ok 0: sx1 / ok 1: sx2 / ok 2: sx3 / "

static void neither_includes_the_other(void **state) {
    (void)state;
    unit_expect_cases(mns_detect_incomparable_reads, ADDS "ok 3: rx{1} / ok 4: rx{2}",
                      ":x 2 (4.0 3.0)");
    unit_expect_cases(mns_detect_incomparable_reads, ADDS "ok 3: rx{1,3} / ok 4: rx{2,3}",
                      ":x 2 (4.0 3.0)");
    unit_expect_cases(mns_detect_incomparable_reads,
                      ADDS "ok 3: rx{1,2} / ok 4: rx{1,2,3} / ok 5: rx{1,3} / ok 6: rx{1}",
                      ":x 3 (5.0 3.0)");
    /* One that is odd among many is the one that is named. */
    unit_expect_cases(mns_detect_incomparable_reads,
                      ADDS "ok 3: rx{3} / ok 4: rx{1} / ok 5: rx{1,2} / ok 6: rx{1,2}",
                      ":x 3 (3.0 5.0)");
    /* Proven by what it added. */
    unit_expect_cases(mns_detect_incomparable_reads,
                      ADDS "ok 3: rx{1} / info 4: rx{2} sy1 / ok 5: ry{1}", ":x 2 (4.0 3.0)");
    unit_expect_cases(mns_detect_incomparable_reads, ADDS "ok 3: rx{1} sx4 / ok 4: rx{2,4}",
                      ":x 2 (4.0 3.0)");
}

static void what_can_be_compared(void **state) {
    (void)state;
    static const char *const fine[] = {
        ADDS "ok 3: rx{1} / ok 4: rx{1,2} / ok 5: rx / ok 6: rx{1,2,3} / ok 7: rx{1,2}",
        ADDS "ok 3: rx{1} / ok 4: ry{2} / ok 5: sy2",
        ADDS "ok 3: rx{1} / fail 4: rx{2}",
        ADDS "ok 3: rx{1} / info 4: rx{2}",
        /* Elements of failed transactions, and never added ones: other anomalies, nothing more. */
        ADDS "fail 3: sx4 / ok 4: rx{1,4} / ok 5: rx{1,2}",
        ADDS "ok 3: rx{1,9} / ok 4: rx{1,2}",
        /* One's own is shown to oneself first. */
        "ok 0: sx1 rx{1} / ok 1: sx2 rx{2}",
        "ok 0: sx1 rx{1} / ok 1: sx2 / ok 2: rx{2}",
    };
    for (size_t i = 0; i < MNS_COUNT_OF(fine); i++) {
        unit_expect_cases(mns_detect_incomparable_reads, fine[i], "");
    }
}

/* Whether the first read shows an add that takes part and that the second lacks. */
static bool has_more(const mns_observation *o, uint32_t a, uint32_t b) {
    const mns_mops *mops = &o->history->tables.mops;
    for (uint32_t m = 0; m < mops->count; m++) {
        if (mops->function[m] == MNS_WRITE && mops->key[m] == mops->key[a] &&
            mns_txn_counts(o, mns_txn_of(o, m)) && set_shows(o, a, m) && !set_shows(o, b, m)) {
            return true;
        }
    }
    return false;
}

static bool are_incomparable(const mns_observation *o, uint32_t a, uint32_t b) {
    return o->history->tables.mops.key[a] == o->history->tables.mops.key[b] && has_more(o, a, b) &&
           has_more(o, b, a);
}

/* True if some external reads of a key are incomparable, by trying all pairs. */
static bool any_incomparable(const mns_observation *o, uint32_t key) {
    const mns_mops *mops = &o->history->tables.mops;
    for (uint32_t a = 0; a < mops->count; a++) {
        for (uint32_t b = 0; b < a; b++) {
            if (mns_mop_is_read(mops, a) && mns_mop_is_read(mops, b) && mops->key[a] == key &&
                set_is_external(o, a) && set_is_external(o, b) &&
                !mns_set_shows_own(&o->sets, &o->history->tables, a) &&
                !mns_set_shows_own(&o->sets, &o->history->tables, b) && are_incomparable(o, a, b)) {
                return true;
            }
        }
    }
    return false;
}

static void some_are_found_if_there_are_any(void **state) {
    (void)state;
    uint64_t random = 77;
    uint32_t with = 0, without = 0;
    for (int round = 0; round < 300; round++) {
        unit u;
        mns_cases cases;
        uint32_t txns = 8 + unit_random(&random, 24);
        char *notation = set_random_history(&random, txns, 2, 5);
        unit_open(&u, notation);
        mns_cases_init(&cases, 1000);
        mns_detect_incomparable_reads(&u.observation, &cases);
        assert_false(cases.failed);
        bool found[2] = {false, false};
        for (size_t i = 0; i < cases.count; i++) {
            const uint32_t *mops = cases.mops + cases.items[i].first_mop;
            assert_true(are_incomparable(&u.observation, mops[0], mops[1]));
            found[cases.items[i].key] = true;
        }
        for (uint32_t key = 0; key < u.history.tables.keys.count; key++) {
            bool any = any_incomparable(&u.observation, key);
            if (found[key] != any) {
                fail_msg("%s", notation);
            }
            *(any ? &with : &without) += 1;
        }
        mns_cases_release(&cases);
        unit_close(&u);
        free(notation);
    }
    assert_true(with > 50 && without > 50);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(neither_includes_the_other),
        cmocka_unit_test(what_can_be_compared),
        cmocka_unit_test(some_are_found_if_there_are_any),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
