/*
 * clauses.h - a set of clauses over boolean variables, and unit propagation.
 *
 * A literal is a variable (from 1) or its negation, as in DIMACS. Variable 1 is true, so constants
 * are literals too: clauses that are always true are not kept, and false literals are dropped.
 */
#ifndef TEST_EXACT_CLAUSES_H
#define TEST_EXACT_CLAUSES_H

#include <stdbool.h>
#include <stddef.h>

enum { LIT_TRUE = 1, LIT_FALSE = -1 };

typedef struct clauses {
    int *literals; /* each clause ends with 0 */
    size_t count, capacity;
    int variables;
    bool contradictory; /* holds the empty clause */
} clauses;

void clauses_init(clauses *c);
void clauses_release(clauses *c);

/* A new variable, as a literal. */
int clauses_variable(clauses *c);
void clauses_add(clauses *c, const int *literals, int count);
void clauses_unit(clauses *c, int a);
/* a implies b; a and b imply d. */
void clauses_imply(clauses *c, int a, int b);
void clauses_imply_both(clauses *c, int a, int b, int d);
void clauses_equal(clauses *c, int a, int b);

/* True if unit propagation alone derives a contradiction. O(literals). */
bool clauses_propagation_refutes(const clauses *c);
/* True if some assignment satisfies all clauses. Asks CaDiCaL (satisfy.c). */
bool clauses_are_satisfiable(const clauses *c);

#endif
