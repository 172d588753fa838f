/*
 * small_disk.h - full-disk faults: a small in-memory file system for each server.
 *
 * It is mounted on the server's empty data folder, which needs root, and the guard unmounts it at
 * the end, even if we are killed. To fill it, a file is created that takes all free space. The
 * server then gets ENOSPC when it writes; no other program is affected.
 */
#ifndef MNS_RUN_SERVER_SMALL_DISK_H
#define MNS_RUN_SERVER_SMALL_DISK_H

#include "run/guard/guard.h"

/* Enough for an empty PostgreSQL (40 MB, 16 MB per WAL segment), MariaDB (120 MB) or etcd (64 MB),
 * and some minutes of load. */
#define MNS_DISK_BYTES ((size_t)256 << 20)

/* True if mounting seems possible; else a message. */
bool mns_disk_possible(mns_buf *message);
/* Mounts it, for the user, on an empty folder whose parent no other user can write to. False:
 * message. */
bool mns_disk_mount(mns_guard *guard, const char *folder, size_t bytes, const mns_launch_user *user,
                    mns_buf *message);

/* Fills it; does nothing if it is full already. False: errno. */
bool mns_disk_fill(const char *folder);
/* Frees the space again. False: errno. */
bool mns_disk_free(const char *folder);

#endif
