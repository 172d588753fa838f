/*
 * test_lost_write_register.c - src/detect/lost_write_register.c: acknowledged writes to registers
 * of which the final reads show only older values; compared with the definition on random
 * histories.
 */
#include "core/buf.h"
#include "history/final_reads.h"
#include "support/units.h"

static void values_that_are_gone(void **state) {
    (void)state;
    /* Only the initial state, or an older value, is left. */
    unit_expect_cases(mns_detect_lost_write_register, "0: wx1 / ok 0: wx1 / 1: rx / final 1: rx",
                      ":x 1 (0.0 1.0)");
    unit_expect_cases(mns_detect_lost_write_register,
                      "0: wx1 / ok 0: wx1 / 1: wx2 / ok 1: wx2 / 2: rx / final 2: rx1",
                      ":x 2 (1.0 2.0)");
    /* Earlier reads show it, and that of its own transaction. */
    unit_expect_cases(mns_detect_lost_write_register,
                      "0: wx1 rx / 1: rx / ok 0: wx1 rx1 / ok 1: rx1 / 2: rx / final 2: rx",
                      ":x 1 (0.0 2.0)");
    unit_expect_cases(mns_detect_lost_write_register,
                      "0: wx1 / ok 0: wx1 / 1: rx / ok 1: rx1 / 2: rx / final 2: rx",
                      ":x 1 (0.0 2.0 1.0)");
    unit_expect_cases(mns_detect_lost_write_register,
                      "0: wx1 / ok 0: wx1 / 1: wx2 / ok 1: wx2 / 2: rx / ok 2: rx2 / 2: rx / "
                      "final 2: rx1 / 3: rx / final 3: rx",
                      ":x 2 (1.0 3.0 4.0 2.0)");
    /* The last write of a transaction alone. */
    unit_expect_cases(mns_detect_lost_write_register,
                      "0: wx1 wx2 / ok 0: wx1 wx2 / 1: rx / final 1: rx", ":x 2 (0.1 1.0)");
    /* One after the other, both gone; and several final reads show it. */
    unit_expect_cases(mns_detect_lost_write_register,
                      "0: wx1 / ok 0: wx1 / 0: wx2 / ok 0: wx2 / 1: rx / final 1: rx / 2: rx / "
                      "final 2: rx",
                      ":x 1 (0.0 2.0 3.0) :x 2 (1.0 2.0 3.0)");
    /* A stale read, and then a final one. */
    unit_expect_cases(mns_detect_lost_write_register,
                      "0: wx1 / ok 0: wx1 / 1: rx rx / ok 1: rx rx / 2: rx / final 2: rx",
                      ":x 1 (0.0 2.0)");
    /* An earlier read shows something newer, which is gone as well. */
    unit_expect_cases(
        mns_detect_lost_write_register,
        "0: wx1 / ok 0: wx1 / 1: wx2 / 2: rx / ok 2: rx2 / info 1: wx2 / 3: rx / final 3: rx",
        ":x 1 (0.0 3.0)");
    /* Another write took its place, but is gone as well: it is unknown whether it happened. */
    unit_expect_cases(mns_detect_lost_write_register,
                      "0: wx1 / ok 0: wx1 / 1: wx2 / info 1: wx2 / 2: rx / final 2: rx",
                      ":x 1 (0.0 2.0)");
    /* What others wrote to other keys does not matter. */
    unit_expect_cases(mns_detect_lost_write_register,
                      "0: wx1 / ok 0: wx1 / 1: wy1 / ok 1: wy1 / 2: rx ry / final 2: rx ry1",
                      ":x 1 (0.0 2.0)");
}

static void values_that_are_not(void **state) {
    (void)state;
    static const char *const fine[] = {
        "0: wx1 / ok 0: wx1 / 1: rx / final 1: rx1",
        "0: wx1 / ok 0: wx1 / 1: wx2 / ok 1: wx2 / 2: rx / final 2: rx2", /* overwritten */
        "0: wx1 / 1: wx2 / ok 0: wx1 / ok 1: wx2 / 2: rx / final 2: rx1", /* concurrent */
        "0: wx1 / 1: wx2 / ok 0: wx1 / ok 1: wx2 / 2: rx / final 2: rx2",
        "0: wx1 / ok 0: wx1 / 1: rx / ok 1: rx",      /* not a final read */
        "0: wx1 / 1: rx / ok 0: wx1 / final 1: rx",   /* it began before */
        "0: wx1 / info 0: wx1 / 1: rx / final 1: rx", /* never acknowledged */
        "0: wx1 / fail 0: wx1 / 1: rx / final 1: rx", "0: wx1 / 1: rx / final 1: rx",
        /* The value that is left is of a transaction that may have taken effect late. */
        "0: wx1 / info 0: wx1 / 1: wx2 / ok 1: wx2 / 2: rx / final 2: rx1",
        "0: wx1 / 1: wx2 / ok 1: wx2 / 2: rx / final 2: rx1 / ok 0: wx1",
        "0: wx1 / fail 0: wx1 / 1: wx2 / ok 1: wx2 / 2: rx / final 2: rx1",
        /* Of nobody, and an intermediate one. */
        "0: wx1 / ok 0: wx1 / 1: rx / final 1: rx9",
        "0: wx1 wx2 / ok 0: wx1 wx2 / 1: wx3 / ok 1: wx3 / 2: rx / final 2: rx1",
        /* One of the reads shows it, or something newer: the others are stale. */
        "0: wx1 / ok 0: wx1 / 1: rx / final 1: rx1 / 2: rx / final 2: rx",
        "0: wx1 / ok 0: wx1 / 1: rx / final 1: rx / 2: rx / final 2: rx1",
        "0: wx1 / ok 0: wx1 / 1: rx / final 1: rx / 2: rx / ok 2: rx1",
        "0: wx1 / ok 0: wx1 / 1: rx rx / final 1: rx rx1",
        "0: wx1 / ok 0: wx1 / 1: wx2 / 2: rx / final 2: rx2 / info 1: wx2 / 3: rx / final 3: rx",
        /* The reader's own write. */
        "0: wx1 / ok 0: wx1 / 1: wx2 rx / final 1: wx2 rx2 / 2: rx / fail 2: rx",
        "0: wx1 / ok 0: wx1 / 1: rx / fail 1: rx", "0: wx1 / ok 0: wx1 / 1: rx / info 1: rx",
        "0: wx1 / ok 0: wx1 / 1: ry / final 1: ry", "0: wx1 / ok 0: wx1",
        "ok 0: wx1 / final 1: rx", /* no invocations */
    };
    for (size_t i = 0; i < MNS_COUNT_OF(fine); i++) {
        unit_expect_cases(mns_detect_lost_write_register, fine[i], "");
    }
}

/* ---- By definition -------------------------------------------------------------------------- */

enum { PROCESSES = 4 };

/* A write or a read of one of two keys; what a read returns has nothing to do with what was
 * written. */
static void random_mop(uint64_t *random, uint32_t *written, mns_buf *asked, mns_buf *answered) {
    char key = unit_random(random, 4) == 0 ? 'y' : 'x';
    if (unit_random(random, 2) == 0) {
        mns_buf_printf(asked, " w%c%u", key, (unsigned)++*written);
        mns_buf_printf(answered, " w%c%u", key, (unsigned)*written);
        return;
    }
    mns_buf_printf(asked, " r%c", key);
    uint32_t value = unit_random(random, 3) == 0 ? 0 : unit_random(random, *written + 2);
    if (value == 0) {
        mns_buf_printf(answered, " r%c", key);
    } else {
        mns_buf_printf(answered, " r%c%u", key, (unsigned)value);
    }
}

static char *random_history(uint64_t *random) {
    static const char *const ends[] = {"ok", "ok", "ok", "final", "final", "final", "info", "fail"};
    mns_buf out, asked, open[PROCESSES];
    bool is_open[PROCESSES] = {false};
    uint32_t written = 0, txns = 3 + unit_random(random, 6);
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
        } else {
            mns_buf_clear(&asked);
            mns_buf_clear(&open[p]);
            for (uint32_t count = 1 + unit_random(random, 2); count > 0; count--) {
                random_mop(random, &written, &asked, &open[p]);
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

static bool is_last_write(const mns_history *h, uint32_t write) {
    const mns_mops *mops = &h->tables.mops;
    for (uint32_t m = write + 1; m < mops->count && h->txn_of_mop[m] == h->txn_of_mop[write]; m++) {
        if (!mns_mop_is_read(mops, m) && mops->key[m] == mops->key[write]) {
            return false;
        }
    }
    return true;
}

/* Nil, or the last write of an ok transaction that had completed before another one began. */
static bool is_older(const mns_history *h, uint32_t read, uint32_t begin) {
    const mns_mops *mops = &h->tables.mops;
    bool older = mops->value[read] == MNS_VALUE_INITIAL;
    for (uint32_t m = 0; m < mops->count; m++) {
        uint32_t txn = h->txn_of_mop[m];
        if (!mns_mop_is_read(mops, m) && mops->key[m] == mops->key[read] &&
            mops->value[m] == mops->value[read]) {
            older = h->txns.type[txn] == MNS_TXN_OK && h->txns.complete[txn] < begin &&
                    is_last_write(h, m);
        }
    }
    return older;
}

/* A read of the key that counts. */
static bool is_read(const unit *u, uint32_t m, uint32_t key) {
    const mns_mops *mops = &u->history.tables.mops;
    return mops->key[m] == key && mns_mop_is_answered(mops, m) &&
           mns_txn_counts(&u->observation, u->history.txn_of_mop[m]);
}

static bool is_lost_by_definition(const unit *u, uint32_t write) {
    const mns_history *h = &u->history;
    const mns_mops *mops = &h->tables.mops;
    uint32_t writer = h->txn_of_mop[write], first = MNS_NONE;
    if (mns_mop_is_read(mops, write) || h->txns.type[writer] != MNS_TXN_OK ||
        !is_last_write(h, write)) {
        return false;
    }
    for (uint32_t m = 0; m < mops->count; m++) {
        uint32_t began = h->txns.invoke[h->txn_of_mop[m]];
        if (is_read(u, m, mops->key[write]) && mns_is_final_read(h, h->txn_of_mop[m]) &&
            began > h->txns.complete[writer] && began < first) {
            first = began;
        }
    }
    for (uint32_t m = 0; m < mops->count; m++) {
        if (is_read(u, m, mops->key[write]) && h->txns.invoke[h->txn_of_mop[m]] >= first &&
            !is_older(h, m, h->txns.invoke[writer])) {
            return false;
        }
    }
    return first != MNS_NONE;
}

static void random_histories_by_definition(void **state) {
    (void)state;
    uint64_t random = 18;
    uint32_t total = 0, clean = 0;
    for (int run = 0; run < 4000; run++) {
        unit u;
        char *notation = random_history(&random);
        unit_open(&u, notation);
        if (u.history.workload != MNS_RW_REGISTER) { /* only reads of nil */
            unit_close(&u);
            free(notation);
            continue;
        }
        mns_cases cases;
        mns_cases_init(&cases, UINT32_MAX);
        mns_detect_lost_write_register(&u.observation, &cases);
        size_t found = 0;
        for (uint32_t m = 0; m < u.history.tables.mops.count; m++) {
            if (is_lost_by_definition(&u, m)) {
                assert_true(found < cases.count);
                const uint32_t *mops = &cases.mops[cases.items[found].first_mop];
                assert_int_equal(mops[0], m);
                assert_true(mns_is_final_read(&u.history, u.history.txn_of_mop[mops[1]]));
                found++;
            }
        }
        assert_int_equal(cases.count, found);
        total += (uint32_t)found;
        clean += found == 0;
        mns_cases_release(&cases);
        unit_close(&u);
        free(notation);
    }
    assert_true(total > 400 && clean > 400);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(values_that_are_gone),
        cmocka_unit_test(values_that_are_not),
        cmocka_unit_test(random_histories_by_definition),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
