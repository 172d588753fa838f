/*
 * quiet.h - threads that are started in between have all signals blocked, so that a user's signals
 * are handled by the thread that called the library, and no system call of a driver is cut short by
 * them.
 */
#ifndef MNS_RUN_SYSTEM_BLOCK_SIGNALS_H
#define MNS_RUN_SYSTEM_BLOCK_SIGNALS_H

#include <pthread.h>
#include <signal.h>

/* What was blocked before, for mns_restore_signals. Faults of the program itself stay as they are.
 */
static inline sigset_t mns_block_signals(void) {
    sigset_t all, before;
    sigfillset(&all);
    sigdelset(&all, SIGSEGV);
    sigdelset(&all, SIGBUS);
    sigdelset(&all, SIGFPE);
    sigdelset(&all, SIGILL);
    sigdelset(&all, SIGABRT);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    return before;
}

static inline void mns_restore_signals(const sigset_t *before) {
    pthread_sigmask(SIG_SETMASK, before, NULL);
}

#endif
