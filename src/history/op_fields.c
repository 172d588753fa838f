/*
 * op_fields.c - see op_fields.h.
 *
 * Few operations are looked up, so the operation is scanned again in the source. Its values were
 * checked when it was read, so they are skipped without checks.
 */
#include "history/op_fields.h"

#include "core/lexer.h"

/* The first token of the map that an operation is, past its tags. */
static bool open_operation(const mns_history *history, uint32_t position, mns_lexer *lexer,
                           mns_token *token) {
    const mns_source *source = history->source;
    uint64_t start = mns_op_offsets_get(&history->op_offsets, position), end = source->size;
    if (position + 1 < history->operations) {
        end = mns_op_offsets_get(&history->op_offsets, position + 1);
    }
    mns_lexer_init(lexer, source->data + start, source->data + end, history->json);
    bool read = mns_source_ensure(source, (size_t)start, (size_t)end) && mns_next(lexer, token);
    while (read && token->kind == MNS_TOKEN_TAG) {
        read = mns_next(lexer, token);
    }
    return read && token->kind == MNS_TOKEN_MAP;
}

bool mns_op_field(const mns_history *history, uint32_t position, const char *name,
                  const char **text, size_t *size) {
    assert(position < history->operations);
    mns_lexer lexer;
    mns_token token, value;
    if (!open_operation(history, position, &lexer, &token)) {
        return false;
    }
    size_t name_size = strlen(name);
    bool found = false;
    mns_walk walk = mns_walk_begin(&lexer, &token);
    while (mns_walk_next(&walk, &token) > 0) {
        if (!mns_skip_rest(&lexer, &token) || !mns_walk_value(&walk, &value) ||
            !mns_skip_unread(&lexer, &value)) {
            return false;
        }
        if (mns_token_spells(&token, name, name_size)) {
            *text = value.start;
            *size = (size_t)(lexer.p - value.start);
            found = true;
        }
    }
    return found;
}

bool mns_op_text(const mns_history *history, uint32_t position, const char **text, size_t *size) {
    assert(position < history->operations);
    mns_lexer lexer;
    mns_token token;
    if (!open_operation(history, position, &lexer, &token) || !mns_skip_unread(&lexer, &token)) {
        return false;
    }
    *text = lexer.begin;
    *size = (size_t)(lexer.p - lexer.begin);
    return true;
}
