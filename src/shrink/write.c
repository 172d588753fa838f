/*
 * write.c - a draft as the text of a history: EDN, or JSON lines; see draft.h.
 *
 * Reads of an invocation are unanswered, those of a completion as they were, an empty list as [].
 * Cost: linear in the draft.
 */
#include "shrink/draft.h"

static void write_value(const mns_draft *d, mns_value value, mns_buf *out) {
    const mns_values *values = &d->history->tables.values;
    if (d->json) {
        mns_value_json(values, value, out);
    } else {
        mns_value_edn(values, value, out);
    }
}

static void write_list(const mns_draft *d, uint32_t mop, mns_buf *out) {
    const char *separator = "";
    mns_buf_char(out, '[');
    for (size_t i = d->mop_first[mop]; i < d->mop_first[mop + 1]; i++) {
        if (mns_draft_shows_element(d, d->lists[i])) {
            mns_buf_str(out, separator);
            write_value(d, d->value[d->lists[i]], out);
            separator = d->json ? "," : " ";
        }
    }
    mns_buf_char(out, ']');
}

static void write_mop(const mns_draft *d, uint32_t mop, bool answers, mns_buf *out) {
    const mns_tables *tables = &d->history->tables;
    uint32_t id = d->mop[mop];
    bool reads = mns_mop_is_read(&tables->mops, id);
    mns_buf_str(out, d->json ? (reads ? "[\"r\"," : "[\"append\",") : reads ? "[:r " : "[:append ");
    write_value(d, tables->keys.name[tables->mops.key[id]], out);
    mns_buf_char(out, d->json ? ',' : ' ');
    if (!reads) {
        write_value(d, tables->mops.value[id], out);
    } else if (answers && mns_mop_is_answered(&tables->mops, id)) {
        write_list(d, mop, out);
    } else {
        mns_buf_str(out, d->json ? "null" : "nil");
    }
    mns_buf_char(out, ']');
}

static void write_mops(const mns_draft *d, const mns_draft_op *op, mns_buf *out) {
    const char *separator = "";
    mns_buf_char(out, '[');
    for (uint32_t mop = d->txn_first[op->txn]; mop < d->txn_first[op->txn + 1]; mop++) {
        if (mns_draft_shows_mop(d, op->txn, mop)) {
            mns_buf_str(out, separator);
            write_mop(d, mop, op->completes, out);
            separator = d->json ? "," : " ";
        }
    }
    mns_buf_char(out, ']');
}

void mns_draft_write(const mns_draft *d, mns_buf *out) {
    for (uint32_t i = 0; i < d->op_count; i++) {
        const mns_draft_op *op = &d->ops[i];
        if (!d->has_txn[op->txn]) {
            continue;
        }
        const char *frame = d->frames.data + op->frame;
        mns_buf_bytes(out, frame, op->head_size);
        if (op->has_value) {
            write_mops(d, op, out);
        } else {
            mns_buf_str(out, d->json ? "null" : "nil");
        }
        mns_buf_bytes(out, frame + op->head_size, op->tail_size);
        mns_buf_char(out, '\n');
    }
}
