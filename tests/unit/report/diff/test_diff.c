/*
 * test_diff.c - src/report/diff/diff.c: what counts as worse, and which settings differ.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include "report/diff/diff.h"

#include <cmocka.h>

static mns_document documents[2];
static mns_doc_anomaly anomalies[2];

static int begin(void **state) {
    (void)state;
    for (int i = 0; i < 2; i++) {
        mns_document_init(&documents[i]);
        documents[i].minos = documents[i].name = "x";
        documents[i].span_ns = MNS_NO_TIME;
    }
    return 0;
}

static int end(void **state) {
    (void)state;
    for (int i = 0; i < 2; i++) {
        documents[i].setup = NULL;
        mns_document_release(&documents[i]);
    }
    return 0;
}

/* One anomaly in a document, judged for a request. */
static void put(int place, mns_anomaly anomaly, const char *models, const char *asked) {
    mns_document *document = &documents[place];
    char *message;
    bool found[MNS_ANOMALY_COUNT] = {false};
    found[anomaly] = true;
    assert_int_equal(mns_request_parse(&document->request, models, asked, &message), MINOS_OK);
    mns_judge(&document->request, found, &(mns_coverage){true, true, true, true},
              &document->judgement);
    anomalies[place] = (mns_doc_anomaly){.anomaly = anomaly, .count = 3};
    document->anomalies = &anomalies[place];
    document->anomaly_count = 1;
}

static bool is_worse(void) {
    mns_diff diff;
    mns_diff_make(&diff, &documents[0], &documents[1]);
    return diff.worse;
}

static void weaker_models_are_worse(void **state) {
    (void)state;
    put(0, MNS_A_G2_ITEM, "none", NULL);
    put(1, MNS_A_G1A, "none", NULL);
    assert_true(is_worse());
    put(0, MNS_A_G1A, "none", NULL);
    put(1, MNS_A_G2_ITEM, "none", NULL);
    assert_false(is_worse());
    put(1, MNS_A_G1A, "none", NULL);
    assert_false(is_worse());
}

static void forbidden_anomalies_are_worse(void **state) {
    (void)state;
    put(0, MNS_A_G_SINGLE_ITEM_REALTIME, "none", "lost-write");
    put(1, MNS_A_LOST_WRITE, "none", "lost-write"); /* rules out the same models */
    assert_true(is_worse());
    put(0, MNS_A_LOST_WRITE, "none", "lost-write");
    assert_false(is_worse());
    put(0, MNS_A_LOST_WRITE, "none", NULL); /* allowed before */
    assert_true(is_worse());
}

static void settings_that_differ(void **state) {
    (void)state;
    mns_setup_row first[] = {{"Database", "a 1"}, {"Seed", "1"}, {"Load", "x"}, {"Nodes", "3"}};
    mns_setup_row second[] = {{"Database", "a 2"}, {"Seed", "1"}, {"Load", "y"}, {"Faults", "k"}};
    mns_setup setups[] = {{.rows = first, .row_count = 4}, {.rows = second, .row_count = 4}};
    mns_diff diff;
    documents[0].setup = &setups[0];
    documents[1].setup = &setups[1];
    mns_diff_make(&diff, &documents[0], &documents[1]);
    assert_int_equal(diff.setting_count, 3);
    assert_string_equal(diff.settings[0].after, "a 2");
    assert_string_equal(diff.settings[1].label, "Nodes");
    assert_null(diff.settings[1].after);
    assert_null(diff.settings[2].before);
    assert_string_equal(diff.settings[2].after, "k");
    assert_false(diff.worse);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(weaker_models_are_worse, begin, end),
        cmocka_unit_test_setup_teardown(forbidden_anomalies_are_worse, begin, end),
        cmocka_unit_test_setup_teardown(settings_that_differ, begin, end),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
