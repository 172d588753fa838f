/*
 * encode.h - an execution as clauses: shared by encode.c, which defines executions, and
 * law_clauses.c, which says what each law asks of it.
 */
#ifndef TEST_EXACT_ENCODE_H
#define TEST_EXACT_ENCODE_H

#include "exact/clauses.h"
#include "exact/sights.h"

typedef struct encoding {
    clauses clauses;
    const exact_law *law;
    exact_kind kind; /* of the law, as far as it covers such reads */
    sights sights;
    int in[EXACT_MOST];                 /* literals: it committed */
    int before[EXACT_MOST][EXACT_MOST]; /* literals: a is before b in the order */
    int sees[SIGHTS_MOST][EXACT_MOST];  /* literals: a read sees the version of a writer of its key,
                                           or a later one; 0 where it does not say */
} encoding;

/* Clauses that hold of every execution of a law. False if no order explains some read. */
bool encode_execution(encoding *e, const exact_law *l, const model *m, exact_sets sets);
/* Of counters: who commits, and what the n-th read may have seen. */
void encode_commits(encoding *e);
void explain_sum(encoding *e, int n);
/* And those of the law itself. */
void encode_law(encoding *e);

/* The committed transactions other than t that write a key: walks from -1 to -1. */
int next_writer(const encoding *e, int key, int t, int after);
int next_committed(const encoding *e, int after);
/* True if the order that the law keeps puts a before b. */
bool is_ordered(const encoding *e, int a, int b);

#endif
