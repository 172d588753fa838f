/*
 * json_write.h - writes the parts of JSON: fields, strings, numbers.
 *
 * A field writes its own comma, unless the buffer ends with an opening bracket. Numbers do not
 * depend on the locale.
 */
#ifndef MNS_REPORT_JSON_JSON_WRITE_H
#define MNS_REPORT_JSON_JSON_WRITE_H

#include "report/model/document.h"

/* ,"name": or, right after a bracket, "name": */
void mns_json_field(mns_buf *out, const char *name);
/* The comma before an element of an array, unless it is the first. */
void mns_json_next(mns_buf *out);

void mns_json_text(mns_buf *out, const char *string);
/* null for NULL. */
void mns_json_text_field(mns_buf *out, const char *name, const char *string);
/* An array of strings. */
void mns_json_texts_field(mns_buf *out, const char *name, const char *const *strings,
                          uint32_t count);
/* A text field, cut to at most `limit` bytes between characters and then followed by "...". */
void mns_json_cut_field(mns_buf *out, const char *name, const char *string, size_t limit);
/* "name":[ or "name":{ */
void mns_json_open(mns_buf *out, const char *name, char bracket);
/* A value that is already JSON. */
void mns_json_raw_field(mns_buf *out, const char *name, const char *json);
void mns_json_bool_field(mns_buf *out, const char *name, bool value);
void mns_json_count_field(mns_buf *out, const char *name, uint64_t number);
void mns_json_number_field(mns_buf *out, const char *name, int64_t number);
/* null for MNS_NO_POSITION, MNS_NO_TIME and MNS_NONE. */
void mns_json_position_field(mns_buf *out, const char *name, uint64_t position);
void mns_json_time_field(mns_buf *out, const char *name, int64_t time_ns);
void mns_json_id_field(mns_buf *out, const char *name, uint32_t id);
/* A number, or a string (document_process.c). */
void mns_json_process_field(mns_buf *out, const char *name, const mns_doc_process *process);
/* "ok", "fail" or "info". */
void mns_json_type_field(mns_buf *out, const char *name, mns_txn_type type);

/* ---- Parts of the result: json_witness.c and json_context.c --------------------------------- */

void mns_json_witness(const mns_doc_witness *witness, mns_buf *out);
void mns_json_context(const mns_document *document, mns_buf *out);

/* Limits in bytes for strings that quote the history. */
typedef struct mns_json_cuts {
    size_t name; /* of a name or a value */
    size_t read; /* of a list that was read */
    size_t full; /* a complete list longer than this is omitted */
} mns_json_cuts;

/* The fields of the counts, without the brackets around them. */
void mns_json_counts(const mns_doc_counts *counts, mns_buf *out);
void mns_json_key(const mns_doc_key *key, const mns_json_cuts *cuts, mns_buf *out);
/* The fields of a fault, without the brackets around them. */
void mns_json_fault(const mns_doc_fault *fault, const mns_json_cuts *cuts, mns_buf *out);
void mns_json_run(const mns_doc_run *run, const mns_json_cuts *cuts, mns_buf *out);
/* The field "effort", unless it was not measured (json_effort.c). */
void mns_json_effort(const mns_document *document, mns_buf *out);

#endif
