/*
 * report_runs.c - minos report on a folder of runs: prints a table of them, or opens their
 * overview.
 *
 * A run is a folder with a results.json. A folder without one, whose subfolders have one (a run of
 * --levels), stands for these. Runs named by their time are newest first, others are in
 * alphabetical order. Links such as minos-out/latest are not followed. The exit status is the worst
 * of the runs.
 */
#include <dirent.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli/cmd_report.h"
#include "cli/cmd_run.h"

typedef struct run_names {
    char **items; /* relative to the folder */
    size_t count, capacity;
    bool failed; /* out of memory */
} run_names;

/* ---- Names ----------------------------------------------------------------------------------- */

/* Takes over the name. */
static void add_name(run_names *names, char *name) {
    if (names->count == names->capacity && name != NULL) {
        size_t capacity = names->capacity == 0 ? 16 : 2 * names->capacity;
        char **items = realloc(names->items, capacity * sizeof *items);
        if (items != NULL) {
            names->items = items;
            names->capacity = capacity;
        }
    }
    if (name == NULL || names->count == names->capacity) {
        names->failed = true;
        free(name);
        return;
    }
    names->items[names->count++] = name;
}

static void release(run_names *names) {
    for (size_t i = 0; i < names->count; i++) {
        free(names->items[i]);
    }
    free(names->items);
    *names = (run_names){.items = NULL};
}

/* 20261115T220102Z-postgres-serializable */
static bool begins_with_time(const char *name) {
    return strspn(name, "0123456789") == 8 && name[8] == 'T' &&
           strspn(name + 9, "0123456789") == 6 && name[15] == 'Z';
}

static int compare(const void *a, const void *b) {
    const char *x = *(const char *const *)a, *y = *(const char *const *)b;
    bool x_time = begins_with_time(x), y_time = begins_with_time(y);
    if (x_time != y_time) {
        return x_time ? -1 : 1;
    }
    return x_time ? strcmp(y, x) : strcmp(x, y);
}

/* The names of the folders in a folder, sorted; links and hidden ones are omitted. */
static run_names list_folders(const char *folder) {
    run_names names = {.items = NULL};
    DIR *directory = opendir(folder);
    struct dirent *entry;
    while (directory != NULL && (entry = readdir(directory)) != NULL) {
        struct stat there;
        char *path = entry->d_name[0] == '.' ? NULL : run_path(folder, entry->d_name);
        if (path != NULL && lstat(path, &there) == 0 && S_ISDIR(there.st_mode)) {
            add_name(&names, strdup(entry->d_name));
        }
        free(path);
    }
    if (directory != NULL) {
        closedir(directory);
    }
    if (names.count > 0) {
        qsort(names.items, names.count, sizeof names.items[0], compare);
    }
    return names;
}

static bool has_results(const char *folder) {
    char *path = run_path(folder, "results.json");
    bool has = path != NULL && access(path, F_OK) == 0;
    free(path);
    return has;
}

/* ---- Runs ------------------------------------------------------------------------------------ */

static void add_runs(run_names *runs, const char *folder, const char *prefix, bool deeper) {
    run_names inner = list_folders(folder);
    for (size_t i = 0; i < inner.count; i++) {
        char *path = run_path(folder, inner.items[i]);
        char *name = prefix == NULL ? strdup(inner.items[i]) : run_path(prefix, inner.items[i]);
        if (path == NULL || name == NULL) {
            runs->failed = true;
        } else if (has_results(path)) {
            add_name(runs, name);
            name = NULL;
        } else if (deeper) {
            add_runs(runs, path, name, false);
        }
        free(path);
        free(name);
    }
    runs->failed = runs->failed || inner.failed;
    release(&inner);
}

bool report_is_runs(const char *folder) {
    if (has_results(folder)) {
        return false;
    }
    run_names runs = {.items = NULL};
    add_runs(&runs, folder, NULL, true);
    bool some = runs.count > 0;
    release(&runs);
    return some;
}

/* Loads one run and adds its row; its exit status. */
static int add_run(const report_settings *s, const char *folder, const char *name,
                   minos_overview *overview, junit_file *junit) {
    char *path = run_path(folder, name);
    minos_result *result = NULL;
    minos_status loaded = path == NULL ? MINOS_ENOMEM : minos_result_load(path, &result);
    int status = EXIT_ERROR;
    if (result == NULL || minos_overview_add(overview, result, name) != MINOS_OK) {
        out_of_memory();
    } else if (loaded != MINOS_OK) {
        result_tell(result, MINOS_VIEW_TEXT, color_flag(s->color, stderr));
    } else {
        status = result_exit_status(result);
    }
    if (result != NULL && result_add_to(junit, result) != GO_ON) {
        status = EXIT_ERROR;
    }
    minos_result_free(result);
    free(path);
    return status;
}

static int print(const report_settings *s, const char *folder, const minos_overview *overview) {
    char *text = NULL;
    size_t size = 0;
    if (minos_overview_render(overview, s->view, s->flags, folder, &text, &size) != MINOS_OK) {
        return out_of_memory();
    }
    output(text, size);
    minos_free(text);
    return GO_ON;
}

static int open_overview(const char *folder, const minos_overview *overview) {
    char *page = overview_path(folder);
    int status = page == NULL ? out_of_memory() : overview_save(overview, folder);
    status = status == GO_ON ? browser_open(page) : status;
    free(page);
    return status;
}

static int show_all(const report_settings *s, const char *folder, const run_names *runs,
                    minos_overview *overview) {
    junit_file junit;
    if (!junit_begin(&junit, s->junit)) {
        return out_of_memory();
    }
    int status = EXIT_HOLDS;
    for (size_t i = 0; i < runs->count; i++) {
        status = worse_status(status, add_run(s, folder, runs->items[i], overview, &junit));
    }
    int shown = print(s, folder, overview);
    int written = junit_finish(&junit);
    shown = output_finish(shown == GO_ON ? written : shown);
    if (shown == GO_ON && s->open) {
        shown = open_overview(folder, overview);
    }
    return shown == GO_ON ? status : worse_status(status, shown);
}

int report_runs(const report_settings *s, const char *folder) {
    if (s->html != NULL || s->directory != NULL) {
        return complain("%s contains several reports; %s needs a single one: name one of its "
                        "subfolders",
                        folder, s->html != NULL ? "--html" : "-o");
    }
    run_names runs = {.items = NULL};
    minos_overview *overview = minos_overview_new();
    add_runs(&runs, folder, NULL, true);
    int status =
        overview == NULL || runs.failed ? out_of_memory() : show_all(s, folder, &runs, overview);
    minos_overview_free(overview);
    release(&runs);
    return status;
}
