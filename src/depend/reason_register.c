/*
 * reason_register.c - why one transaction of a register history precedes another.
 *
 * The versions that the two met say which edge between versions it is; who shows that these are in
 * this order is found again among those who met them. O(micro-operations of the two transactions,
 * edges of the versions of the first, and whoever met the two versions in question).
 */
#include "depend/reasons.h"
#include "infer/register_orders.h"

static bool show_order(const mns_pair *p, const mns_version_edge *e, mns_reason *reason) {
    reason->source = (mns_source_of_order)e->source;
    reason->lemma = e->lemma;
    return e->source == MNS_BY_LEMMA || mns_order_shown(p->o, e->from, e->to, 1u << e->source,
                                                        &reason->shown_by, &reason->shown_also);
}

static void fill(const mns_pair *p, uint32_t from_mop, uint32_t to_mop, mns_reason *reason) {
    const mns_version_graph *r = &p->o->version_graph;
    reason->key = p->mops->key[from_mop];
    reason->from_mop = from_mop;
    reason->to_mop = to_mop;
    reason->value = mns_version_value(p->o, r->version[from_mop]);
    reason->next = mns_version_value(p->o, r->version[to_mop]);
}

/* The write of `to` that the order of versions, by an edge of this kind that rests on a lemma or on
 * none, puts after a version that `from` met with this mop. */
static bool find_edge(const mns_pair *p, uint32_t mop, mns_kind kind, bool by_lemma,
                      mns_reason *reason) {
    const mns_version_graph *r = &p->o->version_graph;
    uint32_t version = r->version[mop];
    bool write = p->mops->function[mop] == MNS_WRITE;
    for (uint32_t i = r->edge_first[version]; i < r->edge_first[version + 1]; i++) {
        mns_version_edge e = mns_version_edge_at(r, version, i);
        mns_kind own = write ? mns_version_edge_ww(p->o, &e) : mns_version_edge_rw(&e);
        uint32_t writer = r->writer[e.to];
        if (own == kind && (e.lemma != MNS_NONE) == by_lemma && writer != MNS_NONE &&
            mns_txn_of(p->o, writer) == p->to) {
            fill(p, mop, writer, reason);
            return show_order(p, &e, reason);
        }
    }
    return false;
}

/* A step of a lemma's path that rests on a lemma whose own edge a better one may have replaced. */
static bool find_lemma(const mns_pair *p, mns_kind kind, uint32_t lemma, mns_reason *reason) {
    const mns_version_graph *r = &p->o->version_graph;
    const mns_lemma *l = &r->lemmas[lemma];
    uint32_t writer = r->writer[l->to];
    bool write = mns_kind_base(kind) == MNS_WW;
    for (uint32_t m = p->from_first; m < p->from_end; m++) {
        if (r->version[m] == l->from && (p->mops->function[m] == MNS_WRITE) == write &&
            writer != MNS_NONE && mns_txn_of(p->o, writer) == p->to) {
            fill(p, m, writer, reason);
            reason->source = MNS_BY_LEMMA;
            reason->lemma = lemma;
            return true;
        }
    }
    return false;
}

static bool find_wr(const mns_pair *p, mns_reason *reason) {
    const mns_version_graph *r = &p->o->version_graph;
    for (uint32_t m = p->to_first; m < p->to_end; m++) {
        uint32_t version = r->version[m];
        uint32_t writer = version == MNS_NONE ? MNS_NONE : r->writer[version];
        if (p->mops->function[m] == MNS_READ && writer != MNS_NONE &&
            mns_txn_of(p->o, writer) == p->from) {
            fill(p, writer, m, reason);
            reason->next = MNS_VALUE_NONE;
            return true;
        }
    }
    return false;
}

/* The version of a key that a transaction installed, or MNS_NONE: writers of a key's versions ascend. */
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

/* `from` read a key that nobody had written, and `to` wrote it. */
static bool find_initial(const mns_pair *p, mns_reason *reason) {
    const mns_version_graph *r = &p->o->version_graph;
    for (uint32_t m = p->from_first; m < p->from_end; m++) {
        if (p->mops->function[m] != MNS_READ || r->version[m] == MNS_NONE ||
            !mns_version_is_initial(r, r->version[m])) {
            continue;
        }
        uint32_t version = installed_by(p->o, p->mops->key[m], p->to);
        if (version != MNS_NONE) {
            fill(p, m, r->writer[version], reason);
            reason->source = MNS_BY_INITIAL;
            return true;
        }
    }
    return false;
}

/* Whether a mop may be the start of an edge of this kind. */
static bool is_start(const mns_pair *p, uint32_t mop, mns_kind kind) {
    bool write = p->mops->function[mop] == MNS_WRITE;
    return p->o->version_graph.version[mop] != MNS_NONE && write == (mns_kind_base(kind) == MNS_WW);
}

static bool find_any_edge(const mns_pair *p, mns_kind kind, bool by_lemma, mns_reason *reason) {
    for (uint32_t m = p->from_first; m < p->from_end; m++) {
        if (is_start(p, m, kind) && find_edge(p, m, kind, by_lemma, reason)) {
            return true;
        }
    }
    return false;
}

/* A step of a lemma's path whose own edge, of process order or real time, a better one replaced. */
static bool find_replaced(const mns_pair *p, mns_kind kind, mns_reason *reason) {
    bool process = mns_kind_order(kind) == MNS_ORDER_PROCESS;
    mns_source_of_order source = process ? MNS_BY_PROCESS : MNS_BY_REALTIME;
    if (mns_kind_order(kind) == MNS_ORDER_NONE || mns_kind_form(kind) != MNS_FORM_SINGLE) {
        return false; /* other sources are as good as a lemma, and stay */
    }
    for (uint32_t m = p->from_first; m < p->from_end; m++) {
        uint32_t from = p->o->version_graph.version[m];
        uint32_t to = is_start(p, m, kind) ? installed_by(p->o, p->mops->key[m], p->to) : MNS_NONE;
        if (to != MNS_NONE && to != from && !mns_version_is_initial(&p->o->version_graph, from) &&
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
    if (lemma < MNS_NO_LEMMA) {
        return find_lemma(p, kind, lemma, reason);
    }
    if ((kind == MNS_RW && find_initial(p, reason)) || find_any_edge(p, kind, false, reason)) {
        return true;
    }
    return lemma == MNS_NO_LEMMA ? find_replaced(p, kind, reason)
                                 : find_any_edge(p, kind, true, reason);
}
