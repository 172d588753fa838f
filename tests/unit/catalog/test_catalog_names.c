/*
 * test_catalog_names.c - src/catalog/names.c: every spelling that is read, and what is nearest to
 * one that is not.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "catalog/rows.h"
#include "core/spelling.h"

#include <cmocka.h>

static mns_model model_of(const char *name) {
    mns_model model = MNS_MODEL_COUNT;
    if (!mns_model_parse(name, strlen(name), &model)) {
        fail_msg("no model is called %s", name);
    }
    return model;
}

static mns_anomaly anomaly_of(const char *name) {
    mns_anomaly anomaly = MNS_ANOMALY_COUNT;
    if (!mns_anomaly_parse(name, strlen(name), &anomaly)) {
        fail_msg("no anomaly is called %s", name);
    }
    return anomaly;
}

static bool is_model(const char *name) {
    mns_model model;
    return mns_model_parse(name, strlen(name), &model);
}

static bool is_anomaly(const char *name) {
    mns_anomaly anomaly;
    return mns_anomaly_parse(name, strlen(name), &anomaly);
}

/* Every name leads back to its own row, so no two become one by folding case and hyphens. */
static void every_name_is_read_as_itself(void **state) {
    (void)state;
    for (unsigned m = 0; m < MNS_MODEL_COUNT; m++) {
        assert_int_equal(model_of(mns_model_canonical((mns_model)m)), m);
        assert_int_equal(model_of(mns_model_friendly((mns_model)m)), m);
        assert_false(is_anomaly(mns_model_canonical((mns_model)m)));
    }
    for (size_t i = 0; i < mns_model_alias_count; i++) {
        assert_int_equal(model_of(mns_model_aliases[i].name), mns_model_aliases[i].id);
        assert_false(is_anomaly(mns_model_aliases[i].name));
    }
    for (unsigned a = 0; a < MNS_ANOMALY_COUNT; a++) {
        assert_int_equal(anomaly_of(mns_anomaly_name((mns_anomaly)a)), a);
        assert_false(is_model(mns_anomaly_name((mns_anomaly)a)));
    }
    for (size_t i = 0; i < mns_anomaly_alias_count; i++) {
        assert_int_equal(anomaly_of(mns_anomaly_aliases[i].name), mns_anomaly_aliases[i].id);
        assert_false(is_model(mns_anomaly_aliases[i].name));
    }
}

/* The 18 friendly names of the reference and what they stand for. */
static void friendly_names_are_the_references(void **state) {
    (void)state;
    static const char *const pairs[][2] = {
        {"conflict-serializable", "PL-3"},
        {"consistent-view", "PL-2+"},
        {"cursor-stability", "PL-CS"},
        {"forward-consistent-view", "PL-FCV"},
        {"monotonic-snapshot-read", "PL-MSR"},
        {"monotonic-view", "PL-2L"},
        {"read-committed", "PL-2"},
        {"read-uncommitted", "PL-1"},
        {"repeatable-read", "PL-2.99"},
        {"serializable", "PL-3"},
        {"snapshot-isolation", "PL-SI"},
        {"strict-serializable", "PL-SS"},
        {"strong-read-committed", "strong-PL-2"},
        {"strong-read-uncommitted", "strong-PL-1"},
        {"strong-serializable", "PL-SS"},
        {"strong-session-read-committed", "strong-session-PL-2"},
        {"strong-session-read-uncommitted", "strong-session-PL-1"},
        {"update-serializable", "PL-3U"},
    };
    for (size_t i = 0; i < MNS_COUNT_OF(pairs); i++) {
        assert_string_equal(mns_model_canonical(model_of(pairs[i][0])), pairs[i][1]);
    }
    assert_string_equal(mns_model_friendly(MNS_M_PL_SS), "strong-serializable");
    assert_string_equal(mns_model_friendly(MNS_M_PL_3), "serializable");
    assert_string_equal(mns_model_friendly(MNS_M_ONE_SR), "1SR");
}

static void case_colon_and_hyphens_do_not_matter(void **state) {
    (void)state;
    assert_int_equal(model_of(":serializable"), MNS_M_PL_3);
    assert_int_equal(model_of("Read Committed"), MNS_M_PL_2);
    assert_int_equal(model_of("SNAPSHOT_ISOLATION"), MNS_M_PL_SI);
    assert_int_equal(model_of("si"), MNS_M_PL_SI);
    assert_int_equal(model_of("pl-2.99"), MNS_M_PL_2_99);
    assert_int_equal(anomaly_of(":G-single-item"), MNS_A_G_SINGLE_ITEM);
    assert_int_equal(anomaly_of("g1A"), MNS_A_G1A);
    assert_int_equal(anomaly_of("write_skew"), MNS_A_WRITE_SKEW);
    assert_int_not_equal(anomaly_of("GSIb"), anomaly_of("G-SIb"));
    assert_int_not_equal(anomaly_of("GSIa"), anomaly_of("g_sia"));
}

static void other_spellings_are_not_names(void **state) {
    (void)state;
    static const char *const wrong[] = {"",     ":",       "::serializable", "serializabl",
                                        " SI",  "PL",      "serializables",  "G1d",
                                        "none", "PL-2.9",  "strong",         "cycle-search-timeout",
                                        "G0 ",  "G-singl", "PL-2++",         "SSI"};
    for (size_t i = 0; i < MNS_COUNT_OF(wrong); i++) {
        assert_false(is_model(wrong[i]));
        assert_false(is_anomaly(wrong[i]));
    }
    /* Only as many bytes as are given count, a NUL among them is an ordinary byte. */
    mns_model model;
    assert_true(mns_model_parse("PL-2.99", 4, &model));
    assert_int_equal(model, MNS_M_PL_2);
    assert_false(mns_model_parse("PL-2\0", 5, &model));
}

static void nearest_is_what_was_meant(void **state) {
    (void)state;
    static const char *const models[][2] = {
        {"serialisable", "serializable"},
        {"strict-serialisable", "strict-serializable"},
        {"snapshot", "snapshot-isolation"},
        {"strong-session", "strong-session-serializable"},
        {"read-comitted", "read-committed"},
        {"repeatble-read", "repeatable-read"},
        {"stricct-snappshot-isolation", "strong-snapshot-isolation"},
        {"PL-2.98", "PL-2.99"},
    };
    for (size_t i = 0; i < MNS_COUNT_OF(models); i++) {
        assert_string_equal(mns_model_nearest(models[i][0], strlen(models[i][0])), models[i][1]);
    }
    assert_string_equal(mns_anomaly_nearest("G-singel-item", 13), "G-single-item");
    assert_string_equal(mns_anomaly_nearest("lost-updates", 12), "lost-update");
    assert_string_equal(mns_anomaly_nearest("g1d", 3), "G1a");
    assert_string_equal(mns_name_nearest("lost-updates", 12), "lost-update");
    assert_string_equal(mns_name_nearest("lost-writes", 11), "lost-write");
    assert_string_equal(mns_name_nearest("missed-increment", 16), "missed-increment-process");
    assert_string_equal(mns_name_nearest("causel", 6), "causal");
}

/* A name of any length and content is no name, quickly. */
static void hostile_names_are_harmless(void **state) {
    (void)state;
    enum { HUGE_SIZE = 1 << 20 };
    char *huge = malloc(HUGE_SIZE);
    assert_non_null(huge);
    memset(huge, '\xff', HUGE_SIZE);
    mns_model model;
    mns_anomaly anomaly;
    assert_false(mns_model_parse(huge, HUGE_SIZE, &model));
    assert_false(mns_anomaly_parse(huge, HUGE_SIZE, &anomaly));
    assert_null(mns_model_nearest(huge, HUGE_SIZE));
    assert_null(mns_anomaly_nearest("", 0));
    assert_null(mns_name_nearest("foo", 3));
    assert_null(mns_model_nearest("causal\0causal", 13)); /* not past the end of "causal" */
    /* A name must not be found by its beginning. */
    memset(huge, ' ', HUGE_SIZE);
    memcpy(huge, "G0", 2);
    assert_false(mns_anomaly_parse(huge, HUGE_SIZE, &anomaly));
    memset(huge, '\x1b', HUGE_SIZE);
    mns_buf shown;
    mns_buf_init(&shown);
    mns_name_show(&shown, huge, HUGE_SIZE);
    assert_int_equal(shown.size, 64 + 5);
    assert_null(strchr(shown.data, '\x1b'));
    mns_buf_release(&shown);
    free(huge);
}

static void kinds_have_their_names(void **state) {
    (void)state;
    assert_string_equal(mns_kind_name(MNS_WW), "ww");
    assert_string_equal(mns_kind_name(MNS_WR), "wr");
    assert_string_equal(mns_kind_name(MNS_RW), "rw");
    assert_string_equal(mns_kind_name(MNS_PROCESS), "process");
    assert_string_equal(mns_kind_name(MNS_REALTIME), "realtime");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_name_is_read_as_itself),
        cmocka_unit_test(friendly_names_are_the_references),
        cmocka_unit_test(case_colon_and_hyphens_do_not_matter),
        cmocka_unit_test(other_spellings_are_not_names),
        cmocka_unit_test(nearest_is_what_was_meant),
        cmocka_unit_test(hostile_names_are_harmless),
        cmocka_unit_test(kinds_have_their_names),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
