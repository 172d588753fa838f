/*
 * list_reader.h - lists that were read, from their text to (spine, length).
 */
#ifndef MNS_LIST_READER_H
#define MNS_LIST_READER_H

#include "core/lexer.h"
#include "read/spines.h"

/* Reads the list that `open` starts, as a read of a key whose first spine is *first_spine (updated
 * when the key gets its first). *length is 0 and *spine MNS_NONE for an empty list.
 * MINOS_EINPUT: the lexer holds the error. O(bytes of the list). */
minos_status mns_list_read(mns_spines *spines, mns_values *values, mns_lexer *lexer,
                           const mns_token *open, uint32_t key, uint32_t *first_spine,
                           uint32_t *spine, uint32_t *length);

/* The same for a list in the common shape, small integers and "]", that agrees with the first spine
 * of its key: p is just past the "[". Returns where it ends; NULL if it is anything else, or when
 * out of memory (*failed). `limit` is MNS_QUICK_MARGIN before the end of the text. */
const char *mns_list_read_quick(mns_spines *spines, const char *p, const char *limit, bool json,
                                uint32_t key, uint32_t *first_spine, uint32_t *length,
                                bool *failed);

#endif
