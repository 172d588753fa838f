/*
 * run_words.c - the progress line of a run.
 *
 *     minos: running 3 s of 10 s · fault: kill · 25,310 transactions · 8,012/s · 310 failed · 2
 * unknown
 *
 * It depends only on its arguments.
 */
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "cli/cmd_run.h"

void run_number(uint64_t number, char text[32]) {
    char digits[24];
    int count = snprintf(digits, sizeof digits, "%llu", (unsigned long long)number);
    size_t used = 0;
    for (int i = 0; i < count; i++) {
        if (i > 0 && (count - i) % 3 == 0) {
            text[used++] = ',';
        }
        text[used++] = digits[i];
    }
    text[used] = '\0';
}

void run_make_plain(char *text) {
    for (; text != NULL && *text != '\0'; text++) {
        unsigned char c = (unsigned char)text[0], next = (unsigned char)text[1];
        if (c == 0xC2 && next >= 0x80 && next < 0xA0) { /* a control character of two bytes */
            *text++ = '?';
            *text = '?';
        } else if (c < 0x20 || c == 0x7F) {
            *text = '?';
        }
    }
}

/* ---- Progress -------------------------------------------------------------------------------- */

typedef struct progress_text {
    char *text;
    size_t size, used;
    size_t columns, columns_used;
} progress_text;

/* Adds a part, separated by a dot; nothing once a part did not fit. */
static void add_part(progress_text *p, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
static void add_part(progress_text *p, const char *format, ...) {
    char part[96];
    va_list args;
    va_start(args, format);
    vsnprintf(part, sizeof part, format, args);
    va_end(args);
    const char *between = p->used == 0 ? "" : " · ";
    size_t columns = strlen(part) + (p->used == 0 ? 0 : 3);
    size_t bytes = strlen(part) + strlen(between);
    if (p->columns_used + columns > p->columns || p->used + bytes >= p->size) {
        p->columns = 0;
        return;
    }
    snprintf(p->text + p->used, p->size - p->used, "%s%s", between, part);
    p->used += bytes;
    p->columns_used += columns;
}

static void add_counts(progress_text *p, const minos_run_progress *progress) {
    char number[32];
    uint64_t all = progress->ok + progress->fail + progress->info;
    run_number(all, number);
    add_part(p, "%s transaction%s", number, all == 1 ? "" : "s");
    if (progress->seconds >= 0.5) {
        run_number((uint64_t)((double)all / progress->seconds), number);
        add_part(p, "%s/s", number);
    }
    if (progress->fail > 0) {
        run_number(progress->fail, number);
        add_part(p, "%s failed", number);
    }
    if (progress->info > 0) {
        run_number(progress->info, number);
        add_part(p, "%s unknown", number);
    }
}

void run_progress_line(const minos_run_progress *progress, double time_s, size_t columns,
                       char *text, size_t size) {
    progress_text p = {.text = text, .size = size, .columns = columns};
    if (size == 0) {
        return;
    }
    text[0] = '\0';
    const char *phase = minos_run_phase_name(progress->phase);
    if (progress->phase == MINOS_PHASE_CONNECTING) {
        add_part(&p, "minos: connecting");
        add_part(&p, "%u of %u clients", progress->connected, progress->clients);
        return;
    }
    if (time_s > 0 && progress->phase == MINOS_PHASE_RUNNING) {
        add_part(&p, "minos: %s %.0f s of %.0f s", phase, progress->seconds, time_s);
    } else {
        add_part(&p, "minos: %s %.0f s", phase, progress->seconds);
    }
    if (progress->fault != NULL) {
        add_part(&p, "fault: %s", progress->fault);
    }
    add_counts(&p, progress);
    if (progress->connected < progress->clients) {
        add_part(&p, "%u of %u clients connected", progress->connected, progress->clients);
    }
}
