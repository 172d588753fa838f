/* ticker.c - see ticker.h. */
#include "cli/ticker.h"

#include <pthread.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "cli/cli.h"

static struct {
    pthread_mutex_t lock; /* of all that follows, and of what `line` reads */
    pthread_cond_t ended;
    pthread_t thread;
    bool running, end;
    ticker_line line;
    void *context;
    int64_t after_ms;
} ticker = {.lock = PTHREAD_MUTEX_INITIALIZER, .ended = PTHREAD_COND_INITIALIZER};

static int64_t now_ms(clockid_t clock) {
    struct timespec now;
    if (clock_gettime(clock, &now) != 0) {
        return 0;
    }
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

int64_t ticker_now_ms(void) { return now_ms(CLOCK_MONOTONIC); }

/* Waits, with the lock held, for so long or until the end; a jump of the condition variable's clock
 * only delays a line. */
static void wait_ms(int64_t ms) {
    int64_t until = now_ms(CLOCK_REALTIME) + ms;
    struct timespec time = {.tv_sec = (time_t)(until / 1000),
                            .tv_nsec = (long)(until % 1000) * 1000000};
    while (!ticker.end && pthread_cond_timedwait(&ticker.ended, &ticker.lock, &time) == 0) {
    }
}

static void *tick(void *unused) {
    bool shown = false;
    pthread_mutex_lock(&ticker.lock);
    wait_ms(ticker.after_ms);
    while (!ticker.end) {
        char text[512];
        ticker.line(ticker.context, terminal_columns(), text, sizeof text);
        fputs("\r\033[K", stderr);
        tell_text(text, strlen(text));
        fflush(stderr);
        shown = true;
        wait_ms(TICKER_EVERY_MS);
    }
    pthread_mutex_unlock(&ticker.lock);
    if (shown) {
        fputs("\r\033[K", stderr);
        fflush(stderr);
    }
    return unused;
}

void ticker_begin(ticker_line line, void *context, int64_t after_ms) {
    ticker_end();
    if (isatty(fileno(stderr)) != 1) {
        return;
    }
    ticker.line = line;
    ticker.context = context;
    ticker.after_ms = after_ms;
    ticker.end = false;
    /* Signals are for the threads that wait for them. */
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    ticker.running = pthread_create(&ticker.thread, NULL, tick, NULL) == 0;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
}

void ticker_end(void) {
    if (!ticker.running) {
        return;
    }
    pthread_mutex_lock(&ticker.lock);
    ticker.end = true;
    pthread_cond_signal(&ticker.ended);
    pthread_mutex_unlock(&ticker.lock);
    pthread_join(ticker.thread, NULL);
    ticker.running = false;
}

void ticker_lock(void) { pthread_mutex_lock(&ticker.lock); }

void ticker_unlock(void) { pthread_mutex_unlock(&ticker.lock); }
