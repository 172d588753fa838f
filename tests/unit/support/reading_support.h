/*
 * reading_support.h - histories of any workload as tables, for tests of what reads them. Nothing is
 * inferred.
 */
#ifndef TEST_READING_SUPPORT_H
#define TEST_READING_SUPPORT_H

#include "support/units.h"

typedef struct reading {
    mns_source source;
    mns_problems problems;
    mns_history history;
    minos_status status;
} reading;

/* The text must outlive the reading. Problems are located. */
static inline void reading_open(reading *r, const char *text, const mns_read_options *options) {
    memset(r, 0, sizeof *r);
    assert_int_equal(mns_source_memory(&r->source, "text", text, strlen(text), 0, &r->problems),
                     MINOS_OK);
    r->status = mns_history_read(&r->history, &r->source, options, &r->problems);
    mns_problems_locate(&r->problems, text, strlen(text));
}

static inline void reading_close(reading *r) {
    mns_history_release(&r->history);
    mns_source_release(&r->source);
    mns_problems_release(&r->problems);
}

#endif
