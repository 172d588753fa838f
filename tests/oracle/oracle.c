/*
 * oracle.c - every choice of outcomes, every order; see oracle.h.
 *
 * Transactions are placed one by one, depth first, behind those placed already. Two things make
 * it fast: a transaction is placed only if its reads are explained by then, and no list is built
 * that disagrees with what anybody read of it. Both hold of every completed execution, so nothing
 * is missed.
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

/* Nothing that must come before t is still to be placed. */
static bool may_be_next(const search *s, int t) {
    for (int other = 0; other < s->m->txn_count; other++) {
        if (s->chosen[other] && !s->placed[other] && other != t && rule_orders(s, other, t)) {
            return false;
        }
    }
    return true;
}

/* The lists after t, from those before it. */
static bool append_all(search *s, int t) {
    const txn *x = &s->m->txns[t];
    for (int k = 0; k < MAX_KEYS; k++) {
        s->length[s->count][k] = s->length[s->count - 1][k];
    }
    for (int i = 0; i < x->mop_count; i++) {
        const mop *o = &x->mops[i];
        if (!o->is_read) {
            int place = s->length[s->count][o->key]++;
            s->list[o->key][place] = o->element;
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

/* Depth is the number of transactions, at most ORACLE_MOST. */
static bool place_rest(search *s) {
    if (s->count == s->wanted) {
        return rule_allows_order(s);
    }
    for (int t = 0; t < s->m->txn_count; t++) {
        if (!s->chosen[t] || s->placed[t] || !may_be_next(s, t) || !rule_explains(s, t)) {
            continue;
        }
        s->placed[t] = true;
        s->sequence[s->count++] = t;
        bool explained = append_all(s, t) && place_rest(s);
        s->count--;
        s->placed[t] = false;
        if (explained) {
            return true;
        }
    }
    return false;
}

bool law_allows(const law *l, const model *m) {
    assert(m->txn_count <= ORACLE_MOST);
    for (unsigned choice = 0; choice < 1u << m->txn_count; choice++) {
        search s = {.m = m, .law = l};
        bool possible = true;
        for (int t = 0; t < m->txn_count; t++) {
            s.chosen[t] = (choice >> t & 1) != 0;
            s.wanted += s.chosen[t] ? 1 : 0;
            outcome o = m->txns[t].outcome;
            possible &= o == OUTCOME_OK ? s.chosen[t] : o == OUTCOME_FAIL ? !s.chosen[t] : true;
        }
        if (possible && rule_allows_choice(&s) && place_rest(&s)) {
            return true;
        }
    }
    return false;
}
