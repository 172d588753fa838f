/*
 * sights.h - what the reads of a history say: which transactions committed, and whose writes each
 * of their reads shows.
 */
#ifndef TEST_EXACT_SIGHTS_H
#define TEST_EXACT_SIGHTS_H

#include "exact/exact.h"

enum { SIGHT_INITIAL = -1, SIGHTS_MOST = EXACT_MOST * MAX_MOPS };

/* What one read of a committed transaction saw. Of counters: only `own` is known. */
typedef struct sight {
    int txn, place, key;
    int own;    /* how many writes to the key its transaction made before it */
    int kept;   /* how many of these it shows: the first of them, on top of what others wrote */
    bool hides; /* of a register: it shows an own write, and nothing of what is below */
    int shown[EXACT_MOST]; /* the other transactions whose writes it shows: of a list in their
                              order, of a register the one whose version it is */
    int shown_count;
    bool torn; /* of rows: it shows some of the writes of a transaction, and not others */
} sight;

typedef struct sights {
    const model *m;
    bool rows;                         /* each element of a set is a key of its own */
    bool committed[EXACT_MOST];        /* of counters: may have committed */
    bool writes[MAX_KEYS][EXACT_MOST]; /* committed, and writes the key */
    sight items[SIGHTS_MOST];
    int count;
} sights;

/* False if no execution explains some read: it shows what was never written, what failed, the
 * middle of another transaction (but rows may be torn), or writes that cannot stand so. */
bool sights_find(sights *s, const model *m, exact_sets sets);
bool sight_shows(const sight *r, int t);

#endif
