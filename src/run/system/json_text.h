/*
 * json_text.h - reads a JSON text piece by piece, as far as answers of programs and
 * servers need it.
 *
 * A cursor moves over the text; each function skips blanks, then takes what it is named for or
 * returns false. The first that fails says what would have been right in `expected`; `at` is where.
 * The text is untrusted: nothing recurses, nesting is limited by LIMIT_DEPTH (json_text.c).
 * O(size).
 */
#ifndef MNS_RUN_SYSTEM_JSON_TEXT_H
#define MNS_RUN_SYSTEM_JSON_TEXT_H

#include "core/buf.h"

typedef struct mns_json_text {
    const char *text;
    size_t size, at;
    const char *expected; /* static; NULL as long as nothing failed */
} mns_json_text;

/* Always false; keeps the first. */
bool mns_json_text_fail(mns_json_text *json, const char *expected);
/* Takes the character if it is the next; that it is not is no failure. */
bool mns_json_text_try(mns_json_text *json, char c);
/* Whether it is the next. */
bool mns_json_text_next_is(mns_json_text *json, char c);
bool mns_json_text_take(mns_json_text *json, char c, const char *expected);
/* A string, decoded into `out` unless that is NULL. Half of a surrogate pair becomes U+FFFD. */
bool mns_json_text_string(mns_json_text *json, mns_buf *out);
/* An integer that a history can have: up to 18 digits, no -0. Its text is in the JSON. */
bool mns_json_text_integer(mns_json_text *json, const char **text, size_t *size);
bool mns_json_text_null(mns_json_text *json);
/* Any value. */
bool mns_json_text_skip(mns_json_text *json);
/* That nothing follows. */
bool mns_json_text_end(mns_json_text *json);

#endif
