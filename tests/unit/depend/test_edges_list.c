/*
 * test_edges_list.c - src/depend/edges_list.[ch]: exactly the ww, wr and rw edges that follow, by
 * example and against an independent definition on random histories.
 */
#include "support/graphs.h"

#define DATA (MNS_WW | MNS_WR | MNS_RW | MNS_TAIL)

static void versions_follow_each_other(void **state) {
    (void)state;
    graph_expect_history("ok 0: ax1 / ok 1: ax2 / ok 2: rx[1,2]", DATA, "0-ww->1 1-wr->2");
    graph_expect_history("ok 0: ax1 / ok 1: ax2 / ok 2: ax3 / ok 3: rx[1,2,3]", DATA,
                         "0-ww->1 1-ww->2 2-wr->3");
    graph_expect_history("ok 0: ax1 ax2 / ok 1: rx[1,2]", DATA, "0-wr->1"); /* none to itself */
    graph_expect_history("ok 0: ax1 / ok 1: ax2", DATA, ""); /* the order is unknown */
    graph_expect_history("ok 0: ax1 / ok 1: ay2 / ok 2: rx[1] ry[2]", DATA, "0-wr->2 1-wr->2");
}

static void reads_miss_what_follows(void **state) {
    (void)state;
    graph_expect_history("ok 0: ax1 / ok 1: ax2 / ok 2: rx[1] / ok 3: rx[1,2]", DATA,
                         "0-ww->1 0-wr->2 1-wr->3 2-rw->1");
    graph_expect_history("ok 0: ax1 / ok 1: rx[] / ok 2: rx[1]", DATA, "0-wr->2 1-rw->0");
    graph_expect_history("ok 0: ax1 / ok 1: rx[]", DATA, "1-rw->0"); /* unseen, so later */
    graph_expect_history("ok 0: rx[] ax1", DATA, "");
}

static void unseen_appends_come_last(void **state) {
    (void)state;
    graph_expect_history("ok 0: ax1 / ok 1: ax2 / ok 2: ax3 / ok 3: rx[1]", DATA,
                         "0-ww->1 0-ww->2 0-wr->3 3-rw->1 3-rw->2");
    graph_expect_history("ok 0: ax1 / ok 1: ax2 / ok 2: rx[] / ok 3: rx[1]", DATA,
                         "0-ww->1 0-wr->3 2-rw->0 3-rw->1");
    graph_expect_history("ok 0: ax1 / ok 1: rx[1] ax2 / ok 2: rx[1] ax3", DATA,
                         "0-ww->1 0-ww->2 0-wr->1 0-wr->2 1-rw->2 2-rw->1");
}

static void only_what_counts_takes_part(void **state) {
    (void)state;
    graph_expect_history("fail 0: ax1 / ok 1: ax2 / ok 2: rx[1,2]", DATA, "1-wr->2");
    graph_expect_history("ok 0: ax1 / fail 1: ax2 / ok 2: ax3 / ok 3: rx[1,2,3]", DATA, "2-wr->3");
    graph_expect_history("ok 0: ax1 / fail 1: ax2 / ok 2: rx[1] / ok 3: rx[1,2]", DATA, "0-wr->2");
    graph_expect_history("info 0: ax1 / ok 1: rx[]", DATA, "");
    graph_expect_history("info 0: ax1 / ok 1: rx[] / ok 2: rx[1]", DATA, "0-wr->2 1-rw->0");
    graph_expect_history("ok 0: ax1 / ok 1: rx[1,9,2] / ok 2: ax2", DATA, "2-wr->1");
    graph_expect_history("ok 0: ax1 / fail 1: rx[1]", DATA, "");
}

/* A read that disagrees with the order did read its last element; what it missed is unknown. */
static void reads_that_disagree_with_the_order(void **state) {
    (void)state;
    static const char contested[] = "ok 0: ax1 / ok 1: ax2 / ok 2: rx[1,2] / ok 3: rx[2]";
    graph_expect_history(contested, DATA, "1-wr->2 1-wr->3"); /* its ww are WW_OPEN */
    graph_expect_history("ok 0: ax1 ax2 / ok 1: ax3 / ok 2: rx[2,3,1]", DATA, "0-wr->2");
    graph_expect_history("ok 0: ax1 ax2 / ok 1: ax3 / ok 2: rx[1,3,2]", DATA,
                         "0-ww->1 0-wr->2 1-ww->0");
    graph_expect_history("ok 0: ax1 / fail 1: ax2 / ok 2: rx[1] / ok 3: rx[2]", DATA, "0-wr->2");
}

static bool is_prefix(const mns_value *a, uint32_t a_count, const mns_value *b, uint32_t b_count) {
    return a_count <= b_count && (a_count == 0 || memcmp(a, b, a_count * sizeof *a) == 0);
}

/* Whether a read shows an append of a transaction that counts without, before it, all that the
 * transaction had appended to the key by then. */
static bool is_disordered(const mns_observation *o, uint32_t read) {
    const mns_history *h = o->history;
    uint32_t count, shown;
    const mns_value *list = mns_mop_list(&h->tables, read, &count);
    for (uint32_t i = 0; i < count; i++) {
        uint32_t write = mns_history_writer(h, h->tables.mops.key[read], list[i]);
        uint32_t m = write == MNS_NONE ? MNS_NONE : h->txns.first_mop[mns_txn_of(o, write)];
        for (; m < write && mns_txn_counts(o, mns_txn_of(o, write)); m++) {
            bool same = !mns_mop_is_read(&h->tables.mops, m) &&
                        h->tables.mops.key[m] == h->tables.mops.key[read];
            for (shown = 0; shown < i && list[shown] != h->tables.mops.value[m]; shown++) {
            }
            if (same && shown == i) {
                return true;
            }
        }
    }
    return false;
}

/* Whether two reads of a key by transactions that count disagree, or one is disordered. */
static bool is_contested(const mns_observation *o, uint32_t key) {
    const mns_tables *tables = &o->history->tables;
    for (uint32_t a = 0; a < tables->mops.count; a++) {
        bool counts = mns_mop_is_answered(&tables->mops, a) && tables->mops.key[a] == key &&
                      mns_txn_counts(o, mns_txn_of(o, a));
        if (counts && is_disordered(o, a)) {
            return true;
        }
        for (uint32_t b = 0; b < a && counts; b++) {
            uint32_t a_count, b_count;
            const mns_value *one = mns_mop_list(tables, a, &a_count);
            if (mns_mop_is_answered(&tables->mops, b) && tables->mops.key[b] == key &&
                mns_txn_counts(o, mns_txn_of(o, b))) {
                const mns_value *other = mns_mop_list(tables, b, &b_count);
                if (!is_prefix(one, a_count, other, b_count) &&
                    !is_prefix(other, b_count, one, a_count)) {
                    return true;
                }
            }
        }
    }
    return false;
}

static bool misses(const mns_observation *o, uint32_t read, uint32_t append) {
    const mns_mops *mops = &o->history->tables.mops;
    uint32_t at = o->versions.position[read], own = o->versions.position[append];
    uint32_t count = mns_version_count(o, mops->key[read]);
    return at != MNS_NONE && (own == MNS_NONE ? at == count : own == at + 1);
}

/* Whether one micro-operation precedes another, by the definition of the kind. */
static bool precedes(const mns_observation *o, uint32_t a, uint32_t b, mns_kind kind) {
    const mns_mops *mops = &o->history->tables.mops;
    if (mops->key[a] != mops->key[b]) {
        return false;
    }
    bool a_reads = mns_mop_is_read(mops, a), b_reads = mns_mop_is_read(mops, b);
    uint32_t at_a = o->versions.position[a], at_b = o->versions.position[b];
    if (kind == MNS_WW || kind == MNS_WW_OPEN) {
        uint32_t before = at_b == MNS_NONE ? mns_version_count(o, mops->key[b]) : at_b - 1;
        bool open = is_contested(o, mops->key[b]) ||
                    (at_b == MNS_NONE && o->outcome[mns_txn_of(o, b)] == MNS_PROVEN);
        return !a_reads && !b_reads && at_a != MNS_NONE && at_a == before &&
               open == (kind == MNS_WW_OPEN);
    }
    if (kind == MNS_WR) {
        uint32_t count = 0;
        const mns_value *list =
            mns_mop_is_answered(mops, b) ? mns_mop_list(&o->history->tables, b, &count) : NULL;
        return !a_reads && b_reads && count > 0 && list[count - 1] == mops->value[a];
    }
    return a_reads && !b_reads && mns_mop_is_answered(mops, a) && misses(o, a, b);
}

static bool txn_precedes(const mns_observation *o, uint32_t a, uint32_t b, mns_kind kind) {
    const uint32_t *first = o->history->txns.first_mop;
    for (uint32_t m = first[a]; m < first[a + 1]; m++) {
        for (uint32_t n = first[b]; n < first[b + 1]; n++) {
            if (precedes(o, m, n, kind)) {
                return true;
            }
        }
    }
    return false;
}

static uint32_t compare_with_definition(const unit *u) {
    static const mns_kind kinds[] = {MNS_WW, MNS_WW_OPEN, MNS_WR, MNS_RW};
    const mns_observation *o = &u->observation;
    mns_graph graph, folded;
    uint32_t found = 0;
    assert_int_equal(mns_graph_build(o, &graph), MINOS_OK);
    graph_fold(&graph, &folded);
    for (uint32_t a = 0; a < folded.txn_count; a++) {
        for (uint32_t b = 0; b < folded.txn_count; b++) {
            for (size_t k = 0; k < MNS_COUNT_OF(kinds); k++) {
                bool expected = a != b && mns_txn_counts(o, a) && mns_txn_counts(o, b) &&
                                txn_precedes(o, a, b, kinds[k]);
                found += expected;
                if (graph_has(&folded, a, b, (uint8_t)kinds[k]) != expected) {
                    fail_msg("%s\n%u -%s-> %u", u->text, (unsigned)a, mns_kind_name(kinds[k]),
                             (unsigned)b);
                }
            }
        }
    }
    mns_graph_release(&graph);
    mns_graph_release(&folded);
    return found;
}

static void random_histories_follow_the_definition(void **state) {
    (void)state;
    uint64_t random = 11;
    uint32_t found = 0;
    for (int round = 0; round < 150; round++) {
        unit u;
        char *notation = unit_random_history(&random, 30, 1 + unit_random(&random, 3), 6);
        unit_open(&u, notation);
        found += compare_with_definition(&u);
        unit_close(&u);
        free(notation);
    }
    assert_true(found > 1000);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(versions_follow_each_other),
        cmocka_unit_test(reads_miss_what_follows),
        cmocka_unit_test(unseen_appends_come_last),
        cmocka_unit_test(only_what_counts_takes_part),
        cmocka_unit_test(reads_that_disagree_with_the_order),
        cmocka_unit_test(random_histories_follow_the_definition),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
