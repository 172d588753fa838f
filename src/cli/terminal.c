/*
 * terminal.c - colour, progress, messages, and stdout that reports what it could not write.
 *
 * Progress is one line on stderr, rewritten in place at most ten times a second, shown only where
 * stderr is a terminal and only once a check has taken a second; progress_end clears it, so
 * nothing of it is left behind.
 */
#include <errno.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "cli/cli.h"

#define PROGRESS_AFTER_MS 1000
#define PROGRESS_EVERY_MS 100

/* ---- Messages ------------------------------------------------------------------------------- */

int complain(const char *format, ...) {
    va_list args;
    va_start(args, format);
    fputs("minos: ", stderr);
    vfprintf(stderr, format, args);
    fputc('\n', stderr);
    va_end(args);
    return EXIT_ARGUMENTS;
}

/* ---- Output --------------------------------------------------------------------------------- */

/* What went wrong first: later failures are only its echo. */
static int output_error = 0;

bool output(const char *text, size_t size) {
    if (output_error == 0 && fwrite(text, 1, size, stdout) < size) {
        output_error = errno == 0 ? EIO : errno;
    }
    return output_error == 0;
}

int output_finish(int status) {
    if (fflush(stdout) != 0 && output_error == 0) {
        output_error = errno == 0 ? EIO : errno;
    }
    if (output_error == 0 && ferror(stdout)) {
        output_error = EIO;
    }
    if (output_error != 0) {
        complain("cannot write the result: %s", strerror(output_error));
        return EXIT_TROUBLE;
    }
    return status;
}

/* ---- Colour --------------------------------------------------------------------------------- */

int color_parse(const char *value, color_choice *choice) {
    static const char *const words[] = {"auto", "always", "never"};
    for (int i = 0; i < 3; i++) {
        if (strcmp(value, words[i]) == 0) {
            *choice = (color_choice)i;
            return GO_ON;
        }
    }
    return complain("option --color is auto, always or never, not '%s'", value);
}

unsigned color_flag(color_choice choice, FILE *stream) {
    if (choice != COLOR_AUTO) {
        return choice == COLOR_ALWAYS ? MINOS_COLOR : 0;
    }
    const char *no_color = getenv("NO_COLOR");
    const char *terminal = getenv("TERM");
    bool refused = (no_color != NULL && no_color[0] != '\0') ||
                   (terminal != NULL && strcmp(terminal, "dumb") == 0);
    return !refused && isatty(fileno(stream)) ? MINOS_COLOR : 0;
}

/* ---- Progress ------------------------------------------------------------------------------- */

static struct {
    bool possible, shown;
    int64_t begin_ms, last_ms;
} progress;

static int64_t now_ms(void) {
    struct timespec now;
    if (clock_gettime(CLOCK_MONOTONIC, &now) != 0) {
        return 0;
    }
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

void progress_begin(void) {
    progress.possible = isatty(fileno(stderr)) == 1;
    progress.shown = false;
    progress.begin_ms = progress.last_ms = now_ms();
}

void progress_show(void *context, const char *stage, double fraction) {
    (void)context;
    if (!progress.possible) {
        return;
    }
    int64_t now = now_ms();
    if (now - progress.begin_ms < PROGRESS_AFTER_MS || now - progress.last_ms < PROGRESS_EVERY_MS) {
        return;
    }
    fprintf(stderr, "\r\033[Kminos: %s", stage);
    if (fraction > 0 && fraction <= 1) { /* a stage that does not know how far it is says 0 */
        fprintf(stderr, " %.0f %%", fraction * 100);
    }
    fflush(stderr);
    progress.last_ms = now;
    progress.shown = true;
}

void progress_end(void) {
    if (progress.shown) {
        fputs("\r\033[K", stderr);
        fflush(stderr);
        progress.shown = false;
    }
}
