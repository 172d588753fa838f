/*
 * workload.h - the workload of a history: list-append, rw-register, set or counter.
 *
 * The function of the first write decides: append, w, add or inc. Without any write, the results of
 * reads decide: lists, sets or single values.
 */
#ifndef MNS_WORKLOAD_H
#define MNS_WORKLOAD_H

#include "core/lexer.h"
#include "read/source.h"

typedef enum mns_workload {
#define WORKLOAD(id, ...) MNS_##id,
#include "read/workloads.def"
#undef WORKLOAD
    MNS_WORKLOAD_COUNT
} mns_workload;

const char *mns_workload_name(mns_workload workload);  /* "list-append" */
const char *mns_workload_write(mns_workload workload); /* "append" */
const char *mns_workload_shape(mns_workload workload); /* "[:append key element] and ..." */
/* False for an unknown name. */
bool mns_workload_parse(const char *name, mns_workload *workload);
/* The workload whose write function is this token; false for none. */
bool mns_workload_of_write(const mns_token *token, mns_workload *workload);

/* Recognises the workload from the operations; list-append if none shows it. Skips malformed
 * operations, which reading the history reports. */
mns_workload mns_workload_recognise(const mns_source *source, minos_format format);

#endif
