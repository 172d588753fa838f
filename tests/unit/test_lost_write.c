/*
 * test_lost_write.c - src/detect/lost_write.c: acknowledged appends and adds that no later
 * read shows.
 */
#include "support/units.h"

static void adds_that_are_gone(void **state) {
    (void)state;
    unit_expect_cases(mns_detect_lost_write, "0: sx1 / ok 0: sx1 / 1: rx / ok 1: rx{}",
                      ":x 1 (0.0 1.0)");
    /* It was there for those who looked early. */
    unit_expect_cases(mns_detect_lost_write,
                      "0: sx1 / 2: rx / ok 0: sx1 / ok 2: rx{1} / 1: rx / ok 1: rx{}",
                      ":x 1 (0.0 2.0)");
    unit_expect_cases(mns_detect_lost_write,
                      "0: sx1 / ok 0: sx1 / 2: rx / 1: rx / ok 1: rx{} / ok 2: rx",
                      ":x 1 (0.0 2.0 1.0)"); /* in the order of their beginning */
    unit_expect_cases(mns_detect_lost_write,
                      "0: sx1 / ok 0: sx1 / 1: rx rx / ok 1: rx{} rx{} / 1: rx / ok 1: rx",
                      ":x 1 (0.0 1.0 2.0)"); /* one for each transaction */
    /* What the reader adds itself does not matter. */
    unit_expect_cases(mns_detect_lost_write, "0: sx1 / ok 0: sx1 / 1: sx2 rx / ok 1: sx2 rx{2}",
                      ":x 1 (0.0 1.1)");
    /* An info transaction that someone saw reads as well as others. */
    unit_expect_cases(mns_detect_lost_write,
                      "0: sx1 / ok 0: sx1 / 1: sy1 rx / info 1: sy1 rx{} / 2: ry / ok 2: ry{1}",
                      ":x 1 (0.0 1.1)");
}

static void eight_reads_are_named(void **state) {
    (void)state;
    unit_expect_cases(
        mns_detect_lost_write,
        "0: sx1 / ok 0: sx1 / 1: rx / 2: rx / 3: rx / 4: rx / 5: rx / 6: rx / 7: rx / "
        "8: rx / 9: rx / ok 1: rx{} / ok 2: rx{} / ok 3: rx{} / ok 4: rx{} / "
        "ok 5: rx{} / ok 6: rx{} / ok 7: rx{} / ok 8: rx{} / ok 9: rx{}",
        ":x 1 (0.0 1.0 2.0 3.0 4.0 5.0 6.0 7.0 8.0)");
}

static void adds_that_are_not(void **state) {
    (void)state;
    static const char *const fine[] = {
        "0: sx1 / ok 0: sx1 / 1: rx / ok 1: rx{1}",
        "0: sx1 / 1: rx / ok 0: sx1 / ok 1: rx{}", /* it began before */
        /* Stale for one, and there for another. */
        "0: sx1 / ok 0: sx1 / 1: rx / ok 1: rx{} / 1: rx / ok 1: rx{1}",
        "0: sx1 / ok 0: sx1 / 1: rx / ok 1: rx{1} / 1: rx / ok 1: rx{}",
        "0: sx1 / ok 0: sx1 / 1: sx2 rx / ok 1: sx2 rx{1,2}",
        "0: sx1 / info 0: sx1 / 1: rx / ok 1: rx{}", "0: sx1 / fail 0: sx1 / 1: rx / ok 1: rx{}",
        "0: sx1 / ok 0: sx1 / 1: rx / fail 1: rx{}", "0: sx1 / ok 0: sx1 / 1: rx / info 1: rx{}",
        "0: sx1 / ok 0: sx1 / 1: ry / ok 1: ry{}", "0: sx1 / ok 0: sx1",
        "ok 0: sx1 / ok 1: rx{}", /* nobody knows when they began */
    };
    for (size_t i = 0; i < MNS_COUNT_OF(fine); i++) {
        unit_expect_cases(mns_detect_lost_write, fine[i], "");
    }
}

static void appends_that_are_gone(void **state) {
    (void)state;
    unit_expect_cases(mns_detect_lost_write, "0: ax1 / ok 0: ax1 / 1: rx / ok 1: rx[]",
                      ":x 1 (0.0 1.0)");
    /* Others were appended since. */
    unit_expect_cases(mns_detect_lost_write,
                      "0: ax1 / ok 0: ax1 / 0: ax2 / ok 0: ax2 / 1: rx / ok 1: rx[2]",
                      ":x 1 (0.0 2.0)");
    /* It was there for those who looked early, and is part of the order. */
    unit_expect_cases(mns_detect_lost_write,
                      "0: ax1 ax2 / 2: rx / ok 0: ax1 ax2 / ok 2: rx[1,2] / 1: rx / ok 1: rx[1]",
                      ":x 2 (0.1 2.0)");
    /* So it is for its own transaction. */
    unit_expect_cases(mns_detect_lost_write, "0: ax1 rx / ok 0: ax1 rx[1] / 1: rx / ok 1: rx[]",
                      ":x 1 (0.0 1.0)");
    /* What the reader appends itself comes on top of what was there. */
    unit_expect_cases(mns_detect_lost_write, "0: ax1 / ok 0: ax1 / 1: ax2 rx / ok 1: ax2 rx[2]",
                      ":x 1 (0.0 1.1)");
    unit_expect_cases(mns_detect_lost_write, "0: ax1 / ok 0: ax1 / 1: rx ax2 / ok 1: rx[] ax2",
                      ":x 1 (0.0 1.0)");
    /* One for each append and key; the last read of a key alone would tell, or it would not. */
    unit_expect_cases(mns_detect_lost_write,
                      "0: ax1 ay1 ax2 / ok 0: ax1 ay1 ax2 / 1: rx ry / ok 1: rx[1] ry[] / 1: ry / "
                      "ok 1: ry[1]",
                      ":x 2 (0.2 1.0)");
    unit_expect_cases(mns_detect_lost_write,
                      "0: ax1 / ok 0: ax1 / 1: ay1 rx / info 1: ay1 rx[] / 2: ry / ok 2: ry[1]",
                      ":x 1 (0.0 1.1)");
}

/* Whatever else is wrong with a list. */
static void lists_in_trouble(void **state) {
    (void)state;
    /* Where lists contradict each other, each of them shows what it shows. */
    unit_expect_cases(mns_detect_lost_write,
                      "0: ax1 / ok 0: ax1 / 0: ax2 / 2: ax3 / ok 0: ax2 / ok 2: ax3 / 1: rx / "
                      "ok 1: rx[1,2] / 1: rx / ok 1: rx[1,3]",
                      "");
    unit_expect_cases(mns_detect_lost_write,
                      "0: ax1 / 2: rx / ok 0: ax1 / ok 2: rx[1] / 0: ax2 / ok 0: ax2 / 1: rx / "
                      "ok 1: rx[2]",
                      ":x 1 (0.0 3.0)");
    unit_expect_cases(mns_detect_lost_write,
                      "0: ax1 / ok 0: ax1 / 0: ax2 / ok 0: ax2 / 1: rx / ok 1: rx[1,1]",
                      ":x 2 (1.0 2.0)");
    unit_expect_cases(mns_detect_lost_write, "0: ax1 / ok 0: ax1 / 1: rx / ok 1: rx[7,7]",
                      ":x 1 (0.0 1.0)");
    unit_expect_cases(mns_detect_lost_write, "0: ax1 / ok 0: ax1 / 1: rx / ok 1: rx[7,1,7]", "");
}

static void appends_that_are_not(void **state) {
    (void)state;
    static const char *const fine[] = {
        "0: ax1 / ok 0: ax1 / 1: rx / ok 1: rx[1]",
        "0: ax1 / 1: rx / ok 0: ax1 / ok 1: rx[]", /* it began before */
        /* Stale for one, and there for another. */
        "0: ax1 / ok 0: ax1 / 1: rx / ok 1: rx[] / 1: rx / ok 1: rx[1]",
        "0: ax1 / ok 0: ax1 / 1: rx / ok 1: rx[1] / 1: rx / ok 1: rx[]",
        "0: ax1 / ok 0: ax1 / 1: rx / 2: rx / ok 2: rx[] / ok 1: rx[1]",
        "0: ax1 / ok 0: ax1 / 1: rx rx / ok 1: rx[] rx[1]",
        "0: ax1 / ok 0: ax1 / 1: ax2 rx / ok 1: ax2 rx[1,2]",
        "0: ax1 rx / ok 0: ax1 rx[]", /* its own reads are not later */
        "0: ax1 / info 0: ax1 / 1: rx / ok 1: rx[]", "0: ax1 / fail 0: ax1 / 1: rx / ok 1: rx[]",
        "0: ax1 / 1: rx / ok 1: rx[]", "0: ax1 / ok 0: ax1 / 1: rx / fail 1: rx[]",
        "0: ax1 / ok 0: ax1 / 1: rx / info 1: rx[]", "0: ax1 / ok 0: ax1 / 1: ry / ok 1: ry[]",
        "0: ax1 / ok 0: ax1", "ok 0: ax1 / ok 1: rx[]", /* nobody knows when they began */
    };
    for (size_t i = 0; i < MNS_COUNT_OF(fine); i++) {
        unit_expect_cases(mns_detect_lost_write, fine[i], "");
    }
}

/* By definition: every append against every read. */
static bool is_lost_by_definition(const unit *u, uint32_t append) {
    const mns_history *h = &u->history;
    const mns_mops *mops = &h->tables.mops;
    bool later = false;
    if (mns_mop_is_read(mops, append) || h->txns.type[h->txn_of_mop[append]] != MNS_TXN_OK) {
        return false;
    }
    for (uint32_t m = 0; m < mops->count; m++) {
        uint32_t count, txn = h->txn_of_mop[m];
        if (mops->key[m] != mops->key[append] || !mns_mop_is_answered(mops, m) ||
            !mns_txn_counts(&u->observation, txn) ||
            h->txns.invoke[txn] < h->txns.complete[h->txn_of_mop[append]]) {
            continue;
        }
        later = true;
        const mns_value *list = mns_mop_list(&h->tables, m, &count);
        for (uint32_t i = 0; i < count; i++) {
            if (list[i] == mops->value[append]) {
                return false;
            }
        }
    }
    return later;
}

static void random_histories_by_definition(void **state) {
    (void)state;
    uint64_t random = 8;
    uint32_t total = 0;
    for (int run = 0; run < 400; run++) {
        unit u;
        char *notation =
            unit_random_history(&random, 1 + (uint32_t)run % 40, 1 + (uint32_t)run % 4, 4);
        unit_open(&u, notation);
        mns_cases cases;
        mns_cases_init(&cases, UINT32_MAX);
        mns_detect_lost_write(&u.observation, &cases);
        size_t found = 0;
        for (uint32_t m = 0; m < u.history.tables.mops.count; m++) {
            if (is_lost_by_definition(&u, m)) {
                assert_true(found < cases.count);
                assert_int_equal(cases.mops[cases.items[found].first_mop], m);
                found++;
            }
        }
        assert_int_equal(cases.count, found);
        total += (uint32_t)found;
        mns_cases_release(&cases);
        unit_close(&u);
        free(notation);
    }
    assert_true(total > 100);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(adds_that_are_gone),
        cmocka_unit_test(eight_reads_are_named),
        cmocka_unit_test(adds_that_are_not),
        cmocka_unit_test(appends_that_are_gone),
        cmocka_unit_test(lists_in_trouble),
        cmocka_unit_test(appends_that_are_not),
        cmocka_unit_test(random_histories_by_definition),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
