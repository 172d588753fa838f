/* recheck_reads.c - see recheck_reads.h. */
#include "recheck/recheck_reads.h"

#include "core/grow.h"
#include "history/final_reads.h"
#include "recheck/recheck_facts.h"

static int by_key_and_start(const void *a, const void *b) {
    const mns_read_entry *x = a, *y = b;
    if (x->key != y->key) {
        return x->key < y->key ? -1 : 1;
    }
    return (x->began > y->began) - (x->began < y->began);
}

/* By mop: 1 for the last write of its transaction to its key. NULL when out of memory. */
static uint8_t *find_last_writes(const mns_history *history) {
    const mns_mops *mops = &history->tables.mops;
    uint8_t *is_last = MNS_NEW_ARRAY(uint8_t, mops->count);
    uint32_t *written = MNS_NEW_ARRAY(uint32_t, history->tables.keys.count); /* 1 + by which txn */
    for (uint32_t m = mops->count; m > 0 && is_last != NULL && written != NULL; m--) {
        uint32_t txn = history->txn_of_mop[m - 1];
        if (!mns_mop_is_read(mops, m - 1) && written[mops->key[m - 1]] != txn + 1) {
            written[mops->key[m - 1]] = txn + 1;
            is_last[m - 1] = 1;
        }
    }
    if (written == NULL) {
        free(is_last);
        is_last = NULL;
    }
    free(written);
    return is_last;
}

static uint32_t newest_of(const mns_history *history, const uint8_t *is_last, uint32_t read) {
    mns_value value = history->tables.mops.value[read];
    if (value == MNS_VALUE_INITIAL) {
        return 0;
    }
    uint32_t write = mns_history_writer(history, history->tables.mops.key[read], value);
    bool known = write < MNS_AMBIGUOUS && is_last[write] != 0 &&
                 history->txns.type[history->txn_of_mop[write]] == MNS_TXN_OK;
    return known ? history->txns.complete[history->txn_of_mop[write]] + 1 : UINT32_MAX;
}

static void collect(mns_facts *facts, const uint8_t *is_last) {
    const mns_history *history = facts->history;
    const mns_mops *mops = &history->tables.mops;
    mns_reads *reads = &facts->reads;
    for (uint32_t m = 0; m < mops->count; m++) {
        if (reads->asked[mops->key[m]] == 0 || !mns_mop_is_answered(mops, m) ||
            !mns_facts_counts(facts, m)) {
            continue;
        }
        mns_read_entry *e = &reads->entries[reads->count++];
        *e = (mns_read_entry){
            .key = mops->key[m], .began = history->txns.invoke[history->txn_of_mop[m]], .mop = m};
        if (history->workload == MNS_RW_REGISTER) {
            e->newest = newest_of(history, is_last, m);
        } else if (history->workload == MNS_COUNTER) {
            e->least = e->greatest = mns_mop_number(&history->tables, m);
        }
        e->first_final = mns_is_final_read(history, history->txn_of_mop[m]) ? e->began : MNS_NONE;
    }
    qsort(reads->entries, reads->count, sizeof *reads->entries, by_key_and_start);
}

/* Each entry includes those after it. */
static void accumulate(mns_reads *reads) {
    for (uint32_t i = reads->count; i > 1; i--) {
        mns_read_entry *e = &reads->entries[i - 2];
        const mns_read_entry *next = &reads->entries[i - 1];
        if (e->key == next->key) {
            e->first_final = e->first_final == MNS_NONE ? next->first_final : e->first_final;
            e->newest = e->newest < next->newest ? next->newest : e->newest;
            e->least = e->least > next->least ? next->least : e->least;
            e->greatest = e->greatest < next->greatest ? next->greatest : e->greatest;
        }
    }
}

bool mns_facts_find_reads(mns_facts *facts) {
    const mns_history *history = facts->history;
    if (!facts->reads.any || history->completions_only) {
        return true;
    }
    uint8_t *is_last = find_last_writes(history);
    facts->reads.entries = MNS_NEW_ARRAY(mns_read_entry, history->tables.mops.count);
    bool enough = is_last != NULL && facts->reads.entries != NULL;
    if (enough) {
        collect(facts, is_last);
        accumulate(&facts->reads);
    }
    free(is_last);
    return enough;
}

/* The place of the first read of the key that began at or after a position. */
static uint32_t place_of(const mns_reads *reads, uint32_t key, uint32_t position) {
    uint32_t low = 0, high = reads->count;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        const mns_read_entry *e = &reads->entries[middle];
        if (e->key < key || (e->key == key && e->began < position)) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low;
}

const mns_read_entry *mns_reads_from(const mns_reads *reads, uint32_t key, uint32_t position) {
    uint32_t place = place_of(reads, key, position);
    bool any = place < reads->count && reads->entries[place].key == key;
    return any ? &reads->entries[place] : NULL;
}

uint32_t mns_reads_first_final(const mns_reads *reads, uint32_t key, uint32_t position) {
    const mns_read_entry *e = mns_reads_from(reads, key, position);
    return e == NULL ? MNS_NONE : e->first_final;
}
