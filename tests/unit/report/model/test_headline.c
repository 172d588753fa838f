/* test_headline.c - the verdict in one sentence, and how models stand. */
#include "report/model/headline.h"

#include "unit/support/page_fixture.h"

static mns_document document;

static void make(uint32_t anomalies, const char *models, const char *asked, bool data) {
    const page_sizes sizes = {"x", anomalies, 1, 2, 1, 0, 0};
    page_document(&document, &sizes);
    char *message = NULL;
    assert_int_equal(mns_request_parse(&document.request, models, asked, &message), MINOS_OK);
    bool found[MNS_ANOMALY_COUNT] = {false};
    for (uint32_t i = 0; i < anomalies; i++) {
        found[i] = true;
    }
    mns_coverage evidence = {
        .data = data, .process = data, .realtime = data, .realtime_known = true};
    mns_judge(&document.request, found, &evidence, NULL, &document.judgement);
}

/* As make, where one anomaly was found. */
static void make_found(mns_anomaly anomaly, const char *models, const char *asked) {
    make(0, models, asked, true);
    bool found[MNS_ANOMALY_COUNT] = {false};
    found[anomaly] = true;
    const mns_coverage all = {true, true, true, true};
    mns_judge(&document.request, found, &all, NULL, &document.judgement);
}

/* The sentence whole: mark, claim, separator; and how its reason begins. */
static void expect(const char *claim, const char *because) {
    mns_headline headline;
    mns_headline_make(&headline, &document);
    assert_false(headline.claim.failed || headline.because.failed);
    char text[256];
    snprintf(text, sizeof text, "%s%s%s", headline.mark, headline.claim.data, headline.separator);
    assert_string_equal(text, claim);
    assert_memory_equal(headline.because.data, because, strlen(because));
    mns_headline_release(&headline);
    mns_document_release(&document);
}

static void test_sentences(void **state) {
    (void)state;
    make(1, "serializable,snapshot-isolation", NULL, true);
    expect("Not serializable, not snapshot-isolation: ", mns_anomaly_summary(0));
    make(1, "none", mns_anomaly_name(0), true);
    expect("A forbidden anomaly was found: ", mns_anomaly_summary(0));
    make(0, "serializable", NULL, true);
    expect("No violation of serializable found. ", "No anomaly was found.");
    make(0, "serializable,PL-2", NULL, true);
    expect("No violation of serializable, PL-2 found. ", "No anomaly was found.");
    make(0, "none", "G1a", true);
    expect("No forbidden anomaly was found. ", "No anomaly was found.");
    make(0, "none", NULL, true);
    expect("No anomaly was found.", "");
    make(2, "none", NULL, true);
    expect("Nothing was asked for. ", "Found: ");
    make(0, "serializable", NULL, false);
    expect("Unknown: ", "");
}

/* Which models allow what was found. */
static void test_allowed(void **state) {
    (void)state;
    make_found(MNS_A_G2_ITEM, "snapshot-isolation", NULL);
    expect("No violation of snapshot-isolation found. ",
           "Snapshot-isolation allows the anomalies found: write skew");
    make_found(MNS_A_G2_ITEM, "prefix,PL-2", NULL);
    expect("No violation of prefix, PL-2 found. ", "They allow the anomalies found: write skew");
    make_found(MNS_A_G2_ITEM, "none", "G1a");
    expect("No forbidden anomaly was found. ", "Other anomalies were found: write skew");
    make_found(MNS_A_G_SINGLE_ITEM, "prefix", NULL); /* which forbids some of them */
    expect("Unknown: ", "Minos tests prefix only in part");
}

/* Lost writes are mentioned after the worst anomaly, once, and only if there are any. */
static void test_lost_writes(void **state) {
    (void)state;
    const bool lost[] = {false, true, true};
    const uint32_t others[] = {1, 1, 0};
    for (size_t i = 0; i < 3; i++) {
        make(others[i], "none", NULL, true);
        document.judgement.found[MNS_A_LOST_WRITE] = lost[i];
        mns_headline headline;
        mns_headline_make(&headline, &document);
        const char *told = strstr(headline.because.data, "lost-write");
        assert_int_equal(told != NULL, lost[i]);
        assert_true(told == NULL || strstr(told + 1, "lost-write") == NULL);
        mns_headline_release(&headline);
        mns_document_release(&document);
    }
}

/* Only a final read proves that they are gone. */
static void test_words_of_lost_writes(void **state) {
    (void)state;
    static const char *const words[] = {"cknowledged writes were not seen again (lost-write)",
                                        "cknowledged writes are gone (lost-write)"};
    for (int final_read = 0; final_read < 2; final_read++) {
        mns_doc_witness witness = {.final_read = final_read == 1};
        mns_doc_anomaly lost = {
            .anomaly = MNS_A_LOST_WRITE, .count = 1, .witnesses = &witness, .witness_count = 1};
        make(1, "none", NULL, true);
        document.judgement.found[MNS_A_LOST_WRITE] = true;
        document.anomalies = &lost;
        document.anomaly_count = 1;
        mns_headline headline;
        mns_headline_make(&headline, &document);
        assert_non_null(strstr(headline.because.data, words[final_read]));
        mns_headline_release(&headline);
        document.anomalies = NULL;
        document.anomaly_count = 0;
        mns_document_release(&document);
    }
}

static void test_model_states(void **state) {
    (void)state;
    mns_model_state states[MNS_MODEL_COUNT];
    make(0, "serializable", NULL, true);
    mns_document_model_states(&document, states);
    for (uint32_t m = 0; m < MNS_MODEL_COUNT; m++) {
        assert_int_equal(states[m], MNS_HOLDS); /* strict serializability implies them all */
    }
    assert_int_equal(states[MNS_M_PL_2_99], MNS_HOLDS);
    mns_document_release(&document);
    make(0, "serializable", NULL, false);
    mns_document_model_states(&document, states);
    assert_int_equal(states[MNS_M_PL_2_99], MNS_NOT_JUDGED);
    mns_document_release(&document);
}

static void test_names(void **state) {
    (void)state;
    make(0, "PL-3", NULL, true);
    mns_model model;
    size_t size;
    assert_true(mns_model_parse("serializable", 12, &model));
    assert_memory_equal(mns_document_model_name(&document, model, &size), "PL-3", 4);
    assert_int_equal(size, 4);
    assert_true(mns_document_asked(&document, model));
    assert_true(mns_model_parse("strong-serializable", 19, &model));
    assert_string_equal(mns_document_model_name(&document, model, &size), "strict-serializable");
    assert_false(mns_document_asked(&document, model));
    mns_document_release(&document);
}

/* What is forbidden comes first, each group in the catalog's order. */
static void test_worst_first(void **state) {
    (void)state;
    make(3, "none", mns_anomaly_name(2), true);
    size_t places[MNS_ANOMALY_COUNT];
    assert_int_equal(mns_document_worst_first(&document, places), 3);
    size_t forbidden = 0;
    while (forbidden < 3 && document.judgement.forbidden[places[forbidden]]) {
        forbidden++;
    }
    assert_true(forbidden > 0);
    for (size_t i = 1; i < 3; i++) {
        assert_true(i == forbidden || places[i - 1] < places[i]);
        assert_true(i < forbidden || !document.judgement.forbidden[places[i]]);
    }
    mns_document_release(&document);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_sentences),    cmocka_unit_test(test_allowed),
        cmocka_unit_test(test_lost_writes),  cmocka_unit_test(test_words_of_lost_writes),
        cmocka_unit_test(test_model_states), cmocka_unit_test(test_names),
        cmocka_unit_test(test_worst_first),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
