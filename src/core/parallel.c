/* parallel.c - see parallel.h. */
#include "core/parallel.h"

#include <pthread.h>
#include <stdatomic.h>
#include <unistd.h>

#define LIMIT_THREADS 256

typedef struct work {
    mns_task task;
    void *context;
    uint32_t count;
    atomic_uint next;
} work;

static void *run(void *argument) {
    work *w = argument;
    for (;;) {
        uint32_t task = atomic_fetch_add(&w->next, 1);
        if (task >= w->count) {
            return NULL;
        }
        w->task(w->context, task);
    }
}

void mns_parallel(unsigned threads, uint32_t count, mns_task task, void *context) {
    assert(count <= UINT32_MAX - LIMIT_THREADS - 1); /* every thread asks for one task too many */
    work w = {.task = task, .context = context, .count = count};
    atomic_init(&w.next, 0);
    pthread_t started[LIMIT_THREADS];
    unsigned running = 0;
    while (running + 1 < threads && running + 1 < count && running < LIMIT_THREADS) {
        if (pthread_create(&started[running], NULL, run, &w) != 0) {
            break;
        }
        running++;
    }
    run(&w);
    while (running > 0) {
        pthread_join(started[--running], NULL);
    }
    assert(atomic_load(&w.next) > count); /* all tasks were taken */
}

unsigned mns_thread_count(unsigned requested) {
    unsigned count = requested;
    if (requested == 0) {
        long cores = sysconf(_SC_NPROCESSORS_ONLN);
        count = cores < 1 ? 1 : (unsigned)cores;
    }
    return count > LIMIT_THREADS ? LIMIT_THREADS : count;
}
