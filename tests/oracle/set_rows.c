/*
 * set_rows.c - what is asked of an execution where each element of a set is a row; see oracle.h.
 *
 * A row has two versions, absent and present, and one writer. A read is a search: it sees some
 * version of every row of its key. That it saw a row present is a read of an item. That it saw a
 * row absent is an anti-dependency on a predicate, which repeatable-read does not mind.
 */
#include "oracle/search.h"

bool has_rows(const model *m) { return m->type == TYPE_SET && !m->assume.objects; }

static bool shows(const mop *read, int element) {
    for (int i = 0; i < model_length(read); i++) {
        if (read->list[i] == element) {
            return true;
        }
    }
    return false;
}

static bool adds(const mop *o, const mop *read) { return !o->is_read && o->key == read->key; }

/* True if the read shows every row that u adds to its key, or none where `shown` is false. */
static bool shows_all_of(const search *s, const mop *read, int u, bool shown) {
    const txn *x = &s->m->txns[u];
    for (int i = 0; i < x->mop_count; i++) {
        if (adds(&x->mops[i], read) && shows(read, x->mops[i].element) != shown) {
            return false;
        }
    }
    return true;
}

/* ---- One search ----------------------------------------------------------------------------- */

/* Of the rows of its own transaction the search, the i-th micro-operation of t, shows none that are
 * added later; and, if it is to see all of its own, those that were added before. */
static bool own_rows_fit(const search *s, int t, int i, bool all) {
    const txn *x = &s->m->txns[t];
    for (int j = 0; j < x->mop_count; j++) {
        if (adds(&x->mops[j], &x->mops[i])) {
            bool shown = shows(&x->mops[i], x->mops[j].element);
            if ((shown && j > i) || (all && !shown && j < i)) {
                return false;
            }
        }
    }
    return true;
}

/* The search shows no rows but those of transactions before it, and its own. */
static bool is_of_committed(const search *s, int t, int i, bool all_own) {
    for (int u = 0; u < s->m->txn_count; u++) {
        if (!s->placed[u] && u != t && !shows_all_of(s, &s->m->txns[t].mops[i], u, false)) {
            return false;
        }
    }
    return own_rows_fit(s, t, i, all_own);
}

/* The search shows all rows of the first `snapshot` of the order, and no others but its own. */
static bool is_of_snapshot(const search *s, int t, int i) {
    for (int n = 0; n < s->count; n++) {
        if (!shows_all_of(s, &s->m->txns[t].mops[i], s->sequence[n], n < s->snapshot[t])) {
            return false;
        }
    }
    return is_of_committed(s, t, i, true);
}

/* LAW_ATOMIC: where t saw some row of u, each of its searches shows all rows of u that it
 * covers. */
static bool sees_whole(const search *s, int t) {
    const txn *x = &s->m->txns[t];
    for (int u = 0; u < s->m->txn_count; u++) {
        bool all = true;
        bool none = true;
        for (int i = 0; i < x->mop_count && u != t; i++) {
            if (model_shows(x, &x->mops[i])) {
                all &= shows_all_of(s, &x->mops[i], u, true);
                none &= shows_all_of(s, &x->mops[i], u, false);
            }
        }
        if (!all && !none) {
            return false;
        }
    }
    return true;
}

bool rows_explain(const search *s, int t) {
    const txn *x = &s->m->txns[t];
    bool snapshot =
        s->law->kind == LAW_SERIAL || s->law->kind == LAW_SNAPSHOT || s->law->kind == LAW_PREFIX;
    bool atomic = s->law->kind == LAW_ATOMIC;
    for (int i = 0; i < x->mop_count; i++) {
        if (model_shows(x, &x->mops[i]) &&
            !(snapshot ? is_of_snapshot(s, t, i) : is_of_committed(s, t, i, atomic))) {
            return false;
        }
    }
    return !atomic || sees_whole(s, t);
}

/* ---- All transactions together: LAW_CONSISTENT_VIEW ------------------------------------------ */

/* True if some search of t shows, or lacks, a row that u adds. */
static bool some_row(const search *s, int t, int u, bool shown) {
    const txn *x = &s->m->txns[t];
    for (int i = 0; i < x->mop_count; i++) {
        if (model_shows(x, &x->mops[i]) && !shows_all_of(s, &x->mops[i], u, !shown)) {
            return true;
        }
    }
    return false;
}

bool rows_allow_view(const search *s) {
    unsigned reach[ORACLE_MOST] = {0}; /* by wr */
    for (int t = 0; t < s->m->txn_count; t++) {
        for (int u = 0; u < s->m->txn_count; u++) {
            if (s->chosen[t] && s->chosen[u] && t != u && some_row(s, t, u, true)) {
                reach[u] |= 1u << t;
            }
        }
    }
    for (int by = 0; by < ORACLE_MOST; by++) {
        for (int a = 0; a < ORACLE_MOST; a++) {
            reach[a] |= (reach[a] >> by & 1) != 0 ? reach[by] : 0;
        }
    }
    for (int t = 0; t < s->m->txn_count; t++) {
        for (int u = 0; u < s->m->txn_count; u++) {
            if (s->chosen[t] && s->chosen[u] && t != u && (reach[u] >> t & 1) != 0 &&
                some_row(s, t, u, false)) {
                return false;
            }
        }
    }
    return true;
}
