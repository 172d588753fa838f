/*
 * progress.c - shows the progress of a check, or of another step, on stderr.
 *
 * The line is shown only on a terminal and after one second; progress_end erases it.
 */
#include <string.h>

#include "cli/cli.h"
#include "cli/progress.h"
#include "cli/ticker.h"

static struct {
    progress_state state;
    int64_t begin_ms, stage_begin_ms;
} progress; /* changed with the ticker locked */

static void show(void *unused, size_t columns, char *text, size_t size) {
    (void)unused;
    int64_t now = ticker_now_ms();
    progress.state.check_ms = now - progress.begin_ms;
    progress.state.stage_ms = now - progress.stage_begin_ms;
    progress_line(&progress.state, columns, text, size);
}

static void begin(progress_state state) {
    ticker_end();
    progress.state = state;
    progress.begin_ms = progress.stage_begin_ms = ticker_now_ms();
    ticker_begin(show, NULL, TICKER_LATE_MS);
}

void progress_begin(const char *name, int place, int count) {
    begin((progress_state){.name = name,
                           .place = place,
                           .count = count,
                           .size_bytes = history_size(name),
                           .stage = "opening"});
}

void progress_step(const char *what) { begin((progress_state){.stage = what}); }

void progress_show(void *context, const char *stage, double fraction) {
    (void)context;
    ticker_lock();
    if (progress.state.stage == NULL || strcmp(progress.state.stage, stage) != 0) {
        progress.stage_begin_ms = ticker_now_ms();
    }
    progress.state.stage = stage;
    progress.state.fraction = fraction;
    ticker_unlock();
}

void progress_end(void) { ticker_end(); }
