/*
 * select_commit_reads.c - selects reads that prove that info transactions committed.
 *
 * An info transaction counts only because a transaction that counts read one of its writes
 * (infer/outcomes.h), so that read is selected with it. For each one the first such read is taken,
 * in the order of the inference, so no two of them prove each other.
 *
 * Cost: O(history).
 */
#include "core/grow.h"
#include "shrink/elements.h"
#include "shrink/selection.h"

typedef struct proofs {
    const mns_observation *o;
    uint32_t *read, *write; /* by txn, MNS_NONE if none */
    uint32_t *seen;         /* by spine or set: how many of its elements were visited */
    uint32_t *queue;
    uint32_t queued;
} proofs;

static void proofs_release(proofs *p) {
    free(p->read);
    free(p->write);
    free(p->seen);
    free(p->queue);
}

static void see_element(proofs *p, uint32_t read, mns_value element) {
    const mns_history *h = p->o->history;
    uint32_t write = mns_history_writer(h, h->tables.mops.key[read], element);
    if (write == MNS_NONE || write == MNS_AMBIGUOUS) {
        return;
    }
    uint32_t txn = mns_txn_of(p->o, write);
    if (p->o->outcome[txn] == MNS_PROVEN && p->read[txn] == MNS_NONE) {
        assert(mns_txn_of(p->o, read) != txn);
        p->read[txn] = read;
        p->write[txn] = write;
        p->queue[p->queued++] = txn;
    }
}

/* Reads share spines and sets: each of their elements is visited once. */
static void see(proofs *p, uint32_t read) {
    uint32_t count, own = 0, content = p->o->history->tables.mops.content[read];
    const mns_value *elements = mns_elements_read(p->o->history, read, &count);
    uint32_t *at = content == MNS_NONE ? &own : &p->seen[content];
    while (*at < count) {
        see_element(p, read, elements[(*at)++]);
    }
}

static bool find_proofs(proofs *p) {
    const mns_history *h = p->o->history;
    const mns_txns *txns = &h->txns;
    size_t spines = h->tables.spines.count, sets = h->tables.sets.count;
    p->read = MNS_NEW_ARRAY(uint32_t, txns->count);
    p->write = MNS_NEW_ARRAY(uint32_t, txns->count);
    p->queue = MNS_NEW_ARRAY(uint32_t, txns->count);
    p->seen = MNS_NEW_ARRAY(uint32_t, spines > sets ? spines : sets);
    if (p->read == NULL || p->write == NULL || p->queue == NULL || p->seen == NULL) {
        return false;
    }
    for (uint32_t txn = 0; txn < txns->count; txn++) {
        p->read[txn] = p->write[txn] = MNS_NONE;
        if (txns->type[txn] == MNS_TXN_OK) {
            p->queue[p->queued++] = txn;
        }
    }
    for (uint32_t next = 0; next < p->queued; next++) {
        uint32_t txn = p->queue[next];
        for (uint32_t m = txns->first_mop[txn]; m < txns->first_mop[txn + 1]; m++) {
            if (mns_mop_is_answered(&h->tables.mops, m)) {
                see(p, m);
            }
        }
    }
    return true;
}

/* Follows each chain of proofs to an ok transaction or to one that was selected already. */
static void select_chain(mns_selection *s, proofs *p, uint32_t txn) {
    while (p->read[txn] != MNS_NONE) {
        uint32_t read = p->read[txn];
        assert(mns_txn_counts(s->o, mns_txn_of(s->o, read)));
        mns_select_mop(s, read);
        mns_select_mop(s, p->write[txn]);
        p->read[txn] = MNS_NONE;
        txn = mns_txn_of(s->o, read);
    }
}

void mns_select_commit_reads(mns_selection *s) {
    uint32_t count = s->o->history->txns.count, unsure = 0;
    for (uint32_t txn = 0; txn < count; txn++) {
        unsure += s->txn[txn] && s->o->outcome[txn] == MNS_PROVEN;
    }
    if (unsure == 0) {
        return;
    }
    proofs p = {.o = s->o};
    bool found = find_proofs(&p);
    for (uint32_t txn = 0; txn < count && found; txn++) {
        if (s->txn[txn]) {
            select_chain(s, &p, txn);
        }
    }
    s->failed |= !found;
    proofs_release(&p);
}
