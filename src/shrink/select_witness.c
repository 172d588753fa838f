/*
 * select_witness.c - the micro-operations that the proof of a witness names.
 *
 * For a cycle: those in the reasons of its steps, and the reads that show their order. All other
 * elements of those lists can be left out: the remaining ones keep their order, and adjacent
 * versions stay adjacent. The order of two versions of a register may rest on a path of further
 * steps, each with its own reason. For a case: all accesses of its key by its transactions, and the
 * elements in which its reads differ.
 *
 * Cost: linear in the transactions that are named.
 */
#include "core/grow.h"
#include "shrink/elements.h"
#include "shrink/selection.h"

/* ---- Steps ---------------------------------------------------------------------------------- */

typedef struct steps {
    mns_selection *s;
    bool *is_queued; /* by lemma */
    uint32_t *queue;
    uint32_t queued;
} steps;

static void select_reason(steps *e, const mns_reason *reason) {
    mns_selection *s = e->s;
    mns_select_mop(s, reason->from_mop);
    mns_select_mop(s, reason->to_mop);
    if (reason->lemma != MNS_NONE && !e->is_queued[reason->lemma]) {
        assert(e->queued < s->o->version_graph.lemma_count);
        e->is_queued[reason->lemma] = true;
        e->queue[e->queued++] = reason->lemma;
    }
    if (s->o->history->workload == MNS_LIST_APPEND) {
        /* An append that is not in the order follows all of it. */
        bool unseen = reason->shown_by == MNS_NONE && reason->key != MNS_NONE;
        mns_select_mop(s, unseen ? mns_shown_by(s->o, reason->key) : reason->shown_by);
        return;
    }
    mns_select_mop(s, reason->shown_by);
    mns_select_mop(s, reason->shown_also);
}

/* The accesses of a version by a transaction. */
static void select_meeting(mns_selection *s, uint32_t txn, uint32_t version) {
    const uint32_t *first_mop = s->o->history->txns.first_mop;
    for (uint32_t m = first_mop[txn]; m < first_mop[txn + 1]; m++) {
        if (s->o->version_graph.version[m] == version) {
            mns_select_mop(s, m);
        }
    }
}

static void select_lemma(steps *e, const mns_lemma *lemma) {
    const mns_lemma_place *path = e->s->o->version_graph.path + lemma->first;
    assert(lemma->count > 0);
    select_meeting(e->s, path[0].txn, lemma->from);
    select_meeting(e->s, path[lemma->count - 1].txn, lemma->to);
    for (uint32_t i = 0; i < lemma->count; i++) {
        mns_reason reason;
        e->s->txn[path[i].txn] = true;
        if (i + 1 < lemma->count && mns_reason_on_path(e->s->o, lemma, i, &reason)) {
            select_reason(e, &reason);
        }
    }
}

static void select_steps(mns_selection *s, const mns_witness *w) {
    size_t lemmas = s->o->version_graph.lemma_count;
    steps e = {.s = s};
    e.is_queued = MNS_NEW_ARRAY(bool, lemmas);
    e.queue = MNS_NEW_ARRAY(uint32_t, lemmas);
    if (e.is_queued == NULL || e.queue == NULL) {
        s->failed = true;
    } else {
        for (uint32_t i = 0; i < w->step_count; i++) {
            select_reason(&e, &w->steps[i].reason);
        }
        for (uint32_t next = 0; next < e.queued; next++) {
            select_lemma(&e, &s->o->version_graph.lemmas[e.queue[next]]);
        }
    }
    free(e.is_queued);
    free(e.queue);
}

/* ---- Cases ---------------------------------------------------------------------------------- */

typedef struct contents {
    const mns_value *elements;
    uint32_t count;
} contents;

/* The elements at the first index where two lists differ. */
static void select_parting(mns_selection *s, uint32_t key, const contents c[2]) {
    uint32_t at = 0;
    while (at < c[0].count && at < c[1].count && c[0].elements[at] == c[1].elements[at]) {
        at++;
    }
    for (int side = 0; side < 2; side++) {
        if (at < c[side].count) {
            mns_select_element(s, key, c[side].elements[at]);
        }
    }
}

/* The first element of either set that the other does not have. */
static void select_missing(mns_selection *s, uint32_t key, const contents c[2]) {
    for (int side = 0; side < 2; side++) {
        const contents *mine = &c[side], *other = &c[1 - side];
        uint32_t at = 0;
        while (at < mine->count &&
               mns_set_find(other->elements, other->count, mine->elements[at]) != MNS_NONE) {
            at++;
        }
        if (at < mine->count) {
            mns_select_element(s, key, mine->elements[at]);
        }
    }
}

static void select_difference(mns_selection *s, uint32_t key, uint32_t one, uint32_t other) {
    const mns_history *h = s->o->history;
    contents c[2];
    c[0].elements = mns_elements_read(h, one, &c[0].count);
    c[1].elements = mns_elements_read(h, other, &c[1].count);
    if (h->workload == MNS_LIST_APPEND) {
        select_parting(s, key, c);
    } else if (h->workload == MNS_SET) {
        select_missing(s, key, c);
    }
}

static void select_reads(mns_selection *s, const mns_witness *w) {
    const mns_history *h = s->o->history;
    uint32_t before = MNS_NONE; /* the read before this one */
    for (uint32_t i = 0; i < w->mop_count; i++) {
        uint32_t mop = w->mops[i];
        mns_select_mop(s, mop);
        if (mns_mop_is_answered(&h->tables.mops, mop)) {
            if (before != MNS_NONE) {
                select_difference(s, w->key, before, mop);
            }
            before = mop;
        }
    }
    if (w->anomaly == MNS_A_INTERNAL && h->workload == MNS_LIST_APPEND) {
        uint32_t count; /* what is in place of its own append */
        const mns_value *elements = mns_mop_list(&h->tables, w->mops[0], &count);
        if (count > 0) {
            mns_select_element(s, w->key, elements[count - 1]);
        }
    }
}

static void select_case(mns_selection *s, const mns_witness *w) {
    const mns_history *h = s->o->history;
    select_reads(s, w);
    /* Other reads of a counter are not part of the proof, and their sums would have to be kept in
     * reach. */
    for (uint32_t i = 0; i < w->txn_count && h->workload != MNS_COUNTER; i++) {
        uint32_t txn = w->txns[i];
        for (uint32_t m = h->txns.first_mop[txn]; m < h->txns.first_mop[txn + 1]; m++) {
            if (h->tables.mops.key[m] == w->key) {
                mns_select_mop(s, m);
            }
        }
    }
    if (w->element != MNS_VALUE_NONE && w->element != MNS_VALUE_INITIAL) {
        mns_select_element(s, w->key, w->element);
    }
}

void mns_select_witness(mns_selection *s, const mns_witness *w) {
    for (uint32_t i = 0; i < w->txn_count; i++) {
        s->txn[w->txns[i]] = true;
    }
    select_steps(s, w);
    if (w->key != MNS_NONE) {
        select_case(s, w);
    }
}
