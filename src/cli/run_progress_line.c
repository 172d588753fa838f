/*
 * run_progress_line.c - the progress of a run as one line for a terminal:
 *
 *     minos: serializable (2 of 4) · 3 nodes · running 3 s of 10 s · fault: kill n2 · 25,310
 *     transactions · 8,012/s · 310 failed, mostly serialization-failure · 2 unknown · 9 of 10
 * clients connected
 *
 * Depends only on its arguments. A part is shown whole or not at all, so that a line never wraps.
 */
#include <stdarg.h>
#include <string.h>

#include "cli/cmd_run.h"

typedef struct progress_text {
    char *text;
    size_t size, used;
    size_t columns, columns_used;
} progress_text;

/* Adds a part, separated by a dot; nothing once a part did not fit. */
static void add_part(progress_text *p, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
static void add_part(progress_text *p, const char *format, ...) {
    char part[160];
    va_list args;
    va_start(args, format);
    vsnprintf(part, sizeof part, format, args);
    va_end(args);
    bool first = p->used == 0;
    const char *between = first ? "minos: " : " · ";
    size_t columns = strlen(part) + (first ? strlen(between) : 3);
    size_t bytes = strlen(part) + strlen(between);
    if (p->columns_used + columns > p->columns || p->used + bytes >= p->size) {
        p->columns = 0;
        return;
    }
    snprintf(p->text + p->used, p->size - p->used, "%s%s", between, part);
    p->used += bytes;
    p->columns_used += columns;
}

static void add_target(progress_text *p, const run_progress *progress) {
    if (progress->level != NULL && progress->count > 1) {
        add_part(p, "%s (%u of %u)", progress->level, progress->place, progress->count);
    } else if (progress->level != NULL) {
        add_part(p, "%s", progress->level);
    }
    if (progress->nodes > 1) {
        add_part(p, "%u nodes", progress->nodes);
    }
}

static void add_phase(progress_text *p, const run_progress *progress) {
    const minos_run_progress *now = &progress->now;
    const char *phase = minos_run_phase_name(now->phase);
    switch (now->phase) {
    case MINOS_PHASE_SETUP:
    case MINOS_PHASE_CLEANUP: add_part(p, "%s %.0f s", phase, progress->phase_s); break;
    case MINOS_PHASE_CONNECTING:
        add_part(p, "%s", phase);
        add_part(p, "%u of %u clients", now->connected, now->clients);
        break;
    case MINOS_PHASE_RUNNING:
        if (progress->time_s > 0) {
            add_part(p, "%s %.0f s of %.0f s", phase, now->seconds, progress->time_s);
            break;
        }
        add_part(p, "%s %.0f s", phase, now->seconds);
        break;
    case MINOS_PHASE_STOPPING:
    case MINOS_PHASE_HEALING:
    case MINOS_PHASE_FINAL_READS: add_part(p, "%s %.0f s", phase, now->seconds); break;
    }
}

static void add_counts(progress_text *p, const minos_run_progress *now) {
    char number[32];
    uint64_t all = now->ok + now->fail + now->info;
    run_number(all, number);
    add_part(p, "%s transaction%s", number, all == 1 ? "" : "s");
    if (now->fail > 0) {
        run_number(now->fail, number);
        add_part(p, "%s failed", number);
    }
    if (now->info > 0) {
        run_number(now->info, number);
        add_part(p, "%s unknown", number);
    }
    if (now->error != NULL) {
        add_part(p, "mostly %s", now->error);
    }
}

static void add_rate(progress_text *p, const minos_run_progress *now) {
    char number[32];
    if (now->seconds >= 0.5) {
        run_number((uint64_t)((double)(now->ok + now->fail + now->info) / now->seconds), number);
        add_part(p, "%s/s", number);
    }
}

void run_progress_line(const run_progress *progress, size_t columns, char *text, size_t size) {
    progress_text p = {.text = text, .size = size, .columns = columns};
    const minos_run_progress *now = &progress->now;
    if (size == 0) {
        return;
    }
    text[0] = '\0';
    add_target(&p, progress);
    add_phase(&p, progress);
    bool load = now->phase != MINOS_PHASE_SETUP && now->phase != MINOS_PHASE_CLEANUP &&
                now->phase != MINOS_PHASE_CONNECTING;
    if (load && progress->fault[0] != '\0') {
        add_part(&p, "fault: %s", progress->fault);
    }
    if (load) {
        add_counts(&p, now);
    }
    if (load && now->connected < now->clients) {
        add_part(&p, "%u of %u clients connected", now->connected, now->clients);
    }
    if (load) {
        add_rate(&p, now);
    }
}

void run_server_line(const minos_server_progress *progress, size_t columns, char *text,
                     size_t size) {
    progress_text p = {.text = text, .size = size, .columns = columns};
    if (size == 0) {
        return;
    }
    text[0] = '\0';
    add_part(&p, "starting %s", progress->title);
    if (progress->nodes > 1) {
        add_part(&p, "node %u of %u", progress->node, progress->nodes);
    }
    add_part(&p, "%.0f s", progress->seconds);
}
