/*
 * progress.c - shows the progress of a check on stderr.
 *
 * A thread rewrites one line in place, so that time advances even while a stage reports nothing.
 * The line is shown only on a terminal and after one second; progress_end erases it.
 */
#include <pthread.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "cli/cli.h"
#include "cli/progress.h"

#define SHOWN_AFTER_MS 1000
#define SHOWN_EVERY_MS 200

static struct {
    pthread_mutex_t lock; /* of all that follows */
    pthread_cond_t ended;
    pthread_t ticker;
    bool running, end;
    progress_state state;
    int64_t begin_ms, stage_begin_ms;
} progress = {.lock = PTHREAD_MUTEX_INITIALIZER, .ended = PTHREAD_COND_INITIALIZER};

static int64_t now_ms(clockid_t clock) {
    struct timespec now;
    if (clock_gettime(clock, &now) != 0) {
        return 0;
    }
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

/* ---- The thread ----------------------------------------------------------------------------- */

static void show(void) {
    char line[512];
    int64_t now = now_ms(CLOCK_MONOTONIC);
    progress.state.check_ms = now - progress.begin_ms;
    progress.state.stage_ms = now - progress.stage_begin_ms;
    progress_line(&progress.state, terminal_columns(), line, sizeof line);
    fputs("\r\033[K", stderr);
    tell_text(line, strlen(line));
    fflush(stderr);
}

/* Waits, with the lock held, for so long or until the check ends; a jump of the
 * condition variable's clock only delays a line. */
static void wait_ms(int64_t ms) {
    int64_t until = now_ms(CLOCK_REALTIME) + ms;
    struct timespec time = {.tv_sec = (time_t)(until / 1000),
                            .tv_nsec = (long)(until % 1000) * 1000000};
    while (!progress.end && pthread_cond_timedwait(&progress.ended, &progress.lock, &time) == 0) {
    }
}

static void *tick(void *unused) {
    bool shown = false;
    pthread_mutex_lock(&progress.lock);
    wait_ms(SHOWN_AFTER_MS);
    while (!progress.end) {
        show();
        shown = true;
        wait_ms(SHOWN_EVERY_MS);
    }
    pthread_mutex_unlock(&progress.lock);
    if (shown) {
        fputs("\r\033[K", stderr);
        fflush(stderr);
    }
    return unused;
}

/* ---- What the commands call ------------------------------------------------------------------ */

void progress_begin(const char *name, int place, int count) {
    if (isatty(fileno(stderr)) != 1) {
        return;
    }
    progress.state = (progress_state){.name = name,
                                      .place = place,
                                      .count = count,
                                      .size_bytes = history_size(name),
                                      .stage = "opening"};
    progress.end = false;
    progress.begin_ms = progress.stage_begin_ms = now_ms(CLOCK_MONOTONIC);
    progress.running = pthread_create(&progress.ticker, NULL, tick, NULL) == 0;
}

void progress_show(void *context, const char *stage, double fraction) {
    (void)context;
    if (!progress.running) {
        return;
    }
    pthread_mutex_lock(&progress.lock);
    if (strcmp(progress.state.stage, stage) != 0) {
        progress.stage_begin_ms = now_ms(CLOCK_MONOTONIC);
    }
    progress.state.stage = stage;
    progress.state.fraction = fraction;
    pthread_mutex_unlock(&progress.lock);
}

void progress_end(void) {
    if (!progress.running) {
        return;
    }
    pthread_mutex_lock(&progress.lock);
    progress.end = true;
    pthread_cond_signal(&progress.ended);
    pthread_mutex_unlock(&progress.lock);
    pthread_join(progress.ticker, NULL);
    progress.running = false;
}
