/*
 * history_file.h - a file of lines that ends with a whole one, whatever happens.
 *
 * Lines are appended many at a time. Where the disk is full, a limit is reached or the device
 * fails, the lines that fitted are kept, what was written of the next one is cut off again, and
 * nothing is ever written after that. What append has accepted is the kernel's and outlives this
 * process.
 */
#ifndef MNS_RUN_RECORD_HISTORY_FILE_H
#define MNS_RUN_RECORD_HISTORY_FILE_H

#include "core/buf.h"

typedef struct mns_history_file {
    char *path;
    int descriptor;
    int error;     /* errno of what went wrong first, or 0 */
    bool torn;     /* half a line could not be cut off */
    uint64_t size; /* bytes of whole lines */
    uint64_t lines;
} mns_history_file;

/* Creates the file, which must not exist. False: `error` is set. Release it in any case. */
bool mns_history_file_create(mns_history_file *file, const char *path);
/* Appends whole lines, that many of them. False once anything has failed. A limit on the size of
 * files raises SIGXFSZ, which the calling thread should have blocked. */
bool mns_history_file_append(mns_history_file *file, const char *text, size_t size, uint64_t lines);
/* Sees to it that it is on disk, and closes it; false: `error` is set. */
bool mns_history_file_close(mns_history_file *file);
void mns_history_file_release(mns_history_file *file);

#endif
