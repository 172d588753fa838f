/*
 * activity.h - what the clients are doing: transactions in flight, and errors by class.
 *
 * For the progress line, and for the summary: the concurrency that a run reached depends on the
 * database and on --rate, not only on the number of clients.
 */
#ifndef MNS_RUN_CLIENT_ACTIVITY_H
#define MNS_RUN_CLIENT_ACTIVITY_H

#include <pthread.h>

#include "core/base.h"

/* Classes of errors that are told apart; further ones are not counted. */
#define MNS_LIMIT_ERROR_CLASSES 32

typedef struct mns_error_class {
    const char *name; /* "serialization-failure"; static, as in mns_driver_error */
    uint64_t count;
} mns_error_class;

typedef struct mns_activity {
    pthread_mutex_t lock; /* protects the following */
    uint64_t in_flight, begun;
    uint64_t in_flight_sum; /* when each transaction began, itself included */
    mns_error_class errors[MNS_LIMIT_ERROR_CLASSES];
    size_t error_count;
} mns_activity;

void mns_activity_init(mns_activity *activity);
void mns_activity_release(mns_activity *activity);

/* A client begins and ends a transaction; error: the class of its error, or NULL. O(classes). */
void mns_activity_begin(mns_activity *activity);
void mns_activity_end(mns_activity *activity, const char *error);

/* The average number of transactions in flight when one began, itself included; 0: none began. */
double mns_activity_concurrency(mns_activity *activity);
/* The most frequent class of errors, the first of several; false: there was no error. */
bool mns_activity_error(mns_activity *activity, mns_error_class *most);

#endif
