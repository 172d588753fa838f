/*
 * test_severity.c - src/catalog/severity.c over the whole catalog: a total order that agrees with
 * what the anomalies rule out.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include "catalog/rows.h"

#include <cmocka.h>

static size_t places[MNS_ANOMALY_COUNT];

static void rank_all(void) {
    bool all[MNS_ANOMALY_COUNT];
    mns_anomaly sorted[MNS_ANOMALY_COUNT];
    memset(all, true, sizeof all);
    assert_int_equal(mns_anomalies_worst_first(all, sorted), MNS_ANOMALY_COUNT);
    for (size_t i = 0; i < MNS_ANOMALY_COUNT; i++) {
        places[i] = SIZE_MAX;
    }
    for (size_t i = 0; i < MNS_ANOMALY_COUNT; i++) {
        assert_int_equal(places[sorted[i]], SIZE_MAX); /* each once */
        places[sorted[i]] = i;
    }
}

/* The weakest of the chain that an anomaly rules out; larger is weaker, 0: none. */
static unsigned weakest_step(mns_anomaly anomaly) {
    bool out[MNS_MODEL_COUNT];
    mns_anomaly_rules_out(anomaly, out);
    unsigned step = 0;
    for (unsigned m = 0; m < MNS_MODEL_COUNT; m++) {
        step = out[m] && mns_model_is_step((mns_model)m) ? m + 1 : step;
    }
    return step;
}

static void weaker_models_decide(void **state) {
    (void)state;
    rank_all();
    for (unsigned a = 0; a < MNS_ANOMALY_COUNT; a++) {
        for (unsigned b = 0; b < MNS_ANOMALY_COUNT; b++) {
            if (weakest_step((mns_anomaly)a) > weakest_step((mns_anomaly)b)) {
                assert_true(places[a] < places[b]);
            }
        }
    }
}

/* What rules out strictly more models is worse, so an anomaly is never less severe than one that it
 * implies. */
static void agrees_with_inclusion(void **state) {
    (void)state;
    rank_all();
    for (unsigned a = 0; a < MNS_ANOMALY_COUNT; a++) {
        bool of_a[MNS_MODEL_COUNT], of_b[MNS_MODEL_COUNT];
        mns_anomaly_rules_out((mns_anomaly)a, of_a);
        for (unsigned b = 0; b < MNS_ANOMALY_COUNT; b++) {
            mns_anomaly_rules_out((mns_anomaly)b, of_b);
            bool all = true, more = false;
            for (unsigned m = 0; m < MNS_MODEL_COUNT; m++) {
                all = all && (of_a[m] || !of_b[m]);
                more = more || (of_a[m] && !of_b[m]);
            }
            assert_true(!all || !more || places[a] < places[b]);
            assert_true(!all || more || a >= b || places[a] < places[b]); /* ties: the catalog */
        }
    }
}

/* The order of a set is that of the whole. */
static void sets_keep_the_order(void **state) {
    (void)state;
    rank_all();
    for (unsigned step = 2; step < 7; step++) {
        bool set[MNS_ANOMALY_COUNT] = {false};
        mns_anomaly sorted[MNS_ANOMALY_COUNT];
        size_t count = 0;
        for (unsigned a = step / 2; a < MNS_ANOMALY_COUNT; a += step, count++) {
            set[a] = true;
        }
        assert_int_equal(mns_anomalies_worst_first(set, sorted), count);
        for (size_t i = 0; i < count; i++) {
            assert_true(set[sorted[i]]);
            assert_true(i == 0 || places[sorted[i - 1]] < places[sorted[i]]);
        }
    }
}

static void known_ranks(void **state) {
    (void)state;
    rank_all();
    assert_int_equal(places[MNS_A_GARBAGE_READ], 0);
    assert_true(places[MNS_A_G0] < places[MNS_A_G1A]);
    assert_true(places[MNS_A_G1C] < places[MNS_A_LOST_UPDATE]);
    assert_true(places[MNS_A_LOST_UPDATE] < places[MNS_A_G2_ITEM]);
    assert_true(places[MNS_A_G2_ITEM] < places[MNS_A_G0_REALTIME]);
    assert_true(places[MNS_A_PL_2_CYCLE_EXISTS] < places[MNS_A_G_SINGLE_ITEM]);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(weaker_models_decide),
        cmocka_unit_test(agrees_with_inclusion),
        cmocka_unit_test(sets_keep_the_order),
        cmocka_unit_test(known_ranks),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
