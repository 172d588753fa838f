/*
 * law_clauses.c - what each law asks of an execution, as clauses; see exact.h for the laws in
 * words.
 */
#include <stdlib.h>
#include <string.h>

#include "exact/encode.h"

const exact_law exact_laws[EXACT_LAWS] = {
    {"strict-serializable", EXACT_SERIAL, ORDER_REALTIME, true},
    {"strong-session-serializable", EXACT_SERIAL, ORDER_SESSION, true},
    {"serializable", EXACT_SERIAL, ORDER_NONE, true},
    {"repeatable-read", EXACT_SERIAL, ORDER_NONE, false},
    {"strong-snapshot-isolation", EXACT_SNAPSHOT, ORDER_REALTIME, true},
    {"strong-session-snapshot-isolation", EXACT_SNAPSHOT, ORDER_SESSION, true},
    {"snapshot-isolation", EXACT_SNAPSHOT, ORDER_NONE, true},
    {"parallel-snapshot-isolation", EXACT_VIEW, ORDER_NONE, true},
    {"consistent-view", EXACT_VIEW, ORDER_NONE, false},
    {"prefix", EXACT_PREFIX, ORDER_NONE, true},
    {"read-atomic", EXACT_ATOMIC, ORDER_NONE, true},
    {"cursor-stability", EXACT_CURSOR, ORDER_NONE, false},
    {"strong-read-committed", EXACT_COMMITTED, ORDER_REALTIME, false},
    {"strong-session-read-committed", EXACT_COMMITTED, ORDER_SESSION, false},
    {"read-committed", EXACT_COMMITTED, ORDER_NONE, false}};

/* ---- Serial --------------------------------------------------------------------------------- */

/* The read sees all writers of its key that are before its transaction. */
static void see_newest(encoding *e, int n) {
    const sight *r = &e->sights.items[n];
    for (int u = next_writer(e, r->key, r->txn, -1); u >= 0 && !r->hides;
         u = next_writer(e, r->key, r->txn, u)) {
        clauses_imply(&e->clauses, e->before[u][r->txn], e->sees[n][u]);
    }
}

static void encode_serial(encoding *e) {
    for (int n = 0; n < e->sights.count; n++) {
        see_newest(e, n);
    }
}

/* What is read before it is written is the newest. */
static void encode_cursor(encoding *e) {
    for (int n = 0; n < e->sights.count; n++) {
        const sight *r = &e->sights.items[n];
        if (r->own == 0 && !e->sights.rows && e->sights.writes[r->key][r->txn]) {
            see_newest(e, n);
        }
    }
}

/* ---- Snapshots ------------------------------------------------------------------------------ */

typedef int relation[EXACT_MOST][EXACT_MOST];

/* Variables for each pair, where the relation implies the order. */
static void make_relation(encoding *e, relation r) {
    for (int a = next_committed(e, -1); a >= 0; a = next_committed(e, a)) {
        for (int b = next_committed(e, -1); b >= 0; b = next_committed(e, b)) {
            r[a][b] = a == b ? LIT_FALSE : clauses_variable(&e->clauses);
            clauses_imply(&e->clauses, r[a][b], e->before[a][b]);
        }
    }
}

static bool share_a_written_key(const encoding *e, int a, int b) {
    for (int k = 0; k < MAX_KEYS && !e->sights.rows; k++) {
        if (e->sights.writes[k][a] && e->sights.writes[k][b]) {
            return true;
        }
    }
    return false;
}

/* in[u][t]: u is in the snapshot of t, which is a prefix of the order. */
static void make_beginnings(encoding *e, relation in) {
    make_relation(e, in);
    for (int t = next_committed(e, -1); t >= 0; t = next_committed(e, t)) {
        for (int u = next_committed(e, -1); u >= 0; u = next_committed(e, u)) {
            for (int w = next_committed(e, -1); w >= 0; w = next_committed(e, w)) {
                if (u != w && u != t && w != t) {
                    clauses_imply_both(&e->clauses, in[w][t], e->before[u][w], in[u][t]);
                }
            }
        }
    }
}

static void encode_snapshots(encoding *e, bool writers_conflict) {
    relation in;
    make_beginnings(e, in);
    for (int t = next_committed(e, -1); t >= 0; t = next_committed(e, t)) {
        for (int u = next_committed(e, -1); u >= 0; u = next_committed(e, u)) {
            if (u != t && writers_conflict &&
                (share_a_written_key(e, u, t) || is_ordered(e, u, t))) {
                clauses_imply(&e->clauses, e->before[u][t], in[u][t]);
            }
        }
    }
    for (int n = 0; n < e->sights.count; n++) {
        const sight *r = &e->sights.items[n];
        for (int u = next_writer(e, r->key, r->txn, -1); u >= 0 && !r->hides;
             u = next_writer(e, r->key, r->txn, u)) {
            clauses_equal(&e->clauses, e->sees[n][u], in[u][r->txn]);
        }
    }
}

/* ---- Consistent view ------------------------------------------------------------------------ */

/* No read misses a transaction that its own one depends on, by any number of ww and wr. */
static void encode_view(encoding *e) {
    relation depends; /* [a][b]: b on a */
    make_relation(e, depends);
    for (int a = next_committed(e, -1); a >= 0; a = next_committed(e, a)) {
        for (int b = next_committed(e, -1); b >= 0; b = next_committed(e, b)) {
            if (a != b && share_a_written_key(e, a, b)) {
                clauses_imply(&e->clauses, e->before[a][b], depends[a][b]);
            }
            for (int c = next_committed(e, -1); c >= 0; c = next_committed(e, c)) {
                if (a != b && a != c && b != c) {
                    clauses_imply_both(&e->clauses, depends[a][b], depends[b][c], depends[a][c]);
                }
            }
        }
    }
    for (int n = 0; n < e->sights.count; n++) {
        const sight *r = &e->sights.items[n];
        for (int u = next_writer(e, r->key, r->txn, -1); u >= 0 && !r->hides;
             u = next_writer(e, r->key, r->txn, u)) {
            clauses_equal(&e->clauses, e->sees[n][u], depends[u][r->txn]);
        }
    }
}

/* ---- Read atomic ---------------------------------------------------------------------------- */

/* Two reads of a key by one transaction see the same. */
static void see_the_same(encoding *e, int n, int other) {
    const sight *r = &e->sights.items[n];
    for (int u = next_writer(e, r->key, r->txn, -1); u >= 0;
         u = next_writer(e, r->key, r->txn, u)) {
        clauses_equal(&e->clauses, e->sees[n][u], e->sees[other][u]);
    }
}

/* The literal "the n-th read sees w, which is after u". */
static int literal_after(encoding *e, int n, int u, int w) {
    int sees = e->sees[n][w];
    if (sees == LIT_TRUE) {
        return e->before[u][w];
    }
    if (sees == LIT_FALSE || sees == e->before[w][u]) {
        return LIT_FALSE;
    }
    int both = clauses_variable(&e->clauses);
    clauses_imply(&e->clauses, both, sees);
    clauses_imply(&e->clauses, both, e->before[u][w]);
    return both;
}

/* If the n-th read sees the version of u, the other read does not miss u. Which version a read of a
 * set or a counter sees is known from the order alone: u's, if it sees u and nobody after u. */
static void miss_nothing_of(encoding *e, int n, int u, int other) {
    const sight *r = &e->sights.items[n];
    int literals[EXACT_MOST + 2];
    int count = 0;
    if (!e->sights.writes[e->sights.items[other].key][u]) {
        return;
    }
    literals[count++] = -e->sees[n][u];
    literals[count++] = e->sees[other][u];
    for (int w = next_writer(e, r->key, r->txn, -1); w >= 0 && !e->sights.rows;
         w = next_writer(e, r->key, r->txn, w)) {
        if (w != u) {
            literals[count++] = literal_after(e, n, u, w);
        }
    }
    clauses_add(&e->clauses, literals, count);
}

static void encode_atomic(encoding *e) {
    for (int n = 0; n < e->sights.count; n++) {
        const sight *r = &e->sights.items[n];
        for (int other = 0; other < e->sights.count && !r->hides; other++) {
            const sight *o = &e->sights.items[other];
            if (o->txn != r->txn || o->hides || other == n) {
                continue;
            }
            if (o->key == r->key) {
                see_the_same(e, n, other);
            }
            for (int u = next_writer(e, r->key, r->txn, -1);
                 u >= 0 && (r->own == 0 || e->sights.rows); u = next_writer(e, r->key, r->txn, u)) {
                miss_nothing_of(e, n, u, other);
            }
        }
    }
}

/* ---- All of them ---------------------------------------------------------------------------- */

void encode_law(encoding *e) {
    switch (e->kind) {
    case EXACT_SERIAL: encode_serial(e); break;
    case EXACT_SNAPSHOT: encode_snapshots(e, true); break;
    case EXACT_PREFIX: encode_snapshots(e, false); break;
    case EXACT_VIEW: encode_view(e); break;
    case EXACT_ATOMIC: encode_atomic(e); break;
    case EXACT_CURSOR: encode_cursor(e); break;
    case EXACT_COMMITTED: break;
    }
}
