/*
 * op_fields.h - fields of an operation that are in no table, such as :error or :f.
 */
#ifndef MNS_OP_FIELDS_H
#define MNS_OP_FIELDS_H

#include "history/history.h"

/* The field `name` (without colon or quotes) of the operation at this position, as *size bytes of
 * the source, including a tag. False if it has no such field. O(bytes of the operation). */
bool mns_op_field(const mns_history *history, uint32_t position, const char *name,
                  const char **text, size_t *size);

/* The whole operation at this position, with its tags, as *size bytes of the source. O(size). */
bool mns_op_text(const mns_history *history, uint32_t position, const char **text, size_t *size);

#endif
