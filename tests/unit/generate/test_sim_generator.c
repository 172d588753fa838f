/*
 * test_sim_generator.c - src/generate/generator.c: lengths within bounds, every write of a key with
 * a value of its own, keys that are replaced after their share of writes.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include "generate/generator.h"
#include <cmocka.h>

static const mns_generator_shape usual = {.kind = MNS_GENERATE_LIST_APPEND,
                                          .distribution = MNS_UNIFORM,
                                          .keys = 3,
                                          .min_length = 2,
                                          .max_length = 5,
                                          .max_writes_per_key = 4,
                                          .read_fraction = 0.5,
                                          .min_increment = 1,
                                          .max_increment = 5,
                                          .seed = 1};

static void lengths_are_within_bounds(void **state) {
    (void)state;
    mns_generator generator;
    assert_true(mns_generator_init(&generator, &usual));
    unsigned seen[6] = {0};
    for (int i = 0; i < 1000; i++) {
        uint32_t length = mns_generator_length(&generator);
        assert_in_range(length, 2, 5);
        seen[length]++;
    }
    for (int length = 2; length <= 5; length++) {
        assert_true(seen[length] > 150);
    }
    mns_generator_release(&generator);
}

static void each_write_of_a_key_has_the_next_value(void **state) {
    (void)state;
    enum { KEYS = 2000 };
    static int64_t last[KEYS];
    mns_generator generator;
    assert_true(mns_generator_init(&generator, &usual));
    for (int i = 0; i < 4000; i++) {
        mns_generated_mop mop = mns_generator_next(&generator);
        assert_in_range(mop.slot, 0, 2);
        assert_in_range(mop.key, 0, KEYS - 1);
        if (mop.write) {
            assert_int_equal(mop.value, last[mop.key] + 1);
            last[mop.key] = mop.value;
        }
        assert_in_range(last[mop.key], 0, 4);
    }
    assert_true(generator.next_key > 400); /* 2,000 writes, 4 each */
    mns_generator_release(&generator);
}

static void a_fraction_of_one_only_reads(void **state) {
    (void)state;
    mns_generator_shape shape = usual;
    shape.read_fraction = 1;
    mns_generator generator;
    assert_true(mns_generator_init(&generator, &shape));
    for (int i = 0; i < 1000; i++) {
        assert_false(mns_generator_next(&generator).write);
    }
    assert_int_equal(generator.next_key, 3);
    mns_generator_release(&generator);
}

/* Every increment of the range is drawn, none beyond it. */
static void expect_increments(int32_t least, int32_t greatest) {
    mns_generator_shape shape = usual;
    shape.kind = MNS_GENERATE_COUNTER;
    shape.min_increment = least;
    shape.max_increment = greatest;
    mns_generator generator;
    assert_true(mns_generator_init(&generator, &shape));
    unsigned seen[16] = {0};
    for (int i = 0; i < 2000; i++) {
        mns_generated_mop mop = mns_generator_next(&generator);
        if (mop.write) {
            assert_true(mop.value >= least && mop.value <= greatest);
            seen[mop.value - least]++;
        }
    }
    for (int32_t i = 0; i <= greatest - least; i++) {
        assert_true(seen[i] > 20);
    }
    mns_generator_release(&generator);
}

static void counters_take_steps_of_a_range(void **state) {
    (void)state;
    expect_increments(1, 5);
    expect_increments(1, 1);
    expect_increments(-3, 2);
}

static void names_end(void **state) {
    (void)state;
    assert_string_equal(mns_generator_kind_name(MNS_GENERATE_LIST_APPEND), "list-append");
    assert_string_equal(mns_generator_kind_name(MNS_GENERATE_COUNTER), "counter");
    assert_null(mns_generator_kind_name(MNS_GENERATOR_KIND_COUNT));
    assert_string_equal(mns_distribution_name(MNS_ZIPF), "zipf");
    assert_null(mns_distribution_name(MNS_DISTRIBUTION_COUNT));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lengths_are_within_bounds),
        cmocka_unit_test(each_write_of_a_key_has_the_next_value),
        cmocka_unit_test(a_fraction_of_one_only_reads),
        cmocka_unit_test(counters_take_steps_of_a_range),
        cmocka_unit_test(names_end),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
