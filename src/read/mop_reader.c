/*
 * mop_reader.c - see mop_reader.h.
 *
 * A micro-operation is [function key value], optionally with a map of what the database revealed:
 * [:r 3 7 {:version 12}]. A read may omit its value. The workload determines the functions and the
 * form of values that reads return.
 */
#include "read/mop_reader.h"

#include <stdio.h>

#include "core/grow.h"
#include "read/list_reader.h"
#include "read/op_names.h"
#include "read/value_reader.h"

void mns_mop_reader_release(mns_mop_reader *reader) { free(reader->mop_starts); }

static uint64_t offset_of(const mns_mop_reader *reader, const char *at) {
    return reader->located ? (uint64_t)(at - reader->source->data) : MNS_NO_OFFSET;
}

static minos_status problem(mns_mop_reader *reader, const char *at, const char *message,
                            const char *hint) {
    mns_problems_add(reader->problems, offset_of(reader, at), hint, "%s", message);
    return MINOS_EINPUT;
}

static minos_status lexer_problem(mns_mop_reader *reader, const mns_lexer *lexer) {
    assert(lexer->error != NULL);
    return problem(reader, lexer->error_at, lexer->error, lexer->hint);
}

/* Reports a function that the workload does not have, and the workload that has it. */
static minos_status wrong_function(mns_mop_reader *reader, const mns_token *token) {
    int size = token->end - token->start > 40 ? 40 : (int)(token->end - token->start);
    uint64_t offset = offset_of(reader, token->start);
    mns_workload other;
    char hint[128];
    snprintf(hint, sizeof hint, "%s histories have %s", mns_workload_name(reader->workload),
             mns_workload_shape(reader->workload));
    if (mns_workload_of_write(token, &other)) {
        mns_problems_add(reader->problems, offset, hint,
                         "the micro-operation %.*s belongs to the workload %s, not %s", size,
                         token->start, mns_workload_name(other),
                         mns_workload_name(reader->workload));
    } else {
        mns_problems_add(reader->problems, offset, hint, "unknown micro-operation %.*s", size,
                         token->start);
    }
    return MINOS_EINPUT;
}

static minos_status read_function(mns_mop_reader *reader, const mns_token *token,
                                  mns_function *function) {
    const char *write = mns_workload_write(reader->workload);
    if (MNS_TOKEN_IS(token, "r")) {
        *function = MNS_READ;
        return MINOS_OK;
    }
    if (mns_token_spells(token, write, strlen(write))) {
        *function = MNS_WRITE;
        return MINOS_OK;
    }
    return wrong_function(reader, token);
}

/* ---- Values of reads ------------------------------------------------------------------------ */

/* The value of a read of the initial state. */
static uint32_t initial_state(mns_workload workload) {
    return workload == MNS_RW_REGISTER ? MNS_VALUE_INITIAL : 0; /* no element, or the integer 0 */
}

static minos_status wrong_read(mns_mop_reader *reader, const mns_token *token) {
    static const char *const messages[] = {
        [MNS_LIST_APPEND] = "a list-append read must be a list or nil",
        [MNS_RW_REGISTER] = "a register read must be one value",
        [MNS_SET] = "a set read must be a set, a list or nil",
        [MNS_COUNTER] = "a counter read must be a 64-bit integer or nil"};
    return problem(reader, token->start, messages[reader->workload],
                   "use -m to name the workload: list-append, rw-register, set or counter");
}

static minos_status read_list(mns_mop_reader *reader, mns_lexer *lexer, const mns_token *token,
                              uint32_t key, uint32_t *length, uint32_t *spine) {
    if (token->kind != MNS_TOKEN_VECTOR && token->kind != MNS_TOKEN_LIST) {
        return wrong_read(reader, token);
    }
    mns_tables *tables = reader->tables;
    assert(key < tables->keys.count);
    minos_status status = mns_list_read(&tables->spines, &tables->values, lexer, token, key,
                                        &tables->keys.first_spine[key], spine, length);
    return status == MINOS_EINPUT ? lexer_problem(reader, lexer) : status;
}

static minos_status read_set(mns_mop_reader *reader, mns_lexer *lexer, const mns_token *token,
                             uint32_t key, uint32_t *count, uint32_t *set) {
    if (token->kind != MNS_TOKEN_VECTOR && token->kind != MNS_TOKEN_LIST &&
        token->kind != MNS_TOKEN_SET) {
        return wrong_read(reader, token);
    }
    mns_tables *tables = reader->tables;
    assert(key < tables->keys.count);
    uint32_t *last = &tables->keys.first_spine[key];
    minos_status status =
        mns_sets_read(&tables->sets, &tables->values, lexer, token, *last, set, count);
    *last = status == MINOS_OK && *set != MNS_NONE ? *set : *last;
    return status == MINOS_EINPUT ? lexer_problem(reader, lexer) : status;
}

static minos_status read_single(mns_mop_reader *reader, mns_lexer *lexer, const mns_token *token,
                                mns_value *value) {
    bool integer = token->kind == MNS_TOKEN_INTEGER;
    if (reader->workload == MNS_COUNTER ? !integer : token->kind == MNS_TOKEN_SET) {
        return wrong_read(reader, token);
    }
    minos_status status = mns_value_read(lexer, token, &reader->tables->values, value);
    return status == MINOS_EINPUT ? lexer_problem(reader, lexer) : status;
}

static minos_status read_read(mns_mop_reader *reader, mns_lexer *lexer, const mns_token *token,
                              mns_reading reading, uint32_t key, uint32_t *value,
                              uint32_t *content) {
    if (reading == MNS_READING_INVOKED) {
        *value = MNS_VALUE_NONE;
        return mns_skip_rest(lexer, token) ? MINOS_OK : lexer_problem(reader, lexer);
    }
    if (token->kind == MNS_TOKEN_NIL) {
        *value = reading == MNS_READING_OK ? initial_state(reader->workload) : MNS_VALUE_NONE;
        return MINOS_OK;
    }
    switch (reader->workload) {
    case MNS_LIST_APPEND: return read_list(reader, lexer, token, key, value, content);
    case MNS_SET: return read_set(reader, lexer, token, key, value, content);
    default: return read_single(reader, lexer, token, value);
    }
}

/* ---- Values of writes ----------------------------------------------------------------------- */

static minos_status read_write(mns_mop_reader *reader, mns_lexer *lexer, const mns_token *token,
                               mns_value *value) {
    if (reader->workload == MNS_COUNTER && token->kind != MNS_TOKEN_INTEGER) {
        return problem(reader, token->start, "an increment must be a 64-bit integer",
                       "write [:inc key number]");
    }
    if (reader->workload == MNS_RW_REGISTER && token->kind == MNS_TOKEN_NIL) {
        return problem(reader, token->start, "nil cannot be written to a register",
                       "nil is the initial value of a register, so reads of it would be ambiguous");
    }
    minos_status status = mns_value_read(lexer, token, &reader->tables->values, value);
    return status == MINOS_EINPUT ? lexer_problem(reader, lexer) : status;
}

/* ---- Revealed versions ---------------------------------------------------------------------- */

/* The map after the value; only :version is used. */
static minos_status read_revealed(mns_mop_reader *reader, mns_lexer *lexer, const mns_token *open,
                                  int64_t *version) {
    if (open->kind != MNS_TOKEN_MAP) {
        return problem(reader, open->start, "the fourth element of a micro-operation must be a map",
                       "the map holds what the database revealed: [:r key value {:version 7}]");
    }
    mns_walk walk = mns_walk_begin(lexer, open);
    mns_token name, value;
    mns_op_names names;
    names.count = 0; /* items need no initialisation */
    int more;
    while ((more = mns_walk_next(&walk, &name)) > 0) {
        if (!mns_skip_rest(lexer, &name) || !mns_op_names_add(&names, lexer, &name) ||
            !mns_walk_value(&walk, &value)) {
            return lexer_problem(reader, lexer);
        }
        if (MNS_TOKEN_IS(&name, "version") && value.kind != MNS_TOKEN_NIL) {
            if (value.kind != MNS_TOKEN_INTEGER || value.integer == MNS_NO_VERSION) {
                return problem(reader, value.start, "a version must be a 64-bit integer",
                               "the version of a key is a number that grows with every write");
            }
            *version = value.integer;
        } else if (value.kind != MNS_TOKEN_NIL) {
            reader->tables->mops.annotated = true;
        }
        if (!mns_skip_rest(lexer, &value)) {
            return lexer_problem(reader, lexer);
        }
    }
    return more < 0 ? lexer_problem(reader, lexer) : MINOS_OK;
}

/* ---- Micro-operations ----------------------------------------------------------------------- */

static minos_status wrong_size(mns_mop_reader *reader, const char *at) {
    return problem(reader, at, "a micro-operation must be [function key value]",
                   "only a read may omit its value: [:r key]");
}

/* Reads the optional value and map of a micro-operation and adds its row. */
static minos_status read_value(mns_mop_reader *reader, mns_lexer *lexer, mns_walk *walk,
                               mns_reading reading, mns_function function, uint32_t key) {
    mns_token token;
    uint32_t value = MNS_VALUE_NONE, content = MNS_NONE;
    int64_t version = MNS_NO_VERSION;
    minos_status status = MINOS_OK;
    int more = mns_walk_next(walk, &token);
    if (more == 0) {
        if (function != MNS_READ) {
            return wrong_size(reader, walk->open);
        }
        value = reading == MNS_READING_OK ? initial_state(reader->workload) : MNS_VALUE_NONE;
    } else if (more > 0) {
        status = function == MNS_READ
                     ? read_read(reader, lexer, &token, reading, key, &value, &content)
                     : read_write(reader, lexer, &token, &value);
        more = status == MINOS_OK ? mns_walk_next(walk, &token) : 0;
    }
    if (more > 0) {
        status = read_revealed(reader, lexer, &token, &version);
        more = status == MINOS_OK ? mns_walk_next(walk, &token) : 0;
    }
    if (status != MINOS_OK) {
        return status;
    }
    if (more != 0) {
        return more < 0 ? lexer_problem(reader, lexer) : wrong_size(reader, walk->open);
    }
    mns_mops *mops = &reader->tables->mops;
    if (!mns_mops_add(mops, function, key, value, content) ||
        (version != MNS_NO_VERSION && !mns_mops_reveal(mops, mops->count - 1, version))) {
        return MINOS_ENOMEM;
    }
    return MINOS_OK;
}

static minos_status read_mop(mns_mop_reader *reader, mns_lexer *lexer, const mns_token *open,
                             mns_reading reading) {
    if (open->kind != MNS_TOKEN_VECTOR && open->kind != MNS_TOKEN_LIST) {
        return problem(reader, open->start, "a micro-operation must be a vector",
                       "write [function key value]");
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
                       "histories look like :value [[:append 1 2] [:r 3 nil]]");
    }
    mns_walk walk = mns_walk_begin(lexer, &token);
    int more;
    while ((more = mns_walk_next(&walk, &token)) > 0) {
        if (!MNS_GROW(reader->mop_starts, *count, reader->mop_start_capacity, 1)) {
            return MINOS_ENOMEM;
        }
        reader->mop_starts[*count] = token.start;
        minos_status status = read_mop(reader, lexer, &token, reading);
        if (status != MINOS_OK) {
            return status;
        }
        ++*count;
    }
    return more < 0 ? lexer_problem(reader, lexer) : MINOS_OK;
}

minos_status mns_mops_read(mns_mop_reader *reader, const char *value, const char *end,
                           mns_reading reading, uint32_t *count) {
    mns_lexer lexer;
    mns_lexer_init(&lexer, value, end, reader->json);
    uint32_t before = reader->tables->mops.count;
    reader->value = value;
    *count = 0;
    minos_status status = read_all(reader, &lexer, reading, count);
    assert(status == MINOS_ENOMEM || reader->tables->mops.count == before + *count);
    if (status != MINOS_OK) {
        reader->tables->mops.count = before;
    }
    return status;
}
