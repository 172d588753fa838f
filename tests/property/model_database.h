/*
 * model_database.h - simulated databases of known strength, and the histories that clients make of
 * them.
 *
 * Processes invoke, execute and complete their transactions interleaved at random. What a strength
 * allows is built in by construction (one step at a time, snapshots, ...), so a history that
 * Minos says breaks it is a false alarm.
 */
#ifndef TEST_DATABASE_H
#define TEST_DATABASE_H

#include "support/model.h"

typedef enum strength {
    DB_SERIAL,             /* a transaction takes effect at one instant: strict-serializable */
    DB_SNAPSHOT,           /* reads a snapshot taken after its invocation; first committer wins */
    DB_SESSION_SNAPSHOT,   /* the snapshot may be old, but not older than the process saw */
    DB_STALE_SNAPSHOT,     /* the snapshot may be arbitrarily old */
    DB_STATEMENT_SNAPSHOT, /* each read sees what is committed at that moment: read-committed */
    DB_STRENGTHS
} strength;

/* The strongest model that the database keeps. */
const char *strength_model(strength s);

/* Runs about `txns` transactions of several processes, with some that fail and some whose outcome
 * stays unknown: those take effect at once, much later or never, and may report reads that were
 * never committed and are pure invention. */
void database_run(model *out, strength s, uint64_t seed, int txns);

#endif
