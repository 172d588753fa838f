/*
 * json_input.h - JSON tokens of an input file that is read a piece at a time.
 *
 * The lexer (core/lexer.h) needs the text of what it reads. A collection that may be large is
 * walked with mns_walk_next as usual, but before each step the caller asks for the text of that
 * step:
 *
 *     mns_json_begin(&json, reading, &reading->inputs[0]);
 *     mns_json_ready(&json, false);                           // the first token
 *     mns_next(&json.lexer, &open);
 *     walk = mns_walk_begin(&json.lexer, &open);
 *     while (mns_json_ready(&json, true) && mns_walk_next(&walk, &token) > 0) {
 *         ... the whole element is readable ...
 *     }
 *
 * Text before the lexer's position is discarded by mns_json_ready, so tokens are valid until then.
 * Memory is that of the largest form that is asked for as a whole. O(bytes).
 */
#ifndef MNS_JSON_INPUT_H
#define MNS_JSON_INPUT_H

#include "core/lexer.h"
#include "format/reader.h"

typedef struct mns_json_input {
    mns_reading *reading;
    mns_input *input;
    mns_lexer lexer; /* its end is the end of the text read so far */
} mns_json_input;

/* Reads from the input's position on. */
void mns_json_begin(mns_json_input *json, mns_reading *reading, mns_input *input);

/* Makes the next token readable, with a comma or colon before it; whole: if it opens a collection,
 * everything up to its end. Reads to the end of the file if it is never closed; the lexer reports
 * that. False if reading failed (reading->status). */
bool mns_json_ready(mns_json_input *json, bool whole);

/* For a fast path: makes some text readable, more than most elements have. */
void mns_json_ahead(mns_json_input *json);

/* Fails the reading with the error of the lexer; returns -1. */
int mns_json_fail(mns_json_input *json);
/* Fails it with an error at a token; returns -1. hint may be NULL. */
int mns_json_wrong(mns_json_input *json, const char *at, const char *hint, const char *message);

/* Fails it with an error at the name of a field that the format does not have; returns -1. */
int mns_json_unknown(mns_json_input *json, const mns_token *name, const char *hint);

/* A number as written, or a string that spells one as JSON does: "17". False if it is neither, or
 * does not fit 64 bits. */
bool mns_json_integer(const mns_token *token, mns_text *text, int64_t *number);

/* After the last form: 0 if nothing but space follows, else fails and returns -1. */
int mns_json_end(mns_json_input *json);

#endif
