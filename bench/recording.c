/*
 * recording.c - measures the cost of recording a run: CPU time per transaction, of all threads.
 *
 *     recording FILE [TRANSACTIONS]
 *
 * Ten clients record transactions of the usual shape (1 to 4 micro-operations, every other one a
 * read of 16 elements) as fast as they can, to a file that is removed at the end. Out: one line.
 * The time is that of the process, so it includes the writing thread and the kernel's copying. For
 * comparison: at 10,000 transactions a second on 2 cores, each costs 200 us. In such a run caches
 * are cold, and recording takes about 1 us more.
 */
#include <pthread.h>
#include <stdio.h>
#include <unistd.h>

#include "generate/generator.h"
#include "run/record/recorder.h"
#include "run/system/clock.h"

enum { CLIENTS = 10, POOL = 64 };

typedef struct client {
    mns_recorder *recorder;
    unsigned number;
    uint64_t count;
    mns_run_txn pool[POOL];
} client;

static bool prepare(client *c) {
    static const char list[] = "101 102 103 104 105 106 107 108 109 110 111 112 113 114 115 116";
    for (unsigned i = 0; i < POOL; i++) {
        mns_run_txn *txn = &c->pool[i];
        mns_run_txn_init(txn, MNS_GENERATE_LIST_APPEND);
        for (unsigned k = 0; k <= i % 4; k++) {
            if (!mns_run_txn_push(txn, (i / 4 + k) % 2 == 0, 1000 + i, 117)) {
                return false;
            }
            if (!txn->mops[k].write) {
                mns_answer_list(txn, k, list, sizeof list - 1);
            }
        }
    }
    return true;
}

static void *work(void *argument) {
    const client *c = argument;
    for (uint64_t i = 0; i < c->count; i++) {
        const mns_run_txn *txn = &c->pool[i % POOL];
        mns_recorder_invoke(c->recorder, c->number, c->number, txn);
        mns_recorder_complete(c->recorder, c->number, c->number, txn, MNS_OUTCOME_OK, NULL);
    }
    return NULL;
}

/* False when out of memory or threads. */
static bool run_clients(mns_recorder *recorder, uint64_t total) {
    static client clients[CLIENTS];
    pthread_t threads[CLIENTS];
    unsigned started = 0;
    while (started < CLIENTS) {
        client *c = &clients[started];
        c->recorder = recorder;
        c->number = started;
        c->count = total / CLIENTS;
        if (!prepare(c) || pthread_create(&threads[started], NULL, work, c) != 0) {
            break;
        }
        started++;
    }
    for (unsigned i = 0; i < started; i++) {
        pthread_join(threads[i], NULL);
        for (unsigned k = 0; k < POOL; k++) {
            mns_run_txn_release(&clients[i].pool[k]);
        }
    }
    return started == CLIENTS;
}

static double cpu_us(void) {
    struct timespec used;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &used);
    return (double)used.tv_sec * 1e6 + (double)used.tv_nsec / 1e3;
}

int main(int argc, char **argv) {
    uint64_t total = argc > 2 ? strtoull(argv[2], NULL, 10) : 1000000, operations = 0;
    char *message = NULL;
    mns_recorder *recorder = argc < 2 ? NULL : mns_recorder_start(argv[1], CLIENTS, &message);
    if (recorder == NULL) {
        fprintf(stderr, "%s\n", message == NULL ? "usage: recording FILE [TRANSACTIONS]" : message);
        minos_free(message);
        return 1;
    }
    double start_us = cpu_us();
    bool ran = run_clients(recorder, total);
    minos_status status = mns_recorder_finish(recorder, &operations, &message);
    double used_us = cpu_us() - start_us;
    unlink(argv[1]);
    if (!ran || status != MINOS_OK) {
        fprintf(stderr, "recording: %s\n", message == NULL ? "out of memory" : message);
        minos_free(message);
        return 1;
    }
    printf("Recording: %.2f us of CPU time a transaction (%llu transactions, %d clients)\n",
           used_us / (double)operations * 2, (unsigned long long)(operations / 2), CLIENTS);
    return 0;
}
