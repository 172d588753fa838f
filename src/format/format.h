/*
 * format.h - the formats of histories: names, kinds, recognition by content.
 *
 * EDN and JSON are read by read/ and history/. A history in any other format is translated into EDN
 * while it is read (translation.h), by the format's reader (reader.h). minos convert writes a
 * history in any format, by the format's writer (writer.h).
 */
#ifndef MNS_FORMAT_H
#define MNS_FORMAT_H

#include "format/reader.h"
#include "format/writer.h"
#include "minos.h"
#include "read/workload.h"

#define MNS_FORMAT_COUNT (MINOS_FORMAT_VIPER + 1)

typedef enum mns_format_kind {
    MNS_FORMAT_TEXT,
    MNS_FORMAT_BINARY,
    MNS_FORMAT_TEXT_FOLDER,
    MNS_FORMAT_BINARY_FOLDER
} mns_format_kind;

typedef struct mns_format {
    const char *name;
    const char *suffixes;
    mns_format_kind kind;
    mns_workload workload; /* MNS_WORKLOAD_COUNT: any */
    const char *label;
    const mns_reader *reader; /* NULL: EDN and JSON */
    const mns_writer *writer; /* NULL: EDN and JSON */
} mns_format;

/* Not for MINOS_FORMAT_AUTO. */
const mns_format *mns_format_get(minos_format format);
bool mns_format_is_folder(minos_format format);
bool mns_format_is_binary(minos_format format);

#endif
