/*
 * list_reader.h - converts the text of a list read to (spine, length).
 */
#ifndef MNS_LIST_READER_H
#define MNS_LIST_READER_H

#include "core/lexer.h"
#include "read/spines.h"

/* Reads the list that `open` starts, as a read of a key whose first spine is *first_spine (set when
 * the key gets its first spine). *length is 0 and *spine MNS_NONE for an empty list.
 * MINOS_EINPUT: the lexer holds the error. O(bytes of the list). */
minos_status mns_list_read(mns_spines *spines, mns_values *values, mns_lexer *lexer,
                           const mns_token *open, uint32_t key, uint32_t *first_spine,
                           uint32_t *spine, uint32_t *length);

/* Fast path for a list of small integers that agrees with the first spine of its key; p is just
 * past the "[". Returns the end of the list; NULL if it has another shape, or when out of memory
 * (*failed). `limit` is MNS_FAST_MARGIN before the end of the text. */
const char *mns_list_read_fast(mns_spines *spines, const char *p, const char *limit, bool json,
                               uint32_t key, uint32_t *first_spine, uint32_t *length, bool *failed);

#endif
