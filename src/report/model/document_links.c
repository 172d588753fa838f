/*
 * document_links.c - the arrows of a case in a picture.
 *
 * In: the micro-operations of a case, as detect.h lists them for each anomaly. Out: their
 * relations, named like the steps of a cycle: wr from a write to a read that contains it, rw from a
 * read to a write that it should contain, ww between two versions; and process or realtime where
 * that order makes the contradiction.
 *
 *     G1a                T1 (failed) append x 1  --wr-->  T2 r x [1]
 *     lost-update        T1 r x [], append x 1  <--rw-->  T2 r x [], append x 2
 *     missed-increment   T1 inc x 1  --realtime-->  T2 r x 0  --rw-->  T1
 *     lost-write         T1 append x 1  --1 missing-->  T2 r x [2]
 *
 * Reads that contradict each other or themselves have no arrows; their micro-operations are marked.
 * Cost: linear in the micro-operations and the elements of their reads.
 */
#include "report/model/document_builder.h"

typedef struct linking {
    const mns_history *history;
    const mns_mops *mops;
    const mns_witness *witness;
    mns_link *links;
    uint32_t count;
} linking;

static void add(linking *l, mns_kind kind, uint32_t from, uint32_t to, mns_value value,
                mns_value next) {
    l->links[l->count++] = (mns_link){from, to, kind, value, next};
}

/* ---- One arrow ------------------------------------------------------------------------------ */

static void add_ww(linking *l, uint32_t first, uint32_t second) {
    add(l, MNS_WW, first, second, l->mops->value[first], l->mops->value[second]);
}

static void add_wr(linking *l, uint32_t write, uint32_t read) {
    add(l, MNS_WR, write, read, l->mops->value[write], MNS_VALUE_NONE);
}

/* The version that a read saw, as in a step: the last element, the value, or none. */
static mns_value version_read(const linking *l, uint32_t read) {
    uint32_t count;
    const mns_value *list;
    switch (l->history->workload) {
    case MNS_RW_REGISTER: return l->mops->value[read];
    case MNS_LIST_APPEND:
        list = mns_mop_list(&l->history->tables, read, &count);
        return count == 0 ? MNS_VALUE_NONE : list[count - 1];
    default: return MNS_VALUE_NONE;
    }
}

static void add_rw(linking *l, uint32_t read, uint32_t write) {
    add(l, MNS_RW, read, write, version_read(l, read), l->mops->value[write]);
}

static bool shows(const linking *l, uint32_t read, uint32_t write) {
    const mns_tables *tables = &l->history->tables;
    mns_value value = l->mops->value[write];
    uint32_t count;
    if (l->history->workload == MNS_SET) {
        const mns_value *set = mns_mop_set(tables, read, &count);
        return mns_set_find(set, count, value) != MNS_NONE;
    }
    if (l->history->workload == MNS_LIST_APPEND) {
        const mns_value *list = mns_mop_list(tables, read, &count);
        uint32_t i = 0;
        while (i < count && list[i] != value) {
            i++;
        }
        return i < count;
    }
    return l->history->workload == MNS_RW_REGISTER && l->mops->value[read] == value;
}

/* wr if the read contains the write, else rw. */
static void relate(linking *l, uint32_t read, uint32_t write) {
    if (shows(l, read, write)) {
        add_wr(l, write, read);
    } else {
        add_rw(l, read, write);
    }
}

/* The process or realtime order of the anomaly between two transactions, if it orders them. */
static void add_order(linking *l, uint32_t from, uint32_t to) {
    const mns_txns *txns = &l->history->txns;
    uint32_t first = l->history->txn_of_mop[from], second = l->history->txn_of_mop[to];
    uint32_t end = txns->complete[first], start = txns->invoke[second];
    if (first == second) {
        return;
    }
    if (mns_anomaly_order(l->witness->anomaly) == MNS_ORDER_PROCESS) {
        add(l, MNS_PROCESS, from, to, MNS_VALUE_NONE, MNS_VALUE_NONE);
    } else if (end != MNS_NONE && start != MNS_NONE && end < start) {
        add(l, MNS_REALTIME, from, to, MNS_VALUE_NONE, MNS_VALUE_NONE);
    }
}

/* ---- By anomaly ----------------------------------------------------------------------------- */

/* The read, and the write that it must not contain. */
static void link_seen(linking *l) { add_wr(l, l->witness->mops[1], l->witness->mops[0]); }

/* From the failed write to the committed one, each following the one before, and the read. */
static void link_dirty_update(linking *l) {
    const mns_witness *w = l->witness;
    for (uint32_t i = 1; i + 1 < w->mop_count; i++) {
        add_ww(l, w->mops[i], w->mops[i + 1]);
    }
    add_wr(l, w->mops[w->mop_count - 1], w->mops[0]);
}

/* The read and its transaction's last write before it; earlier reads have no arrow. */
static void link_internal(linking *l) {
    const mns_witness *w = l->witness;
    for (uint32_t i = w->mop_count - 1; i > 0; i--) {
        if (!mns_mop_is_read(l->mops, w->mops[i])) {
            relate(l, w->mops[0], w->mops[i]);
            return;
        }
    }
}

/* Two reads have no arrows; a read and two appends that it has out of order do. */
static void link_incompatible_order(linking *l) {
    const mns_witness *w = l->witness;
    if (w->mop_count == 3) {
        add_ww(l, w->mops[1], w->mops[2]);
        relate(l, w->mops[0], w->mops[1]);
        relate(l, w->mops[0], w->mops[2]);
    }
}

/* Each transaction read the version that the next one overwrote. */
static void link_lost_update(linking *l) {
    const mns_witness *w = l->witness;
    uint32_t pairs = w->mop_count / 2;
    for (uint32_t i = 0; i < pairs; i++) {
        add_rw(l, w->mops[(size_t)2 * i], w->mops[(size_t)2 * ((i + 1) % pairs) + 1]);
    }
}

/* The sum shows that the read missed an increment. Of several it does not show which. */
static void link_missed(linking *l) {
    const mns_witness *w = l->witness;
    for (uint32_t i = 1; i < w->mop_count; i++) {
        add_order(l, w->mops[i], w->mops[0]);
    }
    if (w->mop_count == 2) {
        add_rw(l, w->mops[0], w->mops[1]);
    }
}

/* From the write to each read that began after it completed and does not contain it. One arrow for
 * each read: an rw in the opposite direction would say the same again. A read that had shown the
 * write has a wr. */
static void link_lost_write(linking *l) {
    const mns_witness *w = l->witness;
    if (l->history->workload == MNS_COUNTER) { /* the read, and increments of which it missed one */
        link_missed(l);
        return;
    }
    for (uint32_t i = 1; i < w->mop_count; i++) {
        if (shows(l, w->mops[i], w->mops[0])) {
            add_wr(l, w->mops[0], w->mops[i]);
        } else {
            add(l, MNS_REALTIME, w->mops[0], w->mops[i], l->mops->value[w->mops[0]],
                MNS_VALUE_NONE);
        }
    }
}

/* The sum shows that the read contains an increment. Of several it does not show which. */
static void link_early(linking *l) {
    const mns_witness *w = l->witness;
    for (uint32_t i = 1; i < w->mop_count; i++) {
        add_order(l, w->mops[0], w->mops[i]);
    }
    if (w->mop_count == 2) {
        add_wr(l, w->mops[1], w->mops[0]);
    }
}

/* A sum does not show which increments it has: those committed before the start were missed. */
static void link_snapshot(linking *l) {
    const mns_witness *w = l->witness;
    const mns_txns *txns = &l->history->txns;
    uint32_t read = w->mops[0];
    if (!mns_mop_is_read(l->mops, read)) {
        add_ww(l, read, w->mops[1]);
        return;
    }
    for (uint32_t i = 1; i < w->mop_count; i++) {
        uint32_t writer = l->history->txn_of_mop[w->mops[i]];
        bool late = l->history->workload == MNS_COUNTER &&
                    txns->commit_ts[writer] > txns->start_ts[l->history->txn_of_mop[read]];
        if (late) {
            add_wr(l, w->mops[i], read);
        } else {
            relate(l, read, w->mops[i]);
        }
    }
}

/* Pairs of versions, each before the next, in a cycle. */
static void link_cyclic_versions(linking *l) {
    const mns_witness *w = l->witness;
    for (uint32_t i = 0; i + 1 < w->mop_count; i += 2) {
        add_ww(l, w->mops[i], w->mops[i + 1]);
    }
}

static const struct {
    mns_anomaly anomaly;
    uint32_t mops; /* minimal number */
    void (*link)(linking *l);
} rules[] = {
    {MNS_A_CYCLIC_VERSIONS, 2, link_cyclic_versions},
    {MNS_A_DIRTY_UPDATE, 2, link_dirty_update},
    {MNS_A_INCOMPATIBLE_ORDER, 2, link_incompatible_order},
    {MNS_A_G1A, 2, link_seen},
    {MNS_A_G1B, 2, link_seen},
    {MNS_A_FUTURE_READ, 2, link_seen},
    {MNS_A_INTERNAL, 2, link_internal},
    {MNS_A_LOST_UPDATE, 4, link_lost_update},
    {MNS_A_G_SIB, 2, link_snapshot},
    {MNS_A_G_SIA, 2, link_snapshot},
    {MNS_A_LOST_WRITE, 2, link_lost_write},
    {MNS_A_MISSED_INCREMENT_PROCESS, 2, link_missed},
    {MNS_A_MISSED_INCREMENT_REALTIME, 2, link_missed},
    {MNS_A_EARLY_INCREMENT_PROCESS, 2, link_early},
    {MNS_A_EARLY_INCREMENT_REALTIME, 2, link_early},
};

uint32_t mns_case_links(const mns_history *history, const mns_witness *witness, mns_link *links) {
    linking l = {history, &history->tables.mops, witness, links, 0};
    for (size_t i = 0; i < MNS_COUNT_OF(rules); i++) {
        if (rules[i].anomaly == witness->anomaly && witness->mop_count >= rules[i].mops) {
            rules[i].link(&l);
        }
    }
    assert(l.count <= 2 * witness->mop_count);
    return l.count;
}
