/*
 * other_fields.h - counts what only EDN and JSON have: fields of operations that Minos does not
 * read, such as :final?, and maps of micro-operations with more than a version.
 */
#ifndef MNS_OTHER_FIELDS_H
#define MNS_OTHER_FIELDS_H

#include "history/history.h"

typedef struct mns_other_fields {
    uint64_t fields; /* operations with such fields */
    uint64_t maps;   /* operations with such maps */
    mns_buf example; /* the name of the first such field */
} mns_other_fields;

/* Counts completions of clients; others are dropped with all their fields. A history that has none
 * is recognised without reading its text again. MINOS_EIO: the text can no longer be read. O(bytes
 * of the text) otherwise. */
minos_status mns_other_fields_count(const mns_history *history, mns_source *source,
                                    mns_other_fields *other);

#endif
