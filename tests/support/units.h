/*
 * units.h - a one-line notation of small histories for unit tests.
 *
 *     "0: ax1 ry / 1: rx / ok 1: rx[] / ok 0: ax1 ry[1,2]"
 *
 * Operations are separated by "/". A type (ok, fail, info; final: ok, a final read; none: invoke),
 * the process, a colon, and the micro-operations: ax1 appends 1 to x, rx[1,2] read that list, rx
 * read nothing. wx1 writes a register, sx1 adds to a set, ix1 increments a counter; rx1 read a
 * number, rx{1,2} a set. Without the colon the operation has no value. Keys are one letter. A
 * history may consist of completions only. Tests write expectations in the same notation, so that a
 * test is a line and its result.
 */
#ifndef TEST_UNITS_H
#define TEST_UNITS_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include "detect/detect.h"
#include "infer/infer.h"
#include <cmocka.h>

typedef struct unit {
    char *text;
    mns_source source;
    mns_problems problems;
    mns_history history;
    minos_status status; /* of reading */
    mns_observation observation;
} unit;

/* The notation as a file, one operation a line; to be freed. */
char *unit_text(const char *notation, bool json);

/* Reads and infers; the test fails if the history is rejected. */
void unit_open(unit *u, const char *notation);
/* Reads any text, which is copied. Problems have positions, and nothing is inferred if it is
 * rejected. */
void unit_read(unit *u, const char *text, minos_format format);
void unit_close(unit *u);

/* The id of a key by its letter, and of a micro-operation by its transaction. */
uint32_t unit_key(const unit *u, char letter);
uint32_t unit_mop(const unit *u, uint32_t txn, uint32_t i);

/* What mns_value_edn writes, in a static buffer that lives until the eighth next call. */
const char *unit_value(const mns_values *values, mns_value value);

/* Asserts that the text is rejected and the first problem contains `message`, at this position. */
void unit_expect_problem(const char *text, uint64_t line, uint64_t column, const char *message);

/* The cases that a detector finds: key, element (- for none) and micro-operations as txn.index,
 * ":x 1 (1.0 0.0)", with a space between cases. "" for none. */
typedef void (*unit_detector)(const mns_observation *o, mns_cases *cases);
void unit_expect_cases(unit_detector detector, const char *notation, const char *expected);

/* A random number below `below`; every run gives the same sequence. */
uint32_t unit_random(uint64_t *state, uint32_t below);

/* A history of a list store with random staleness, lost writes and unknown outcomes: `txns`
 * transactions over a few processes and keys. Always well formed. To be freed. */
char *unit_random_history(uint64_t *random, uint32_t txns, uint32_t keys, uint32_t processes);

#endif
