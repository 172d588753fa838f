/*
 * op_reader.c - see op_reader.h.
 *
 * An operation is a map with the fields type, process, f and value, and index and time for
 * explanations. Only the position of the value is kept: pairing.c reads and checks it. After a
 * malformed operation, reading continues at the next line that starts like an operation, so that
 * one run reports several problems.
 */
#include "read/op_reader.h"

#include <string.h>

#include "read/op_names.h"
#include "read/workload.h"

static bool is_space(char c) { return c == ' ' || c == '\n' || c == '\r' || c == '\t' || c == ','; }

static const char *skip_space(const char *p, const char *end) {
    while (p < end && is_space(*p)) {
        p++;
    }
    return p;
}

/* JSON starts with [ or {, then a quoted name followed by a colon. An EDN map with string keys has
 * no colon there. */
static bool looks_like_json(const char *p, const char *end) {
    p = skip_space(p, end);
    if (p < end && *p == '[') {
        p = skip_space(p + 1, end);
        if (p < end && *p == ']') {
            return true; /* an empty array: the same in both */
        }
    }
    if (p == end || *p != '{') {
        return false;
    }
    p = skip_space(p + 1, end);
    if (p < end && *p == '}') {
        return true;
    }
    if (p == end || *p != '"') {
        return false;
    }
    for (p++; p < end && *p != '"'; p++) {
        p += *p == '\\';
    }
    p = p < end ? skip_space(p + 1, end) : end;
    return p < end && *p == ':';
}

void mns_op_reader_init(mns_op_reader *reader, const mns_source *source, minos_format format,
                        mns_problems *problems) {
    const char *begin = source->data, *end = source->data + source->size;
    if (source->size >= 3 && memcmp(begin, "\xEF\xBB\xBF", 3) == 0) {
        begin += 3; /* a byte order mark */
    }
    bool json =
        format == MINOS_FORMAT_AUTO ? looks_like_json(begin, end) : format == MINOS_FORMAT_JSON;
    memset(reader, 0, sizeof *reader);
    reader->source = source;
    reader->problems = problems;
    mns_lexer_init(&reader->lexer, begin, end, json);
    mns_lexer probe = reader->lexer;
    mns_token token;
    if (mns_next(&probe, &token) &&
        (token.kind == MNS_TOKEN_VECTOR || token.kind == MNS_TOKEN_LIST)) {
        reader->lexer = probe;
        reader->walk = mns_walk_begin(&reader->lexer, &token);
        reader->enclosed = true;
    }
}

/* The fields of an operation read so far. */
typedef struct fields {
    bool typed, nemesis;
    const char *process; /* its position, NULL if it is nil or absent */
} fields;

static bool read_type(mns_lexer *lexer, const mns_token *token, mns_op *op) {
    if (MNS_TOKEN_IS(token, "invoke")) {
        op->type = MNS_OP_INVOKE;
    } else if (MNS_TOKEN_IS(token, "ok")) {
        op->type = MNS_OP_OK;
    } else if (MNS_TOKEN_IS(token, "fail")) {
        op->type = MNS_OP_FAIL;
    } else if (MNS_TOKEN_IS(token, "info")) {
        op->type = MNS_OP_INFO;
    } else {
        return mns_lexer_fail(lexer, token->start,
                              "unknown type of operation; expected invoke, ok, fail or info",
                              "an operation begins with :invoke and ends with :ok, :fail or :info");
    }
    return true;
}

#define PROCESS_HINT                                                                               \
    "give each client a process: an integer, a string or a keyword; use :nemesis for faults"

/* JSON has no keywords. In EDN the string "nemesis" may name a client. */
static bool is_nemesis(const mns_token *token, bool json) {
    mns_token_kind kind = json ? MNS_TOKEN_STRING : MNS_TOKEN_KEYWORD;
    return token->kind == kind && MNS_TOKEN_IS(token, "nemesis");
}

static bool read_process(mns_lexer *lexer, const mns_token *token, mns_op *op) {
    if (token->kind == MNS_TOKEN_BIG || token->kind == MNS_TOKEN_NUMBER) {
        return mns_lexer_fail(lexer, token->start, "a process number must be a 64-bit integer",
                              PROCESS_HINT);
    }
    bool named = token->kind == MNS_TOKEN_KEYWORD || token->kind == MNS_TOKEN_STRING;
    op->client = token->kind == MNS_TOKEN_INTEGER;
    op->process = op->client ? token->integer : 0;
    if (named && token->end - token->start > MNS_LIMIT_PROCESS_NAME) {
        return mns_lexer_fail(lexer, token->start, "the name of a process is too long",
                              "the limit is 1000 bytes");
    }
    if (named && !is_nemesis(token, lexer->json)) {
        op->name = token->start;
        op->name_size = (uint32_t)(token->end - token->start);
    }
    return mns_skip_rest(lexer, token);
}

/* Only scalars are kept; they are compared as written. */
static bool read_f(mns_lexer *lexer, const mns_token *token, mns_op *op) {
    bool scalar = token->kind != MNS_TOKEN_NIL && token->kind != MNS_TOKEN_TAG &&
                  !mns_token_opens(token->kind) && token->end - token->start < UINT32_MAX;
    op->f = scalar ? token->start : NULL;
    op->f_size = scalar ? (uint32_t)(token->end - token->start) : 0;
    return mns_skip_rest(lexer, token);
}

static bool read_number(mns_lexer *lexer, const mns_token *token, const char *error, bool *has,
                        int64_t *number) {
    if (token->kind == MNS_TOKEN_BIG) {
        return mns_lexer_fail(lexer, token->start, error,
                              "numbers range from -9223372036854775808 to 9223372036854775807");
    }
    *has = token->kind == MNS_TOKEN_INTEGER;
    *number = token->integer;
    return mns_skip_rest(lexer, token);
}

static bool read_field(mns_lexer *lexer, const mns_token *name, const mns_token *token, mns_op *op,
                       fields *seen) {
    if (MNS_TOKEN_IS(name, "value")) {
        op->value = token->kind == MNS_TOKEN_NIL ? NULL : token->start;
        return mns_skip_unread(lexer, token);
    }
    if (MNS_TOKEN_IS(name, "type")) {
        seen->typed = true;
        return read_type(lexer, token, op);
    }
    if (MNS_TOKEN_IS(name, "process")) {
        seen->process = token->kind == MNS_TOKEN_NIL ? NULL : token->start;
        seen->nemesis = is_nemesis(token, lexer->json);
        return read_process(lexer, token, op);
    }
    if (MNS_TOKEN_IS(name, "f")) {
        return read_f(lexer, token, op);
    }
    if (MNS_TOKEN_IS(name, "index")) {
        return read_number(lexer, token, "an index must be a 64-bit integer", &op->has_index,
                           &op->index);
    }
    if (MNS_TOKEN_IS(name, "time")) {
        return read_number(lexer, token, "a time must be a 64-bit integer", &op->has_time,
                           &op->time);
    }
    if (MNS_TOKEN_IS(name, "start-ts")) {
        return read_number(lexer, token, "a timestamp must be a 64-bit integer", &op->has_start_ts,
                           &op->start_ts);
    }
    if (MNS_TOKEN_IS(name, "commit-ts")) {
        return read_number(lexer, token, "a timestamp must be a 64-bit integer", &op->has_commit_ts,
                           &op->commit_ts);
    }
    op->has_other |= mns_op_field_is_other(name, token);
    return mns_skip_rest(lexer, token);
}

/* Checks the value of an operation that is not a transaction, which is not read later. */
static bool check_value(mns_lexer *lexer, const char *value) {
    mns_lexer again = *lexer;
    mns_token token;
    again.p = value;
    bool good = mns_next(&again, &token) && mns_skip_rest(&again, &token);
    return good || mns_lexer_fail(lexer, again.error_at, again.error, again.hint);
}

/* True if the value is a list that contains a micro-operation. */
static bool carries_mops(const mns_lexer *lexer, const char *value) {
    mns_lexer again = *lexer;
    mns_token token;
    mns_workload workload;
    again.p = value;
    if (!mns_next(&again, &token) ||
        (token.kind != MNS_TOKEN_VECTOR && token.kind != MNS_TOKEN_LIST)) {
        return false;
    }
    mns_walk walk = mns_walk_begin(&again, &token), inner;
    while (mns_walk_next(&walk, &token) > 0) {
        if (token.kind == MNS_TOKEN_VECTOR || token.kind == MNS_TOKEN_LIST) {
            mns_lexer inside = again;
            mns_token function;
            inner = mns_walk_begin(&inside, &token);
            if (mns_walk_next(&inner, &function) > 0 &&
                (MNS_TOKEN_IS(&function, "r") || mns_workload_of_write(&function, &workload))) {
                return true;
            }
        }
        if (!mns_skip_rest(&again, &token)) {
            return false;
        }
    }
    return false;
}

/* Every operation with micro-operations belongs to a client and has a process, except the
 * nemesis's. */
static bool decide_client(mns_lexer *lexer, const char *start, const fields *seen, mns_op *op) {
    if (op->client || seen->nemesis || op->value == NULL || !carries_mops(lexer, op->value)) {
        return true;
    }
    op->client = op->name != NULL;
    if (!op->client && seen->process == NULL) {
        return mns_lexer_fail(lexer, start, "an operation with micro-operations has no process",
                              PROCESS_HINT);
    }
    return op->client ||
           mns_lexer_fail(lexer, seen->process,
                          "a process must be an integer, a string or a keyword", PROCESS_HINT);
}

/* Reads the operation that starts with token. */
static bool read_op(mns_lexer *lexer, mns_token *token, mns_op *op) {
    memset(op, 0, sizeof *op);
    op->rows = MNS_NONE;
    const char *start = token->start;
    while (token->kind == MNS_TOKEN_TAG) { /* #jepsen.history.Op{...} */
        if (!mns_next(lexer, token)) {
            return false;
        }
    }
    if (token->kind != MNS_TOKEN_MAP) {
        return mns_lexer_fail(lexer, start, "expected an operation (a map)",
                              "a history is a sequence of maps like {:type :ok, :process 0, "
                              ":f :txn, :value [[:append 1 2]]}; name the format of another "
                              "checker with --format (convert and shrink: --from)");
    }
    mns_walk walk = mns_walk_begin(lexer, token);
    mns_token name, value;
    fields seen = {.typed = false};
    mns_op_names names;
    names.count = 0; /* items need no initialisation */
    int more;
    while ((more = mns_walk_next(&walk, &name)) > 0) {
        if (lexer->json && name.kind != MNS_TOKEN_STRING) {
            return mns_lexer_fail(lexer, name.start, "a field's name must be a string",
                                  "JSON writes {\"name\": value}");
        }
        if (!mns_skip_rest(lexer, &name) || !mns_op_names_add(&names, lexer, &name) ||
            !mns_walk_value(&walk, &value) || !read_field(lexer, &name, &value, op, &seen)) {
            return false;
        }
    }
    if (more == 0 && !seen.typed) {
        return mns_lexer_fail(lexer, start, "an operation has no type",
                              "add :type, one of :invoke, :ok, :fail or :info");
    }
    return more == 0 && decide_client(lexer, start, &seen, op) &&
           (op->client || op->value == NULL || check_value(lexer, op->value));
}

/* Reading stops after this many malformed operations. Further problems would not be shown, and
 * searching on could make reading quadratic for hostile text. */
#define LIMIT_MALFORMED MNS_LIMIT_PROBLEMS

/* Continues at the next line that starts an operation. */
static void recover(mns_op_reader *reader, const char *from) {
    mns_lexer *lexer = &reader->lexer;
    lexer->error = NULL;
    reader->walk.first = true; /* expects no comma */
    reader->ended = ++reader->malformed >= LIMIT_MALFORMED;
    const char *p = from;
    while (!reader->ended) {
        const char *newline = p < lexer->end ? memchr(p, '\n', (size_t)(lexer->end - p)) : NULL;
        reader->ended = newline == NULL;
        p = newline == NULL ? lexer->end : newline + 1;
        while (p < lexer->end && (*p == ' ' || *p == '\t')) {
            p++;
        }
        if (p < lexer->end && (*p == '{' || *p == '#')) {
            assert(p > from); /* reading always moves on */
            lexer->p = p;
            return;
        }
    }
}

/* True if the text ends within this operation: the operation is on the last line, which ends
 * without newline and brace. Then any error in it is a consequence. */
static bool is_torn(const mns_op_reader *reader, const char *op_start) {
    const char *end = reader->lexer.end;
    return !reader->enclosed && op_start < end && end[-1] != '}' &&
           memchr(op_start, '\n', (size_t)(end - op_start)) == NULL;
}

static int fail(mns_op_reader *reader, const char *op_start) {
    const mns_lexer *lexer = &reader->lexer;
    assert(lexer->error != NULL && op_start >= lexer->begin && op_start <= lexer->end);
    const char *hint =
        is_torn(reader, op_start)
            ? "the file ends in the middle of this line; delete the line to check the rest"
            : lexer->hint;
    mns_problems_add(reader->problems, (uint64_t)(lexer->error_at - reader->source->data), hint,
                     "%s", lexer->error);
    recover(reader, lexer->error_at > op_start ? lexer->error_at : op_start);
    return -1;
}

/* The first token of the next operation; 0 at the end. */
static int next_start(mns_op_reader *reader, mns_token *token) {
    mns_lexer *lexer = &reader->lexer;
    if (!reader->enclosed) {
        return !mns_next(lexer, token) ? -1 : token->kind != MNS_TOKEN_END;
    }
    int more = mns_walk_next(&reader->walk, token);
    if (more != 0) {
        return more;
    }
    if (!mns_next(lexer, token)) {
        return -1;
    }
    if (token->kind != MNS_TOKEN_END) {
        mns_lexer_fail(lexer, token->start, "unexpected text after the end of the history",
                       "a history is one vector of operations, or a sequence of them, not both");
        return -1;
    }
    return 0;
}

int mns_op_start(mns_op_reader *reader, mns_token *token) {
    if (reader->ended) {
        return 0;
    }
    token->start = reader->lexer.p;
    int more = next_start(reader, token);
    reader->ended = more == 0;
    return more < 0 ? fail(reader, token->start) : more;
}

int mns_op_read(mns_op_reader *reader, mns_token *token, mns_op *op) {
    const char *start = token->start;
    if (!read_op(&reader->lexer, token, op)) {
        return fail(reader, start);
    }
    op->offset = (uint64_t)(start - reader->source->data);
    reader->other_fields |= op->has_other && (op->client || op->name != NULL);
    assert(reader->lexer.p > start && (op->value == NULL || op->value > start));
    assert(!op->client || op->name == NULL || op->value != NULL);
    return 1;
}

int mns_op_next(mns_op_reader *reader, mns_op *op) {
    mns_token token;
    int more = mns_op_start(reader, &token);
    return more > 0 ? mns_op_read(reader, &token, op) : more;
}

bool mns_op_at(const mns_source *source, bool json, uint64_t offset, mns_op *op, const char **end) {
    assert(offset < source->size);
    bool read = false;
    /* The length of the operation is unknown: retry with more text until it is complete. */
    for (size_t size = 4096, left = source->size - (size_t)offset; !read; size *= 8) {
        size_t look = size < left ? size : left;
        mns_lexer lexer;
        mns_token token;
        mns_lexer_init(&lexer, source->data + offset, source->data + offset + look, json);
        bool available = mns_source_ensure(source, (size_t)offset, (size_t)offset + look);
        read = available && mns_next(&lexer, &token) && read_op(&lexer, &token, op);
        *end = lexer.p;
        if (!available || look == left) {
            break;
        }
    }
    op->offset = offset;
    return read;
}
