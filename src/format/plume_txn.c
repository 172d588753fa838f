/* plume_txn.c - see plume_txn.h. */
#include "format/plume_txn.h"

#include "core/grow.h"

#define VALUE ", :value ["
#define VALUE_BYTES 10

void mns_plume_txn_init(mns_plume_txn *txn, uint64_t session) {
    *txn = (mns_plume_txn){.session = session, .number = MNS_PLUME_ABORTED, .empty = true};
}

void mns_plume_txn_release(mns_plume_txn *txn) {
    free(txn->text);
    free(txn->origins);
}

/* "{:type :ok, :process 8, :f :txn, :index ", or of an aborted transaction up to the value. */
static bool make_head(mns_plume_txn *txn, mns_op_type type, char *head, uint32_t *size) {
    mns_emit emit = {.first_mop = true};
    mns_emit_begin(&emit, (mns_place){0, 0}, type, txn->session);
    mns_buf_str(&emit.out, type == MNS_OP_OK ? ", :index " : VALUE);
    bool made = !emit.out.failed;
    if (made) {
        assert(emit.out.size <= MNS_PLUME_HEAD_BYTES);
        memcpy(head, emit.out.data, emit.out.size);
        *size = (uint32_t)emit.out.size;
    }
    mns_buf_release(&emit.out);
    return made;
}

bool mns_plume_txn_open(mns_plume_txn *txn, const mns_plume_op *op) {
    assert(txn->empty);
    txn->number = op->txn;
    txn->size = txn->origin_count = 0;
    if (!MNS_GROW(txn->text, 0, txn->capacity, MNS_PLUME_ROOM)) {
        return false;
    }
    if (op->txn == MNS_PLUME_ABORTED) {
        uint32_t size;
        bool made = make_head(txn, MNS_OP_FAIL, txn->text, &size);
        txn->size = made ? size : 0;
        return made;
    }
    if (txn->head_size == 0 && !make_head(txn, MNS_OP_OK, txn->head, &txn->head_size)) {
        return false;
    }
    memcpy(txn->text, txn->head, MNS_PLUME_HEAD_BYTES);
    char *end = txn->text + txn->head_size;
    end = mns_plume_put_digits(end, op->number);
    memcpy(end, VALUE, VALUE_BYTES);
    txn->size = (size_t)(end - txn->text) + VALUE_BYTES;
    return true;
}

bool mns_plume_txn_locate(mns_plume_txn *txn, mns_place place) {
    if (!MNS_GROW(txn->origins, txn->origin_count, txn->origin_capacity, 1)) {
        return false;
    }
    txn->origins[txn->origin_count++] = (struct mns_plume_origin){.at = txn->size, .place = place};
    return true;
}

bool mns_plume_txn_grow(mns_plume_txn *txn) {
    return MNS_GROW(txn->text, txn->size, txn->capacity, MNS_PLUME_ROOM);
}

/* Hands over the text in pieces, each with its place. */
static void emit_located(const mns_plume_txn *txn, mns_emit *emit) {
    size_t from = 0;
    mns_emit_mark(emit, txn->place);
    for (size_t i = 0; i < txn->origin_count; i++) {
        mns_buf_bytes(&emit->out, txn->text + from, txn->origins[i].at - from);
        from = txn->origins[i].at;
        mns_emit_mark(emit, txn->origins[i].place);
    }
    mns_buf_bytes(&emit->out, txn->text + from, txn->size - from);
}

void mns_plume_txn_close(mns_plume_txn *txn, mns_emit *emit) {
    if (txn->empty) {
        return;
    }
    memcpy(txn->text + txn->size - 1, "]}\n", 3); /* instead of the last space */
    txn->size += 2;
    if (txn->origin_count > 0) {
        emit_located(txn, emit);
    } else {
        mns_buf_bytes(&emit->out, txn->text, txn->size);
    }
    txn->empty = true;
}
