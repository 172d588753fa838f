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
    mns_judge(&document->request, found, &(mns_coverage){true, true, true, true}, NULL,
              &document->judgement);
    anomalies[place] = (mns_doc_anomaly){.anomaly = anomaly, .count = 3};
    document->anomalies = &anomalies[place];
    document->anomaly_count = 1;
}

static bool is_worse(void) {
    mns_diff diff;
    mns_diff_make(&diff, &documents[0], &documents[1]);
    mns_diff_release(&diff);
    return diff.worse;
}

/* The last line of the text. */
static void expect_conclusion(const char *expected) {
    mns_diff diff;
    mns_buf out;
    mns_buf_init(&out);
    mns_diff_make(&diff, &documents[0], &documents[1]);
    mns_diff_text(&diff, MINOS_QUIET, &out);
    assert_string_equal(out.data, expected);
    mns_buf_release(&out);
    mns_diff_release(&diff);
}

/* A setting that differs; before NULL: none with this label differs. */
static void expect_setting(const char *label, const char *before, const char *after) {
    mns_diff diff;
    const mns_diff_setting *found = NULL;
    mns_diff_make(&diff, &documents[0], &documents[1]);
    for (size_t i = 0; i < diff.setting_count; i++) {
        found = strcmp(diff.settings[i].label, label) == 0 ? &diff.settings[i] : found;
    }
    assert_true((found != NULL) == (before != NULL));
    if (found != NULL) {
        assert_string_equal(found->before == NULL ? "-" : found->before, before);
        assert_string_equal(found->after, after);
    }
    mns_diff_release(&diff);
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
    mns_diff_release(&diff);
}

/* The data are the same, and only the second request forbids it. */
static void a_stricter_request_is_named(void **state) {
    (void)state;
    put(0, MNS_A_G2_ITEM, "snapshot-isolation", NULL);
    put(1, MNS_A_G2_ITEM, "serializable", NULL);
    assert_true(is_worse());
    expect_conclusion("Worse: the second violates something that the first does not: "
                      "serializable (by G2-item); forbidden: G2-item.\n");
    expect_setting("Expected models", "snapshot-isolation", "serializable");
    expect_setting("Forbidden anomalies", NULL, NULL);
    put(0, MNS_A_LOST_WRITE, "none", NULL);
    put(1, MNS_A_LOST_WRITE, "none", "lost-write");
    expect_conclusion("Worse: the second violates something that the first does not: "
                      "forbidden: lost-write.\n");
    expect_setting("Forbidden anomalies", "none", "lost-write");
}

static void unknown_is_undecided(void **state) {
    (void)state;
    put(0, MNS_A_G2_ITEM, "snapshot-isolation", NULL);
    put(1, MNS_A_G2_ITEM, "snapshot-isolation", NULL);
    expect_conclusion("Not worse.\n");
    documents[1].judgement.verdict = MINOS_UNKNOWN;
    documents[1].judgement.reason = "no dependency";
    expect_conclusion("Undecided: the verdict of the second is unknown: no dependency.\n");
    documents[0].judgement.verdict = MINOS_UNKNOWN;
    expect_conclusion("Undecided: the verdict of the second is unknown: no dependency.\n");
    documents[1].judgement.verdict = MINOS_VALID;
    expect_conclusion("Not worse.\n");
    documents[1].judgement.verdict = MINOS_UNKNOWN;
    documents[1].judgement.ruled_out[MNS_M_READ_ATOMIC] = true;
    assert_true(is_worse()); /* a violation counts more */
}

static void rules_and_load_that_differ(void **state) {
    (void)state;
    mns_setup setups[] = {
        {.rules.min_answered = 500, .load.append = "array"},
        {.rules = {.min_answered = 55, .wfr = true},
         .load.append = "array",
         .simulated_bugs = "stale-replica",
         .final_reads = true},
    };
    documents[0].setup = &setups[0];
    documents[1].setup = &setups[1];
    expect_setting("Run time that must have answers", "50.0 %", "5.5 %");
    expect_setting("Assume --wfr-keys", "no", "yes");
    expect_setting("Simulated bugs", "-", "stale-replica");
    expect_setting("Final reads", "no", "yes");
    expect_setting("Append by", NULL, NULL);
    documents[1].setup = NULL; /* not recorded by minos run */
    expect_setting("Final reads", NULL, NULL);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(weaker_models_are_worse, begin, end),
        cmocka_unit_test_setup_teardown(forbidden_anomalies_are_worse, begin, end),
        cmocka_unit_test_setup_teardown(settings_that_differ, begin, end),
        cmocka_unit_test_setup_teardown(a_stricter_request_is_named, begin, end),
        cmocka_unit_test_setup_teardown(unknown_is_undecided, begin, end),
        cmocka_unit_test_setup_teardown(rules_and_load_that_differ, begin, end),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
