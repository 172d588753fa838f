/* mop_offset.c - see mop_offset.h. */
#include "history/mop_offset.h"

#include "core/lexer.h"
#include "read/op_reader.h"

/* The transaction of a micro-operation, by binary search: txn_of_mop may not be filled yet. */
static uint32_t txn_of(const mns_txns *txns, uint32_t mop) {
    assert(mop < txns->first_mop[txns->count]);
    uint32_t low = 0, high = txns->count - 1;
    while (low < high) {
        uint32_t middle = low + (high - low + 1) / 2;
        if (txns->first_mop[middle] <= mop) {
            low = middle;
        } else {
            high = middle - 1;
        }
    }
    return low;
}

/* The operation that has the micro-operations of a transaction: the completion if it has a value,
 * else the invocation. The value may still be NULL. *end: the end of the operation. */
static mns_op operation_of(const mns_history *history, uint32_t txn, const char **end) {
    const uint32_t positions[2] = {history->txns.complete[txn], history->txns.invoke[txn]};
    mns_op op = {.value = NULL};
    for (int i = 0; i < 2 && op.value == NULL; i++) {
        if (positions[i] != MNS_NONE) {
            mns_op_at(history->source, history->json,
                      mns_op_offsets_get(&history->op_offsets, positions[i]), &op, end);
        }
    }
    return op;
}

uint64_t mns_mop_offset(const mns_history *history, uint32_t mop) {
    const mns_txns *txns = &history->txns;
    const char *end;
    uint32_t txn = txn_of(txns, mop);
    mns_op op = operation_of(history, txn, &end);
    uint64_t offset = op.offset;
    if (op.value == NULL) {
        return offset;
    }
    mns_lexer lexer;
    mns_token token;
    mns_lexer_init(&lexer, op.value, end, history->json);
    if (!mns_next(&lexer, &token)) {
        return offset;
    }
    mns_walk walk = mns_walk_begin(&lexer, &token);
    for (uint32_t m = txns->first_mop[txn]; m <= mop; m++) {
        if (mns_walk_next(&walk, &token) <= 0 || !mns_skip_rest(&lexer, &token)) {
            return offset;
        }
    }
    return (uint64_t)(token.start - history->source->data);
}
