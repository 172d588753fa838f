/*
 * clauses.c - see clauses.h.
 *
 * Propagation counts: each clause knows how many of its literals are not false yet; each literal
 * knows its clauses.
 */
#include "exact/clauses.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

static void *allocate(size_t count, size_t size) {
    void *memory = calloc(count > 0 ? count : 1, size);
    if (memory == NULL) {
        abort();
    }
    return memory;
}

void clauses_init(clauses *c) { *c = (clauses){.variables = LIT_TRUE}; }

void clauses_release(clauses *c) {
    free(c->literals);
    *c = (clauses){0};
}

int clauses_variable(clauses *c) { return ++c->variables; }

static void push(clauses *c, int literal) {
    if (c->count == c->capacity) {
        c->capacity = c->capacity > 0 ? 2 * c->capacity : 1024;
        c->literals = realloc(c->literals, c->capacity * sizeof *c->literals);
        if (c->literals == NULL) {
            abort();
        }
    }
    c->literals[c->count++] = literal;
}

void clauses_add(clauses *c, const int *literals, int count) {
    bool empty = true;
    for (int i = 0; i < count; i++) {
        assert(literals[i] != 0 && abs(literals[i]) <= c->variables);
        if (literals[i] == LIT_TRUE) {
            return;
        }
    }
    for (int i = 0; i < count; i++) {
        if (literals[i] != LIT_FALSE) {
            push(c, literals[i]);
            empty = false;
        }
    }
    if (empty) {
        c->contradictory = true;
    } else {
        push(c, 0);
    }
}

void clauses_unit(clauses *c, int a) { clauses_add(c, &a, 1); }

void clauses_imply(clauses *c, int a, int b) { clauses_add(c, (int[]){-a, b}, 2); }

void clauses_imply_both(clauses *c, int a, int b, int d) { clauses_add(c, (int[]){-a, -b, d}, 3); }

void clauses_equal(clauses *c, int a, int b) {
    clauses_imply(c, a, b);
    clauses_imply(c, b, a);
}

/* ---- Unit propagation ----------------------------------------------------------------------- */

typedef struct propagation {
    const clauses *c;
    size_t *start;  /* of each clause in the literals */
    int *open;      /* how many of its literals are not false */
    size_t *first;  /* by literal: where its clauses are in `member` */
    size_t *member; /* clauses, by literal */
    int *value;     /* by variable: 1, -1, 0 unknown */
    int *trail;     /* literals made true, in order */
    int trail_count;
} propagation;

static size_t literal_index(int literal) {
    return 2 * (size_t)abs(literal) + (literal < 0 ? 1 : 0);
}

/* Counts the clauses of each literal, then lists them. */
static size_t index_clauses(propagation *p) {
    const clauses *c = p->c;
    size_t clause_count = 0;
    for (size_t i = 0; i < c->count; i++) {
        if (c->literals[i] != 0) {
            p->first[literal_index(c->literals[i]) + 1]++;
            p->open[clause_count]++;
        } else {
            p->start[++clause_count] = i + 1;
        }
    }
    size_t indices = 2 * (size_t)c->variables + 2;
    for (size_t i = 1; i <= indices; i++) {
        p->first[i] += p->first[i - 1];
    }
    size_t *next = allocate(indices + 1, sizeof *next);
    memcpy(next, p->first, (indices + 1) * sizeof *next);
    for (size_t i = 0, clause = 0; i < c->count; i++) {
        if (c->literals[i] != 0) {
            p->member[next[literal_index(c->literals[i])]++] = clause;
        } else {
            clause++;
        }
    }
    free(next);
    return clause_count;
}

/* False if the literal is false already. */
static bool make_true(propagation *p, int literal) {
    int wanted = literal > 0 ? 1 : -1;
    int *value = &p->value[abs(literal)];
    if (*value == 0) {
        *value = wanted;
        p->trail[p->trail_count++] = literal;
    }
    return *value == wanted;
}

/* Of a clause with one literal left: makes that literal true. False if it has none, or cannot. */
static bool settle(propagation *p, size_t clause) {
    for (size_t i = p->start[clause]; p->c->literals[i] != 0; i++) {
        int literal = p->c->literals[i];
        int value = p->value[abs(literal)];
        if (value == 0 || (value > 0) == (literal > 0)) {
            return make_true(p, literal);
        }
    }
    return false;
}

static bool propagate(propagation *p, size_t clause_count) {
    bool consistent = make_true(p, LIT_TRUE);
    for (size_t clause = 0; clause < clause_count && consistent; clause++) {
        if (p->open[clause] == 1) {
            consistent = settle(p, clause);
        }
    }
    for (int done = 0; done < p->trail_count && consistent; done++) {
        size_t falsified = literal_index(-p->trail[done]);
        for (size_t i = p->first[falsified]; i < p->first[falsified + 1] && consistent; i++) {
            if (--p->open[p->member[i]] == 1) {
                consistent = settle(p, p->member[i]);
            }
        }
    }
    return consistent;
}

bool clauses_propagation_refutes(const clauses *c) {
    if (c->contradictory) {
        return true;
    }
    size_t indices = 2 * (size_t)c->variables + 3;
    propagation p = {.c = c,
                     .start = allocate(c->count + 1, sizeof *p.start),
                     .open = allocate(c->count + 1, sizeof *p.open),
                     .first = allocate(indices, sizeof *p.first),
                     .member = allocate(c->count, sizeof *p.member),
                     .value = allocate((size_t)c->variables + 1, sizeof *p.value),
                     .trail = allocate((size_t)c->variables + 1, sizeof *p.trail)};
    bool consistent = propagate(&p, index_clauses(&p));
    free(p.start);
    free(p.open);
    free(p.first);
    free(p.member);
    free(p.value);
    free(p.trail);
    return !consistent;
}
