/*
 * test_worst.c - src/judge/worst.c: forbidden anomalies first, lost-write first among them.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include "judge/judge.h"

#include <cmocka.h>

static void expect(const char *models, const char *asked, const mns_anomaly *found, size_t count,
                   const mns_anomaly *expected) {
    mns_request request;
    mns_judgement judgement;
    char *message;
    bool set[MNS_ANOMALY_COUNT] = {false};
    mns_anomaly sorted[MNS_ANOMALY_COUNT];
    for (size_t i = 0; i < count; i++) {
        set[found[i]] = true;
    }
    assert_int_equal(mns_request_parse(&request, models, asked, &message), MINOS_OK);
    mns_judge(&request, set, &(mns_coverage){true, true, true, true}, NULL, &judgement);
    assert_int_equal(mns_judgement_worst_first(&judgement, sorted), count);
    for (size_t i = 0; i < count; i++) {
        assert_string_equal(mns_anomaly_name(sorted[i]), mns_anomaly_name(expected[i]));
    }
    assert_int_equal(mns_judgement_worst(&judgement), count == 0 ? MNS_ANOMALY_COUNT : expected[0]);
}

static const mns_anomaly some[] = {MNS_A_G1A, MNS_A_G2_ITEM, MNS_A_LOST_WRITE,
                                   MNS_A_G_SINGLE_ITEM_REALTIME};

static void forbidden_lost_write_is_first(void **state) {
    (void)state;
    expect(
        "strict-serializable", NULL, some, 4,
        (mns_anomaly[]){MNS_A_LOST_WRITE, MNS_A_G1A, MNS_A_G2_ITEM, MNS_A_G_SINGLE_ITEM_REALTIME});
    expect(
        "serializable", "lost-write", some, 4,
        (mns_anomaly[]){MNS_A_LOST_WRITE, MNS_A_G1A, MNS_A_G2_ITEM, MNS_A_G_SINGLE_ITEM_REALTIME});
}

static void allowed_ones_come_last(void **state) {
    (void)state;
    expect(
        "serializable", NULL, some, 4,
        (mns_anomaly[]){MNS_A_G1A, MNS_A_G2_ITEM, MNS_A_LOST_WRITE, MNS_A_G_SINGLE_ITEM_REALTIME});
    expect(
        "none", "G2-item", some, 4,
        (mns_anomaly[]){MNS_A_G2_ITEM, MNS_A_G1A, MNS_A_LOST_WRITE, MNS_A_G_SINGLE_ITEM_REALTIME});
    expect("none", "G-single-item-realtime", some + 1, 3,
           (mns_anomaly[]){MNS_A_LOST_WRITE, MNS_A_G_SINGLE_ITEM_REALTIME, MNS_A_G2_ITEM});
}

static void none_has_no_worst(void **state) {
    (void)state;
    expect("serializable", NULL, some, 0, some);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(forbidden_lost_write_is_first),
        cmocka_unit_test(allowed_ones_come_last),
        cmocka_unit_test(none_has_no_worst),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
