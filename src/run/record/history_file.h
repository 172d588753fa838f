/*
 * history_file.h - a file of lines that always ends with a complete line.
 *
 * Lines are appended in batches. When the disk is full, a limit is reached or the device fails,
 * complete lines are kept, a partial line is truncated, and nothing is written any more. Appended
 * data is in the kernel's hands and survives the death of this process.
 */
#ifndef MNS_RUN_RECORD_HISTORY_FILE_H
#define MNS_RUN_RECORD_HISTORY_FILE_H

#include "core/buf.h"

typedef struct mns_history_file {
    char *path;
    int descriptor;
    int error;     /* the first errno, or 0 */
    bool torn;     /* a partial line could not be truncated */
    uint64_t size; /* bytes of complete lines */
    uint64_t lines;
} mns_history_file;

/* Creates the file, which must not exist. False: `error` is set. Release it in any case. */
bool mns_history_file_create(mns_history_file *file, const char *path);
/* Appends `lines` complete lines. False once anything has failed. A file size limit raises SIGXFSZ,
 * which the calling thread should block. */
bool mns_history_file_append(mns_history_file *file, const char *text, size_t size, uint64_t lines);
/* Syncs and closes the file; false: `error` is set. */
bool mns_history_file_close(mns_history_file *file);
void mns_history_file_release(mns_history_file *file);

#endif
