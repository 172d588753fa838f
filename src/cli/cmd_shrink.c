/*
 * cmd_shrink.c - minos shrink: the smallest part of a history that still shows an anomaly.
 *
 * Checks the history, shrinks it, and writes the rest to stdout or to a file, which is opened
 * only when there is something to write, and is never the history itself. Exit status 0: shrunk; 2:
 * nothing to shrink; stderr has the reason.
 */
#include <string.h>

#include "cli/cli.h"

typedef struct settings {
    minos_options options;
    const char *output; /* NULL: stdout */
    const char *anomaly;
    minos_format format;
    bool quiet;
    color_choice color;
} settings;

/* ---- Options -------------------------------------------------------------------------------- */

static int set_format(settings *s, const char *name) {
    static const char *const names[] = {"auto", "edn", "json"};
    static const minos_format formats[] = {MINOS_FORMAT_AUTO, MINOS_FORMAT_EDN, MINOS_FORMAT_JSON};
    for (size_t i = 0; i < 3; i++) {
        if (strcmp(name, names[i]) == 0) {
            s->format = formats[i];
            return GO_ON;
        }
    }
    return complain("option --format must be auto, edn or json, not '%s'", name);
}

static int handle(void *context, const cli_option *option, const char *value) {
    settings *s = context;
    switch (option->id) {
    case OPTION_SHRINK_OUTPUT:
        s->output = strcmp(value, "-") == 0 ? NULL : value;
        return value[0] == '\0' ? complain("option --output needs the name of a file") : GO_ON;
    case OPTION_SHRINK_ANOMALY: s->anomaly = value; return GO_ON;
    case OPTION_SHRINK_FORMAT: return set_format(s, value);
    case OPTION_SHRINK_FROM: return format_option(option, value, &s->options.format);
    case OPTION_SHRINK_QUIET: s->quiet = true; return GO_ON;
    case OPTION_COLOR: return color_parse(value, &s->color);
    default: return history_option(&s->options, option, value);
    }
}

/* ---- Arguments ------------------------------------------------------------------------------- */

static int check_arguments(const settings *s, int count, char **histories) {
    if (count != 1) {
        return complain(count == 0 ? "shrink needs a history: minos shrink history.edn -o small.edn"
                                   : "shrink takes one history at a time");
    }
    if (s->output == NULL ? stdout_is_history(histories[0])
                          : file_is_history(s->output, histories[0])) {
        return complain("%s is the input history and is not overwritten; choose another file",
                        s->output == NULL ? "stdout" : s->output);
    }
    return history_operands(&s->options, count, histories);
}

/* ---- The work ------------------------------------------------------------------------------- */

/* Rejects an unknown anomaly before any file is read. */
static int check_anomaly(const settings *s) {
    char *message = NULL;
    minos_status status = minos_shrink(NULL, s->anomaly, s->format, NULL, NULL, &message);
    if (status != MINOS_OK) {
        complain("%s", message == NULL ? "out of memory" : message);
    }
    minos_free(message);
    return exit_of(status);
}

/* The problems of the history, on stderr. */
static int show_problems(const settings *s, const minos_result *result) {
    char *text = NULL;
    size_t size = 0;
    unsigned flags = color_flag(s->color, stderr);
    if (minos_result_render(result, MINOS_VIEW_TEXT, flags, &text, &size) == MINOS_OK) {
        tell_text(text, size);
    } else {
        complain("out of memory");
    }
    minos_free(text);
    return EXIT_ERROR;
}

static int write_shrunk(const settings *s, const char *text, size_t size, const char *message) {
    if (s->output == NULL) {
        output_data(text, size);
        return output_finish(EXIT_HOLDS);
    }
    int status = file_write(s->output, text, size);
    if (status == GO_ON && !s->quiet) {
        complain("%s: %s", s->output, message);
    }
    return status == GO_ON ? EXIT_HOLDS : status;
}

static int shrink(const settings *s, const char *name, const minos_result *result) {
    char *text = NULL, *message = NULL;
    size_t size = 0;
    minos_status status = minos_shrink(result, s->anomaly, s->format, &text, &size, &message);
    int exit_status = EXIT_ERROR;
    if (status != MINOS_OK) {
        complain("%s: %s", name, message == NULL ? "out of memory" : message);
    } else if (text == NULL) {
        complain("%s: %s", name, message);
        exit_status = EXIT_UNKNOWN;
    } else {
        exit_status = write_shrunk(s, text, size, message);
    }
    minos_free(text);
    minos_free(message);
    return exit_status;
}

static int run(const settings *s, const char *name) {
    minos_result *result = NULL;
    progress_begin(name, 1, 1);
    minos_status status = minos_check_file(name, &s->options, &result);
    progress_end();
    int exit_status = EXIT_ERROR;
    if (result == NULL) {
        complain("out of memory");
    } else {
        exit_status = status == MINOS_OK ? shrink(s, name, result) : show_problems(s, result);
    }
    minos_result_free(result);
    return exit_status;
}

int cmd_shrink(const cli_command *command, int argc, char **argv) {
    settings s = {.format = MINOS_FORMAT_AUTO, .color = COLOR_AUTO};
    minos_options_init(&s.options);
    s.options.models = "none";
    s.options.progress = progress_show;
    int count;
    int status = options_parse(command, argc, argv, handle, &s, &count);
    if (status == GO_ON) {
        status = check_arguments(&s, count, argv);
    }
    if (status == GO_ON) {
        status = check_anomaly(&s);
    }
    if (status == GO_ON) {
        status = history_options_check(&s.options);
    }
    return status == GO_ON ? run(&s, argv[0]) : status;
}
