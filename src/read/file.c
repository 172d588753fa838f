/* file.c - see file.h. */
#include "read/file.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "core/buf.h"
#include "core/grow.h"

struct mns_file {
    int descriptor; /* -1: it rests */
    char *path;
    dev_t device; /* with the inode, what the file is */
    ino_t inode;
};

mns_file *mns_file_new(int descriptor, const char *path) {
    assert(descriptor >= 0);
    struct stat info;
    mns_file *file = MNS_NEW_ARRAY(mns_file, 1);
    mns_buf name;
    mns_buf_init(&name);
    mns_buf_str(&name, path);
    char *copy = mns_buf_take(&name, NULL);
    if (file == NULL || copy == NULL || fstat(descriptor, &info) != 0) {
        free(file);
        free(copy);
        close(descriptor);
        return NULL;
    }
    *file = (mns_file){descriptor, copy, info.st_dev, info.st_ino};
    return file;
}

void mns_file_rest(mns_file *file) {
    if (file->descriptor >= 0) {
        close(file->descriptor);
        file->descriptor = -1;
    }
}

void mns_file_free(mns_file *file) {
    if (file != NULL) {
        mns_file_rest(file);
        free(file->path);
        free(file);
    }
}

static bool open_again(mns_file *file) {
    struct stat info;
    int descriptor = open(file->path, O_RDONLY | O_CLOEXEC | O_NONBLOCK); /* it may be a pipe now */
    if (descriptor < 0) {
        return false;
    }
    if (fstat(descriptor, &info) != 0 || info.st_dev != file->device ||
        info.st_ino != file->inode) {
        close(descriptor);
        errno = ESTALE;
        return false;
    }
    file->descriptor = descriptor;
    return true;
}

ssize_t mns_file_read(mns_file *file, void *out, size_t size, uint64_t offset) {
    if (file->descriptor < 0 && !open_again(file)) {
        return -1;
    }
    return pread(file->descriptor, out, size, (off_t)offset);
}
