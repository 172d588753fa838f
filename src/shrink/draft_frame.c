/*
 * draft_frame.c - an operation without its value: the fields around it, read again from the
 * history.
 *
 * Copies index, time, type, process, f, start-ts and commit-ts, and final, error, node and sets if
 * they are scalars or vectors, always in this order. Other fields do not matter for isolation.
 * Cost: linear in the operation.
 */
#include <inttypes.h>

#include "read/op_reader.h"
#include "read/value_reader.h"
#include "shrink/draft.h"

/* Fields that are copied as values. */
enum { FIELD_F, FIELD_FINAL, FIELD_JEPSEN_FINAL, FIELD_ERROR, FIELD_NODE, FIELD_SETS, FIELD_COUNT };

static const char *const field_names[FIELD_COUNT] = {"f",     "final", "final?",
                                                     "error", "node",  "sets"};

typedef struct fields {
    mns_values values;
    mns_value items[FIELD_COUNT]; /* MNS_VALUE_NONE: missing, or not a scalar or vector */
} fields;

/* A string that is also a valid keyword. */
static bool is_plain(const mns_token *token) {
    bool plain = token->kind == MNS_TOKEN_STRING && token->end - token->start > 2;
    for (const char *c = token->start + 1; plain && c < token->end - 1; c++) {
        plain = (*c >= 'a' && *c <= 'z') || (*c >= 'A' && *c <= 'Z') || *c == '-';
    }
    return plain;
}

/* A field that is a map or a set is skipped without an error. */
static minos_status read_field(fields *f, int field, const mns_lexer *lexer,
                               const mns_token *token) {
    bool keyword = field == FIELD_F || field == FIELD_SETS;
    if (keyword && is_plain(token)) { /* "txn" in JSON is :txn in EDN */
        f->items[field] = mns_values_intern(&f->values, MNS_VALUE_KEYWORD, token->start + 1,
                                            (size_t)(token->end - token->start) - 2);
        return f->items[field] == MNS_VALUE_NONE ? MINOS_ENOMEM : MINOS_OK;
    }
    mns_lexer own = *lexer;
    minos_status status = mns_value_read(&own, token, &f->values, &f->items[field]);
    if (status == MINOS_EINPUT) {
        f->items[field] = MNS_VALUE_NONE;
    }
    return status == MINOS_ENOMEM ? MINOS_ENOMEM : MINOS_OK;
}

/* Walks over the map of an operation that has been read before. */
static minos_status read_fields(fields *f, mns_lexer *lexer) {
    mns_token token, name, value;
    bool good = mns_next(lexer, &token);
    while (good && token.kind == MNS_TOKEN_TAG) {
        good = mns_next(lexer, &token);
    }
    if (!good || token.kind != MNS_TOKEN_MAP) {
        return MINOS_OK;
    }
    mns_walk walk = mns_walk_begin(lexer, &token);
    minos_status status = MINOS_OK;
    while (status == MINOS_OK && mns_walk_next(&walk, &name) > 0 && mns_skip_rest(lexer, &name) &&
           mns_walk_value(&walk, &value)) {
        for (int i = 0; i < FIELD_COUNT && status == MINOS_OK; i++) {
            if (mns_token_spells(&name, field_names[i], strlen(field_names[i]))) {
                status = read_field(f, i, lexer, &value);
            }
        }
        if (!mns_skip_rest(lexer, &value)) {
            break;
        }
    }
    return status;
}

static void write_name(mns_buf *out, bool json, const char *name) {
    if (json) {
        mns_buf_printf(out, "\"%s\":", name);
    } else {
        mns_buf_printf(out, ":%s ", name);
    }
}

static const char *separator(bool json) { return json ? "," : ", "; }

static void write_number(mns_buf *out, bool json, const char *name, int64_t number) {
    write_name(out, json, name);
    mns_buf_printf(out, "%" PRId64, number);
}

/* A number or a name. */
static void write_process(mns_buf *out, bool json, const mns_op *op) {
    write_name(out, json, "process");
    if (op->name == NULL) {
        mns_buf_integer(out, op->process);
        return;
    }
    mns_processes one;
    mns_processes_init(&one);
    uint32_t name = mns_processes_name(&one, op);
    uint32_t process = name == MNS_NONE ? MNS_NONE : mns_processes_named(&one, name);
    if (process == MNS_NONE) {
        out->failed = true;
    } else if (json) {
        mns_process_json(&one, process, out);
    } else {
        mns_process_edn(&one, process, out);
    }
    mns_processes_release(&one);
}

static void write_field(const fields *f, int field, bool json, mns_buf *out) {
    write_name(out, json, field_names[field]);
    if (json) {
        mns_value_json(&f->values, f->items[field], out);
    } else {
        mns_value_edn(&f->values, f->items[field], out);
    }
}

static void write_head(const mns_op *op, const fields *f, bool json, mns_buf *out) {
    static const char *const types[] = {"invoke", "ok", "fail", "info"};
    mns_buf_char(out, '{');
    if (op->has_index) {
        write_number(out, json, "index", op->index);
        mns_buf_str(out, separator(json));
    }
    if (op->has_time) {
        write_number(out, json, "time", op->time);
        mns_buf_str(out, separator(json));
    }
    write_name(out, json, "type");
    mns_buf_printf(out, json ? "\"%s\"%s" : ":%s%s", types[op->type], separator(json));
    write_process(out, json, op);
    mns_buf_str(out, separator(json));
    if (f->items[FIELD_F] != MNS_VALUE_NONE) {
        write_field(f, FIELD_F, json, out);
        mns_buf_str(out, separator(json));
    }
    write_name(out, json, "value");
}

static void write_tail(const mns_op *op, const fields *f, bool json, mns_buf *out) {
    if (op->has_start_ts) {
        mns_buf_str(out, separator(json));
        write_number(out, json, "start-ts", op->start_ts);
    }
    if (op->has_commit_ts) {
        mns_buf_str(out, separator(json));
        write_number(out, json, "commit-ts", op->commit_ts);
    }
    for (int i = FIELD_F + 1; i < FIELD_COUNT; i++) {
        if (f->items[i] != MNS_VALUE_NONE) {
            mns_buf_str(out, separator(json));
            write_field(f, i, json, out);
        }
    }
    mns_buf_char(out, '}');
}

minos_status mns_frame_write(mns_draft *draft, uint64_t offset, mns_draft_op *frame) {
    const mns_history *history = draft->history;
    const mns_source *source = history->source;
    mns_op op;
    const char *end;
    if (!mns_op_at(source, history->json, offset, &op, &end)) {
        assert(mns_source_failed(source)); /* it was read before */
        return MINOS_EIO;
    }
    if (draft->numbered && !op.has_index) {
        op.has_index = true;
        op.index = frame->position;
    }
    fields f;
    for (int i = 0; i < FIELD_COUNT; i++) {
        f.items[i] = MNS_VALUE_NONE;
    }
    mns_values_init(&f.values);
    mns_lexer lexer;
    mns_lexer_init(&lexer, source->data + offset, end, history->json);
    minos_status status = read_fields(&f, &lexer);
    mns_buf *out = &draft->frames;
    frame->has_value = op.value != NULL;
    frame->frame = out->size;
    write_head(&op, &f, draft->json, out);
    frame->head_size = out->size - frame->frame;
    write_tail(&op, &f, draft->json, out);
    frame->tail_size = out->size - frame->frame - frame->head_size;
    mns_values_release(&f.values);
    return status == MINOS_OK && out->failed ? MINOS_ENOMEM : status;
}
