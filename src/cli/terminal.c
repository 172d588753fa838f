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

void tell_text(const char *text, size_t size) {
    size_t copied = 0;
    char *copy = locale_is_utf8() ? NULL : ascii_copy(text, size, &copied);
    fwrite(copy == NULL ? text : copy, 1, copy == NULL ? size : copied, stderr);
    free(copy);
}

/* Escapes control characters, which file names and saved results may contain. The whole line is
 * written at once: other processes may write to stderr, too. */
static void write_line(const char *prefix, const char *text) {
    char *shown = minos_escape(text);
    const char *words = shown == NULL ? "out of memory" : shown;
    size_t size = strlen(prefix) + strlen(words) + 1;
    char *line = malloc(size + 1);
    if (line != NULL) {
        snprintf(line, size + 1, "%s%s\n", prefix, words);
        tell_text(line, size);
    }
    free(line);
    minos_free(shown);
}

int complain(const char *format, ...) {
    va_list args, again;
    va_start(args, format);
    va_copy(again, args);
    int size = vsnprintf(NULL, 0, format, args);
    char *text = size < 0 ? NULL : malloc((size_t)size + 1);
    if (text != NULL) {
        vsnprintf(text, (size_t)size + 1, format, again);
    }
    write_line("minos: ", text == NULL ? "out of memory" : text);
    free(text);
    va_end(again);
    va_end(args);
    return EXIT_ARGUMENTS;
}

void complain_lines(const char *text) {
    bool first = true;
    for (const char *next; text != NULL; text = next, first = false) {
        size_t size = strcspn(text, "\n");
        next = text[size] == '\n' ? text + size + 1 : NULL;
        char *line = strndup(text, size);
        write_line(first ? "minos: " : "", line == NULL ? "" : line);
        free(line);
    }
}

/* ---- Output --------------------------------------------------------------------------------- */

/* The first error; later ones follow from it. */
static int output_error = 0;

bool output_data(const char *text, size_t size) {
    if (output_error == 0 && fwrite(text, 1, size, stdout) < size) {
        output_error = errno == 0 ? EIO : errno;
    }
    return output_error == 0;
}

bool output(const char *text, size_t size) {
    size_t copied = 0;
    char *copy = locale_is_utf8() ? NULL : ascii_copy(text, size, &copied);
    bool good = copy == NULL ? output_data(text, size) : output_data(copy, copied);
    free(copy);
    return good;
}

bool output_format(const char *format, ...) {
    va_list args, again;
    va_start(args, format);
    va_copy(again, args);
    int size = vsnprintf(NULL, 0, format, args);
    char *text = size < 0 ? NULL : malloc((size_t)size + 1);
    if (text != NULL) {
        vsnprintf(text, (size_t)size + 1, format, again);
        output(text, (size_t)size);
    } else if (output_error == 0) {
        output_error = ENOMEM;
    }
    free(text);
    va_end(again);
    va_end(args);
    return output_error == 0;
}

bool output_name(const char *before, const char *name, const char *after) {
    char *shown = minos_escape(name);
    bool good = output_format("%s%s%s", before, shown == NULL ? "" : shown, after);
    minos_free(shown);
    return good;
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
        return EXIT_ERROR;
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
    return complain("option --color must be auto, always or never, not '%s'", value);
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
