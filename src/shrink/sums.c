/* sums.c - see sums.h. O(draft). */
#include "shrink/sums.h"

#include "core/grow.h"
#include "shrink/draft.h"

bool mns_sums_init(mns_draft *d, mns_sums_rule rule) {
    const mns_mops *mops = &d->history->tables.mops;
    mns_sums *sums = &d->sums;
    mns_map ids;
    mns_map_init(&ids);
    sums->rule = rule;
    sums->key = MNS_NEW_ARRAY(uint32_t, d->mop_count);
    bool good = sums->key != NULL;
    for (uint32_t mop = 0; mop < d->mop_count && good; mop++) {
        uint32_t name = mops->key[d->mop[mop]], id = mns_map_get(&ids, name);
        if (id == MNS_NONE) {
            id = sums->key_count++;
            good = mns_map_add(&ids, name, id);
        }
        sums->key[mop] = id;
    }
    mns_map_release(&ids);
    sums->keys = MNS_NEW_ARRAY(mns_key_sums, sums->key_count);
    return good && sums->keys != NULL;
}

void mns_sums_release(mns_sums *sums) {
    free(sums->key);
    free(sums->keys);
    memset(sums, 0, sizeof *sums);
}

/* ---- Adding up ------------------------------------------------------------------------------ */

/* The key of a micro-operation, with the state of its transaction. */
static mns_key_sums *key_of(mns_draft *d, uint32_t txn, uint32_t mop) {
    mns_key_sums *key = &d->sums.keys[d->sums.key[mop]];
    if (key->txn != txn + 1) {
        key->txn = txn + 1;
        key->own = 0;
        key->owes = false;
    }
    return key;
}

static int64_t positive(const mns_draft *d, uint32_t mop) {
    int64_t number = mns_mop_number(&d->history->tables, d->mop[mop]);
    return number > 0 ? number : 0;
}

/* False if the transaction lacks an increment that it made before the read. */
static bool add_read(mns_draft *d, uint32_t txn, uint32_t mop) {
    const mns_txns *txns = &d->history->txns;
    if (!d->shows_mop[mop] || !mns_mop_is_answered(&d->history->tables.mops, d->mop[mop])) {
        return true;
    }
    mns_key_sums *key = key_of(d, txn, mop);
    mns_sum others = mns_mop_number(&d->history->tables, d->mop[mop]) - key->own;
    uint32_t id = d->txn[txn];
    uint32_t begin = txns->invoke[id] != MNS_NONE ? txns->invoke[id] : txns->complete[id];
    key->least = !key->is_read || others < key->least ? others : key->least;
    key->begin = !key->is_read || begin < key->begin ? begin : key->begin;
    key->is_read = true;
    return !key->owes;
}

/* Adds up each transaction's own increments, and visits the reads. */
static bool add_reads(mns_draft *d) {
    bool good = true;
    for (uint32_t txn = 0; txn < d->txn_count; txn++) {
        for (uint32_t mop = d->txn_first[txn]; mop < d->txn_first[txn + 1]; mop++) {
            if (mns_mop_is_read(&d->history->tables.mops, d->mop[mop])) {
                good = add_read(d, txn, mop) && good;
            } else if (d->shows_mop[mop]) {
                key_of(d, txn, mop)->own += positive(d, mop);
            } else {
                key_of(d, txn, mop)->owes = true;
            }
        }
    }
    return good;
}

static void add_increments(mns_draft *d) {
    const mns_txns *txns = &d->history->txns;
    for (uint32_t txn = 0; txn < d->txn_count; txn++) {
        uint32_t id = d->txn[txn];
        for (uint32_t mop = d->txn_first[txn]; mop < d->txn_first[txn + 1]; mop++) {
            if (mns_mop_is_read(&d->history->tables.mops, d->mop[mop])) {
                continue;
            }
            mns_key_sums *key = &d->sums.keys[d->sums.key[mop]];
            bool before = txns->type[id] == MNS_TXN_OK && txns->complete[id] < key->begin;
            int64_t number = positive(d, mop);
            if (d->shows_mop[mop]) {
                key->left += number;
                key->left_before += before ? number : 0;
            } else {
                key->gone += txns->type[id] == MNS_TXN_FAIL ? 0 : number;
                key->gone_before += before ? number : 0;
                key->is_short = true;
            }
        }
    }
}

bool mns_sums_resolve(mns_draft *d) {
    memset(d->sums.keys, 0, d->sums.key_count * sizeof *d->sums.keys);
    bool good = add_reads(d);
    add_increments(d);
    for (uint32_t k = 0; k < d->sums.key_count && d->sums.rule == MNS_SUMS_FIXED; k++) {
        good = good && !(d->sums.keys[k].is_read && d->sums.keys[k].is_short);
    }
    return good;
}

/* ---- Reduced sums --------------------------------------------------------------------------- */

static mns_sum descent(const mns_key_sums *key) {
    assert(key->left_before <= key->left && key->gone_before <= key->gone);
    mns_sum by = key->left_before == 0 ? key->gone : key->gone_before;
    by = by < key->least ? by : key->least;
    return by > 0 ? by : 0;
}

int64_t mns_sums_read(const mns_draft *d, uint32_t mop) {
    const mns_key_sums *key = &d->sums.keys[d->sums.key[mop]];
    mns_sums_rule rule = d->sums.rule;
    mns_sum sum = mns_mop_number(&d->history->tables, d->mop[mop]);
    if (rule == MNS_SUMS_LEVEL || rule == MNS_SUMS_ORDER) {
        sum -= descent(key);
    }
    if ((rule == MNS_SUMS_FIT || rule == MNS_SUMS_ORDER) && key->is_short && sum > key->left) {
        sum = key->left;
    }
    assert(sum <= INT64_MAX && sum >= INT64_MIN);
    return (int64_t)sum;
}
