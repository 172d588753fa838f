/*
 * run_progress.c - shows the progress of a run: one line on stderr if that is a terminal,
 * rewritten in place.
 */
#include <string.h>
#include <unistd.h>

#include "cli/cmd_run.h"

static void show(void *context, const minos_run_progress *progress) {
    const minos_run_options *options = context;
    char line[512];
    run_progress_line(progress, options->time_s, terminal_columns(), line, sizeof line);
    fputs("\r\033[K", stderr);
    tell_text(line, strlen(line));
    fflush(stderr);
}

void run_progress_begin(const run_settings *s, minos_run_options *options) {
    bool shown = isatty(fileno(stderr)) == 1 && (s->judging.flags & MINOS_QUIET) == 0;
    options->progress = shown ? show : NULL;
    options->progress_context = options;
}

void run_progress_end(const minos_run_options *options) {
    if (options->progress != NULL) {
        fputs("\r\033[K", stderr);
        fflush(stderr);
    }
}
