/* exec_lines.c - see exec_lines.h. */
#include "run/driver/exec/exec_lines.h"

#include <inttypes.h>
#include <stdio.h>

#include "run/system/json_text.h"

#define EXCERPT_BEFORE 60
#define EXCERPT_BYTES 100

/* Indexed by mns_generator_kind. */
static const char *const write_names[MNS_GENERATOR_KIND_COUNT] = {"append", "w", "add", "inc"};

void mns_exec_write_request(const mns_run_txn *txn, mns_buf *out) {
    mns_buf_str(out, "{\"value\":[");
    for (size_t i = 0; i < txn->count; i++) {
        const mns_run_mop *mop = &txn->mops[i];
        mns_buf_str(out, i == 0 ? "[\"" : ",[\"");
        mns_buf_str(out, mop->write ? write_names[txn->kind] : "r");
        mns_buf_str(out, "\",");
        mns_buf_unsigned(out, mop->key);
        mns_buf_char(out, ',');
        if (mop->write) {
            mns_buf_integer(out, mop->value);
        } else {
            mns_buf_str(out, "null");
        }
        mns_buf_char(out, ']');
    }
    mns_buf_str(out, "]}\n");
}

/* ---- Micro-operations ------------------------------------------------------------------------ */

/* The requested integer and no other. */
static bool same_integer(mns_json_text *json, const char *expected_text, const char *what) {
    const char *text;
    size_t size, from = json->at;
    if (!mns_json_text_integer(json, &text, &size)) {
        return false;
    }
    if (strlen(expected_text) != size || memcmp(text, expected_text, size) != 0) {
        json->at = from;
        return mns_json_text_fail(json, what);
    }
    return true;
}

static bool same_function(mns_json_text *json, const char *expected) {
    mns_buf name;
    mns_buf_init(&name);
    size_t from = json->at;
    bool read = mns_json_text_string(json, &name);
    bool same = read && name.size == strlen(expected) &&
                memcmp(name.size == 0 ? "" : name.data, expected, name.size) == 0;
    mns_buf_release(&name);
    if (read && !same) {
        json->at = from;
        mns_json_text_fail(json, "the requested function");
    }
    return same;
}

static bool read_elements(mns_json_text *json, mns_run_txn *txn, size_t i) {
    mns_answer_begin(txn, i);
    while (!mns_json_text_next_is(json, ']')) {
        const char *text;
        size_t size;
        if (!mns_json_text_integer(json, &text, &size)) {
            return false;
        }
        mns_answer_element(txn, i, text, size);
        if (!mns_json_text_try(json, ',')) {
            break;
        }
        if (mns_json_text_next_is(json, ']')) {
            return mns_json_text_fail(json, "an element after ','");
        }
    }
    mns_answer_end(txn, i);
    return mns_json_text_take(json, ']', "',' or ']'");
}

static bool read_answer(mns_json_text *json, mns_run_txn *txn, size_t i) {
    bool many = txn->kind == MNS_GENERATE_LIST_APPEND || txn->kind == MNS_GENERATE_SET;
    if (mns_json_text_next_is(json, 'n')) {
        mns_answer_nil(txn, i);
        return mns_json_text_null(json);
    }
    if (many) {
        return mns_json_text_take(json, '[', "null or an array of integers") &&
               read_elements(json, txn, i);
    }
    const char *text;
    size_t size;
    if (mns_json_text_next_is(json, '[')) {
        return mns_json_text_fail(json, "null or an integer");
    }
    if (!mns_json_text_integer(json, &text, &size)) {
        return false;
    }
    mns_answer_text(txn, i, text, size);
    return true;
}

static bool read_mop(mns_json_text *json, mns_run_txn *txn, size_t i) {
    const mns_run_mop *mop = &txn->mops[i];
    char key[24], value[24];
    snprintf(key, sizeof key, "%" PRIu64, mop->key);
    snprintf(value, sizeof value, "%" PRId64, mop->value);
    return mns_json_text_take(json, '[', "a micro-operation") &&
           same_function(json, mop->write ? write_names[txn->kind] : "r") &&
           mns_json_text_take(json, ',', "','") && same_integer(json, key, "the requested key") &&
           mns_json_text_take(json, ',', "','") &&
           (mop->write ? same_integer(json, value, "the requested value")
                       : read_answer(json, txn, i)) &&
           mns_json_text_take(json, ']', "']' after the third element of a micro-operation");
}

static bool read_mops(mns_json_text *json, mns_run_txn *txn) {
    if (!mns_json_text_take(json, '[', "an array of micro-operations")) {
        return false;
    }
    for (size_t i = 0; i < txn->count; i++) {
        if ((i > 0 && !mns_json_text_take(json, ',', "all requested micro-operations")) ||
            !read_mop(json, txn, i)) {
            return false;
        }
    }
    return mns_json_text_take(json, ']', "only the requested micro-operations");
}

/* ---- Answers --------------------------------------------------------------------------------- */

/* Offsets of the fields; SIZE_MAX: missing. */
typedef struct fields {
    size_t type, value, error, error_end;
} fields;

/* NULL: not one of ours. */
static size_t *find_field(fields *found, const char *name) {
    if (strcmp(name, "type") == 0) {
        return &found->type;
    }
    if (strcmp(name, "value") == 0) {
        return &found->value;
    }
    return strcmp(name, "error") == 0 ? &found->error : NULL;
}

/* Stores the offset of a field and skips its value. A duplicate field would be ambiguous. */
static bool store_field(mns_json_text *json, fields *found, const char *name, size_t size) {
    size_t *place = strlen(name) == size ? find_field(found, name) : NULL;
    if (place != NULL && *place != SIZE_MAX) {
        return mns_json_text_fail(json, "\"type\", \"value\" and \"error\" at most once");
    }
    size_t from = json->at;
    if (!mns_json_text_skip(json)) {
        return false;
    }
    if (place != NULL) {
        *place = from;
    }
    if (place == &found->error) {
        found->error_end = json->at;
    }
    return true;
}

static bool read_fields(mns_json_text *json, fields *found) {
    mns_buf name;
    bool good = mns_json_text_take(json, '{', "an object");
    for (bool more = good && !mns_json_text_try(json, '}'); more && good;) {
        mns_buf_init(&name);
        good = mns_json_text_string(json, &name) && mns_json_text_take(json, ':', "':'");
        const char *text = name.data == NULL ? "" : name.data;
        good = good && store_field(json, found, text, name.size);
        mns_buf_release(&name);
        more = good && mns_json_text_try(json, ',');
        good = good && (more || mns_json_text_take(json, '}', "',' or '}'"));
    }
    return good && mns_json_text_end(json);
}

static bool read_type(mns_json_text *json, const fields *found, mns_run_outcome *outcome) {
    static const char *const names[] = {
        [MNS_OUTCOME_OK] = "ok", [MNS_OUTCOME_FAIL] = "fail", [MNS_OUTCOME_INFO] = "info"};
    if (found->type == SIZE_MAX) {
        json->at = 0;
        return mns_json_text_fail(json, "a \"type\" in the object");
    }
    mns_buf type;
    mns_buf_init(&type);
    json->at = found->type;
    bool known = false;
    if (mns_json_text_next_is(json, '"') && mns_json_text_string(json, &type)) {
        for (size_t i = 0; i < MNS_COUNT_OF(names); i++) {
            if (type.data != NULL && strcmp(type.data, names[i]) == 0) {
                *outcome = (mns_run_outcome)i;
                known = true;
            }
        }
    }
    mns_buf_release(&type);
    if (!known) {
        json->at = found->type;
        mns_json_text_fail(json, "\"ok\", \"fail\" or \"info\"");
    }
    return known;
}

/* A string decoded, anything else as written. */
static void read_error(mns_json_text *json, const fields *found, mns_buf *error) {
    json->at = found->error;
    if (mns_json_text_next_is(json, '"')) {
        mns_json_text_string(json, error);
    } else {
        mns_buf_bytes(error, json->text + json->at, found->error_end - json->at);
    }
}

static bool read_line(mns_json_text *json, mns_run_txn *txn, mns_run_outcome *outcome,
                      mns_buf *error) {
    fields found = {SIZE_MAX, SIZE_MAX, SIZE_MAX, SIZE_MAX};
    if (!read_fields(json, &found) || !read_type(json, &found, outcome)) {
        return false;
    }
    if (*outcome != MNS_OUTCOME_OK) {
        if (found.error != SIZE_MAX) {
            read_error(json, &found, error);
        }
        return true;
    }
    if (found.value == SIZE_MAX) {
        json->at = 0;
        return mns_json_text_fail(json, "a \"value\" with the micro-operations");
    }
    json->at = found.value;
    return read_mops(json, txn);
}

bool mns_exec_answer(mns_run_txn *txn, const char *line, size_t size, mns_run_outcome *outcome,
                     mns_buf *error, mns_buf *message) {
    mns_json_text json = {.text = line, .size = size};
    if (read_line(&json, txn, outcome, error)) {
        return true;
    }
    size_t from = json.at > EXCERPT_BEFORE ? json.at - EXCERPT_BEFORE : 0;
    size_t shown = size - from < EXCERPT_BYTES ? size - from : EXCERPT_BYTES;
    mns_buf_printf(message, "expected %s at byte %zu of the answer: %s%.*s%s", json.expected,
                   json.at + 1, from > 0 ? "..." : "", (int)shown, line + from,
                   from + shown < size ? "..." : "");
    return false;
}
