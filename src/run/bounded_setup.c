/* attend.c - see attend.h. */
#include "run/bounded_setup.h"

#include <pthread.h>

#include "run/system/block_signals.h"
#include "run/system/clock.h"

#define TICK_NS UINT64_C(50000000)
/* More than a hundred tables take on a slow disk, */
#define PATIENCE_NS UINT64_C(60000000000)
/* and what a server that is well needs for a few. */
#define IMPATIENCE_NS UINT64_C(2000000000)

typedef struct attended {
    mns_database *database;
    mns_connection *connection;
    mns_database_task task;
    pthread_mutex_t lock;
    pthread_cond_t done_changed;
    bool done, good, cut;
} attended;

static void *perform(void *argument) {
    attended *a = argument;
    bool good = a->task(a->database, a->connection);
    pthread_mutex_lock(&a->lock);
    a->good = good;
    a->done = true;
    pthread_cond_signal(&a->done_changed);
    pthread_mutex_unlock(&a->lock);
    return NULL;
}

/* The connection stays open until the task is done, so it may be interrupted at any time. */
static void wait_for(attended *a, const volatile sig_atomic_t *interrupts, int enough) {
    uint64_t until = mns_clock_ns() + PATIENCE_NS;
    bool impatient = false;
    pthread_mutex_lock(&a->lock);
    while (!a->done) {
        uint64_t now = mns_clock_ns();
        if (!impatient && interrupts != NULL && *interrupts >= enough) {
            impatient = true;
            until = until < now + IMPATIENCE_NS ? until : now + IMPATIENCE_NS;
        }
        if (now >= until) {
            a->cut = true;
            a->database->driver->interrupt(a->connection);
        }
        struct timespec tick = mns_clock_moment(now + TICK_NS);
        pthread_cond_timedwait(&a->done_changed, &a->lock, &tick);
    }
    pthread_mutex_unlock(&a->lock);
}

bool mns_bounded_setup(mns_database *database, mns_connection *connection, mns_database_task task,
                       const volatile sig_atomic_t *interrupts, int enough, bool *cut) {
    attended a = {.database = database, .connection = connection, .task = task};
    pthread_mutex_init(&a.lock, NULL);
    mns_clock_condition(&a.done_changed);
    pthread_t thread;
    sigset_t before = mns_block_signals();
    bool started = pthread_create(&thread, NULL, perform, &a) == 0;
    mns_restore_signals(&before);
    if (started) {
        wait_for(&a, interrupts, enough);
        pthread_join(thread, NULL);
    } else {
        perform(&a);
    }
    pthread_cond_destroy(&a.done_changed);
    pthread_mutex_destroy(&a.lock);
    *cut = a.cut;
    return a.good;
}
