/*
 * agrees.c - compares the exact solver with the oracle, on tiny random histories.
 *
 *     test_exact_agrees [histories [first seed]]
 *
 * In: histories of every datatype, small enough to try every execution: the oracle's own
 * (oracle/tiny.h) and those of shapes.h. Out: 0 if the solver and oracle/oracle.h allow the same
 * under every law that both have, a stronger law never allows more than a weaker one, and
 * propagation refutes nothing possible. Sets as rows are compared as registers, one for each
 * element.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "exact/exact.h"
#include "exact/shapes.h"
#include "oracle/tiny.h"
#include "support/support.h"

enum { HISTORIES = 4000, MOST_OF_A_SHAPE = 6, ENOUGH_FAILURES = 5 };

static const law *oracle_law(const char *name) {
    for (int l = 0; l < LAW_COUNT; l++) {
        if (strcmp(laws[l].model, name) == 0) {
            return &laws[l];
        }
    }
    return NULL;
}

typedef struct counts {
    unsigned asked, allowed, refuted, propagated, as_rows, wrong;
} counts;

/* A history that both are asked about. */
typedef struct question {
    const model *m;     /* for the solver */
    const model *plain; /* for the oracle: the same, or its rows as registers */
    exact_sets sets;
    uint64_t seed;
} question;

static void complain(const question *q, const char *name, const char *what, counts *c) {
    char *edn = model_edn(q->m);
    printf("; seed %llu, %s%s, %s: %s\n%s\n", (unsigned long long)q->seed,
           datatypes[q->m->type].workload, q->sets == SETS_ARE_ROWS ? " as rows" : "", name, what,
           edn);
    free(edn);
    c->wrong++;
}

static void compare_law(const question *q, int l, bool allowed[EXACT_LAWS], counts *c) {
    const exact_law *asked = &exact_laws[l];
    bool is_repeatable = strcmp(asked->model, "repeatable-read") == 0;
    const law *known =
        oracle_law(q->sets == SETS_ARE_ROWS && is_repeatable ? "read-committed" : asked->model);
    bool propagated = exact_propagation_refutes(asked, q->m, q->sets);
    allowed[l] = exact_allows(asked, q->m, q->sets);
    c->asked++;
    c->allowed += allowed[l] ? 1 : 0;
    c->refuted += allowed[l] ? 0 : 1;
    c->propagated += propagated ? 1 : 0;
    if (known != NULL && law_allows(known, q->plain) != allowed[l]) {
        complain(q, asked->model,
                 allowed[l] ? "the solver allows it, the oracle does not"
                            : "the oracle allows it, the solver does not",
                 c);
    }
    if (propagated && allowed[l]) {
        complain(q, asked->model, "propagation refutes a possible history", c);
    }
    for (int strong = 0; strong < l; strong++) {
        if (exact_implies(&exact_laws[strong], asked, q->sets) && allowed[strong] && !allowed[l]) {
            complain(q, asked->model, "a stronger law allows it", c);
        }
    }
}

static void compare(const question *q, counts *c) {
    bool allowed[EXACT_LAWS];
    bool judged[EXACT_LAWS];
    exact_judge(q->m, q->sets, judged);
    for (int l = 0; l < EXACT_LAWS; l++) {
        compare_law(q, l, allowed, c);
        if (judged[l] != allowed[l]) {
            complain(q, exact_laws[l].model, "the answer for this law alone differs", c);
        }
    }
}

/* ---- Sets as rows --------------------------------------------------------------------------- */

/* The set and the element that each register of a history of rows stands for. */
typedef struct row {
    int key, element;
} row;

/* Replaces a micro-operation of a set by those of its rows. False if there are too many. */
static bool expand(const mop *o, const row *rows, int row_count, txn *to) {
    for (int r = 0; r < row_count; r++) {
        if (rows[r].key != o->key || (!o->is_read && rows[r].element != o->element)) {
            continue;
        }
        if (to->mop_count == MAX_MOPS) {
            return false;
        }
        mop *made = &to->mops[to->mop_count++];
        *made = (mop){.is_read = o->is_read, .key = r, .element = rows[r].element};
        for (int j = 0; j < model_length(o); j++) {
            if (o->is_read && o->list[j] == rows[r].element) {
                *made = (mop){
                    .is_read = true, .answered = true, .key = r, .list = {o->list[j]}, .length = 1};
            }
        }
    }
    return true;
}

static int find_rows(const model *m, row rows[MAX_KEYS]) {
    int count = 0;
    for (int t = 0; t < m->txn_count; t++) {
        for (int i = 0; i < m->txns[t].mop_count; i++) {
            const mop *o = &m->txns[t].mops[i];
            bool invented = false;
            for (int j = 0; o->is_read && j < model_length(o); j++) {
                invented |= model_writer(m, o->key, o->list[j]) < 0;
            }
            if (invented || (!o->is_read && count == MAX_KEYS)) {
                return 0;
            }
            if (!o->is_read) {
                rows[count++] = (row){o->key, o->element};
            }
        }
    }
    return count;
}

/* False where it cannot be said: too many rows or reads of them, rows from nowhere, or missing rows
 * in a read of a transaction that is not ok, which a register's nil does not tell. */
static bool rows_as_registers(const model *m, model *to) {
    row rows[MAX_KEYS];
    int count = find_rows(m, rows);
    *to = *m;
    to->type = TYPE_REGISTER;
    for (int t = 0; t < m->txn_count && count > 0; t++) {
        const txn *x = &m->txns[t];
        to->txns[t].mop_count = 0;
        for (int i = 0; i < x->mop_count; i++) {
            if ((x->outcome != OUTCOME_OK && model_shows(x, &x->mops[i])) ||
                !expand(&x->mops[i], rows, count, &to->txns[t])) {
                return false;
            }
        }
    }
    return count > 0;
}

/* The oracle knows both ways to keep sets; rows are also compared as registers. */
static void ask(model *m, uint64_t seed, counts *c) {
    static model rows;
    m->assume.objects = m->type == TYPE_SET;
    question q = {m, m, SETS_ARE_OBJECTS, seed};
    compare(&q, c);
    m->assume.objects = false;
    if (m->type == TYPE_SET) {
        q.sets = SETS_ARE_ROWS;
        compare(&q, c);
    }
    if (m->type == TYPE_SET && rows_as_registers(m, &rows)) {
        q.plain = &rows;
        q.sets = SETS_ARE_ROWS;
        compare(&q, c);
        c->as_rows++;
    }
}

int main(int argc, char **argv) {
    static model m;
    static const datatype types[] = {TYPE_LIST, TYPE_REGISTER, TYPE_SET, TYPE_COUNTER};
    uint64_t histories = argc > 1 ? strtoull(argv[1], NULL, 10) : HISTORIES;
    uint64_t first = argc > 2 ? strtoull(argv[2], NULL, 10) : 1;
    counts c = {0};
    if (!exact_is_available()) {
        printf("SKIPPED: built without CaDiCaL (Debian: libcadical-dev)\n");
        return TEST_SKIPPED;
    }
    for (uint64_t seed = first; seed < first + histories && c.wrong < ENOUGH_FAILURES; seed++) {
        datatype type = types[seed / TINY_WAYS % TEST_COUNT_OF(types)];
        if (seed % 2 == 0) {
            tiny_make(&m, &(tiny_shape){.type = type}, seed / 2);
        } else {
            shape_make(&m, (int)(seed / 2 % SHAPES), type, MOST_OF_A_SHAPE, seed);
        }
        ask(&m, seed, &c);
    }
    printf("%u asked: %u allowed, %u refuted (%u by propagation); %u histories as rows, %u wrong\n",
           c.asked, c.allowed, c.refuted, c.propagated, c.as_rows, c.wrong);
    bool telling =
        c.allowed > c.asked / 10 && c.refuted > c.asked / 10 && c.propagated > 0 && c.as_rows > 0;
    return c.wrong == 0 && telling ? 0 : 1;
}
