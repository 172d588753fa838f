/*
 * graph_classes.c - the cycle search against plain matrices, on graphs with hundreds of edges.
 *
 * In: random histories in which every transaction is :ok and reads are prefixes of one list per
 * key, often stale, so cycles of every class abound and nothing but cycles can be wrong. Out: 0 if
 * a model is ruled out exactly where its relation has a cycle. With D the ww and wr dependencies
 * and the order that goes with the model, as n x n matrices and their transitive closures:
 *
 *   read-uncommitted     ww (and order) has a cycle
 *   read-committed       D has a cycle
 *   consistent-view      D closed by one rw has a cycle
 *   snapshot-isolation   D followed by at most one rw, repeated, has a cycle
 *   serializable         D and rw have a cycle
 *
 * Appends that nobody saw have an order too. Where a model forbids every cycle that one order of
 * two of them would make, they are in the other; that is then a ww, and may lead to more.
 *
 * Cost: O(n^3 / 64) for each matrix.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "support/model.h"

enum { SIZE = 128, WORDS = SIZE / 64, KEYS_MOST = 12, HISTORIES = 400 };

typedef struct matrix {
    uint64_t row[SIZE][WORDS];
} matrix;

typedef enum order { ORDER_NONE, ORDER_PROCESS, ORDER_REALTIME, ORDERS } order;
typedef enum level { LEVEL_RU, LEVEL_RC, LEVEL_CV, LEVEL_SI, LEVEL_SERIALIZABLE, LEVELS } level;

/* NULL: the lattice has no such model. */
static const char *const model_names[LEVELS][ORDERS] = {
    {"read-uncommitted", "strong-session-read-uncommitted", "strong-read-uncommitted"},
    {"read-committed", "strong-session-read-committed", "strong-read-committed"},
    {"consistent-view", NULL, NULL},
    {"snapshot-isolation", "strong-session-snapshot-isolation", "strong-snapshot-isolation"},
    {"serializable", "strong-session-serializable", "strict-serializable"},
};

/* ---- Matrices -------------------------------------------------------------------------------- */

static bool matrix_has(const matrix *m, int a, int b) {
    return (m->row[a][b / 64] >> (b % 64) & 1) != 0;
}

static void matrix_add(matrix *m, int a, int b) {
    if (a != b) {
        m->row[a][b / 64] |= (uint64_t)1 << (b % 64);
    }
}

static void row_or(uint64_t *to, const uint64_t *from) {
    for (int w = 0; w < WORDS; w++) {
        to[w] |= from[w];
    }
}

static void matrix_or(matrix *to, const matrix *from) {
    for (int a = 0; a < SIZE; a++) {
        row_or(to->row[a], from->row[a]);
    }
}

static void matrix_close(matrix *m) {
    for (int via = 0; via < SIZE; via++) {
        for (int a = 0; a < SIZE; a++) {
            if (matrix_has(m, a, via)) {
                row_or(m->row[a], m->row[via]);
            }
        }
    }
}

/* to |= a then b */
static void matrix_compose(matrix *to, const matrix *a, const matrix *b) {
    for (int x = 0; x < SIZE; x++) {
        for (int y = 0; y < SIZE; y++) {
            if (matrix_has(a, x, y)) {
                row_or(to->row[x], b->row[y]);
            }
        }
    }
}

static bool matrix_reflexive(const matrix *m) {
    for (int a = 0; a < SIZE; a++) {
        if (matrix_has(m, a, a)) {
            return true;
        }
    }
    return false;
}

static bool matrix_cyclic(matrix m) {
    matrix_close(&m);
    return matrix_reflexive(&m);
}

/* ---- Dependencies, from the definition ------------------------------------------------------- */

typedef struct relations {
    matrix ww, wr, rw, order[ORDERS];
    matrix unseen; /* both appended to one key what nobody saw */
} relations;

typedef struct key_state {
    int writer[MAX_LIST]; /* by element - 1: the order of versions */
    int length;
    int seen; /* longest prefix that anybody read */
} key_state;

static void relate_key(const model *m, int key, const key_state *k, relations *r) {
    for (int e = 0; e < k->length; e++) {
        /* Of what nobody read only this is known: it comes after all that was read. */
        int before = (e < k->seen ? e : k->seen) - 1;
        if (before >= 0) {
            matrix_add(&r->ww, k->writer[before], k->writer[e]);
        }
    }
    for (int a = k->seen; a < k->length; a++) {
        for (int b = k->seen; b < k->length; b++) {
            matrix_add(&r->unseen, k->writer[a], k->writer[b]);
        }
    }
    for (int t = 0; t < m->txn_count; t++) {
        for (int i = 0; i < m->txns[t].mop_count; i++) {
            const mop *o = &m->txns[t].mops[i];
            if (!o->is_read || o->key != key) {
                continue;
            }
            if (o->length > 0) {
                matrix_add(&r->wr, k->writer[o->length - 1], t);
            }
            int last = o->length < k->seen ? o->length + 1 : k->length;
            for (int e = o->length; e < last; e++) {
                matrix_add(&r->rw, t, k->writer[e]);
            }
        }
    }
}

static void relate_orders(const model *m, relations *r) {
    for (int a = 0; a < m->txn_count; a++) {
        for (int b = 0; b < m->txn_count; b++) {
            if (m->txns[a].complete < m->txns[b].invoke) {
                matrix_add(&r->order[ORDER_REALTIME], a, b);
                if (m->txns[a].process == m->txns[b].process) {
                    matrix_add(&r->order[ORDER_PROCESS], a, b);
                }
            }
        }
    }
}

/* Walks that a ww from their end back to their start would make a cycle of the class. */
static matrix walks_of(const matrix *d, const matrix *rw, level l) {
    matrix steps = *d, walks = *rw;
    if (l == LEVEL_SI) {
        matrix_compose(&steps, d, rw); /* no two rw in succession; one may come first */
    }
    matrix_close(&steps);
    matrix_compose(&walks, rw, &steps);
    if (l == LEVEL_CV) {
        matrix first = walks; /* one rw: after D, before it, or between */
        matrix_compose(&walks, &steps, &first);
    }
    matrix_or(&walks, &steps);
    return walks;
}

/* Adds to D the ww between unseen appends that the class forbids to be the other way round. Where
 * no rw or every rw is allowed, D leads from the one to the other anyway. */
static void order_unseen(const relations *r, matrix *d, level l) {
    for (bool more = true; more;) {
        matrix walks = walks_of(d, &r->rw, l);
        more = false;
        for (int a = 0; a < SIZE; a++) {
            for (int w = 0; w < WORDS; w++) {
                uint64_t found = walks.row[a][w] & r->unseen.row[a][w] & ~d->row[a][w];
                d->row[a][w] |= found;
                more = more || found != 0;
            }
        }
    }
}

static bool breaks(const relations *r, level l, order o) {
    matrix d = r->ww;
    matrix_or(&d, &r->order[o]);
    if (l == LEVEL_RU) {
        return matrix_cyclic(d);
    }
    matrix_or(&d, &r->wr);
    if (l == LEVEL_CV || l == LEVEL_SI) {
        order_unseen(r, &d, l);
    }
    matrix extended = d;
    switch (l) {
    case LEVEL_CV: {
        /* D as far as it goes, then at most one rw, back to where it began. */
        matrix closed = d;
        matrix_close(&closed);
        extended = closed;
        matrix_compose(&extended, &closed, &r->rw);
        return matrix_reflexive(&extended);
    }
    case LEVEL_SI: matrix_compose(&extended, &d, &r->rw); return matrix_cyclic(extended);
    case LEVEL_SERIALIZABLE: matrix_or(&extended, &r->rw); return matrix_cyclic(extended);
    default: return matrix_cyclic(d);
    }
}

/* ---- Histories ------------------------------------------------------------------------------- */

static void read_prefix(mop *o, int key, int length) {
    o->is_read = true;
    o->answered = true;
    o->key = key;
    o->length = length;
    for (int i = 0; i < length; i++) {
        o->list[i] = i + 1;
    }
}

/* One append to some keys, reads of others: no transaction reads what it writes, or writes a key
 * twice, so that no anomaly but cycles is possible. */
static void draw_txn(model *m, dice *d, key_state *keys, int key_count, int lag) {
    int t = m->txn_count++;
    txn *x = &m->txns[t];
    unsigned used = 0;
    for (int tries = 1 + dice_below(d, MAX_MOPS); tries > 0; tries--) {
        int key = dice_below(d, key_count);
        key_state *k = &keys[key];
        if ((used >> key & 1) != 0) {
            continue;
        }
        used |= 1u << key;
        mop *o = &x->mops[x->mop_count++];
        if (dice_percent(d, 50) && k->length < MAX_LIST - 1) {
            *o = (mop){.key = key, .element = k->length + 1};
            k->writer[k->length++] = t;
        } else {
            int back = dice_percent(d, lag) ? dice_below(d, 4) : 0;
            read_prefix(o, key, back > k->length ? 0 : k->length - back);
        }
    }
}

static mop *append_of(model *m, int t, int key) {
    for (int i = 0; i < m->txns[t].mop_count; i++) {
        mop *o = &m->txns[t].mops[i];
        if (!o->is_read && o->key == key) {
            return o;
        }
    }
    abort();
}

/* Lets two appends that follow each other change places, now and then: their transactions may be
 * related the other way round elsewhere. */
static void exchange_writers(model *m, dice *d, int key, key_state *k) {
    for (int e = 0; e + 1 < k->length; e++) {
        if (dice_percent(d, 5)) {
            int first = k->writer[e];
            int second = k->writer[e + 1];
            append_of(m, first, key)->element = e + 2;
            append_of(m, second, key)->element = e + 1;
            k->writer[e] = second;
            k->writer[e + 1] = first;
        }
    }
}

/* Who overlaps whom: transactions begin roughly in the order in which they took effect; `loose` of
 * 100 let the next one go first, and so may end before what they came after began. */
static void draw_events(model *m, dice *d) {
    int sequence[SIZE];
    int running[16];
    int processes = 2 + dice_below(d, 8);
    int loose = dice_below(d, 3) * dice_below(d, 15);
    int next = 0;
    int open = 0;
    for (int t = 0; t < m->txn_count; t++) {
        bool overtakes = t > 0 && dice_percent(d, loose);
        sequence[t] = overtakes ? sequence[t - 1] : t;
        sequence[t - (overtakes ? 1 : 0)] = t;
    }
    memset(running, -1, sizeof running);
    while (next < m->txn_count || open > 0) {
        int p = dice_below(d, processes);
        if (running[p] >= 0) {
            m->txns[running[p]].complete = m->event_count++;
            running[p] = -1;
            open--;
        } else if (next < m->txn_count) {
            running[p] = sequence[next++];
            open++;
            m->txns[running[p]].process = p;
            m->txns[running[p]].invoke = m->event_count++;
        }
    }
}

static void draw_history(model *m, relations *r, uint64_t seed) {
    static key_state keys[KEYS_MOST];
    dice d = {seed};
    memset(m, 0, sizeof *m);
    memset(r, 0, sizeof *r);
    memset(keys, 0, sizeof keys);
    int key_count = 1 + dice_below(&d, KEYS_MOST);
    int txns = 5 + dice_below(&d, SIZE - 5);
    int lag = dice_below(&d, 4) * dice_below(&d, 12);
    while (m->txn_count < txns) {
        draw_txn(m, &d, keys, key_count, lag);
    }
    draw_events(m, &d);
    for (int key = 0; key < key_count && seed % 4 == 0; key++) {
        exchange_writers(m, &d, key, &keys[key]);
    }
    for (int t = 0; t < m->txn_count; t++) {
        for (int i = 0; i < m->txns[t].mop_count; i++) {
            const mop *o = &m->txns[t].mops[i];
            if (o->is_read && o->length > keys[o->key].seen) {
                keys[o->key].seen = o->length;
            }
        }
    }
    for (int key = 0; key < key_count; key++) {
        relate_key(m, key, &keys[key], r);
    }
    relate_orders(m, r);
}

int main(void) {
    static model m;
    static relations r;
    unsigned judged[2] = {0, 0}; /* holds, ruled out */
    unsigned ruled_out[LEVELS][ORDERS] = {{0}};
    unsigned wrong = 0;
    for (uint64_t seed = 1; seed <= HISTORIES && wrong < 5; seed++) {
        draw_history(&m, &r, seed);
        char *edn = model_edn(&m);
        minos_result *result = model_check(edn, 1);
        for (int l = 0; l < LEVELS; l++) {
            for (int o = 0; o < ORDERS; o++) {
                const char *name = model_names[l][o];
                if (name == NULL) {
                    continue;
                }
                bool expected = breaks(&r, (level)l, (order)o);
                bool got = minos_result_rules_out(result, name) != 0;
                judged[expected]++;
                ruled_out[l][o] += expected ? 1 : 0;
                if (expected != got) {
                    printf("seed %llu: %s should %sbe ruled out\n%s\n", (unsigned long long)seed,
                           name, expected ? "" : "not ", edn);
                    wrong++;
                }
            }
        }
        minos_result_free(result);
        free(edn);
    }
    printf("%u hold, %u ruled out, %u wrong\n", judged[0], judged[1], wrong);
    for (int l = 0; l < LEVELS; l++) {
        for (int o = 0; o < ORDERS; o++) {
            /* A class that never shows is not tested. */
            if (model_names[l][o] != NULL && ruled_out[l][o] == 0) {
                printf("%s is never ruled out\n", model_names[l][o]);
                wrong++;
            }
        }
    }
    return wrong == 0 ? 0 : 1;
}
