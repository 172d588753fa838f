/* commit_proofs.c - see commit_proofs.h. O(what was read), if there is anything to look for. */
#include "explain/commit_proofs.h"

#include "core/grow.h"

/* Adds the info transactions of a witness; false when out of memory. */
static bool add_txns(mns_commit_proofs *proofs, const mns_history *history,
                     const mns_witness *witness) {
    for (uint32_t i = 0; i < witness->txn_count; i++) {
        uint32_t txn = witness->txns[i];
        if (history->txns.type[txn] != MNS_TXN_INFO ||
            mns_map_get(&proofs->index, txn) != MNS_NONE) {
            continue;
        }
        if (!MNS_GROW(proofs->write, proofs->count, proofs->write_capacity, 1) ||
            !MNS_GROW(proofs->read, proofs->count, proofs->read_capacity, 1) ||
            !mns_map_add(&proofs->index, txn, proofs->count)) {
            return false;
        }
        proofs->write[proofs->count] = proofs->read[proofs->count] = MNS_NONE;
        proofs->count++;
    }
    return true;
}

/* A read shows that a value was written. */
static void show(mns_commit_proofs *proofs, const mns_history *history, uint32_t read,
                 mns_value value) {
    uint32_t write = mns_history_writer(history, history->tables.mops.key[read], value);
    if (write == MNS_NONE || write == MNS_AMBIGUOUS) {
        return;
    }
    uint32_t place = mns_map_get(&proofs->index, history->txn_of_mop[write]);
    if (place != MNS_NONE && proofs->read[place] == MNS_NONE) {
        proofs->write[place] = write;
        proofs->read[place] = read;
    }
}

static void show_all(mns_commit_proofs *proofs, const mns_history *history, uint32_t read) {
    if (history->workload == MNS_RW_REGISTER) {
        show(proofs, history, read, history->tables.mops.value[read]);
    } else if (history->workload == MNS_SET) {
        uint32_t count;
        const mns_value *set = mns_mop_set(&history->tables, read, &count);
        for (uint32_t i = 0; i < count; i++) {
            show(proofs, history, read, set[i]);
        }
    }
}

static void find_reads(mns_commit_proofs *proofs, const mns_observation *o) {
    const mns_mops *mops = &o->history->tables.mops;
    uint32_t last = MNS_NONE; /* consecutive reads may share a set: look at it once */
    for (uint32_t m = 0; m < mops->count; m++) {
        if (!mns_mop_is_answered(mops, m) || !mns_txn_counts(o, mns_txn_of(o, m)) ||
            (mops->content[m] != MNS_NONE && mops->content[m] == last)) {
            continue;
        }
        last = mops->content[m];
        show_all(proofs, o->history, m);
    }
}

minos_status mns_commit_proofs_find(mns_commit_proofs *proofs, const mns_observation *o,
                                    const mns_witnesses *witnesses) {
    memset(proofs, 0, sizeof *proofs);
    mns_map_init(&proofs->index);
    if (o->history->workload == MNS_LIST_APPEND) {
        return MINOS_OK;
    }
    for (size_t i = 0; i < witnesses->count; i++) {
        if (!add_txns(proofs, o->history, &witnesses->items[i])) {
            mns_commit_proofs_release(proofs);
            return MINOS_ENOMEM;
        }
    }
    if (proofs->count > 0) {
        find_reads(proofs, o);
    }
    return MINOS_OK;
}

void mns_commit_proofs_release(mns_commit_proofs *proofs) {
    mns_map_release(&proofs->index);
    free(proofs->write);
    free(proofs->read);
    memset(proofs, 0, sizeof *proofs);
}

/* An append in the order of its key is in the read that shows this order. */
static bool proof_of_lists(const mns_observation *o, uint32_t txn, uint32_t *write,
                           uint32_t *read) {
    const mns_history *history = o->history;
    const mns_mops *mops = &history->tables.mops;
    for (uint32_t m = history->txns.first_mop[txn]; m < history->txns.first_mop[txn + 1]; m++) {
        uint32_t shown_by = mns_shown_by(o, mops->key[m]);
        if (!mns_mop_is_read(mops, m) && o->versions.position[m] != MNS_NONE &&
            shown_by != MNS_NONE) {
            *write = m;
            *read = shown_by;
            return true;
        }
    }
    return false;
}

bool mns_commit_proof_of(const mns_commit_proofs *proofs, const mns_observation *o, uint32_t txn,
                         uint32_t *write, uint32_t *read) {
    if (o->history->workload == MNS_LIST_APPEND) {
        return proof_of_lists(o, txn, write, read);
    }
    uint32_t place = mns_map_get(&proofs->index, txn);
    if (place == MNS_NONE || proofs->read[place] == MNS_NONE) {
        return false;
    }
    *write = proofs->write[place];
    *read = proofs->read[place];
    return true;
}
