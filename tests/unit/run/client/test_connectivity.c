/*
 * test_connectivity.c - src/run/client/connectivity.c: who is connected, what was tried, how long to wait.
 */
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
        uint64_t delay = mns_contact_delay_ns(failures, &random);
        assert_in_range(delay, most / 2, most);
        assert_int_equal(delay, mns_contact_delay_ns(failures, &same)); /* by the seed */
        differs = differs || delay != mns_contact_delay_ns(failures, &other);
        most = 2 * most < 1000 * MS ? 2 * most : 1000 * MS;
    }
    assert_true(differs);
    assert_in_range(mns_contact_delay_ns(UINT32_MAX, &random), 500 * MS, 1000 * MS);
}

static void gone_is_when_nobody_is_connected(void **state) {
    (void)state;
    mns_contact contact;
    mns_contact_init(&contact);
    assert_true(mns_contact_gone(&contact, 0));
    assert_false(mns_contact_gone(&contact, 3600000 * MS));
    mns_contact_made(&contact);
    mns_contact_made(&contact);
    assert_int_equal(mns_contact_count(&contact), 2);
    assert_false(mns_contact_gone(&contact, 0));
    mns_contact_lost(&contact);
    assert_false(mns_contact_gone(&contact, 0));
    uint64_t before = contact.since;
    mns_contact_lost(&contact);
    assert_true(contact.since >= before);
    assert_true(mns_contact_gone(&contact, 0));
    mns_contact_release(&contact);
}

static void expect_told(mns_contact *contact, const char *before, const char *after) {
    mns_buf out;
    mns_buf_init(&out);
    mns_contact_tell(contact, &out);
    assert_int_equal(strncmp(out.data, before, strlen(before)), 0);
    assert_string_equal(out.data + out.size - strlen(after), after);
    mns_buf_release(&out);
}

static void what_was_tried_is_told(void **state) {
    (void)state;
    mns_contact contact;
    mns_trouble trouble;
    mns_contact_init(&contact);
    expect_told(&contact, "tried 0 times in ", " s");
    mns_trouble_set(&trouble, MNS_OUTCOME_FAIL, true, "unreachable", "", "");
    mns_contact_failed(&contact, &trouble);
    expect_told(&contact, "tried 1 time in ", " s; the last answer was: unreachable");
    mns_trouble_set(&trouble, MNS_OUTCOME_FAIL, true, "unreachable", "", "no route\n");
    mns_contact_failed(&contact, &trouble);
    expect_told(&contact, "tried 2 times in ", " s; the last answer was: no route");
    mns_contact_made(&contact);
    expect_told(&contact, "tried 0 times in ", " s; the last answer was: no route");
    mns_contact_release(&contact);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(delays_grow_to_a_second),
        cmocka_unit_test(gone_is_when_nobody_is_connected),
        cmocka_unit_test(what_was_tried_is_told),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
