/*
 * terminal.c - colour, messages, and stdout that reports what it could not write.
 */
#include <errno.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "cli/cli.h"

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

bool output_format(const char *format, ...) {
    va_list args;
    va_start(args, format);
    if (output_error == 0 && vfprintf(stdout, format, args) < 0) {
        output_error = errno == 0 ? EIO : errno;
    }
    va_end(args);
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

size_t terminal_columns(void) {
    struct winsize size;
    bool known = ioctl(fileno(stderr), TIOCGWINSZ, &size) == 0 && size.ws_col > 1;
    return known ? size.ws_col - 1u : 79;
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
