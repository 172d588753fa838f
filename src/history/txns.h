/*
 * txns.h - the table of transactions; see history.h.
 */
#ifndef MNS_TXNS_H
#define MNS_TXNS_H

#include "core/base.h"

typedef enum mns_txn_type { MNS_TXN_OK, MNS_TXN_INFO, MNS_TXN_FAIL } mns_txn_type;

/* "ok", "info" or "fail". */
const char *mns_type_word(mns_txn_type type);

#define MNS_NO_TIMESTAMP INT64_MIN

typedef struct mns_txns {
    uint8_t *type;       /* mns_txn_type */
    uint32_t *process;   /* id into history->processes */
    uint32_t *invoke;    /* position, MNS_NONE if there is no invocation */
    uint32_t *complete;  /* position, MNS_NONE if there is no completion */
    uint32_t *first_mop; /* first_mop[count] is the end of the last */
    /* Revealed by the database as :start-ts and :commit-ts; MNS_NO_TIMESTAMP: not revealed. NULL if
     * no transaction has any. */
    int64_t *start_ts, *commit_ts;
    uint32_t count;
    size_t capacity;
} mns_txns;

typedef struct mns_txn_row {
    mns_txn_type type;
    uint32_t process, invoke, complete;
    uint32_t first_mop, end_mop;
    int64_t start_ts, commit_ts;
} mns_txn_row;

void mns_txns_release(mns_txns *txns);
/* Makes room for `extra` rows, and for first_mop[count]; false when out of memory. */
bool mns_txns_reserve(mns_txns *txns, size_t extra);
/* False when out of memory. */
bool mns_txns_add(mns_txns *txns, const mns_txn_row *row);
/* Sets the timestamps of the last transaction; the first that has any creates the columns. False
 * when out of memory. */
bool mns_txns_reveal(mns_txns *txns, int64_t start_ts, int64_t commit_ts);

#endif
