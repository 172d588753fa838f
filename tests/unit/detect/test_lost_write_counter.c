/*
 * test_lost_write_counter.c - src/detect/lost_write_counter.c: acknowledged increments that no
 * final read of a counter includes; compared with the definition on random histories.
 */
#include "core/buf.h"
#include "history/final_reads.h"
#include "support/units.h"

static void increments_that_are_gone(void **state) {
    (void)state;
    unit_expect_cases(mns_detect_lost_write_counter, "0: ix1 / ok 0: ix1 / 1: rx / final 1: rx0",
                      ":x - (1.0 0.0)");
    /* One of several; the latest is named first. */
    unit_expect_cases(mns_detect_lost_write_counter,
                      "0: ix1 / ok 0: ix1 / 1: ix1 / ok 1: ix1 / 2: rx / final 2: rx1",
                      ":x - (2.0 1.0 0.0)");
    /* An earlier read shows it. */
    unit_expect_cases(mns_detect_lost_write_counter,
                      "0: ix1 / 1: rx / ok 0: ix1 / ok 1: rx1 / 2: rx / final 2: rx0",
                      ":x - (2.0 0.0)");
    unit_expect_cases(mns_detect_lost_write_counter,
                      "0: ix1 / ok 0: ix1 / 1: rx / ok 1: rx1 / 2: rx / final 2: rx0",
                      ":x - (2.0 0.0)");
    /* Both final reads miss one; the last of them is named. */
    unit_expect_cases(mns_detect_lost_write_counter,
                      "0: ix2 / ok 0: ix2 / 1: rx / final 1: rx1 / 2: rx / final 2: rx0",
                      ":x - (2.0 0.0)");
    /* An unknown outcome, a failed one and a decrement do not explain it. */
    unit_expect_cases(mns_detect_lost_write_counter,
                      "0: ix2 / ok 0: ix2 / 1: ix1 / info 1: ix1 / 2: rx / final 2: rx1",
                      ":x - (2.0 0.0)");
    unit_expect_cases(mns_detect_lost_write_counter,
                      "0: ix2 / ok 0: ix2 / 1: ix-1 / fail 1: ix-1 / 2: rx / final 2: rx1",
                      ":x - (2.0 0.0)");
    unit_expect_cases(mns_detect_lost_write_counter,
                      "0: ix3 / ok 0: ix3 / 1: ix-1 / ok 1: ix-1 / 2: rx / final 2: rx1",
                      ":x - (2.0 0.0)");
    /* A decrement is gone. */
    unit_expect_cases(mns_detect_lost_write_counter,
                      "0: ix1 / ok 0: ix1 / 1: ix-1 / ok 1: ix-1 / 2: rx / final 2: rx1",
                      ":x - (2.0 1.0)");
    /* One case for each key. */
    unit_expect_cases(mns_detect_lost_write_counter,
                      "0: ix1 iy1 iz1 / ok 0: ix1 iy1 iz1 / 1: rx ry rz / final 1: rx0 ry1 rz0",
                      ":x - (1.0 0.0) :z - (1.2 0.2)");
}

static void eight_are_named(void **state) {
    (void)state;
    unit_expect_cases(mns_detect_lost_write_counter,
                      "0: ix1 ix0 / ok 0: ix1 ix0 / 0: ix1 / ok 0: ix1 / 0: ix1 / ok 0: ix1 / "
                      "0: ix1 / ok 0: ix1 / 0: ix1 / ok 0: ix1 / 0: ix1 / ok 0: ix1 / "
                      "0: ix1 / ok 0: ix1 / 0: ix1 / ok 0: ix1 / 0: ix1 / ok 0: ix1 / "
                      "1: rx / final 1: rx8",
                      ":x - (9.0 8.0 7.0 6.0 5.0 4.0 3.0 2.0 1.0)");
}

static void increments_that_are_not(void **state) {
    (void)state;
    static const char *const fine[] = {
        "0: ix1 / ok 0: ix1 / 1: rx / final 1: rx1",
        "0: ix1 / ok 0: ix1 / 1: rx / ok 1: rx0",      /* not a final read */
        "0: ix1 / 1: rx / ok 0: ix1 / final 1: rx0",   /* it began before */
        "0: ix1 / info 0: ix1 / 1: rx / final 1: rx0", /* never acknowledged */
        "0: ix1 / fail 0: ix1 / 1: rx / final 1: rx0", "0: ix0 / ok 0: ix0 / 1: rx / final 1: rx0",
        /* A replica lags: another final read shows it, or a later one. */
        "0: ix1 / ok 0: ix1 / 1: rx / final 1: rx0 / 2: rx / final 2: rx1",
        "0: ix1 / ok 0: ix1 / 1: rx / final 1: rx1 / 2: rx / final 2: rx0",
        "0: ix1 / ok 0: ix1 / 1: rx / final 1: rx0 / 2: rx / ok 2: rx1",
        "0: ix1 / ok 0: ix1 / 1: rx rx / final 1: rx0 rx1",
        /* An increment of unknown outcome, or the reader's own, explains the sum. */
        "0: ix1 / ok 0: ix1 / 1: ix1 / info 1: ix1 / 2: rx / final 2: rx1",
        "0: ix1 / ok 0: ix1 / 1: ix-1 / info 1: ix-1 / 2: rx / final 2: rx0",
        "0: ix1 / ok 0: ix1 / 1: rx / final 1: rx0 / 2: ix1 rx / ok 2: ix1 rx1",
        /* Taken away again. */
        "0: ix1 / ok 0: ix1 / 1: ix-1 / ok 1: ix-1 / 2: rx / final 2: rx0",
        "0: ix1 / 1: ix-1 / ok 0: ix1 / 2: rx / final 2: rx0 / ok 1: ix-1",
        /* Nothing adds up to that. */
        "0: ix1 / ok 0: ix1 / 1: rx / final 1: rx-1", "0: ix1 / ok 0: ix1 / 1: rx / final 1: rx2",
        "0: ix1 / ok 0: ix1 / 1: rx / final 1: rx-1 / 2: rx / final 2: rx0",
        "0: ix1 / ok 0: ix1 / 1: rx / fail 1: rx0", "0: ix1 / ok 0: ix1 / 1: rx / info 1: rx0",
        "0: ix1 / ok 0: ix1 / 1: ry / final 1: ry0", "0: ix1 / ok 0: ix1",
        "ok 0: ix1 / final 1: rx0", /* no invocations */
    };
    for (size_t i = 0; i < MNS_COUNT_OF(fine); i++) {
        unit_expect_cases(mns_detect_lost_write_counter, fine[i], "");
    }
}

/* ---- By definition: every subset of the increments ------------------------------------------- */

enum { PROCESSES = 4, TXNS = 9, INCREMENTS = 2 * TXNS };

static void random_mop(uint64_t *random, mns_buf *asked, mns_buf *answered) {
    char key = unit_random(random, 4) == 0 ? 'y' : 'x';
    if (unit_random(random, 2) == 0) {
        int number = unit_random(random, 4) == 0 ? -(int)unit_random(random, 3)
                                                 : 1 + (int)unit_random(random, 3);
        mns_buf_printf(asked, " i%c%d", key, number);
        mns_buf_printf(answered, " i%c%d", key, number);
        return;
    }
    mns_buf_printf(asked, " r%c", key);
    int sum = unit_random(random, 2) == 0 ? 0 : (int)unit_random(random, 6) - 1;
    mns_buf_printf(answered, " r%c%d", key, sum);
}

static char *random_history(uint64_t *random) {
    static const char *const ends[] = {"ok", "ok", "ok", "final", "final", "final", "info", "fail"};
    mns_buf out, asked, open[PROCESSES];
    bool is_open[PROCESSES] = {false};
    uint32_t txns = 3 + unit_random(random, 5);
    mns_buf_init(&out);
    mns_buf_init(&asked);
    for (uint32_t p = 0; p < PROCESSES; p++) {
        mns_buf_init(&open[p]);
    }
    for (uint32_t begun = 0; begun < txns || unit_random(random, 6) != 0;) {
        uint32_t p = unit_random(random, PROCESSES);
        const char *separator = out.size > 0 ? " / " : "";
        if (is_open[p]) {
            mns_buf_printf(&out, "%s%s %u:%s", separator, ends[unit_random(random, 8)], (unsigned)p,
                           open[p].data);
        } else if (begun == TXNS) {
            continue;
        } else {
            mns_buf_clear(&asked);
            mns_buf_clear(&open[p]);
            for (uint32_t count = 1 + unit_random(random, 2); count > 0; count--) {
                random_mop(random, &asked, &open[p]);
            }
            mns_buf_printf(&out, "%s%u:%s", separator, (unsigned)p, asked.data);
            begun++;
        }
        is_open[p] = !is_open[p];
    }
    for (uint32_t p = 0; p < PROCESSES; p++) {
        mns_buf_release(&open[p]);
    }
    mns_buf_release(&asked);
    return mns_buf_take(&out, NULL);
}

/* A read of the key that counts. */
static bool is_read(const unit *u, uint32_t m, uint32_t key) {
    const mns_mops *mops = &u->history.tables.mops;
    return mops->key[m] == key && mns_mop_is_answered(mops, m) &&
           mns_txn_counts(&u->observation, u->history.txn_of_mop[m]);
}

static uint32_t first_final(const unit *u, uint32_t key) {
    const mns_history *h = &u->history;
    uint32_t first = MNS_NONE;
    for (uint32_t m = 0; m < h->tables.mops.count; m++) {
        uint32_t txn = h->txn_of_mop[m];
        if (is_read(u, m, key) && mns_is_final_read(h, txn) && h->txns.invoke[txn] < first) {
            first = h->txns.invoke[txn];
        }
    }
    return first;
}

/* The least and the greatest sum of a subset of the increments that did not fail, with or without
 * those that must be in it. */
typedef struct extremes {
    int64_t least, greatest;
} extremes;

static extremes sums(const int64_t *numbers, const bool *forced, uint32_t count, bool use_forced) {
    extremes e = {INT64_MAX, INT64_MIN};
    assert_true(count <= INCREMENTS);
    for (uint32_t subset = 0; subset < 1u << count; subset++) {
        int64_t sum = 0;
        bool has_forced = true;
        for (uint32_t i = 0; i < count; i++) {
            bool in = (subset >> i & 1) != 0;
            sum += in ? numbers[i] : 0;
            has_forced = has_forced && (in || !forced[i]);
        }
        if (has_forced || !use_forced) {
            e.least = sum < e.least ? sum : e.least;
            e.greatest = sum > e.greatest ? sum : e.greatest;
        }
    }
    return e;
}

static bool is_lost_by_definition(const unit *u, uint32_t key, bool positive) {
    const mns_history *h = &u->history;
    int64_t numbers[INCREMENTS];
    bool forced[INCREMENTS];
    uint32_t count = 0, until = first_final(u, key);
    bool any = false;
    for (uint32_t m = 0; m < h->tables.mops.count; m++) {
        uint32_t txn = h->txn_of_mop[m];
        if (mns_mop_is_read(&h->tables.mops, m) || h->tables.mops.key[m] != key ||
            h->txns.type[txn] == MNS_TXN_FAIL) {
            continue;
        }
        numbers[count] = mns_mop_number(&h->tables, m);
        forced[count] = (positive ? numbers[count] > 0 : numbers[count] < 0) &&
                        h->txns.type[txn] == MNS_TXN_OK && h->txns.complete[txn] < until;
        any = any || forced[count];
        count++;
    }
    if (until == MNS_NONE || !any) {
        return false;
    }
    extremes all = sums(numbers, forced, count, false), with = sums(numbers, forced, count, true);
    for (uint32_t m = 0; m < h->tables.mops.count; m++) {
        if (is_read(u, m, key) && h->txns.invoke[h->txn_of_mop[m]] >= until) {
            int64_t sum = mns_mop_number(&h->tables, m);
            if (sum < all.least || sum > all.greatest ||
                (positive ? sum >= with.least : sum <= with.greatest)) {
                return false;
            }
        }
    }
    return true;
}

static void random_histories_by_definition(void **state) {
    (void)state;
    uint64_t random = 18;
    uint32_t total[2] = {0}, clean = 0;
    for (int run = 0; run < 4000; run++) {
        unit u;
        char *notation = random_history(&random);
        unit_open(&u, notation);
        if (u.history.workload != MNS_COUNTER) { /* only reads */
            unit_close(&u);
            free(notation);
            continue;
        }
        mns_cases cases;
        mns_cases_init(&cases, UINT32_MAX);
        mns_detect_lost_write_counter(&u.observation, &cases);
        size_t found = 0;
        for (uint32_t key = 0; key < u.history.tables.keys.count; key++) {
            for (int positive = 0; positive < 2; positive++) {
                if (!is_lost_by_definition(&u, key, positive == 1)) {
                    continue;
                }
                assert_true(found < cases.count);
                const uint32_t *mops = &cases.mops[cases.items[found].first_mop];
                assert_int_equal(cases.items[found].key, key);
                assert_true(mns_is_final_read(&u.history, u.history.txn_of_mop[mops[0]]));
                assert_int_equal(mns_mop_number(&u.history.tables, mops[1]) > 0, positive);
                total[positive]++;
                found++;
            }
        }
        assert_int_equal(cases.count, found);
        clean += found == 0;
        mns_cases_release(&cases);
        unit_close(&u);
        free(notation);
    }
    assert_true(total[0] > 10 && total[1] > 200 && clean > 400);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(increments_that_are_gone),
        cmocka_unit_test(eight_are_named),
        cmocka_unit_test(increments_that_are_not),
        cmocka_unit_test(random_histories_by_definition),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
