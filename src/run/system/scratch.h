/*
 * scratch.h - a temporary folder: created, filled, read and removed without following links.
 *
 * Other users may have write access to the parent folder, and a server writes into the folder as
 * another user; so every file is opened relative to the folder, and no link is followed.
 */
#ifndef MNS_RUN_SYSTEM_SCRATCH_H
#define MNS_RUN_SYSTEM_SCRATCH_H

#include "run/system/launch.h"

/* Creates a new folder "minos-NAME-..." under $TMPDIR or /tmp with mode 0700 and appends its path
 * to `path`. False: message. */
bool mns_scratch_create(const char *name, mns_buf *path, mns_buf *message);
/* Creates a folder, or a file that must not exist, owned by the user. False: errno. */
bool mns_scratch_mkdir(const char *folder, const char *name, const mns_launch_user *user);
bool mns_scratch_write(const char *folder, const char *name, const mns_buf *text,
                       const mns_launch_user *user);
/* Creates or atomically replaces a file. */
bool mns_scratch_replace(const char *folder, const char *name, const mns_buf *text,
                         const mns_launch_user *user);
/* Changes the owner of the folder itself; call it after filling it. */
bool mns_scratch_chown(const char *folder, const mns_launch_user *user);

/* Appends the last `most` bytes of a regular file to `text`; false if there is none. */
bool mns_scratch_read(const char *folder, const char *name, size_t most, mns_buf *text);

/* Removes a file, if it exists. */
void mns_scratch_unlink(const char *folder, const char *name);
/* Removes the folder and its contents. False: something is left, errno. */
bool mns_scratch_remove(const char *folder);

#endif
