/*
 * context_support.h - a checked history and its document with context, for the tests of its parts.
 */
#ifndef CONTEXT_SUPPORT_H
#define CONTEXT_SUPPORT_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include "pipeline.h"
#include "report/report.h"
#include "support/units.h"
#include <cmocka.h>

typedef struct context {
    minos_result *result;
    mns_check_result report;
    mns_document document; /* without context: a test calls the part it tests */
} context;

/* The text must stay in place. */
static inline void context_open(context *c, const char *text, size_t size) {
    minos_options options;
    minos_options_init(&options);
    options.threads = 1;
    options.max_witnesses = 100;
    memset(c, 0, sizeof *c);
    assert_int_equal(minos_check_memory("h.edn", text, size, &options, &c->result), MINOS_OK);
    const minos_result *r = c->result;
    c->report = mns_check_result_of(r);
    assert_int_equal(mns_document_make(&c->document, &c->report, 100, false), MINOS_OK);
}

/* The same from the notation of units.h; *text is to be freed once the context is closed. */
static inline void context_unit(context *c, const char *notation, char **text) {
    *text = unit_text(notation, false);
    context_open(c, *text, strlen(*text));
}

static inline void context_close(context *c) {
    mns_document_release(&c->document);
    minos_result_free(c->result);
}

/* The first witness of an anomaly. */
static inline const mns_doc_witness *context_witness(const context *c, mns_anomaly anomaly) {
    const mns_doc_anomaly *found = mns_document_anomaly(&c->document, anomaly);
    assert_non_null(found);
    assert_true(found->witness_count > 0);
    return &found->witnesses[0];
}

#endif
