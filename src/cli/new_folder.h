/*
 * new_folder.h - writes a folder of files that appears complete or not at all.
 *
 *     new_folder folder;
 *     int status = new_folder_open(&folder, path);         PATH.new-PID-0 beside it
 *     ... new_folder_write(&folder, "T0.log", data, size)   as often as needed
 *     status = new_folder_close(&folder, true);             renamed to PATH; false: removed
 */
#ifndef CLI_NEW_FOLDER_H
#define CLI_NEW_FOLDER_H

#include "cli/cli.h"

typedef struct new_folder {
    char *path;   /* without slashes at its end */
    char *beside; /* the folder that is written; NULL: not made */
    int folder;   /* that folder, open; -1: not */
    int file;     /* that is written now, open; -1: none */
    char name[64];
    int error; /* errno of the first failure; 0: none */
} new_folder;

/* Refuses a path that exists, unless it is an empty folder. GO_ON, or a message and EXIT_ERROR. In
 * both cases it must be closed. */
int new_folder_open(new_folder *folder, const char *path);
/* Appends to a file of the folder, which is created first; a file that was left cannot be written
 * again. `context` is the folder. MINOS_OK or MINOS_EIO; new_folder_close says why. */
minos_status new_folder_write(void *context, const char *file, const void *data, size_t size);
/* Puts the folder in its place if `keep` is true and nothing failed, otherwise removes it. GO_ON,
 * or a message and EXIT_ERROR if it was to be kept. */
int new_folder_close(new_folder *folder, bool keep);

#endif
