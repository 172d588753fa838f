/* bounded_setup.c - see bounded_setup.h. */
#include "run/bounded_setup.h"

#include <pthread.h>

#include "run/system/block_signals.h"
#include "run/system/clock.h"

#define TICK_NS UINT64_C(50000000)
/* More than a hundred tables take on a slow disk. */
#define LIMIT_NS UINT64_C(60000000000)
/* After an interrupt: enough for a few tables on a healthy server. */
#define INTERRUPTED_LIMIT_NS UINT64_C(2000000000)

typedef struct bounded_task {
    mns_database *database;
    mns_connection *connection;
    mns_database_task task;
    pthread_mutex_t lock;
    pthread_cond_t done_changed;
    bool done, good, timed_out;
} bounded_task;

static void *perform(void *argument) {
    bounded_task *a = argument;
    bool good = a->task(a->database, a->connection);
    pthread_mutex_lock(&a->lock);
    a->good = good;
    a->done = true;
    pthread_cond_signal(&a->done_changed);
    pthread_mutex_unlock(&a->lock);
    return NULL;
}

/* The connection stays open until the task is done, so it can be interrupted at any time. */
static void wait_for(bounded_task *a, const volatile sig_atomic_t *interrupts,
                     int interrupt_limit) {
    uint64_t until = mns_clock_ns() + LIMIT_NS;
    bool interrupted = false;
    pthread_mutex_lock(&a->lock);
    while (!a->done) {
        uint64_t now = mns_clock_ns();
        if (!interrupted && interrupts != NULL && *interrupts >= interrupt_limit) {
            interrupted = true;
            until = until < now + INTERRUPTED_LIMIT_NS ? until : now + INTERRUPTED_LIMIT_NS;
        }
        if (now >= until) {
            a->timed_out = true;
            a->database->driver->interrupt(a->connection);
        }
        struct timespec tick = mns_clock_timespec(now + TICK_NS);
        pthread_cond_timedwait(&a->done_changed, &a->lock, &tick);
    }
    pthread_mutex_unlock(&a->lock);
}

bool mns_bounded_setup(mns_database *database, mns_connection *connection, mns_database_task task,
                       const volatile sig_atomic_t *interrupts, int interrupt_limit,
                       bool *timed_out) {
    bounded_task a = {.database = database, .connection = connection, .task = task};
    pthread_mutex_init(&a.lock, NULL);
    mns_clock_cond_init(&a.done_changed);
    pthread_t thread;
    sigset_t before = mns_block_signals();
    bool started = pthread_create(&thread, NULL, perform, &a) == 0;
    mns_restore_signals(&before);
    if (started) {
        wait_for(&a, interrupts, interrupt_limit);
        pthread_join(thread, NULL);
    } else {
        perform(&a);
    }
    pthread_cond_destroy(&a.done_changed);
    pthread_mutex_destroy(&a.lock);
    *timed_out = a.timed_out;
    return a.good;
}
