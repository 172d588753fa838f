/*
 * dbcop_initial.h - the initial state as AWDIT writes it into binary histories of dbcop: a
 * transaction that sets all keys to 0.
 *
 * There 0 is the initial state of every key already. A read of 0 could show the state before or
 * after another write of 0, so such a write is an error. AWDIT's transaction adds nothing, and is
 * left out. A transaction of a client may look the same. So it must have everything that AWDIT's
 * has: the file is described as "converted"; the transaction committed, is alone in its session,
 * follows all other committed transactions, and writes each key of the history once.
 *
 * Memory: the keys of such files.
 */
#ifndef MNS_DBCOP_INITIAL_H
#define MNS_DBCOP_INITIAL_H

#include "format/dbcop.h"
#include "format/number_set.h"

#define MNS_DBCOP_AWDIT "converted" /* its description of a file */

typedef struct mns_dbcop_initial {
    bool expected;       /* the file is described as AWDIT does */
    mns_number_set keys; /* of the transactions before it, if so */
    uint64_t key_count;
    uint64_t writes; /* of the transaction, after it was found; else 0 */
    mns_place place; /* of its first 0 */
} mns_dbcop_initial;

void mns_dbcop_initial_init(mns_dbcop_initial *initial);
void mns_dbcop_initial_release(mns_dbcop_initial *initial);

/* Checks the writes of 0 of the transaction whose events were read. alone: it is the only one of
 * its session. *found: it is the initial state. False if the reading failed. */
bool mns_dbcop_initial_check(mns_dbcop_initial *initial, mns_reading *reading,
                             const mns_dbcop *dbcop, const mns_dbcop_txn *txn, bool alone,
                             bool *found);

#endif
