/*
 * cmd_check.c - minos check: checks recorded histories.
 *
 * For each history: checks it, prints the result on stdout and warnings, errors and annotations on
 * stderr, and writes the report folder or page if requested. Writes the JUnit file at the end.
 * Reads no history before all options are valid. The exit status is the first of 255, 1, 2, 0 that
 * a history had.
 */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/cli.h"

typedef struct settings {
    judging judging;
    const char *directory;   /* of the report, or NULL */
    const char *html;        /* page to write, or NULL */
    const char *certificate; /* to write, or NULL */
} settings;

/* One of the histories. */
typedef struct task {
    const char *name;
    int place, count;      /* from 1 */
    const char *directory; /* of its report, or NULL */
    junit_file *junit;
} task;

/* ---- Options -------------------------------------------------------------------------------- */

static int handle(void *context, const cli_option *option, const char *value) {
    settings *s = context;
    switch (option->id) {
    case OPTION_MODELS: s->judging.options.models = value; return GO_ON;
    case OPTION_FORMAT: return format_option(option, value, &s->judging.options.format);
    case OPTION_EDN: return judging_view(&s->judging, MINOS_VIEW_EDN);
    case OPTION_DIRECTORY: return option_path(option, value, "folder", &s->directory);
    case OPTION_HTML: return option_path(option, value, "file", &s->html);
    case OPTION_CERTIFICATE: return option_path(option, value, "file", &s->certificate);
    case OPTION_CYCLE_SEARCH_TIMEOUT: /* accepted for elle-cli, without effect */
    case OPTION_PLOT_TIMEOUT:
    case OPTION_MAX_PLOT_BYTES:
    case OPTION_PLOT_FORMAT: return GO_ON;
    default: return judging_option(&s->judging, option, value);
    }
}

/* An output file must not be an input history. */
static int check_not_history(const char *path, int count, char **histories) {
    for (int i = 0; i < count && path != NULL; i++) {
        if (file_is_history(path, histories[i])) {
            return complain("%s is an input history and is not overwritten; choose another file",
                            path);
        }
    }
    return GO_ON;
}

static int check_operands(const settings *s, int count, char **histories) {
    if (count == 0) {
        return complain("check needs a history: minos check history.edn, or - for stdin");
    }
    if (count > 1 && s->html != NULL) {
        return complain(
            "option --html writes the page of one history; for several, -o DIR writes a "
            "report of each");
    }
    if (count > 1 && s->certificate != NULL) {
        return complain("option --certificate writes the certificate of one history, not of %d",
                        count);
    }
    int status = check_not_history(s->html, count, histories);
    if (status == GO_ON) {
        status = check_not_history(s->certificate, count, histories);
    }
    if (status == GO_ON) {
        status = check_not_history(s->judging.junit, count, histories);
    }
    return status == GO_ON ? history_operands(&s->judging.options, count, histories) : status;
}

/* ---- One history ---------------------------------------------------------------------------- */

/* With several histories, plain output has a line for each, malformed ones too. */
static int show_problems(const settings *s, const task *t, const minos_result *result) {
    int status = judging_show_problems(&s->judging, result);
    if (s->judging.view == MINOS_VIEW_TEXT && t->count > 1) {
        output(t->name, strlen(t->name));
        output("\tunknown\n", 9);
    }
    return status;
}

/* ---- What is written beside the result ------------------------------------------------------- */

static int write_reports(const settings *s, const task *t, const minos_result *result) {
    int status = GO_ON;
    if (t->directory != NULL) {
        status = result_save_folder(result, t->directory);
        if (status == GO_ON) {
            result_where(t->directory, true, s->judging.view, s->judging.flags);
        }
    }
    if (status == GO_ON && s->html != NULL) {
        status = result_save_page(result, s->html);
        if (status == GO_ON) {
            result_where(s->html, false, s->judging.view, s->judging.flags);
        }
    }
    return status;
}

/* ---- One history, from file to exit status --------------------------------------------------- */

static int show_judged(const settings *s, const task *t, minos_result *result) {
    result_warn(result, t->name, s->judging.flags);
    int status = judging_show(&s->judging, result);
    if (status == GO_ON) {
        status = write_reports(s, t, result);
    }
    if (status == GO_ON && s->certificate != NULL) {
        status = certificate_save(result, t->name, s->certificate, s->judging.flags);
    }
    return status == GO_ON ? result_exit_status(result) : status;
}

/* The history of a run that is named itself is judged without the rules of the run. */
static void warn_of_rules(const settings *s, const task *t) {
    static const char file[] = "history.edn";
    size_t size = strlen(t->name), named = sizeof file - 1;
    bool is_history = size > named && strcmp(t->name + size - named, file) == 0 &&
                      t->name[size - named - 1] == '/';
    if (!is_history || s->judging.options.models != NULL || (s->judging.flags & MINOS_QUIET) != 0) {
        return;
    }
    int folder = (int)(size - named - 1);
    char path[4096];
    int written = snprintf(path, sizeof path, "%.*s/run.json", folder, t->name);
    if (written > 0 && (size_t)written < sizeof path && access(path, F_OK) == 0) {
        complain("%s: note: judged by the defaults of check; minos check %.*s applies the rules of "
                 "its run",
                 t->name, folder, t->name);
    }
}

static int check_one(const settings *s, const task *t) {
    minos_result *result = NULL;
    warn_of_rules(s, t);
    progress_begin(t->name, t->place, t->count);
    minos_status judged = minos_check_file(t->name, &s->judging.options, &result);
    progress_end();
    if (result == NULL) {
        return out_of_memory();
    }
    int status = judged == MINOS_OK ? show_judged(s, t, result) : show_problems(s, t, result);
    overview_add(&s->judging, result, t->directory);
    int told = judging_tell_ci(&s->judging, t->junit, result);
    minos_result_free(result);
    return told == GO_ON ? status : told;
}

/* ---- All histories -------------------------------------------------------------------------- */

/* Each in turn; the worst of their statuses. */
static int check_each(const settings *s, const report_names *names, junit_file *junit, int count,
                      char **histories) {
    int status = EXIT_HOLDS;
    for (int i = 0; i < count; i++) {
        task t = {.name = histories[i],
                  .place = i + 1,
                  .count = count,
                  .directory = report_name(names, i),
                  .junit = junit};
        bool apart =
            i > 0 && s->judging.view == MINOS_VIEW_TEXT && (s->judging.flags & MINOS_QUIET) == 0;
        output("\n", apart ? 1 : 0);
        status = worse_status(status, check_one(s, &t));
        if (!output("", 0) && s->judging.junit == NULL) {
            break; /* stdout is closed */
        }
    }
    return status;
}

/* With several reports, the overview of them. */
static int write_overview(const settings *s) {
    int status = overview_save(s->judging.overview, s->directory);
    if (status == GO_ON && s->judging.view == MINOS_VIEW_TEXT &&
        (s->judging.flags & MINOS_QUIET) == 0) {
        char *path = overview_path(s->directory);
        output_name("\nOverview: ", path == NULL ? "" : path, "\n");
        free(path);
    }
    return status;
}

static int check_all(settings *s, int count, char **histories) {
    junit_file junit;
    report_names names;
    if (!junit_begin(&junit, s->judging.junit)) {
        return out_of_memory();
    }
    if (s->directory != NULL && count > 1) {
        s->judging.overview = minos_overview_new();
    }
    int status = EXIT_ERROR;
    if (report_names_init(&names, s->directory, count, histories)) {
        status = check_each(s, &names, &junit, count, histories);
        report_names_release(&names);
    } else {
        out_of_memory();
    }
    int written = s->judging.overview == NULL ? GO_ON : write_overview(s);
    status = written == GO_ON ? status : worse_status(status, written);
    minos_overview_free(s->judging.overview);
    written = junit_finish(&junit);
    return output_finish(written == GO_ON ? status : worse_status(status, written));
}

int cmd_check(const cli_command *command, int argc, char **argv) {
    settings s = {.directory = NULL};
    judging_init(&s.judging);
    int count;
    int status = options_parse(command, argc, argv, handle, &s, &count);
    if (status == GO_ON) {
        status = check_operands(&s, count, argv);
    }
    if (status == GO_ON) {
        status = history_options_check(&s.judging.options);
    }
    if (status == GO_ON) {
        step_summary summary;
        step_summary_begin(&summary, s.judging.annotations);
        s.judging.summary = &summary;
        status = check_all(&s, count, argv);
        step_summary_finish(&summary);
    }
    return status;
}
