/*
 * exact.c - see exact.h.
 */
#include "exact/exact.h"

#include <stdlib.h>

#include "exact/encode.h"

/* Encodes the question and gives the clauses to `answer`; `none` is the answer where some read has
 * no explanation whatever the order. */
static bool ask(const exact_law *l, const model *m, exact_sets sets,
                bool (*answer)(const clauses *c), bool none) {
    encoding *e = calloc(1, sizeof *e);
    if (e == NULL) {
        abort();
    }
    bool result = none;
    if (encode_execution(e, l, m, sets)) {
        encode_law(e);
        result = answer(&e->clauses);
    }
    clauses_release(&e->clauses);
    free(e);
    return result;
}

bool exact_allows(const exact_law *l, const model *m, exact_sets sets) {
    return ask(l, m, sets, clauses_are_satisfiable, false);
}

bool exact_propagation_refutes(const exact_law *l, const model *m, exact_sets sets) {
    return ask(l, m, sets, clauses_propagation_refutes, true);
}

/* A bit for each kind that every execution of a kind has as well. */
static unsigned implied_kinds(exact_kind kind) {
    switch (kind) {
    case EXACT_SERIAL:
        return 1u << EXACT_SERIAL | 1u << EXACT_SNAPSHOT | implied_kinds(EXACT_SNAPSHOT);
    case EXACT_SNAPSHOT:
        return 1u << EXACT_SNAPSHOT | 1u << EXACT_PREFIX | 1u << EXACT_ATOMIC |
               implied_kinds(EXACT_VIEW);
    case EXACT_PREFIX: return 1u << EXACT_PREFIX | 1u << EXACT_ATOMIC | 1u << EXACT_COMMITTED;
    case EXACT_VIEW: return 1u << EXACT_VIEW | 1u << EXACT_CURSOR | 1u << EXACT_COMMITTED;
    default: return 1u << kind | 1u << EXACT_COMMITTED;
    }
}

bool exact_implies(const exact_law *strong, const exact_law *weak, exact_sets sets) {
    if (sets == SETS_ARE_ROWS && strong->kind == EXACT_SERIAL && !strong->internal) {
        return weak == strong || exact_implies(&exact_laws[EXACT_LAWS - 1], weak, sets);
    }
    return (implied_kinds(strong->kind) >> weak->kind & 1) != 0 && strong->order >= weak->order &&
           (strong->internal || !weak->internal);
}

void exact_judge(const model *m, exact_sets sets, bool allowed[EXACT_LAWS]) {
    bool any = exact_allows(&exact_laws[EXACT_LAWS - 1], m, sets);
    for (int l = 0; l < EXACT_LAWS; l++) {
        allowed[l] = false;
        for (int strong = 0; strong < l; strong++) {
            allowed[l] |=
                allowed[strong] && exact_implies(&exact_laws[strong], &exact_laws[l], sets);
        }
        allowed[l] = any && (allowed[l] || exact_allows(&exact_laws[l], m, sets));
    }
}
