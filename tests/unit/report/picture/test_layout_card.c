/* test_layout_card.c - which transactions and micro-operations are drawn. */
#include "report/picture/picture_layout.h"

#include "unit/support/picture_support.h"

#define MOPS 6

typedef struct card_fixture {
    mns_doc_mop mops[MOPS];
    mns_doc_txn txn;
    mns_doc_witness witness;
    mns_arena arena;
} card_fixture;

static void card_open(card_fixture *f) {
    memset(f, 0, sizeof *f);
    static const char *const labels[MOPS] = {"a", "b", "c", "d", "e", "f"};
    for (uint32_t m = 0; m < MOPS; m++) {
        f->mops[m] = (mns_doc_mop){.label = labels[m], .shown = labels[m]};
    }
    f->txn = (mns_doc_txn){.mops = f->mops, .mop_count = MOPS, .mops_total = MOPS};
    f->witness = (mns_doc_witness){.txns = &f->txn, .txn_count = 1};
    mns_arena_init(&f->arena);
}

static void expect_rows(card_fixture *f, uint32_t rows, bool only, const char *expected) {
    mns_card card = mns_card_of(&f->arena, &f->witness, 0, rows, only);
    mns_buf text;
    mns_buf_init(&text);
    for (uint32_t r = 0; r < card.row_count; r++) {
        mns_buf_printf(&text, "%s%s", r > 0 ? "|" : "", card.rows[r].text);
    }
    assert_string_equal(text.data, expected);
    mns_buf_release(&text);
}

static void test_all_fit(void **state) {
    (void)state;
    card_fixture f;
    card_open(&f);
    expect_rows(&f, 6, false, "a|b|c|d|e|f");
    mns_arena_release(&f.arena);
}

/* Relevant ones are preferred, in their order; a row shows how many are omitted. */
static void test_some_fit(void **state) {
    (void)state;
    card_fixture f;
    card_open(&f);
    f.mops[4].matters = true;
    expect_rows(&f, 4, false, "a|b|e|… 3 more");
    expect_rows(&f, 4, true, "e|… 5 more");
    f.mops[4].matters = false;
    expect_rows(&f, 4, true, "a|b|c|… 3 more");
    f.txn.mops_total = 60; /* others are not in the document */
    expect_rows(&f, 8, false, "a|b|c|d|e|f|… 54 more");
    mns_arena_release(&f.arena);
}

static void test_row_boxes(void **state) {
    (void)state;
    card_fixture f;
    card_open(&f);
    mns_card card = mns_card_of(&f.arena, &f.witness, 0, 6, false);
    assert_string_equal(card.title, "T1 ok");
    card.box = (mns_box){100, 200, card.width, card.height};
    mns_box title = mns_card_row_box(&card, MNS_NONE), row = mns_card_row_box(&card, 5);
    assert_int_equal(row.y - title.y, 6 * MNS_ROW_HEIGHT);
    assert_true(row.y + row.height < card.box.y + card.box.height);
    assert_true(title.x > 100 && title.x + title.width < 100 + card.width);
    mns_box missing = mns_card_row_box(&card, 17);
    assert_int_equal(missing.y, title.y);
    mns_arena_release(&f.arena);
}

static void test_drawn(void **state) {
    (void)state;
    mns_drawn few = mns_drawn_of(16, 16, 8, 4), many = mns_drawn_of(17, 16, 8, 4);
    assert_int_equal(mns_drawn_place(&few, 15), 15);
    assert_int_equal(mns_drawn_place(&few, 16), MNS_NONE);
    assert_int_equal(mns_drawn_place(&many, 7), 7);
    assert_int_equal(mns_drawn_place(&many, 8), MNS_NONE);
    assert_int_equal(mns_drawn_place(&many, 12), MNS_NONE);
    assert_int_equal(mns_drawn_place(&many, 13), 8);
    assert_int_equal(mns_drawn_place(&many, 16), 11);
    assert_int_equal(mns_drawn_place(&many, MNS_NONE), MNS_NONE);
    for (uint32_t place = 0; place < 12; place++) {
        assert_int_equal(mns_drawn_place(&many, mns_drawn_position(&many, place)), place);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_all_fit),
        cmocka_unit_test(test_some_fit),
        cmocka_unit_test(test_row_boxes),
        cmocka_unit_test(test_drawn),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
