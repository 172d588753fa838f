/*
 * help_layout.c - wraps the text of the help to the width of the terminal.
 *
 * In: text with three kinds of lines. Out: the text on stdout, at most help_columns() wide.
 *
 *     Reads histories of transactions, as Jepsen        a paragraph: lines are joined and wrapped
 *     records them.
 *       exec:COMMAND    a program for each client:      a row: what does not fit continues below
 *                       reads and writes lines          its second column
 *       minos run postgres://me@a/test                  a command: never broken, so that it can be
 *                                                       copied
 *
 * Words are never broken. On a narrow terminal second columns begin on a line of their own.
 */
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "cli/cli.h"

/* Wide lines are hard to read; narrower terminals break what remains. */
#define MOST_COLUMNS 100
#define LEAST_COLUMNS 30
#define DEFAULT_COLUMNS 80
/* A second column narrower than this begins on the next line, indented by HANGING. */
#define LEAST_SECOND 30
#define HANGING 6

static void say_blanks(size_t count) {
    for (size_t i = 0; i < count; i++) {
        output(" ", 1);
    }
}

size_t help_columns(void) {
    const char *variable = getenv("COLUMNS");
    long columns = variable != NULL ? strtol(variable, NULL, 10) : 0;
    struct winsize size;
    if (columns <= 0 && ioctl(fileno(stdout), TIOCGWINSZ, &size) == 0) {
        columns = size.ws_col;
    }
    if (columns <= 0) {
        columns = DEFAULT_COLUMNS;
    }
    if (columns < LEAST_COLUMNS) {
        return LEAST_COLUMNS;
    }
    return columns < MOST_COLUMNS ? (size_t)columns : MOST_COLUMNS;
}

/* ---- Words ----------------------------------------------------------------------------------- */

/* A line being written: the columns used, and where the next line begins. */
typedef struct flow {
    size_t used, indent, width;
    bool begun; /* a word is on this line */
} flow;

static void say_words(flow *f, const char *text, size_t size) {
    const char *end = text + size;
    while (text < end) {
        while (text < end && (*text == ' ' || *text == '\n')) {
            text++;
        }
        size_t word = 0;
        while (text + word < end && text[word] != ' ' && text[word] != '\n') {
            word++;
        }
        if (word == 0) {
            return;
        }
        if (f->begun && f->used + 1 + word > f->width) {
            output("\n", 1);
            f->used = 0;
            f->begun = false;
        }
        if (f->begun) {
            output(" ", 1);
            f->used++;
        } else if (f->used < f->indent) {
            say_blanks(f->indent - f->used);
            f->used = f->indent;
        }
        output(text, word);
        f->used += word;
        f->begun = true;
        text += word;
    }
}

/* After `used` columns: begins the second column, there or on the next line. */
static flow second_column(size_t used, size_t column) {
    flow f = {.used = used, .indent = column, .width = help_columns()};
    if (f.width < column + LEAST_SECOND) {
        f.indent = HANGING;
    }
    if (used + 2 > f.indent) {
        output("\n", 1);
        f.used = 0;
    }
    return f;
}

void help_row(size_t used, size_t column, const char *text) {
    flow f = second_column(used, column);
    say_words(&f, text, strlen(text));
    output("\n", 1);
}

/* ---- Lines ----------------------------------------------------------------------------------- */

static size_t line_size(const char *text) { return strcspn(text, "\n"); }

static const char *next_line(const char *text) {
    size_t size = line_size(text);
    return text + size + (text[size] == '\n' ? 1 : 0);
}

/* Where the second column of a row begins: after the last two blanks. 0: there is none. */
static size_t find_column(const char *line, size_t size, size_t indent) {
    for (size_t i = size; i > indent + 2; i--) {
        if (line[i - 1] != ' ' && line[i - 2] == ' ' && line[i - 3] == ' ') {
            return i - 1;
        }
    }
    return 0;
}

static const char *say_paragraph(const char *text) {
    flow f = {.width = help_columns()};
    while (*text != '\0' && *text != '\n' && *text != ' ') {
        say_words(&f, text, line_size(text));
        text = next_line(text);
    }
    output("\n", 1);
    return text;
}

/* A row or a command, and the lines that continue it. */
static const char *say_indented(const char *text) {
    size_t size = line_size(text), indent = strspn(text, " ");
    size_t column = text[indent] == '{' ? 0 : find_column(text, size, indent);
    const char *rest = next_line(text);
    bool continued = column > 0 && *rest == ' ' && strspn(rest, " ") == column;
    if (column == 0 || (size <= help_columns() && !continued)) {
        output(text, size);
        output("\n", 1);
        return rest;
    }
    size_t first = column;
    while (text[first - 1] == ' ') {
        first--;
    }
    output(text, first);
    flow f = second_column(first, column);
    say_words(&f, text + column, size - column);
    while (*rest == ' ' && strspn(rest, " ") == column) {
        say_words(&f, rest, line_size(rest));
        rest = next_line(rest);
    }
    output("\n", 1);
    return rest;
}

void help_text(const char *text) {
    while (*text != '\0') {
        if (*text == '\n') {
            output("\n", 1);
            text++;
        } else if (*text == ' ') {
            text = say_indented(text);
        } else {
            text = say_paragraph(text);
        }
    }
}
