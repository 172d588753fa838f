/*
 * op_fields.h - a field of an operation that no table has, such as :error or :f.
 */
#ifndef MNS_OP_FIELDS_H
#define MNS_OP_FIELDS_H

#include "history/history.h"

/* The form that the operation at this position has as its field `name` (no colon, no quotes): *size
 * bytes of the source, as they are written there, a tag included. False if it has no such field.
 * O(bytes of the operation). */
bool mns_op_field(const mns_history *history, uint32_t position, const char *name,
                  const char **text, size_t *size);

#endif
