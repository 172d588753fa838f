/* plume_txn.c - see plume_txn.h. */
#include "format/plume_txn.h"

#include <inttypes.h>
#include <stdio.h>

#include "core/grow.h"

/* Room for what precedes the micro-operations. */
#define HEAD_ROOM 128

struct mns_plume_origins {
    struct {
        size_t at; /* in text */
        uint64_t offset;
    } * items;
    size_t count, capacity;
};

void mns_plume_session_init(mns_plume_session *session, uint64_t number) {
    char digits[24];
    int count = snprintf(digits, sizeof digits, "%" PRIu64, number);
    *session = (mns_plume_session){
        .number = number, .open = MNS_PLUME_NO_TXN, .digit_count = (uint8_t)count};
    memcpy(session->digits, digits, sizeof session->digits);
}

void mns_plume_txn_release(mns_plume_txn *txn) {
    if (txn->origins != NULL) {
        free(txn->origins->items);
    }
    free(txn->origins);
    free(txn->text);
}

/* What mns_emit_begin, mns_emit_field and mns_emit_value write, copied in pieces of fixed size.
 * Returns its end. */
static inline char *put_head(const mns_plume_session *session, const mns_plume_op *op, char *to) {
    static const struct {
        char begin[24], end[24];
        uint8_t begin_size, end_size;
    } texts[] = {{"{:type :ok, :process ", ", :f :txn, :index ", 21, 18},
                 {"{:type :fail, :process ", ", :f :txn", 23, 9}};
    bool aborted = op->txn == MNS_PLUME_ABORTED;
    memcpy(to, texts[aborted].begin, sizeof texts[aborted].begin);
    to += texts[aborted].begin_size;
    memcpy(to, session->digits, sizeof session->digits);
    to += session->digit_count;
    memcpy(to, texts[aborted].end, sizeof texts[aborted].end);
    to += texts[aborted].end_size;
    to = aborted ? to : mns_plume_put_digits(to, op->number);
    static const char value[] = {',', ' ', ':', 'v', 'a', 'l', 'u', 'e', ' ', '['};
    memcpy(to, value, sizeof value);
    return to + sizeof value;
}

bool mns_plume_txn_open(mns_plume_txn *txn, const mns_plume_session *session,
                        const mns_plume_op *op) {
    if (!MNS_GROW(txn->text, 0, txn->capacity, HEAD_ROOM + MNS_PLUME_ROOM)) {
        return false;
    }
    txn->number = op->txn;
    txn->empty = true;
    txn->closed = false;
    txn->size = (size_t)(put_head(session, op, txn->text) - txn->text);
    assert(txn->size <= HEAD_ROOM);
    return true;
}

bool mns_plume_txn_locate(mns_plume_txn *txn, uint64_t offset) {
    if (txn->origins == NULL) {
        txn->origins = MNS_NEW_ARRAY(mns_plume_origins, 1);
    }
    mns_plume_origins *origins = txn->origins;
    if (origins == NULL || !MNS_GROW(origins->items, origins->count, origins->capacity, 1)) {
        return false;
    }
    origins->items[origins->count].at = txn->size;
    origins->items[origins->count++].offset = offset;
    return true;
}

bool mns_plume_txn_grow(mns_plume_txn *txn) {
    return MNS_GROW(txn->text, txn->size, txn->capacity, MNS_PLUME_ROOM);
}

/* Hands over the text in pieces, each with its place. */
static void emit_located(const mns_plume_txn *txn, mns_emit *emit) {
    size_t from = 0;
    for (size_t i = 0; i < txn->origins->count; i++) {
        size_t at = txn->origins->items[i].at;
        mns_buf_bytes(&emit->out, txn->text + from, at - from);
        mns_emit_mark(emit, (mns_place){.offset = txn->origins->items[i].offset});
        from = at;
    }
    mns_buf_bytes(&emit->out, txn->text + from, txn->size - from);
    txn->origins->count = 0;
}

void mns_plume_txn_emit(mns_plume_txn *txn, mns_emit *emit) {
    if (txn->empty) {
        return;
    }
    memcpy(txn->text + txn->size - 1, "]}\n", 3); /* instead of the last space */
    txn->size += 2;
    mns_emit_mark(emit, (mns_place){.offset = txn->offset});
    if (txn->origins != NULL) {
        emit_located(txn, emit);
    } else {
        mns_buf_bytes(&emit->out, txn->text, txn->size);
    }
}
