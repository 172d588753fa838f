/*
 * cmd_verify.c - minos verify: checks a certificate against its history.
 *
 * stdout is the answer, stderr what does not fit. Exit status 0: accepted, 1: rejected, 255: the
 * history or the certificate is malformed or cannot be read.
 */
#include <string.h>

#include "cli/cli.h"

typedef struct settings {
    minos_options options;
    minos_view view;
    bool quiet;
    color_choice color;
} settings;

static int handle(void *context, const cli_option *option, const char *value) {
    settings *s = context;
    switch (option->id) {
    case OPTION_VERIFY_FORMAT: return format_option(option, value, &s->options.format);
    case OPTION_VERIFY_ORDER:
        return option_path(option, value, "file", &s->options.transaction_order);
    case OPTION_VERIFY_JSON: s->view = MINOS_VIEW_JSON; return GO_ON;
    case OPTION_VERIFY_QUIET: s->quiet = true; return GO_ON;
    case OPTION_COLOR: return color_parse(value, &s->color);
    default: return history_option(&s->options, option, value);
    }
}

static bool is_standard(const char *path) { return strcmp(path, "-") == 0; }

static int check_operands(int count, char **operands) {
    if (count != 2) {
        return complain("verify needs two operands, a history and its certificate: "
                        "minos verify history.edn certificate.json");
    }
    if (is_standard(operands[0]) && is_standard(operands[1])) {
        return complain("only one of the history and the certificate can be stdin");
    }
    return GO_ON;
}

/* What does not fit, or is malformed, on stderr. */
static int show_problems(const settings *s, const minos_result *result, minos_status status) {
    int told = result_tell(result, MINOS_VIEW_TEXT, color_flag(s->color, stderr));
    if (told == GO_ON && status != MINOS_OK && s->view == MINOS_VIEW_JSON) {
        told = result_print(result, MINOS_VIEW_JSON, 0);
    }
    if (told != GO_ON) {
        return told;
    }
    return status == MINOS_OK ? EXIT_VIOLATED : exit_of(status);
}

static int verify(const settings *s, const char *history, const char *certificate) {
    minos_result *result = NULL;
    char *text = NULL;
    int accepted = 0;
    progress_begin(history, 1, 1);
    minos_status status =
        minos_verify_file(history, certificate, &s->options, s->view, &accepted, &text, &result);
    progress_end();
    int exit_status = EXIT_HOLDS;
    if (status == MINOS_ENOMEM) {
        exit_status = out_of_memory();
    } else if (result != NULL) {
        exit_status = show_problems(s, result, status);
    }
    if (text != NULL && !(s->quiet && accepted)) {
        output(text, strlen(text));
    }
    minos_free(text);
    minos_result_free(result);
    return exit_status;
}

int cmd_verify(const cli_command *command, int argc, char **argv) {
    settings s = {.view = MINOS_VIEW_TEXT, .color = COLOR_AUTO};
    minos_options_init(&s.options);
    s.options.progress = progress_show;
    int count;
    int status = options_parse(command, argc, argv, handle, &s, &count);
    if (status == GO_ON) {
        status = check_operands(count, argv);
    }
    return status == GO_ON ? output_finish(verify(&s, argv[0], argv[1])) : status;
}
