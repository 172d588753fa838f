/*
 * guard_cleanup.h - cleanup by the owner after the guard itself was killed (kill -9, out of
 * memory).
 *
 * Programs die with their guard (launch.h). The owner keeps a copy of what the guard manages, to
 * kill programs that survived (the parent-death signal is lost when a program gains privileges),
 * run the undo commands and remove the folder.
 */
#ifndef MNS_RUN_GUARD_GUARD_CLEANUP_H
#define MNS_RUN_GUARD_GUARD_CLEANUP_H

#include "run/guard/guard.h"

typedef struct mns_guard_cleanup {
    mns_buf folder;
    bool keep;
    struct mns_guard_program {
        pid_t pid;                     /* 0: none */
        unsigned long long start_time; /* detects a reused pid */
    } programs[MNS_GUARD_SLOTS];
    mns_buf undo[MNS_GUARD_UNDOS]; /* packed launches */
    unsigned undo_count;
} mns_guard_cleanup;

/* False when out of memory; release it in any case. */
bool mns_guard_cleanup_init(mns_guard_cleanup *cleanup, const char *folder);
void mns_guard_cleanup_release(mns_guard_cleanup *cleanup);

void mns_guard_cleanup_add_program(mns_guard_cleanup *cleanup, unsigned slot, pid_t pid);
/* Adds a packed launch to run at the end. */
void mns_guard_cleanup_add_undo(mns_guard_cleanup *cleanup, const mns_buf *bytes);

/* Kills, undoes and removes, after the guard has died. False: `left` describes what failed. */
bool mns_guard_cleanup_run(mns_guard_cleanup *cleanup, mns_buf *left);

#endif
