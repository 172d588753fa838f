/*
 * viper_read.c - reads histories of Viper: a folder of J*.log, one for each session.
 *
 *     {"value": [["w", 7, 2, true], ["r", 8, 3, false], ["range", 1, 9, [{"id": 8, "sk": 8,
 *      "val": 3}], []]]}
 *
 * As ViperBench writes them and Viper reads them:
 * - Each line of a file is a committed transaction. One array of them is accepted too. Of its other
 *   fields, isFinal and the times of the client are ignored. Unknown fields are errors: one may say
 *   that the transaction was rolled back.
 * - ["w", key, value, succeeded]; an insert is logged like that. A write that did not succeed
 *   changed nothing. It becomes an aborted transaction, so that a read of it is an aborted read.
 * - ["r", key, value, dead]. A row is never removed: a delete writes a tombstone, with a value of
 *   its own. dead: the row is a tombstone, and value is that of the tombstone. So dead only has to
 *   agree with the write.
 * - ["d", key, value of the tombstone, value read, dead, succeeded] reads and writes, as does an
 *   older ["i", ...] of that form, an insert. The value read is -1 where it was not recorded.
 * - ["range", from, to, live rows, dead rows]: the rows it returned, {"id": key, "val": value}.
 *   Minos has no reads of ranges yet: each row becomes a read. A row that the range missed is not
 *   checked.
 * - A transaction with isInitial true shows the initial state, by writes or a range over all rows.
 *   It is not part of a session, and not translated.
 * - 0 is the value of a row that does not exist. See viper_versions.h for reads of the initial
 *   state.
 *
 * All files are read once more than they are translated. Memory: 16 to 32 bytes for each write, 60
 * to 120 for each key whose initial value is shown or read.
 */
#include "format/json_input.h"
#include "format/viper_fast.h"
#include "format/viper_mops.h"

/* Above every number of a session. */
#define UNNUMBERED ((uint64_t)1000000000000000000)

typedef struct viper {
    mns_json_input json;
    mns_viper_mops mops;
    bool surveying;   /* the first time through the files */
    uint32_t file;    /* the current one, */
    bool open;        /* if it is open */
    bool enclosed;    /* it is one array, */
    mns_walk walk;    /* which this iterates over */
    bool numbered;    /* the names of the files number the sessions: J14.log */
    uint64_t process; /* of the current file */
} viper;

/* hint NULL: the form of a transaction. */
static int wrong(viper *v, const char *at, const char *hint, const char *message) {
    return mns_json_wrong(&v->json, at, hint == NULL ? MNS_VIPER_FORM : hint, message);
}

/* ---- Files ------------------------------------------------------------------------------------
 */

static bool is_log(const char *name) {
    size_t size = strlen(name);
    return size > 4 && name[0] == 'J' && strcmp(name + size - 4, ".log") == 0;
}

static const char *name_of(const mns_input *input) {
    const char *slash = strrchr(input->source.name, '/');
    return slash == NULL ? input->source.name : slash + 1;
}

/* The number of a session in J14.log, below UNNUMBERED; false if the name has another form. */
static bool log_number(const char *name, uint64_t *number) {
    const char *digits = name + 1;
    size_t count = strspn(digits, "0123456789");
    *number = 0;
    if (count == 0 || count > 18 || (digits[0] == '0' && count > 1) ||
        strcmp(digits + count, ".log") != 0) {
        return false;
    }
    for (size_t i = 0; i < count; i++) {
        *number = *number * 10 + (uint64_t)(digits[i] - '0');
    }
    return true;
}

/* Opens the next file that is not empty. 1, or 0 after the last; -1: failed. */
static int open_file(viper *v, mns_reading *reading) {
    for (; v->file < reading->input_count; v->file++) {
        mns_input *input = &reading->inputs[v->file];
        mns_token token;
        mns_json_begin(&v->json, reading, input);
        if (!mns_json_ready(&v->json, false) || !mns_next(&v->json.lexer, &token)) {
            return mns_json_fail(&v->json);
        }
        if (token.kind == MNS_TOKEN_END) {
            continue;
        }
        v->open = true;
        v->enclosed = token.kind == MNS_TOKEN_VECTOR;
        if (v->enclosed) {
            v->walk = mns_walk_begin(&v->json.lexer, &token);
        } else {
            v->json.lexer.p = token.start;
        }
        if (!v->numbered || !log_number(name_of(input), &v->process)) {
            v->process = v->numbered ? UNNUMBERED + v->file : v->file;
        }
        return 1;
    }
    return 0;
}

static int close_file(viper *v) {
    v->open = false;
    v->file++;
    return 1;
}

/* ---- Transactions -----------------------------------------------------------------------------
 */

/* Reads the value, whose text was skipped, and returns to the end of the transaction. */
static int read_value(viper *v, const mns_token *value, mns_viper_pass pass) {
    const char *after = v->json.lexer.p;
    v->json.lexer.p = value->end;
    if (mns_viper_mops_read(&v->mops, value, pass) < 0) {
        return -1;
    }
    v->json.lexer.p = after;
    return 1;
}

static int translate_part(viper *v, const char *start, const mns_token *value, mns_op_type type,
                          mns_viper_pass pass) {
    mns_emit *emit = &v->json.reading->emit;
    mns_emit_begin(emit, mns_input_place(v->json.input, start), type, v->process);
    mns_emit_value(emit);
    if (read_value(v, value, pass) < 0) {
        return -1;
    }
    mns_emit_end(emit);
    return 1;
}

/* The transaction; its writes that did not succeed as an aborted one. */
static int translate(viper *v, const char *start, const mns_token *value) {
    v->mops.versions.has_failed = false;
    int more = translate_part(v, start, value, MNS_OP_OK, MNS_VIPER_TRANSLATE);
    return more > 0 && v->mops.versions.has_failed
               ? translate_part(v, start, value, MNS_OP_FAIL, MNS_VIPER_FAILED)
               : more;
}

static int read_initial(viper *v, const char *start, const mns_token *value) {
    if (!v->surveying) {
        return 1;
    }
    if (v->mops.versions.has_initial) {
        return wrong(v, start, "only one transaction of a history may have isInitial",
                     "this is a second initial transaction");
    }
    v->mops.versions.has_initial = true;
    return read_value(v, value, MNS_VIPER_INITIAL);
}

/* Fields of ViperBench that Minos does not need: a mark, and times of the client. */
static bool is_ignored(const mns_token *name) {
    return MNS_TOKEN_IS(name, "isFinal") || MNS_TOKEN_IS(name, "preBeginTS") ||
           MNS_TOKEN_IS(name, "postBeginTS") || MNS_TOKEN_IS(name, "preCommitTS") ||
           MNS_TOKEN_IS(name, "postCommitTS");
}

static int read_field(viper *v, const mns_token *name, const mns_token *value, mns_token *mops,
                      mns_token *initial) {
    bool is_value = MNS_TOKEN_IS(name, "value"), is_initial = MNS_TOKEN_IS(name, "isInitial");
    if ((is_value && mops->start != NULL) || (is_initial && initial->start != NULL)) {
        return wrong(v, name->start, NULL, "this field is given twice");
    }
    if (is_value) {
        if (value->kind != MNS_TOKEN_VECTOR) {
            return wrong(v, value->start, NULL, "value must be an array of operations");
        }
        *mops = *value;
        return mns_skip_unread(&v->json.lexer, value) ? 1 : mns_json_fail(&v->json);
    }
    if (is_initial) {
        *initial = *value;
        if (value->kind != MNS_TOKEN_TRUE && value->kind != MNS_TOKEN_FALSE) {
            return wrong(v, value->start, NULL, "isInitial must be true or false");
        }
    } else if (!is_ignored(name)) {
        return mns_json_unknown(&v->json, name,
                                "a transaction has the fields value, isInitial, isFinal, "
                                "preBeginTS, postBeginTS, preCommitTS and postCommitTS");
    }
    return mns_skip_rest(&v->json.lexer, value) ? 1 : mns_json_fail(&v->json);
}

static int read_transaction(viper *v, const mns_token *open) {
    if (open->kind != MNS_TOKEN_MAP) {
        return wrong(v, open->start, NULL, "expected a transaction: {\"value\": [...]}");
    }
    mns_walk walk = mns_walk_begin(&v->json.lexer, open);
    mns_token name, value, mops = {.start = NULL}, initial = {.start = NULL};
    int more;
    while ((more = mns_walk_field(&walk, &name, &value)) > 0) {
        if (read_field(v, &name, &value, &mops, &initial) < 0) {
            return -1;
        }
    }
    if (more < 0) {
        return mns_json_fail(&v->json);
    }
    if (mops.start == NULL) {
        return wrong(v, open->start, NULL, "this transaction has no value, its operations");
    }
    if (initial.start != NULL && initial.kind == MNS_TOKEN_TRUE) {
        return read_initial(v, open->start, &mops);
    }
    return v->surveying ? read_value(v, &mops, MNS_VIPER_SURVEY) : translate(v, open->start, &mops);
}

/* ---- The reader -------------------------------------------------------------------------------
 */

static int next(void *state, mns_reading *reading) {
    viper *v = state;
    mns_token token;
    int more = v->open ? 1 : open_file(v, reading);
    if (more <= 0) {
        return more;
    }
    const char *start, *past;
    mns_json_ahead(&v->json);
    if (mns_viper_fast_txn(&v->json.lexer, v->enclosed && !v->walk.first, &start, &token, &past)) {
        v->walk.first = false;
        v->json.lexer.p = past;
        return v->surveying ? read_value(v, &token, MNS_VIPER_SURVEY) : translate(v, start, &token);
    }
    if (!mns_json_ready(&v->json, true)) {
        return -1;
    }
    if (v->enclosed) {
        more = mns_walk_next(&v->walk, &token);
    } else {
        more = mns_next(&v->json.lexer, &token) ? token.kind != MNS_TOKEN_END : -1;
    }
    if (more < 0) {
        return mns_json_fail(&v->json);
    }
    if (more > 0) {
        return read_transaction(v, &token);
    }
    return v->enclosed && mns_json_end(&v->json) < 0 ? -1 : close_file(v);
}

static bool begin(void *state, mns_reading *reading) {
    viper *v = state;
    uint64_t number;
    mns_viper_mops_init(&v->mops, &v->json);
    v->surveying = v->numbered = true;
    for (uint32_t i = 0; i < reading->input_count; i++) {
        const char *name = name_of(&reading->inputs[i]);
        v->numbered &= log_number(name, &number) || strcmp(name, MNS_VIPER_INITIAL_LOG) == 0;
    }
    int more;
    do {
        more = next(v, reading);
    } while (more > 0);
    for (uint32_t i = 0; more == 0 && i < reading->input_count; i++) {
        more = mns_input_back(reading, &reading->inputs[i], 0) ? 0 : -1;
    }
    mns_viper_versions_surveyed(&v->mops.versions);
    v->surveying = false;
    v->file = 0;
    return more == 0;
}

static void again(void *state) {
    viper *v = state;
    v->file = 0;
    v->open = false;
    v->mops.ranges = 0;
    mns_viper_versions_again(&v->mops.versions);
}

static void end(void *state) {
    viper *v = state;
    mns_viper_mops_release(&v->mops);
}

static void notes(const void *state, mns_buf *out) {
    const viper *v = state;
    uint64_t ranges = v->mops.ranges, unknown = v->mops.versions.unknown;
    if (ranges > 0) {
        mns_buf_printf(out,
                       "%llu range read%s read as reads of the rows that %s returned; rows that %s "
                       "missed are not checked\n",
                       (unsigned long long)ranges, ranges == 1 ? " was" : "s were",
                       ranges == 1 ? "it" : "they", ranges == 1 ? "it" : "they");
    }
    if (unknown > 0) {
        mns_buf_printf(out,
                       "%llu read%s of the initial state, because no transaction wrote the value "
                       "and none has isInitial\n",
                       (unsigned long long)unknown,
                       unknown == 1 ? " was taken as a read" : "s were taken as reads");
    }
}

/* ---- Recognition ------------------------------------------------------------------------------
 */

/* Is this value empty, or does it start with an operation of Viper? */
static bool value_fits(mns_lexer lexer, const mns_token *open) {
    mns_token token;
    if (open->kind != MNS_TOKEN_VECTOR) {
        return false;
    }
    mns_walk walk = mns_walk_begin(&lexer, open);
    int more = mns_walk_next(&walk, &token);
    if (more <= 0 || token.kind != MNS_TOKEN_VECTOR) {
        return more == 0;
    }
    walk = mns_walk_begin(&lexer, &token);
    return mns_walk_next(&walk, &token) > 0 && token.kind == MNS_TOKEN_STRING &&
           mns_viper_is_mop(&token);
}

/* A client that ran no transaction: nothing, or []. */
static bool is_empty(const char *data, size_t size) {
    mns_lexer lexer;
    mns_token token;
    mns_lexer_init(&lexer, data, data + size, true);
    bool read = mns_next(&lexer, &token);
    if (read && token.kind == MNS_TOKEN_VECTOR) {
        mns_walk walk = mns_walk_begin(&lexer, &token);
        read = mns_walk_next(&walk, &token) == 0 && mns_next(&lexer, &token);
    }
    return read && token.kind == MNS_TOKEN_END;
}

/* The first transaction has a value, and is no operation of a JSON history. */
static bool fits(const char *data, size_t size, bool whole) {
    mns_lexer lexer;
    mns_token token, name, value;
    (void)whole;
    mns_lexer_init(&lexer, data, data + size, true);
    if (!mns_next(&lexer, &token)) {
        return false;
    }
    if (token.kind == MNS_TOKEN_VECTOR) {
        mns_walk outer = mns_walk_begin(&lexer, &token);
        if (mns_walk_next(&outer, &token) <= 0) {
            return false;
        }
    }
    bool found = false;
    mns_walk walk;
    if (token.kind == MNS_TOKEN_MAP) {
        walk = mns_walk_begin(&lexer, &token);
        while (mns_walk_field(&walk, &name, &value) > 0) {
            if (MNS_TOKEN_IS(&name, "type") || MNS_TOKEN_IS(&name, "process")) {
                return false;
            }
            found |= MNS_TOKEN_IS(&name, "value") && value_fits(lexer, &value);
            if (!mns_skip_rest(&lexer, &value)) {
                break;
            }
        }
    }
    return found;
}

const mns_reader mns_viper_reader = {.state_size = sizeof(viper),
                                     .begin = begin,
                                     .again = again,
                                     .next = next,
                                     .end = end,
                                     .notes = notes,
                                     .fits = fits,
                                     .is_empty = is_empty,
                                     .is_log = is_log};
