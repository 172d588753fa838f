/*
 * block_signals.h - blocks all signals while threads are started, so that only the thread that
 * called the library handles signals, and no system call of a driver is interrupted by one.
 */
#ifndef MNS_RUN_SYSTEM_BLOCK_SIGNALS_H
#define MNS_RUN_SYSTEM_BLOCK_SIGNALS_H

#include <pthread.h>
#include <signal.h>

/* Returns the previous mask, for mns_restore_signals. Signals of program errors are not blocked. */
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
