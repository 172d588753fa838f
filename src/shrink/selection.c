/*
 * selection.c - see selection.h.
 *
 * This is only the starting point of shrinking: what is selected is judged before it is used.
 */
#include "shrink/selection.h"

#include "core/grow.h"
#include "infer/last_reads.h"
#include "shrink/elements.h"

void mns_selection_release(mns_selection *selection) {
    free(selection->txn);
    free(selection->mop);
    mns_map_release(&selection->loose);
    memset(selection, 0, sizeof *selection);
}

/* ---- Micro-operations and elements ---------------------------------------------------------- */

void mns_select_mop(mns_selection *s, uint32_t mop) {
    if (mop != MNS_NONE) {
        assert(mop < s->o->history->tables.mops.count);
        s->mop[mop] = true;
        s->txn[mns_txn_of(s->o, mop)] = true;
    }
}

static uint64_t name_of(uint32_t key, mns_value element) { return (uint64_t)key << 32 | element; }

static bool is_loose(const mns_selection *s, uint32_t key, mns_value element) {
    return mns_map_get(&s->loose, name_of(key, element)) != MNS_NONE;
}

static void select_loose(mns_selection *s, uint32_t key, mns_value element) {
    if (!is_loose(s, key, element) && !mns_map_add(&s->loose, name_of(key, element), 0)) {
        s->failed = true;
    }
}

void mns_select_element(mns_selection *s, uint32_t key, mns_value element) {
    uint32_t writer = mns_history_writer(s->o->history, key, element);
    if (writer == MNS_NONE || writer == MNS_AMBIGUOUS) {
        select_loose(s, key, element);
    } else {
        mns_select_mop(s, writer);
    }
}

bool mns_selection_has(const mns_selection *s, uint32_t key, mns_value element) {
    uint32_t writer = mns_history_writer(s->o->history, key, element);
    if (writer == MNS_NONE || writer == MNS_AMBIGUOUS) {
        return s->all_loose || is_loose(s, key, element);
    }
    return s->mop[writer];
}

/* ---- What reads need ------------------------------------------------------------------------ */

static void select_values_read(mns_selection *s) {
    const mns_mops *mops = &s->o->history->tables.mops;
    for (uint32_t mop = 0; mop < mops->count; mop++) {
        bool shows = s->mop[mop] && mns_mop_is_answered(mops, mop);
        if (shows && mops->value[mop] != MNS_VALUE_INITIAL) {
            mns_select_element(s, mops->key[mop], mops->value[mop]);
        }
    }
}

static void select_increments(mns_selection *s) {
    const mns_tables *tables = &s->o->history->tables;
    const mns_mops *mops = &tables->mops;
    bool *is_read = MNS_NEW_ARRAY(bool, tables->keys.count);
    if (is_read == NULL) {
        s->failed = true;
        return;
    }
    for (uint32_t mop = 0; mop < mops->count; mop++) {
        is_read[mops->key[mop]] |= s->mop[mop] && mns_mop_is_answered(mops, mop);
    }
    for (uint32_t mop = 0; mop < mops->count; mop++) {
        if (!mns_mop_is_read(mops, mop) && is_read[mops->key[mop]]) {
            mns_select_mop(s, mop);
        }
    }
    free(is_read);
}

/* A write that no later read shows is lost, which is another anomaly than a stale read. So for each
 * write the last read that shows it is selected. */
static void select_last_reads(mns_selection *s) {
    uint32_t *last = mns_last_reads(s->o);
    s->failed |= last == NULL;
    for (uint32_t m = 0; m < s->o->history->tables.mops.count && !s->failed; m++) {
        if (!mns_mop_is_read(&s->o->history->tables.mops, m) && s->mop[m] && last[m] != 0) {
            mns_select_mop(s, last[m] - 1);
        }
    }
    free(last);
}

/* A value with several writes is ambiguous and must stay so: all of its writes are selected or
 * none. */
static void select_ambiguous(mns_selection *s) {
    const mns_history *h = s->o->history;
    const mns_mops *mops = &h->tables.mops;
    for (int pass = 0; pass < 2 && h->ambiguous != NULL; pass++) {
        for (uint32_t mop = 0; mop < mops->count; mop++) {
            if (mns_mop_is_read(mops, mop) || mns_write_is_unique(h, mop)) {
                continue;
            }
            if (pass == 0 && s->mop[mop]) {
                select_loose(s, mops->key[mop], mops->value[mop]);
            } else if (pass == 1 && is_loose(s, mops->key[mop], mops->value[mop])) {
                mns_select_mop(s, mop);
            }
        }
    }
}

static void select_foundations(mns_selection *s) {
    if (s->o->history->workload == MNS_RW_REGISTER) {
        select_values_read(s);
    } else if (s->o->history->workload == MNS_COUNTER) {
        select_increments(s);
    } else {
        select_last_reads(s);
    }
    select_ambiguous(s);
}

/* ---- All of it ------------------------------------------------------------------------------ */

/* Selects the selected transactions whole, and the write of every element that they read. */
static void select_surroundings(mns_selection *s) {
    const mns_history *h = s->o->history;
    uint32_t *chosen = MNS_NEW_ARRAY(uint32_t, h->txns.count), count = 0;
    if (chosen == NULL) {
        s->failed = true;
        return;
    }
    for (uint32_t txn = 0; txn < h->txns.count; txn++) {
        if (s->txn[txn]) {
            chosen[count++] = txn;
        }
    }
    s->all_loose = true;
    for (uint32_t i = 0; i < count; i++) {
        for (uint32_t m = h->txns.first_mop[chosen[i]]; m < h->txns.first_mop[chosen[i] + 1]; m++) {
            uint32_t length = 0;
            const mns_value *elements = NULL;
            mns_select_mop(s, m);
            if (mns_mop_is_answered(&h->tables.mops, m)) {
                elements = mns_elements_read(h, m, &length);
            }
            for (uint32_t at = 0; at < length; at++) {
                mns_select_element(s, h->tables.mops.key[m], elements[at]);
            }
        }
    }
    free(chosen);
}

/* The rule for sums that keeps the anomaly of a witness; see sums.h. */
static mns_sums_rule sums_rule(const mns_witness *w) {
    switch (w->anomaly) {
    case MNS_A_GARBAGE_READ: return MNS_SUMS_KEPT;
    case MNS_A_G1A:
    case MNS_A_FUTURE_READ:
    case MNS_A_EARLY_INCREMENT_PROCESS:
    case MNS_A_EARLY_INCREMENT_REALTIME:
    case MNS_A_G_SIA: return MNS_SUMS_FIT;
    case MNS_A_MISSED_INCREMENT_PROCESS:
    case MNS_A_MISSED_INCREMENT_REALTIME:
    case MNS_A_LOST_WRITE:
    case MNS_A_G_SIB:
    case MNS_A_INTERNAL: return MNS_SUMS_LEVEL;
    default: return MNS_SUMS_ORDER;
    }
}

minos_status mns_selection_init(mns_selection *s, const mns_observation *o, const mns_witness *w,
                                mns_breadth breadth) {
    size_t txns = o->history->txns.count, mops = o->history->tables.mops.count;
    memset(s, 0, sizeof *s);
    mns_map_init(&s->loose);
    s->o = o;
    s->txn = MNS_NEW_ARRAY(bool, txns);
    s->mop = MNS_NEW_ARRAY(bool, mops);
    if (s->txn == NULL || s->mop == NULL) {
        return MINOS_ENOMEM;
    }
    if (breadth == MNS_BREADTH_ALL) {
        memset(s->txn, true, txns * sizeof *s->txn);
        memset(s->mop, true, mops * sizeof *s->mop);
        s->all_loose = true;
        return MINOS_OK;
    }
    mns_select_witness(s, w);
    select_foundations(s);
    mns_select_commit_reads(s);
    s->sums = sums_rule(w);
    if (breadth == MNS_BREADTH_TXNS) {
        s->sums = MNS_SUMS_FIXED;
        select_surroundings(s);
        select_foundations(s);
    }
    return s->failed ? MINOS_ENOMEM : MINOS_OK;
}
