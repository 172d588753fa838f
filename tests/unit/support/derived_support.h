/*
 * derived_support.h - derivations made by hand, to be held against the re-checker like the
 * witnesses of recheck_support.h that rest on them.
 */
#ifndef DERIVED_SUPPORT_H
#define DERIVED_SUPPORT_H

#include "unit/support/recheck_support.h"

typedef struct derived {
    sketch s;
    mns_derivation derivations[3];
    uint32_t txns[3][4];
    mns_reason steps[3][3];
} derived;

/* A derivation of two versions, without steps so far. */
static inline mns_derivation *derive(derived *d, uint32_t from, uint32_t to) {
    uint32_t place = d->s.witness.derivation_count++;
    d->s.witness.derivations = d->derivations;
    d->derivations[place] = (mns_derivation){.key = d->s.history->tables.mops.key[from],
                                             .from_mop = from,
                                             .to_mop = to,
                                             .txns = d->txns[place],
                                             .steps = d->steps[place]};
    d->txns[place][0] = d->s.history->txn_of_mop[from];
    return &d->derivations[place];
}

/* Appends a step, made as those of a cycle are. */
static inline mns_reason *derive_step(derived *d, mns_derivation *of, mns_kind kind, uint32_t from,
                                      uint32_t to) {
    sketch scratch;
    memset(&scratch, 0, sizeof scratch);
    scratch.history = d->s.history;
    of->steps[of->step_count] = *sketch_step(&scratch, kind, from, to, MNS_NONE);
    of->txns[of->step_count + 1] = d->s.history->txn_of_mop[to];
    return &of->steps[of->step_count++];
}

/* The step rests on the derivation at this place. */
static inline mns_reason *by_lemma(mns_reason *r, uint32_t place) {
    r->source = MNS_BY_LEMMA;
    r->lemma = place;
    return r;
}

/* The step that process order, or real time, is. */
static inline void derive_order(mns_derivation *of, mns_kind kind, uint32_t to) {
    of->steps[of->step_count] = (mns_reason){.kind = kind,
                                             .rests_on = kind,
                                             .key = MNS_NONE,
                                             .from_mop = MNS_NONE,
                                             .to_mop = MNS_NONE,
                                             .value = MNS_VALUE_NONE,
                                             .next = MNS_VALUE_NONE,
                                             .shown_by = MNS_NONE,
                                             .shown_also = MNS_NONE,
                                             .lemma = MNS_NONE};
    of->txns[++of->step_count] = to;
}

#endif
