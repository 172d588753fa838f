/*
 * test_sim_reveal.c - src/sim/reveal.c: which version a micro-operation is said to have written or
 * read, and when a transaction is said to have begun and ended.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include "sim/sim.h"
#include <cmocka.h>

static void a_read_has_the_number_of_what_it_saw(void **state) {
    (void)state;
    mns_key key = {.count = 5};
    mns_key other = {.count = 1};
    mns_sim_step steps[] = {{.key = &key, .prefix = 3, .own = true},
                            {.key = &key, .prefix = 0, .own = true},
                            {.key = &key, .prefix = 3, .own = true, .extra_count = 1},
                            {.key = &other, .write = true},
                            {.key = &key, .prefix = 2, .own = true},
                            {.key = &other, .prefix = 1, .own = true},
                            {.key = &other, .prefix = 1, .own = false}};
    static const uint64_t expected[] = {
        3, 0, MNS_UNNUMBERED, 0, 2, MNS_UNNUMBERED /* its own write, not committed yet */, 1};
    mns_session session = {.steps = steps, .step_count = MNS_COUNT_OF(steps)};
    for (size_t i = 0; i < MNS_COUNT_OF(steps); i++) {
        if (!steps[i].write) {
            mns_reveal_read(&session, i);
            assert_true(steps[i].version == expected[i]);
        }
    }
}

/* w1 r w2 r: the first write and the read of it are of no version of the store. */
static void the_last_write_of_a_key_has_a_number(void **state) {
    (void)state;
    mns_key key = {.count = 7};
    mns_key other = {.count = 9};
    mns_sim_step steps[] = {
        {.key = &key, .write = true}, {.key = &key, .own = true},
        {.key = &key, .write = true}, {.key = &key, .own = true},
        {.key = &key, .own = false},  {.key = &key, .own = true, .extra_count = 1},
        {.key = &other, .own = true}};
    mns_session session = {.steps = steps, .step_count = MNS_COUNT_OF(steps)};
    for (size_t i = 0; i < MNS_COUNT_OF(steps); i++) {
        steps[i].version = 100;
    }
    mns_reveal_write(&session, 0);
    assert_true(steps[0].version == MNS_UNNUMBERED && steps[1].version == 100);
    key.count = 8;
    mns_reveal_write(&session, 2);
    assert_true(steps[1].version == 100);
    assert_int_equal(steps[2].version, 8);
    assert_int_equal(steps[3].version, 8);
    assert_int_equal(steps[4].version, 100); /* a read that missed it */
    assert_int_equal(steps[5].version, 100); /* one with something else besides */
    assert_int_equal(steps[6].version, 100); /* another key */
}

static void a_start_stands_between_the_commits_it_sees_and_the_others(void **state) {
    (void)state;
    mns_sim sim = {.sites = {{{10, 0, 0}}}};
    mns_session fresh = {.begin = {{10, 0, 0}}, .reader = true};
    mns_session old = {.begin = {{4, 0, 0}}};
    mns_reveal_start(&sim, &fresh);
    mns_reveal_start(&sim, &old);
    mns_reveal_commit(&sim, &fresh);
    assert_true(fresh.start_ts < fresh.commit_ts);
    sim.sites[0].at[0] = 11;
    mns_reveal_commit(&sim, &old);
    assert_true(old.start_ts < fresh.start_ts && fresh.commit_ts < old.commit_ts);
    mns_session later = {.begin = {{11, 0, 0}}};
    mns_reveal_start(&sim, &later);
    assert_true(old.commit_ts < later.start_ts);
}

/* Sites share no snapshot, so the start is the begin of the transaction. */
static void sites_share_a_clock(void **state) {
    (void)state;
    mns_sim sim = {.config = {.reads = MNS_READS_SITE}, .sites = {{{3, 0, 0}}, {{0, 4, 0}}}};
    assert_int_equal(mns_sites_commits(&sim), 7);
    mns_session here = {.site = 0, .begin = sim.sites[0], .reader = true};
    mns_session there = {.site = 1, .begin = sim.sites[1], .reader = true};
    mns_reveal_start(&sim, &here);
    mns_reveal_start(&sim, &there);
    assert_true(here.start_ts == there.start_ts);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_read_has_the_number_of_what_it_saw),
        cmocka_unit_test(the_last_write_of_a_key_has_a_number),
        cmocka_unit_test(a_start_stands_between_the_commits_it_sees_and_the_others),
        cmocka_unit_test(sites_share_a_clock),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
