/* recheck_mops.c - properties of micro-operations and pairs of transactions; see recheck_facts.h.
 * */
#include "recheck/recheck_facts.h"

bool mns_facts_owns(const mns_facts *facts, uint32_t txn, uint32_t mop) {
    const mns_txns *txns = &facts->history->txns;
    return txn < txns->count && mop >= txns->first_mop[txn] && mop < txns->first_mop[txn + 1];
}

bool mns_facts_counts(const mns_facts *facts, uint32_t mop) {
    if (mop >= facts->history->tables.mops.count) {
        return false;
    }
    uint32_t txn = facts->history->txn_of_mop[mop];
    return mns_facts_owns(facts, txn, mop) && facts->counts[txn];
}

bool mns_facts_changes(const mns_facts *facts, uint32_t mop, uint32_t key) {
    const mns_mops *mops = &facts->history->tables.mops;
    return mop < mops->count && !mns_mop_is_read(mops, mop) && mops->key[mop] == key;
}

bool mns_facts_writes(const mns_facts *facts, uint32_t mop, uint32_t key, mns_value value) {
    return mns_facts_changes(facts, mop, key) && facts->history->tables.mops.value[mop] == value &&
           mns_write_is_unique(facts->history, mop);
}

bool mns_facts_reads(const mns_facts *facts, uint32_t mop, uint32_t key) {
    const mns_mops *mops = &facts->history->tables.mops;
    return mop < mops->count && mns_mop_is_answered(mops, mop) && mops->key[mop] == key;
}

bool mns_facts_shows(const mns_facts *facts, uint32_t read, mns_value value) {
    const mns_tables *tables = &facts->history->tables;
    uint32_t count = 0;
    if (facts->history->workload == MNS_RW_REGISTER) {
        return tables->mops.value[read] == value;
    }
    if (facts->history->workload == MNS_SET) {
        const mns_value *set = mns_mop_set(tables, read, &count);
        return mns_set_find(set, count, value) != MNS_NONE;
    }
    assert(facts->history->workload == MNS_LIST_APPEND);
    const mns_value *list = mns_mop_list(tables, read, &count);
    for (uint32_t i = 0; i < count; i++) {
        if (list[i] == value) {
            return true;
        }
    }
    return false;
}

/* True if the transaction of a read did not read its key before, nor write it if that matters. */
static bool begins_with(const mns_facts *facts, uint32_t read, bool writes_matter) {
    const mns_history *history = facts->history;
    const mns_mops *mops = &history->tables.mops;
    for (uint32_t m = history->txns.first_mop[history->txn_of_mop[read]]; m < read; m++) {
        if (mops->key[m] == mops->key[read] &&
            (mns_mop_is_read(mops, m) ? mns_mop_is_answered(mops, m) : writes_matter)) {
            return false;
        }
    }
    return true;
}

bool mns_facts_is_external(const mns_facts *facts, uint32_t read) {
    return begins_with(facts, read, true);
}

bool mns_facts_is_first(const mns_facts *facts, uint32_t read) {
    return begins_with(facts, read, false);
}

bool mns_facts_is_final(const mns_facts *facts, uint32_t write) {
    const mns_history *history = facts->history;
    const mns_mops *mops = &history->tables.mops;
    uint32_t end = history->txns.first_mop[history->txn_of_mop[write] + 1];
    for (uint32_t m = write + 1; m < end; m++) {
        if (mops->key[m] == mops->key[write] && !mns_mop_is_read(mops, m)) {
            return false;
        }
    }
    return true;
}

bool mns_facts_precedes(const mns_facts *facts, mns_order order, uint32_t from, uint32_t to) {
    const mns_history *history = facts->history;
    const mns_txns *txns = &history->txns;
    if (txns->type[from] != MNS_TXN_OK || txns->complete[from] == MNS_NONE) {
        return false;
    }
    if (order == MNS_ORDER_REALTIME) {
        return txns->invoke[to] != MNS_NONE && txns->complete[from] < txns->invoke[to];
    }
    uint32_t start = history->completions_only ? txns->complete[to] : txns->invoke[to];
    return txns->process[from] == txns->process[to] && start != MNS_NONE &&
           txns->complete[from] < start;
}
