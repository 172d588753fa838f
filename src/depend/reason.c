/*
 * reason.c - why one transaction precedes another, found again on demand.
 *
 * The graph keeps no reasons: they are needed for a handful of edges out of millions, and follow
 * from the positions of the micro-operations of the two transactions.
 */
#include "core/map.h"
#include "depend/depend.h"

typedef struct pair {
    const mns_observation *o;
    const mns_mops *mops;
    uint32_t from, to;                               /* transactions */
    uint32_t from_first, from_end, to_first, to_end; /* their micro-operations */
} pair;

static bool writes(const pair *p, uint32_t mop, uint32_t txn) {
    return mop != MNS_NONE && mns_txn_of(p->o, mop) == txn;
}

/* open: the later append is one of an info transaction that the order does not show. */
static bool find_ww(const pair *p, bool open, mns_reason *r) {
    bool info = p->o->versions.outcome[p->to] == MNS_PROVEN;
    for (uint32_t m = p->to_first; m < p->to_end; m++) {
        uint32_t key = p->mops->key[m], position = p->o->versions.position[m];
        bool seen = position != MNS_NONE;
        uint32_t before = seen ? position - 1 : mns_version_count(p->o, key);
        if (p->mops->function[m] != MNS_APPEND || before == 0 || open != (info && !seen) ||
            !writes(p, mns_version_writer(p->o, key, before), p->from)) {
            continue;
        }
        uint32_t earlier = mns_version_writer(p->o, key, before);
        *r = (mns_reason){.kind = MNS_WW,
                          .key = key,
                          .from_mop = earlier,
                          .to_mop = m,
                          .value = p->mops->value[earlier],
                          .next = p->mops->value[m],
                          .shown_by = seen ? mns_shown_by(p->o, key) : MNS_NONE};
        return true;
    }
    return false;
}

static bool find_wr(const pair *p, mns_reason *r) {
    for (uint32_t m = p->to_first; m < p->to_end; m++) {
        if (!mns_mop_is_answered(p->mops, m) || p->mops->value[m] == 0) {
            continue;
        }
        uint32_t key = p->mops->key[m], position = p->o->versions.position[m];
        uint32_t writer = position != MNS_NONE
                              ? mns_version_writer(p->o, key, position)
                              : mns_spine_writer(p->o, p->mops->spine[m], p->mops->value[m] - 1);
        if (writes(p, writer, p->from)) {
            *r = (mns_reason){.kind = MNS_WR,
                              .key = key,
                              .from_mop = writer,
                              .to_mop = m,
                              .value = p->mops->value[writer],
                              .next = MNS_VALUE_NONE,
                              .shown_by = MNS_NONE};
            return true;
        }
    }
    return false;
}

/* The unseen append of `to` on a key. `index` may be NULL: then all of them are looked through. */
static uint32_t unseen_append(const pair *p, const mns_map *index, uint32_t key) {
    if (index != NULL) {
        return mns_map_get(index, key);
    }
    for (uint32_t m = p->to_first; m < p->to_end; m++) {
        if (p->mops->function[m] == MNS_APPEND && p->mops->key[m] == key &&
            p->o->versions.position[m] == MNS_NONE) {
            return m;
        }
    }
    return MNS_NONE;
}

static bool find_rw_indexed(const pair *p, const mns_map *index, mns_reason *r) {
    for (uint32_t m = p->from_first; m < p->from_end; m++) {
        uint32_t key = p->mops->key[m], position = p->o->versions.position[m];
        if (!mns_mop_is_answered(p->mops, m) || position == MNS_NONE) {
            continue;
        }
        bool last = position == mns_version_count(p->o, key);
        uint32_t missed =
            last ? unseen_append(p, index, key) : mns_version_writer(p->o, key, position + 1);
        if (!writes(p, missed, p->to)) {
            continue;
        }
        uint32_t first = p->o->versions.order_first[key];
        *r = (mns_reason){.kind = MNS_RW,
                          .key = key,
                          .from_mop = m,
                          .to_mop = missed,
                          .value = position == 0 ? MNS_VALUE_NONE
                                                 : p->o->versions.element[first + position - 1],
                          .next = p->mops->value[missed],
                          .shown_by = last ? MNS_NONE : mns_shown_by(p->o, key)};
        return true;
    }
    return false;
}

/* Looking through all pairs of micro-operations is fine for transactions of ordinary size; for
 * huge ones the unseen appends are indexed by key first. If that fails for want of memory, looking
 * through still gives the answer. */
static bool find_rw(const pair *p, mns_reason *r) {
    uint64_t pairs = (uint64_t)(p->from_end - p->from_first) * (p->to_end - p->to_first);
    if (pairs < (1 << 16)) {
        return find_rw_indexed(p, NULL, r);
    }
    mns_map index;
    mns_map_init(&index);
    bool indexed = true;
    for (uint32_t m = p->to_first; m < p->to_end && indexed; m++) {
        if (p->mops->function[m] == MNS_APPEND && p->o->versions.position[m] == MNS_NONE &&
            mns_map_get(&index, p->mops->key[m]) == MNS_NONE) {
            indexed = mns_map_add(&index, p->mops->key[m], m);
        }
    }
    bool found = find_rw_indexed(p, indexed ? &index : NULL, r);
    mns_map_release(&index);
    return found;
}

static bool find_order(const pair *p, mns_kind kind, mns_reason *r) {
    const mns_history *h = p->o->history;
    const mns_txns *t = &h->txns;
    uint32_t begins =
        h->completions_only && kind == MNS_PROCESS ? t->complete[p->to] : t->invoke[p->to];
    *r = (mns_reason){.kind = kind,
                      .key = MNS_NONE,
                      .from_mop = MNS_NONE,
                      .to_mop = MNS_NONE,
                      .value = MNS_VALUE_NONE,
                      .next = MNS_VALUE_NONE,
                      .shown_by = MNS_NONE};
    return t->type[p->from] == MNS_TXN_OK && begins != MNS_NONE && t->complete[p->from] < begins &&
           (kind == MNS_REALTIME || t->process[p->from] == t->process[p->to]);
}

bool mns_reason_find(const mns_observation *o, uint32_t from, uint32_t to, mns_kind kind,
                     mns_reason *reason) {
    const mns_txns *txns = &o->history->txns;
    assert(from != to && mns_txn_counts(o, from) && mns_txn_counts(o, to));
    pair p = {.o = o,
              .mops = &o->history->tables.mops,
              .from = from,
              .to = to,
              .from_first = txns->first_mop[from],
              .from_end = txns->first_mop[from + 1],
              .to_first = txns->first_mop[to],
              .to_end = txns->first_mop[to + 1]};
    switch (kind) {
    case MNS_WW:
    case MNS_WW_OPEN: return find_ww(&p, kind == MNS_WW_OPEN, reason);
    case MNS_WR: return find_wr(&p, reason);
    case MNS_RW:
    case MNS_TAIL: return find_rw(&p, reason);
    default: return find_order(&p, kind, reason);
    }
}
