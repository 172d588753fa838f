/*
 * fake_driver.h - a database in memory behind the interface of drivers, that fails on demand.
 *
 * Transactions take effect all at once when they commit, so it is strictly serializable. One server
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
    /* What goes wrong: at that step, from the `from`-th time on, every `every`-th time, so many
     * times. */
    fake_step step;
    unsigned from, every, times;
    bool hangs; /* until it is interrupted, then fails */
    mns_run_outcome outcome;
    bool broken;
    const char *name;    /* of the trouble */
    const char *message; /* and what is said about it */
    bool rollback_fails;
    bool forgets_answers; /* reads are not answered */
    const char *counter;  /* what all counters are read as; NULL: 0 */
    unsigned down_at,
        up_at; /* down from the n-th begin on, up again at the n-th connection refused; 0: never */
    unsigned slow_us;        /* what a commit takes */
    unsigned most_connected; /* clients at a time, 0: any number */

    pthread_mutex_t lock; /* of what follows */
    pthread_cond_t changed;
    bool down; /* nobody answers */
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
/* How often a step was seen, and how often something went wrong or hung; from any thread. */
unsigned fake_seen(fake_step step);
unsigned fake_failed(void);

#endif
