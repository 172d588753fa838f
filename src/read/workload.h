/*
 * workload.h - which datatype a history is about.
 *
 * The function of the first write decides: append, w, add or inc. A history that only reads is told
 * by what it read: lists, sets or single values.
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
/* The workload whose write function the token spells; false for none. */
bool mns_workload_of_write(const mns_token *token, mns_workload *workload);

/* Looks through the operations until one shows the workload; list-append if none does. What is
 * malformed is passed over here: whoever reads the history reports it. */
mns_workload mns_workload_recognise(const mns_source *source, minos_format format);

#endif
