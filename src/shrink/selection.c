/*
 * selection.c - see selection.h.
 *
 * The evidence of a cycle is the micro-operations that the reasons of its steps name, and the reads
 * that show them to follow each other. Everything else in those lists can go: elements that stay
 * keep their order, and neighbours stay neighbours. The evidence of a case is all that its
 * transactions did to its key, and the places where its lists part. An info transaction counts only
 * because of a read that saw it, so that read belongs to the evidence as well.
 *
 * This is only where shrinking starts from: what is selected is judged before it is believed.
 */
#include "shrink/selection.h"

#include "core/grow.h"

void mns_selection_release(mns_selection *selection) {
    free(selection->txn);
    free(selection->mop);
    free(selection->garbage);
    memset(selection, 0, sizeof *selection);
}

static void select_mop(mns_selection *s, uint32_t mop) {
    if (mop != MNS_NONE) {
        s->mop[mop] = true;
        s->txn[mns_txn_of(s->o, mop)] = true;
    }
}

static bool select_element(mns_selection *s, uint32_t key, mns_value element) {
    uint32_t writer = mns_history_writer(s->o->history, key, element);
    if (writer != MNS_NONE) {
        select_mop(s, writer);
        return true;
    }
    if (mns_selection_has(s, key, element)) {
        return true;
    }
    if (!MNS_GROW(s->garbage, s->garbage_count, s->garbage_capacity, 1)) {
        return false;
    }
    s->garbage[s->garbage_count++] = (struct mns_garbage){key, element};
    return true;
}

bool mns_selection_has(const mns_selection *s, uint32_t key, mns_value element) {
    uint32_t writer = mns_history_writer(s->o->history, key, element);
    if (writer != MNS_NONE) {
        return s->mop[writer];
    }
    bool found = s->all_garbage;
    for (size_t i = 0; i < s->garbage_count && !found; i++) {
        found = s->garbage[i].key == key && s->garbage[i].element == element;
    }
    return found;
}

/* ---- The witness itself --------------------------------------------------------------------- */

/* The first place where two lists differ, on either side. */
static bool select_difference(mns_selection *s, uint32_t key, uint32_t one, uint32_t other) {
    uint32_t counts[2], at = 0;
    const mns_value *lists[2] = {mns_mop_list(&s->o->history->tables, one, &counts[0]),
                                 mns_mop_list(&s->o->history->tables, other, &counts[1])};
    while (at < counts[0] && at < counts[1] && lists[0][at] == lists[1][at]) {
        at++;
    }
    return (at >= counts[0] || select_element(s, key, lists[0][at])) &&
           (at >= counts[1] || select_element(s, key, lists[1][at]));
}

static bool select_case(mns_selection *s, const mns_witness *w) {
    const mns_mops *mops = &s->o->history->tables.mops;
    const uint32_t *first_mop = s->o->history->txns.first_mop;
    uint32_t before = MNS_NONE; /* the read before this one */
    for (uint32_t i = 0; i < w->mop_count; i++) {
        uint32_t mop = w->mops[i];
        select_mop(s, mop);
        if (!mns_mop_is_answered(mops, mop)) {
            continue;
        }
        if (before != MNS_NONE && !select_difference(s, w->key, before, mop)) {
            return false;
        }
        before = mop;
    }
    if (w->anomaly == MNS_A_INTERNAL) { /* what stands where its own append should */
        uint32_t count;
        const mns_value *list = mns_mop_list(&s->o->history->tables, w->mops[0], &count);
        if (count > 0 && !select_element(s, w->key, list[count - 1])) {
            return false;
        }
    }
    for (uint32_t i = 0; i < w->txn_count; i++) {
        for (uint32_t m = first_mop[w->txns[i]]; m < first_mop[w->txns[i] + 1]; m++) {
            if (mops->key[m] == w->key) {
                select_mop(s, m);
            }
        }
    }
    return w->element == MNS_VALUE_NONE || select_element(s, w->key, w->element);
}

static bool select_witness(mns_selection *s, const mns_witness *w) {
    for (uint32_t i = 0; i < w->txn_count; i++) {
        s->txn[w->txns[i]] = true;
    }
    for (uint32_t i = 0; i < w->step_count; i++) {
        const mns_reason *reason = &w->steps[i].reason;
        select_mop(s, reason->from_mop);
        select_mop(s, reason->to_mop);
        /* An append that the order does not have follows all of it. */
        bool unseen = reason->shown_by == MNS_NONE && reason->key != MNS_NONE;
        select_mop(s, unseen ? mns_shown_by(s->o, reason->key) : reason->shown_by);
    }
    return w->key == MNS_NONE || select_case(s, w);
}

/* ---- What it needs -------------------------------------------------------------------------- */

/* For each info transaction that counts, the first read that showed it to have happened, in the
 * order of infer/list_append.c: so no two of them prove each other. */
typedef struct proofs {
    uint32_t *read, *append; /* by txn, MNS_NONE if none */
    uint32_t *seen;          /* by spine */
    uint32_t *queue;
    uint32_t queued;
} proofs;

static void proofs_release(proofs *p) {
    free(p->read);
    free(p->append);
    free(p->seen);
    free(p->queue);
}

static void see(const mns_observation *o, proofs *p, uint32_t read) {
    const mns_mops *mops = &o->history->tables.mops;
    uint32_t spine = mops->spine[read], count;
    const mns_value *list = mns_mop_list(&o->history->tables, read, &count);
    while (count > 0 && p->seen[spine] < count) {
        mns_value element = list[p->seen[spine]++];
        uint32_t append = mns_history_writer(o->history, mops->key[read], element);
        uint32_t txn = append == MNS_NONE ? MNS_NONE : mns_txn_of(o, append);
        if (txn != MNS_NONE && o->versions.outcome[txn] == MNS_PROVEN && p->read[txn] == MNS_NONE) {
            p->read[txn] = read;
            p->append[txn] = append;
            p->queue[p->queued++] = txn;
        }
    }
}

static bool find_proofs(const mns_observation *o, proofs *p) {
    const mns_txns *txns = &o->history->txns;
    p->read = MNS_NEW_ARRAY(uint32_t, txns->count);
    p->append = MNS_NEW_ARRAY(uint32_t, txns->count);
    p->queue = MNS_NEW_ARRAY(uint32_t, txns->count);
    p->seen = MNS_NEW_ARRAY(uint32_t, o->history->tables.spines.count);
    if (p->read == NULL || p->append == NULL || p->queue == NULL || p->seen == NULL) {
        return false;
    }
    for (uint32_t txn = 0; txn < txns->count; txn++) {
        p->read[txn] = p->append[txn] = MNS_NONE;
        if (txns->type[txn] == MNS_TXN_OK) {
            p->queue[p->queued++] = txn;
        }
    }
    for (uint32_t next = 0; next < p->queued; next++) {
        uint32_t txn = p->queue[next];
        for (uint32_t m = txns->first_mop[txn]; m < txns->first_mop[txn + 1]; m++) {
            if (mns_mop_is_answered(&o->history->tables.mops, m)) {
                see(o, p, m);
            }
        }
    }
    return true;
}

/* Follows each chain of proofs to an ok transaction or to one that is proven already. */
static void select_chain(mns_selection *s, proofs *p, uint32_t txn) {
    while (p->read[txn] != MNS_NONE) {
        uint32_t read = p->read[txn];
        select_mop(s, read);
        select_mop(s, p->append[txn]);
        p->read[txn] = MNS_NONE;
        txn = mns_txn_of(s->o, read);
    }
}

static bool select_proofs(mns_selection *s) {
    uint32_t count = s->o->history->txns.count, unsure = 0;
    for (uint32_t txn = 0; txn < count; txn++) {
        unsure += s->txn[txn] && s->o->versions.outcome[txn] == MNS_PROVEN;
    }
    if (unsure == 0) {
        return true;
    }
    proofs p = {0};
    bool found = find_proofs(s->o, &p);
    for (uint32_t txn = 0; txn < count && found; txn++) {
        if (s->txn[txn]) {
            select_chain(s, &p, txn);
        }
    }
    proofs_release(&p);
    return found;
}

/* The selected transactions whole, and the append of every element that they read. */
static bool select_surroundings(mns_selection *s) {
    const mns_history *h = s->o->history;
    uint32_t *chosen = MNS_NEW_ARRAY(uint32_t, h->txns.count), count = 0;
    if (chosen == NULL) {
        return false;
    }
    for (uint32_t txn = 0; txn < h->txns.count; txn++) {
        if (s->txn[txn]) {
            chosen[count++] = txn;
        }
    }
    s->all_garbage = true;
    for (uint32_t i = 0; i < count; i++) {
        for (uint32_t m = h->txns.first_mop[chosen[i]]; m < h->txns.first_mop[chosen[i] + 1]; m++) {
            uint32_t length = 0;
            const mns_value *list = NULL;
            select_mop(s, m);
            if (mns_mop_is_answered(&h->tables.mops, m)) {
                list = mns_mop_list(&h->tables, m, &length);
            }
            for (uint32_t at = 0; at < length; at++) {
                select_mop(s, mns_history_writer(h, h->tables.mops.key[m], list[at]));
            }
        }
    }
    free(chosen);
    return true;
}

minos_status mns_selection_init(mns_selection *s, const mns_observation *o, const mns_witness *w,
                                mns_breadth breadth) {
    size_t txns = o->history->txns.count, mops = o->history->tables.mops.count;
    memset(s, 0, sizeof *s);
    s->o = o;
    s->txn = MNS_NEW_ARRAY(bool, txns);
    s->mop = MNS_NEW_ARRAY(bool, mops);
    if (s->txn == NULL || s->mop == NULL) {
        return MINOS_ENOMEM;
    }
    if (breadth == MNS_BREADTH_ALL) {
        memset(s->txn, true, txns * sizeof *s->txn);
        memset(s->mop, true, mops * sizeof *s->mop);
        s->all_garbage = true;
        return MINOS_OK;
    }
    bool selected = select_witness(s, w) && select_proofs(s);
    if (breadth == MNS_BREADTH_TXNS) {
        selected = selected && select_surroundings(s);
    }
    return selected ? MINOS_OK : MINOS_ENOMEM;
}
