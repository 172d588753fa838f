/*
 * plume_txn.h - the open transaction of a session, as EDN that grows line by line.
 *
 *     {:type :ok, :process 8, :f :txn, :index 6, :value [[:r 36 nil] [:r 49 nil]
 *
 * A file may have as many sessions as transactions, so a session needs little memory. Room for a
 * micro-operation is checked once, and digits are copied in pieces of fixed size.
 */
#ifndef MNS_PLUME_TXN_H
#define MNS_PLUME_TXN_H

#include "format/plume_line.h"

typedef struct mns_plume_origins mns_plume_origins;

struct mns_plume_txn {
    uint64_t session;
    int64_t number; /* of the transaction, or MNS_PLUME_ABORTED */
    char *text;
    size_t size, capacity;
    uint64_t offset;            /* of the first line */
    mns_plume_origins *origins; /* of the micro-operations; NULL unless problems are located */
    char digits[20];            /* of the session */
    uint8_t digit_count;
    bool empty; /* no micro-operation so far */
};

/* A session without a transaction. */
void mns_plume_txn_init(mns_plume_txn *txn, uint64_t session);
void mns_plume_txn_release(mns_plume_txn *txn);

/* Opens the transaction of a line; the one before must be closed. False when out of memory. */
bool mns_plume_txn_open(mns_plume_txn *txn, const mns_plume_op *op);
/* Notes the offset of the line of the next micro-operation. False when out of memory. */
bool mns_plume_txn_locate(mns_plume_txn *txn, uint64_t offset);
/* Makes room for one more micro-operation. False when out of memory. */
bool mns_plume_txn_grow(mns_plume_txn *txn);
/* Translates the transaction, unless it is empty. */
void mns_plume_txn_close(mns_plume_txn *txn, mns_emit *emit);

/* Room for one more micro-operation and the end. */
#define MNS_PLUME_ROOM 64

static inline bool mns_plume_txn_has_room(const mns_plume_txn *txn) {
    return txn->capacity - txn->size >= MNS_PLUME_ROOM;
}

/* Most numbers are short. The bytes after the digits are overwritten later. */
static inline char *mns_plume_put_digits(char *to, mns_plume_digits digits) {
    memcpy(to, digits.data, 8);
    if (digits.size > 8) {
        memcpy(to + 8, digits.data + 8, MNS_PLUME_DIGITS - 8);
    }
    return to + digits.size;
}

/* Appends "[:w 36 1] ". There must be room. */
static inline void mns_plume_txn_put(mns_plume_txn *txn, char function, mns_plume_digits key,
                                     mns_plume_digits value) {
    assert(mns_plume_txn_has_room(txn));
    char *to = txn->text + txn->size;
    memcpy(to, "[:r ", 4);
    to[2] = function; /* r or w, without a branch that nothing predicts */
    to = mns_plume_put_digits(to + 4, key);
    *to++ = ' ';
    if (value.data[0] == '0') {
        memcpy(to, "nil", 3);
        to += 3;
    } else {
        to = mns_plume_put_digits(to, value);
    }
    memcpy(to, "] ", 2);
    txn->size = (size_t)(to + 2 - txn->text);
}

#endif
