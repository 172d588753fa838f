/*
 * run_levels.c - runs each isolation level of a database and prints a table:
 *
 *     level            claimed             measured                   worst anomaly  ...  verdict
 *     serializable     serializable        strict-serializable        none           ...  holds
 *     repeatable-read  snapshot-isolation  strong-snapshot-isolation  G2-item        ...  holds
 *     read-committed   read-committed      read-committed             lost-update    ...  holds
 *
 * A claim that holds is never stronger than what was measured (judge/measured.c). Below the table:
 * the reason for each level that is not decided.
 *
 * Each level has its own subfolder. A level that cannot be run stops the rest; an interrupt stops
 * after the running level. The exit status is the worst.
 */
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "cli/cmd_run.h"

#define LEVELS_MOST 32

/* ---- Names ----------------------------------------------------------------------------------- */

/* The simulator's level may be part of the target. */
const char *run_level_used(const char *target, const char *level) {
    bool named =
        strncmp(target, "sim:", 4) == 0 && minos_run_level_find(target, target + 4) != SIZE_MAX;
    if (level != NULL) {
        return level;
    }
    return named ? target + 4 : minos_run_level(target, minos_run_level_default(target));
}

/* ---- Which ----------------------------------------------------------------------------------- */

typedef struct level_list {
    char *copy; /* of --levels */
    const char *names[LEVELS_MOST];
    size_t count;
} level_list;

static void list_all(level_list *list, const char *target) {
    const char *level;
    while (list->count < LEVELS_MOST && (level = minos_run_level(target, list->count)) != NULL) {
        list->names[list->count++] = level;
    }
}

/* Separated by commas; a level that the target does not have is an error. */
static int list_named(level_list *list, const char *target, const char *levels) {
    list->copy = strdup(levels);
    if (list->copy == NULL) {
        return out_of_memory();
    }
    char *rest = list->copy;
    while (rest != NULL && list->count < LEVELS_MOST) {
        char *name = rest;
        rest = strchr(name, ',');
        if (rest != NULL) {
            *rest++ = '\0';
        }
        size_t place = minos_run_level_find(target, name);
        if (place == SIZE_MAX) {
            return complain("%.*s has no isolation level '%.60s' (minos run --list shows all)",
                            (int)strcspn(target, ":"), target, name);
        }
        list->names[list->count++] = minos_run_level(target, place);
    }
    return GO_ON;
}

static int list_levels(level_list *list, const run_settings *s) {
    *list = (level_list){.copy = NULL};
    int status = GO_ON;
    if (strcmp(s->levels, "all") == 0) {
        list_all(list, s->target);
    } else {
        status = list_named(list, s->target, s->levels);
    }
    if (status == GO_ON && list->count == 0) {
        status = complain("--levels does not apply to %s: it has no isolation levels", s->shown);
    }
    return status;
}

int run_levels_check(const run_settings *s) {
    level_list list;
    int status = list_levels(&list, s);
    free(list.copy);
    return status;
}

/* ---- The table ------------------------------------------------------------------------------- */

enum { COLUMNS = 6 };

typedef struct table_line {
    char cells[COLUMNS][256];
} table_line;

static const char *verdict_word(const run_row *row) {
    switch (row->status) {
    case EXIT_HOLDS: return row->certified ? "certified" : "holds";
    case EXIT_VIOLATED: return "violated";
    case EXIT_UNKNOWN: return "unknown";
    default: return "not judged";
    }
}

static void fill_line(table_line *line, const run_row *row) {
    char transactions[32];
    run_number(row->ok + row->fail + row->info, transactions);
    const char *cells[COLUMNS] = {row->level, row->claimed, row->measured,
                                  row->worst, transactions, verdict_word(row)};
    for (size_t i = 0; i < COLUMNS; i++) {
        snprintf(line->cells[i], sizeof line->cells[i], "%s", cells[i]);
    }
}

/* Numbers are right-aligned; the last column is not padded. */
static void print_line(const table_line *line, const size_t widths[COLUMNS]) {
    for (size_t i = 0; i < COLUMNS; i++) {
        int width = i + 1 == COLUMNS ? 0 : (int)widths[i];
        output_format("%*s", i == 4 ? width : -width, line->cells[i]);
        output(i + 1 == COLUMNS ? "\n" : "  ", i + 1 == COLUMNS ? 1 : 2);
    }
}

static void print_table(const run_settings *s, const run_row *rows, size_t count) {
    table_line lines[LEVELS_MOST + 1] = {
        {{"level", "", "measured", "worst anomaly", "transactions", "verdict"}}};
    snprintf(lines[0].cells[1], sizeof lines[0].cells[1], "%s",
             s->models == NULL ? "claimed" : "asked for");
    size_t widths[COLUMNS] = {0};
    for (size_t i = 0; i <= count; i++) {
        if (i > 0) {
            fill_line(&lines[i], &rows[i - 1]);
        }
        for (size_t c = 0; c < COLUMNS; c++) {
            size_t width = strlen(lines[i].cells[c]);
            widths[c] = width > widths[c] ? width : widths[c];
        }
    }
    output("\n", 1);
    for (size_t i = 0; i <= count; i++) {
        print_line(&lines[i], widths);
    }
}

/* Why a level is not decided. */
static void print_reasons(const run_row *rows, size_t count) {
    for (size_t i = 0, printed = 0; i < count; i++) {
        if (rows[i].status == EXIT_UNKNOWN && rows[i].reason[0] != '\0') {
            output("\n", printed++ == 0 ? 1 : 0);
            output_format("%s is not decided: %s.\n", rows[i].level, rows[i].reason);
        }
    }
}

/* ---- All of them ----------------------------------------------------------------------------- */

static int run_level(const run_settings *s, const char *level, const char *folder,
                     junit_file *junit, run_row *row) {
    char name[64];
    run_folder_name(level, name, sizeof name);
    char *below = run_path(folder, name);
    if (below == NULL) {
        return out_of_memory();
    }
    int status = EXIT_ERROR;
    if (mkdir(below, 0777) == 0) {
        status = run_once(s, level, below, true, junit, row);
    } else {
        complain("cannot create %s", below);
    }
    free(below);
    return status;
}

static int save_overview(const run_settings *s, const char *folder, bool plain, int status) {
    int saved = overview_save(s->judging.overview, folder);
    if (saved == GO_ON && plain) {
        output_name("\nOverview: ", folder, "/index.html\n");
    }
    return saved == GO_ON ? status : worse_status(status, saved);
}

int run_levels(const run_settings *s, const char *folder, junit_file *junit) {
    level_list list;
    run_row rows[LEVELS_MOST];
    int status = list_levels(&list, s);
    size_t done = 0;
    if (status == GO_ON) {
        status = EXIT_HOLDS;
        bool goes_on = true;
        while (done < list.count && goes_on && *s->run.interrupts == 0) {
            run_settings one = *s;
            one.level_place = (unsigned)done + 1;
            one.level_count = (unsigned)list.count;
            int ended = run_level(&one, list.names[done], folder, junit, &rows[done]);
            status = worse_status(status, ended);
            goes_on = ended != EXIT_ERROR && ended != EXIT_ARGUMENTS;
            done += goes_on ? 1 : 0;
        }
        bool plain = s->judging.view == MINOS_VIEW_TEXT && (s->judging.flags & MINOS_QUIET) == 0;
        if (plain && done > 0) {
            print_table(s, rows, done);
            print_reasons(rows, done);
        }
        if (done > 0) {
            status = save_overview(s, folder, plain, status);
        }
    }
    free(list.copy);
    return status;
}
