/*
 * fake_driver.h - an in-memory database with the driver interface that fails on demand.
 *
 * Transactions take effect atomically when they commit, so it is strictly serializable. One server
 * at a time: the test fills in `fake`, which fake_reset empties.
 */
#ifndef TEST_FAKE_DRIVER_H
#define TEST_FAKE_DRIVER_H

#include <pthread.h>

#include "run/driver/driver.h"

typedef enum fake_step {
    FAKE_NONE,
    FAKE_OPEN,
    FAKE_CONNECT,
    FAKE_CREATE,
    FAKE_BEGIN,
    FAKE_APPLY,
    FAKE_COMMIT,       /* before it took effect */
    FAKE_COMMIT_AFTER, /* after it did */
    FAKE_ROLLBACK,
    FAKE_DROP,
    FAKE_STEP_COUNT
} fake_step;

typedef struct fake_server {
    /* The step fails from the `from`-th time on, every `every`-th time, `times` times. */
    fake_step step;
    unsigned from, every, times;
    bool hangs; /* blocks until interrupted, then fails */
    mns_run_outcome outcome;
    bool broken;
    const char *name;    /* of the error */
    const char *message; /* of the error */
    bool rollback_fails;
    bool forgets_answers; /* reads are not answered */
    const char *counter;  /* the result of all counter reads; NULL: 0 */
    /* Down from the n-th begin on, up again at the n-th refused connection; 0: never. */
    unsigned down_at, up_at;
    unsigned slow_us;        /* duration of a commit */
    unsigned most_connected; /* maximum of clients at a time, 0: any number */

    pthread_mutex_t lock; /* protects the fields below */
    pthread_cond_t changed;
    bool down; /* the server does not answer */
    unsigned seen[FAKE_STEP_COUNT], failed, refused, interrupts;
    unsigned connected, most_seen; /* clients */
    bool created, dropped;
    uint64_t keys_at_drop;
    struct fake_value {
        uint64_t key;
        int64_t value;
    } * values; /* in the order of commits */
    size_t count, capacity;
} fake_server;

extern fake_server fake;
extern const mns_driver fake_driver;

void fake_reset(void);
/* How often a step was reached, and how often one failed or blocked; from any thread. */
unsigned fake_seen(fake_step step);
unsigned fake_failed(void);

#endif
