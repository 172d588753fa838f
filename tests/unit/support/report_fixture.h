/*
 * report_fixture.h - a finished check made by hand, for the tests of the report formats.
 *
 * The history is read by the library; which anomalies were found, and their witnesses, are said by
 * the test, so that the formats are tested apart from the search.
 */
#ifndef REPORT_FIXTURE_H
#define REPORT_FIXTURE_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "report/model/check_result.h"
#include "report/report.h"
#include <cmocka.h>

#define FIXTURE_WITNESSES 16

typedef struct fixture {
    mns_source source;
    mns_problems problems;
    mns_history history;
    mns_observation observation;
    mns_request request;
    mns_judgement judgement;
    mns_witness items[FIXTURE_WITNESSES];
    mns_witnesses witnesses;
    mns_check_result report;
    mns_document document;
    mns_buf out;
} fixture;

/* Rows in the order of completion. Row 0 (mops 0, 1) sees x but not y; row 1 (mops 2, 3) appends 1
 * to both; row 2 (mop 4) failed; row 3 (mops 5, 6) never completed. */
static const char fixture_edn[] =
    "{:index 10, :type :invoke, :process 0, :value [[:append :x 1] [:append :y 1]]}\n"
    "{:index 11, :type :invoke, :process 7, :value [[:r :x nil] [:r :y nil]]}\n"
    "{:index 12, :type :ok, :process 7, :value [[:r :x [1]] [:r :y []]]}\n"
    "{:index 13, :type :ok, :process 0, :value [[:append :x 1] [:append :y 1]]}\n"
    "{:index 14, :type :invoke, :process 7, :value [[:append \"k\\n\" 5]]}\n"
    "{:index 15, :type :fail, :process 7, :value [[:append \"k\\n\" 5]]}\n"
    "{:index 16, :type :invoke, :process 0, :value [[:append :x 9] [:r :y nil]]}\n";

static inline void fixture_open(fixture *f, const char *edn, const char *models,
                                const char *anomalies) {
    memset(f, 0, sizeof *f);
    mns_problems_init(&f->problems);
    mns_read_options options = {.format = MINOS_FORMAT_AUTO, .recognise = true};
    assert_int_equal(mns_source_memory(&f->source, "h.edn", edn, strlen(edn), 0, &f->problems),
                     MINOS_OK);
    assert_int_equal(mns_history_read(&f->history, &f->source, &options, &f->problems), MINOS_OK);
    char *message = NULL;
    assert_int_equal(mns_request_parse(&f->request, models, anomalies, &message), MINOS_OK);
    f->observation.history = &f->history;
    f->witnesses.items = f->items;
    mns_document_init(&f->document);
    mns_buf_init(&f->out);
    f->report = (mns_check_result){.status = MINOS_OK,
                                   .name = "h.edn",
                                   .workload = "list-append",
                                   .observation = &f->observation,
                                   .request = &f->request,
                                   .judgement = &f->judgement,
                                   .witnesses = &f->witnesses,
                                   .problems = &f->problems};
}

/* Adds a witness; the test fills in the rest. Call in the catalog's order of anomalies. */
static inline mns_witness *fixture_add(fixture *f, mns_anomaly anomaly) {
    assert_true(f->witnesses.count < FIXTURE_WITNESSES);
    mns_witness *witness = &f->items[f->witnesses.count++];
    static char text[] = "Let:\n  T1 = ...\n";
    f->witnesses.total[anomaly]++;
    witness->anomaly = anomaly;
    witness->key = MNS_NONE;
    witness->element = MNS_VALUE_NONE;
    witness->text = text;
    return witness;
}

static inline void fixture_judge(fixture *f, bool has_data) {
    bool found[MNS_ANOMALY_COUNT];
    for (uint32_t a = 0; a < MNS_ANOMALY_COUNT; a++) {
        found[a] = f->witnesses.total[a] > 0;
    }
    mns_coverage evidence = {
        .data = has_data, .process = has_data, .realtime = has_data, .realtime_known = true};
    mns_judge(&f->request, found, &evidence, NULL, &f->judgement);
}

/* The document of what was judged, with all witnesses. */
static inline const mns_document *fixture_document(fixture *f) {
    mns_document_release(&f->document);
    assert_int_equal(mns_document_make(&f->document, &f->report, SIZE_MAX, false), MINOS_OK);
    return &f->document;
}

static inline void fixture_close(fixture *f) {
    mns_buf_release(&f->out);
    mns_document_release(&f->document);
    mns_history_release(&f->history);
    mns_source_release(&f->source);
    mns_problems_release(&f->problems);
}

/* The read skew of fixture_edn: T1 = row 0 -rw-> T2 = row 1 -wr-> T1. */
static inline void fixture_read_skew(fixture *f) {
    static uint32_t txns[] = {0, 1}, leaving[] = {0, 1};
    static char rw_text[] = "T1 did not observe T2's append of 1 to :y";
    static char wr_text[] = "T1 observed T2's append of 1 to :x";
    static mns_step steps[2];
    const mns_mops *mops = &f->history.tables.mops;
    mns_value one = mops->value[2];
    steps[0] = (mns_step){.from = 0,
                          .to = 1,
                          .reason = {.kind = MNS_RW,
                                     .key = mops->key[1],
                                     .from_mop = 1,
                                     .to_mop = 3,
                                     .value = MNS_VALUE_NONE,
                                     .next = one},
                          .text = rw_text};
    steps[1] = (mns_step){.from = 1,
                          .to = 0,
                          .reason = {.kind = MNS_WR,
                                     .key = mops->key[0],
                                     .from_mop = 2,
                                     .to_mop = 0,
                                     .value = one,
                                     .next = MNS_VALUE_NONE},
                          .text = wr_text};
    mns_witness *witness = fixture_add(f, MNS_A_G_SINGLE_ITEM);
    witness->name = "read skew";
    witness->txns = txns;
    witness->txn_count = 2;
    witness->steps = steps;
    witness->leaving = leaving;
    witness->step_count = 2;
}

static inline void expect_text(fixture *f, const char *part) {
    assert_false(f->out.failed);
    if (strstr(f->out.data, part) == NULL) {
        print_error("missing: %s\nin: %s\n", part, f->out.data);
        fail();
    }
}

static inline void expect_no_text(fixture *f, const char *part) {
    if (strstr(f->out.data, part) != NULL) {
        print_error("unexpected: %s\nin: %s\n", part, f->out.data);
        fail();
    }
}

#endif
