/*
 * guard_cleanup.h - what a guard takes care of, as its owner knows it, and how the owner clears it away
 * when the guard itself has died (kill -9, out of memory).
 *
 * Programs die with their guard (launch.h). What is left then is programs that did not (the system
 * forgets about it when a program has privileges of its own), what was to be undone, and the folder.
 */
#ifndef MNS_RUN_GUARD_GUARD_CLEANUP_H
#define MNS_RUN_GUARD_GUARD_CLEANUP_H

#include "run/guard/guard.h"

typedef struct mns_guard_cleanup {
    mns_buf folder;
    bool keep;
    struct mns_guard_program {
        pid_t pid;                     /* 0: none */
        unsigned long long start_time; /* when: a number may have gone to another process */
    } programs[MNS_GUARD_SLOTS];
    mns_buf undo[MNS_GUARD_UNDOS]; /* launches as bytes */
    unsigned undo_count;
} mns_guard_cleanup;

/* False when out of memory; release it in any case. */
bool mns_guard_cleanup_init(mns_guard_cleanup *cleanup, const char *folder);
void mns_guard_cleanup_release(mns_guard_cleanup *cleanup);

void mns_guard_cleanup_add_program(mns_guard_cleanup *cleanup, unsigned slot, pid_t pid);
/* The bytes of a launch that is to be undone at the end. */
void mns_guard_cleanup_add_undo(mns_guard_cleanup *cleanup, const mns_buf *bytes);

/* Kills, undoes and removes, once the guard is gone. False: `left` names what could not be. */
bool mns_guard_cleanup_run(mns_guard_cleanup *cleanup, mns_buf *left);

#endif
