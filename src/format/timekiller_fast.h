/*
 * timekiller_fast.h - the fields of a transaction of TimeKiller, and the fast path to them.
 */
#ifndef MNS_TIMEKILLER_FAST_H
#define MNS_TIMEKILLER_FAST_H

#include "format/json_input.h"
#include "format/timekiller_clock.h"

/* The id of a session or a transaction. */
typedef struct mns_timekiller_id {
    mns_text text;  /* without quotes; data is NULL before it is read */
    bool is_number; /* and then */
    int64_t number;
} mns_timekiller_id;

typedef struct mns_timekiller_txn {
    const char *start;
    mns_timekiller_id sid, tid;
    bool has_sts, has_cts;
    mns_hlc sts, cts;
    mns_token ops;       /* the bracket that opens the operations; its start is NULL before */
    const char *ops_end; /* just past the bracket that closes them */
    const char *end;     /* of the transaction */
} mns_timekiller_txn;

/* Reads the fields of the next transaction, as most programs write them: names without escapes, ids
 * and timestamps as numbers. p is just past the one before, or past the bracket of the array
 * (first). False if the text has another form or ends; then nothing is read. The operations are
 * found, not read. */
bool mns_timekiller_fast_txn(const char *p, const char *end, bool first, mns_timekiller_txn *txn);

#endif
