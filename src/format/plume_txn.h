/*
 * plume_txn.h - a transaction as EDN that grows line by line.
 *
 *     {:type :ok, :process 8, :f :txn, :index 6, :value [[:r 36 nil] [:r 49 nil]
 *
 * Room for a micro-operation is checked once, and digits are copied in pieces of fixed size.
 */
#ifndef MNS_PLUME_TXN_H
#define MNS_PLUME_TXN_H

#include "format/plume_line.h"

typedef struct mns_plume_origins mns_plume_origins;

struct mns_plume_txn {
    int64_t number;   /* of the transaction, or MNS_PLUME_ABORTED */
    uint32_t session; /* its id */
    bool empty;       /* no micro-operation so far */
    bool closed;      /* no line follows */
    char *text;
    size_t size, capacity;
    uint64_t offset;            /* of the first line */
    mns_plume_origins *origins; /* of the micro-operations; NULL unless problems are located */
};

/* A session, with its number in digits. */
typedef struct mns_plume_session {
    uint64_t number;
    uint64_t open; /* the place of its open transaction in the queue; MNS_PLUME_NO_TXN: none */
    char digits[20];
    uint8_t digit_count;
} mns_plume_session;
#define MNS_PLUME_NO_TXN UINT64_MAX

void mns_plume_session_init(mns_plume_session *session, uint64_t number);

/* Makes an unused transaction (all zero, or translated) that of a line. False when out of memory.
 */
bool mns_plume_txn_open(mns_plume_txn *txn, const mns_plume_session *session,
                        const mns_plume_op *op);
void mns_plume_txn_release(mns_plume_txn *txn);

/* Notes the offset of the line of the next micro-operation. False when out of memory. */
bool mns_plume_txn_locate(mns_plume_txn *txn, uint64_t offset);
/* Makes room for one more micro-operation. False when out of memory. */
bool mns_plume_txn_grow(mns_plume_txn *txn);
/* Hands over the text, unless the transaction is empty. */
void mns_plume_txn_emit(mns_plume_txn *txn, mns_emit *emit);

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
    static const char nil[] = {'n', 'i', 'l'};
    const char begin[] = {'[', ':', function, ' '};
    memcpy(to, begin, sizeof begin);
    to = mns_plume_put_digits(to + 4, key);
    *to++ = ' ';
    if (value.data[0] == '0') {
        memcpy(to, nil, sizeof nil);
        to += sizeof nil;
    } else {
        to = mns_plume_put_digits(to, value);
    }
    *to++ = ']';
    *to++ = ' ';
    txn->size = (size_t)(to - txn->text);
}

#endif
