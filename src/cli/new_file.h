/*
 * new_file.h - writes a file that appears complete or not at all.
 *
 *     new_file file;
 *     int status = new_file_open(&file, path);     PATH.new-PID-0 beside it
 *     ... new_file_write(&file, data, size)        as often as needed
 *     status = new_file_close(&file, true);        renamed to PATH; false: removed
 */
#ifndef CLI_NEW_FILE_H
#define CLI_NEW_FILE_H

#include "cli/cli.h"

typedef struct new_file {
    const char *path;
    char *beside; /* the file that is written; NULL: the path itself, or none */
    int file;     /* open; -1: not */
    int error;    /* errno of the first failure; 0: none */
} new_file;

/* A device, a pipe or a link is written directly, because it must not be replaced. GO_ON, or a
 * message and EXIT_ERROR. In both cases it must be closed. */
int new_file_open(new_file *file, const char *path);
/* MINOS_OK or MINOS_EIO; new_file_close says why. */
minos_status new_file_write(new_file *file, const void *data, size_t size);
/* Puts the file in its place if `keep` is true and nothing failed, otherwise removes it. GO_ON, or
 * a message and EXIT_ERROR if it was to be kept. */
int new_file_close(new_file *file, bool keep);

#endif
