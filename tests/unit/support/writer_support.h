/*
 * writer_support.h - an EDN history as the writer of a format writes it, as text.
 *
 * The files of a folder are shown one after the other, each below a line "== NAME". A history that
 * the format cannot express becomes "LINE:COLUMN: message".
 */
#ifndef TEST_WRITER_SUPPORT_H
#define TEST_WRITER_SUPPORT_H

#include <inttypes.h>
#include <stdio.h>

#include "format/format.h"
#include "support/units.h"

typedef struct shown_files {
    mns_buf text;
    char file[64];
} shown_files;

static inline minos_status show_bytes(void *context, const char *file, const void *data,
                                      size_t size) {
    shown_files *shown = context;
    if (file != NULL && strcmp(file, shown->file) != 0) {
        snprintf(shown->file, sizeof shown->file, "%s", file);
        mns_buf_printf(&shown->text, "== %s\n", file);
    }
    mns_buf_bytes(&shown->text, data, size);
    return MINOS_OK;
}

/* To be freed. *dropped_aborted: how many aborted transactions were left out; may be NULL. */
static inline char *written(const char *edn, minos_format format, uint64_t *dropped_aborted) {
    unit u;
    shown_files shown = {.file = ""};
    mns_sink sink = {.write = show_bytes, .context = &shown};
    mns_writing writing;
    mns_buf_init(&shown.text);
    mns_buf_init(&sink.out);
    unit_read(&u, edn, MINOS_FORMAT_EDN);
    assert_int_equal(u.status, MINOS_OK);
    const mns_format *to = mns_format_get(format);
    assert_true(mns_writing_begin(&writing, &u.history, to->name, &sink, &u.problems));
    minos_status status = to->writer->write(&writing);
    if (status != MINOS_OK) {
        assert_int_equal(status, MINOS_EINPUT);
        assert_true(u.problems.count > 0);
        mns_problems_locate(&u.problems, u.source.data, u.source.size);
        const mns_problem *p = &u.problems.items[0];
        mns_buf_clear(&shown.text);
        mns_buf_printf(&shown.text, "%" PRIu64 ":%" PRIu64 ": %s", p->line, p->column, p->message);
    }
    if (dropped_aborted != NULL) {
        *dropped_aborted = writing.dropped_aborted;
    }
    mns_writing_release(&writing);
    mns_buf_release(&sink.out);
    unit_close(&u);
    mns_buf_str(&shown.text, ""); /* not NULL */
    return mns_buf_take(&shown.text, NULL);
}

typedef struct written_case {
    const char *edn, *expected;
} written_case;

static inline void expect_written(minos_format format, const written_case *cases, size_t count) {
    for (size_t i = 0; i < count; i++) {
        char *text = written(cases[i].edn, format, NULL);
        if (strcmp(text, cases[i].expected) != 0) {
            print_message("%s\n", cases[i].edn);
        }
        assert_string_equal(text, cases[i].expected);
        free(text);
    }
}

#endif
