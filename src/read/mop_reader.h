/*
 * mop_reader.h - the value of an operation as rows of the micro-operation table.
 */
#ifndef MNS_MOP_READER_H
#define MNS_MOP_READER_H

#include "read/problems.h"
#include "read/source.h"
#include "read/tables.h"
#include "read/workload.h"

/* What the values of reads mean. */
typedef enum mns_reading {
    MNS_READING_INVOKED, /* nothing: an invocation has not read anything */
    MNS_READING_OK,      /* nil is the initial state: [], #{}, 0, or never written */
    MNS_READING_UNSURE   /* nil was not answered */
} mns_reading;

typedef struct mns_mop_reader {
    mns_tables *tables;
    mns_workload workload;
    const mns_source *source;
    mns_problems *problems;
    const char *end; /* of the text that may be looked at */
    bool placed;     /* problems have places; else the text may be a copy that has none */
    bool json;
    const char *value;   /* where the value just read starts */
    const char **places; /* where each of its micro-operations starts */
    size_t place_capacity;
} mns_mop_reader;

void mns_mop_reader_release(mns_mop_reader *reader);

/* Adds a row for each micro-operation of the form at `value`, before `end`; *count of them. On MINOS_EINPUT the
 * problem is written down and no row is added. O(bytes of the form). */
minos_status mns_mops_read(mns_mop_reader *reader, const char *value, const char *end,
                           mns_reading reading, uint32_t *count);

#endif
