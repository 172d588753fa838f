/*
 * recorder_parts.h - what the recorder is made of; for recorder.c and recorder_write.c alone.
 *
 *     client 0 ── lane 0: filling ──► pending ──┐
 *     client 1 ── lane 1: filling ──► pending ──┼── merged by time ──► out ──► file
 *     events ──── lane 2: filling ──► pending ──┘
 *               (client's, locked)   (writer's own)
 *
 * A lane holds operations one after the other, each as a mns_recorded and its text; the text is
 * everything of the line but its index and time. All that costs time is done by clients while they
 * fill, or by the writer without a lock: under it the writer only swaps two buffers.
 */
#ifndef MNS_RUN_RECORD_RECORDER_INTERNAL_H
#define MNS_RUN_RECORD_RECORDER_INTERNAL_H

#include <pthread.h>
#include <stdatomic.h>

#include "run/record/history_file.h"
#include "run/record/recorder.h"

/* How often the writer comes by. */
#define RECORDER_EVERY_MS 100
/* Clients wait where this much has not been written yet. */
#define RECORDER_MOST_BYTES ((size_t)32 << 20)
/* Bytes that are written at a time, about. */
#define RECORDER_WRITE_BYTES ((size_t)1 << 18)

typedef struct mns_recorded {
    uint64_t time_ns; /* since the start */
    size_t size;      /* of the text that follows */
    bool completion;
} mns_recorded;

typedef struct mns_lane {
    pthread_mutex_t lock; /* of these: */
    mns_buf filling;
    uint64_t last_ns; /* the time of its last operation */
    uint64_t count;   /* operations handed over, kept or not */

    mns_buf pending; /* the writer's; */
    size_t at;       /* what is before it has been written; */
    mns_recorded next;
    mns_buf spare;    /* empty, to be swapped with what was filled */
    char padding[64]; /* lanes are used by different threads: no common cache line */
} mns_lane;

struct mns_recorder {
    mns_lane *lanes; /* of each client, and one for events */
    unsigned lane_count;
    uint64_t start_ns;
    bool sets_are_objects; /* each operation of a client says so */

    atomic_bool failed;    /* nothing more is kept, */
    atomic_int error;      /* for this reason: ENOMEM, or the clock's; 0: the file's */
    atomic_size_t waiting; /* bytes in all lanes */
    atomic_uint_least64_t written;

    pthread_mutex_t lock; /* of these: */
    pthread_cond_t work;  /* for the writer */
    pthread_cond_t room;  /* for clients */
    bool wake_writer, ending;

    pthread_t writer; /* its own: */
    mns_history_file file;
    unsigned *heap; /* lanes with something to write, the earliest first */
    unsigned heap_count;
    mns_buf out;
    uint64_t out_lines;
    size_t out_taken; /* bytes of lanes that became these lines */
    bool broken;      /* nothing can be written any more */
};

/* Says that something could not be kept or written; the error is 0 if the file has it. */
void mns_recorder_fail(mns_recorder *recorder, int error);
/* The thread that writes; its argument is the recorder. */
void *mns_recorder_writer(void *argument);

#endif
