/*
 * judging.c - what minos check and minos run share: the options of judging_options.def, the result
 * on stdout, problems on stderr, output for CI, and the worst of several exit statuses.
 */
#include <string.h>

#include "cli/cli.h"
#include "minos_run.h"

void judging_init(judging *j) {
    *j = (judging){.view = MINOS_VIEW_TEXT, .color = COLOR_AUTO};
    minos_options_init(&j->options);
    j->options.progress = progress_show;
    j->options.statements = minos_run_statements; /* of recorded runs */
}

int judging_view(judging *j, minos_view view) {
    j->json = j->json || view == MINOS_VIEW_JSON;
    j->edn = j->edn || view == MINOS_VIEW_EDN;
    j->view = view;
    return j->json && j->edn ? complain("--json and --edn cannot be combined") : GO_ON;
}

static int exact_option(const char *how, minos_exact *exact) {
    static const char *const words[] = {
        [MINOS_EXACT_AUTO] = "auto", [MINOS_EXACT_OFF] = "off", [MINOS_EXACT_REQUIRE] = "require"};
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
        if (strcmp(how, words[i]) == 0) {
            *exact = (minos_exact)i;
            return GO_ON;
        }
    }
    return complain("option --exact must be off, auto or require, not '%s'", how);
}

int judging_option(judging *j, const cli_option *option, const char *value) {
    switch (option->id) {
    case OPTION_ANOMALIES: j->options.anomalies = value; return GO_ON;
    case OPTION_EXACT: return exact_option(value, &j->options.exact);
    case OPTION_JSON: return judging_view(j, MINOS_VIEW_JSON);
    case OPTION_JUNIT: return option_path(option, value, "file", &j->junit);
    case OPTION_ANNOTATIONS: return annotations_parse(value, &j->annotations);
    case OPTION_MAX_WITNESSES:
        return option_number(option, value, 1, MINOS_MAX_WITNESSES, &j->options.max_witnesses);
    case OPTION_THREADS: return option_number(option, value, 1, 1024, &j->options.threads);
    case OPTION_QUIET: j->flags = MINOS_QUIET; return GO_ON;
    case OPTION_VERBOSE: j->flags = MINOS_VERBOSE; return GO_ON;
    case OPTION_COLOR: return color_parse(value, &j->color);
    default: return history_option(&j->options, option, value);
    }
}

int judging_show(const judging *j, const minos_result *result) {
    return result_print(result, j->view, j->flags | color_flag(j->color, stdout));
}

int judging_show_problems(const judging *j, const minos_result *result) {
    int status = result_tell(result, MINOS_VIEW_TEXT, color_flag(j->color, stderr));
    if (status != GO_ON) {
        return status;
    }
    if (j->view != MINOS_VIEW_TEXT) {
        judging_show(j, result);
    }
    return minos_result_status(result) == MINOS_EARGUMENT ? EXIT_ARGUMENTS : EXIT_ERROR;
}

int judging_tell_ci(const judging *j, junit_file *junit, const minos_result *result) {
    int status =
        annotations_wanted(j->annotations) ? result_tell(result, MINOS_VIEW_GITHUB, 0) : GO_ON;
    if (j->summary != NULL) {
        step_summary_add(j->summary, result);
    }
    return status == GO_ON ? result_add_to(junit, result) : status;
}

int worse_status(int a, int b) {
    static const int order[] = {EXIT_ARGUMENTS, EXIT_ERROR, EXIT_VIOLATED, EXIT_UNKNOWN};
    for (size_t i = 0; i < sizeof order / sizeof order[0]; i++) {
        if (a == order[i] || b == order[i]) {
            return order[i];
        }
    }
    return EXIT_HOLDS;
}
