/* later_reads.c - see later_reads.h. */
#include "detect/later_reads.h"

#include "core/grow.h"

static uint32_t began(const mns_observation *o, uint32_t mop) {
    return o->history->txns.invoke[mns_txn_of(o, mop)];
}

static int by_key_and_time(const void *a, const void *b) {
    const mns_later_read *x = a, *y = b;
    if (x->key != y->key) {
        return x->key < y->key ? -1 : 1;
    }
    if (x->began != y->began) {
        return x->began < y->began ? -1 : 1;
    }
    return (x->mop > y->mop) - (x->mop < y->mop);
}

bool mns_later_reads_sort(mns_later_reads *reads, const mns_observation *o, const uint8_t *wanted) {
    const mns_mops *mops = &o->history->tables.mops;
    assert(reads->items == NULL && !o->history->completions_only);
    reads->items = MNS_NEW_ARRAY(mns_later_read, mops->count);
    if (reads->items == NULL) {
        return false;
    }
    for (uint32_t m = 0; m < mops->count; m++) {
        if ((wanted == NULL || wanted[mops->key[m]] != 0) && mns_read_counts(o, m)) {
            reads->items[reads->count++] =
                (mns_later_read){.key = mops->key[m], .began = began(o, m), .mop = m};
        }
    }
    qsort(reads->items, reads->count, sizeof *reads->items, by_key_and_time);
    return true;
}

void mns_later_reads_release(mns_later_reads *reads) {
    free(reads->items);
    memset(reads, 0, sizeof *reads);
}

uint32_t mns_later_reads_first(const mns_later_reads *reads, uint32_t key, uint32_t position) {
    uint32_t low = 0, high = reads->count;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        const mns_later_read *r = &reads->items[middle];
        if (r->key < key || (r->key == key && r->began < position)) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    assert(low < reads->count && reads->items[low].key == key);
    return low;
}

void mns_later_reads_add_case(const mns_later_reads *reads, const mns_observation *o,
                              uint32_t write, uint32_t proof, mns_cases *cases) {
    const mns_mops *mops = &o->history->tables.mops;
    uint32_t key = mops->key[write], completed = o->history->txns.complete[mns_txn_of(o, write)];
    uint32_t named[1 + MNS_LIMIT_LOST_READS] = {write, proof}, count = 2;
    assert(mops->key[proof] == key && began(o, proof) > completed);
    uint32_t before = MNS_NONE; /* one for each transaction */
    for (uint32_t r = mns_later_reads_first(reads, key, completed);
         r < reads->count && reads->items[r].key == key && count <= MNS_LIMIT_LOST_READS; r++) {
        uint32_t start = reads->items[r].began;
        if (start != before && start != began(o, proof)) {
            named[count++] = reads->items[r].mop;
        }
        before = start;
    }
    mns_cases_add(cases, MNS_A_LOST_WRITE, key, mops->value[write], named, count);
}
