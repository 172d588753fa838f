/*
 * search.h - the execution that the oracle is building: shared by oracle.c, which tries all, and by
 * the files that say what is asked of one.
 *
 * A version of a key is how many writes to it are in it, counted along the order: 0 is the initial
 * one. Those that end within a transaction are intermediate.
 */
#ifndef TEST_ORACLE_SEARCH_H
#define TEST_ORACLE_SEARCH_H

#include "oracle/oracle.h"

enum {
    SEARCH_WRITES = ORACLE_MOST * MAX_MOPS,
    SEARCH_VERSIONS = SEARCH_WRITES + 2, /* with the initial and the dirty one */
    VERSION_DIRTY = -1                   /* has writes in it that were never committed */
};

typedef struct search {
    const model *m;
    const law *law;
    bool versions_matter;     /* which version explains a read, not only that one does */
    bool reads_explained;     /* of those placed; else only when all are */
    bool chosen[ORACLE_MOST]; /* in C */
    bool placed[ORACLE_MOST];
    int sequence[ORACLE_MOST]; /* the order so far */
    int count, wanted;
    int written[MAX_KEYS][SEARCH_WRITES];  /* by those placed, in order */
    int writer[MAX_KEYS][SEARCH_WRITES];   /* and who wrote it */
    int length[ORACLE_MOST + 1][MAX_KEYS]; /* how many writes the first n made */
    int snapshot[ORACLE_MOST];       /* how many of the order a transaction saw, if it has one */
    int seen[ORACLE_MOST][MAX_MOPS]; /* the version that explains a read */
    const execution *given;          /* the only one to try, or NULL */
    execution *found;                /* filled in when one is found, or NULL */
} search;

/* ---- rules.c: transactions ------------------------------------------------------------------ */

/* True if the order demands that a precede b. */
bool rule_orders(const model *m, law_order order, int a, int b);
/* True if everything that the chosen transactions read could be there at all. */
bool rule_allows_choice(const search *s);
/* False if some read of the key can no longer be explained, whatever is placed next. */
bool rule_agrees(const search *s, int key);
/* True if t, placed next, may have seen only the first `snapshot` of those placed. */
bool rule_allows_snapshot(const search *s, int t, int snapshot);
/* True if the whole order keeps what the law asks of all transactions together. */
bool rule_allows_order(const search *s);

/* ---- reads.c: what explains the reads of a transaction that is placed next ------------------- */

/* How many writes to the key the transaction makes before the place. */
int writes_before(const txn *x, int place, int key);
/* True if the read shows the first `base` writes to its key, then the first `own` of its own
 * transaction. */
bool read_shows(const search *s, const txn *x, const mop *read, int base, int own);
/* The versions that explain the i-th micro-operation of t, a read, if t is placed next with the
 * snapshot it has; returns how many. */
int read_versions(const search *s, int t, int i, int versions[SEARCH_VERSIONS]);
/* True if the versions found for the reads of t go together. */
bool reads_go_together(const search *s, int t);

/* ---- set_rows.c: the same if each element of a set is a row ---------------------------------- */

/* True if t, placed next with the snapshot it has, may have found what it did. */
bool rows_explain(const search *s, int t);
/* True if no transaction misses a row of one that it depends on. */
bool rows_allow_view(const search *s);

/* ---- dirty.c: what explains all reads where nothing is asked of them but to be of some state
 * --- */

bool dirty_explains(search *s);

/* ---- revealed.c: what the database revealed, and what is assumed ----------------------------- */

/* True if the n-th of the order and those before it agree with it, as far as it is known by now
 * what they read. */
bool revealed_allows(const search *s, int n);

#endif
