/*
 * cmd_check.c - minos check: judges recorded histories.
 *
 * For each history in turn: check, print the result on stdout, warnings and errors on stderr,
 * write the report folder if one is asked for. Nothing is read before all options are known to be
 * good. The worst status of all histories is the exit status, in the order 255, 1, 2, 0.
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
    const char *directory; /* of the report, or NULL */
} settings;

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

static int set_directory(settings *s, const char *directory) {
    if (directory[0] == '\0') {
        return complain("option --directory needs the name of a folder");
    }
    s->directory = directory;
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
    case OPTION_DIRECTORY: return set_directory(s, value);
    case OPTION_MAX_WITNESSES:
        return option_number(option, value, 1, 1000000, &s->options.max_witnesses);
    case OPTION_THREADS: return option_number(option, value, 1, 1024, &s->options.threads);
    case OPTION_QUIET: s->flags = MINOS_QUIET; return GO_ON;
    case OPTION_VERBOSE: s->flags = MINOS_VERBOSE; return GO_ON;
    case OPTION_COLOR: return color_parse(value, &s->color);
    case OPTION_HTML:
        return complain("option --html is not in this version; -o DIR writes a report folder");
    case OPTION_CYCLE_SEARCH_TIMEOUT: /* nothing here has a timeout, and nothing is plotted */
    case OPTION_PLOT_TIMEOUT:
    case OPTION_MAX_PLOT_BYTES:
    case OPTION_PLOT_FORMAT: return GO_ON;
    default: return history_option(&s->options, option, value);
    }
}

static int check_operands(const settings *s, int count, char **histories) {
    return count == 0 ? complain("check needs a history: minos check history.edn, or - for stdin")
                      : history_operands(&s->options, count, histories);
}

/* ---- One history ---------------------------------------------------------------------------- */

static int out_of_memory(void) {
    complain("out of memory");
    return EXIT_TROUBLE;
}

static void show_warnings(const settings *s, const char *name, const minos_result *result) {
    if ((s->flags & MINOS_QUIET) != 0) {
        return;
    }
    for (size_t i = 0; i < minos_result_warning_count(result); i++) {
        fprintf(stderr, "minos: %s: warning: %s\n", name, minos_result_warning(result, i));
    }
}

/* The result as the chosen view, to stdout. */
static int show_result(const settings *s, const minos_result *result) {
    char *text = NULL;
    size_t size = 0;
    unsigned flags = s->flags | color_flag(s->color, stdout);
    if (minos_result_render(result, s->view, flags, &text, &size) != MINOS_OK) {
        minos_free(text);
        return out_of_memory();
    }
    output(text, size);
    minos_free(text);
    return GO_ON;
}

/* What is wrong with a history, to stderr; on stdout JSON and EDN have an object for it, and a
 * plain list of several histories its line. */
static int show_problems(const settings *s, const char *name, bool several,
                         const minos_result *result) {
    char *text = NULL;
    size_t size = 0;
    minos_status status =
        minos_result_render(result, MINOS_VIEW_TEXT, color_flag(s->color, stderr), &text, &size);
    if (status != MINOS_OK) {
        minos_free(text);
        return out_of_memory();
    }
    fwrite(text, 1, size, stderr);
    minos_free(text);
    if (s->view != MINOS_VIEW_TEXT) {
        show_result(s, result);
    } else if (several) {
        output(name, strlen(name));
        output("\tunknown\n", 9);
    }
    return minos_result_status(result) == MINOS_EARGUMENT ? EXIT_ARGUMENTS : EXIT_TROUBLE;
}

static int write_folder(const minos_result *result, const char *directory) {
    char *message = NULL;
    minos_status status = minos_result_write_folder(result, directory, &message);
    if (status != MINOS_OK) {
        complain("%s", message == NULL ? "out of memory" : message);
    }
    minos_free(message);
    return status == MINOS_OK ? GO_ON : EXIT_TROUBLE;
}

static int verdict_status(const minos_result *result) {
    switch (minos_result_verdict(result)) {
    case MINOS_VALID: return EXIT_HOLDS;
    case MINOS_VIOLATED: return EXIT_VIOLATED;
    case MINOS_UNKNOWN: break;
    }
    return EXIT_UNKNOWN;
}

/* directory: of this history's report, or NULL. */
static int check_one(const settings *s, const char *name, bool several, const char *directory) {
    minos_result *result = NULL;
    progress_begin(name, 1, 1);
    minos_status status = minos_check_file(name, &s->options, &result);
    progress_end();
    if (result == NULL) {
        return out_of_memory();
    }
    int exit_status;
    if (status != MINOS_OK) {
        exit_status = show_problems(s, name, several, result);
    } else {
        show_warnings(s, name, result);
        exit_status = show_result(s, result);
        if (exit_status == GO_ON && directory != NULL) {
            exit_status = write_folder(result, directory);
        }
        exit_status = exit_status == GO_ON ? verdict_status(result) : exit_status;
    }
    minos_result_free(result);
    return exit_status;
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

static int check_all(const settings *s, int count, char **histories) {
    int status = EXIT_HOLDS;
    bool several = count > 1;
    report_names names;
    if (!report_names_init(&names, s->directory, count, histories)) {
        return out_of_memory();
    }
    for (int i = 0; i < count; i++) {
        bool apart = i > 0 && s->view == MINOS_VIEW_TEXT && (s->flags & MINOS_QUIET) == 0;
        output("\n", apart ? 1 : 0);
        status = worse(status, check_one(s, histories[i], several, report_name(&names, i)));
        if (!output("", 0)) {
            break; /* nobody sees the rest */
        }
    }
    report_names_release(&names);
    return output_finish(status);
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
    return status == GO_ON ? check_all(&s, count, argv) : status;
}
