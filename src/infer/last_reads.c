/*
 * last_reads.c - see last_reads.h.
 *
 * A set is scanned element by element. A list is a prefix of its spine, so each read is stored at
 * its end; scanning a spine backward, the latest read so far is the last to show each element:
 *
 *     spine of x:       3   9   4   12
 *     reads that end:   a       b                b began last: it is the last to show 3, 9 and 4
 *
 * O(micro-operations + elements of sets and spines).
 */
#include "infer/last_reads.h"

#include "core/grow.h"

static bool is_counted(const mns_observation *o, uint32_t mop) {
    return mns_mop_is_answered(&o->history->tables.mops, mop) &&
           mns_txn_counts(o, mns_txn_of(o, mop));
}

/* Replaces *last by the read (1 + its mop) if that was invoked later. */
static void take_later(const mns_observation *o, uint32_t *last, uint32_t read) {
    const uint32_t *invoke = o->history->txns.invoke;
    if (read != 0 &&
        (*last == 0 || invoke[mns_txn_of(o, *last - 1)] < invoke[mns_txn_of(o, read - 1)])) {
        *last = read;
    }
}

static void look_through_sets(const mns_observation *o, uint32_t *last) {
    const mns_tables *tables = &o->history->tables;
    for (uint32_t m = 0; m < tables->mops.count; m++) {
        uint32_t count = 0;
        const uint32_t *adds =
            is_counted(o, m) ? mns_set_writers(&o->sets, tables, m, &count) : NULL;
        for (uint32_t i = 0; i < count; i++) {
            if (mns_writer_is_known(adds[i])) {
                take_later(o, &last[adds[i]], m + 1);
            }
        }
    }
}

/* `ends` is by element of spines. */
static void look_through_lists(const mns_observation *o, uint32_t *ends, uint32_t *last) {
    const mns_mops *mops = &o->history->tables.mops;
    const mns_versions *v = &o->versions;
    for (uint32_t m = 0; m < mops->count; m++) {
        if (is_counted(o, m) && mops->value[m] > 0) {
            take_later(o, &ends[v->spine_first[mops->content[m]] + mops->value[m] - 1], m + 1);
        }
    }
    for (uint32_t s = 0; s < o->history->tables.spines.count; s++) {
        uint32_t met = 0;
        for (uint32_t i = v->seen[s]; i-- > 0;) {
            uint32_t append = mns_spine_writer(o, s, i);
            take_later(o, &met, ends[v->spine_first[s] + i]);
            if (append != MNS_NONE) {
                take_later(o, &last[append], met);
            }
        }
    }
}

uint32_t *mns_last_reads(const mns_observation *o) {
    const mns_tables *tables = &o->history->tables;
    uint32_t *last = MNS_NEW_ARRAY(uint32_t, tables->mops.count);
    if (o->history->workload == MNS_SET) {
        if (last != NULL) {
            look_through_sets(o, last);
        }
        return last;
    }
    assert(o->history->workload == MNS_LIST_APPEND);
    uint32_t *ends = MNS_NEW_ARRAY(uint32_t, o->versions.spine_first[tables->spines.count]);
    if (last == NULL || ends == NULL) {
        free(last);
        last = NULL;
    } else {
        look_through_lists(o, ends, last);
    }
    free(ends);
    return last;
}
