/*
 * watch.h - checks a history while it is being recorded, to stop a run at the first violation.
 *
 * A thread checks what has been written: first after a second, then each time the history has grown
 * by half. So all checks together read at most three times the history, and a violation is found
 * before the load has grown by another half. A check uses one thread, to leave the machine to the
 * clients.
 *
 * It can only stop the run. The verdict is made on the complete history: a transaction that is
 * running here may fail later. Errors and unknown verdicts do not stop the run.
 */
#ifndef MNS_RUN_RECORD_WATCH_H
#define MNS_RUN_RECORD_WATCH_H

#include "run/record/recorder.h"

typedef struct mns_watch mns_watch;

/* The options for a check; the models default to what the database claims. */
static inline minos_options mns_watch_options(const minos_options *stop_on, const char *claims) {
    minos_options options = *stop_on;
    options.models = options.models == NULL ? claims : options.models;
    return options;
}

/* Checks the recorder's file for violations of the options' models. Recorder and options must
 * outlive the watch. NULL when out of memory or threads. */
mns_watch *mns_watch_start(const char *path, const mns_recorder *recorder,
                           const minos_options *options);
bool mns_watch_violated(const mns_watch *watch);
/* Ends the thread; a running check is finished first. NULL is allowed. */
void mns_watch_finish(mns_watch *watch);

#endif
