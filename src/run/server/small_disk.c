/* small_disk.c - mounts, fills and frees small file systems. */
#include "run/server/small_disk.h"

#include <errno.h>
#include <fcntl.h>
#include <unistd.h>
#if defined(__linux__)
#include <sys/mount.h>
#endif

#include "run/system/scratch.h"

/* The file that uses up the space; databases ignore it. */
#define FILLER ".minos-full"
/* It grows in pieces, which get smaller when they no longer fit. */
#define LARGEST_PIECE ((off_t)64 << 20)
#define SMALLEST_PIECE ((off_t)4096)

/* ---- Mounting -------------------------------------------------------------------------------- */

/* Lazy unmount: works while the file system is in use. */
static bool undo_later(mns_guard *guard, const char *folder, mns_buf *message) {
    static const char *const places[] = {"/usr/bin/umount", "/bin/umount", "/sbin/umount"};
    size_t i = 0;
    while (i < MNS_COUNT_OF(places) && access(places[i], X_OK) != 0) {
        i++;
    }
    if (i == MNS_COUNT_OF(places)) {
        mns_buf_printf(message, "program %s not found", places[0]);
        return false;
    }
    mns_launch launch;
    mns_launch_init(&launch);
    mns_launch_arg(&launch, "%s", places[i]);
    mns_launch_arg(&launch, "-l");
    mns_launch_arg(&launch, "%s", folder);
    launch.folder = "/";
    launch.output = "/dev/null";
    bool will = mns_guard_undo(guard, &launch, message);
    mns_launch_release(&launch);
    return will;
}

static bool mount_memory(const char *folder, size_t bytes, const mns_launch_user *user) {
#if defined(__linux__)
    mns_buf options;
    mns_buf_init(&options);
    mns_buf_printf(&options, "size=%zu,mode=0700", bytes);
    if (user->other) {
        mns_buf_printf(&options, ",uid=%lu,gid=%lu", (unsigned long)user->uid,
                       (unsigned long)user->gid);
    }
    bool mounted = false;
    if (options.failed) {
        errno = ENOMEM;
    } else {
        mounted =
            mount("minos", folder, "tmpfs", MS_NOSUID | MS_NODEV | MS_NOEXEC, options.data) == 0;
    }
    mns_buf_release(&options);
    return mounted;
#else
    (void)folder;
    (void)bytes;
    (void)user;
    errno = ENOTSUP;
    return false;
#endif
}

bool mns_disk_possible(mns_buf *message) {
#if defined(__linux__)
    if (geteuid() == 0) {
        return true;
    }
    mns_buf_str(message,
                "--faults disk-full needs root, to mount a small file system for each node");
#else
    mns_buf_str(message,
                "--faults disk-full needs Linux, to mount a small file system for each node");
#endif
    return false;
}

bool mns_disk_mount(mns_guard *guard, const char *folder, size_t bytes, const mns_launch_user *user,
                    mns_buf *message) {
    if (!mns_disk_possible(message)) {
        return false;
    }
    /* In this order, so that nothing stays mounted whenever we are killed. */
    if (!undo_later(guard, folder, message)) {
        return false;
    }
    if (!mount_memory(folder, bytes, user)) {
        mns_buf_printf(message, "--faults disk-full: cannot mount a file system on %s: %s", folder,
                       strerror(errno));
        return false;
    }
    return true;
}

/* ---- Filling --------------------------------------------------------------------------------- */

static int folder_open(const char *folder) {
    return open(folder, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
}

/* Grows the file to the maximum: 0, or an errno other than ENOSPC. */
static int fill_disk(int fd) {
    off_t size = lseek(fd, 0, SEEK_END);
    int error = size < 0 ? errno : 0;
    for (off_t piece = LARGEST_PIECE; error == 0 && piece >= SMALLEST_PIECE; piece /= 4) {
        while ((error = posix_fallocate(fd, size, piece)) == 0) {
            size += piece;
        }
        error = error == ENOSPC || error == EINTR ? 0 : error;
    }
    return error;
}

bool mns_disk_fill(const char *folder) {
    int at = folder_open(folder);
    if (at < 0) {
        return false;
    }
    int fd = openat(at, FILLER, O_WRONLY | O_CREAT | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC, 0600);
    int error = fd >= 0 ? fill_disk(fd) : errno;
    if (fd >= 0) {
        close(fd);
    }
    close(at);
    errno = error;
    return error == 0;
}

bool mns_disk_free(const char *folder) {
    int at = folder_open(folder);
    if (at < 0) {
        return false;
    }
    bool free_now = unlinkat(at, FILLER, 0) == 0 || errno == ENOENT;
    int error = errno;
    close(at);
    errno = error;
    return free_now;
}
