/*
 * results.c - what the commands do with a result: print it, write it to files, end with its verdict.
 *
 * stdout is the result and nothing else; warnings and problems go to stderr.
 */
#include <string.h>

#include "cli/cli.h"

int out_of_memory(void) {
    complain("out of memory");
    return EXIT_TROUBLE;
}

/* The result as a view; GO_ON, or a message and the status. */
static int render(const minos_result *result, minos_view view, unsigned flags, char **text,
                  size_t *size) {
    minos_status status = minos_result_render(result, view, flags, text, size);
    if (status == MINOS_OK) {
        return GO_ON;
    }
    minos_free(*text);
    return out_of_memory();
}

int result_print(const minos_result *result, minos_view view, unsigned flags) {
    char *text = NULL;
    size_t size = 0;
    int status = render(result, view, flags, &text, &size);
    if (status == GO_ON) {
        output(text, size);
        minos_free(text);
    }
    return status;
}

int result_save(const minos_result *result, minos_view view, const char *path) {
    char *text = NULL;
    size_t size = 0;
    int status = render(result, view, 0, &text, &size);
    if (status == GO_ON) {
        status = file_write(path, text, size);
        minos_free(text);
    }
    return status;
}

int result_save_folder(const minos_result *result, const char *directory) {
    char *message = NULL;
    minos_status status = minos_result_write_folder(result, directory, &message);
    if (status != MINOS_OK) {
        complain("%s", message == NULL ? "out of memory" : message);
    }
    minos_free(message);
    return status == MINOS_OK ? GO_ON : EXIT_TROUBLE;
}

void result_warn(const minos_result *result, const char *name) {
    for (size_t i = 0; i < minos_result_warning_count(result); i++) {
        fprintf(stderr, "minos: %s: warning: %s\n", name, minos_result_warning(result, i));
    }
}

int result_problems(const minos_result *result, color_choice color) {
    char *text = NULL;
    size_t size = 0;
    int status = render(result, MINOS_VIEW_TEXT, color_flag(color, stderr), &text, &size);
    if (status == GO_ON) {
        fwrite(text, 1, size, stderr);
        minos_free(text);
    }
    return status;
}

int result_exit_status(const minos_result *result) {
    switch (minos_result_verdict(result)) {
    case MINOS_VALID: return EXIT_HOLDS;
    case MINOS_VIOLATED: return EXIT_VIOLATED;
    case MINOS_UNKNOWN: break;
    }
    return EXIT_UNKNOWN;
}
