/*
 * exact.h - decides with a SAT solver whether an execution explains a history, for up to EXACT_MOST
 * transactions.
 *
 * In: a history and a model. Out: yes or no, never "unknown". An execution is an order of the
 * committed transactions, which orders the versions of every key, and what each transaction sees of
 * it. The order is one boolean for each pair, transitive by clauses; the requirements of a model
 * are clauses over these (law_clauses.c). The definitions are those of oracle/oracle.h, which tries
 * all executions of at most eight transactions; `exact_agrees` compares the two. Nothing is shared
 * with the checker: no inferred order, no dependency graph, no search for cycles.
 *
 * Lists, registers and sets show whose writes a read saw, so the committed transactions are known:
 * every ok one, and those of unknown outcome that a committed one read from. Dropping another one
 * from an execution changes no read. For counters both are choices of the solver.
 *
 * A set is either one object, whose versions are totally ordered as a list's are, or a table with a
 * row for each element: then each element is a key of its own, written once, and a read of the set
 * is a read of all rows. A predicate determines which rows are missing; repeatable-read (PL-2.99)
 * does not cover predicates, so for rows it requires no more than read-committed.
 */
#ifndef TEST_EXACT_H
#define TEST_EXACT_H

#include "oracle/oracle.h"

enum { EXACT_MOST = 48 };

typedef enum exact_kind {
    EXACT_SERIAL,   /* a transaction sees all before it */
    EXACT_SNAPSHOT, /* it sees a prefix of the order, with all writers of keys that it writes */
    EXACT_PREFIX,   /* it sees a prefix of the order */
    EXACT_VIEW,     /* it sees all that it depends on by ww and wr */
    EXACT_ATOMIC,   /* it sees all or nothing of each transaction it reads from */
    EXACT_CURSOR,   /* what it reads and then writes is the version below its own */
    EXACT_COMMITTED /* each read sees a prefix of the order */
} exact_kind;

typedef struct exact_law {
    const char *model;
    exact_kind kind;
    law_order order;
    bool internal; /* after its own write a transaction sees that write */
} exact_law;

/* How a database stores sets; ignored for other datatypes. */
typedef enum exact_sets { SETS_ARE_OBJECTS, SETS_ARE_ROWS } exact_sets;

enum { EXACT_LAWS = 15 };
/* Strongest first: a law never follows one that it implies. */
extern const exact_law exact_laws[EXACT_LAWS];

/* False if the tests were built without CaDiCaL; exact_allows must not be called then. */
bool exact_is_available(void);

/* True if some execution that the law allows explains the history. */
bool exact_allows(const exact_law *l, const model *m, exact_sets sets);
/* The same for all laws; asks the solver only if no answer about another law decides. */
void exact_judge(const model *m, exact_sets sets, bool allowed[EXACT_LAWS]);
/* True if the law refutes the history without a case distinction: unit propagation over the same
 * clauses ends in a contradiction. On orders this is the transitive closure of what is known; on
 * pairs of versions it is the rule "if u before v closes a cycle with known orders, then v is
 * before u", with update adjacency as one of its cases. Implies !exact_allows. Needs no solver. */
bool exact_propagation_refutes(const exact_law *l, const model *m, exact_sets sets);
/* True if every history that `strong` allows is allowed by `weak`. */
bool exact_implies(const exact_law *strong, const exact_law *weak, exact_sets sets);

#endif
