/*
 * recorder_write.c - the recorder's thread: takes the recorded operations, merges and writes them.
 *
 * A round takes everything and writes what was stamped before the round began, which is then
 * complete (recorder.h). Each lane is ordered, so a heap of lanes merges them: O(n log lanes).
 * Operations with later stamps stay pending; they are few, so few bytes are moved.
 */
#include <errno.h>
#include <signal.h>

#include "run/record/recorder_internal.h"
#include "run/system/clock.h"

void mns_recorder_fail(mns_recorder *recorder, int error) {
    int none = 0;
    atomic_compare_exchange_strong(&recorder->error, &none, error);
    atomic_store(&recorder->failed, true);
}

/* ---- Taking ---------------------------------------------------------------------------------- */

static void swap(mns_buf *a, mns_buf *b) {
    mns_buf c = *a;
    *a = *b;
    *b = c;
}

/* False when out of memory. */
static bool take(mns_lane *lane) {
    pthread_mutex_lock(&lane->lock);
    swap(&lane->filling, &lane->spare);
    pthread_mutex_unlock(&lane->lock);
    if (lane->at == lane->pending.size) {
        lane->at = 0;
        swap(&lane->pending, &lane->spare);
    } else {
        mns_buf_bytes(&lane->pending, lane->spare.data, lane->spare.size);
    }
    if (lane->pending.failed) {
        return false;
    }
    mns_buf_clear(&lane->spare);
    return true;
}

/* Removes what has been written. */
static void shift(mns_lane *lane) {
    size_t left = lane->pending.size - lane->at;
    if (lane->at > 0 && left > 0) {
        memmove(lane->pending.data, lane->pending.data + lane->at, left);
        mns_buf_truncate(&lane->pending, left);
        lane->at = 0;
    }
}

/* Loads the next operation of a lane; false if there is none before `until_ns`. */
static bool look(mns_lane *lane, uint64_t until_ns) {
    if (lane->at == lane->pending.size) {
        return false;
    }
    memcpy(&lane->next, lane->pending.data + lane->at, sizeof lane->next);
    return lane->next.time_ns < until_ns;
}

/* ---- The heap -------------------------------------------------------------------------------- */

/* Earlier time first; then invocations, so that no operation seems to precede one that may have
 * been concurrent; then by lane. */
static bool before(const mns_recorder *recorder, unsigned a, unsigned b) {
    const mns_recorded *x = &recorder->lanes[a].next, *y = &recorder->lanes[b].next;
    if (x->time_ns != y->time_ns) {
        return x->time_ns < y->time_ns;
    }
    return x->completion != y->completion ? y->completion : a < b;
}

/* Moves the lane at this index down to its position. */
static void sink(mns_recorder *recorder, unsigned place) {
    unsigned *heap = recorder->heap, lane = heap[place];
    for (unsigned child; (child = 2 * place + 1) < recorder->heap_count; place = child) {
        if (child + 1 < recorder->heap_count && before(recorder, heap[child + 1], heap[child])) {
            child++;
        }
        if (!before(recorder, heap[child], lane)) {
            break;
        }
        heap[place] = heap[child];
    }
    heap[place] = lane;
}

/* All lanes with operations before `until_ns`. */
static void fill_heap(mns_recorder *recorder, uint64_t until_ns) {
    recorder->heap_count = 0;
    for (unsigned i = 0; i < recorder->lane_count; i++) {
        if (look(&recorder->lanes[i], until_ns)) {
            recorder->heap[recorder->heap_count++] = i;
        }
    }
    for (unsigned place = recorder->heap_count / 2; place-- > 0;) {
        sink(recorder, place);
    }
}

/* ---- Writing --------------------------------------------------------------------------------- */

static void flush(mns_recorder *recorder) {
    mns_buf *out = &recorder->out;
    mns_history_file *file = &recorder->file;
    recorder->broken =
        out->failed || !mns_history_file_append(file, out->data, out->size, recorder->out_lines);
    if (recorder->broken) {
        mns_recorder_fail(recorder, out->failed ? ENOMEM : 0);
    }
    atomic_store(&recorder->written, file->size);
    atomic_fetch_sub(&recorder->waiting, recorder->out_taken);
    mns_buf_clear(out);
    recorder->out_taken = 0;
    recorder->out_lines = 0;
}

/* Writes the next operation of a lane and advances. */
static void write_next(mns_recorder *recorder, mns_lane *lane) {
    mns_buf *out = &recorder->out;
    mns_buf_str(out, "{:index ");
    mns_buf_unsigned(out, recorder->file.lines + recorder->out_lines);
    mns_buf_str(out, ", :time ");
    mns_buf_unsigned(out, lane->next.time_ns);
    mns_buf_bytes(out, lane->pending.data + lane->at + sizeof lane->next, lane->next.size);
    lane->at += sizeof lane->next + lane->next.size;
    recorder->out_taken += sizeof lane->next + lane->next.size;
    recorder->out_lines++;
    if (out->size >= RECORDER_WRITE_BYTES || out->failed) {
        flush(recorder);
    }
}

static void run_round(mns_recorder *recorder, uint64_t until_ns) {
    for (unsigned i = 0; i < recorder->lane_count && !recorder->broken; i++) {
        recorder->broken = !take(&recorder->lanes[i]);
        if (recorder->broken) {
            mns_recorder_fail(recorder, ENOMEM);
        }
    }
    if (recorder->broken) {
        return;
    }
    fill_heap(recorder, until_ns);
    while (recorder->heap_count > 0 && !recorder->broken) {
        mns_lane *lane = &recorder->lanes[recorder->heap[0]];
        write_next(recorder, lane);
        if (!look(lane, until_ns)) {
            recorder->heap[0] = recorder->heap[--recorder->heap_count];
        }
        if (recorder->heap_count > 0) {
            sink(recorder, 0);
        }
    }
    if (recorder->out_lines > 0 && !recorder->broken) {
        flush(recorder);
    }
    for (unsigned i = 0; i < recorder->lane_count; i++) {
        shift(&recorder->lanes[i]);
    }
}

/* ---- The thread ------------------------------------------------------------------------------ */

/* Waits for the next round, or until a client needs room. True at the end. */
static bool wait_for_work(mns_recorder *recorder, uint64_t until_ns) {
    struct timespec until = mns_clock_timespec(until_ns);
    pthread_mutex_lock(&recorder->lock);
    pthread_cond_broadcast(&recorder->room);
    while (!recorder->wake_writer && !recorder->ending && mns_clock_ns() < until_ns) {
        pthread_cond_timedwait(&recorder->work, &recorder->lock, &until);
    }
    recorder->wake_writer = false;
    bool ending = recorder->ending;
    pthread_mutex_unlock(&recorder->lock);
    return ending;
}

void *mns_recorder_writer(void *argument) {
    mns_recorder *recorder = argument;
    /* A file size limit is an error of write, not the end of the process. */
    sigset_t limit;
    sigemptyset(&limit);
    sigaddset(&limit, SIGXFSZ);
    pthread_sigmask(SIG_BLOCK, &limit, NULL);
    uint64_t moment_ns = mns_clock_ns();
    while (!wait_for_work(recorder, moment_ns + RECORDER_EVERY_MS * UINT64_C(1000000))) {
        /* Without the time it is unknown what is complete: wait for the next round. */
        if (mns_clock_read(&moment_ns) && !recorder->broken) {
            run_round(recorder, moment_ns - recorder->start_ns);
        }
    }
    if (!recorder->broken) {
        run_round(recorder, UINT64_MAX);
    }
    return NULL;
}
