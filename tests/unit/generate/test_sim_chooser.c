/*
 * test_sim_chooser.c - src/generate/random.h and chooser.c: the same numbers for the same seed, and
 * slots in the proportions they promise.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include "generate/chooser.h"
#include <cmocka.h>

enum { DRAWS = 100000 };

static void count(mns_distribution distribution, uint32_t slots, unsigned *counts) {
    mns_chooser chooser;
    mns_random random = mns_random_of(7, 1);
    assert_true(mns_chooser_init(&chooser, distribution, slots));
    for (int i = 0; i < DRAWS; i++) {
        uint32_t slot = mns_chooser_next(&chooser, &random);
        assert_true(slot < slots);
        counts[slot]++;
    }
    mns_chooser_release(&chooser);
}

static void numbers_are_those_of_splitmix64(void **state) {
    (void)state;
    mns_random random = {0};
    assert_true(mns_random_next(&random) == UINT64_C(0xe220a8397b1dcdaf));
    assert_true(mns_random_next(&random) == UINT64_C(0x6e789e6aa1b965f4));
}

static void streams_of_a_seed_differ(void **state) {
    (void)state;
    mns_random a = mns_random_of(1, 1);
    mns_random again = mns_random_of(1, 1);
    mns_random b = mns_random_of(1, 2);
    uint64_t first = mns_random_next(&a);
    assert_true(first == mns_random_next(&again));
    assert_true(first != mns_random_next(&b));
}

static void odds_are_kept_and_zero_draws_nothing(void **state) {
    (void)state;
    mns_random random = mns_random_of(3, 1);
    uint64_t before = random.state;
    assert_false(mns_random_hits(&random, mns_odds_of(0)));
    assert_true(random.state == before);
    unsigned hits = 0;
    for (int i = 0; i < DRAWS; i++) {
        hits += mns_random_hits(&random, mns_odds_of(0.25)) ? 1 : 0;
        assert_true(mns_random_hits(&random, mns_odds_of(1)));
    }
    assert_in_range(hits, DRAWS / 4 - 1000, DRAWS / 4 + 1000);
}

static void uniform_is_flat(void **state) {
    (void)state;
    unsigned counts[5] = {0};
    count(MNS_UNIFORM, 5, counts);
    for (int i = 0; i < 5; i++) {
        assert_in_range(counts[i], DRAWS / 5 - 1000, DRAWS / 5 + 1000);
    }
}

/* Of three slots: 1/7, 2/7, 4/7. */
static void exponential_doubles(void **state) {
    (void)state;
    unsigned counts[3] = {0};
    count(MNS_EXPONENTIAL, 3, counts);
    assert_in_range(counts[0], DRAWS / 7 - 1000, DRAWS / 7 + 1000);
    assert_in_range(counts[1], 2 * DRAWS / 7 - 1000, 2 * DRAWS / 7 + 1000);
    assert_in_range(counts[2], 4 * DRAWS / 7 - 1000, 4 * DRAWS / 7 + 1000);
    unsigned one = 0;
    count(MNS_EXPONENTIAL, 1, &one);
    assert_int_equal(one, DRAWS);
}

static void zipf_falls_with_the_rank(void **state) {
    (void)state;
    unsigned counts[4] = {0};
    count(MNS_ZIPF, 4, counts); /* 12, 6, 4, 3 of 25 */
    assert_in_range(counts[0], 48000 - 1000, 48000 + 1000);
    assert_in_range(counts[1], 24000 - 1000, 24000 + 1000);
    assert_in_range(counts[3], 12000 - 1000, 12000 + 1000);
    static unsigned many[1000000];
    count(MNS_ZIPF, 1000000, many);
    assert_true(many[0] > 1000);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(numbers_are_those_of_splitmix64),
        cmocka_unit_test(streams_of_a_seed_differ),
        cmocka_unit_test(odds_are_kept_and_zero_draws_nothing),
        cmocka_unit_test(uniform_is_flat),
        cmocka_unit_test(exponential_doubles),
        cmocka_unit_test(zipf_falls_with_the_rank),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
