/*
 * reason.c - why one transaction precedes another, found again on demand.
 *
 * The graph stores no reasons: a handful of edges out of millions needs one, and it follows from
 * the edge rules, the micro-operations of the two transactions, and what was inferred of their
 * keys.
 */
#include "depend/edges_order.h"
#include "depend/reasons.h"

static mns_pair pair_of(const mns_observation *o, uint32_t from, uint32_t to) {
    const mns_txns *txns = &o->history->txns;
    assert(from != to && mns_txn_counts(o, from) && mns_txn_counts(o, to));
    return (mns_pair){.o = o,
                      .mops = &o->history->tables.mops,
                      .from = from,
                      .to = to,
                      .from_first = txns->first_mop[from],
                      .from_end = txns->first_mop[from + 1],
                      .to_first = txns->first_mop[to],
                      .to_end = txns->first_mop[to + 1]};
}

static mns_reason no_reason(mns_kind kind) {
    return (mns_reason){.kind = mns_kind_base(kind),
                        .rests_on = kind,
                        .key = MNS_NONE,
                        .from_mop = MNS_NONE,
                        .to_mop = MNS_NONE,
                        .value = MNS_VALUE_NONE,
                        .next = MNS_VALUE_NONE,
                        .shown_by = MNS_NONE,
                        .shown_also = MNS_NONE,
                        .lemma = MNS_NONE};
}

static bool find_data(const mns_pair *pair, mns_kind kind, uint32_t lemma, mns_reason *reason) {
    switch (pair->o->history->workload) {
    case MNS_RW_REGISTER: return mns_reason_register(pair, kind, lemma, reason);
    case MNS_SET: return mns_reason_set(pair, kind, reason);
    case MNS_COUNTER: return mns_reason_counter(pair, kind, reason);
    default: return mns_reason_list(pair, kind, lemma, reason);
    }
}

static bool find(const mns_observation *o, uint32_t from, uint32_t to, mns_kind kind,
                 uint32_t lemma, mns_reason *reason) {
    mns_pair pair = pair_of(o, from, to);
    *reason = no_reason(kind);
    if (kind == MNS_PROCESS || kind == MNS_REALTIME) {
        return mns_order_edge(o, from, to, kind);
    }
    bool found = find_data(&pair, kind, lemma, reason);
    assert(!found ||
           (mns_txn_of(o, reason->from_mop) == from && mns_txn_of(o, reason->to_mop) == to &&
            pair.mops->key[reason->from_mop] == pair.mops->key[reason->to_mop]));
    return found;
}

bool mns_reason_find(const mns_observation *o, uint32_t from, uint32_t to, mns_kind kind,
                     mns_reason *reason) {
    return find(o, from, to, kind, MNS_ANY_SOURCE, reason);
}

bool mns_reason_on_path(const mns_observation *o, const mns_lemma *lemma, uint32_t i,
                        mns_reason *reason) {
    assert(i + 1 < lemma->count && lemma->first + lemma->count <= o->version_graph.path_count);
    const mns_lemma_place *place = &o->version_graph.path[lemma->first + i];
    uint32_t rests_on = place->lemma == MNS_NONE ? MNS_NO_LEMMA : place->lemma;
    return find(o, place[0].txn, place[1].txn, (mns_kind)place->kind, rests_on, reason);
}
