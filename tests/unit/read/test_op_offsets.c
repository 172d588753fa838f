/*
 * test_op_offsets.c - src/read/op_offsets.c: every start is found again, near, far and across
 * blocks.
 */
#include "read/op_offsets.h"
#include "support/units.h"

enum { PLACES = 1000 };

/* Most gaps are small, some are just what two bytes hold, some far more. */
static uint64_t draw_gap(uint64_t *dice) {
    static const uint64_t gaps[] = {0, 1, 80, 65533, 65534, 65535, 65536, (uint64_t)1 << 33};
    return unit_random(dice, 4) > 0 ? 1 + unit_random(dice, 300)
                                    : gaps[unit_random(dice, MNS_COUNT_OF(gaps))];
}

static void expect_places(const mns_op_offsets *places, const uint64_t *offsets, uint32_t count) {
    assert_int_equal(places->count, count);
    for (uint32_t i = count; i-- > 0;) {
        assert_true(mns_op_offsets_get(places, i) == offsets[i]);
    }
}

static void every_place_is_found(void **state) {
    (void)state;
    uint64_t dice = 1, offsets[PLACES], at = 5;
    mns_op_offsets places = {0};
    for (uint32_t i = 0; i < PLACES; i++) {
        at += draw_gap(&dice);
        offsets[i] = at;
        assert_true(mns_op_offsets_add(&places, at));
    }
    expect_places(&places, offsets, PLACES);
    mns_op_offsets_release(&places);
}

/* Appended in pieces of every size, so that blocks begin everywhere. */
static void appended_places_are_found(void **state) {
    (void)state;
    for (uint32_t piece = 1; piece < 200; piece += 7) {
        uint64_t dice = piece, offsets[PLACES], at = 0;
        mns_op_offsets places = {0}, others = {0};
        for (uint32_t i = 0; i < PLACES; i++) {
            at += draw_gap(&dice);
            offsets[i] = at;
            assert_true(mns_op_offsets_add(&others, at));
            if (others.count == piece || i + 1 == PLACES) {
                assert_true(mns_op_offsets_append(&places, &others));
                mns_op_offsets_release(&others);
            }
        }
        expect_places(&places, offsets, PLACES);
        mns_op_offsets_release(&places);
    }
}

/* Not that a text has any, but nothing depends on it. */
static void places_may_go_back(void **state) {
    (void)state;
    static const uint64_t offsets[] = {1000, 10, 70000, 69999, 0};
    mns_op_offsets places = {0};
    for (size_t i = 0; i < MNS_COUNT_OF(offsets); i++) {
        assert_true(mns_op_offsets_add(&places, offsets[i]));
    }
    expect_places(&places, offsets, MNS_COUNT_OF(offsets));
    mns_op_offsets_release(&places);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_place_is_found),
        cmocka_unit_test(appended_places_are_found),
        cmocka_unit_test(places_may_go_back),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
