/*
 * cmd_explain.c - minos explain NAME: explains a model or an anomaly.
 */
#include <string.h>

#include "cli/cli.h"

static int handle(void *context, const cli_option *option, const char *value) {
    return option->id == OPTION_COLOR ? color_parse(value, context) : GO_ON;
}

static int explain(const char *name, unsigned flags) {
    char *text = NULL;
    size_t size = 0;
    minos_status status = minos_explain_text(name, flags, &text, &size);
    int result = EXIT_HOLDS;
    if (status == MINOS_OK) {
        output(text, size);
    } else if (status == MINOS_EARGUMENT && text != NULL) {
        result = complain("%.*s", (int)strcspn(text, "\n"), text);
    } else {
        complain("out of memory");
        result = EXIT_ERROR;
    }
    minos_free(text);
    return output_finish(result);
}

int cmd_explain(const cli_command *command, int argc, char **argv) {
    color_choice color = COLOR_AUTO;
    int operands;
    int status = options_parse(command, argc, argv, handle, &color, &operands);
    if (status != GO_ON) {
        return status;
    }
    if (operands != 1) {
        return complain(operands == 0 ? "explain needs a name, minos explain G1a for instance; "
                                        "minos models lists them"
                                      : "explain takes one name at a time");
    }
    return explain(argv[0], color_flag(color, stdout));
}
