/*
 * newest_shown.c - see newest_shown.h.
 *
 * A read of a list shows a prefix of its spine, so one pass along the spine finds the newest write
 * of each prefix. The reader's own writes do not count, so the newest write of any other
 * transaction is stored too.
 */
#include "infer/newest_shown.h"

#include "core/grow.h"

static void add(const mns_observation *o, mns_newest *newest, uint32_t write) {
    uint32_t txn = mns_txn_of(o, write);
    uint32_t began = mns_txn_counts(o, txn) ? o->history->txns.invoke[txn] + 1 : 0;
    assert(newest->second <= newest->began);
    if (began > newest->began) {
        newest->second = txn == newest->txn ? newest->second : newest->began;
        newest->began = began;
        newest->txn = txn;
    } else if (txn != newest->txn && began > newest->second) {
        newest->second = began;
    }
}

static uint32_t without(const mns_newest *newest, uint32_t reader) {
    return newest->txn == reader ? newest->second : newest->began;
}

bool mns_newest_shown_init(mns_newest_shown *shown, const mns_observation *o) {
    *shown = (mns_newest_shown){.o = o};
    if (o->history->workload != MNS_LIST_APPEND) {
        return true;
    }
    const mns_versions *v = &o->versions;
    size_t spines = o->history->tables.spines.count;
    shown->prefixes = MNS_NEW_ARRAY(mns_newest, v->spine_first[spines]);
    for (uint32_t s = 0; s < spines && shown->prefixes != NULL; s++) {
        mns_newest newest = {.txn = MNS_NONE};
        for (uint32_t i = 0; i < v->seen[s]; i++) {
            uint32_t append = mns_spine_writer(o, s, i);
            if (append != MNS_NONE) {
                add(o, &newest, append);
            }
            shown->prefixes[v->spine_first[s] + i] = newest;
        }
    }
    return shown->prefixes != NULL;
}

void mns_newest_shown_release(mns_newest_shown *shown) { free(shown->prefixes); }

uint32_t mns_newest_of_read(const mns_newest_shown *shown, uint32_t read) {
    const mns_observation *o = shown->o;
    const mns_tables *tables = &o->history->tables;
    uint32_t count = 0, reader = mns_txn_of(o, read);
    if (o->history->workload == MNS_LIST_APPEND) {
        uint32_t length = tables->mops.value[read], spine = tables->mops.content[read];
        return length == 0
                   ? 0
                   : without(&shown->prefixes[o->versions.spine_first[spine] + length - 1], reader);
    }
    mns_newest newest = {.txn = MNS_NONE};
    const uint32_t *adds = mns_set_writers(&o->sets, tables, read, &count);
    for (uint32_t i = 0; i < count; i++) {
        if (mns_writer_is_known(adds[i])) {
            add(o, &newest, adds[i]);
        }
    }
    return without(&newest, reader);
}
