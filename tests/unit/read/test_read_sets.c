/*
 * test_read_sets.c - src/read/sets.c: sets in any notation, sorted, distinct and shared.
 */
#include "read/sets.h"
#include "support/units.h"

typedef struct fixture {
    mns_values values;
    mns_sets sets;
} fixture;

static void open_fixture(fixture *f) {
    memset(f, 0, sizeof *f);
    mns_values_init(&f->values);
}

static void close_fixture(fixture *f) {
    mns_sets_release(&f->sets);
    mns_values_release(&f->values);
}

static minos_status read_set(fixture *f, const char *text, bool json, uint32_t like, uint32_t *set,
                             uint32_t *count) {
    mns_lexer lexer;
    mns_token open;
    mns_lexer_init(&lexer, text, text + strlen(text), json);
    assert_true(mns_next(&lexer, &open));
    minos_status status = mns_sets_read(&f->sets, &f->values, &lexer, &open, like, set, count);
    assert_true((status == MINOS_EINPUT) == (lexer.error != NULL));
    return status;
}

/* The elements of a set in the order it keeps them. */
static void expect_set(const char *text, bool json, const char *expected, const char *duplicated) {
    fixture f;
    uint32_t set, count;
    mns_buf out;
    open_fixture(&f);
    mns_buf_init(&out);
    assert_int_equal(read_set(&f, text, json, MNS_NONE, &set, &count), MINOS_OK);
    assert_int_equal(set == MNS_NONE, count == 0);
    for (uint32_t i = 0; i < count; i++) {
        mns_value element = mns_sets_elements(&f.sets, set)[i];
        mns_buf_printf(&out, "%s%s", i > 0 ? " " : "", unit_value(&f.values, element));
        assert_int_equal(mns_set_find(mns_sets_elements(&f.sets, set), count, element), i);
    }
    assert_string_equal(out.data == NULL ? "" : out.data, expected);
    if (count > 0) {
        mns_value twice = f.sets.items[set].duplicated;
        assert_string_equal(twice == MNS_VALUE_NONE ? "" : unit_value(&f.values, twice),
                            duplicated);
    }
    mns_buf_release(&out);
    close_fixture(&f);
}

static void notations_are_alike(void **state) {
    (void)state;
    expect_set("#{1 2 3}", false, "1 2 3", "");
    expect_set("[3 1 2]", false, "1 2 3", "");
    expect_set("(2 3 1)", false, "1 2 3", "");
    expect_set("[2, 3, 1]", true, "1 2 3", "");
    expect_set("#{:b :a}", false, ":b :a", ""); /* by reference */
    expect_set("#{[1 2] \"x\" nil}", false, "[1 2] \"x\" nil", "");
}

static void empty_sets_are_none(void **state) {
    (void)state;
    expect_set("#{}", false, "", "");
    expect_set("[]", true, "", "");
}

static void repeated_elements_are_noticed(void **state) {
    (void)state;
    expect_set("[1 2 1]", false, "1 2", "1");
    expect_set("[2, 2, 1, 2]", true, "1 2", "2");
    expect_set("[5 5N 005]", false, "5", "5");
    expect_set("[1 1.0]", false, "1.0 1", ""); /* two numbers */
}

/* Reads of the same set one after the other cost one set, and are told by one comparison. */
static void equal_sets_are_shared(void **state) {
    (void)state;
    fixture f;
    uint32_t first, second, third, fourth, count;
    open_fixture(&f);
    assert_int_equal(read_set(&f, "#{1 2 3}", false, MNS_NONE, &first, &count), MINOS_OK);
    assert_int_equal(read_set(&f, "[3 2 1]", false, first, &second, &count), MINOS_OK);
    assert_int_equal(second, first);
    assert_int_equal(f.sets.element_count, 3);
    assert_int_equal(read_set(&f, "#{1 2 4}", false, first, &third, &count), MINOS_OK);
    assert_int_not_equal(third, first);
    assert_int_equal(read_set(&f, "#{1 2}", false, first, &third, &count), MINOS_OK);
    assert_int_not_equal(third, first);
    /* One that repeats an element is another, in either order. */
    assert_int_equal(read_set(&f, "[1 2 3 3]", false, first, &fourth, &count), MINOS_OK);
    assert_int_equal(count, 3);
    assert_int_not_equal(fourth, first);
    assert_int_equal(read_set(&f, "#{1 2 3}", false, fourth, &third, &count), MINOS_OK);
    assert_int_not_equal(third, fourth);
    close_fixture(&f);
}

static void elements_are_found(void **state) {
    (void)state;
    static const mns_value elements[] = {2, 4, 9, 20};
    for (mns_value e = 0; e < 25; e++) {
        uint32_t expected = e == 2 ? 0 : e == 4 ? 1 : e == 9 ? 2 : e == 20 ? 3 : MNS_NONE;
        assert_int_equal(mns_set_find(elements, 4, e), expected);
    }
    assert_int_equal(mns_set_find(NULL, 0, 5), MNS_NONE);
}

static void large_sets_come_in_any_order(void **state) {
    (void)state;
    enum { COUNT = 50000 };
    mns_buf text;
    mns_buf_init(&text);
    mns_buf_char(&text, '[');
    for (uint32_t i = 0; i < COUNT; i++) {
        mns_buf_printf(&text, "%u ", (unsigned)((uint64_t)i * 30011 % COUNT)); /* a permutation */
    }
    mns_buf_char(&text, ']');
    fixture f;
    uint32_t set, count;
    open_fixture(&f);
    assert_int_equal(read_set(&f, text.data, false, MNS_NONE, &set, &count), MINOS_OK);
    assert_int_equal(count, COUNT);
    for (uint32_t i = 1; i < COUNT; i++) {
        assert_true(mns_sets_elements(&f.sets, set)[i - 1] < mns_sets_elements(&f.sets, set)[i]);
    }
    close_fixture(&f);
    mns_buf_release(&text);
}

static void malformed_sets_leave_nothing(void **state) {
    (void)state;
    static const char *const wrong[] = {"#{1 2", "#{1 2]", "#{1 {}}", "[1 #{2}]", "[1x]"};
    for (size_t i = 0; i < MNS_COUNT_OF(wrong); i++) {
        fixture f;
        uint32_t set, count;
        open_fixture(&f);
        assert_int_equal(read_set(&f, wrong[i], false, MNS_NONE, &set, &count), MINOS_EINPUT);
        assert_int_equal(f.sets.count, 0);
        close_fixture(&f);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(notations_are_alike),
        cmocka_unit_test(empty_sets_are_none),
        cmocka_unit_test(repeated_elements_are_noticed),
        cmocka_unit_test(equal_sets_are_shared),
        cmocka_unit_test(elements_are_found),
        cmocka_unit_test(large_sets_come_in_any_order),
        cmocka_unit_test(malformed_sets_leave_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
