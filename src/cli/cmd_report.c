/*
 * cmd_report.c - minos report: renders a saved result from its results.json.
 *
 * Loads the result, prints it on stdout as minos check does, writes the requested files, and with
 * --open opens the page: the existing one, the one just written, or a temporary one. The exit
 * status is that of the check.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/cmd_report.h"

/* ---- Options -------------------------------------------------------------------------------- */

static int handle(void *context, const cli_option *option, const char *value) {
    report_settings *s = context;
    switch (option->id) {
    case OPTION_REPORT_OPEN: s->open = true; break;
    case OPTION_REPORT_HTML: return option_path(option, value, "file", &s->html);
    case OPTION_REPORT_DIRECTORY: return option_path(option, value, "folder", &s->directory);
    case OPTION_REPORT_JUNIT: return option_path(option, value, "file", &s->junit);
    case OPTION_REPORT_JSON: s->json = true; break;
    case OPTION_REPORT_MARKDOWN: s->markdown = true; break;
    case OPTION_REPORT_DIFF: s->diff = true; break;
    case OPTION_REPORT_QUIET: s->flags = MINOS_QUIET; break;
    case OPTION_REPORT_VERBOSE: s->flags = MINOS_VERBOSE; break;
    case OPTION_COLOR: return color_parse(value, &s->color);
    default: break;
    }
    return GO_ON;
}

static int choose_view(report_settings *s) {
    if (s->json && s->markdown) {
        return complain("--json and --markdown cannot be combined");
    }
    if (s->json || s->markdown) {
        s->view = s->json ? MINOS_VIEW_JSON : MINOS_VIEW_MARKDOWN;
    }
    return GO_ON;
}

/* The results to show: the operand or the default location; NULL after a message. */
static const char *find_results(int count, char **operands) {
    static const char *const usual[] = {"minos-out/latest", "results.json"};
    if (count > 1) {
        complain("report takes one result at a time; unexpected operand %s", operands[1]);
        return NULL;
    }
    if (count == 1) {
        return operands[0];
    }
    for (size_t i = 0; i < sizeof usual / sizeof usual[0]; i++) {
        if (access(usual[i], F_OK) == 0) {
            return usual[i];
        }
    }
    complain("found neither minos-out/latest nor ./results.json; name a results.json or a report "
             "folder");
    return NULL;
}

/* ---- The page ------------------------------------------------------------------------------- */

/* "folder/name", to be freed; NULL when out of memory. */
static char *join(const char *folder, size_t folder_size, const char *name) {
    size_t room = folder_size + strlen(name) + 2;
    char *path = malloc(room);
    if (path != NULL) {
        snprintf(path, room, "%.*s/%s", (int)folder_size, folder, name);
    }
    return path;
}

/* The page beside results.json in a report folder; NULL if there is none. */
static char *page_beside(const char *results) {
    static const char file[] = "results.json";
    size_t size = strlen(results), named = sizeof file - 1;
    bool is_file = size >= named && strcmp(results + size - named, file) == 0 &&
                   (size == named || results[size - named - 1] == '/');
    char *page;
    if (!is_file) {
        page = join(results, size, "index.html");
    } else if (size == named) {
        page = join(".", 1, "index.html");
    } else {
        page = join(results, size - named - 1, "index.html");
    }
    if (page != NULL && access(page, R_OK) != 0) {
        free(page);
        page = NULL;
    }
    return page;
}

/* Writes a page to a new folder that only this user can write to. */
static char *write_page(const minos_result *result) {
    const char *temporary = getenv("TMPDIR");
    temporary = temporary == NULL || temporary[0] == '\0' ? "/tmp" : temporary;
    char *folder = join(temporary, strlen(temporary), "minos-report-XXXXXX");
    char *page = NULL;
    if (folder == NULL) {
        out_of_memory();
    } else if (mkdtemp(folder) == NULL) {
        complain("cannot create a folder in %s: %s", temporary, strerror(errno));
    } else {
        page = join(folder, strlen(folder), "index.html");
        if (page == NULL || result_save_page(result, page) != GO_ON) {
            rmdir(folder);
            free(page);
            page = NULL;
        }
    }
    free(folder);
    return page;
}

static int open_page(const report_settings *s, const char *results, const minos_result *result) {
    char *page;
    if (s->html != NULL) {
        page = strdup(s->html);
    } else if (s->directory != NULL) {
        page = join(s->directory, strlen(s->directory), "index.html");
    } else {
        page = page_beside(results);
    }
    page = page == NULL ? write_page(result) : page;
    int status = page == NULL ? EXIT_ERROR : browser_open(page);
    free(page);
    return status;
}

/* ---- The work ------------------------------------------------------------------------------- */

static int write_junit(const char *path, const minos_result *result) {
    junit_file junit;
    if (!junit_begin(&junit, path)) {
        return out_of_memory();
    }
    int status = result_add_to(&junit, result);
    int written = junit_finish(&junit);
    return status == GO_ON ? written : status;
}

static int write_files(const report_settings *s, const minos_result *result) {
    int status = GO_ON;
    if (s->directory != NULL) {
        status = result_save_folder(result, s->directory);
        if (status == GO_ON) {
            result_where(s->directory, true, s->view, s->flags);
        }
    }
    if (status == GO_ON && s->html != NULL) {
        status = result_save_page(result, s->html);
        if (status == GO_ON) {
            result_where(s->html, false, s->view, s->flags);
        }
    }
    return status == GO_ON ? write_junit(s->junit, result) : status;
}

static int show(const report_settings *s, const char *results, const minos_result *result) {
    result_warn(result, results, s->flags);
    int status = result_print(result, s->view, s->flags | color_flag(s->color, stdout));
    status = status == GO_ON ? write_files(s, result) : status;
    status = output_finish(status); /* before a browser takes over the terminal */
    if (status == GO_ON && s->open) {
        status = open_page(s, results, result);
    }
    return status == GO_ON ? result_exit_status(result) : status;
}

static int report(const report_settings *s, const char *results) {
    minos_result *result = NULL;
    minos_status loaded = minos_result_load(results, &result);
    int status;
    if (result == NULL) {
        status = out_of_memory();
    } else if (loaded != MINOS_OK) {
        result_tell(result, MINOS_VIEW_TEXT, color_flag(s->color, stderr));
        status = EXIT_ERROR;
    } else {
        status = show(s, results, result);
    }
    minos_result_free(result);
    return status;
}

int cmd_report(const cli_command *command, int argc, char **argv) {
    report_settings s = {.view = MINOS_VIEW_TEXT, .color = COLOR_AUTO};
    int count;
    int status = options_parse(command, argc, argv, handle, &s, &count);
    status = status == GO_ON ? choose_view(&s) : status;
    if (status != GO_ON) {
        return status;
    }
    if (s.diff) {
        return report_diff(&s, count, argv);
    }
    const char *results = find_results(count, argv);
    if (results == NULL) {
        return EXIT_ARGUMENTS;
    }
    return report_is_runs(results) ? report_runs(&s, results) : report(&s, results);
}
