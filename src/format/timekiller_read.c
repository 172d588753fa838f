/*
 * timekiller_read.c - reads histories of TimeKiller (Chronos and Aion).
 *
 *     [{"tid": 67, "sid": 19, "sts": {"p": 1691420095436341, "l": 61}, "cts": {"p": ..., "l": 18},
 *       "ops": [{"t": "w", "k": 7, "v": 2}, {"t": "r", "k": 8, "v": null}]}]
 *
 * As its program reads them:
 * - One array of committed transactions; those of a session (sid) are in its order. sid and tid are
 *   numbers or strings, and 1 is the same as "1"; tid is unique. Fields come in any order. rtts
 *   and mts are ignored. Unknown fields are errors: one may say that the transaction was rolled
 *   back.
 * - sts and cts are the database's own timestamps, hybrid logical clocks (timekiller_clock.h), and
 *   become :start-ts and :commit-ts. cts is not before sts. Numbers may be written as strings.
 * - t is w or write, r or read, of lists a or append, in upper or lower case. A read without v, or
 *   of null, is one of the initial state.
 * - The initial value of registers is an option of the program: null or 0. The file does not say
 *   which. A read of 0 is one of the initial state if no transaction writes 0 to that key: it
 *   cannot be anything else, unless the database invented it. If one does, such a read is
 *   ambiguous, an error, unless a read of null shows that the initial value is not 0, or the first
 *   transaction writes it and committed before all others started: that is the initial state.
 *
 * The whole file is surveyed before it is translated, since the scale of the clocks and the keys to
 * which 0 is written must be known first. Memory: the ids of transactions while they are compared,
 * and the sessions.
 */
#include "format/timekiller_ops.h"
#include "format/timekiller_tids.h"

typedef struct timekiller {
    mns_json_input json;
    bool open;      /* the bracket of the array was read */
    mns_walk walk;  /* over the transactions */
    bool surveying; /* the first time through the file */
    mns_timekiller_ops ops;
    mns_hlc_scale scale;
    mns_place widest;         /* the last transaction that widened the scale */
    mns_hlc_first first;      /* of the file */
    mns_timekiller_tids tids; /* while surveying */
    mns_values sessions;      /* their names */
    bool named_sessions;      /* not every sid is a number: sessions are numbered as they come */
} timekiller;

typedef mns_timekiller_txn transaction;

/* hint NULL: the form of a transaction. */
static int wrong(timekiller *t, const char *at, const char *hint, const char *message) {
    static const char form[] = "a transaction is {\"tid\": 1, \"sid\": 2, \"sts\": {\"p\": 5, "
                               "\"l\": 0}, \"cts\": {\"p\": 6, \"l\": 0}, \"ops\": [...]}";
    return mns_json_wrong(&t->json, at, hint == NULL ? form : hint, message);
}

static int twice(timekiller *t, const mns_token *name) {
    return wrong(t, name->start, NULL, "this field is given twice");
}

static mns_place place_of(const timekiller *t, const char *p) {
    return mns_input_place(t->json.input, p);
}

/* ---- Transactions ---------------------------------------------------------------------------- */

static int read_id(timekiller *t, const mns_token *name, const mns_token *value,
                   mns_timekiller_id *id) {
    if (id->text.data != NULL) {
        return twice(t, name);
    }
    size_t quote = value->kind == MNS_TOKEN_STRING;
    if (quote == 0 && value->kind != MNS_TOKEN_INTEGER && value->kind != MNS_TOKEN_BIG) {
        return wrong(t, value->start, NULL, "tid and sid are numbers or strings");
    }
    id->is_number = mns_json_integer(value, &id->text, &id->number);
    id->text = (mns_text){value->start + quote, (size_t)(value->end - value->start) - 2 * quote};
    return 1;
}

static int read_clock(timekiller *t, const mns_token *open, mns_hlc *clock) {
    if (open->kind != MNS_TOKEN_MAP) {
        return wrong(t, open->start, NULL, "a timestamp is {\"p\": ..., \"l\": ...}");
    }
    mns_walk walk = mns_walk_begin(&t->json.lexer, open);
    mns_token name, value;
    mns_text text;
    bool has_p = false, has_l = false;
    int more;
    while ((more = mns_walk_field(&walk, &name, &value)) > 0) {
        bool is_p = MNS_TOKEN_IS(&name, "p"), is_l = MNS_TOKEN_IS(&name, "l");
        if ((is_p && has_p) || (is_l && has_l)) {
            return twice(t, &name);
        }
        if ((is_p || is_l) && !mns_json_integer(&value, &text, is_p ? &clock->p : &clock->l)) {
            return wrong(t, value.start, NULL, "p and l must be 64-bit integers");
        }
        has_p |= is_p;
        has_l |= is_l;
        if (!is_p && !is_l) {
            return mns_json_unknown(&t->json, &name, "a timestamp has the fields p and l");
        }
    }
    if (more < 0) {
        return mns_json_fail(&t->json);
    }
    if (!has_p || !has_l) {
        return wrong(t, open->start, NULL, "a timestamp needs p and l");
    }
    return clock->l >= 0 ? 1 : wrong(t, open->start, NULL, "l, the logical part, is negative");
}

static int read_field(timekiller *t, transaction *x, const mns_token *name,
                      const mns_token *value) {
    mns_lexer *lexer = &t->json.lexer;
    if (MNS_TOKEN_IS(name, "tid")) {
        return read_id(t, name, value, &x->tid);
    }
    if (MNS_TOKEN_IS(name, "sid")) {
        return read_id(t, name, value, &x->sid);
    }
    bool is_sts = MNS_TOKEN_IS(name, "sts");
    if (is_sts || MNS_TOKEN_IS(name, "cts")) {
        bool *has = is_sts ? &x->has_sts : &x->has_cts;
        if (*has) {
            return twice(t, name);
        }
        *has = true;
        return read_clock(t, value, is_sts ? &x->sts : &x->cts);
    }
    if (MNS_TOKEN_IS(name, "ops")) {
        if (x->ops.start != NULL) {
            return twice(t, name);
        }
        if (value->kind != MNS_TOKEN_VECTOR) {
            return wrong(t, value->start, NULL, "ops must be an array of operations");
        }
        x->ops = *value;
        bool skipped = mns_skip_unread(lexer, value);
        x->ops_end = lexer->p;
        return skipped ? 1 : mns_json_fail(&t->json);
    }
    if (!MNS_TOKEN_IS(name, "rtts") && !MNS_TOKEN_IS(name, "mts")) { /* times of the client */
        return mns_json_unknown(&t->json, name,
                                "a transaction has the fields tid, sid, sts, cts, ops and rtts");
    }
    return mns_skip_rest(lexer, value) ? 1 : mns_json_fail(&t->json);
}

static int check_transaction(timekiller *t, const transaction *x) {
    const struct {
        bool missing;
        const char *message;
    } fields[] = {{x->tid.text.data == NULL, "this transaction has no tid"},
                  {x->sid.text.data == NULL, "this transaction has no sid, its session"},
                  {!x->has_sts, "this transaction has no sts, its start timestamp"},
                  {!x->has_cts, "this transaction has no cts, its commit timestamp"},
                  {x->ops.start == NULL, "this transaction has no ops, its operations"}};
    for (size_t i = 0; i < MNS_COUNT_OF(fields); i++) {
        if (fields[i].missing) {
            return wrong(t, x->start, NULL, fields[i].message);
        }
    }
    return mns_hlc_compare(x->sts, x->cts) <= 0
               ? 1
               : wrong(t, x->start, NULL, "cts, the commit timestamp, is before sts, the start");
}

/* Reads the operations, whose text was skipped, and returns to the end of the transaction. */
static int read_operations(timekiller *t, const transaction *x) {
    t->json.lexer.p = x->ops.end;
    if (mns_timekiller_ops_read(&t->ops, &x->ops) < 0) {
        return -1;
    }
    t->json.lexer.p = x->end;
    return 1;
}

static int survey_tid(timekiller *t, const transaction *x) {
    bool known;
    if (!mns_timekiller_tids_add(&t->tids, &x->tid, &known)) {
        return mns_reading_no_memory(t->json.reading);
    }
    return known ? wrong(t, x->start, "every transaction needs a tid of its own",
                         "an earlier transaction has the same tid")
                 : 1;
}

static int survey_transaction(timekiller *t, const transaction *x) {
    mns_hlc_first_see(&t->first, x->sts, x->cts);
    t->named_sessions |= !x->sid.is_number || x->sid.number < 0;
    bool wider = mns_hlc_scale_see(&t->scale, x->sts);
    wider |= mns_hlc_scale_see(&t->scale, x->cts);
    if (wider) {
        t->widest = place_of(t, x->start);
    }
    if (survey_tid(t, x) < 0) {
        return -1;
    }
    mns_timekiller_find_null(&t->ops, x->ops.end, x->ops_end);
    /* Everything else about the operations is checked when they are translated. */
    bool zero = mns_timekiller_may_write_zero(x->ops.end, x->ops_end);
    int status = zero ? read_operations(t, x) : 1;
    t->ops.starting = false;
    return status;
}

/* The process of a session; false when out of memory. */
static bool session_of(timekiller *t, const transaction *x, uint64_t *process) {
    if (!t->named_sessions) {
        *process = (uint64_t)x->sid.number;
        return true;
    }
    mns_value name =
        mns_values_intern(&t->sessions, MNS_VALUE_STRING, x->sid.text.data, x->sid.text.size);
    *process = name >> 1; /* ids count up from 0 */
    return name != MNS_VALUE_NONE;
}

static int translate_transaction(timekiller *t, const transaction *x) {
    mns_emit *emit = &t->json.reading->emit;
    uint64_t process;
    if (!mns_hlc_scale_has(&t->scale, x->sts) || !mns_hlc_scale_has(&t->scale, x->cts) ||
        (!t->named_sessions && !x->sid.is_number)) {
        return wrong(t, x->start, "check it again when no program is writing to it",
                     "the file was changed while it was read");
    }
    if (!session_of(t, x, &process)) {
        return mns_reading_no_memory(t->json.reading);
    }
    mns_emit_begin(emit, place_of(t, x->start), MNS_OP_OK, process);
    if (x->tid.is_number) {
        mns_emit_field(emit, "index", x->tid.number);
    }
    mns_emit_field(emit, "start-ts", mns_hlc_number(&t->scale, x->sts));
    mns_emit_field(emit, "commit-ts", mns_hlc_number(&t->scale, x->cts));
    mns_emit_value(emit);
    if (read_operations(t, x) < 0) {
        return -1;
    }
    mns_emit_end(emit);
    return 1;
}

static int use_transaction(timekiller *t, const transaction *x) {
    if (check_transaction(t, x) < 0) {
        return -1;
    }
    return t->surveying ? survey_transaction(t, x) : translate_transaction(t, x);
}

/* The slow path, by tokens. */
static int read_transaction(timekiller *t, const mns_token *token) {
    if (token->kind != MNS_TOKEN_MAP) {
        return wrong(t, token->start, NULL,
                     "expected a transaction: {\"tid\": ..., \"sid\": ..., ...}");
    }
    mns_walk walk = mns_walk_begin(&t->json.lexer, token);
    transaction x = {.start = token->start};
    mns_token name, value;
    int more;
    while ((more = mns_walk_field(&walk, &name, &value)) > 0) {
        if (read_field(t, &x, &name, &value) < 0) {
            return -1;
        }
    }
    if (more < 0) {
        return mns_json_fail(&t->json);
    }
    x.end = t->json.lexer.p;
    return use_transaction(t, &x);
}

/* ---- The reader ------------------------------------------------------------------------------ */

static bool open_array(timekiller *t, mns_reading *reading) {
    mns_token open;
    mns_json_begin(&t->json, reading, &reading->inputs[0]);
    if (!mns_json_ready(&t->json, false) || !mns_next(&t->json.lexer, &open)) {
        return mns_json_fail(&t->json) > 0;
    }
    if (open.kind != MNS_TOKEN_VECTOR) {
        return wrong(t, open.start, NULL, "expected an array of transactions") > 0;
    }
    t->walk = mns_walk_begin(&t->json.lexer, &open);
    t->open = true;
    return true;
}

static int next(void *state, mns_reading *reading) {
    timekiller *t = state;
    transaction x;
    mns_token token;
    if (!t->open && !open_array(t, reading)) {
        return -1;
    }
    mns_json_ahead(&t->json);
    mns_lexer *lexer = &t->json.lexer;
    if (mns_timekiller_fast_txn(lexer->p, lexer->end, t->walk.first, &x)) {
        t->walk.first = false;
        lexer->p = x.end;
        return use_transaction(t, &x);
    }
    int more = mns_json_ready(&t->json, true) ? mns_walk_next(&t->walk, &token) : -1;
    if (more < 0) {
        return mns_json_fail(&t->json);
    }
    return more > 0 ? read_transaction(t, &token) : mns_json_end(&t->json);
}

static int too_wide(timekiller *t) {
    const mns_hlc_scale *s = &t->scale;
    return mns_reading_fail(t->json.reading, t->widest,
                            "(p - smallest p) * 10^n + l must fit, where 10^n is above every l",
                            "the timestamps of this history do not fit into 64 bits: p is from "
                            "%lld to %lld, l is up to %lld",
                            (long long)s->least_p, (long long)s->most_p, (long long)s->most_l);
}

static bool begin(void *state, mns_reading *reading) {
    timekiller *t = state;
    mns_timekiller_ops_init(&t->ops, &t->json);
    mns_timekiller_tids_init(&t->tids);
    mns_values_init(&t->sessions);
    t->surveying = t->ops.surveying = t->ops.starting = true;
    int more;
    do {
        more = next(t, reading);
    } while (more > 0);
    if (more == 0 && !mns_hlc_scale_fix(&t->scale)) {
        more = too_wide(t);
    }
    mns_timekiller_tids_release(&t->tids);
    t->surveying = t->ops.surveying = t->open = false;
    t->ops.first_precedes = t->first.precedes;
    return more == 0 && mns_input_back(reading, &reading->inputs[0], 0);
}

static void again(void *state) {
    timekiller *t = state;
    t->open = false;
    mns_timekiller_ops_again(&t->ops);
    mns_values_release(&t->sessions);
    mns_values_init(&t->sessions);
}

static void end(void *state) {
    timekiller *t = state;
    mns_timekiller_ops_release(&t->ops);
    mns_values_release(&t->sessions);
}

static void notes(const void *state, mns_buf *out) {
    const timekiller *t = state;
    bool one = t->ops.zero_reads == 1;
    if (t->ops.zero_reads > 0) {
        mns_buf_printf(out,
                       "%llu read%s of 0, which no transaction wrote to %s, %s of the initial "
                       "state\n",
                       (unsigned long long)t->ops.zero_reads, one ? "" : "s",
                       one ? "its key" : "their keys",
                       one ? "was taken as a read" : "were taken as reads");
    }
    if (t->named_sessions) {
        mns_buf_str(out, "the sessions have names, so processes are numbered in the order of their "
                         "first transactions\n");
    }
}

/* The first transaction has a timestamp, and is no operation of a JSON history. */
static bool fits(const char *data, size_t size, bool whole) {
    mns_lexer lexer;
    mns_token token, name, value;
    (void)whole;
    mns_lexer_init(&lexer, data, data + size, true);
    if (!mns_next(&lexer, &token) || token.kind != MNS_TOKEN_VECTOR) {
        return false;
    }
    mns_walk walk = mns_walk_begin(&lexer, &token);
    if (mns_walk_next(&walk, &token) <= 0 || token.kind != MNS_TOKEN_MAP) {
        return false;
    }
    walk = mns_walk_begin(&lexer, &token);
    bool found = false;
    while (mns_walk_field(&walk, &name, &value) > 0) {
        if (MNS_TOKEN_IS(&name, "type") || MNS_TOKEN_IS(&name, "process")) {
            return false;
        }
        found |= MNS_TOKEN_IS(&name, "sts") || MNS_TOKEN_IS(&name, "cts");
        if (!mns_skip_rest(&lexer, &value)) {
            break;
        }
    }
    return found;
}

const mns_reader mns_timekiller_reader = {.state_size = sizeof(timekiller),
                                          .begin = begin,
                                          .again = again,
                                          .next = next,
                                          .end = end,
                                          .notes = notes,
                                          .fits = fits};
