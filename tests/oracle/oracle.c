/*
 * oracle.c - every choice of outcomes, every order; see oracle.h.
 *
 * Transactions are placed one by one, depth first, behind those placed already. Two things make
 * it fast: a transaction is placed only if its reads are explained by then, and no list or set is
 * built that disagrees with what anybody read of it. Both hold of every completed execution, so
 * nothing is missed. Where a read can be explained in several ways, all are tried if it makes a
 * difference later.
 */
#include <assert.h>

#include "oracle/search.h"

const law laws[LAW_COUNT] = {
    {"strict-serializable", LAW_SERIAL, ORDER_REALTIME, true},
    {"strong-session-serializable", LAW_SERIAL, ORDER_SESSION, true},
    {"serializable", LAW_SERIAL, ORDER_NONE, true},
    {"repeatable-read", LAW_REPEATABLE, ORDER_NONE, true},
    {"strong-snapshot-isolation", LAW_SNAPSHOT, ORDER_REALTIME, true},
    {"strong-session-snapshot-isolation", LAW_SNAPSHOT, ORDER_SESSION, true},
    {"snapshot-isolation", LAW_SNAPSHOT, ORDER_NONE, true},
    {"prefix", LAW_PREFIX, ORDER_NONE, false},
    {"read-atomic", LAW_ATOMIC, ORDER_NONE, false},
    {"consistent-view", LAW_CONSISTENT_VIEW, ORDER_NONE, true},
    {"cursor-stability", LAW_CURSOR, ORDER_NONE, false},
    {"strong-read-committed", LAW_COMMITTED, ORDER_REALTIME, true},
    {"strong-session-read-committed", LAW_COMMITTED, ORDER_SESSION, true},
    {"read-committed", LAW_COMMITTED, ORDER_NONE, true},
    {"strong-read-uncommitted", LAW_UNCOMMITTED, ORDER_REALTIME, true},
    {"strong-session-read-uncommitted", LAW_UNCOMMITTED, ORDER_SESSION, true},
    {"read-uncommitted", LAW_UNCOMMITTED, ORDER_NONE, true}};

/* What became of an attempt to place a transaction. */
typedef enum attempt {
    UNEXPLAINED, /* its reads are not explained here */
    REFUTED,     /* they are, but no execution begins like this */
    FOUND
} attempt;

static attempt place_rest(search *s);

/* The writes after t, from those before it. */
static bool write_all(search *s, int t) {
    const txn *x = &s->m->txns[t];
    for (int k = 0; k < MAX_KEYS; k++) {
        s->length[s->count][k] = s->length[s->count - 1][k];
    }
    for (int i = 0; i < x->mop_count; i++) {
        const mop *o = &x->mops[i];
        if (!o->is_read) {
            int place = s->length[s->count][o->key]++;
            s->written[o->key][place] = o->element;
            s->writer[o->key][place] = t;
        }
    }
    for (int k = 0; k < MAX_KEYS; k++) {
        if (s->length[s->count][k] != s->length[s->count - 1][k] && !rule_agrees(s, k)) {
            return false;
        }
    }
    return true;
}

static attempt place(search *s, int t) {
    s->placed[t] = true;
    s->sequence[s->count++] = t;
    attempt made = write_all(s, t) && revealed_allows(s, s->count - 1) ? place_rest(s) : REFUTED;
    s->count--;
    s->placed[t] = false;
    return made == FOUND ? FOUND : REFUTED;
}

/* True if no other way to explain the same reads can fare better. */
static bool settles(const search *s, attempt made) {
    return made == FOUND || (made == REFUTED && !s->versions_matter);
}

/* Explains the reads of t from the i-th micro-operation on, in every way, and places it. */
static attempt explain_from(search *s, int t, int i) {
    const txn *x = &s->m->txns[t];
    while (i < x->mop_count && !model_shows(x, &x->mops[i])) {
        i++;
    }
    if (i == x->mop_count) {
        return reads_go_together(s, t) ? place(s, t) : UNEXPLAINED;
    }
    int versions[SEARCH_VERSIONS];
    int count = read_versions(s, t, i, versions);
    attempt made = UNEXPLAINED;
    for (int v = 0; v < count && !settles(s, made); v++) {
        s->seen[t][i] = versions[v];
        made = explain_from(s, t, i + 1);
    }
    return made;
}

static attempt place_explained(search *s, int t) {
    law_kind kind = s->law->kind;
    int oldest = kind == LAW_SNAPSHOT || kind == LAW_PREFIX ? 0 : s->count;
    attempt made = UNEXPLAINED;
    if (kind == LAW_UNCOMMITTED) { /* reads see what comes later, too */
        return place(s, t);
    }
    for (int snapshot = s->count; snapshot >= oldest && !settles(s, made); snapshot--) {
        bool given = s->given == NULL || s->given->sees[s->count] == snapshot;
        if (given && rule_allows_snapshot(s, t, snapshot)) {
            s->snapshot[t] = snapshot;
            made = !has_rows(s->m)      ? explain_from(s, t, 0)
                   : rows_explain(s, t) ? place(s, t)
                                        : UNEXPLAINED;
        }
    }
    return made;
}

/* Nothing that must come before t is still to be placed. */
static bool may_be_next(const search *s, int t) {
    for (int other = 0; other < s->m->txn_count; other++) {
        if (s->chosen[other] && !s->placed[other] && other != t &&
            rule_orders(s->m, s->law->order, other, t)) {
            return false;
        }
    }
    return true;
}

static void keep(const search *s) {
    s->found->count = s->count;
    for (int n = 0; n < s->count; n++) {
        s->found->order[n] = s->sequence[n];
        s->found->sees[n] = s->snapshot[s->sequence[n]];
    }
}

/* Depth is the number of transactions and of their reads, at most ORACLE_MOST * (1 + MAX_MOPS). */
static attempt place_rest(search *s) {
    if (s->count == s->wanted) {
        bool allowed = s->law->kind == LAW_UNCOMMITTED ? dirty_explains(s) : rule_allows_order(s);
        if (allowed && s->found != NULL) {
            keep(s);
        }
        return allowed ? FOUND : REFUTED;
    }
    for (int t = 0; t < s->m->txn_count; t++) {
        bool given = s->given == NULL || s->given->order[s->count] == t;
        if (given && s->chosen[t] && !s->placed[t] && may_be_next(s, t) &&
            place_explained(s, t) == FOUND) {
            return FOUND;
        }
    }
    return REFUTED;
}

bool law_allows(const law *l, const model *m) { return law_finds(l, m, NULL); }

static search begin(const law *l, const model *m) {
    assert(m->txn_count <= ORACLE_MOST);
    return (search){.m = m,
                    .law = l,
                    .versions_matter = l->kind == LAW_CONSISTENT_VIEW || is_anything_revealed(m, l),
                    .reads_explained = l->kind != LAW_UNCOMMITTED};
}

/* Every ok transaction is chosen, and no failed one. */
static bool outcomes_allow(const search *s) {
    for (int t = 0; t < s->m->txn_count; t++) {
        outcome o = s->m->txns[t].outcome;
        if ((o == OUTCOME_OK && !s->chosen[t]) || (o == OUTCOME_FAIL && s->chosen[t])) {
            return false;
        }
    }
    return true;
}

bool law_finds(const law *l, const model *m, execution *found) {
    for (unsigned choice = 0; choice < 1u << m->txn_count; choice++) {
        search s = begin(l, m);
        s.found = found;
        for (int t = 0; t < m->txn_count; t++) {
            s.chosen[t] = (choice >> t & 1) != 0;
            s.wanted += s.chosen[t] ? 1 : 0;
        }
        if (outcomes_allow(&s) && rule_allows_choice(&s) && place_rest(&s) == FOUND) {
            return true;
        }
    }
    return false;
}

bool law_accepts(const law *l, const model *m, const execution *given) {
    assert(l->kind <= LAW_PREFIX);
    search s = begin(l, m);
    s.given = given;
    s.wanted = given->count;
    for (int n = 0; n < given->count; n++) {
        int t = given->order[n];
        if (t < 0 || t >= m->txn_count || s.chosen[t]) {
            return false;
        }
        s.chosen[t] = true;
    }
    return outcomes_allow(&s) && rule_allows_choice(&s) && place_rest(&s) == FOUND;
}
