/*
 * run_words.c - the progress line of a run and sentences about it.
 *
 *     minos: running 3 s of 10 s · fault: kill · 25,310 transactions · 8,012/s · 310 failed · 2
 * unknown
 *
 *     PostgreSQL 15.18, repeatable-read, 10 clients for 10.0 s with 2 faults (kill): 81,234
 * transactions (80,100 ok, 1,130 failed, 4 unknown), 8,123 a second. Claims snapshot-isolation,
 * which holds as far as this run shows. Measured: snapshot-isolation; serializable is ruled out by
 * G2-item.
 *
 * All of it depends only on its arguments.
 */
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "cli/cmd_run.h"

/* The simulator takes less, and its speed is meaningless. */
#define SECONDS_SHOWN 0.1

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

/* ---- Sentences ------------------------------------------------------------------------------- */

/* Closes a memory stream and returns its text; NULL when out of memory. */
static char *finish(FILE *stream, char **text) {
    bool whole = !ferror(stream);
    whole = fclose(stream) == 0 && whole;
    if (!whole) {
        free(*text);
        return NULL;
    }
    return *text;
}

static const char *end_sentence(minos_run_end ended) {
    switch (ended) {
    case MINOS_END_INTERRUPTED: return " Interrupted.";
    case MINOS_END_VIOLATION: return " Stopped at the first violation.";
    case MINOS_END_SERVER_GONE: return " The server went away and did not come back.";
    case MINOS_END_FAILED:
    case MINOS_END_TIME:
    case MINOS_END_TRANSACTIONS: break;
    }
    return "";
}

/* Database, nodes, level, clients, duration and faults. */
static void say_what(FILE *stream, const minos_run_summary *summary, unsigned clients,
                     unsigned nodes) {
    fprintf(stream, "%s", summary->database == NULL ? summary->target : summary->database);
    if (nodes > 1) {
        fprintf(stream, ", %u nodes", nodes);
    }
    if (summary->isolation != NULL && summary->isolation[0] != '\0') {
        fprintf(stream, ", %s", summary->isolation);
    }
    fprintf(stream, ", %u client%s", clients, clients == 1 ? "" : "s");
    if (summary->seconds >= SECONDS_SHOWN) {
        fprintf(stream, " for %.1f s", summary->seconds);
    }
    if (summary->faults > 0) {
        char faults[32];
        run_number(summary->faults, faults);
        fprintf(stream, " with %s fault%s", faults, summary->faults == 1 ? "" : "s");
    }
    if (summary->faults > 0 && summary->fault_kinds != NULL) {
        fprintf(stream, " (%s)", summary->fault_kinds);
    }
}

char *run_sentence(const minos_run_summary *summary, unsigned clients, unsigned nodes) {
    char *text = NULL;
    size_t size = 0;
    FILE *stream = open_memstream(&text, &size);
    if (stream == NULL) {
        return NULL;
    }
    char all[32], ok[32], fail[32], info[32], rate[32];
    uint64_t count = summary->ok + summary->fail + summary->info;
    run_number(count, all);
    run_number(summary->ok, ok);
    run_number(summary->fail, fail);
    run_number(summary->info, info);
    run_number(summary->seconds > 0 ? (uint64_t)((double)count / summary->seconds) : 0, rate);
    say_what(stream, summary, clients, nodes);
    fprintf(stream, ": %s transaction%s (%s ok, %s failed, %s unknown)", all, count == 1 ? "" : "s",
            ok, fail, info);
    if (summary->seconds >= SECONDS_SHOWN) {
        fprintf(stream, ", %s a second", rate);
    }
    fprintf(stream, ".%s", end_sentence(summary->ended));
    return finish(stream, &text);
}

/* The level just out of reach, and the anomaly that rules it out. */
static void say_next(FILE *stream, const minos_result *result) {
    const char *level = minos_result_weakest_ruled_out(result);
    if (level != NULL) {
        fprintf(stream, "; %s is ruled out by %s", level, minos_result_ruled_out_by(result, level));
    }
}

static void say_measured(FILE *stream, const minos_result *result) {
    const char *level = minos_result_level(result, 0);
    fputs(" Measured: ", stream);
    if (level == NULL) {
        bool nothing = minos_result_anomaly(result, 0) == NULL;
        fputs(nothing ? "nothing" : "none of the well-known levels", stream);
    }
    for (size_t i = 0; (level = minos_result_level(result, i)) != NULL; i++) {
        fprintf(stream, "%s%s", i == 0 ? "" : " and ", level);
    }
    say_next(stream, result);
    fputc('.', stream);
}

/* True if one of the comma-separated models is ruled out. */
static bool some_ruled_out(const minos_result *result, const char *models) {
    bool ruled_out = false;
    for (const char *rest = models; *rest != '\0';) {
        char name[64];
        size_t size = strcspn(rest, ",");
        snprintf(name, sizeof name, "%.*s", (int)(size < sizeof name ? size : sizeof name - 1),
                 rest);
        ruled_out = ruled_out || minos_result_rules_out(result, name);
        rest += size + (rest[size] == ',' ? 1 : 0);
    }
    return ruled_out;
}

char *run_claim(const minos_result *result, const char *models, bool claimed) {
    static const char *const words[2][3] = {
        {"holds as far as this run shows", "does not hold", "is not decided"},
        {"hold as far as this run shows", "do not all hold", "are not decided"}};
    char *text = NULL;
    size_t size = 0;
    FILE *stream = open_memstream(&text, &size);
    if (stream == NULL) {
        return NULL;
    }
    bool several = strchr(models, ',') != NULL;
    minos_verdict verdict = minos_result_verdict(result);
    /* A forbidden anomaly, such as lost-write, may rule out no requested model. */
    bool only_anomaly = verdict == MINOS_VIOLATED && !some_ruled_out(result, models);
    if (models[0] == '\0' || strcmp(models, "none") == 0) {
        fputs(claimed ? "Claims nothing." : "Nothing was asked for.", stream);
    } else {
        fprintf(stream, "%s %s, which %s.", claimed ? "Claims" : "Asked for", models,
                words[several][only_anomaly ? MINOS_VALID : verdict]);
    }
    say_measured(stream, result);
    if (minos_result_has_anomaly(result, "lost-write")) {
        fputs(" Acknowledged writes are missing from all later reads.", stream);
    }
    return finish(stream, &text);
}
