/*
 * repeated_keys.c - see repeated_keys.h.
 *
 * Slices of the history are searched in parallel. Each writes its list at the index of its own
 * first transaction; then the lists are moved together. So no slice needs another's count, and
 * unused memory is never touched.
 */
#include "infer/repeated_keys.h"

#include "core/grow.h"
#include "core/parallel.h"
#include "core/slices.h"

#define LIMIT_PAIRS 32 /* the longest transaction whose keys are compared one by one */

typedef struct search {
    const mns_history *history;
    uint32_t *txn;
    uint32_t slices;
    uint32_t found[MNS_LIMIT_SLICES];
} search;

static uint32_t slice_start(const search *s, uint32_t slice) {
    return (uint32_t)mns_slice_start(s->history->txns.count, s->slices, slice);
}

static bool has_equal_pair(const uint32_t *keys, uint32_t count) {
    for (uint32_t i = 1; i < count; i++) {
        for (uint32_t j = 0; j < i; j++) {
            if (keys[i] == keys[j]) {
                return true;
            }
        }
    }
    return false;
}

/* Keys whose last six bits differ are different, which decides most transactions. */
static bool may_revisit(const uint32_t *keys, uint32_t count) {
    uint64_t met = 0, again = 0;
    for (uint32_t i = 0; i < count; i++) {
        uint64_t bit = (uint64_t)1 << (keys[i] % 64);
        again |= met & bit;
        met |= bit;
    }
    return again != 0 && (count > LIMIT_PAIRS || has_equal_pair(keys, count));
}

static void search_slice(void *context, uint32_t slice) {
    search *s = context;
    const uint32_t *first = s->history->txns.first_mop, *key = s->history->tables.mops.key;
    uint32_t start = slice_start(s, slice), end = slice_start(s, slice + 1);
    uint32_t found = 0;
    for (uint32_t txn = start; txn < end; txn++) {
        uint32_t count = first[txn + 1] - first[txn];
        if (count > 1 && may_revisit(key + first[txn], count)) {
            s->txn[start + found++] = txn;
        }
    }
    s->found[slice] = found;
}

minos_status mns_repeated_keys_find(mns_repeated_keys *revisits, const mns_history *history,
                                    unsigned threads) {
    search s = {.history = history,
                .txn = MNS_NEW_ARRAY(uint32_t, history->txns.count),
                .slices = mns_slice_count(history->txns.count)};
    *revisits = (mns_repeated_keys){.txn = s.txn};
    if (s.txn == NULL) {
        return MINOS_ENOMEM;
    }
    mns_parallel(threads, s.slices, search_slice, &s);
    for (uint32_t slice = 0; slice < s.slices; slice++) {
        memmove(s.txn + revisits->count, s.txn + slice_start(&s, slice),
                s.found[slice] * sizeof *s.txn);
        revisits->count += s.found[slice];
    }
    uint32_t *fitting = realloc(s.txn, (revisits->count + 1) * sizeof *s.txn);
    if (fitting == NULL) {
        return MINOS_ENOMEM;
    }
    revisits->txn = fitting;
    return MINOS_OK;
}

void mns_repeated_keys_release(mns_repeated_keys *revisits) {
    free(revisits->txn);
    memset(revisits, 0, sizeof *revisits);
}
