/* tails.c - see tails.h. O(micro-operations). */
#include "depend/tails.h"

#include "core/grow.h"
#include "depend/edges_list.h"

void mns_tails_release(mns_tails *tails) {
    free(tails->first);
    free(tails->txn);
    free(tails->readers);
    memset(tails, 0, sizeof *tails);
}

mns_tail mns_tails_of(const mns_tails *tails, uint32_t key) {
    return (mns_tail){.txns = tails->txn + tails->first[key],
                      .count = tails->first[key + 1] - tails->first[key],
                      .readers = tails->readers[key]};
}

/* Counts, or stores, the transactions that count with unseen appends to each key. */
static void scan(const mns_observation *o, mns_tails *tails, uint32_t *stamp, bool filling) {
    const mns_mops *mops = &o->history->tables.mops;
    for (uint32_t m = 0; m < mops->count; m++) {
        uint32_t key = mops->key[m], txn = mns_txn_of(o, m);
        if (!mns_list_is_unseen(o, m) || !mns_txn_counts(o, txn) || stamp[key] == txn + 1) {
            continue;
        }
        assert(stamp[key] <= txn); /* so the transactions of a tail ascend */
        stamp[key] = txn + 1;
        if (filling) {
            tails->txn[tails->first[key]++] = txn;
        } else {
            tails->first[key + 1]++;
        }
    }
}

static void count_readers(const mns_observation *o, mns_tails *tails) {
    const mns_mops *mops = &o->history->tables.mops;
    for (uint32_t m = 0; m < mops->count; m++) {
        uint32_t key = mops->key[m];
        if (mops->function[m] == MNS_READ &&
            mns_list_version_read(o, m) == mns_version_count(o, key)) {
            tails->readers[key]++;
        }
    }
}

minos_status mns_tails_find(const mns_observation *o, mns_tails *tails) {
    uint32_t keys = o->history->tables.keys.count;
    memset(tails, 0, sizeof *tails);
    tails->first = MNS_NEW_ARRAY(uint32_t, (size_t)keys + 2);
    tails->readers = MNS_NEW_ARRAY(uint32_t, keys);
    uint32_t *stamp = MNS_NEW_ARRAY(uint32_t, keys);
    if (tails->first == NULL || tails->readers == NULL || stamp == NULL) {
        free(stamp);
        return MINOS_ENOMEM;
    }
    scan(o, tails, stamp, false);
    for (uint32_t key = 0; key < keys; key++) {
        tails->first[key + 1] += tails->first[key];
    }
    tails->txn = MNS_NEW_ARRAY(uint32_t, tails->first[keys]);
    if (tails->txn == NULL) {
        free(stamp);
        return MINOS_ENOMEM;
    }
    memset(stamp, 0, keys * sizeof *stamp);
    scan(o, tails, stamp, true);
    /* Filling moved each first to that of the next key; move them back. */
    assert(keys == 0 || tails->first[keys - 1] == tails->first[keys]);
    memmove(tails->first + 1, tails->first, keys * sizeof *tails->first);
    tails->first[0] = 0;
    free(stamp);
    count_readers(o, tails);
    return MINOS_OK;
}
