/*
 * history_spelling.h - histories in the many ways that programs write them, for the tests of
 * reading.
 *
 * Everything is drawn by seed: the workload, EDN or JSON, the order of the fields, separators, what
 * keys and elements are, comments, tags, line ends, operations of no client, completions without a
 * value or without an invocation, revealed versions and timestamps, lists that contradict each
 * other; and, in some, mistakes.
 */
#ifndef TEST_SPELLING_H
#define TEST_SPELLING_H

#include "support/model.h"

/* A history of a few dozen operations, to be freed. */
char *spelling_history(dice *d, size_t *size);

/* A few bytes, words or lines of it changed, taken away or added, to be freed. */
char *spelling_spoil(dice *d, const char *text, size_t size, size_t *spoilt_size);

#endif
