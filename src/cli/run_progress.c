/*
 * run_progress.c - shows the progress of a run on stderr, if that is a terminal: while a throw-away
 * server starts, and from creating the tables to removing them.
 *
 * During the run a ticker writes the line, so that time advances even while the library reports
 * nothing. A server is started without: no thread may run yet.
 */
#include <string.h>
#include <unistd.h>

#include "cli/cmd_run.h"
#include "cli/ticker.h"

static bool is_shown(const run_settings *s) {
    return isatty(fileno(stderr)) == 1 && (s->judging.flags & MINOS_QUIET) == 0;
}

/* ---- A server -------------------------------------------------------------------------------- */

static void show_server(void *context, const minos_server_progress *progress) {
    (void)context;
    char line[512];
    run_server_line(progress, terminal_columns(), line, sizeof line);
    fputs("\r\033[K", stderr);
    tell_text(line, strlen(line));
    fflush(stderr);
}

void run_progress_server(run_settings *s) { s->server.progress = is_shown(s) ? show_server : NULL; }

void run_progress_clear(const run_settings *s) {
    if (is_shown(s)) {
        fputs("\r\033[K", stderr);
        fflush(stderr);
    }
}

/* ---- The run --------------------------------------------------------------------------------- */

/* With the ticker locked. Time advances between reports, unless the load has ended. */
static void show(void *context, size_t columns, char *text, size_t size) {
    run_progress now = *(const run_progress *)context;
    double since_s = (double)(ticker_now_ms() - now.reported_ms) / 1000;
    now.phase_s = (double)(ticker_now_ms() - now.phase_ms) / 1000;
    now.now.seconds += now.now.seconds > 0 ? since_s : 0;
    run_progress_line(&now, columns, text, size);
}

static void take(void *context, const minos_run_progress *reported) {
    run_progress *progress = context;
    ticker_lock();
    progress->reported_ms = ticker_now_ms();
    if (reported->phase != progress->now.phase) {
        progress->phase_ms = progress->reported_ms;
    }
    progress->now = *reported;
    progress->now.fault = NULL; /* points into memory of the run */
    snprintf(progress->fault, sizeof progress->fault, "%s",
             reported->fault == NULL ? "" : reported->fault);
    ticker_unlock();
}

void run_progress_begin(const run_settings *s, run_progress *progress, const char *level,
                        minos_run_options *options) {
    bool shown = is_shown(s);
    *progress = (run_progress){.now = {.phase = MINOS_PHASE_SETUP},
                               .level = level,
                               .place = s->level_place,
                               .count = s->level_count,
                               .nodes = s->nodes,
                               .time_s = options->time_s,
                               .reported_ms = ticker_now_ms(),
                               .phase_ms = ticker_now_ms()};
    options->progress = shown ? take : NULL;
    options->progress_context = progress;
    if (shown) {
        ticker_begin(show, progress, TICKER_EVERY_MS);
    }
}

void run_progress_end(void) { ticker_end(); }
