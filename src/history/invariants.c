/* invariants.c - see invariants.h. */
#include "history/invariants.h"

#ifndef NDEBUG

/* A reference is MNS_VALUE_INITIAL, a small integer, or the id of an interned value. */
static bool is_value(const mns_values *values, mns_value value) {
    return value == MNS_VALUE_INITIAL || (value & 1) == 0 || value >> 1 < values->count;
}

static void assert_elements(const mns_values *values, const mns_value *elements, size_t count) {
    for (size_t i = 0; i < count; i++) {
        assert(elements[i] != MNS_VALUE_NONE && is_value(values, elements[i]));
    }
}

static void assert_spines(const mns_tables *tables) {
    const mns_spines *spines = &tables->spines;
    for (size_t s = 0; s < spines->count; s++) {
        const mns_spine *spine = &spines->items[s];
        assert(spine->key < tables->keys.count && spine->count > 0);
        assert(spine->next == MNS_NONE || spines->items[spine->next].key == spine->key);
        assert_elements(&tables->values, spine->elements, spine->count);
    }
}

static void assert_sets(const mns_tables *tables) {
    const mns_sets *sets = &tables->sets;
    uint64_t end = 0;
    for (size_t s = 0; s < sets->count; s++) {
        const mns_set *set = &sets->items[s];
        const mns_value *elements = mns_sets_elements(sets, (uint32_t)s);
        assert(set->first == end && set->count > 0); /* one after the other */
        end += set->count;
        for (uint32_t i = 1; i < set->count; i++) {
            assert(elements[i - 1] < elements[i]);
        }
        assert_elements(&tables->values, elements, set->count);
    }
    assert(end == sets->element_count);
}

static void assert_keys(const mns_history *history) {
    const mns_keys *keys = &history->tables.keys;
    size_t contents =
        history->workload == MNS_SET ? history->tables.sets.count : history->tables.spines.count;
    for (uint32_t key = 0; key < keys->count; key++) {
        assert(mns_index_get(&keys->index, keys->name[key]) == key); /* names are distinct */
        assert(is_value(&history->tables.values, keys->name[key]));
        assert(keys->first_spine[key] == MNS_NONE || keys->first_spine[key] < contents);
    }
}

/* What value and content of a read are; tables.h. */
static void assert_read(const mns_history *history, uint32_t mop) {
    const mns_tables *tables = &history->tables;
    uint32_t value = tables->mops.value[mop], content = tables->mops.content[mop];
    bool listed = history->workload == MNS_LIST_APPEND || history->workload == MNS_SET;
    if (value == MNS_VALUE_NONE || !listed) {
        assert(content == MNS_NONE);
        assert(value == MNS_VALUE_NONE || is_value(&tables->values, value));
    } else if (value == 0) {
        assert(content == MNS_NONE);
    } else if (history->workload == MNS_SET) {
        assert(content < tables->sets.count && tables->sets.items[content].count == value);
    } else {
        assert(content < tables->spines.count && tables->spines.items[content].count >= value);
        assert(tables->spines.items[content].key == tables->mops.key[mop]);
    }
}

static void assert_mops(const mns_history *history) {
    const mns_tables *tables = &history->tables;
    for (uint32_t mop = 0; mop < tables->mops.count; mop++) {
        assert(tables->mops.key[mop] < tables->keys.count);
        if (tables->mops.function[mop] == MNS_READ) {
            assert_read(history, mop);
        } else {
            assert(tables->mops.content[mop] == MNS_NONE);
            assert(tables->mops.value[mop] != MNS_VALUE_NONE &&
                   is_value(&tables->values, tables->mops.value[mop]));
        }
    }
}

/* Completed transactions ascend by completion, open ones follow and ascend by invocation. */
static void assert_order(const mns_txns *txns, uint32_t txn) {
    if (txn == 0 || txns->complete[txn] != MNS_NONE) {
        assert(txn == 0 || txns->complete[txn - 1] < txns->complete[txn]);
    } else if (txns->complete[txn - 1] == MNS_NONE) {
        assert(txns->invoke[txn - 1] < txns->invoke[txn]);
    }
}

static void assert_txns(const mns_history *history) {
    const mns_txns *txns = &history->txns;
    assert(txns->first_mop[0] == 0);
    assert(txns->first_mop[txns->count] == history->tables.mops.count);
    for (uint32_t txn = 0; txn < txns->count; txn++) {
        uint32_t invoke = txns->invoke[txn], complete = txns->complete[txn];
        assert(txns->type[txn] <= MNS_TXN_FAIL && txns->process[txn] < history->process_count);
        assert(txns->first_mop[txn] <= txns->first_mop[txn + 1]);
        assert(invoke == MNS_NONE || invoke < history->operations);
        assert(complete == MNS_NONE || complete < history->operations);
        assert(invoke == MNS_NONE ? complete != MNS_NONE : invoke < complete);
        assert(complete != MNS_NONE || txns->type[txn] == MNS_TXN_INFO);
        assert_order(txns, txn);
    }
}

void mns_history_assert(const mns_history *history) {
    assert(history->operations == history->op_offsets.count);
    assert(history->ok + history->info + history->fail == history->txns.count);
    assert(history->process_count == history->processes.count);
    assert_keys(history);
    assert_spines(&history->tables);
    assert_sets(&history->tables);
    assert_mops(history);
    assert_txns(history);
}

#endif
