/*
 * test_examples.c - the smallest histories of the catalog, judged by the whole library.
 *
 * Each must show its anomaly, nothing but what comes with it, and so rule out what the lattice
 * says. Beside each stands a near miss: the same history with one operation changed, in which
 * nothing is wrong.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "catalog/catalog.h"

#include <cmocka.h>

#define OPERATION(type, process, mops, times)                                                      \
    "{:type :" type ", :process " #process ", :f :txn, :value " mops times "}\n"
#define INVOKE(process, mops) OPERATION("invoke", process, mops, "")
#define OK(process, mops) OPERATION("ok", process, mops, "")
#define OK_AT(process, start, commit, mops)                                                        \
    OPERATION("ok", process, mops, ", :start-ts " #start ", :commit-ts " #commit)

#define OK_FINAL(process, mops) OPERATION("ok", process, mops, ", :final true")

typedef struct row {
    mns_anomaly anomaly;
    const char *besides; /* what else the example shows, separated by spaces */
    const char *near_miss;
} row;

/* One operation per line. */
/* clang-format off */
static const row rows[] = {
    {MNS_A_GARBAGE_READ, "",
     INVOKE(0, "[[:r :x nil]]")
     INVOKE(1, "[[:append :x 1]]")
     OK(0, "[[:r :x [1]]]")
     OK(1, "[[:append :x 1]]")},
    {MNS_A_DUPLICATE_ELEMENTS, "",
     INVOKE(0, "[[:append :x 1]]")
     INVOKE(1, "[[:r :x nil]]")
     OK(0, "[[:append :x 1]]")
     OK(1, "[[:r :x [1]]]")},
    {MNS_A_INCOMPATIBLE_VERSIONS, "",
     INVOKE(0, "[[:w :x 1]]")
     INVOKE(1, "[[:w :x 2]]")
     OK(0, "[[:w :x 1 {:version 1}]]")
     OK(1, "[[:w :x 2 {:version 2}]]")},
    {MNS_A_CYCLIC_VERSIONS, "",
     INVOKE(0, "[[:w :x 1]]")
     INVOKE(1, "[[:r :x nil]]")
     OK(0, "[[:w :x 1 {:version 1}]]")
     OK(1, "[[:r :x nil {:version 0}]]")},
    {MNS_A_G0, "",
     INVOKE(0, "[[:append :x 1] [:append :y 1]]")
     INVOKE(1, "[[:append :x 2] [:append :y 2]]")
     INVOKE(2, "[[:r :x nil] [:r :y nil]]")
     OK(0, "[[:append :x 1] [:append :y 1]]")
     OK(1, "[[:append :x 2] [:append :y 2]]")
     OK(2, "[[:r :x [1 2]] [:r :y [1 2]]]")},
    {MNS_A_DIRTY_UPDATE, "G1a",
     INVOKE(0, "[[:append :x 1]]")
     INVOKE(1, "[[:append :x 2]]")
     INVOKE(2, "[[:r :x nil]]")
     OK(0, "[[:append :x 1]]")
     OK(1, "[[:append :x 2]]")
     OK(2, "[[:r :x [1 2]]]")},
    {MNS_A_INCOMPATIBLE_ORDER, "",
     INVOKE(0, "[[:append :x 1] [:r :x nil]]")
     INVOKE(1, "[[:append :x 2] [:r :x nil]]")
     OK(0, "[[:append :x 1] [:r :x [1]]]")
     OK(1, "[[:append :x 2] [:r :x [1 2]]]")},
    {MNS_A_G1A, "",
     INVOKE(0, "[[:append :x 1]]")
     INVOKE(1, "[[:r :x nil]]")
     OK(0, "[[:append :x 1]]")
     OK(1, "[[:r :x [1]]]")},
    {MNS_A_G1B, "G-single-item",
     INVOKE(0, "[[:append :x 1] [:append :x 2]]")
     INVOKE(1, "[[:r :x nil]]")
     OK(0, "[[:append :x 1] [:append :x 2]]")
     OK(1, "[[:r :x [1 2]]]")},
    {MNS_A_G1C, "",
     INVOKE(0, "[[:append :x 1] [:r :y nil]]")
     INVOKE(1, "[[:append :y 1] [:r :x nil]]")
     OK(0, "[[:append :x 1] [:r :y []]]")
     OK(1, "[[:append :y 1] [:r :x [1]]]")},
    {MNS_A_FUTURE_READ, "",
     INVOKE(0, "[[:r :x nil] [:append :x 1]]")
     OK(0, "[[:r :x []] [:append :x 1]]")},
    {MNS_A_INTERNAL, "",
     INVOKE(0, "[[:append :x 1] [:r :x nil]]")
     OK(0, "[[:append :x 1] [:r :x [1]]]")},
    {MNS_A_LOST_UPDATE, "G-single-item",
     INVOKE(0, "[[:r :x nil] [:append :x 1]]")
     INVOKE(1, "[[:r :x nil] [:append :x 2]]")
     OK(0, "[[:r :x []] [:append :x 1]]")
     OK(1, "[[:r :x [1]] [:append :x 2]]")},
    {MNS_A_G_SINGLE_ITEM, "",
     INVOKE(0, "[[:append :x 1] [:append :y 1]]")
     INVOKE(1, "[[:r :x nil] [:r :y nil]]")
     OK(0, "[[:append :x 1] [:append :y 1]]")
     OK(1, "[[:r :x [1]] [:r :y [1]]]")},
    {MNS_A_INCOMPARABLE_READS, "G-nonadjacent",
     INVOKE(0, "[[:add :x 1]]")
     INVOKE(1, "[[:add :x 2]]")
     INVOKE(2, "[[:r :x nil]]")
     INVOKE(3, "[[:r :x nil]]")
     OK(0, "[[:add :x 1]]")
     OK(1, "[[:add :x 2]]")
     OK(2, "[[:r :x #{1}]]")
     OK(3, "[[:r :x #{1 2}]]")},
    {MNS_A_G_NONADJACENT_ITEM, "",
     INVOKE(0, "[[:append :x 1]]")
     INVOKE(1, "[[:append :y 1]]")
     INVOKE(2, "[[:r :x nil] [:r :y nil]]")
     INVOKE(3, "[[:r :x nil] [:r :y nil]]")
     OK(0, "[[:append :x 1]]")
     OK(1, "[[:append :y 1]]")
     OK(2, "[[:r :x [1]] [:r :y []]]")
     OK(3, "[[:r :x [1]] [:r :y [1]]]")},
    {MNS_A_G2_ITEM, "",
     INVOKE(0, "[[:r :x nil] [:append :y 1]]")
     INVOKE(1, "[[:r :y nil] [:append :x 1]]")
     OK(0, "[[:r :x []] [:append :y 1]]")
     OK(1, "[[:r :y [1]] [:append :x 1]]")},
    {MNS_A_G_SINGLE, "",
     INVOKE(0, "[[:add :x 1] [:add :y 1]]")
     INVOKE(1, "[[:r :x nil] [:r :y nil]]")
     OK(0, "[[:add :x 1] [:add :y 1]]")
     OK(1, "[[:r :x #{1}] [:r :y #{1}]]")},
    {MNS_A_G_NONADJACENT, "",
     INVOKE(0, "[[:add :x 1]]")
     INVOKE(1, "[[:add :y 1]]")
     INVOKE(2, "[[:r :x nil] [:r :y nil]]")
     INVOKE(3, "[[:r :x nil] [:r :y nil]]")
     OK(0, "[[:add :x 1]]")
     OK(1, "[[:add :y 1]]")
     OK(2, "[[:r :x #{1}] [:r :y #{}]]")
     OK(3, "[[:r :x #{1}] [:r :y #{1}]]")},
    {MNS_A_G2, "",
     INVOKE(0, "[[:r :x nil] [:add :y 1]]")
     INVOKE(1, "[[:r :y nil] [:add :x 1]]")
     OK(0, "[[:r :x #{}] [:add :y 1]]")
     OK(1, "[[:r :y #{1}] [:add :x 1]]")},
    {MNS_A_G_SIB, "",
     INVOKE(0, "[[:w :x 1]]")
     INVOKE(1, "[[:r :x nil]]")
     OK_AT(0, 1, 3, "[[:w :x 1]]")
     OK_AT(1, 2, 4, "[[:r :x nil]]")},
    {MNS_A_G_SIA, "",
     INVOKE(0, "[[:w :x 1]]")
     INVOKE(1, "[[:r :x nil]]")
     OK_AT(0, 1, 2, "[[:w :x 1]]")
     OK_AT(1, 3, 4, "[[:r :x 1]]")},
    {MNS_A_G0_PROCESS, "",
     INVOKE(0, "[[:append :x 1]]")
     OK(0, "[[:append :x 1]]")
     INVOKE(0, "[[:append :x 2]]")
     INVOKE(1, "[[:r :x nil]]")
     OK(0, "[[:append :x 2]]")
     OK(1, "[[:r :x [1 2]]]")},
    {MNS_A_EARLY_INCREMENT_PROCESS, "",
     INVOKE(0, "[[:r :x nil]]")
     OK(0, "[[:r :x 0]]")
     INVOKE(0, "[[:inc :x 1]]")
     OK(0, "[[:inc :x 1]]")},
    {MNS_A_G1C_PROCESS, "",
     INVOKE(0, "[[:r :x nil]]")
     OK(0, "[[:r :x []]]")
     INVOKE(0, "[[:append :x 1]]")
     OK(0, "[[:append :x 1]]")},
    {MNS_A_MISSED_INCREMENT_PROCESS, "",
     INVOKE(0, "[[:inc :x 1]]")
     OK(0, "[[:inc :x 1]]")
     INVOKE(0, "[[:r :x nil]]")
     OK(0, "[[:r :x 1]]")},
    {MNS_A_G_SINGLE_ITEM_PROCESS, "",
     INVOKE(0, "[[:append :x 1]]")
     OK(0, "[[:append :x 1]]")
     INVOKE(0, "[[:r :x nil]]")
     OK(0, "[[:r :x [1]]]")},
    {MNS_A_G_NONADJACENT_ITEM_PROCESS, "",
     INVOKE(1, "[[:append :y 1]]")
     INVOKE(2, "[[:r :x nil] [:r :y nil]]")
     INVOKE(0, "[[:append :x 1]]")
     OK(0, "[[:append :x 1]]")
     INVOKE(0, "[[:r :y nil]]")
     OK(0, "[[:r :y []]]")
     OK(1, "[[:append :y 1]]")
     OK(2, "[[:r :x [1]] [:r :y [1]]]")},
    {MNS_A_G2_ITEM_PROCESS, "",
     INVOKE(1, "[[:r :x nil] [:append :y 1]]")
     INVOKE(0, "[[:append :x 1]]")
     OK(0, "[[:append :x 1]]")
     INVOKE(0, "[[:r :y nil]]")
     OK(0, "[[:r :y []]]")
     OK(1, "[[:r :x [1]] [:append :y 1]]")},
    {MNS_A_G_SINGLE_PROCESS, "",
     INVOKE(0, "[[:add :x 1]]")
     OK(0, "[[:add :x 1]]")
     INVOKE(0, "[[:r :x nil]]")
     OK(0, "[[:r :x #{1}]]")},
    {MNS_A_G_NONADJACENT_PROCESS, "",
     INVOKE(1, "[[:add :y 1]]")
     INVOKE(2, "[[:r :x nil] [:r :y nil]]")
     INVOKE(0, "[[:add :x 1]]")
     OK(0, "[[:add :x 1]]")
     INVOKE(0, "[[:r :y nil]]")
     OK(0, "[[:r :y #{}]]")
     OK(1, "[[:add :y 1]]")
     OK(2, "[[:r :x #{1}] [:r :y #{1}]]")},
    {MNS_A_G2_PROCESS, "",
     INVOKE(1, "[[:r :x nil] [:add :y 1]]")
     INVOKE(0, "[[:add :x 1]]")
     OK(0, "[[:add :x 1]]")
     INVOKE(0, "[[:r :y nil]]")
     OK(0, "[[:r :y #{}]]")
     OK(1, "[[:r :x #{1}] [:add :y 1]]")},
    {MNS_A_G0_REALTIME, "",
     INVOKE(0, "[[:append :x 1]]")
     OK(0, "[[:append :x 1]]")
     INVOKE(1, "[[:append :x 2]]")
     INVOKE(2, "[[:r :x nil]]")
     OK(1, "[[:append :x 2]]")
     OK(2, "[[:r :x [1 2]]]")},
    {MNS_A_EARLY_INCREMENT_REALTIME, "",
     INVOKE(0, "[[:r :x nil]]")
     INVOKE(1, "[[:inc :x 1]]")
     OK(0, "[[:r :x 1]]")
     OK(1, "[[:inc :x 1]]")},
    {MNS_A_G1C_REALTIME, "",
     INVOKE(0, "[[:r :x nil]]")
     INVOKE(1, "[[:append :x 1]]")
     OK(0, "[[:r :x [1]]]")
     OK(1, "[[:append :x 1]]")},
    {MNS_A_LOST_WRITE, "G-single-item-realtime",
     INVOKE(0, "[[:append :x 1]]")
     INVOKE(1, "[[:r :x nil]]")
     OK(0, "[[:append :x 1]]")
     OK_FINAL(1, "[[:r :x []]]")},
    {MNS_A_MISSED_INCREMENT_REALTIME, "",
     INVOKE(0, "[[:inc :x 1]]")
     INVOKE(1, "[[:r :x nil]]")
     OK(0, "[[:inc :x 1]]")
     OK(1, "[[:r :x 0]]")},
    {MNS_A_G_SINGLE_ITEM_REALTIME, "",
     INVOKE(0, "[[:append :x 1]]")
     INVOKE(1, "[[:r :x nil]]")
     OK(0, "[[:append :x 1]]")
     OK(1, "[[:r :x []]]")},
    {MNS_A_G_NONADJACENT_ITEM_REALTIME, "",
     INVOKE(1, "[[:append :y 1]]")
     INVOKE(2, "[[:r :x nil] [:r :y nil]]")
     INVOKE(0, "[[:append :x 1]]")
     INVOKE(3, "[[:r :y nil]]")
     OK(0, "[[:append :x 1]]")
     OK(3, "[[:r :y []]]")
     OK(1, "[[:append :y 1]]")
     OK(2, "[[:r :x []] [:r :y [1]]]")},
    {MNS_A_G2_ITEM_REALTIME, "",
     INVOKE(1, "[[:r :x nil] [:append :y 1]]")
     INVOKE(0, "[[:append :x 1]]")
     INVOKE(2, "[[:r :y nil]]")
     OK(0, "[[:append :x 1]]")
     OK(2, "[[:r :y []]]")
     OK(1, "[[:r :x []] [:append :y 1]]")},
    {MNS_A_G_SINGLE_REALTIME, "",
     INVOKE(0, "[[:add :x 1]]")
     INVOKE(1, "[[:r :x nil]]")
     OK(0, "[[:add :x 1]]")
     OK(1, "[[:r :x #{}]]")},
    {MNS_A_G_NONADJACENT_REALTIME, "",
     INVOKE(1, "[[:add :y 1]]")
     INVOKE(2, "[[:r :x nil] [:r :y nil]]")
     INVOKE(0, "[[:add :x 1]]")
     INVOKE(3, "[[:r :y nil]]")
     OK(0, "[[:add :x 1]]")
     OK(3, "[[:r :y #{}]]")
     OK(1, "[[:add :y 1]]")
     OK(2, "[[:r :x #{}] [:r :y #{1}]]")},
    {MNS_A_G2_REALTIME, "",
     INVOKE(1, "[[:r :x nil] [:add :y 1]]")
     INVOKE(0, "[[:add :x 1]]")
     INVOKE(2, "[[:r :y nil]]")
     OK(0, "[[:add :x 1]]")
     OK(2, "[[:r :y #{}]]")
     OK(1, "[[:r :x #{}] [:add :y 1]]")},
};
/* clang-format on */

static minos_result *check(const char *history, const char *models, const char *anomalies) {
    minos_options options;
    minos_options_init(&options);
    options.models = models;
    options.anomalies = anomalies;
    minos_result *result = NULL;
    assert_int_equal(minos_check_memory("example", history, strlen(history), &options, &result),
                     MINOS_OK);
    return result;
}

static bool has_word(const char *words, const char *word) {
    while (*words != '\0') {
        size_t size = strcspn(words, " ");
        if (size == strlen(word) && memcmp(words, word, size) == 0) {
            return true;
        }
        words += size + (words[size] == ' ' ? 1 : 0);
    }
    return false;
}

static void every_example_has_a_row(void **state) {
    (void)state;
    bool seen[MNS_ANOMALY_COUNT] = {false};
    for (size_t i = 0; i < MNS_COUNT_OF(rows); i++) {
        seen[rows[i].anomaly] = true;
    }
    for (unsigned a = 0; a < MNS_ANOMALY_COUNT; a++) {
        assert_int_equal(seen[a], mns_anomaly_example((mns_anomaly)a) != NULL);
    }
}

static void examples_show_their_anomaly_alone(void **state) {
    (void)state;
    for (size_t i = 0; i < MNS_COUNT_OF(rows); i++) {
        const char *name = mns_anomaly_name(rows[i].anomaly);
        minos_result *result = check(mns_anomaly_example(rows[i].anomaly), "none", name);
        assert_int_equal(minos_result_verdict(result), MINOS_VIOLATED);
        for (unsigned a = 0; a < MNS_ANOMALY_COUNT; a++) {
            const char *other = mns_anomaly_name((mns_anomaly)a);
            bool expected = a == (unsigned)rows[i].anomaly || has_word(rows[i].besides, other);
            if ((minos_result_has_anomaly(result, other) != 0) != expected) {
                fail_msg("the example of %s %s %s", name, expected ? "lacks" : "also shows", other);
            }
        }
        minos_result_free(result);
    }
}

/* What the lattice says is ruled out is, and nothing more; strict serializability among it, unless
 * the anomaly is about revealed times. */
static void examples_rule_out_what_they_should(void **state) {
    (void)state;
    for (size_t i = 0; i < MNS_COUNT_OF(rows); i++) {
        minos_result *result =
            check(mns_anomaly_example(rows[i].anomaly), "strict-serializable", NULL);
        bool timed = rows[i].anomaly == MNS_A_G_SIA || rows[i].anomaly == MNS_A_G_SIB;
        assert_int_equal(minos_result_verdict(result) == MINOS_VIOLATED, !timed);
        bool models[MNS_MODEL_COUNT];
        mns_anomaly_rules_out(rows[i].anomaly, models);
        for (unsigned m = 0; m < MNS_MODEL_COUNT; m++) {
            int ruled_out = minos_result_rules_out(result, mns_model_canonical((mns_model)m));
            assert_true(ruled_out || !models[m]);
            assert_true(!ruled_out || models[m] || rows[i].besides[0] != '\0');
        }
        minos_result_free(result);
    }
}

static void near_misses_show_nothing(void **state) {
    (void)state;
    for (size_t i = 0; i < MNS_COUNT_OF(rows); i++) {
        minos_result *result =
            check(rows[i].near_miss, "strict-serializable,snapshot-isolation", NULL);
        assert_int_not_equal(minos_result_verdict(result), MINOS_VIOLATED);
        for (unsigned a = 0; a < MNS_ANOMALY_COUNT; a++) {
            const char *name = mns_anomaly_name((mns_anomaly)a);
            if (minos_result_has_anomaly(result, name)) {
                fail_msg("the near miss of %s shows %s", mns_anomaly_name(rows[i].anomaly), name);
            }
        }
        minos_result_free(result);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_example_has_a_row),
        cmocka_unit_test(examples_show_their_anomaly_alone),
        cmocka_unit_test(examples_rule_out_what_they_should),
        cmocka_unit_test(near_misses_show_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
