/*
 * disk.h - disks that get full: a small file system in memory, of its own for each server.
 *
 * It is mounted on the server's data folder before anything is there, which takes root, and the
 * guard unmounts it at the end, also if we are killed. To fill it a file is put there that takes
 * all that is left. Who writes then sees what a full disk says, ENOSPC, and nobody else does.
 */
#ifndef MNS_RUN_SERVER_SMALL_DISK_H
#define MNS_RUN_SERVER_SMALL_DISK_H

#include "run/guard/guard.h"

/* Enough for an empty PostgreSQL (40 MB, 16 MB for each part of its log), MariaDB (120 MB) or etcd
 * (64 MB), and for what some minutes of load write. */
#define MNS_DISK_BYTES ((size_t)256 << 20)

/* True if file systems can be mounted, as far as that can be told before; else a message. */
bool mns_disk_possible(mns_buf *message);
/* Mounts it on a folder that exists, is empty and whose parent nobody else can write to, for the
 * user. False: message. */
bool mns_disk_mount(mns_guard *guard, const char *folder, size_t bytes, const mns_launch_user *user,
                    mns_buf *message);

/* Until nothing fits any more; a disk that is full already stays so. False: errno. */
bool mns_disk_fill(const char *folder);
/* As it was. False: errno. */
bool mns_disk_free(const char *folder);

#endif
