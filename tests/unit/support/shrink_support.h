/*
 * shrink_support.h - histories in one line, checked and shrunk, for the tests of src/shrink.
 *
 * The notation is that of support/units.h; elements of lists are separated by spaces, as a shrunk
 * history has them.
 */
#ifndef TEST_SHRINK_SUPPORT_H
#define TEST_SHRINK_SUPPORT_H

#include "pipeline.h"
#include "shrink/minimize.h"
#include "support/units.h"

typedef struct checked {
    char *text;
    minos_result *result;
} checked;

/* A history under no assumption, where the same value may be written twice. */
static inline minos_options checked_options(void) {
    minos_options options;
    minos_options_init(&options);
    options.models = "none";
    options.threads = 1;
    options.ambiguous_duplicates = 1;
    return options;
}

static inline void checked_open_under(checked *c, const char *text, const minos_options *options) {
    c->text = strdup(text);
    assert_non_null(c->text);
    c->result = NULL;
    assert_int_equal(minos_check_memory("unit", c->text, strlen(c->text), options, &c->result),
                     MINOS_OK);
}

static inline void checked_open_text(checked *c, const char *text) {
    minos_options options = checked_options();
    checked_open_under(c, text, &options);
}

static inline void checked_open(checked *c, const char *notation) {
    char *text = unit_text(notation, false);
    checked_open_text(c, text);
    free(text);
}

static inline void checked_close(checked *c) {
    minos_result_free(c->result);
    free(c->text);
}

/* The first witness of an anomaly. */
static inline const mns_witness *checked_witness(const checked *c, mns_anomaly anomaly) {
    const mns_witnesses *all = &c->result->witnesses;
    for (size_t i = 0; i < all->count; i++) {
        if (all->items[i].anomaly == anomaly) {
            return &all->items[i];
        }
    }
    fail_msg("no witness of %s", mns_anomaly_name(anomaly));
    return NULL;
}

/* What shrinking must keep: the anomaly, and nothing that the history does not have. */
static inline mns_goal checked_goal(const checked *c, mns_anomaly anomaly) {
    mns_goal goal = {.observation = &c->result->observation,
                     .assumptions = &c->result->assumptions,
                     .check = mns_check_part,
                     .told = true,
                     .anomaly = anomaly,
                     .limit = UINT64_MAX};
    memcpy(goal.allowed, c->result->judgement.found, sizeof goal.allowed);
    mns_anomalies_add_implied(goal.allowed);
    return goal;
}

static inline void draft_open(mns_draft *draft, const checked *c, bool as_json) {
    mns_selection all;
    assert_int_equal(mns_selection_init(&all, &c->result->observation, NULL, MNS_BREADTH_ALL),
                     MINOS_OK);
    assert_int_equal(mns_draft_init(draft, &all, as_json), MINOS_OK);
    mns_selection_release(&all);
}

/* The draft is this history. */
static inline void draft_expect(mns_draft *draft, const char *notation) {
    mns_buf out;
    mns_buf_init(&out);
    assert_true(mns_draft_resolve(draft));
    mns_draft_write(draft, &out);
    char *expected = unit_text(notation, false);
    assert_string_equal(out.data == NULL ? "" : out.data, expected);
    free(expected);
    mns_buf_release(&out);
}

#endif
