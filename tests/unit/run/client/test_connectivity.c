/* test_connectivity.c - src/run/client/connectivity.c: connected clients, failed attempts, retry
 * delays. */
#include <setjmp.h>
#include <stdarg.h>

#include "run/client/connectivity.h"
#include <cmocka.h>

#define MS UINT64_C(1000000)

static void delays_grow_to_a_second(void **state) {
    (void)state;
    mns_random random = mns_random_of(1, 4), same = random, other = mns_random_of(2, 4);
    uint64_t most = 10 * MS;
    bool differs = false;
    for (unsigned failures = 1; failures < 100; failures++) {
        uint64_t delay = mns_connectivity_delay_ns(failures, &random);
        assert_in_range(delay, most / 2, most);
        assert_int_equal(delay,
                         mns_connectivity_delay_ns(failures, &same)); /* determined by the seed */
        differs = differs || delay != mns_connectivity_delay_ns(failures, &other);
        most = 2 * most < 1000 * MS ? 2 * most : 1000 * MS;
    }
    assert_true(differs);
    assert_in_range(mns_connectivity_delay_ns(UINT32_MAX, &random), 500 * MS, 1000 * MS);
}

static void gone_means_no_client_connected(void **state) {
    (void)state;
    mns_connectivity connectivity;
    mns_connectivity_init(&connectivity);
    assert_true(mns_connectivity_gone(&connectivity, 0));
    assert_false(mns_connectivity_gone(&connectivity, 3600000 * MS));
    mns_connectivity_made(&connectivity);
    mns_connectivity_made(&connectivity);
    assert_int_equal(mns_connectivity_count(&connectivity), 2);
    assert_false(mns_connectivity_gone(&connectivity, 0));
    mns_connectivity_lost(&connectivity);
    assert_false(mns_connectivity_gone(&connectivity, 0));
    uint64_t before = connectivity.since;
    mns_connectivity_lost(&connectivity);
    assert_true(connectivity.since >= before);
    assert_true(mns_connectivity_gone(&connectivity, 0));
    mns_connectivity_release(&connectivity);
}

static void expect_told(mns_connectivity *connectivity, const char *before, const char *after) {
    mns_buf out;
    mns_buf_init(&out);
    mns_connectivity_describe(connectivity, &out);
    assert_int_equal(strncmp(out.data, before, strlen(before)), 0);
    assert_string_equal(out.data + out.size - strlen(after), after);
    mns_buf_release(&out);
}

static void attempts_are_described(void **state) {
    (void)state;
    mns_connectivity connectivity;
    mns_driver_error failure;
    mns_connectivity_init(&connectivity);
    expect_told(&connectivity, "tried 0 times in ", " s");
    mns_driver_error_set(&failure, MNS_OUTCOME_FAIL, true, "unreachable", "", "");
    mns_connectivity_failed(&connectivity, &failure);
    expect_told(&connectivity, "tried 1 time in ", " s; last error: unreachable");
    mns_driver_error_set(&failure, MNS_OUTCOME_FAIL, true, "unreachable", "", "no route\n");
    mns_connectivity_failed(&connectivity, &failure);
    expect_told(&connectivity, "tried 2 times in ", " s; last error: no route");
    mns_connectivity_made(&connectivity);
    expect_told(&connectivity, "tried 0 times in ", " s; last error: no route");
    mns_connectivity_release(&connectivity);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(delays_grow_to_a_second),
        cmocka_unit_test(gone_means_no_client_connected),
        cmocka_unit_test(attempts_are_described),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
