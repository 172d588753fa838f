/*
 * counter_clauses.c - what reads of counters may have seen, as clauses; see encode.h.
 *
 * A sum does not show whose increments it contains, so that is a choice: a variable for each other
 * writer, true for a prefix of the versions. The sum is a walk over the writers, one state for each
 * partial sum that can still become the value that was read:
 *
 *     own 0 ── T1 +2 ──► 0 or 2 ── T2 +1 ──► 0, 1, 2 or 3 ...      read: 3
 *
 * Which of its own increments a read shows is a choice as well, if the law permits. A transaction
 * of unknown outcome that did not commit stands at the end of the order, where no transaction sees
 * it; its reads are not checked.
 */
#include <stdlib.h>
#include <string.h>

#include "exact/encode.h"

enum { SUM_MOST = 512 }; /* on either side of 0 */

void encode_commits(encoding *e) {
    bool chosen = e->sights.m->type == TYPE_COUNTER;
    for (int t = next_committed(e, -1); t >= 0; t = next_committed(e, t)) {
        bool ok = e->sights.m->txns[t].outcome == OUTCOME_OK;
        e->in[t] = ok || !chosen ? LIT_TRUE : clauses_variable(&e->clauses);
    }
    for (int t = next_committed(e, -1); t >= 0; t = next_committed(e, t)) {
        for (int u = next_committed(e, -1); u >= 0; u = next_committed(e, u)) {
            if (u != t) { /* t out and u in: u before t */
                clauses_add(&e->clauses, (int[]){e->in[t], -e->in[u], e->before[u][t]}, 3);
            }
        }
    }
}

/* What the first `count` increments of the key by a transaction, made before a place, add up to. */
static int sum_of(const txn *x, int place, int key, int count) {
    int sum = 0;
    for (int i = 0; i < x->mop_count && i < place && count > 0; i++) {
        if (!x->mops[i].is_read && x->mops[i].key == key) {
            sum += x->mops[i].element;
            count--;
        }
    }
    return sum;
}

/* ---- The walk ------------------------------------------------------------------------------- */

typedef struct walk {
    encoding *e;
    int guard; /* true if the sum must be right */
    int value;
    int steps;
    int literal[EXACT_MOST], amount[EXACT_MOST];   /* of each step */
    int state[EXACT_MOST + 1][2 * SUM_MOST + 1];   /* literals, 0 where no walk comes by */
    bool useful[EXACT_MOST + 1][2 * SUM_MOST + 1]; /* may still become the value */
} walk;

static bool is_sum(int sum) { return sum >= -SUM_MOST && sum <= SUM_MOST; }

static int *state_at(walk *w, int step, int sum) {
    if (!is_sum(sum)) {
        abort();
    }
    return &w->state[step][sum + SUM_MOST];
}

static bool *useful_at(walk *w, int step, int sum) { return &w->useful[step][sum + SUM_MOST]; }

static void find_useful(walk *w) {
    *useful_at(w, w->steps, w->value) = true;
    for (int step = w->steps - 1; step >= 0; step--) {
        for (int sum = -SUM_MOST; sum <= SUM_MOST; sum++) {
            int with = sum + w->amount[step];
            *useful_at(w, step, sum) =
                *useful_at(w, step + 1, sum) || (is_sum(with) && *useful_at(w, step + 1, with));
        }
    }
}

/* From a state, if the condition holds, to the next; nowhere if that is of no use. */
static void take_step(walk *w, int step, int from, int condition, int to_sum) {
    clauses *c = &w->e->clauses;
    if (!is_sum(to_sum) || !*useful_at(w, step + 1, to_sum)) {
        clauses_add(c, (int[]){-w->guard, -from, -condition}, 3);
        return;
    }
    int *to = state_at(w, step + 1, to_sum);
    if (*to == 0) {
        *to = clauses_variable(c);
    }
    clauses_add(c, (int[]){-w->guard, -from, -condition, *to}, 4);
}

/* Some state of each step holds. */
static void hold_somewhere(walk *w, int step) {
    int literals[2 * SUM_MOST + 2];
    int count = 0;
    for (int sum = -SUM_MOST; sum <= SUM_MOST; sum++) {
        if (*state_at(w, step, sum) != 0) {
            literals[count++] = *state_at(w, step, sum);
        }
    }
    literals[count++] = -w->guard;
    clauses_add(&w->e->clauses, literals, count);
}

static void make_walk(walk *w) {
    for (int step = 0; step < w->steps; step++) {
        hold_somewhere(w, step);
        for (int sum = -SUM_MOST; sum <= SUM_MOST; sum++) {
            int from = *state_at(w, step, sum);
            if (from != 0) {
                take_step(w, step, from, w->literal[step], sum + w->amount[step]);
                take_step(w, step, from, -w->literal[step], sum);
            }
        }
    }
    hold_somewhere(w, w->steps);
}

/* ---- A read --------------------------------------------------------------------------------- */

/* Of the writers of its key a read sees a beginning, all of them before its transaction. */
static void see_a_beginning(encoding *e, int n) {
    const sight *r = &e->sights.items[n];
    for (int u = next_writer(e, r->key, r->txn, -1); u >= 0;
         u = next_writer(e, r->key, r->txn, u)) {
        e->sees[n][u] = clauses_variable(&e->clauses);
        clauses_imply(&e->clauses, e->sees[n][u], e->before[u][r->txn]);
    }
    for (int u = next_writer(e, r->key, r->txn, -1); u >= 0;
         u = next_writer(e, r->key, r->txn, u)) {
        for (int w = next_writer(e, r->key, r->txn, -1); w >= 0;
             w = next_writer(e, r->key, r->txn, w)) {
            if (u != w) {
                clauses_imply_both(&e->clauses, e->sees[n][w], e->before[u][w], e->sees[n][u]);
            }
        }
    }
}

/* If `kept` of its own increments are shown, the walk begins with these, on top of the newest. */
static void keep_own(walk *w, int n, int kept, int literal) {
    encoding *e = w->e;
    const sight *r = &e->sights.items[n];
    int sum = sum_of(&e->sights.m->txns[r->txn], r->place, r->key, kept);
    if (!*useful_at(w, 0, sum)) {
        clauses_add(&e->clauses, (int[]){-w->guard, -literal}, 2);
        return;
    }
    int *state = state_at(w, 0, sum);
    *state = *state == 0 ? clauses_variable(&e->clauses) : *state;
    clauses_imply(&e->clauses, literal, *state);
    for (int u = next_writer(e, r->key, r->txn, -1); u >= 0 && kept > 0;
         u = next_writer(e, r->key, r->txn, u)) {
        clauses_imply_both(&e->clauses, literal, e->before[u][r->txn], e->sees[n][u]);
    }
}

void explain_sum(encoding *e, int n) {
    const sight *r = &e->sights.items[n];
    const model *m = e->sights.m;
    const mop *read = &m->txns[r->txn].mops[r->place];
    walk *w = calloc(1, sizeof *w);
    int choices[MAX_MOPS + 2];
    int count = 0;
    if (w == NULL) {
        abort();
    }
    w->e = e;
    w->guard = e->in[r->txn];
    w->value = model_length(read) > 0 ? read->list[0] : 0;
    see_a_beginning(e, n);
    for (int u = next_writer(e, r->key, r->txn, -1); u >= 0;
         u = next_writer(e, r->key, r->txn, u)) {
        w->literal[w->steps] = e->sees[n][u];
        w->amount[w->steps++] = sum_of(&m->txns[u], MAX_MOPS, r->key, MAX_MOPS);
    }
    find_useful(w);
    for (int kept = e->law->internal ? r->own : 0; kept <= r->own; kept++) {
        choices[count] = clauses_variable(&e->clauses);
        keep_own(w, n, kept, choices[count++]);
    }
    choices[count++] = -w->guard;
    clauses_add(&e->clauses, choices, count);
    make_walk(w);
    free(w);
}
