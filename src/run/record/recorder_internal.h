/*
 * recorder_internal.h - the data structures of the recorder; for recorder.c and recorder_write.c
 * only.
 *
 *     client 0 ── lane 0: filling ──► pending ──┐
 *     client 1 ── lane 1: filling ──► pending ──┼── merged by time ──► out ──► file
 *     events ──── lane 2: filling ──► pending ──┘
 *               (client's, locked)   (writer's own)
 *
 * A lane holds operations in sequence, each as a mns_recorded and its text, which is the line
 * without index and time. Expensive work is done by clients while they fill, or by the writer
 * without a lock: under the lock the writer only swaps two buffers.
 */
#ifndef MNS_RUN_RECORD_RECORDER_INTERNAL_H
#define MNS_RUN_RECORD_RECORDER_INTERNAL_H

#include <pthread.h>
#include <stdatomic.h>

#include "run/record/history_file.h"
#include "run/record/recorder.h"

/* Interval of the writer. */
#define RECORDER_EVERY_MS 100
/* Clients wait while more than this is buffered. */
#define RECORDER_MOST_BYTES ((size_t)32 << 20)
/* Approximate size of one write. */
#define RECORDER_WRITE_BYTES ((size_t)1 << 18)

typedef struct mns_recorded {
    uint64_t time_ns; /* since the start */
    size_t size;      /* of the following text */
    bool completion;
} mns_recorded;

typedef struct mns_lane {
    pthread_mutex_t lock; /* protects the next three */
    mns_buf filling;
    uint64_t last_ns; /* time of its last operation */
    uint64_t count;   /* operations handed over, kept or not */

    mns_buf pending; /* owned by the writer */
    size_t at;       /* written up to here */
    mns_recorded next;
    mns_buf spare;    /* empty, to be swapped with `filling` */
    char padding[64]; /* keeps lanes, used by different threads, on different cache lines */
} mns_lane;

struct mns_recorder {
    mns_lane *lanes; /* one per client, and one for events */
    unsigned lane_count;
    uint64_t start_ns;
    bool sets_are_objects; /* marks each operation of a client */
    unsigned nodes;        /* client i uses node i % nodes; 0: nodes are not recorded */

    atomic_bool failed;    /* keep no more operations */
    atomic_int error;      /* the reason: ENOMEM, or the clock's errno; 0: the file's error */
    atomic_size_t waiting; /* bytes in all lanes */
    atomic_uint_least64_t written;

    pthread_mutex_t lock; /* protects the following */
    pthread_cond_t work;  /* for the writer */
    pthread_cond_t room;  /* for clients */
    bool wake_writer, ending;

    pthread_t writer; /* owns the following */
    mns_history_file file;
    unsigned *heap; /* lanes with something to write, the earliest first */
    unsigned heap_count;
    mns_buf out;
    uint64_t out_lines;
    size_t out_taken; /* bytes of lanes in `out` */
    bool broken;      /* writing has failed for good */
};

/* Marks the recorder as failed; `error` is 0 if the file has the error. */
void mns_recorder_fail(mns_recorder *recorder, int error);
/* The writer thread; its argument is the recorder. */
void *mns_recorder_writer(void *argument);

#endif
