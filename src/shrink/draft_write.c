/*
 * draft_write.c - a draft as the text of a history: EDN, or JSON lines; see draft.h.
 *
 * Reads of an invocation are unanswered, those of a completion unchanged, the initial state is [],
 * #{}, 0 or nil by workload. Cost: linear in the draft.
 */
#include <inttypes.h>

#include "shrink/draft.h"

static void write_value(const mns_draft *d, mns_value value, mns_buf *out) {
    const mns_values *values = &d->history->tables.values;
    if (d->json) {
        mns_value_json(values, value, out);
    } else {
        mns_value_edn(values, value, out);
    }
}

/* Sets are written as lists in JSON, and if they contain an element twice. */
static bool is_listed(const mns_draft *d, uint32_t mop) {
    const mns_tables *tables = &d->history->tables;
    uint32_t set = tables->mops.content[d->mop[mop]];
    return d->json || d->history->workload == MNS_LIST_APPEND ||
           (set != MNS_NONE && tables->sets.items[set].duplicated != MNS_VALUE_NONE);
}

static void write_elements(const mns_draft *d, uint32_t mop, mns_buf *out) {
    const char *separator = "";
    bool listed = is_listed(d, mop);
    mns_buf_str(out, listed ? "[" : "#{");
    for (size_t i = d->mop_first[mop]; i < d->mop_first[mop + 1]; i++) {
        if (d->shows_element[d->lists[i]]) {
            mns_buf_str(out, separator);
            write_value(d, d->value[d->lists[i]], out);
            separator = d->json ? "," : " ";
        }
    }
    mns_buf_char(out, listed ? ']' : '}');
}

static void write_nil(const mns_draft *d, mns_buf *out) {
    mns_buf_str(out, d->json ? "null" : "nil");
}

static void write_read(const mns_draft *d, uint32_t mop, mns_buf *out) {
    mns_value value = d->history->tables.mops.value[d->mop[mop]];
    switch (d->history->workload) {
    case MNS_RW_REGISTER:
        if (value == MNS_VALUE_INITIAL) {
            write_nil(d, out);
        } else {
            write_value(d, value, out);
        }
        break;
    case MNS_COUNTER: mns_buf_printf(out, "%" PRId64, mns_sums_read(d, mop)); break;
    default: write_elements(d, mop, out); break;
    }
}

/* reveals: with what it read and its version. */
static void write_mop(const mns_draft *d, uint32_t mop, bool reveals, mns_buf *out) {
    const mns_tables *tables = &d->history->tables;
    uint32_t id = d->mop[mop];
    bool reads = mns_mop_is_read(&tables->mops, id);
    int64_t version = reveals ? mns_mop_version(&tables->mops, id) : MNS_NO_VERSION;
    mns_buf_printf(out, d->json ? "[\"%s\"," : "[:%s ",
                   reads ? "r" : mns_workload_write(d->history->workload));
    write_value(d, tables->keys.name[tables->mops.key[id]], out);
    mns_buf_char(out, d->json ? ',' : ' ');
    if (!reads) {
        write_value(d, tables->mops.value[id], out);
    } else if (reveals && mns_mop_is_answered(&tables->mops, id)) {
        write_read(d, mop, out);
    } else {
        write_nil(d, out);
    }
    if (version != MNS_NO_VERSION) {
        mns_buf_printf(out, d->json ? ",{\"version\":%" PRId64 "}" : " {:version %" PRId64 "}",
                       version);
    }
    mns_buf_char(out, ']');
}

static void write_mops(const mns_draft *d, const mns_draft_op *op, mns_buf *out) {
    const char *separator = "";
    mns_buf_char(out, '[');
    for (uint32_t mop = d->txn_first[op->txn]; mop < d->txn_first[op->txn + 1]; mop++) {
        if (d->shows_mop[mop]) {
            mns_buf_str(out, separator);
            write_mop(d, mop, op->reveals, out);
            separator = d->json ? "," : " ";
        }
    }
    mns_buf_char(out, ']');
}

/* Writes the operations of faults before this position; returns the place of the next one. */
static uint32_t write_faults(const mns_draft *d, uint32_t next, uint32_t position, mns_buf *out) {
    for (; next < d->fault_count && d->faults[next].position < position; next++) {
        mns_buf_bytes(out, d->frames.data + d->faults[next].text, d->faults[next].size);
        mns_buf_char(out, '\n');
    }
    return next;
}

void mns_draft_write(const mns_draft *d, mns_buf *out) {
    uint32_t fault = 0;
    for (uint32_t i = 0; i < d->op_count; i++) {
        const mns_draft_op *op = &d->ops[i];
        if (!d->has_txn[op->txn]) {
            continue;
        }
        fault = write_faults(d, fault, op->position, out);
        assert(op->frame + op->head_size + op->tail_size <= d->frames.size);
        const char *frame = d->frames.data + op->frame;
        mns_buf_bytes(out, frame, op->head_size);
        if (op->has_value) {
            write_mops(d, op, out);
        } else {
            write_nil(d, out);
        }
        mns_buf_bytes(out, frame + op->head_size, op->tail_size);
        mns_buf_char(out, '\n');
    }
    write_faults(d, fault, MNS_NONE, out);
}
