/*
 * results.c - prints a result, writes it to files, and turns its verdict into an exit status.
 *
 * stdout is the result and nothing else; messages go to stderr.
 */
#include <stdlib.h>
#include <string.h>

#include "cli/cli.h"

int out_of_memory(void) {
    complain("out of memory");
    return EXIT_ERROR;
}

int exit_of(minos_status status) {
    if (status == MINOS_OK) {
        return GO_ON;
    }
    return status == MINOS_EARGUMENT ? EXIT_ARGUMENTS : EXIT_ERROR;
}

/* A view of the result, or NULL with a message; to be freed with minos_free. */
static char *render(const minos_result *result, minos_view view, unsigned flags, size_t *size) {
    char *text = NULL;
    minos_status status = minos_result_render(result, view, flags, &text, size);
    if (status == MINOS_EIO) {
        complain("cannot read the history again; the file may have changed after it was checked");
    } else if (status != MINOS_OK) {
        out_of_memory();
    }
    if (status != MINOS_OK) {
        minos_free(text);
        return NULL;
    }
    return text;
}

/* ---- To the terminal ------------------------------------------------------------------------ */

int result_print(const minos_result *result, minos_view view, unsigned flags) {
    size_t size = 0;
    char *text = render(result, view, flags, &size);
    if (text == NULL) {
        return EXIT_ERROR;
    }
    if (view == MINOS_VIEW_TEXT) {
        output(text, size);
    } else {
        output_data(text, size);
    }
    minos_free(text);
    return GO_ON;
}

int result_tell(const minos_result *result, minos_view view, unsigned flags) {
    size_t size = 0;
    char *text = render(result, view, flags, &size);
    if (text == NULL) {
        return EXIT_ERROR;
    }
    tell_text(text, size);
    minos_free(text);
    return GO_ON;
}

void result_warn(const minos_result *result, const char *name, unsigned flags) {
    bool quiet = (flags & MINOS_QUIET) != 0;
    for (size_t i = 0; i < minos_result_warning_count(result) && !quiet; i++) {
        complain("%s: warning: %s", name, minos_result_warning(result, i));
    }
}

void result_where(const char *path, bool folder, minos_view view, unsigned flags) {
    size_t size = strlen(path);
    while (folder && size > 1 && path[size - 1] == '/') {
        size--;
    }
    if (view == MINOS_VIEW_TEXT && (flags & MINOS_QUIET) == 0) {
        char *whole = strndup(path, size);
        output_name("\nReport: ", whole == NULL ? "" : whole, folder ? "/index.html\n" : "\n");
        free(whole);
    }
}

/* ---- To files ------------------------------------------------------------------------------- */

int result_save_page(const minos_result *result, const char *path) {
    size_t size = 0;
    char *text = render(result, MINOS_VIEW_HTML, 0, &size);
    int status = text == NULL ? EXIT_ERROR : file_write(path, text, size);
    minos_free(text);
    return status;
}

int result_save_folder(const minos_result *result, const char *directory) {
    char *message = NULL;
    minos_status status = minos_result_write_folder(result, directory, &message);
    if (status != MINOS_OK) {
        complain("%s", message == NULL ? "out of memory" : message);
    }
    minos_free(message);
    return status == MINOS_OK ? GO_ON : EXIT_ERROR;
}

int result_add_to(junit_file *junit, const minos_result *result) {
    if (junit->path == NULL) {
        return GO_ON;
    }
    size_t size = 0;
    char *suite = render(result, MINOS_VIEW_JUNIT, 0, &size);
    junit_add(junit, suite == NULL ? "" : suite);
    minos_free(suite);
    return suite == NULL ? EXIT_ERROR : GO_ON;
}

/* ---- Exit status ----------------------------------------------------------------------------- */

int result_exit_status(const minos_result *result) {
    switch (minos_result_verdict(result)) {
    case MINOS_VALID: return EXIT_HOLDS;
    case MINOS_VIOLATED: return EXIT_VIOLATED;
    case MINOS_UNKNOWN: break;
    }
    return EXIT_UNKNOWN;
}
