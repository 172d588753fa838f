/*
 * exec_json.h - reads a JSON text piece by piece, as far as an answer of a program needs it.
 *
 * A cursor moves over the text; each function skips blanks, then takes what it is named for or
 * returns false. The first that fails says what would have been right in `expected`; `at` is where.
 * The text is untrusted: nothing recurses, nesting is limited by LIMIT_DEPTH (exec_json.c).
 * O(size).
 */
#ifndef MNS_RUN_EXEC_JSON_H
#define MNS_RUN_EXEC_JSON_H

#include "core/buf.h"

typedef struct mns_exec_json {
    const char *text;
    size_t size, at;
    const char *expected; /* static; NULL as long as nothing failed */
} mns_exec_json;

/* Always false; keeps the first. */
bool mns_exec_json_fail(mns_exec_json *json, const char *expected);
/* Takes the character if it is the next; that it is not is no failure. */
bool mns_exec_json_try(mns_exec_json *json, char c);
/* Whether it is the next. */
bool mns_exec_json_next_is(mns_exec_json *json, char c);
bool mns_exec_json_take(mns_exec_json *json, char c, const char *expected);
/* A string, decoded into `out` unless that is NULL. Half of a surrogate pair becomes U+FFFD. */
bool mns_exec_json_string(mns_exec_json *json, mns_buf *out);
/* An integer that a history can have: up to 18 digits, no -0. Its text is in the JSON. */
bool mns_exec_json_integer(mns_exec_json *json, const char **text, size_t *size);
bool mns_exec_json_null(mns_exec_json *json);
/* Any value. */
bool mns_exec_json_skip(mns_exec_json *json);
/* That nothing follows. */
bool mns_exec_json_end(mns_exec_json *json);

#endif
