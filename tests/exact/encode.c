/*
 * encode.c - the clauses of every execution; see encode.h.
 */
#include "exact/encode.h"

int next_committed(const encoding *e, int after) {
    for (int t = after + 1; t < e->sights.m->txn_count; t++) {
        if (e->sights.committed[t]) {
            return t;
        }
    }
    return -1;
}

int next_writer(const encoding *e, int key, int t, int after) {
    for (int u = after + 1; u < e->sights.m->txn_count; u++) {
        if (u != t && e->sights.writes[key][u]) {
            return u;
        }
    }
    return -1;
}

bool is_ordered(const encoding *e, int a, int b) {
    const model *m = e->sights.m;
    const txn *first = &m->txns[a];
    const txn *second = &m->txns[b];
    if (e->law->order == ORDER_NONE || first->outcome != OUTCOME_OK) {
        return false;
    }
    if (m->completions_only) { /* no real time; a process ran them as they were recorded */
        return first->process == second->process && first->complete < second->complete;
    }
    return first->complete < second->invoke &&
           (e->law->order == ORDER_REALTIME || first->process == second->process);
}

/* ---- A total order -------------------------------------------------------------------------- */

static void make_pairs(encoding *e) {
    for (int a = next_committed(e, -1); a >= 0; a = next_committed(e, a)) {
        e->before[a][a] = LIT_FALSE;
        for (int b = next_committed(e, a); b >= 0; b = next_committed(e, b)) {
            e->before[a][b] = clauses_variable(&e->clauses);
            e->before[b][a] = -e->before[a][b];
        }
    }
}

/* No three form a cycle, in either direction. */
static void make_transitive(encoding *e) {
    for (int a = next_committed(e, -1); a >= 0; a = next_committed(e, a)) {
        for (int b = next_committed(e, a); b >= 0; b = next_committed(e, b)) {
            for (int c = next_committed(e, b); c >= 0; c = next_committed(e, c)) {
                clauses_imply_both(&e->clauses, e->before[a][b], e->before[b][c], e->before[a][c]);
                clauses_imply_both(&e->clauses, e->before[c][b], e->before[b][a], e->before[c][a]);
            }
        }
    }
}

static void keep_order(encoding *e) {
    for (int a = next_committed(e, -1); a >= 0; a = next_committed(e, a)) {
        for (int b = next_committed(e, -1); b >= 0; b = next_committed(e, b)) {
            if (a != b && is_ordered(e, a, b)) {
                clauses_unit(&e->clauses, e->before[a][b]);
            }
        }
    }
}

/* ---- Reads ---------------------------------------------------------------------------------- */

/* The literal "the read sees u's version or a later one". A register shows one version; lists and
 * sets show all that was written. */
static int literal_sees(const encoding *e, const sight *r, int u) {
    if (r->hides) {
        return 0;
    }
    if (e->sights.m->type != TYPE_REGISTER || r->shown_count == 0 || sight_shows(r, u)) {
        return sight_shows(r, u) ? LIT_TRUE : LIT_FALSE;
    }
    return e->before[u][r->shown[0]];
}

/* The read sees a prefix of the versions, all of them before its transaction. If it also
 * shows own writes, the version below is that of the last writer before its transaction. Rows are
 * versions of different keys. */
static void explain_read(encoding *e, int n) {
    const sight *r = &e->sights.items[n];
    for (int u = next_writer(e, r->key, r->txn, -1); u >= 0;
         u = next_writer(e, r->key, r->txn, u)) {
        int sees = e->sees[n][u] = literal_sees(e, r, u);
        if (sees == 0) {
            continue;
        }
        clauses_imply(&e->clauses, sees, e->before[u][r->txn]);
        if (e->sights.rows) {
            continue; /* other rows are independent of this one */
        }
        if (r->kept > 0) {
            clauses_imply(&e->clauses, e->before[u][r->txn], sees);
        }
        for (int i = 0; i < r->shown_count; i++) {
            if (!sight_shows(r, u) && e->sights.m->type != TYPE_REGISTER) {
                clauses_unit(&e->clauses, e->before[r->shown[i]][u]);
            }
        }
    }
    for (int i = 1; i < r->shown_count && e->sights.m->type == TYPE_LIST; i++) {
        clauses_unit(&e->clauses, e->before[r->shown[i - 1]][r->shown[i]]);
    }
}

bool encode_execution(encoding *e, const exact_law *l, const model *m, exact_sets sets) {
    clauses_init(&e->clauses);
    e->law = l;
    e->kind = l->kind;
    if (!sights_find(&e->sights, m, sets)) {
        return false;
    }
    if (e->sights.rows && l->kind == EXACT_SERIAL && !l->internal) {
        e->kind = EXACT_COMMITTED; /* repeatable-read does not cover predicates */
    }
    make_pairs(e);
    encode_commits(e);
    make_transitive(e);
    keep_order(e);
    for (int n = 0; n < e->sights.count; n++) {
        const sight *r = &e->sights.items[n];
        if (m->type == TYPE_COUNTER) {
            explain_sum(e, n);
            continue;
        }
        bool sees_all_or_nothing = e->kind < EXACT_CURSOR;
        if ((l->internal && r->own != r->kept) || (r->torn && sees_all_or_nothing)) {
            return false;
        }
        explain_read(e, n);
    }
    return true;
}
