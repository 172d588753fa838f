/*
 * watch.h - checks a history while it is being recorded, to stop a run that has shown enough.
 *
 * A thread of its own looks at what has been written: first after a second, then each time that
 * half as much again is there, so all checks together read at most three times the history, and
 * what is wrong is seen within half as much load again. A check uses one thread, to leave the
 * machine to the clients.
 *
 * It only ever says stop. The verdict is that of the whole history, once it is whole: a transaction
 * under way here may turn out to have failed. What is not understood or not decided stops nothing.
 */
#ifndef MNS_RUN_RECORD_WATCH_H
#define MNS_RUN_RECORD_WATCH_H

#include "run/record/recorder.h"

typedef struct mns_watch mns_watch;

/* What to check for where the caller leaves it to what the database claims. */
static inline minos_options mns_watch_options(const minos_options *stop_on, const char *claims) {
    minos_options options = *stop_on;
    options.models = options.models == NULL ? claims : options.models;
    return options;
}

/* Watches the recorder's file for violations of the options' models. Both must outlive the watch,
 * as must what the options point to. NULL when out of memory or threads. */
mns_watch *mns_watch_start(const char *path, const mns_recorder *recorder,
                           const minos_options *options);
bool mns_watch_violated(const mns_watch *watch);
/* Ends the thread; a check under way is finished first. NULL is fine. */
void mns_watch_finish(mns_watch *watch);

#endif
