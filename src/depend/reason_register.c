/*
 * reason_register.c - why one transaction of a register history precedes another, by the rules of
 * edges_register.h.
 *
 * The versions that the two wrote or read give the step. mns_order_shown finds the
 * micro-operations that show the order of these versions. O(micro-operations of the two
 * transactions, steps from the versions of the first, and readers of the two versions).
 */
#include "depend/edges_register.h"
#include "depend/reasons.h"

static void fill(const mns_pair *p, uint32_t from_mop, uint32_t to_mop, mns_reason *reason) {
    const mns_version_graph *r = &p->o->version_graph;
    reason->key = p->mops->key[from_mop];
    reason->from_mop = from_mop;
    reason->to_mop = to_mop;
    reason->value = mns_version_value(p->o, r->version[from_mop]);
    reason->next = mns_version_value(p->o, r->version[to_mop]);
}

static bool find_wr(const mns_pair *p, mns_reason *reason) {
    const mns_version_graph *r = &p->o->version_graph;
    for (uint32_t m = p->to_first; m < p->to_end; m++) {
        if (p->mops->function[m] != MNS_READ || r->version[m] == MNS_NONE) {
            continue;
        }
        mns_in_edges in = mns_register_read_edges(r, r->version[m]);
        if (in.write != MNS_NONE && mns_txn_of(p->o, in.write) == p->from) {
            fill(p, in.write, m, reason);
            reason->next = MNS_VALUE_NONE;
            return true;
        }
    }
    return false;
}

/* The version of a key that a transaction installed, or MNS_NONE: writers of a key's versions
 * ascend. */
static uint32_t installed_by(const mns_observation *o, uint32_t key, uint32_t txn) {
    const mns_version_graph *r = &o->version_graph;
    uint32_t low = r->first[key] + 1, high = r->first[key + 1];
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (mns_txn_of(o, r->writer[middle]) < txn) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low < r->first[key + 1] && mns_txn_of(o, r->writer[low]) == txn ? low : MNS_NONE;
}

/* ---- Steps ---------------------------------------------------------------------------------- */

/* Where several steps give the same edge, one from the initial state is the reason, else one
 * that needs no lemma. */
typedef enum rank { RANK_INITIAL, RANK_SHOWN, RANK_LEMMA } rank;

static rank rank_of(const mns_version_edge *step) {
    if (step->source == MNS_BY_INITIAL) {
        return RANK_INITIAL;
    }
    return step->lemma == MNS_NONE ? RANK_SHOWN : RANK_LEMMA;
}

/* The first step of this rank from one version to another whose edge, out of a transaction that
 * wrote or read the first, is of this kind. Steps to one version are next to each other, but the
 * initial state has one to every version: there the place is known. */
static bool find_step(const mns_pair *p, uint32_t mop, uint32_t to, mns_kind kind, rank wanted,
                      mns_version_edge *step) {
    const mns_version_graph *r = &p->o->version_graph;
    uint32_t from = r->version[mop];
    bool wrote = p->mops->function[mop] == MNS_WRITE;
    for (uint32_t i = mns_version_is_initial(r, from) ? to - from - 1 : 0;
         mns_register_step(r, from, i, step) && step->to <= to; i++) {
        if (step->to == to && rank_of(step) == wanted &&
            mns_register_out_kind(p->o, step, wrote) == kind) {
            return true;
        }
    }
    return false;
}

static bool show_order(const mns_pair *p, const mns_version_edge *step, mns_reason *reason) {
    reason->source = (mns_source_of_order)step->source;
    reason->lemma = step->lemma;
    return rank_of(step) != RANK_SHOWN ||
           mns_order_shown(p->o, step->from, step->to, 1u << step->source, &reason->shown_by,
                           &reason->shown_also);
}

/* Whether an edge of this kind may lead from a micro-operation, and to which version; else
 * MNS_NONE. */
static uint32_t target_of(const mns_pair *p, uint32_t mop, mns_kind kind) {
    bool write = p->mops->function[mop] == MNS_WRITE;
    if (p->o->version_graph.version[mop] == MNS_NONE || write != (mns_kind_base(kind) == MNS_WW)) {
        return MNS_NONE;
    }
    uint32_t to = installed_by(p->o, p->mops->key[mop], p->to);
    return to == p->o->version_graph.version[mop] ? MNS_NONE : to;
}

static bool find_ranked(const mns_pair *p, mns_kind kind, rank wanted, mns_reason *reason) {
    for (uint32_t m = p->from_first; m < p->from_end; m++) {
        mns_version_edge step;
        uint32_t to = target_of(p, m, kind);
        if (to != MNS_NONE && find_step(p, m, to, kind, wanted, &step) &&
            show_order(p, &step, reason)) {
            fill(p, m, p->o->version_graph.writer[to], reason);
            return true;
        }
    }
    return false;
}

/* ---- Steps of lemmas' paths that are no longer edges ---------------------------------------- */

/* The step follows from a lemma, whose own edge a better one may have replaced. */
static bool find_lemma(const mns_pair *p, mns_kind kind, uint32_t lemma, mns_reason *reason) {
    const mns_version_graph *r = &p->o->version_graph;
    const mns_lemma *l = &r->lemmas[lemma];
    for (uint32_t m = p->from_first; m < p->from_end; m++) {
        if (r->version[m] == l->from && target_of(p, m, kind) == l->to) {
            fill(p, m, r->writer[l->to], reason);
            reason->source = MNS_BY_LEMMA;
            reason->lemma = lemma;
            return true;
        }
    }
    return false;
}

/* The step followed from process order or real time, and a better edge replaced it. Other
 * sources are as good as a lemma, so their edges stay. */
static bool find_replaced(const mns_pair *p, mns_kind kind, mns_reason *reason) {
    bool process = mns_kind_order(kind) == MNS_ORDER_PROCESS;
    mns_source_of_order source = process ? MNS_BY_PROCESS : MNS_BY_REALTIME;
    if (mns_kind_order(kind) == MNS_ORDER_NONE || mns_kind_form(kind) != MNS_FORM_SINGLE) {
        return false;
    }
    for (uint32_t m = p->from_first; m < p->from_end; m++) {
        uint32_t from = p->o->version_graph.version[m], to = target_of(p, m, kind);
        if (to != MNS_NONE && !mns_version_is_initial(&p->o->version_graph, from) &&
            mns_order_shown(p->o, from, to, 1u << source, &reason->shown_by, &reason->shown_also)) {
            fill(p, m, p->o->version_graph.writer[to], reason);
            reason->source = source;
            return true;
        }
    }
    return false;
}

bool mns_reason_register(const mns_pair *p, mns_kind kind, uint32_t lemma, mns_reason *reason) {
    if (mns_kind_base(kind) == MNS_WR) {
        return find_wr(p, reason);
    }
    if (lemma != MNS_ANY_SOURCE && lemma != MNS_NO_LEMMA) {
        assert(lemma < p->o->version_graph.lemma_count);
        return find_lemma(p, kind, lemma, reason);
    }
    if (find_ranked(p, kind, RANK_INITIAL, reason) || find_ranked(p, kind, RANK_SHOWN, reason)) {
        return true;
    }
    return lemma == MNS_NO_LEMMA ? find_replaced(p, kind, reason)
                                 : find_ranked(p, kind, RANK_LEMMA, reason);
}
