/*
 * certificate_output.c - writes the certificate of minos check --certificate.
 */
#include "cli/cli.h"
#include "cli/new_file.h"

/* Opened when the first bytes arrive, so that nothing is written if there are none. */
typedef struct target {
    new_file file;
    const char *path;
    bool opened, failed; /* failed: a message was printed */
} target;

static minos_status write_piece(void *context, const void *data, size_t size) {
    target *t = context;
    if (!t->opened) {
        t->opened = true;
        t->failed = new_file_open(&t->file, t->path) != GO_ON;
    }
    return t->failed ? MINOS_EIO : new_file_write(&t->file, data, size);
}

int certificate_save(minos_result *result, const char *history, const char *path, unsigned flags) {
    target t = {.path = path};
    char *message = NULL;
    minos_status status = minos_result_write_certificate(result, path, write_piece, &t, &message);
    bool keep = status == MINOS_OK || t.file.error != 0; /* an error is reported when it closes */
    int closed = t.opened ? new_file_close(&t.file, keep) : GO_ON;
    if (status == MINOS_ENOMEM) {
        closed = out_of_memory();
    } else if (status != MINOS_OK && message != NULL) {
        complain("%s: %s", history, message);
    } else if (message != NULL && (flags & MINOS_QUIET) == 0) {
        complain("%s: note: %s", history, message);
    }
    minos_free(message);
    return status == MINOS_OK ? closed : EXIT_ERROR;
}
