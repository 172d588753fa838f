/*
 * other_fields.c - see other_fields.h.
 *
 * The readers note whether any operation has such a field or map (history.h). Only then is the text
 * read again, by tokens.
 */
#include "format/other_fields.h"

#include "core/lexer.h"
#include "core/utf8.h"
#include "format/text_pass.h"
#include "read/op_names.h"

/* Bytes of the name that are shown. */
#define SHOWN ((size_t)60)

/* Does a map after the value of a micro-operation have more than a version? */
static bool map_has_more(mns_lexer *lexer, const mns_token *open) {
    mns_walk walk = mns_walk_begin(lexer, open);
    mns_token name, value;
    bool more = false;
    while (mns_walk_next(&walk, &name) > 0 && mns_skip_rest(lexer, &name) &&
           mns_walk_value(&walk, &value) && mns_skip_rest(lexer, &value)) {
        more |= !MNS_TOKEN_IS(&name, "version") && value.kind != MNS_TOKEN_NIL;
    }
    return more;
}

/* [:w 1 2 {:a 3}] */
static bool mop_has_map(mns_lexer *lexer, const mns_token *open) {
    mns_walk walk = mns_walk_begin(lexer, open);
    mns_token element;
    bool has = false;
    for (unsigned i = 0; mns_walk_next(&walk, &element) > 0; i++) {
        if (i == 3 && element.kind == MNS_TOKEN_MAP) {
            has |= map_has_more(lexer, &element);
        } else if (!mns_skip_rest(lexer, &element)) {
            return has;
        }
    }
    return has;
}

static bool value_has_map(mns_lexer *lexer, const mns_token *open) {
    mns_walk walk = mns_walk_begin(lexer, open);
    mns_token mop;
    bool has = false;
    while (mns_walk_next(&walk, &mop) > 0) {
        if (mop.kind == MNS_TOKEN_VECTOR || mop.kind == MNS_TOKEN_LIST) {
            has |= mop_has_map(lexer, &mop);
        } else if (!mns_skip_rest(lexer, &mop)) {
            return has;
        }
    }
    return has;
}

static void show_example(mns_other_fields *other, const mns_token *name) {
    if (other->example.size == 0) {
        size_t size = (size_t)(name->end - name->start);
        mns_buf_escaped(&other->example, name->start, mns_utf8_cut(name->start, size, SHOWN));
    }
}

static void count_operation(const char *text, const char *end, bool json, mns_other_fields *other) {
    mns_lexer lexer;
    mns_token name, value;
    mns_lexer_init(&lexer, text, end, json);
    bool good = mns_next(&lexer, &name), fields = false, maps = false;
    while (good && name.kind == MNS_TOKEN_TAG) {
        good = mns_next(&lexer, &name);
    }
    if (!good || name.kind != MNS_TOKEN_MAP) {
        return;
    }
    mns_walk walk = mns_walk_begin(&lexer, &name);
    while (mns_walk_next(&walk, &name) > 0 && mns_skip_rest(&lexer, &name) &&
           mns_walk_value(&walk, &value)) {
        bool vector = value.kind == MNS_TOKEN_VECTOR || value.kind == MNS_TOKEN_LIST;
        if (MNS_TOKEN_IS(&name, "value") && vector) {
            maps = value_has_map(&lexer, &value);
            continue;
        }
        if (mns_op_field_is_other(&name, &value)) {
            fields = true;
            show_example(other, &name);
        }
        if (!mns_skip_rest(&lexer, &value)) {
            break;
        }
    }
    other->fields += fields;
    other->maps += maps;
}

minos_status mns_other_fields_count(const mns_history *history, mns_source *source,
                                    mns_other_fields *other) {
    *other = (mns_other_fields){.fields = 0};
    mns_buf_init(&other->example);
    if (!history->other_fields && !history->tables.mops.annotated) {
        return MINOS_OK;
    }
    const mns_txns *txns = &history->txns;
    mns_text_pass pass;
    minos_status status = mns_text_pass_begin(&pass, source);
    /* Transactions are in the order of their completions. */
    for (uint32_t t = 0; t < txns->count && txns->complete[t] != MNS_NONE && status == MINOS_OK;
         t++) {
        const char *text, *end;
        status = mns_text_pass_op(&pass, history, txns->complete[t], &text, &end);
        if (status == MINOS_OK) {
            count_operation(text, end, history->json, other);
        }
    }
    return other->example.failed ? MINOS_ENOMEM : status;
}
