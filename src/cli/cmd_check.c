/*
 * cmd_check.c - minos check: judges recorded histories.
 *
 * For each history in turn: check, print the result on stdout, warnings, errors and annotations on
 * stderr, write the report folder or page if one is asked for; at the end the file for CI. Nothing is
 * read before all options are known to be good. The worst status of all histories is the exit status,
 * in the order 255, 1, 2, 0.
 */
#include <stdlib.h>
#include <string.h>

#include "cli/cli.h"

typedef struct settings {
    minos_options options;
    minos_view view;
    bool json, edn;
    unsigned flags; /* MINOS_QUIET or MINOS_VERBOSE */
    color_choice color;
    const char *directory;    /* of the report, or NULL */
    const char *html, *junit; /* files to write, or NULL */
    annotations annotations;
    bool annotates;
} settings;

/* One of the histories. */
typedef struct task {
    const char *name;
    int place, count;      /* from 1 */
    const char *directory; /* of its report, or NULL */
    junit_file *junit;
} task;

/* ---- Options -------------------------------------------------------------------------------- */

static int set_format(settings *s, const char *name) {
    static const char *const names[] = {"auto", "edn", "json"};
    static const minos_format formats[] = {MINOS_FORMAT_AUTO, MINOS_FORMAT_EDN, MINOS_FORMAT_JSON};
    for (size_t i = 0; i < 3; i++) {
        if (strcmp(name, names[i]) == 0) {
            s->options.format = formats[i];
            return GO_ON;
        }
    }
    return complain("option --format is auto, edn or json, not '%s'", name);
}

static int set_view(settings *s, minos_view view) {
    s->json = s->json || view == MINOS_VIEW_JSON;
    s->edn = s->edn || view == MINOS_VIEW_EDN;
    s->view = view;
    return s->json && s->edn ? complain("--json and --edn exclude each other") : GO_ON;
}

/* The name of a file or folder to write. */
static int set_path(const cli_option *option, const char *value, const char **path) {
    if (value[0] == '\0') {
        return complain("option --%s needs the name of a %s",
                        option->id == OPTION_DIRECTORY ? "directory" : option->name,
                        option->id == OPTION_DIRECTORY ? "folder" : "file");
    }
    *path = value;
    return GO_ON;
}

static int handle(void *context, const cli_option *option, const char *value) {
    settings *s = context;
    switch (option->id) {
    case OPTION_MODELS: s->options.models = value; return GO_ON;
    case OPTION_ANOMALIES: s->options.anomalies = value; return GO_ON;
    case OPTION_FORMAT: return set_format(s, value);
    case OPTION_JSON: return set_view(s, MINOS_VIEW_JSON);
    case OPTION_EDN: return set_view(s, MINOS_VIEW_EDN);
    case OPTION_DIRECTORY: return set_path(option, value, &s->directory);
    case OPTION_HTML: return set_path(option, value, &s->html);
    case OPTION_JUNIT: return set_path(option, value, &s->junit);
    case OPTION_ANNOTATIONS: return annotations_parse(value, &s->annotations);
    case OPTION_MAX_WITNESSES:
        return option_number(option, value, 1, 1000000, &s->options.max_witnesses);
    case OPTION_THREADS: return option_number(option, value, 1, 1024, &s->options.threads);
    case OPTION_QUIET: s->flags = MINOS_QUIET; return GO_ON;
    case OPTION_VERBOSE: s->flags = MINOS_VERBOSE; return GO_ON;
    case OPTION_COLOR: return color_parse(value, &s->color);
    case OPTION_CYCLE_SEARCH_TIMEOUT: /* nothing here has a timeout, and nothing is plotted */
    case OPTION_PLOT_TIMEOUT:
    case OPTION_MAX_PLOT_BYTES:
    case OPTION_PLOT_FORMAT: return GO_ON;
    default: return history_option(&s->options, option, value);
    }
}

/* A history is never overwritten by what is written about it. */
static int check_not_history(const char *path, int count, char **histories) {
    for (int i = 0; i < count && path != NULL; i++) {
        if (file_is_history(path, histories[i])) {
            return complain("%s is a history, which is never overwritten; name another file", path);
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
    int status = check_not_history(s->html, count, histories);
    if (status == GO_ON) {
        status = check_not_history(s->junit, count, histories);
    }
    return status == GO_ON ? history_operands(&s->options, count, histories) : status;
}

/* ---- One history ---------------------------------------------------------------------------- */

/* The result as the chosen view, to stdout. */
static int show_result(const settings *s, const minos_result *result) {
    return result_print(result, s->view, s->flags | color_flag(s->color, stdout));
}

/* What is wrong with a history, to stderr; on stdout JSON and EDN have an object for it, and a
 * plain list of several histories its line. */
static int show_problems(const settings *s, const task *t, const minos_result *result) {
    int status = result_tell(result, MINOS_VIEW_TEXT, color_flag(s->color, stderr));
    if (status != GO_ON) {
        return status;
    }
    if (s->view != MINOS_VIEW_TEXT) {
        show_result(s, result);
    } else if (t->count > 1) {
        output(t->name, strlen(t->name));
        output("\tunknown\n", 9);
    }
    return minos_result_status(result) == MINOS_EARGUMENT ? EXIT_ARGUMENTS : EXIT_TROUBLE;
}

/* ---- What is written beside the result -------------------------------------------------------- */

static int write_reports(const settings *s, const task *t, const minos_result *result) {
    int status = GO_ON;
    if (t->directory != NULL) {
        status = result_save_folder(result, t->directory);
        if (status == GO_ON) {
            result_where(t->directory, true, s->view, s->flags);
        }
    }
    if (status == GO_ON && s->html != NULL) {
        status = result_save_page(result, s->html);
        if (status == GO_ON) {
            result_where(s->html, false, s->view, s->flags);
        }
    }
    return status;
}

/* For CI, of a history that was judged or could not be. */
static int tell_ci(const settings *s, const task *t, const minos_result *result) {
    int status = s->annotates ? result_tell(result, MINOS_VIEW_GITHUB, 0) : GO_ON;
    return status == GO_ON ? result_add_to(t->junit, result) : status;
}

/* ---- One history, from file to exit status ------------------------------------------------------ */

static int show_judged(const settings *s, const task *t, const minos_result *result) {
    result_warn(result, t->name, s->flags);
    int status = show_result(s, result);
    if (status == GO_ON) {
        status = write_reports(s, t, result);
    }
    return status == GO_ON ? result_exit_status(result) : status;
}

static int check_one(const settings *s, const task *t) {
    minos_result *result = NULL;
    progress_begin(t->name, t->place, t->count);
    minos_status judged = minos_check_file(t->name, &s->options, &result);
    progress_end();
    if (result == NULL) {
        return out_of_memory();
    }
    int status = judged == MINOS_OK ? show_judged(s, t, result) : show_problems(s, t, result);
    int told = tell_ci(s, t, result);
    minos_result_free(result);
    return told == GO_ON ? status : told;
}

/* ---- All histories -------------------------------------------------------------------------- */

static int worse(int a, int b) {
    static const int order[] = {EXIT_ARGUMENTS, EXIT_TROUBLE, EXIT_VIOLATED, EXIT_UNKNOWN};
    for (size_t i = 0; i < sizeof order / sizeof order[0]; i++) {
        if (a == order[i] || b == order[i]) {
            return order[i];
        }
    }
    return EXIT_HOLDS;
}

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
        bool apart = i > 0 && s->view == MINOS_VIEW_TEXT && (s->flags & MINOS_QUIET) == 0;
        output("\n", apart ? 1 : 0);
        status = worse(status, check_one(s, &t));
        if (!output("", 0) && s->junit == NULL) {
            break; /* nobody sees the rest */
        }
    }
    return status;
}

static int check_all(const settings *s, int count, char **histories) {
    junit_file junit;
    report_names names;
    if (!junit_begin(&junit, s->junit)) {
        return out_of_memory();
    }
    int status = EXIT_TROUBLE;
    if (report_names_init(&names, s->directory, count, histories)) {
        status = check_each(s, &names, &junit, count, histories);
        report_names_release(&names);
    } else {
        out_of_memory();
    }
    int written = junit_finish(&junit);
    return output_finish(written == GO_ON ? status : worse(status, written));
}

int cmd_check(const cli_command *command, int argc, char **argv) {
    settings s = {.view = MINOS_VIEW_TEXT, .color = COLOR_AUTO};
    minos_options_init(&s.options);
    s.options.progress = progress_show;
    int count;
    int status = options_parse(command, argc, argv, handle, &s, &count);
    if (status == GO_ON) {
        status = check_operands(&s, count, argv);
    }
    if (status == GO_ON) {
        status = history_options_check(&s.options);
    }
    s.annotates = annotations_wanted(s.annotations);
    return status == GO_ON ? check_all(&s, count, argv) : status;
}
