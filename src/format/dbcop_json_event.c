/* dbcop_json_event.c - see dbcop_json_event.h. */
#include "format/dbcop_json_event.h"

#define EVENT_HINT                                                                                 \
    "an event is {\"Read\": {\"variable\": 1, \"version\": 2}}, {\"Write\": {..}}, "               \
    "[\"r\", 1, 2] or [\"w\", 1, 2]"
#define NUMBER_HINT "variables and versions are whole numbers from 0 to 2^64 - 1"

/* A whole number of 64 bits without a sign. */
static bool read_number(mns_json_input *json, const mns_token *token, uint64_t *number) {
    bool fits =
        (token->kind == MNS_TOKEN_INTEGER || token->kind == MNS_TOKEN_BIG) && *token->start != '-';
    *number = 0;
    for (const char *p = token->start; p < token->end && fits; p++) {
        uint64_t digit = (uint64_t)(*p - '0');
        fits = *number <= (UINT64_MAX - digit) / 10;
        *number = *number * 10 + digit;
    }
    if (!fits) {
        mns_json_wrong(json, token->start, NUMBER_HINT, "expected a number");
    }
    return fits;
}

static bool read_version(mns_json_input *json, const mns_token *token, mns_dbcop_event *event) {
    event->initial = !event->write && token->kind == MNS_TOKEN_NIL;
    return event->initial || read_number(json, token, &event->value);
}

/* {"variable": 1, "version": 2} */
static bool read_fields(mns_json_input *json, const mns_token *open, mns_dbcop_event *event) {
    mns_walk walk = mns_walk_begin(&json->lexer, open);
    mns_token name, value;
    bool variable = false, version = false;
    int more;
    while ((more = mns_walk_field(&walk, &name, &value)) > 0) {
        bool is_variable = MNS_TOKEN_IS(&name, "variable");
        bool is_version = MNS_TOKEN_IS(&name, "version");
        if ((is_variable && variable) || (is_version && version)) {
            mns_json_wrong(json, name.start, EVENT_HINT, "an event has this field twice");
            return false;
        }
        if (!is_variable && !is_version) {
            mns_json_unknown(json, &name, EVENT_HINT);
            return false;
        }
        if (is_variable ? !read_number(json, &value, &event->key)
                        : !read_version(json, &value, event)) {
            return false;
        }
        variable |= is_variable;
        version |= is_version;
    }
    if (more == 0 && (!variable || !version)) {
        mns_json_wrong(json, open->start, EVENT_HINT,
                       variable ? "this event has no version" : "this event has no variable");
    }
    return more == 0 && variable && version;
}

/* {"Read": {..}} or {"Write": {..}} */
static bool read_tagged(mns_json_input *json, const mns_token *open, mns_dbcop_event *event) {
    mns_walk walk = mns_walk_begin(&json->lexer, open);
    mns_token name, fields;
    int more = mns_walk_field(&walk, &name, &fields);
    if (more < 0) {
        return false;
    }
    event->write = more > 0 && MNS_TOKEN_IS(&name, "Write");
    if (more == 0 || (!event->write && !MNS_TOKEN_IS(&name, "Read")) ||
        fields.kind != MNS_TOKEN_MAP) {
        mns_json_wrong(json, more == 0 ? open->start : name.start, EVENT_HINT,
                       "expected \"Read\" or \"Write\" with the fields of an event");
        return false;
    }
    if (!read_fields(json, &fields, event)) {
        return false;
    }
    more = mns_walk_field(&walk, &name, &fields);
    if (more > 0) {
        mns_json_wrong(json, name.start, EVENT_HINT, "an event has one field, Read or Write");
    }
    return more == 0;
}

/* ["r", 1, 2] or ["w", 1, 2] */
static bool read_compact(mns_json_input *json, const mns_token *open, mns_dbcop_event *event) {
    mns_walk walk = mns_walk_begin(&json->lexer, open);
    mns_token token;
    int more = 1, count = 0;
    bool fits = true;
    while (fits && (more = mns_walk_next(&walk, &token)) > 0) {
        count++;
        if (count == 1) {
            event->write = MNS_TOKEN_IS(&token, "w");
            fits = event->write || MNS_TOKEN_IS(&token, "r");
        } else if (count == 2) {
            if (!read_number(json, &token, &event->key)) {
                return false;
            }
        } else if (count == 3) {
            if (!read_version(json, &token, event)) {
                return false;
            }
        } else {
            fits = false;
        }
    }
    if (more >= 0 && (!fits || count < 3)) {
        mns_json_wrong(json, open->start, EVENT_HINT, "expected an event of three elements");
    }
    return more == 0 && fits && count == 3;
}

/* ---- Fast path ------------------------------------------------------------------------------ */

/* Most events are in the long form without white space. Reading them without tokens takes half the
 * time. Everything else, errors included, is left to the functions above. */

static bool pass(const char **p, const char *end, const char *text, size_t size) {
    bool matches = (size_t)(end - *p) >= size && memcmp(*p, text, size) == 0;
    *p += matches ? size : 0;
    return matches;
}
#define PASS(p, end, literal) pass((p), (end), (literal), sizeof(literal) - 1)

/* At most 19 digits, which always fit. */
static bool pass_number(const char **p, const char *end, uint64_t *number) {
    const char *start = *p;
    *number = 0;
    for (; *p < end && **p >= '0' && **p <= '9' && *p - start < 19; ++*p) {
        *number = *number * 10 + (uint64_t)(**p - '0');
    }
    return *p > start && (*start != '0' || *p == start + 1);
}

static bool read_plain(mns_lexer *lexer, const char *p, mns_dbcop_event *event) {
    const char *end = lexer->end;
    event->write = PASS(&p, end, "{\"Write\":{\"variable\":");
    if (!event->write && !PASS(&p, end, "{\"Read\":{\"variable\":")) {
        return false;
    }
    if (!pass_number(&p, end, &event->key) || !PASS(&p, end, ",\"version\":")) {
        return false;
    }
    event->initial = !event->write && PASS(&p, end, "null");
    if ((!event->initial && !pass_number(&p, end, &event->value)) || !PASS(&p, end, "}}")) {
        return false;
    }
    lexer->p = p;
    return true;
}

bool mns_dbcop_json_event(mns_json_input *json, const mns_token *token, mns_dbcop_event *event) {
    *event = (mns_dbcop_event){.offset = mns_input_place(json->input, token->start).offset};
    if (token->kind == MNS_TOKEN_MAP) {
        mns_dbcop_event plain = *event;
        if (read_plain(&json->lexer, token->start, &plain)) {
            *event = plain;
            return true;
        }
        return read_tagged(json, token, event);
    }
    if (token->kind == MNS_TOKEN_VECTOR) {
        return read_compact(json, token, event);
    }
    mns_json_wrong(json, token->start, EVENT_HINT, "expected an event");
    return false;
}
