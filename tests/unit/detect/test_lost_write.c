/*
 * test_lost_write.c - src/detect/lost_write.c: acknowledged appends and adds that no final or later
 * read shows; compared with the definition on random histories.
 */
#include "core/buf.h"
#include "history/final_reads.h"
#include "support/units.h"

static void adds_that_are_gone(void **state) {
    (void)state;
    unit_expect_cases(mns_detect_lost_write, "0: sx1 / ok 0: sx1 / 1: rx / final 1: rx{}",
                      ":x 1 (0.0 1.0)");
    /* The final reads in the order of their beginning, one for each transaction; no others. */
    unit_expect_cases(mns_detect_lost_write,
                      "0: sx1 / ok 0: sx1 / 2: rx / 1: rx / final 1: rx{} / final 2: rx",
                      ":x 1 (0.0 2.0 1.0)");
    unit_expect_cases(mns_detect_lost_write,
                      "0: sx1 / ok 0: sx1 / 1: rx / ok 1: rx{} / 1: rx rx / final 1: rx rx / "
                      "2: rx / final 2: rx",
                      ":x 1 (0.0 2.0 3.0)");
    /* What another added since is there without it. */
    unit_expect_cases(mns_detect_lost_write,
                      "0: sx1 / ok 0: sx1 / 1: sx2 / ok 1: sx2 / 2: rx / ok 2: rx{2}",
                      ":x 1 (0.0 2.0)");
    unit_expect_cases(mns_detect_lost_write,
                      "0: sx1 / ok 0: sx1 / 1: sx2 / ok 1: sx2 / 2: sx3 rx / ok 2: sx3 rx{2,3}",
                      ":x 1 (0.0 2.1)");
    unit_expect_cases(mns_detect_lost_write,
                      "0: sx1 / ok 0: sx1 / 1: sx2 / 2: rx / ok 2: rx{2} / info 1: sx2",
                      ":x 1 (0.0 1.0)"); /* an info transaction that was seen is as good */
    unit_expect_cases(
        mns_detect_lost_write,
        "0: sx1 / ok 0: sx1 / 1: sy1 rx / info 1: sy1 rx{} / 2: ry rx / final 2: ry{1} rx{}",
        ":x 1 (0.0 2.1)");
}

/* Only final reads decide. The last read that had shown it is named last. */
static void shown_and_gone(void **state) {
    (void)state;
    unit_expect_cases(mns_detect_lost_write,
                      "0: sx1 / ok 0: sx1 / 1: rx / ok 1: rx{1} / 1: rx / final 1: rx{}",
                      ":x 1 (0.0 2.0 1.0)");
    unit_expect_cases(mns_detect_lost_write,
                      "0: ax1 / ok 0: ax1 / 1: rx / ok 1: rx[1] / 2: rx / ok 2: rx[1] / 1: rx / "
                      "final 1: rx[] / 2: rx / final 2: rx[]",
                      ":x 1 (0.0 3.0 4.0 2.0)");
    /* It was read before it was acknowledged. */
    unit_expect_cases(mns_detect_lost_write,
                      "0: sx1 / 2: rx / ok 0: sx1 / ok 2: rx{1} / 1: rx / final 1: rx{}",
                      ":x 1 (0.0 2.0 1.0)");
    /* That reader had not completed, its outcome is unknown, or it is the writer. */
    unit_expect_cases(mns_detect_lost_write,
                      "0: ax1 / ok 0: ax1 / 1: rx / 2: rx / final 2: rx[] / ok 1: rx[1]",
                      ":x 1 (0.0 1.0)");
    unit_expect_cases(mns_detect_lost_write,
                      "0: ax1 / ok 0: ax1 / 1: rx ay1 / info 1: rx[1] ay1 / 2: rx ry / "
                      "final 2: rx[] ry[1]",
                      ":x 1 (0.0 2.0)");
    unit_expect_cases(mns_detect_lost_write, "0: ax1 rx / ok 0: ax1 rx[1] / 1: rx / final 1: rx[]",
                      ":x 1 (0.0 1.0)");
    /* Four reads at most. */
    unit_expect_cases(mns_detect_lost_write,
                      "0: sx1 / ok 0: sx1 / 1: rx / ok 1: rx{1} / 1: rx / 2: rx / 3: rx / 4: rx / "
                      "final 1: rx / final 2: rx / final 3: rx / final 4: rx",
                      ":x 1 (0.0 2.0 3.0 4.0 1.0)");
    /* A final read before the write does not decide about it, nor the reads until the next one. */
    unit_expect_cases(mns_detect_lost_write,
                      "0: rx / final 0: rx{} / 0: sx1 / ok 0: sx1 / 1: rx / ok 1: rx{1} / 1: rx / "
                      "final 1: rx{}",
                      ":x 1 (1.0 3.0 2.0)");
    /* What a final read before had shown is gone as well. */
    unit_expect_cases(mns_detect_lost_write,
                      "0: sx1 / 2: rx / ok 0: sx1 / final 2: rx{1} / 1: rx / final 1: rx{}",
                      ":x 1 (0.0 2.0 1.0)");
}

/* Reads that may be of an old state. */
static void stale_reads_are_no_loss(void **state) {
    (void)state;
    static const char *const stale[] = {
        "0: sx1 / ok 0: sx1 / 1: rx / ok 1: rx{}",
        "0: sx1 / ok 0: sx1 / 1: rx / ok 1: rx{} / 1: rx / ok 1: rx{}",
        "0: sx1 / 1: sx2 / ok 0: sx1 / ok 1: sx2 / 2: rx / ok 2: rx{2}", /* it began before */
        "0: sx1 / ok 0: sx1 / 1: sx2 rx / ok 1: sx2 rx{2}",              /* its own */
        "0: sx1 / ok 0: sx1 / 1: sx2 / ok 1: sx2 / 2: rx / ok 2: rx{}",
        "0: sx1 / ok 0: sx1 / 1: sx2 / fail 1: sx2 / 2: rx / ok 2: rx{2}", /* never happened */
        "0: sx1 / ok 0: sx1 / 1: sy2 / ok 1: sy2 / 2: rx ry / ok 2: rx{} ry{2}", /* another key */
        "0: sx1 / ok 0: sx1 / 1: sx2 rx / final 1: sx2 rx{2}", /* it writes, so is no final read */
        "0: ax1 / ok 0: ax1 / 1: rx / ok 1: rx[]",
        "0: ax1 / 1: ax2 / ok 0: ax1 / ok 1: ax2 / 2: rx / ok 2: rx[2]",
        "0: ax1 / ok 0: ax1 / 1: ax2 rx / ok 1: ax2 rx[2]",
        "0: ax1 / ok 0: ax1 / 1: ax2 ax3 rx / ok 1: ax2 ax3 rx[2,3]",
        "0: ax1 / 2: rx / ok 0: ax1 / final 2: rx[] / 1: rx / ok 1: rx[]", /* final, but not later
                                                                            */
    };
    for (size_t i = 0; i < MNS_COUNT_OF(stale); i++) {
        unit_expect_cases(mns_detect_lost_write, stale[i], "");
    }
}

static void four_reads_are_named(void **state) {
    (void)state;
    unit_expect_cases(
        mns_detect_lost_write,
        "0: sx1 / ok 0: sx1 / 1: rx / 2: rx / 3: rx / 4: rx / 5: rx / 6: rx / 7: rx / "
        "8: rx / 9: rx / ok 1: rx{} / ok 2: rx{} / ok 3: rx{} / ok 4: rx{} / "
        "ok 5: rx{} / ok 6: rx{} / ok 7: rx{} / ok 8: rx{} / final 9: rx{}",
        ":x 1 (0.0 9.0)");
    unit_expect_cases(
        mns_detect_lost_write,
        "0: sx1 / ok 0: sx1 / 1: rx / 2: rx / 3: rx / 4: rx / 5: rx / final 1: rx{} / "
        "final 2: rx{} / final 3: rx{} / final 4: rx{} / final 5: rx{}",
        ":x 1 (0.0 1.0 2.0 3.0 4.0)");
    /* Without final reads: the one that shows something newer, then the others. */
    unit_expect_cases(
        mns_detect_lost_write,
        "0: sx1 / ok 0: sx1 / 1: sx2 / ok 1: sx2 / 1: rx / 2: rx / 3: rx / 4: rx / 5: rx / "
        "ok 1: rx{} / ok 2: rx{} / ok 3: rx{} / ok 4: rx{} / ok 5: rx{2}",
        ":x 1 (0.0 6.0 2.0 3.0 4.0)");
}

static void adds_that_are_not(void **state) {
    (void)state;
    static const char *const fine[] = {
        "0: sx1 / ok 0: sx1 / 1: rx / final 1: rx{1}",
        "0: sx1 / 1: rx / ok 0: sx1 / final 1: rx{}", /* it began before */
        /* Stale for one, and there for another. */
        "0: sx1 / ok 0: sx1 / 1: rx / final 1: rx{} / 1: rx / ok 1: rx{1}",
        "0: sx1 / ok 0: sx1 / 1: rx / final 1: rx{} / 1: rx / final 1: rx{1}",
        "0: sx1 / ok 0: sx1 / 1: rx / final 1: rx{1} / 1: rx / final 1: rx{}",
        /* Not seen in the end, but the read is not final, or was before. */
        "0: sx1 / ok 0: sx1 / 1: rx / ok 1: rx{1} / 1: rx / ok 1: rx{}",
        "0: rx / final 0: rx{} / 0: sx1 / ok 0: sx1 / 1: rx / ok 1: rx{1} / 1: rx / ok 1: rx{}",
        "0: sx1 / ok 0: sx1 / 1: sx2 rx / ok 1: sx2 rx{1,2}",
        "0: sx1 / info 0: sx1 / 1: rx / final 1: rx{}",
        "0: sx1 / fail 0: sx1 / 1: rx / final 1: rx{}", "0: sx1 / ok 0: sx1 / 1: rx / fail 1: rx{}",
        "0: sx1 / ok 0: sx1 / 1: rx / info 1: rx{}", "0: sx1 / ok 0: sx1 / 1: ry / final 1: ry{}",
        "0: sx1 / ok 0: sx1", "ok 0: sx1 / final 1: rx{}", /* no invocations */
    };
    for (size_t i = 0; i < MNS_COUNT_OF(fine); i++) {
        unit_expect_cases(mns_detect_lost_write, fine[i], "");
    }
}

static void appends_that_are_gone(void **state) {
    (void)state;
    unit_expect_cases(mns_detect_lost_write, "0: ax1 / ok 0: ax1 / 1: rx / final 1: rx[]",
                      ":x 1 (0.0 1.0)");
    /* Others were appended since. */
    unit_expect_cases(mns_detect_lost_write,
                      "0: ax1 / ok 0: ax1 / 0: ax2 / ok 0: ax2 / 1: rx / ok 1: rx[2]",
                      ":x 1 (0.0 2.0)");
    unit_expect_cases(mns_detect_lost_write,
                      "0: ax1 / ok 0: ax1 / 0: ax2 / ok 0: ax2 / 1: ax3 rx / ok 1: ax3 rx[2,3]",
                      ":x 1 (0.0 2.1)");
    /* Earlier reads show it, and it is part of the order. */
    unit_expect_cases(mns_detect_lost_write,
                      "0: ax1 ax2 / 2: rx / ok 0: ax1 ax2 / ok 2: rx[1,2] / 1: rx / final 1: rx[1]",
                      ":x 2 (0.1 2.0 1.0)");
    /* So it is for its own transaction. */
    unit_expect_cases(mns_detect_lost_write, "0: ax1 rx / ok 0: ax1 rx[1] / 1: rx / final 1: rx[]",
                      ":x 1 (0.0 1.0)");
    /* One for each append and key; the last read of a key alone would tell, or it would not. */
    unit_expect_cases(
        mns_detect_lost_write,
        "0: ax1 ay1 ax2 / ok 0: ax1 ay1 ax2 / 1: rx ry / final 1: rx[1] ry[] / 1: ry / "
        "final 1: ry[1]",
        ":x 2 (0.2 1.0)");
}

/* Whatever else is wrong with a list. */
static void lists_in_trouble(void **state) {
    (void)state;
    /* Where lists contradict each other, each of them shows what it shows. */
    unit_expect_cases(mns_detect_lost_write,
                      "0: ax1 / ok 0: ax1 / 0: ax2 / 2: ax3 / ok 0: ax2 / ok 2: ax3 / 1: rx / "
                      "final 1: rx[1,2] / 1: rx / final 1: rx[1,3]",
                      "");
    unit_expect_cases(mns_detect_lost_write,
                      "0: ax1 / 2: rx / ok 0: ax1 / ok 2: rx[1] / 0: ax2 / ok 0: ax2 / 1: rx / "
                      "ok 1: rx[2]",
                      ":x 1 (0.0 3.0)");
    unit_expect_cases(mns_detect_lost_write,
                      "0: ax1 / ok 0: ax1 / 0: ax2 / ok 0: ax2 / 1: rx / final 1: rx[1,1]",
                      ":x 2 (1.0 2.0)");
    unit_expect_cases(mns_detect_lost_write, "0: ax1 / ok 0: ax1 / 1: rx / final 1: rx[7,7]",
                      ":x 1 (0.0 1.0)");
    unit_expect_cases(mns_detect_lost_write, "0: ax1 / ok 0: ax1 / 1: rx / final 1: rx[7,1,7]", "");
}

static void appends_that_are_not(void **state) {
    (void)state;
    static const char *const fine[] = {
        "0: ax1 / ok 0: ax1 / 1: rx / final 1: rx[1]",
        "0: ax1 / 1: rx / ok 0: ax1 / final 1: rx[]", /* it began before */
        /* Stale for one, and there for another. */
        "0: ax1 / ok 0: ax1 / 1: rx / final 1: rx[] / 1: rx / ok 1: rx[1]",
        "0: ax1 / ok 0: ax1 / 1: rx / final 1: rx[] / 1: rx / final 1: rx[1]",
        "0: ax1 / ok 0: ax1 / 1: rx / final 1: rx[1] / 1: rx / final 1: rx[]",
        "0: ax1 / ok 0: ax1 / 1: rx / ok 1: rx[1] / 1: rx / ok 1: rx[]",
        "0: ax1 / ok 0: ax1 / 1: rx rx / final 1: rx[] rx[1]",
        "0: ax1 / ok 0: ax1 / 1: ax2 rx / ok 1: ax2 rx[1,2]",
        "0: ax1 rx / ok 0: ax1 rx[]", /* its own reads are not later */
        "0: ax1 / info 0: ax1 / 1: rx / final 1: rx[]",
        "0: ax1 / fail 0: ax1 / 1: rx / final 1: rx[]", "0: ax1 / 1: rx / final 1: rx[]",
        "0: ax1 / ok 0: ax1 / 1: rx / fail 1: rx[]", "0: ax1 / ok 0: ax1 / 1: rx / info 1: rx[]",
        "0: ax1 / ok 0: ax1 / 1: ry / final 1: ry[]", "0: ax1 / ok 0: ax1",
        "ok 0: ax1 / final 1: rx[]", /* no invocations */
    };
    for (size_t i = 0; i < MNS_COUNT_OF(fine); i++) {
        unit_expect_cases(mns_detect_lost_write, fine[i], "");
    }
}

/* By definition: every append against every read. */
static bool is_shown(const unit *u, uint32_t read, mns_value element) {
    uint32_t count;
    const mns_value *list = mns_mop_list(&u->history.tables, read, &count);
    for (uint32_t i = 0; i < count; i++) {
        if (list[i] == element) {
            return true;
        }
    }
    return false;
}

/* A read that cannot be of an old state: it shows an append of another that began after `end`. */
static bool shows_newer(const unit *u, uint32_t read, uint32_t end) {
    const mns_history *h = &u->history;
    for (uint32_t m = 0; m < h->tables.mops.count; m++) {
        uint32_t txn = h->txn_of_mop[m];
        if (!mns_mop_is_read(&h->tables.mops, m) &&
            h->tables.mops.key[m] == h->tables.mops.key[read] && txn != h->txn_of_mop[read] &&
            mns_txn_counts(&u->observation, txn) && h->txns.invoke[txn] > end &&
            is_shown(u, read, h->tables.mops.value[m])) {
            return true;
        }
    }
    return false;
}

/* Where the first final read of a key began after a position, or MNS_NONE. */
static uint32_t first_final(const unit *u, uint32_t key, uint32_t end) {
    const mns_history *h = &u->history;
    uint32_t first = MNS_NONE;
    for (uint32_t m = 0; m < h->tables.mops.count; m++) {
        uint32_t txn = h->txn_of_mop[m], began = h->txns.invoke[txn];
        if (h->tables.mops.key[m] == key && mns_mop_is_answered(&h->tables.mops, m) &&
            mns_txn_counts(&u->observation, txn) && mns_is_final_read(h, txn) && began > end &&
            began < first) {
            first = began;
        }
    }
    return first;
}

static bool is_lost_by_definition(const unit *u, uint32_t append) {
    const mns_history *h = &u->history;
    const mns_mops *mops = &h->tables.mops;
    uint32_t end = h->txns.complete[h->txn_of_mop[append]];
    if (mns_mop_is_read(mops, append) || h->txns.type[h->txn_of_mop[append]] != MNS_TXN_OK) {
        return false;
    }
    uint32_t final = first_final(u, mops->key[append], end);
    bool lost = final != MNS_NONE;
    for (uint32_t m = 0; m < mops->count; m++) {
        uint32_t txn = h->txn_of_mop[m];
        if (mops->key[m] != mops->key[append] || !mns_mop_is_answered(mops, m) ||
            !mns_txn_counts(&u->observation, txn) ||
            h->txns.invoke[txn] < (final == MNS_NONE ? end : final)) {
            continue;
        }
        if (is_shown(u, m, mops->value[append])) {
            return false;
        }
        lost = lost || shows_newer(u, m, end);
    }
    return lost;
}

/* Marks some transactions as final; those that write are none. */
static char *mark_some(uint64_t *random, char *notation) {
    mns_buf out;
    mns_buf_init(&out);
    for (const char *at = notation; *at != '\0'; at++) {
        if (strncmp(at, "ok ", 3) == 0 && unit_random(random, 2) == 0) {
            mns_buf_str(&out, "final ");
            at += 2;
        } else {
            mns_buf_printf(&out, "%c", *at);
        }
    }
    free(notation);
    return mns_buf_take(&out, NULL);
}

static void random_histories_by_definition(void **state) {
    (void)state;
    uint64_t random = 8;
    uint32_t total = 0, seen = 0; /* lost, and lost though a read had shown it */
    for (int run = 0; run < 2000; run++) {
        unit u;
        char *notation =
            unit_random_history(&random, 1 + (uint32_t)run % 40, 1 + (uint32_t)run % 4, 4);
        notation = run % 2 == 0 ? notation : mark_some(&random, notation);
        unit_open(&u, notation);
        mns_cases cases;
        mns_cases_init(&cases, UINT32_MAX);
        mns_detect_lost_write(&u.observation, &cases);
        size_t found = 0;
        for (uint32_t m = 0; m < u.history.tables.mops.count; m++) {
            if (is_lost_by_definition(&u, m)) {
                assert_true(found < cases.count);
                const mns_case *c = &cases.items[found];
                assert_int_equal(cases.mops[c->first_mop], m);
                seen += is_shown(&u, cases.mops[c->first_mop + c->mop_count - 1],
                                 u.history.tables.mops.value[m]);
                found++;
            }
        }
        assert_int_equal(cases.count, found);
        total += (uint32_t)found;
        mns_cases_release(&cases);
        unit_close(&u);
        free(notation);
    }
    assert_true(total > 100 && seen > 10);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(adds_that_are_gone),    cmocka_unit_test(stale_reads_are_no_loss),
        cmocka_unit_test(four_reads_are_named),  cmocka_unit_test(adds_that_are_not),
        cmocka_unit_test(appends_that_are_gone), cmocka_unit_test(lists_in_trouble),
        cmocka_unit_test(appends_that_are_not),  cmocka_unit_test(random_histories_by_definition),
        cmocka_unit_test(shown_and_gone),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
