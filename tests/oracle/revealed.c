/*
 * revealed.c - what a finished execution must agree with besides the reads: version numbers,
 * timestamps, assumptions; see oracle.h for them in words.
 */
#include "oracle/search.h"

/* A micro-operation of the execution: the i-th of the n-th transaction of the order. */
typedef struct access {
    int n, i;
} access;

static const txn *txn_of(const search *s, access a) { return &s->m->txns[s->sequence[a.n]]; }

static const mop *mop_of(const search *s, access a) { return &txn_of(s, a)->mops[a.i]; }

static int version_of(const search *s, access a) {
    const mop *o = mop_of(s, a);
    return o->is_read ? s->seen[s->sequence[a.n]][a.i]
                      : s->length[a.n][o->key] + writes_before(txn_of(s, a), a.i, o->key) + 1;
}

/* True if the micro-operation read a version of the execution, or installed one. */
static bool has_version(const search *s, access a) {
    const txn *x = txn_of(s, a);
    const mop *o = mop_of(s, a);
    if (o->is_read) {
        return model_shows(x, o) && version_of(s, a) != VERSION_DIRTY;
    }
    return writes_before(x, a.i + 1, o->key) == writes_before(x, x->mop_count, o->key);
}

/* ---- Assumptions ---------------------------------------------------------------------------- */

static bool is_assumed_ordered(const search *s, access a, access b) {
    const assumptions *assume = &s->m->assume;
    int first = s->sequence[a.n];
    int second = s->sequence[b.n];
    if (a.n == b.n) {
        return assume->wfr && mop_of(s, a)->is_read && !mop_of(s, b)->is_read && a.i < b.i &&
               writes_before(txn_of(s, a), a.i, mop_of(s, a)->key) == 0;
    }
    return (assume->sequential && rule_orders(s->m, ORDER_SESSION, first, second)) ||
           (assume->linearizable && rule_orders(s->m, ORDER_REALTIME, first, second));
}

static bool assumptions_hold(const search *s, access a, access b) {
    return !has_version(s, a) || !has_version(s, b) || !is_assumed_ordered(s, a, b) ||
           version_of(s, a) <= version_of(s, b);
}

/* ---- Version numbers ------------------------------------------------------------------------ */

static bool is_numbered(const search *s, access a) {
    /* Rows have no version in common that a number could be of. */
    return !has_rows(s->m) && mop_of(s, a)->numbered && txn_of(s, a)->outcome == OUTCOME_OK;
}

static bool contents_agree(const search *s, const mop *a, const mop *b) {
    bool equal = contents_are_equal(a->list, model_length(a), b->list, model_length(b));
    return a->version == b->version ? equal : !equal || !datatypes[s->m->type].named;
}

/* Earlier versions have smaller numbers. One that was never committed has a number of its own. */
static bool numbers_agree(const search *s, access a, access b) {
    const mop *first = mop_of(s, a);
    const mop *second = mop_of(s, b);
    if (!is_numbered(s, a) || !is_numbered(s, b)) {
        return true;
    }
    int versions[] = {version_of(s, a), version_of(s, b)};
    if (versions[0] == VERSION_DIRTY && versions[1] == VERSION_DIRTY) {
        return contents_agree(s, first, second);
    }
    if (versions[0] == VERSION_DIRTY || versions[1] == VERSION_DIRTY) {
        return first->version != second->version;
    }
    return (versions[0] < versions[1]) == (first->version < second->version) &&
           (versions[0] > versions[1]) == (first->version > second->version);
}

/* ---- Timestamps ----------------------------------------------------------------------------- */

static bool is_stamped(const txn *x) { return x->stamped && x->outcome == OUTCOME_OK; }

static bool writes_anything(const txn *x) {
    for (int i = 0; i < x->mop_count; i++) {
        if (!x->mops[i].is_read) {
            return true;
        }
    }
    return false;
}

/* True if some writer is among those that the first snapshot has and the second has not. */
static bool has_more_writers(const search *s, int snapshot, int other) {
    for (int n = other; n < snapshot; n++) {
        if (writes_anything(&s->m->txns[s->sequence[n]])) {
            return true;
        }
    }
    return false;
}

/* The n-th and the m-th of the order. Equal times leave the order open. When a transaction commits
 * that writes nothing, nobody can tell. */
static bool stamps_agree(const search *s, int n, int m) {
    int t = s->sequence[n];
    int u = s->sequence[m];
    const txn *a = &s->m->txns[t];
    const txn *b = &s->m->txns[u];
    if (!is_stamped(a) || !is_stamped(b) || n == m) {
        return true;
    }
    if (a->start_ts < b->start_ts && has_more_writers(s, s->snapshot[t], s->snapshot[u])) {
        return false;
    }
    if (!writes_anything(b)) {
        return true;
    }
    return m < s->snapshot[t] ? b->commit_ts <= a->start_ts : b->commit_ts >= a->start_ts;
}

/* ---- All of it ------------------------------------------------------------------------------ */

static bool is_explained(const search *s, access a) {
    return s->reads_explained || !mop_of(s, a)->is_read;
}

static bool mops_agree(const search *s, int n, int m) {
    for (int i = 0; i < s->m->txns[s->sequence[n]].mop_count; i++) {
        for (int j = 0; j < s->m->txns[s->sequence[m]].mop_count; j++) {
            access a = {n, i};
            access b = {m, j};
            if (mop_of(s, a)->key == mop_of(s, b)->key && is_explained(s, a) &&
                is_explained(s, b) && !(assumptions_hold(s, a, b) && numbers_agree(s, a, b))) {
                return false;
            }
        }
    }
    return true;
}

bool is_anything_revealed(const model *m, const law *l) {
    bool revealed = m->assume.wfr || m->assume.sequential || m->assume.linearizable;
    for (int t = 0; t < m->txn_count; t++) {
        revealed |= l->kind == LAW_SNAPSHOT && is_stamped(&m->txns[t]);
        for (int i = 0; i < m->txns[t].mop_count; i++) {
            revealed |= m->txns[t].mops[i].numbered;
        }
    }
    return revealed;
}

bool revealed_allows(const search *s, int n) {
    bool stamps = s->law->kind == LAW_SNAPSHOT;
    for (int m = 0; s->versions_matter && m <= n; m++) {
        if (!mops_agree(s, n, m) || !mops_agree(s, m, n) ||
            (stamps && !(stamps_agree(s, n, m) && stamps_agree(s, m, n)))) {
            return false;
        }
    }
    return true;
}
