/*
 * search.h - the execution that the oracle is building: shared by oracle.c, which tries all, and
 * rules.c, which says what a law asks of one.
 */
#ifndef TEST_ORACLE_SEARCH_H
#define TEST_ORACLE_SEARCH_H

#include "oracle/oracle.h"

enum { SEARCH_ELEMENTS = ORACLE_MOST * MAX_MOPS };

typedef struct search {
    const model *m;
    const law *law;
    bool chosen[ORACLE_MOST]; /* in C */
    bool placed[ORACLE_MOST];
    int sequence[ORACLE_MOST]; /* the order so far */
    int count, wanted;
    int list[MAX_KEYS][SEARCH_ELEMENTS];   /* what the placed ones appended */
    int writer[MAX_KEYS][SEARCH_ELEMENTS]; /* and which of them */
    int length[ORACLE_MOST + 1][MAX_KEYS]; /* of the lists after the first n */
} search;

/* True if the law's order demands that a precede b. */
bool rule_orders(const search *s, int a, int b);
/* True if everything that the chosen transactions read could be in a list at all. */
bool rule_allows_choice(const search *s);
/* True if the list of the key so far and everything the chosen ones read of it agree. */
bool rule_agrees(const search *s, int key);
/* True if the reads of t are explained when it is placed next, as its law asks. */
bool rule_explains(const search *s, int t);
/* True if the whole order keeps what the law asks of all transactions together. */
bool rule_allows_order(const search *s);

#endif
