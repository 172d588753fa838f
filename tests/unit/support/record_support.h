/* record_support.h - recordings for tests: written by client threads, and read back.
 *
 * recording_check verifies what recorder.h promises: lines in order of time with consecutive
 * indexes, each process invoking only after its completion, and a history that the checker accepts.
 */
#ifndef RECORD_SUPPORT_H
#define RECORD_SUPPORT_H

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>

#include "run/record/recorder_internal.h"
#include "run/system/clock.h"
#include "support/support.h"
#include <cmocka.h>

typedef struct recording {
    char *path; /* removed by recording_release */
    mns_recorder *recorder;
    mns_run_txn txn; /* of lists */
    uint64_t operations;
    char *message;
} recording;

static inline void recording_start(recording *r, unsigned clients) {
    *r = (recording){.path = temporary_write("", 0)};
    assert_int_equal(remove(r->path), 0);
    mns_run_txn_init(&r->txn, MNS_GENERATE_LIST_APPEND);
    r->recorder = mns_recorder_start(r->path, clients, &r->message);
    assert_non_null(r->recorder);
    assert_null(r->message);
}

static inline minos_status recording_finish(recording *r) {
    minos_status status = mns_recorder_finish(r->recorder, &r->operations, &r->message);
    assert_true((status == MINOS_OK) == (r->message == NULL));
    return status;
}

static inline void recording_release(recording *r) {
    mns_run_txn_release(&r->txn);
    free(r->message);
    temporary_remove(r->path);
}

static inline void recording_pause(long ms) {
    struct timespec pause = {.tv_sec = ms / 1000, .tv_nsec = ms % 1000 * 1000000};
    nanosleep(&pause, NULL);
}

/* Waits until so many bytes have been written. */
static inline void recording_wait(const recording *r, uint64_t bytes) {
    while (mns_recorder_written(r->recorder) < bytes) {
        recording_pause(1);
    }
}

/* ---- Clients --------------------------------------------------------------------------------- */

typedef struct recording_client {
    mns_recorder *recorder;
    unsigned client, txns;
} recording_client;

/* Appends to its own key and reads it; every seventh transaction fails, every eleventh has an
 * unknown outcome, after which the client continues as another process. */
static inline void *recording_work(void *argument) {
    const recording_client *c = argument;
    uint64_t process = c->client;
    mns_run_txn txn;
    mns_run_txn_init(&txn, MNS_GENERATE_LIST_APPEND);
    mns_driver_error failure;
    mns_driver_error_set(&failure, MNS_OUTCOME_FAIL, false, "other", "1", "told so");
    for (unsigned i = 1; i <= c->txns; i++) {
        mns_run_outcome outcome = i % 7 == 0    ? MNS_OUTCOME_FAIL
                                  : i % 11 == 0 ? MNS_OUTCOME_INFO
                                                : MNS_OUTCOME_OK;
        mns_run_txn_clear(&txn);
        mns_run_txn_push(&txn, true, (uint64_t)c->client * c->txns + i, 1);
        mns_run_txn_push(&txn, false, (uint64_t)c->client * c->txns + i, 0);
        mns_recorder_invoke(c->recorder, c->client, process, &txn);
        mns_answer_list(&txn, 1, "1", 1);
        mns_recorder_complete(c->recorder, c->client, process, &txn, outcome,
                              outcome == MNS_OUTCOME_OK ? NULL : &failure);
        process += outcome == MNS_OUTCOME_INFO ? 1000 : 0;
    }
    mns_run_txn_release(&txn);
    return NULL;
}

static inline void recording_clients(recording *r, unsigned clients, unsigned txns) {
    pthread_t *threads = calloc(clients, sizeof *threads);
    recording_client *work = calloc(clients, sizeof *work);
    assert_true(threads != NULL && work != NULL);
    for (unsigned i = 0; i < clients; i++) {
        work[i] = (recording_client){.recorder = r->recorder, .client = i, .txns = txns};
        assert_int_equal(pthread_create(&threads[i], NULL, recording_work, &work[i]), 0);
    }
    for (unsigned i = 0; i < clients; i++) {
        pthread_join(threads[i], NULL);
    }
    free(threads);
    free(work);
}

/* ---- Reading back ---------------------------------------------------------------------------- */

static inline uint64_t recording_lines(const recording *r) {
    size_t size;
    char *text = file_load(r->path, &size);
    assert_non_null(text);
    assert_true(size == 0 || text[size - 1] == '\n');
    uint64_t lines = 0;
    for (size_t i = 0; i < size; i++) {
        lines += text[i] == '\n';
    }
    free(text);
    return lines;
}

/* Returns the number of operations. */
static inline uint64_t recording_check(const recording *r) {
    enum { PROCESSES = 1 << 18 };
    size_t size, line_size;
    char *text = file_load(r->path, &size);
    uint64_t *completed_ns = calloc(PROCESSES, sizeof *completed_ns);
    assert_true(text != NULL && completed_ns != NULL);
    assert_true(size == 0 || text[size - 1] == '\n');
    uint64_t lines = 0, last_ns = 0;
    const char *line;
    bool last_completion = false;
    for (size_t at = 0; line_next(text, size, &at, &line, &line_size);) {
        unsigned long long index, time_ns, process;
        char type[8];
        assert_int_equal(sscanf(line, "{:index %llu, :time %llu, :type :%7[a-z], :process %llu",
                                &index, &time_ns, type, &process),
                         4);
        assert_true(index == lines++ && process < PROCESSES);
        bool completion = strcmp(type, "invoke") != 0;
        assert_true(time_ns > last_ns || (time_ns == last_ns && completion >= last_completion));
        assert_true(completion || time_ns > completed_ns[process]);
        completed_ns[process] = completion ? time_ns : UINT64_MAX;
        last_ns = time_ns;
        last_completion = completion;
    }
    free(completed_ns);
    minos_options options;
    minos_options_init(&options);
    minos_result *result = NULL;
    assert_int_equal(minos_check_memory("history", text, size, &options, &result), MINOS_OK);
    assert_int_not_equal(minos_result_verdict(result), MINOS_VIOLATED);
    minos_result_free(result);
    free(text);
    return lines;
}

#endif
