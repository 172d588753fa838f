/*
 * progress_line.c - see progress.h.
 *
 * Shows the end of the history's name, with hidden characters escaped. Columns are counted so that
 * a line never wraps, because a wrapped line cannot be erased; characters beyond the alphabets
 * count as two columns. O(length of the line).
 */
#include "cli/progress.h"

#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "minos.h"

/* Bytes of a name that are shown. */
#define NAME_BYTES 40

typedef struct line {
    char *text;
    size_t size, used;
    size_t columns, columns_used;
} line;

/* True of the bytes of a UTF-8 character after its first. */
static bool continues(char c) { return ((unsigned char)c & 0xC0) == 0x80; }

/* Columns of the character that begins with this byte. */
static size_t columns_of(unsigned char first) { return first < 0xE1 || first == 0xE2 ? 1 : 2; }

/* The text is valid UTF-8 without control characters: ours, or from minos_escape. */
static void add_text(line *l, const char *text) {
    while (*text != '\0') {
        size_t length = 1;
        while (continues(text[length])) {
            length++;
        }
        size_t columns = columns_of((unsigned char)*text);
        if (l->columns_used + columns > l->columns || l->used + length >= l->size) {
            l->columns = l->columns_used; /* full: add nothing more */
            return;
        }
        memcpy(l->text + l->used, text, length);
        l->used += length;
        l->columns_used += columns;
        text += length;
    }
}

static void add(line *l, const char *format, ...) __attribute__((format(printf, 2, 3)));
static void add(line *l, const char *format, ...) {
    char text[160];
    va_list args;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    add_text(l, text);
}

/* The end of a long path identifies it better than its beginning. */
static void add_name(line *l, const char *given) {
    char *shown = minos_escape(given);
    const char *name = shown == NULL ? "" : shown;
    size_t size = strlen(name);
    bool cut = size > NAME_BYTES;
    name += cut ? size - NAME_BYTES : 0;
    while (cut && continues(*name)) {
        name++;
    }
    add_text(l, cut ? "..." : "");
    add_text(l, name);
    minos_free(shown);
}

/* "210 MB" */
static void add_bytes(line *l, uint64_t bytes) {
    static const char *const units[] = {"B", "kB", "MB", "GB", "TB", "PB", "EB"};
    size_t unit = 0;
    uint64_t whole = bytes, tenths = 0;
    while (whole >= 1000) {
        tenths = whole % 1000 / 100;
        whole /= 1000;
        unit++;
    }
    if (whole < 10 && unit > 0) {
        add(l, "%u.%u %s", (unsigned)whole, (unsigned)tenths, units[unit]);
    } else {
        add(l, "%u %s", (unsigned)whole, units[unit]);
    }
}

/* "1 s", "2 min 5 s" */
static void add_time(line *l, int64_t ms) {
    int64_t s = ms / 1000;
    if (s < 60) {
        add(l, "%lld s", (long long)s);
    } else if (s < 3600) {
        add(l, "%lld min %lld s", (long long)(s / 60), (long long)(s % 60));
    } else {
        add(l, "%lld h %lld min", (long long)(s / 3600), (long long)(s % 3600 / 60));
    }
}

static void add_rate(line *l, const progress_state *state) {
    double ms = state->stage_ms > 0 ? (double)state->stage_ms : 1;
    if (state->size_bytes > 0) {
        double done = state->fraction * (double)state->size_bytes;
        add(l, " · ");
        add_bytes(l, (uint64_t)done);
        add(l, " of ");
        add_bytes(l, state->size_bytes);
        add(l, " · ");
        add_bytes(l, (uint64_t)(done * 1000 / ms));
        add(l, "/s");
    }
    double left_ms = ms * (1 - state->fraction) / state->fraction;
    add(l, " · ");
    add_time(l, left_ms > 1e15 ? INT64_C(1000000000000000) : (int64_t)left_ms + 999);
    add(l, " left");
}

void progress_line(const progress_state *state, size_t columns, char *text, size_t size) {
    line l = {.text = text, .size = size, .columns = columns};
    if (size == 0) {
        return;
    }
    text[0] = '\0';
    add(&l, "minos: ");
    if (state->count > 1) {
        add(&l, "%d of %d, ", state->place, state->count);
        add_name(&l, state->name);
        add(&l, ": ");
    }
    add(&l, "%s", state->stage);
    if (state->fraction > 0 && state->fraction <= 1) {
        add(&l, " %d %%", (int)(state->fraction * 100));
        add_rate(&l, state);
    } else {
        add(&l, " · ");
        add_time(&l, state->check_ms);
    }
    text[l.used] = '\0';
}
