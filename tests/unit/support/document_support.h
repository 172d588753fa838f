/*
 * document_support.h - documents of whole checks, for tests of how they are made and shown.
 */
#ifndef DOCUMENT_SUPPORT_H
#define DOCUMENT_SUPPORT_H

#include "pipeline.h"
#include "report/model/document_make.h"
#include "support/units.h"

typedef struct checked {
    minos_result *result;
    mns_check_result report;
    mns_document document;
} checked;

/* The document of a result that succeeded, which is then the test's. */
static inline void checked_take(checked *c, minos_result *result, size_t max_witnesses,
                                bool context) {
    assert_non_null(result);
    assert_int_equal(result->status, MINOS_OK);
    c->result = result;
    c->report = mns_check_result_of(result);
    assert_int_equal(mns_document_make(&c->document, &c->report, max_witnesses, context), MINOS_OK);
}

/* Checks a text, which must outlive the check, as strict-serializable. */
static inline void checked_open(checked *c, const char *text) {
    minos_options options;
    minos_result *result = NULL;
    minos_options_init(&options);
    minos_check_memory("h.edn", text, strlen(text), &options, &result);
    checked_take(c, result, SIZE_MAX, false);
}

/* The same for a file, such as tests/golden/g1a-yes.edn. */
static inline void checked_open_file(checked *c, const char *path) {
    minos_options options;
    minos_result *result = NULL;
    minos_options_init(&options);
    minos_check_file(path, &options, &result);
    checked_take(c, result, SIZE_MAX, false);
}

static inline void checked_close(checked *c) {
    mns_document_release(&c->document);
    minos_result_free(c->result);
}

/* The first witness of an anomaly by name. */
static inline const mns_doc_witness *checked_witness(const checked *c, const char *name) {
    mns_anomaly anomaly;
    assert_true(mns_anomaly_parse(name, strlen(name), &anomaly));
    const mns_doc_anomaly *found = mns_document_anomaly(&c->document, anomaly);
    if (found == NULL || found->witness_count == 0) {
        fail_msg("no witness of %s", name);
    }
    return &found->witnesses[0];
}

#endif
