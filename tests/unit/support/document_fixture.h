/*
 * document_fixture.h - a document made by hand, for the tests of what is drawn from documents.
 *
 * A read skew: T1 of process 7 missed an append of T2 of process 0 and saw another.
 */
#ifndef DOCUMENT_FIXTURE_H
#define DOCUMENT_FIXTURE_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include "report/model/check_result.h"
#include "report/report.h"
#include <cmocka.h>

typedef struct document_fixture {
    mns_document document;
    mns_doc_mop mops[4];
    mns_doc_txn txns[8];
    mns_doc_witness witness;
    mns_doc_anomaly anomaly;
    mns_buf out;
} document_fixture;

/* Positions: T2 begins at 0, T1 runs from 1 to 2, T2 ends at 3. */
static inline void document_fixture_open(document_fixture *f) {
    memset(f, 0, sizeof *f);
    static const char *const labels[] = {"r :x [1]", "r :y []", "append :x 1", "append :y 1"};
    for (uint32_t i = 0; i < 4; i++) {
        f->mops[i] = (mns_doc_mop){.function = i < 2 ? "r" : "append",
                                   .key = i % 2 == 0 ? ":x" : ":y",
                                   .label = labels[i],
                                   .shown = labels[i],
                                   .matters = true};
    }
    f->txns[0] = (mns_doc_txn){.index = 12,
                               .process.number = 7,
                               .invoke = 1,
                               .complete = 2,
                               .mops = f->mops,
                               .mop_count = 2,
                               .mops_total = 2};
    f->txns[1] = (mns_doc_txn){.index = 13,
                               .process.number = 0,
                               .invoke = 0,
                               .complete = 3,
                               .mops = f->mops + 2,
                               .mop_count = 2,
                               .mops_total = 2};
    f->witness = (mns_doc_witness){
        .name = "read skew", .txns = f->txns, .txn_count = 2, .text = "Let:\n  T1 = ...\n"};
    f->anomaly = (mns_doc_anomaly){
        .anomaly = MNS_A_G_SINGLE_ITEM, .count = 3, .witnesses = &f->witness, .witness_count = 1};
    f->document.name = "h.edn";
    f->document.workload = "list-append";
    mns_buf_init(&f->out);
}

/* Judges what was asked; the read skew is found or not. certified may be NULL. */
static inline void document_fixture_certify(document_fixture *f, const char *models,
                                            const char *anomalies, bool found, bool has_data,
                                            const mns_certified *certified) {
    mns_document *d = &f->document;
    char *message = NULL;
    assert_int_equal(mns_request_parse(&d->request, models, anomalies, &message), MINOS_OK);
    d->anomalies = found ? &f->anomaly : NULL;
    d->anomaly_count = found ? 1 : 0;
    bool set[MNS_ANOMALY_COUNT] = {false};
    set[f->anomaly.anomaly] = found;
    mns_coverage evidence = {
        .data = has_data, .process = has_data, .realtime = has_data, .realtime_known = true};
    mns_judge(&d->request, set, &evidence, certified, &d->judgement);
}

static inline void document_fixture_judge(document_fixture *f, const char *models,
                                          const char *anomalies, bool found, bool has_data) {
    document_fixture_certify(f, models, anomalies, found, has_data, NULL);
}

static inline void document_fixture_close(document_fixture *f) { mns_buf_release(&f->out); }

static inline void document_expect(document_fixture *f, const char *part) {
    assert_false(f->out.failed);
    if (strstr(f->out.data, part) == NULL) {
        print_error("missing: %s\nin: %s\n", part, f->out.data);
        fail();
    }
}

static inline void document_expect_not(document_fixture *f, const char *part) {
    if (f->out.data != NULL && strstr(f->out.data, part) != NULL) {
        print_error("unexpected: %s\nin: %s\n", part, f->out.data);
        fail();
    }
}

#endif
