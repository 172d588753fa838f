/*
 * list_reads.c - how much of each spine the reads that count show, and so which transactions
 * committed.
 *
 * The plain way processes the reads one by one (outcomes.h): each may prove that info transactions
 * committed, whose reads then count as well. But info transactions rarely have answered reads. If
 * none has, only ok reads count, in any order. Then one pass is enough; it does not branch on the
 * data, because the mix of reads and appends is unpredictable for the processor.
 *
 * O(micro-operations + elements of spines).
 */
#include "core/choose.h"
#include "core/grow.h"
#include "infer/list_steps.h"

/* ---- The plain way ----------------------------------------------------------------------------
 */

/* A read that counts saw elements up to its length, so the appends of the new ones have committed.
 */
static void see(void *context, mns_outcomes *outcomes, uint32_t read) {
    mns_versions *v = context;
    const mns_mops *mops = &outcomes->o->history->tables.mops;
    uint32_t length = mops->value[read], spine = mops->content[read];
    v->position[read] = length;
    if (length == 0 || length <= v->seen[spine]) {
        return;
    }
    for (uint32_t i = v->seen[spine]; i < length; i++) {
        mns_outcomes_shown(outcomes, v->writer[v->spine_first[spine] + i]);
    }
    v->seen[spine] = length;
    v->seen_by[spine] = read;
}

minos_status mns_list_reads_plain(mns_observation *o) {
    mns_versions *v = &o->versions;
    size_t spines = o->history->tables.spines.count, mops = o->history->tables.mops.count;
    memset(v->position, 0xFF, mops * sizeof *v->position); /* MNS_NONE */
    memset(v->seen, 0, spines * sizeof *v->seen);
    memset(v->seen_by, 0xFF, spines * sizeof *v->seen_by);
    return mns_outcomes_find(o, see, v);
}

/* ---- The fast way -----------------------------------------------------------------------------
 */

/* Whether an info transaction has an answered read. */
static bool find_told(const mns_observation *o) {
    const mns_txns *txns = &o->history->txns;
    for (uint32_t txn = 0; txn < txns->count; txn++) {
        uint32_t end = txns->type[txn] == MNS_TXN_INFO ? txns->first_mop[txn + 1] : 0;
        for (uint32_t m = txns->first_mop[txn]; m < end; m++) {
            if (mns_mop_is_answered(&o->history->tables.mops, m)) {
                return true;
            }
        }
    }
    return false;
}

/* Processes the reads of ok transactions. Every other micro-operation counts as showing nothing of
 * a dummy spine. */
static void reach(const mns_observation *o, mns_versions *v) {
    const mns_mops *mops = &o->history->tables.mops;
    const uint8_t *type = o->history->txns.type;
    uint32_t nowhere = (uint32_t)o->history->tables.spines.count;
    for (uint32_t m = 0; m < mops->count; m++) {
        uint32_t length = mops->value[m];
        bool counts = (mops->function[m] == MNS_READ) & (length != MNS_VALUE_NONE) &
                      (type[mns_txn_of(o, m)] == MNS_TXN_OK);
        v->position[m] = mns_choose(counts, length, MNS_NONE);
        uint32_t shown = mns_choose(counts, length, 0);
        uint32_t spine = mns_choose(shown > 0, mops->content[m], nowhere);
        bool further = shown > v->seen[spine];
        v->seen[spine] = mns_choose(further, shown, v->seen[spine]);
        v->seen_by[spine] = mns_choose(further, m, v->seen_by[spine]);
    }
}

/* The transactions whose appends were seen have committed. */
static void prove(mns_observation *o) {
    const mns_versions *v = &o->versions;
    for (uint32_t spine = 0; spine < o->history->tables.spines.count; spine++) {
        for (uint32_t i = 0; i < v->seen[spine]; i++) {
            uint32_t writer = mns_spine_writer(o, spine, i);
            if (writer != MNS_NONE && o->outcome[mns_txn_of(o, writer)] == MNS_UNKNOWN) {
                o->outcome[mns_txn_of(o, writer)] = MNS_PROVEN;
            }
        }
    }
}

minos_status mns_list_reach(mns_observation *o, bool *told) {
    mns_versions *v = &o->versions;
    size_t spines = o->history->tables.spines.count;
    v->position = MNS_NEW_ARRAY(uint32_t, o->history->tables.mops.count);
    v->seen = MNS_NEW_ARRAY(uint32_t, spines + 1); /* and the dummy spine */
    v->seen_by = MNS_NEW_ARRAY(uint32_t, spines + 1);
    if (v->position == NULL || v->seen == NULL || v->seen_by == NULL) {
        return MINOS_ENOMEM;
    }
    memset(v->seen_by, 0xFF, (spines + 1) * sizeof *v->seen_by); /* MNS_NONE */
    reach(o, v);
    *told = find_told(o);
    return MINOS_OK;
}

minos_status mns_list_prove(mns_observation *o, bool told) {
    if (told) {
        return mns_list_reads_plain(o);
    }
    if (mns_outcomes_of_completions(o) > 0) {
        prove(o);
    }
    return MINOS_OK;
}
