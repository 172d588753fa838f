/*
 * possible.c - what is known of a graph without its edges.
 *
 * Which orders relate any transactions, and whether a dependency that is not in the graph is
 * possible: had a transaction of unknown outcome committed, its write would follow what others read
 * of the key. O(transactions + micro-operations).
 */
#include "core/grow.h"
#include "depend/edges_order.h"
#include "depend/graph_builder.h"

bool mns_order_kinds(const mns_observation *o, unsigned *kinds) {
    const mns_history *history = o->history;
    const mns_txns *txns = &history->txns;
    /* By process: when its first ok transaction completed. Rows are in the order of completion,
     * so the row of that transaction comes before those it precedes. */
    uint32_t *first = MNS_NEW_ARRAY(uint32_t, history->process_count);
    if (first == NULL) {
        return false;
    }
    memset(first, 0xFF, history->process_count * sizeof *first); /* MNS_NONE */
    uint32_t earliest = MNS_NONE;
    unsigned all = history->completions_only ? MNS_PROCESS : MNS_PROCESS | MNS_REALTIME;
    for (uint32_t txn = 0; txn < txns->count && (*kinds & all) != all; txn++) {
        uint32_t *own = &first[txns->process[txn]];
        if (!mns_txn_counts(o, txn)) {
            continue;
        }
        /* Never true if no transaction completed: MNS_NONE is the largest. */
        if (mns_txn_begins(o, txn, MNS_PROCESS) > *own) {
            *kinds |= MNS_PROCESS;
        }
        if (mns_txn_begins(o, txn, MNS_REALTIME) > earliest && !history->completions_only) {
            *kinds |= MNS_REALTIME;
        }
        if (txns->type[txn] == MNS_TXN_OK) {
            assert(earliest == MNS_NONE || earliest < txns->complete[txn]);
            *own = *own == MNS_NONE ? txns->complete[txn] : *own;
            earliest = earliest == MNS_NONE ? txns->complete[txn] : earliest;
        }
    }
    free(first);
    return true;
}

/* Marks the keys that a transaction which counts read. */
static void mark_read_keys(const mns_observation *o, bool *read) {
    const mns_mops *mops = &o->history->tables.mops;
    const mns_txns *txns = &o->history->txns;
    for (uint32_t txn = 0; txn < txns->count; txn++) {
        uint32_t end = mns_txn_counts(o, txn) ? txns->first_mop[txn + 1] : 0;
        for (uint32_t m = txns->first_mop[txn]; m < end; m++) {
            read[mops->key[m]] |= mns_mop_is_answered(mops, m);
        }
    }
}

bool mns_dependency_is_possible(const mns_observation *o, bool *possible) {
    const mns_mops *mops = &o->history->tables.mops;
    const mns_txns *txns = &o->history->txns;
    *possible = false;
    if (o->history->info == 0) {
        return true;
    }
    bool *read = MNS_NEW_ARRAY(bool, o->history->tables.keys.count);
    if (read == NULL) {
        return false;
    }
    mark_read_keys(o, read);
    for (uint32_t txn = 0; txn < txns->count && !*possible; txn++) {
        uint32_t end = o->outcome[txn] == MNS_UNKNOWN ? txns->first_mop[txn + 1] : 0;
        for (uint32_t m = txns->first_mop[txn]; m < end; m++) {
            *possible |= mops->function[m] == MNS_WRITE && read[mops->key[m]];
        }
    }
    free(read);
    return true;
}
