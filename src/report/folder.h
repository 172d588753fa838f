/*
 * folder.h - what is already at the place of a report folder (folder_old.c).
 */
#ifndef MNS_REPORT_FOLDER_H
#define MNS_REPORT_FOLDER_H

#include "core/base.h"

/* May a report be put at `path`? Yes if nothing is there, or an empty folder, or an earlier report
 * and nothing else (then *exists is true). Otherwise MINOS_EIO and a message. */
minos_status mns_folder_inspect(const char *path, bool *exists, char **message);

/* Removes a report folder: the files that a report consists of, then the folder if it is empty. */
void mns_folder_remove(const char *path);

#endif
