/* excerpt.c - see excerpt.h. */
#include "report/model/excerpt.h"

static size_t count_lines(const char *text) {
    size_t lines = 0;
    while (*text != '\0') {
        text += strcspn(text, "\n");
        text += *text == '\n' ? 1 : 0;
        lines++;
    }
    return lines;
}

/* The offset of a line, counted from 0. */
static size_t line_start(const char *text, size_t line) {
    const char *p = text;
    for (; line > 0; line--) {
        p += strcspn(p, "\n");
        p += *p == '\n' ? 1 : 0;
    }
    return (size_t)(p - text);
}

mns_excerpt mns_excerpt_of(const char *text, size_t lines) {
    size_t total = count_lines(text);
    if (total <= lines + lines / 4) { /* do not omit only a few lines */
        size_t size = strlen(text);
        return (mns_excerpt){.head = size, .tail = size};
    }
    size_t first = lines - lines / 3;
    return (mns_excerpt){.head = line_start(text, first),
                         .tail = line_start(text, total - lines / 3),
                         .left_out = total - lines};
}
