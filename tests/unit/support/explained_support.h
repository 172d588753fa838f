/*
 * explained_support.h - histories and what is explained of them, in full.
 *
 * Cases come from the detectors; cycles are given by hand (transactions and kinds) or come from the
 * search.
 */
#ifndef EXPLAINED_SUPPORT_H
#define EXPLAINED_SUPPORT_H

#include "unit/support/explain_support.h"

typedef struct explained {
    mns_assumptions assumptions;
    fixture f;
    mns_observation o;
    mns_cases cases;
    mns_cycles cycles;
    mns_witnesses witnesses;
} explained;

static inline void infer_assuming(explained *e, const char *text, mns_assumptions assumptions) {
    memset(e, 0, sizeof *e);
    e->assumptions = assumptions;
    fixture_open(&e->f, text);
    assert_int_equal(mns_infer(&e->o, &e->f.history, &e->assumptions, 1), MINOS_OK);
    assert_int_equal(mns_infer_orders(&e->o), MINOS_OK);
}

static inline void infer(explained *e, const char *text) {
    infer_assuming(e, text, (mns_assumptions){0});
}

static inline void explained_close(explained *e) {
    mns_witnesses_release(&e->witnesses);
    mns_cases_release(&e->cases);
    mns_observation_release(&e->o);
    fixture_close(&e->f);
}

/* Explains all cases that the detectors find. */
static inline void explain_cases(explained *e, const char *text) {
    infer(e, text);
    assert_int_equal(mns_detect_all(&e->o, 1, 8, &e->cases), MINOS_OK);
    assert_int_equal(mns_explain_all(&e->o, &e->assumptions, &e->cases, &e->cycles, &e->witnesses),
                     MINOS_OK);
}

/* Explains one cycle; the arrays stay the caller's. */
static inline minos_status explain_cycle(explained *e, const char *text, mns_anomaly anomaly,
                                         uint32_t *txns, uint32_t *kinds, uint32_t length) {
    infer(e, text);
    mns_cycle cycle = {.anomaly = anomaly, .length = length};
    e->cycles = (mns_cycles){.items = &cycle, .count = 1, .txns = txns, .kinds = kinds};
    e->cycles.total[anomaly] = 5;
    minos_status status =
        mns_explain_all(&e->o, &e->assumptions, &e->cases, &e->cycles, &e->witnesses);
    e->cycles.items = NULL;
    return status;
}

static inline const mns_witness *find(const explained *e, mns_anomaly anomaly) {
    for (size_t i = 0; i < e->witnesses.count; i++) {
        if (e->witnesses.items[i].anomaly == anomaly) {
            return &e->witnesses.items[i];
        }
    }
    fail_msg("no witness of %s", mns_anomaly_name(anomaly));
    return NULL;
}

/* Explains all that is found: cases and cycles. */
static inline void explain_all(explained *e, const char *text, mns_assumptions assumptions) {
    mns_graph graph;
    mns_cycles cycles;
    infer_assuming(e, text, assumptions);
    assert_int_equal(mns_detect_all(&e->o, 1, 8, &e->cases), MINOS_OK);
    assert_int_equal(mns_graph_build(&e->o, &graph), MINOS_OK);
    assert_int_equal(mns_search(&graph, 8, &cycles), MINOS_OK);
    assert_int_equal(mns_explain_all(&e->o, &e->assumptions, &e->cases, &cycles, &e->witnesses),
                     MINOS_OK);
    mns_graph_release(&graph);
    mns_cycles_release(&cycles);
}

/* What is said of an anomaly after the transactions: from "Then:" on. */
static inline void expect_then(const char *text, mns_anomaly anomaly, const char *expected) {
    explained e;
    explain_all(&e, text, (mns_assumptions){0});
    const char *then = strstr(find(&e, anomaly)->text, "Then:\n");
    assert_non_null(then);
    assert_string_equal(then + strlen("Then:\n"), expected);
    explained_close(&e);
}

#endif
