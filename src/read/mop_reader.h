/*
 * mop_reader.h - reads the value of an operation into rows of the micro-operation table.
 */
#ifndef MNS_MOP_READER_H
#define MNS_MOP_READER_H

#include "read/problems.h"
#include "read/source.h"
#include "read/tables.h"
#include "read/workload.h"

/* What the values of reads mean. */
typedef enum mns_reading {
    MNS_READING_INVOKED, /* ignored: an invocation has read nothing */
    MNS_READING_OK,      /* nil is the initial state: [], #{}, 0, or never written */
    MNS_READING_UNSURE   /* nil means that the read returned no value */
} mns_reading;

typedef struct mns_mop_reader {
    mns_tables *tables;
    mns_workload workload;
    const mns_source *source;
    mns_problems *problems;
    const char *end; /* of the readable text */
    bool located;    /* problems get an offset; false where the text may be a copy */
    bool json;
    const char *value;       /* where the value just read starts */
    const char **mop_starts; /* where each of its micro-operations starts */
    size_t mop_start_capacity;
} mns_mop_reader;

void mns_mop_reader_release(mns_mop_reader *reader);

/* Adds a row for each of the *count micro-operations of the form at `value`, which ends before
 * `end`. On MINOS_EINPUT a problem is added and no row. O(bytes of the form). */
minos_status mns_mops_read(mns_mop_reader *reader, const char *value, const char *end,
                           mns_reading reading, uint32_t *count);

#endif
