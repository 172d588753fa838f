/* test_layout_cycle.c - what must be true of every ring and of every cycle in rows. */
#include "report/picture/layout_cycle.h"

#include "unit/support/picture_support.h"

static void check_cycle(const mns_cycle *cycle) {
    for (uint32_t c = 0; c < cycle->card_count; c++) {
        const mns_arrow *arrow = &cycle->arrows[c];
        assert_true(picture_inside(cycle->cards[c].box, cycle->width, cycle->height));
        assert_true(picture_inside(arrow->label, cycle->width, cycle->height));
        assert_true(picture_inside(mns_curve_box(&arrow->curve), cycle->width, cycle->height));
        for (uint32_t d = 0; d < cycle->card_count; d++) {
            mns_box card = cycle->cards[d].box, label = cycle->arrows[d].label;
            assert_true(c == d || mns_box_common(cycle->cards[c].box, card, 0) == 0);
            assert_true(c == d || mns_box_common(arrow->label, label, 0) == 0);
            assert_int_equal(mns_box_common(card, arrow->label, 0), 0);
        }
    }
}

static void test_nothing_meets(void **state) {
    (void)state;
    for (uint32_t seed = 1; seed <= 300; seed++) {
        picture_fixture f;
        picture_open(&f, seed, 2 + seed % 29, true);
        mns_arena arena;
        mns_arena_init(&arena);
        const mns_cycle *cycle = mns_cycle_layout(&arena, &f.witness);
        assert_non_null(cycle);
        check_cycle(cycle);
        mns_arena_release(&arena);
        picture_close(&f);
    }
}

/* The first is at the top, the others follow clockwise. */
static void test_ring_is_clockwise(void **state) {
    (void)state;
    picture_fixture f;
    picture_open(&f, 3, 4, true);
    mns_arena arena;
    mns_arena_init(&arena);
    const mns_cycle *cycle = mns_cycle_layout(&arena, &f.witness);
    assert_non_null(cycle);
    const mns_card *cards = cycle->cards;
    assert_true(cards[0].box.y < cards[1].box.y && cards[0].box.y < cards[3].box.y);
    assert_true(cards[1].box.x > cards[0].box.x && cards[3].box.x < cards[0].box.x);
    assert_true(cards[2].box.y > cards[1].box.y);
    mns_arena_release(&arena);
    picture_close(&f);
}

static void test_long_cycle(void **state) {
    (void)state;
    picture_fixture f;
    picture_open(&f, 5, 1000, true);
    mns_arena arena;
    mns_arena_init(&arena);
    const mns_cycle *cycle = mns_cycle_layout(&arena, &f.witness);
    assert_non_null(cycle);
    assert_int_equal(cycle->card_count, MNS_CYCLE_HEAD + MNS_CYCLE_TAIL + 1);
    assert_null(cycle->cards[MNS_CYCLE_HEAD].txn);
    assert_string_equal(cycle->cards[MNS_CYCLE_HEAD].title, "… 977 transactions more");
    assert_null(cycle->arrows[MNS_CYCLE_HEAD - 1].step);
    assert_null(cycle->arrows[MNS_CYCLE_HEAD].step);
    assert_non_null(cycle->arrows[MNS_CYCLE_HEAD + 1].step);
    check_cycle(cycle);
    mns_arena_release(&arena);
    picture_close(&f);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_nothing_meets),
        cmocka_unit_test(test_ring_is_clockwise),
        cmocka_unit_test(test_long_cycle),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
