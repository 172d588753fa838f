/*
 * dbcop_json_read.c - reads dbcop's JSON histories.
 *
 *   {"params": .., "info": .., "start": .., "end": .., "data": SESSIONS}     or SESSIONS alone
 *
 *   SESSIONS      [[TRANSACTION, ..], ..]
 *   TRANSACTION   {"events": [EVENT, ..], "committed": true}
 *   EVENT         see dbcop_json_event.h
 *
 * dbcop needs all fields of the outer object; here "data" is enough. Unknown fields of the outer
 * object and of a transaction are errors: a misspelt field looks the same.
 */
#include "format/dbcop_json_event.h"

#define TXN_HINT "a transaction is {\"events\": [..], \"committed\": true}"
#define HISTORY_HINT                                                                               \
    "a history is an array of sessions, which are arrays of transactions, or an object with this " \
    "array as \"data\""

typedef struct json_state {
    mns_dbcop dbcop;
    mns_json_input json;
    enum { BEFORE, IN_OBJECT, IN_SESSIONS, IN_SESSION, AFTER } where;
    bool has_data;
    mns_walk object, sessions, session;
    uint64_t session_count; /* of the sessions that were begun */
} json_state;

static bool begin(void *opaque, mns_reading *reading) {
    json_state *state = opaque;
    mns_json_begin(&state->json, reading, &reading->inputs[0]);
    return mns_dbcop_begin(&state->dbcop, reading);
}

/* ---- Transactions --------------------------------------------------------------------------- */

/* Reads the array of events; false after a failure. */
static bool read_events(json_state *state, const mns_token *open) {
    mns_json_input *json = &state->json;
    if (open->kind != MNS_TOKEN_VECTOR) {
        mns_json_wrong(json, open->start, TXN_HINT, "the events of a transaction must be an array");
        return false;
    }
    mns_walk walk = mns_walk_begin(&json->lexer, open);
    mns_token token;
    int more;
    while ((more = mns_walk_next(&walk, &token)) > 0) {
        mns_dbcop_event event;
        if (!mns_dbcop_json_event(json, &token, &event) ||
            !mns_dbcop_add(&state->dbcop, json->reading, &event)) {
            return false;
        }
    }
    return more == 0;
}

/* 1 or 0; -1 after a failure. */
static int read_committed(mns_json_input *json, const mns_token *value) {
    if (value->kind != MNS_TOKEN_TRUE && value->kind != MNS_TOKEN_FALSE) {
        return mns_json_wrong(json, value->start, TXN_HINT, "\"committed\" must be true or false");
    }
    return value->kind == MNS_TOKEN_TRUE;
}

/* Reads the fields of a transaction; false after a failure. */
static bool read_txn_fields(json_state *state, const mns_token *open, bool *committed) {
    mns_json_input *json = &state->json;
    mns_walk walk = mns_walk_begin(&json->lexer, open);
    mns_token name, value;
    bool events = false;
    int more, success = -1;
    while ((more = mns_walk_field(&walk, &name, &value)) > 0) {
        bool is_events = MNS_TOKEN_IS(&name, "events");
        bool is_committed = MNS_TOKEN_IS(&name, "committed");
        if ((is_events && events) || (is_committed && success >= 0)) {
            mns_json_wrong(json, name.start, TXN_HINT, "a transaction has this field twice");
            return false;
        }
        if (!is_events && !is_committed) {
            mns_json_unknown(json, &name, TXN_HINT);
            return false;
        }
        if (is_events ? !read_events(state, &value)
                      : (success = read_committed(json, &value)) < 0) {
            return false;
        }
        events |= is_events;
    }
    if (more == 0 && (!events || success < 0)) {
        mns_json_wrong(json, open->start, TXN_HINT,
                       events ? "this transaction does not say whether it committed"
                              : "this transaction has no events");
    }
    *committed = success == 1;
    return more == 0 && events && success >= 0;
}

static int read_txn(json_state *state, const mns_token *open, const mns_walk *before,
                    const char *start) {
    mns_json_input *json = &state->json;
    const char *data = json->input->source.data;
    mns_dbcop_txn txn = {.start = (size_t)(start - data),
                         .place = mns_input_place(json->input, open->start),
                         .session = state->session_count - 1};
    if (open->kind != MNS_TOKEN_MAP) {
        return mns_json_wrong(json, open->start, TXN_HINT, "expected a transaction, an object");
    }
    if (!read_txn_fields(state, open, &txn.committed)) {
        return mns_json_fail(json);
    }
    bool again;
    int more = mns_dbcop_finish(&state->dbcop, json->reading, &mns_dbcop_json_reader, &txn, &again);
    if (again) {
        state->session = *before;
        json->lexer.p = start;
    }
    return more;
}

static int next_txn(json_state *state) {
    mns_json_input *json = &state->json;
    mns_walk before = state->session;
    const char *start = json->lexer.p;
    mns_token token;
    int more = mns_json_ready(json, true) ? mns_walk_next(&state->session, &token) : -1;
    if (more > 0) {
        return read_txn(state, &token, &before, start);
    }
    state->where = IN_SESSIONS;
    return more == 0 ? 1 : mns_json_fail(json);
}

/* ---- Around the transactions ---------------------------------------------------------------- */

static int next_session(json_state *state) {
    mns_json_input *json = &state->json;
    mns_token token;
    int more = mns_json_ready(json, false) ? mns_walk_next(&state->sessions, &token) : -1;
    if (more < 0) {
        return mns_json_fail(json);
    }
    if (more == 0) {
        state->where = state->has_data ? IN_OBJECT : AFTER;
        return 1;
    }
    if (token.kind != MNS_TOKEN_VECTOR) {
        return mns_json_wrong(json, token.start, HISTORY_HINT,
                              "expected a session, an array of transactions");
    }
    state->session = mns_walk_begin(&json->lexer, &token);
    state->session_count++;
    state->where = IN_SESSION;
    return 1;
}

static int begin_data(json_state *state, const mns_token *name, const mns_token *value) {
    if (state->has_data || value->kind != MNS_TOKEN_VECTOR) {
        return mns_json_wrong(&state->json, name->start, HISTORY_HINT,
                              state->has_data ? "the history has this field twice"
                                              : "\"data\" must be an array of sessions");
    }
    state->has_data = true;
    state->sessions = mns_walk_begin(&state->json.lexer, value);
    state->where = IN_SESSIONS;
    return 1;
}

/* A field of the outer object. Tokens are valid until the input is read on, so the name is compared
 * before its value is read. */
static int next_field(json_state *state) {
    mns_json_input *json = &state->json;
    mns_token name, value;
    int more = mns_json_ready(json, false) ? mns_walk_next(&state->object, &name) : -1;
    if (more < 0) {
        return mns_json_fail(json);
    }
    if (more == 0) {
        state->where = AFTER;
        return state->has_data ? 1
                               : mns_json_wrong(json, state->object.open, HISTORY_HINT,
                                                "this object has no field \"data\"");
    }
    if (name.kind != MNS_TOKEN_STRING) {
        return mns_json_wrong(json, name.start, HISTORY_HINT, "a field's name must be a string");
    }
    bool is_data = MNS_TOKEN_IS(&name, "data");
    bool known = MNS_TOKEN_IS(&name, "params") || MNS_TOKEN_IS(&name, "info") ||
                 MNS_TOKEN_IS(&name, "start") || MNS_TOKEN_IS(&name, "end");
    if (!is_data && !known) {
        return mns_json_unknown(json, &name,
                                "a history has the fields params, info, start, end and data");
    }
    if (!mns_json_ready(json, !is_data) || !mns_walk_value(&state->object, &value)) {
        return mns_json_fail(json);
    }
    if (is_data) {
        return begin_data(state, &name, &value);
    }
    return mns_skip_rest(&json->lexer, &value) ? 1 : mns_json_fail(json);
}

static int next_outer(json_state *state) {
    mns_json_input *json = &state->json;
    mns_token token;
    if (!mns_json_ready(json, false) || !mns_next(&json->lexer, &token)) {
        return mns_json_fail(json);
    }
    if (token.kind == MNS_TOKEN_VECTOR) {
        state->sessions = mns_walk_begin(&json->lexer, &token);
        state->where = IN_SESSIONS;
        return 1;
    }
    if (token.kind != MNS_TOKEN_MAP) {
        return mns_json_wrong(json, token.start, HISTORY_HINT,
                              "expected an array of sessions, or an object with \"data\"");
    }
    state->object = mns_walk_begin(&json->lexer, &token);
    state->where = IN_OBJECT;
    return 1;
}

static int next(void *opaque, mns_reading *reading) {
    (void)reading;
    json_state *state = opaque;
    switch (state->where) {
    case BEFORE: return next_outer(state);
    case IN_OBJECT: return next_field(state);
    case IN_SESSIONS: return next_session(state);
    case IN_SESSION: return next_txn(state);
    default: return mns_json_end(&state->json);
    }
}

/* ---- Recognition ---------------------------------------------------------------------------- */

/* After [[: is there a transaction, or an empty session? */
static bool fits_sessions(mns_lexer *lexer) {
    mns_token token;
    if (!mns_next(lexer, &token)) {
        return false;
    }
    if (token.kind == MNS_TOKEN_CLOSE) {
        return mns_next(lexer, &token) && token.kind != MNS_TOKEN_END; /* [[], .. */
    }
    return token.kind == MNS_TOKEN_MAP && mns_next(lexer, &token) &&
           (MNS_TOKEN_IS(&token, "events") || MNS_TOKEN_IS(&token, "committed"));
}

/* Is it an object with "params" of dbcop, or with "data" that is an array of arrays? An operation
 * of a JSON history has neither. */
static bool fits_object(mns_lexer *lexer, const mns_token *open) {
    mns_walk walk = mns_walk_begin(lexer, open);
    mns_token name, value, first;
    while (mns_walk_field(&walk, &name, &value) > 0) {
        bool params = MNS_TOKEN_IS(&name, "params") && value.kind == MNS_TOKEN_MAP;
        bool data = MNS_TOKEN_IS(&name, "data") && value.kind == MNS_TOKEN_VECTOR;
        if (MNS_TOKEN_IS(&name, "type") || MNS_TOKEN_IS(&name, "process")) {
            return false;
        }
        if (params || data) {
            return mns_next(lexer, &first) &&
                   (params ? first.kind == MNS_TOKEN_STRING
                           : first.kind == MNS_TOKEN_VECTOR || first.kind == MNS_TOKEN_CLOSE);
        }
        if (!mns_skip_rest(lexer, &value)) {
            return false;
        }
    }
    return false;
}

static bool fits(const char *data, size_t size, bool whole) {
    (void)whole;
    mns_lexer lexer;
    mns_token token;
    mns_lexer_init(&lexer, data, data + size, true);
    if (!mns_next(&lexer, &token)) {
        return false;
    }
    if (token.kind == MNS_TOKEN_MAP) {
        return fits_object(&lexer, &token);
    }
    return token.kind == MNS_TOKEN_VECTOR && mns_next(&lexer, &token) &&
           token.kind == MNS_TOKEN_VECTOR && fits_sessions(&lexer);
}

const mns_reader mns_dbcop_json_reader = {.state_size = sizeof(json_state),
                                          .begin = begin,
                                          .next = next,
                                          .end = mns_dbcop_end,
                                          .notes = mns_dbcop_notes,
                                          .fits = fits};
