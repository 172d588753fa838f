/*
 * test_catalog_lattice.c - src/catalog/lattice.c and the rows behind it: facts about models and
 * anomalies, written out by hand, and properties that any edit of the .def files must keep.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "catalog/rows.h"

#include <cmocka.h>

/* ---- Sets as words ------------------------------------------------------------------------ */

/* "a b c" into the set; every word must be a name. */
static void anomalies_of(const char *words, bool set[MNS_ANOMALY_COUNT]) {
    memset(set, 0, MNS_ANOMALY_COUNT * sizeof set[0]);
    while (*words != '\0') {
        size_t size = strcspn(words, " ");
        mns_anomaly anomaly;
        assert_true(mns_anomaly_parse(words, size, &anomaly));
        set[anomaly] = true;
        words += size + (words[size] == ' ' ? 1 : 0);
    }
}

static void models_of(const char *words, bool set[MNS_MODEL_COUNT]) {
    memset(set, 0, MNS_MODEL_COUNT * sizeof set[0]);
    while (*words != '\0') {
        size_t size = strcspn(words, " ");
        mns_model model;
        assert_true(mns_model_parse(words, size, &model));
        set[model] = true;
        words += size + (words[size] == ' ' ? 1 : 0);
    }
}

static void expect_anomalies(const bool set[MNS_ANOMALY_COUNT], const char *words) {
    bool expected[MNS_ANOMALY_COUNT];
    anomalies_of(words, expected);
    for (unsigned a = 0; a < MNS_ANOMALY_COUNT; a++) {
        if (set[a] != expected[a]) {
            fail_msg("%s is %s", mns_anomaly_name((mns_anomaly)a), set[a] ? "too much" : "missing");
        }
    }
}

static void expect_models(const bool set[MNS_MODEL_COUNT], const char *words) {
    bool expected[MNS_MODEL_COUNT];
    models_of(words, expected);
    for (unsigned m = 0; m < MNS_MODEL_COUNT; m++) {
        if (set[m] != expected[m]) {
            fail_msg("%s is %s", mns_model_friendly((mns_model)m), set[m] ? "too much" : "missing");
        }
    }
}

static void expect_implied(const char *words, const char *implied) {
    bool set[MNS_ANOMALY_COUNT];
    anomalies_of(words, set);
    mns_anomalies_add_implied(set);
    expect_anomalies(set, implied);
}

static void expect_implying(const char *words, const char *implying) {
    bool set[MNS_ANOMALY_COUNT];
    anomalies_of(words, set);
    mns_anomalies_add_implying(set);
    expect_anomalies(set, implying);
}

static void expect_ruled_out(mns_anomaly anomaly, const char *weakest, const char *others) {
    bool models[MNS_MODEL_COUNT], edge[MNS_MODEL_COUNT], rest[MNS_MODEL_COUNT];
    mns_anomaly_rules_out(anomaly, models);
    mns_models_keep_weakest(models, edge);
    expect_models(edge, weakest);
    for (unsigned m = 0; m < MNS_MODEL_COUNT; m++) {
        rest[m] = models[m] && !edge[m];
    }
    expect_models(rest, others);
}

/* ---- Facts -------------------------------------------------------------------------------- */

static void sizes_are_known(void **state) {
    (void)state;
    assert_int_equal(MNS_MODEL_COUNT, 36);
    assert_int_equal(MNS_ANOMALY_COUNT, 60 + 9); /* sets, counters, G-SIa and garbage-read more */
    assert_int_equal(mns_strength_count, 52);
    assert_int_equal(mns_proscription_count, 66 + 2); /* garbage-read, incompatible-versions */
    assert_int_equal(mns_implication_count, 56 + 14); /* see implications.def */
}

static void anomalies_imply_anomalies(void **state) {
    (void)state;
    expect_implied("", "");
    expect_implied("G-SI", "G-SI");
    expect_implied("G-SIa", "G-SIa G-SI");
    expect_implied("G-SIb", "G-SIb G-SI");
    expect_implied("incompatible-versions", "incompatible-versions");
    expect_implied("G1a", "G1a G1 G1-process G1-realtime");
    expect_implied("incompatible-order", "incompatible-order G1a G1 G1-process G1-realtime");
    expect_implied("future-read", "future-read G1c G1c-process G1c-realtime G1 G1-process "
                                  "G1-realtime");
    expect_implied("G2-item", "G2-item G2-item-process G2-item-realtime G2 G2-process G2-realtime");
    expect_implied("G-nonadjacent-item-realtime", "G-nonadjacent-item-realtime "
                                                  "G-nonadjacent-realtime G2-item-realtime "
                                                  "G2-realtime");
    expect_implying("G1a", "G1a dirty-update incompatible-order");
    expect_implying("G1c", "G1c G0 future-read");
    expect_implying("G2-item", "G2-item G-single-item G-nonadjacent-item lost-update");
    expect_implying("G-nonadjacent", "G-nonadjacent G-nonadjacent-item G-single G-single-item "
                                     "incomparable-reads");
    expect_implying("G0-realtime", "G0-realtime G0-process G0");
    expect_implying("internal", "internal");
    expect_implying("GSIa", "GSIa");
    expect_implying("GSIb", "GSIb G-single G-single-item");
}

static void anomalies_of_sets_and_counters_are_placed(void **state) {
    (void)state;
    expect_implied(
        "incomparable-reads",
        "incomparable-reads G-nonadjacent G-nonadjacent-process G-nonadjacent-realtime G2 "
        "G2-process G2-realtime");
    expect_implied("early-increment-process", "early-increment-process early-increment-realtime "
                                              "G1c-process G1c-realtime G1-process G1-realtime");
    expect_implied("early-increment-realtime", "early-increment-realtime G1c-realtime G1-realtime");
    expect_implying("G1c-process", "G1c-process early-increment-process G1c G0 G0-process "
                                   "future-read");
    expect_implying("G-single-item-process",
                    "G-single-item-process missed-increment-process G-single-item");
    expect_implying("G-single-item-realtime",
                    "G-single-item-realtime missed-increment-realtime missed-increment-process "
                    "lost-write G-single-item-process G-single-item");
    expect_implying("missed-increment-realtime",
                    "missed-increment-realtime missed-increment-process");
    expect_implying("lost-write", "lost-write");
}

static void models_imply_models(void **state) {
    (void)state;
    bool set[MNS_MODEL_COUNT], edge[MNS_MODEL_COUNT];
    models_of("repeatable-read", set);
    mns_models_add_weaker(set);
    expect_models(set, "PL-2.99 PL-CS PL-2 PL-1 monotonic-atomic-view");
    models_of("strong-session-serializable", set);
    mns_models_add_stronger(set);
    expect_models(set, "PL-SS strong-session-serializable");
    models_of("1SR", set);
    mns_models_add_stronger(set);
    expect_models(set, "1SR session-serializable PL-SS");
    models_of("repeatable-read read-committed sequential read-your-writes", set);
    mns_models_keep_weakest(set, edge);
    expect_models(edge, "PL-2 read-your-writes");
    mns_models_keep_strongest(set, edge);
    expect_models(edge, "PL-2.99 sequential");
    models_of("serializable read-atomic", set);
    mns_models_keep_weakest(set, edge);
    expect_models(edge, "read-atomic");
    mns_models_keep_strongest(set, edge);
    expect_models(edge, "PL-3");
    models_of("", set);
    mns_models_keep_weakest(set, edge);
    expect_models(edge, "");
}

static void anomalies_rule_out_models(void **state) {
    (void)state;
    expect_ruled_out(MNS_A_INTERNAL, "read-atomic",
                     "causal-cerone parallel-snapshot-isolation prefix serializable "
                     "snapshot-isolation strong-serializable strong-session-serializable "
                     "strong-session-snapshot-isolation strong-snapshot-isolation update-atomic");
    expect_ruled_out(MNS_A_LOST_UPDATE, "cursor-stability update-atomic",
                     "consistent-view forward-consistent-view parallel-snapshot-isolation "
                     "repeatable-read serializable snapshot-isolation strong-serializable "
                     "strong-session-serializable strong-session-snapshot-isolation "
                     "strong-snapshot-isolation update-serializable");
    expect_ruled_out(MNS_A_G_SINGLE, "consistent-view",
                     "forward-consistent-view serializable snapshot-isolation strong-serializable "
                     "strong-session-serializable strong-session-snapshot-isolation "
                     "strong-snapshot-isolation update-serializable");
    expect_ruled_out(MNS_A_G2_ITEM, "repeatable-read",
                     "serializable strong-session-serializable strong-serializable");
    expect_ruled_out(MNS_A_G_NONADJACENT_ITEM, "repeatable-read snapshot-isolation",
                     "serializable strong-serializable strong-session-serializable "
                     "strong-session-snapshot-isolation strong-snapshot-isolation");
    expect_ruled_out(MNS_A_G_SINGLE_REALTIME, "strong-snapshot-isolation", "strong-serializable");
    expect_ruled_out(MNS_A_G2_ITEM_PROCESS, "strong-session-serializable", "strong-serializable");
    expect_ruled_out(MNS_A_GSI, "", "");
    expect_ruled_out(MNS_A_LOST_WRITE, "strong-snapshot-isolation", "strong-serializable");
    expect_ruled_out(MNS_A_MISSED_INCREMENT_PROCESS, "strong-session-snapshot-isolation",
                     "strong-session-serializable strong-snapshot-isolation strong-serializable");
    expect_ruled_out(MNS_A_EARLY_INCREMENT_REALTIME, "strong-read-committed",
                     "strong-snapshot-isolation strong-serializable");
    expect_ruled_out(MNS_A_INCOMPARABLE_READS, "snapshot-isolation",
                     "serializable strong-serializable strong-session-serializable "
                     "strong-session-snapshot-isolation strong-snapshot-isolation");
}

/* Repeatable read minds what is read of rows, and not which rows a search finds. */
static void searches_leave_repeatable_read_alone(void **state) {
    (void)state;
    expect_ruled_out(MNS_A_G2, "serializable", "strong-serializable strong-session-serializable");
    expect_ruled_out(MNS_A_G_NONADJACENT, "snapshot-isolation",
                     "serializable strong-serializable strong-session-serializable "
                     "strong-session-snapshot-isolation strong-snapshot-isolation");
    bool by_search[MNS_MODEL_COUNT], by_item[MNS_MODEL_COUNT];
    mns_anomaly_rules_out(MNS_A_G_SINGLE, by_search);
    mns_anomaly_rules_out(MNS_A_G_SINGLE_ITEM, by_item);
    for (unsigned m = 0; m < MNS_MODEL_COUNT; m++) {
        assert_int_equal(by_search[m] != by_item[m], m == MNS_M_PL_2_99);
    }
}

/* Reading beyond or behind the start that the database reports breaks what speaks of starts; a
 * serial order may still explain the reads. */
static void revealed_times_leave_serial_orders_alone(void **state) {
    (void)state;
    expect_ruled_out(MNS_A_G_SI, "snapshot-isolation",
                     "strong-session-snapshot-isolation strong-snapshot-isolation");
    expect_ruled_out(MNS_A_G_SIA, "snapshot-isolation",
                     "strong-session-snapshot-isolation strong-snapshot-isolation");
    expect_ruled_out(MNS_A_G_SIB, "forward-consistent-view",
                     "snapshot-isolation strong-session-snapshot-isolation "
                     "strong-snapshot-isolation");
    bool set[MNS_ANOMALY_COUNT];
    mns_model_prohibited(MNS_M_PL_SS, set);
    assert_false(set[MNS_A_G_SI] || set[MNS_A_G_SIA] || set[MNS_A_G_SIB]);
    mns_model_prohibited(MNS_M_PL_3U, set);
    assert_false(set[MNS_A_G_SIB]);
    mns_model_prohibited(MNS_M_STRONG_SNAPSHOT_ISOLATION, set);
    assert_true(set[MNS_A_G_SI] && set[MNS_A_G_SIA] && set[MNS_A_G_SIB]);
    mns_model_prohibited(MNS_M_PL_FCV, set);
    assert_true(set[MNS_A_G_SIB]);
    assert_false(set[MNS_A_G_SI] || set[MNS_A_G_SIA]);
}

/* The near misses: the models stay as strong as they are, and nothing else keeps off the rows. */
static void chosen_times_count_otherwise(void **state) {
    (void)state;
    bool set[MNS_MODEL_COUNT];
    models_of("update-serializable", set);
    mns_models_add_weaker(set);
    assert_true(set[MNS_M_PL_FCV]);
    models_of("snapshot-isolation", set);
    mns_models_add_stronger(set);
    expect_models(set, "snapshot-isolation strong-session-snapshot-isolation serializable "
                       "strong-snapshot-isolation strong-session-serializable strict-serializable");
    bool found[MNS_ANOMALY_COUNT];
    anomalies_of("G-SI G-nonadjacent", found);
    mns_models_broken_by(found, set);
    assert_true(set[MNS_M_PL_SI] && set[MNS_M_PL_3] && set[MNS_M_PL_SS]);
    anomalies_of("G-SI G-cursor", found); /* each by its own rows: PL-3 breaks by the second */
    mns_models_broken_by(found, set);
    assert_true(set[MNS_M_PL_3] && set[MNS_M_PL_3U] && set[MNS_M_PL_2_99]);
    anomalies_of("", found);
    mns_models_broken_by(found, set);
    expect_models(set, "");
}

/* Models outside those that refer to start and commit times imply one of them only by
 * choosing the times; models among them do not. */
static void chosen_times_lead_into_timed_models(void **state) {
    (void)state;
    bool timed[MNS_MODEL_COUNT] = {false};
    for (size_t i = 0; i < mns_proscription_count; i++) {
        timed[mns_proscriptions[i].model] |= mns_proscriptions[i].revealed_times;
    }
    expect_models(timed, "snapshot-isolation forward-consistent-view");
    timed[MNS_M_STRONG_SESSION_SNAPSHOT_ISOLATION] = timed[MNS_M_STRONG_SNAPSHOT_ISOLATION] = true;
    for (size_t i = 0; i < mns_strength_count; i++) {
        mns_strength_row row = mns_strengths[i];
        assert_int_equal(row.chosen_times, timed[row.weaker] && !timed[row.stronger]);
    }
}

static void models_prohibit_anomalies(void **state) {
    (void)state;
    bool set[MNS_ANOMALY_COUNT];
    mns_model_prohibited(MNS_M_PL_1, set);
    expect_anomalies(set, "garbage-read duplicate-elements incompatible-versions cyclic-versions "
                          "G0 PL-1-cycle-exists");
    mns_model_prohibited(MNS_M_PL_2, set);
    expect_anomalies(set, "garbage-read duplicate-elements incompatible-versions cyclic-versions "
                          "G0 PL-1-cycle-exists G1 G1a G1b G1c dirty-update future-read "
                          "incompatible-order PL-2-cycle-exists");
    mns_model_prohibited(MNS_M_PL_SI, set);
    assert_true(set[MNS_A_G_SINGLE_ITEM] && set[MNS_A_INTERNAL] && set[MNS_A_LOST_UPDATE]);
    assert_false(set[MNS_A_G2_ITEM] || set[MNS_A_G_SINGLE_ITEM_PROCESS]);
    mns_model_prohibited(MNS_M_PL_2_99, set);
    assert_true(set[MNS_A_G2_ITEM]);
    assert_false(set[MNS_A_INTERNAL] || set[MNS_A_G2]);
    mns_model_prohibited(MNS_M_CAUSAL, set);
    expect_anomalies(set, "");
    assert_true(mns_model_proscribes(MNS_M_PL_3, MNS_A_G2));
    assert_false(mns_model_proscribes(MNS_M_PL_3, MNS_A_G2_ITEM));
}

static void eleven_models_are_not_tested(void **state) {
    (void)state;
    bool untested[MNS_MODEL_COUNT];
    for (unsigned m = 0; m < MNS_MODEL_COUNT; m++) {
        untested[m] = !mns_model_is_tested((mns_model)m);
        assert_false(untested[m] && mns_model_is_well_known((mns_model)m));
    }
    expect_models(untested, "1SR session-serializable view-serializable linearizable sequential "
                            "causal PRAM monotonic-reads monotonic-writes read-your-writes "
                            "writes-follow-reads");
}

static void steps_form_a_chain(void **state) {
    (void)state;
    bool steps[MNS_MODEL_COUNT] = {false};
    unsigned above = MNS_MODEL_COUNT;
    for (unsigned m = 0; m < MNS_MODEL_COUNT; m++) {
        steps[m] = mns_model_is_step((mns_model)m);
        if (steps[m] && above < MNS_MODEL_COUNT) {
            bool weaker[MNS_MODEL_COUNT] = {false};
            weaker[above] = true;
            mns_models_add_weaker(weaker);
            assert_true(weaker[m] && mns_model_is_well_known((mns_model)m));
        }
        above = steps[m] ? m : above;
    }
    expect_models(steps, "PL-SS PL-3 PL-SI PL-2 PL-1");
}

/* ---- Properties --------------------------------------------------------------------------- */

/* The ladder and `holds` read from strongest to weakest because the rows do. */
static void stronger_models_come_first(void **state) {
    (void)state;
    for (size_t i = 0; i < mns_strength_count; i++) {
        assert_true(mns_strengths[i].stronger < mns_strengths[i].weaker);
    }
}

/* What is prohibited by a model and what rules it out are two ways to the same pairs. */
static void prohibiting_and_ruling_out_agree(void **state) {
    (void)state;
    for (unsigned a = 0; a < MNS_ANOMALY_COUNT; a++) {
        bool models[MNS_MODEL_COUNT];
        mns_anomaly_rules_out((mns_anomaly)a, models);
        for (unsigned m = 0; m < MNS_MODEL_COUNT; m++) {
            bool prohibited[MNS_ANOMALY_COUNT];
            mns_model_prohibited((mns_model)m, prohibited);
            assert_int_equal(models[m], prohibited[a]);
        }
    }
}

/* Nothing implies itself in a circle, and an order is never lost on the way. */
static void implications_only_add_order(void **state) {
    (void)state;
    for (size_t i = 0; i < mns_implication_count; i++) {
        mns_implication_row row = mns_implications[i];
        assert_true(mns_anomaly_order(row.from) <= mns_anomaly_order(row.to));
        bool back[MNS_ANOMALY_COUNT] = {false};
        back[row.to] = true;
        mns_anomalies_add_implied(back);
        assert_false(back[row.from]);
    }
}

/* Worst first: no anomaly that a history shows is listed after one that it implies. */
static void worse_anomalies_come_first(void **state) {
    (void)state;
    for (size_t i = 0; i < mns_implication_count; i++) {
        mns_implication_row row = mns_implications[i];
        bool future = row.from == MNS_A_FUTURE_READ; /* more specific than G1c, and as bad */
        if (!future && mns_anomaly_example(row.from) != NULL) {
            assert_true(row.from < row.to);
        }
    }
}

static void orders_and_cycles_follow_the_names(void **state) {
    (void)state;
    for (unsigned a = 0; a < MNS_ANOMALY_COUNT; a++) {
        const char *name = mns_anomaly_name((mns_anomaly)a);
        mns_order order = strstr(name, "-process") != NULL || strstr(name, "strong-session") != NULL
                              ? MNS_ORDER_PROCESS
                          : strstr(name, "-realtime") != NULL || strstr(name, "strong-") != NULL ||
                                  strstr(name, "PL-SS") != NULL || a == MNS_A_LOST_WRITE
                              ? MNS_ORDER_REALTIME
                              : MNS_ORDER_NONE;
        assert_int_equal(mns_anomaly_order((mns_anomaly)a), order);
        if (strstr(name, "cycle-exists") != NULL) {
            assert_true(mns_anomaly_is_cycle((mns_anomaly)a));
        }
    }
    for (unsigned form = 0; form < MNS_FORM_COUNT; form++) {
        for (unsigned order = MNS_ORDER_NONE; order <= MNS_ORDER_REALTIME; order++) {
            mns_anomaly item = mns_cycle_anomaly((mns_form)form, (mns_order)order, false);
            mns_anomaly predicate = mns_cycle_anomaly((mns_form)form, (mns_order)order, true);
            assert_true(mns_anomaly_is_cycle(item) && mns_anomaly_is_cycle(predicate));
            assert_int_equal(mns_anomaly_order(item), order);
            assert_int_equal(mns_anomaly_order(predicate), order);
            assert_int_equal(item == predicate, form < MNS_FORM_SINGLE);
        }
    }
    assert_int_equal(mns_cycle_anomaly(MNS_FORM_SINGLE, MNS_ORDER_REALTIME, false),
                     MNS_A_G_SINGLE_ITEM_REALTIME);
    assert_int_equal(mns_cycle_anomaly(MNS_FORM_ITEM, MNS_ORDER_NONE, true), MNS_A_G2);
    assert_false(mns_anomaly_is_cycle(MNS_A_G1A));
    assert_false(mns_anomaly_is_cycle(MNS_A_LOST_UPDATE));
    assert_false(mns_anomaly_is_cycle(MNS_A_G_SIB));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sizes_are_known),
        cmocka_unit_test(anomalies_imply_anomalies),
        cmocka_unit_test(anomalies_of_sets_and_counters_are_placed),
        cmocka_unit_test(models_imply_models),
        cmocka_unit_test(anomalies_rule_out_models),
        cmocka_unit_test(searches_leave_repeatable_read_alone),
        cmocka_unit_test(revealed_times_leave_serial_orders_alone),
        cmocka_unit_test(chosen_times_count_otherwise),
        cmocka_unit_test(chosen_times_lead_into_timed_models),
        cmocka_unit_test(models_prohibit_anomalies),
        cmocka_unit_test(eleven_models_are_not_tested),
        cmocka_unit_test(steps_form_a_chain),
        cmocka_unit_test(stronger_models_come_first),
        cmocka_unit_test(prohibiting_and_ruling_out_agree),
        cmocka_unit_test(implications_only_add_order),
        cmocka_unit_test(worse_anomalies_come_first),
        cmocka_unit_test(orders_and_cycles_follow_the_names),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
