/* later_reads.c - see later_reads.h. */
#include "detect/later_reads.h"

#include "core/grow.h"
#include "history/final_reads.h"

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

/* Reads of one transaction follow each other, so its mark is looked up once. */
static void find_finals(mns_later_reads *reads, const mns_observation *o) {
    uint32_t asked = MNS_NONE;
    bool is_final = false;
    for (uint32_t r = reads->count; r > 0; r--) {
        mns_later_read *read = &reads->items[r - 1];
        uint32_t txn = mns_txn_of(o, read->mop);
        if (txn != asked) {
            asked = txn;
            is_final = mns_is_final_read(o->history, txn);
        }
        bool ends = r == reads->count || reads->items[r].key != read->key;
        read->final = is_final ? r - 1 : ends ? MNS_NONE : reads->items[r].final;
    }
}

bool mns_later_reads_sort(mns_later_reads *reads, const mns_observation *o, const uint32_t *after) {
    const mns_mops *mops = &o->history->tables.mops;
    assert(reads->items == NULL && !o->history->completions_only);
    reads->items = MNS_NEW_ARRAY(mns_later_read, mops->count);
    if (reads->items == NULL) {
        return false;
    }
    for (uint32_t m = 0; m < mops->count; m++) {
        if (after[mops->key[m]] != MNS_NONE && mns_read_counts(o, m) &&
            began(o, m) > after[mops->key[m]]) {
            reads->items[reads->count++] =
                (mns_later_read){.key = mops->key[m], .began = began(o, m), .mop = m};
        }
    }
    qsort(reads->items, reads->count, sizeof *reads->items, by_key_and_time);
    find_finals(reads, o);
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
        if (r->key < key || (r->key == key && r->began <= position)) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low < reads->count && reads->items[low].key == key ? low : MNS_NONE;
}

uint32_t mns_later_reads_final(const mns_later_reads *reads, uint32_t key, uint32_t position) {
    uint32_t place = mns_later_reads_first(reads, key, position);
    return place == MNS_NONE ? MNS_NONE : reads->items[place].final;
}

/* True if another transaction had shown the write, and completed before a position. */
static bool had_shown(const mns_observation *o, uint32_t write, uint32_t shown, uint32_t position) {
    uint32_t txn = shown == MNS_NONE ? MNS_NONE : mns_txn_of(o, shown);
    return txn != MNS_NONE && txn != mns_txn_of(o, write) &&
           o->history->txns.type[txn] == MNS_TXN_OK && o->history->txns.complete[txn] < position;
}

void mns_later_reads_add_final(const mns_later_reads *reads, const mns_observation *o,
                               uint32_t write, uint32_t place, uint32_t shown, mns_cases *cases) {
    const mns_mops *mops = &o->history->tables.mops;
    uint32_t named[1 + MNS_LIMIT_LOST_READS] = {write}, count = 1, key = mops->key[write];
    bool seen = had_shown(o, write, shown, reads->items[place].began);
    uint32_t limit = MNS_LIMIT_LOST_READS + (seen ? 0 : 1), before = MNS_NONE;
    while (place != MNS_NONE && count < limit) {
        if (reads->items[place].began != before) {
            named[count++] = reads->items[place].mop;
        }
        before = reads->items[place].began;
        bool ends = place + 1 == reads->count || reads->items[place + 1].key != key;
        place = ends ? MNS_NONE : reads->items[place + 1].final;
    }
    if (seen) {
        named[count++] = shown;
    }
    mns_cases_add(cases, MNS_A_LOST_WRITE, key, mops->value[write], named, count);
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
