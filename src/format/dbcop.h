/*
 * dbcop.h - what the readers of dbcop's three formats share: a transaction, and the value 0.
 *
 * A read of 0 shows the initial state, unless some transaction of the history writes 0 to that key:
 * dbcop's generator begins a history with such writes, and AWDIT ends one with them. So the first
 * read of 0 whose write has not been seen yet makes the reader scan the file for writes of 0, once.
 *
 * dbcop also says of each event whether it succeeded. dbcop, PolySI, VeriStrong and AWDIT ignore
 * failed events of a committed transaction. The translation does too, but keeps failed writes as an
 * aborted transaction of their own, so that a read of one is an aborted read.
 */
#ifndef MNS_DBCOP_H
#define MNS_DBCOP_H

#include "format/name_set.h"
#include "format/reader.h"

typedef struct mns_dbcop_event {
    uint64_t offset;  /* of its first byte */
    const char *name; /* of the key, in the input; NULL: the key is a number */
    size_t name_size;
    uint64_t key;
    uint64_t value;
    bool write;
    bool initial; /* a read of the initial state, written as such */
    bool failed;
} mns_dbcop_event;

typedef struct mns_dbcop_txn {
    size_t start;    /* of the input, where the reader began to read it */
    mns_place place; /* for messages */
    uint64_t session;
    bool committed;
} mns_dbcop_txn;

/* The first member of the state of each reader. */
typedef struct mns_dbcop {
    mns_dbcop_event *events; /* of the transaction that is being read */
    size_t count, capacity;
    mns_name_set zeros; /* the keys to which a transaction writes 0, as far as known */
    bool scanned;       /* zeros has all of them */
    bool scanning;      /* this state only collects zeros */
    mns_buf text;       /* a key and a value as EDN */
    uint64_t partial;   /* committed transactions with failed events */
} mns_dbcop;

bool mns_dbcop_begin(void *state, mns_reading *reading);
void mns_dbcop_end(void *state);
/* Names the committed transactions with failed events. */
void mns_dbcop_notes(const void *state, mns_buf *out);

/* Adds an event to the transaction; false when out of memory. */
bool mns_dbcop_add(mns_dbcop *dbcop, mns_reading *reading, const mns_dbcop_event *event);
/* Translates the transaction of the events that were added, and forgets them. Returns what `next`
 * of the reader must return: 1, or -1 after a failure. *again: nothing was translated, and the
 * input is at the start of the transaction again; the reader must be in the state that it had
 * there. */
int mns_dbcop_finish(mns_dbcop *dbcop, mns_reading *reading, const mns_reader *reader,
                     const mns_dbcop_txn *txn, bool *again);

#endif
