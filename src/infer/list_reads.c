/*
 * list_reads.c - how far the reads that count reach into each spine, and so who committed.
 *
 * The plain way asks the reads one by one (outcomes.h): each may prove that info transactions
 * committed, whose reads then count as well. But hardly ever does an info transaction tell what it
 * read. Where none does, only ok reads count, and it does not matter in which order they are looked
 * at or who proves whom. That is done in one walk which does not branch on what it finds, as the
 * processor could not foresee it: reads and appends come as they like.
 *
 * O(micro-operations + elements of spines).
 */
#include "core/choose.h"
#include "core/grow.h"
#include "infer/list_steps.h"

/* ---- The plain way ---------------------------------------------------------------------------- */

/* A read that counts saw elements up to its length; whoever appended the new ones has committed. */
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

/* ---- The fast way ----------------------------------------------------------------------------- */

/* Looks at the reads of ok transactions; true if an info transaction tells what it read. What is no
 * such read shows nothing of a spine that does not exist. */
static bool reach(const mns_observation *o, mns_versions *v) {
    const mns_mops *mops = &o->history->tables.mops;
    const uint8_t *type = o->history->txns.type;
    uint32_t nowhere = (uint32_t)o->history->tables.spines.count;
    bool told = false;
    for (uint32_t m = 0; m < mops->count; m++) {
        uint32_t length = mops->value[m];
        uint8_t completion = type[mns_txn_of(o, m)];
        bool answered = (mops->function[m] == MNS_READ) & (length != MNS_VALUE_NONE);
        bool counts = answered & (completion == MNS_TXN_OK);
        bool shows = counts & (length > 0);
        told |= answered & (completion == MNS_TXN_INFO);
        v->position[m] = mns_choose(counts, length, MNS_NONE);
        uint32_t spine = mns_choose(shows, mops->content[m], nowhere);
        bool further = shows & (length > v->seen[spine]);
        v->seen[spine] = mns_choose(further, length, v->seen[spine]);
        v->seen_by[spine] = mns_choose(further, m, v->seen_by[spine]);
    }
    return told;
}

/* Whoever appended what was seen has committed. */
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
    v->seen = MNS_NEW_ARRAY(uint32_t, spines + 1); /* and the one that does not exist */
    v->seen_by = MNS_NEW_ARRAY(uint32_t, spines + 1);
    if (v->position == NULL || v->seen == NULL || v->seen_by == NULL) {
        return MINOS_ENOMEM;
    }
    memset(v->seen_by, 0xFF, (spines + 1) * sizeof *v->seen_by); /* MNS_NONE */
    *told = reach(o, v);
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
