/*
 * json_fields.h - the fields of JSON objects, one after the other.
 *
 * Commas come by themselves: a field or an item that does not follow an opening bracket has one before
 * it. Numbers are printed from integers, never through the locale. Each is O(what it writes).
 */
#ifndef MNS_REPORT_JSON_FIELDS_H
#define MNS_REPORT_JSON_FIELDS_H

#include "core/buf.h"

/* A comma, unless this is the first in its object or array. */
void mns_json_next(mns_buf *out);
/* "name": */
void mns_json_name(mns_buf *out, const char *name);
/* "name":[ or "name":{ */
void mns_json_open(mns_buf *out, const char *name, char bracket);

/* Strings; NULL is null. */
void mns_json_text(mns_buf *out, const char *name, const char *string);
/* At most `limit` bytes of it, never half a character, and "..." where something was cut off. */
void mns_json_cut(mns_buf *out, const char *name, const char *string, size_t limit);
void mns_json_item(mns_buf *out, const char *string, size_t size);

void mns_json_count(mns_buf *out, const char *name, uint64_t number);
void mns_json_integer(mns_buf *out, const char *name, int64_t number);
void mns_json_bool(mns_buf *out, const char *name, bool value);
void mns_json_null(mns_buf *out, const char *name);
/* A place, null for MNS_NONE. */
void mns_json_place(mns_buf *out, const char *name, uint32_t place);

#endif
