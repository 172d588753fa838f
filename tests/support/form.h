/*
 * form.h - a history in one of the formats, as the bytes of its files: written from another form,
 * read, judged and compared.
 *
 * Running out of memory or of disk ends the test at once.
 */
#ifndef TEST_FORM_H
#define TEST_FORM_H

#include "history/history.h"
#include "support/support.h"

enum { FORM_FILES = 64 };

typedef struct form {
    minos_format format;
    bool refused;  /* the format cannot express the history; then there are no files */
    char *message; /* why */
    size_t file_count;
    struct form_file {
        char *name; /* NULL: the only file */
        char *data;
        size_t size;
    } files[FORM_FILES];
    uint64_t dropped_aborted, dropped_info; /* transactions */
} form;

/* A history in EDN, as a form. */
form form_of_edn(const char *edn);
/* The same history in another format. A rejected history is refused too. */
form form_write(const form *from, minos_format format);
/* The translation of a form into EDN. */
form form_read(const form *from);
void form_release(form *f);

bool form_equal(const form *a, const form *b);
/* Prints the bytes of the files, if they are text. */
void form_print(const form *f);

/* The tables of a history; a form that is rejected ends the test. */
void form_open(const form *f, mns_source *source, mns_history *history);
/* Judges it, with its format recognised by content. */
verdict form_judge(const form *f, const minos_options *options);

#endif
