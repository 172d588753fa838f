/*
 * json_text.h - a pull parser for the JSON answers of programs and servers.
 *
 * A cursor moves over the text; each function skips blanks, then reads what it is named for or
 * returns false. The first failure stores what was expected in `expected`; `at` is where. The text
 * is untrusted: no recursion, nesting is limited by LIMIT_DEPTH (json_text.c). O(size).
 */
#ifndef MNS_RUN_SYSTEM_JSON_TEXT_H
#define MNS_RUN_SYSTEM_JSON_TEXT_H

#include "core/buf.h"

typedef struct mns_json_text {
    const char *text;
    size_t size, at;
    const char *expected; /* static; NULL: no failure yet */
} mns_json_text;

/* Always false; keeps the first failure. */
bool mns_json_text_fail(mns_json_text *json, const char *expected);
/* Reads the character if it is next; otherwise returns false without a failure. */
bool mns_json_text_try(mns_json_text *json, char c);
/* True if the character is next. */
bool mns_json_text_next_is(mns_json_text *json, char c);
bool mns_json_text_take(mns_json_text *json, char c, const char *expected);
/* Reads a string into `out`, decoded, unless that is NULL. Half a surrogate pair becomes U+FFFD. */
bool mns_json_text_string(mns_json_text *json, mns_buf *out);
/* Reads an integer that a history can represent: up to 18 digits, not -0. *text points into the
 * JSON. */
bool mns_json_text_integer(mns_json_text *json, const char **text, size_t *size);
bool mns_json_text_null(mns_json_text *json);
/* Skips any value. */
bool mns_json_text_skip(mns_json_text *json);
/* Checks that nothing follows. */
bool mns_json_text_end(mns_json_text *json);

#endif
