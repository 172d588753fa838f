/*
 * scratch.h - a temporary folder: made, filled, read and removed without following any link.
 *
 * Others may be able to write where the folder is, and a server writes into it as another user; so
 * every file is opened relative to the folder that was made, and nothing is followed out of it.
 */
#ifndef MNS_RUN_SYSTEM_SCRATCH_H
#define MNS_RUN_SYSTEM_SCRATCH_H

#include "run/system/launch.h"

/* Makes a new folder "minos-NAME-..." under $TMPDIR or /tmp that only its owner can enter, and adds
 * its path to `path`. False: message. */
bool mns_scratch_create(const char *name, mns_buf *path, mns_buf *message);
/* Makes a folder in it, or a file that must not exist, for the user. False: errno. */
bool mns_scratch_mkdir(const char *folder, const char *name, const mns_launch_user *user);
bool mns_scratch_write(const char *folder, const char *name, const mns_buf *text,
                       const mns_launch_user *user);
/* Puts a file there in place of one that may be there: who reads it sees the one or the other. */
bool mns_scratch_replace(const char *folder, const char *name, const mns_buf *text,
                         const mns_launch_user *user);
/* Hands the folder itself over, when all that we put there is in it. */
bool mns_scratch_chown(const char *folder, const mns_launch_user *user);

/* Adds the last `most` bytes of a regular file to `text`; false if there is none. */
bool mns_scratch_read(const char *folder, const char *name, size_t most, mns_buf *text);

/* Removes a file in it that may not be there. */
void mns_scratch_unlink(const char *folder, const char *name);
/* Removes it and everything in it. False: something is left, errno. */
bool mns_scratch_remove(const char *folder);

#endif
