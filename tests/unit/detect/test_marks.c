/*
 * test_marks.c - src/detect/marks.c: the bad elements of every read, counted without looking at
 * each; compared with looking at each.
 */
#include "detect/marks.h"
#include "support/units.h"

static bool is_third(const mns_observation *o, uint32_t writer) {
    return writer == MNS_NONE || o->history->tables.mops.value[writer] % 3 == 0;
}

/* By definition: every read that counts, every element of it. */
static uint64_t count_naively(const mns_observation *o) {
    const mns_tables *t = &o->history->tables;
    uint64_t total = 0;
    for (uint32_t m = 0; m < t->mops.count; m++) {
        uint32_t count = 0;
        const mns_value *list = NULL;
        if (mns_mop_is_answered(&t->mops, m) && mns_txn_counts(o, mns_txn_of(o, m))) {
            list = mns_mop_list(t, m, &count);
        }
        for (uint32_t i = 0; i < count; i++) {
            total += is_third(o, mns_history_writer(o->history, t->mops.key[m], list[i]));
        }
    }
    return total;
}

static void marks_are_counted_for_every_read(void **state) {
    (void)state;
    uint64_t random = 1, most = 0;
    for (int round = 0; round < 100; round++) {
        unit u;
        char *notation = unit_random_history(&random, 40, 3, 4);
        unit_open(&u, notation);
        for (uint32_t limit = 0; limit <= 4; limit += 2) { /* kept or not, all are counted */
            mns_cases cases;
            mns_cases_init(&cases, limit);
            mns_detect_marked(&u.observation, is_third, MNS_A_G1A, &cases);
            uint64_t total = count_naively(&u.observation);
            assert_int_equal(cases.total[MNS_A_G1A], total);
            assert_int_equal(cases.count, total < limit ? total : limit);
            most = total > most ? total : most;
            mns_cases_release(&cases);
        }
        unit_close(&u);
        free(notation);
    }
    assert_true(most > 20); /* the histories were not trivial */
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(marks_are_counted_for_every_read),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
