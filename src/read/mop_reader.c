/*
 * mop_reader.c - see mop_reader.h.
 *
 * A micro-operation is [function key value]; a read may leave out its value. This is where the
 * workload is recognised: list-append has the functions `append` and `r`.
 */
#include "read/mop_reader.h"

#include "core/grow.h"
#include "read/value_reader.h"

void mns_mop_reader_release(mns_mop_reader *reader) { free(reader->places); }

/* Writes down the lexer's error, or another one. */
static minos_status problem(mns_mop_reader *reader, const char *at, const char *message,
                            const char *hint) {
    mns_problems_add(reader->problems, (uint64_t)(at - reader->source->data), hint, "%s", message);
    return MINOS_EINPUT;
}

static minos_status lexer_problem(mns_mop_reader *reader, const mns_lexer *lexer) {
    assert(lexer->error != NULL);
    return problem(reader, lexer->error_at, lexer->error, lexer->hint);
}

#define FUNCTION_HINT                                                                              \
    "list-append has [:append key element] and [:r key list]; this version judges no other "       \
    "workload"

static minos_status read_function(mns_mop_reader *reader, const mns_token *token,
                                  mns_function *function) {
    static const char *const elsewhere[][2] = {
        {"w", "rw-register"}, {"add", "set"}, {"inc", "counter"}};
    if (MNS_TOKEN_IS(token, "append")) {
        *function = MNS_APPEND;
        return MINOS_OK;
    }
    if (MNS_TOKEN_IS(token, "r")) {
        *function = MNS_READ;
        return MINOS_OK;
    }
    int size = token->end - token->start > 40 ? 40 : (int)(token->end - token->start);
    uint64_t offset = (uint64_t)(token->start - reader->source->data);
    for (size_t i = 0; i < MNS_COUNT_OF(elsewhere); i++) {
        if (mns_token_spells(token, elsewhere[i][0], strlen(elsewhere[i][0]))) {
            mns_problems_add(reader->problems, offset, FUNCTION_HINT,
                             "the micro-operation %.*s belongs to the workload %s, not list-append",
                             size, token->start, elsewhere[i][1]);
            return MINOS_EINPUT;
        }
    }
    mns_problems_add(reader->problems, offset, FUNCTION_HINT, "unknown micro-operation %.*s", size,
                     token->start);
    return MINOS_EINPUT;
}

/* The list of a read, to (spine, length). */
static minos_status read_list(mns_mop_reader *reader, mns_lexer *lexer, const mns_token *token,
                              mns_reading reading, uint32_t key, uint32_t *length,
                              uint32_t *spine) {
    *spine = MNS_NONE;
    if (reading == MNS_READING_INVOKED) {
        *length = MNS_VALUE_NONE;
        return mns_skip_rest(lexer, token) ? MINOS_OK : lexer_problem(reader, lexer);
    }
    if (token->kind == MNS_TOKEN_NIL) {
        *length = reading == MNS_READING_OK ? 0 : MNS_VALUE_NONE;
        return MINOS_OK;
    }
    if (token->kind != MNS_TOKEN_VECTOR && token->kind != MNS_TOKEN_LIST) {
        return problem(reader, token->start, "a list-append read must be a list or nil",
                       "is this another workload, such as rw-register?");
    }
    mns_tables *tables = reader->tables;
    minos_status status = mns_spines_read(&tables->spines, &tables->values, lexer, token, key,
                                          &tables->keys.first_spine[key], spine, length);
    return status == MINOS_EINPUT ? lexer_problem(reader, lexer) : status;
}

static minos_status wrong_size(mns_mop_reader *reader, const char *at) {
    return problem(reader, at, "a micro-operation is [function key value]",
                   "only a read may leave out its value: [:r key]");
}

/* The value of a micro-operation, if there is one: the element of an append, the list of a read. */
static minos_status read_value(mns_mop_reader *reader, mns_lexer *lexer, mns_walk *walk,
                               mns_reading reading, mns_function function, uint32_t key) {
    mns_token token;
    uint32_t value = MNS_VALUE_NONE, spine = MNS_NONE;
    minos_status status = MINOS_OK;
    int more = mns_walk_next(walk, &token);
    if (more < 0) {
        return lexer_problem(reader, lexer);
    }
    if (more == 0) {
        if (function != MNS_READ) {
            return wrong_size(reader, walk->open);
        }
        value = reading == MNS_READING_OK ? 0 : MNS_VALUE_NONE;
    } else if (function == MNS_READ) {
        status = read_list(reader, lexer, &token, reading, key, &value, &spine);
    } else {
        status = mns_value_read(lexer, &token, &reader->tables->values, &value);
        status = status == MINOS_EINPUT ? lexer_problem(reader, lexer) : status;
    }
    if (status != MINOS_OK) {
        return status;
    }
    if (more > 0) {
        more = mns_walk_next(walk, &token);
        if (more != 0) {
            return more < 0 ? lexer_problem(reader, lexer) : wrong_size(reader, walk->open);
        }
    }
    return mns_mops_add(&reader->tables->mops, function, key, value, spine) ? MINOS_OK
                                                                            : MINOS_ENOMEM;
}

static minos_status read_mop(mns_mop_reader *reader, mns_lexer *lexer, const mns_token *open,
                             mns_reading reading) {
    if (open->kind != MNS_TOKEN_VECTOR && open->kind != MNS_TOKEN_LIST) {
        return problem(reader, open->start, "a micro-operation must be a vector",
                       "expected [:append key element] or [:r key list]");
    }
    mns_walk walk = mns_walk_begin(lexer, open);
    mns_token token;
    mns_function function;
    mns_value name;
    int more = mns_walk_next(&walk, &token);
    if (more <= 0) {
        return more < 0 ? lexer_problem(reader, lexer) : wrong_size(reader, open->start);
    }
    minos_status status = read_function(reader, &token, &function);
    if (status != MINOS_OK) {
        return status;
    }
    more = mns_walk_next(&walk, &token);
    if (more <= 0) {
        return more < 0 ? lexer_problem(reader, lexer) : wrong_size(reader, open->start);
    }
    status = mns_value_read(lexer, &token, &reader->tables->values, &name);
    if (status != MINOS_OK) {
        return status == MINOS_EINPUT ? lexer_problem(reader, lexer) : status;
    }
    uint32_t key = mns_keys_intern(&reader->tables->keys, name);
    if (key == MNS_NONE) {
        return MINOS_ENOMEM;
    }
    return read_value(reader, lexer, &walk, reading, function, key);
}

static minos_status read_all(mns_mop_reader *reader, mns_lexer *lexer, mns_reading reading,
                             uint32_t *count) {
    mns_token token;
    if (!mns_next(lexer, &token)) {
        return lexer_problem(reader, lexer);
    }
    if (token.kind != MNS_TOKEN_VECTOR && token.kind != MNS_TOKEN_LIST) {
        return problem(reader, token.start,
                       "the value of a transaction must be a list of micro-operations",
                       "list-append histories look like :value [[:append 1 2] [:r 3 nil]]");
    }
    mns_walk walk = mns_walk_begin(lexer, &token);
    int more;
    while ((more = mns_walk_next(&walk, &token)) > 0) {
        if (!MNS_GROW(reader->places, *count, reader->place_capacity, 1)) {
            return MINOS_ENOMEM;
        }
        reader->places[*count] = token.start;
        minos_status status = read_mop(reader, lexer, &token, reading);
        if (status != MINOS_OK) {
            return status;
        }
        ++*count;
    }
    return more < 0 ? lexer_problem(reader, lexer) : MINOS_OK;
}

minos_status mns_mops_read(mns_mop_reader *reader, const char *value, mns_reading reading,
                           uint32_t *count) {
    mns_lexer lexer;
    mns_lexer_init(&lexer, value, reader->source->data + reader->source->size, reader->json);
    uint32_t before = reader->tables->mops.count;
    reader->value = value;
    *count = 0;
    minos_status status = read_all(reader, &lexer, reading, count);
    if (status != MINOS_OK) {
        reader->tables->mops.count = before;
    }
    return status;
}
