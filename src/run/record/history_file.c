/* history_file.c - see history_file.h. */
#include "run/record/history_file.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

bool mns_history_file_create(mns_history_file *file, const char *path) {
    *file = (mns_history_file){.descriptor = -1};
    mns_buf name;
    mns_buf_init(&name);
    mns_buf_str(&name, path);
    file->path = mns_buf_take(&name, NULL);
    if (file->path == NULL) {
        file->error = ENOMEM;
        return false;
    }
    file->descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    file->error = file->descriptor < 0 ? errno : 0;
    return file->error == 0;
}

static bool cut(int descriptor, uint64_t size) {
    int result;
    do {
        result = ftruncate(descriptor, (off_t)size);
    } while (result != 0 && errno == EINTR);
    return result == 0;
}

static bool sync_to_disk(int descriptor) {
    int result;
    do {
        result = fsync(descriptor);
    } while (result != 0 && errno == EINTR);
    return result == 0;
}

/* Keeps the complete lines of the last write and truncates the rest. */
static void cut_back(mns_history_file *file, const char *text, size_t written) {
    size_t whole = 0;
    for (const char *end; (end = memchr(text + whole, '\n', written - whole)) != NULL;) {
        whole = (size_t)(end - text) + 1;
        file->lines++;
    }
    file->size += whole;
    file->torn = whole < written && !cut(file->descriptor, file->size);
}

bool mns_history_file_append(mns_history_file *file, const char *text, size_t size,
                             uint64_t lines) {
    size_t written = 0;
    while (file->error == 0 && written < size) {
        ssize_t step = write(file->descriptor, text + written, size - written);
        if (step > 0) {
            written += (size_t)step;
        } else if (step == 0 || errno != EINTR) {
            file->error = step == 0 ? EIO : errno; /* size is never 0 here */
            cut_back(file, text, written);
        }
    }
    if (file->error != 0) {
        return false;
    }
    file->size += size;
    file->lines += lines;
    return true;
}

bool mns_history_file_close(mns_history_file *file) {
    /* Some file systems report a full disk only now; some do not support fsync. */
    if (!sync_to_disk(file->descriptor) && errno != EINVAL && errno != ENOTSUP &&
        file->error == 0) {
        file->error = errno;
    }
    if (close(file->descriptor) != 0 && errno != EINTR && file->error == 0) {
        file->error = errno;
    }
    file->descriptor = -1;
    return file->error == 0;
}

void mns_history_file_release(mns_history_file *file) {
    if (file->descriptor >= 0) {
        close(file->descriptor);
    }
    free(file->path);
    *file = (mns_history_file){.descriptor = -1};
}
