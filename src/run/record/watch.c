/* watch.c - see watch.h. */
#include "run/record/watch.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdatomic.h>
#include <unistd.h>

#include "core/grow.h"
#include "run/system/clock.h"

/* Delay of the first check, and how often to see if the next is due. */
#define FIRST_NS UINT64_C(1000000000)
#define POLL_NS UINT64_C(100000000)

struct mns_watch {
    char *path;
    const mns_recorder *recorder;
    minos_options options;
    atomic_bool violated;
    pthread_t thread;
    pthread_mutex_t lock; /* protects the following */
    pthread_cond_t end;
    bool ending;
};

/* ---- One check ------------------------------------------------------------------------------- */

/* The first `size` bytes of the file, to be freed; NULL on error. A copy, not a mapping: the file
 * may be truncated by another program. */
static char *load(const char *path, size_t size) {
    int file = open(path, O_RDONLY | O_CLOEXEC);
    char *data = file < 0 ? NULL : malloc(size);
    size_t done = 0;
    while (data != NULL && done < size) {
        ssize_t step = pread(file, data + done, size - done, (off_t)done);
        if (step > 0) {
            done += (size_t)step;
        } else if (step == 0 || errno != EINTR) {
            free(data);
            data = NULL;
        }
    }
    if (file >= 0) {
        close(file);
    }
    return data;
}

static bool violates(const mns_watch *watch, size_t size) {
    char *data = load(watch->path, size);
    minos_result *result = NULL;
    bool violated =
        data != NULL &&
        minos_check_memory(watch->path, data, size, &watch->options, &result) == MINOS_OK &&
        minos_result_verdict(result) == MINOS_VIOLATED;
    minos_result_free(result);
    free(data);
    return violated;
}

/* ---- The thread ------------------------------------------------------------------------------ */

/* False at the end. */
static bool wait_until(mns_watch *watch, uint64_t moment_ns) {
    struct timespec moment = mns_clock_timespec(moment_ns);
    pthread_mutex_lock(&watch->lock);
    while (!watch->ending && mns_clock_ns() < moment_ns) {
        pthread_cond_timedwait(&watch->end, &watch->lock, &moment);
    }
    bool ending = watch->ending;
    pthread_mutex_unlock(&watch->lock);
    return !ending;
}

static void *run(void *argument) {
    mns_watch *watch = argument;
    size_t checked = 0;
    uint64_t moment_ns = mns_clock_ns() + FIRST_NS;
    while (!atomic_load(&watch->violated) && wait_until(watch, moment_ns)) {
        size_t size = (size_t)mns_recorder_written(watch->recorder);
        if (size > 0 && size >= checked + checked / 2) {
            atomic_store(&watch->violated, violates(watch, size));
            checked = size;
        }
        moment_ns = mns_clock_ns() + POLL_NS;
    }
    return NULL;
}

/* ---- Start and end --------------------------------------------------------------------------- */

static void release(mns_watch *watch) {
    pthread_mutex_destroy(&watch->lock);
    pthread_cond_destroy(&watch->end);
    free(watch->path);
    free(watch);
}

mns_watch *mns_watch_start(const char *path, const mns_recorder *recorder,
                           const minos_options *options) {
    mns_watch *watch = MNS_NEW_ARRAY(mns_watch, 1);
    if (watch == NULL) {
        return NULL;
    }
    watch->recorder = recorder;
    watch->options = *options;
    watch->options.threads = 1;
    watch->options.format = MINOS_FORMAT_EDN;
    watch->options.max_witnesses = 1;
    watch->options.progress = NULL;
    pthread_mutex_init(&watch->lock, NULL);
    mns_clock_cond_init(&watch->end);
    mns_buf name;
    mns_buf_init(&name);
    mns_buf_str(&name, path);
    watch->path = mns_buf_take(&name, NULL);
    if (watch->path == NULL || pthread_create(&watch->thread, NULL, run, watch) != 0) {
        release(watch);
        return NULL;
    }
    return watch;
}

bool mns_watch_violated(const mns_watch *watch) { return atomic_load(&watch->violated); }

void mns_watch_finish(mns_watch *watch) {
    if (watch == NULL) {
        return;
    }
    pthread_mutex_lock(&watch->lock);
    watch->ending = true;
    pthread_cond_signal(&watch->end);
    pthread_mutex_unlock(&watch->lock);
    pthread_join(watch->thread, NULL);
    release(watch);
}
