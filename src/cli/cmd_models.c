/*
 * cmd_models.c - minos models: the lattice of models and anomalies.
 */
#include "cli/cli.h"

static int handle(void *context, const cli_option *option, const char *value) {
    return option->id == OPTION_COLOR ? color_parse(value, context) : GO_ON;
}

int cmd_models(const cli_command *command, int argc, char **argv) {
    color_choice color = COLOR_AUTO;
    int operands;
    int status = options_parse(command, argc, argv, handle, &color, &operands);
    if (status != GO_ON) {
        return status;
    }
    if (operands > 0) {
        return complain("models takes no operand; did you mean minos explain %s?", argv[0]);
    }
    char *text = NULL;
    size_t size = 0;
    if (minos_models_text(color_flag(color, stdout), &text, &size) != MINOS_OK) {
        minos_free(text);
        complain("out of memory");
        return EXIT_ERROR;
    }
    output(text, size);
    minos_free(text);
    return output_finish(EXIT_HOLDS);
}
