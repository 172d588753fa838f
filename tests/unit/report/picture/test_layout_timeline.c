/* test_layout_timeline.c - what must be true of every timeline, whatever is drawn. */
#include "report/picture/layout_timeline.h"

#include "unit/support/picture_support.h"

#define DOCUMENTS 400

typedef void check(const mns_timeline *timeline);

/* Runs a check over many documents. */
static void for_many(check *holds) {
    for (uint32_t seed = 1; seed <= DOCUMENTS; seed++) {
        picture_fixture f;
        picture_open(&f, seed, 1 + seed % 23, seed % 3 != 0);
        mns_arena arena;
        mns_arena_init(&arena);
        const mns_timeline *timeline = mns_timeline_layout(&arena, &f.document, &f.witness);
        assert_non_null(timeline);
        holds(timeline);
        mns_arena_release(&arena);
        picture_close(&f);
    }
}

static void events_ascend(const mns_timeline *timeline) {
    for (uint32_t e = 1; e < timeline->event_count; e++) {
        const mns_event *a = &timeline->events[e - 1], *b = &timeline->events[e];
        assert_true(a->at <= b->at);
        assert_true(a->x < b->x);
    }
}

static void bars_are_apart(const mns_timeline *timeline) {
    for (uint32_t i = 0; i < timeline->bar_count; i++) {
        for (uint32_t j = 0; j < i; j++) {
            assert_int_equal(mns_box_common(timeline->bars[i].box, timeline->bars[j].box, 0), 0);
        }
    }
}

static void bars_are_in_their_lanes(const mns_timeline *timeline) {
    for (uint32_t i = 0; i < timeline->bar_count; i++) {
        const mns_bar *bar = &timeline->bars[i];
        const mns_lane *lane = &timeline->lanes[bar->lane];
        assert_true(mns_doc_process_compare(&lane->process, &bar->txn->process) == 0);
        assert_true(bar->box.y > lane->box.y);
        assert_true(bar->box.y + bar->box.height < lane->box.y + lane->box.height);
        assert_true(bar->near || bar->box.width >= bar->card.width);
    }
    for (uint32_t i = 1; i < timeline->lane_count; i++) {
        assert_true(mns_doc_process_compare(&timeline->lanes[i - 1].process,
                                            &timeline->lanes[i].process) < 0);
    }
}

static void labels_are_apart(const mns_timeline *timeline) {
    for (uint32_t i = 0; i < timeline->arrow_count; i++) {
        for (uint32_t j = 0; j < i; j++) {
            mns_box a = timeline->arrows[i].label, b = timeline->arrows[j].label;
            assert_int_equal(mns_box_common(a, b, 0), 0);
        }
    }
}

static void all_is_inside(const mns_timeline *timeline) {
    int32_t width = timeline->width, height = timeline->height;
    for (uint32_t i = 0; i < timeline->bar_count; i++) {
        assert_true(picture_inside(timeline->bars[i].box, width, height));
    }
    for (uint32_t i = 0; i < timeline->lane_count; i++) {
        assert_true(picture_inside(timeline->lanes[i].box, width, height));
    }
    for (uint32_t i = 0; i < timeline->arrow_count; i++) {
        mns_box curve = mns_curve_box(&timeline->arrows[i].curve);
        assert_true(picture_inside(curve, width, height));
        assert_true(picture_inside(timeline->arrows[i].label, width, height));
    }
    for (uint32_t i = 0; i < timeline->tick_count; i++) {
        assert_true(picture_inside(timeline->ticks[i].box, width, height));
        assert_true(i == 0 || timeline->ticks[i - 1].x < timeline->ticks[i].x);
    }
    for (uint32_t i = 0; i < timeline->shade_count; i++) {
        assert_true(picture_inside(timeline->shades[i].box, width, height));
        assert_true(picture_inside(timeline->shades[i].name_box, width, height));
    }
}

static void test_events_ascend(void **state) {
    (void)state;
    for_many(events_ascend);
}

static void test_bars_are_apart(void **state) {
    (void)state;
    for_many(bars_are_apart);
}

static void test_bars_are_in_their_lanes(void **state) {
    (void)state;
    for_many(bars_are_in_their_lanes);
}

static void test_labels_are_apart(void **state) {
    (void)state;
    for_many(labels_are_apart);
}

static void test_all_is_inside(void **state) {
    (void)state;
    for_many(all_is_inside);
}

/* Of a long cycle the first and the last are drawn, and an arrow over the rest. */
static void test_long_cycle(void **state) {
    (void)state;
    picture_fixture f;
    picture_open(&f, 7, 500, true);
    mns_arena arena;
    mns_arena_init(&arena);
    const mns_timeline *timeline = mns_timeline_layout(&arena, &f.document, &f.witness);
    assert_non_null(timeline);
    assert_int_equal(timeline->txn_count, MNS_TIMELINE_HEAD + MNS_TIMELINE_TAIL);
    assert_int_equal(timeline->bars[MNS_TIMELINE_HEAD].card.place, 500 - MNS_TIMELINE_TAIL);
    assert_int_equal(timeline->arrow_count, MNS_TIMELINE_HEAD + MNS_TIMELINE_TAIL);
    const mns_arrow *gap = &timeline->arrows[timeline->arrow_count - 1];
    assert_null(gap->step);
    assert_string_equal(gap->text, "… 488 transactions more");
    mns_arena_release(&arena);
    picture_close(&f);
}

/* An info transaction may take effect whenever: its bar goes on, and others of its process do not
 * meet it. */
static void test_info_goes_on(void **state) {
    (void)state;
    mns_doc_txn txns[] = {{.type = MNS_TXN_INFO, .invoke = 0, .complete = 1, .process.number = 3},
                          {.type = MNS_TXN_OK, .invoke = 2, .complete = 3, .process.number = 3}};
    mns_doc_witness witness = {.txns = txns, .txn_count = 2};
    mns_document document = {0};
    mns_arena arena;
    mns_arena_init(&arena);
    const mns_timeline *timeline = mns_timeline_layout(&arena, &document, &witness);
    assert_non_null(timeline);
    assert_true(timeline->bars[0].goes_on);
    assert_int_equal(timeline->bars[0].box.x + timeline->bars[0].box.width, timeline->width);
    assert_int_equal(timeline->lane_count, 1);
    assert_int_equal(timeline->bars[1].row, 1);
    mns_arena_release(&arena);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_events_ascend),
        cmocka_unit_test(test_bars_are_apart),
        cmocka_unit_test(test_bars_are_in_their_lanes),
        cmocka_unit_test(test_labels_are_apart),
        cmocka_unit_test(test_all_is_inside),
        cmocka_unit_test(test_long_cycle),
        cmocka_unit_test(test_info_goes_on),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
