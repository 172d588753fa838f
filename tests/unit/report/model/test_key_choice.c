/*
 * test_key_choice.c - src/report/model/key_choice.c: which versions and readers are shown.
 */
#include "report/model/key_versions.h"
#include "support/units.h"

/* Places as text, those that matter with a star. */
static void expect_choice(uint32_t last_place, const uint32_t *places, uint32_t count,
                          const char *expected) {
    static mns_key_view view;
    mns_buf text;
    mns_buf_init(&text);
    view = (mns_key_view){.last_place = last_place};
    mns_key_choose(&view, places, count);
    for (uint32_t i = 0; i < view.version_count; i++) {
        mns_buf_printf(&text, "%s%lu%s", i > 0 ? " " : "", (unsigned long)view.versions[i].place,
                       view.versions[i].matters ? "*" : "");
        assert_ptr_equal(mns_key_version_at(&view, view.versions[i].place), &view.versions[i]);
    }
    assert_string_equal(text.data, expected);
    mns_buf_release(&text);
}

static void what_matters_and_what_is_near(void **state) {
    (void)state;
    static const uint32_t places[] = {50, 1, 100, 52, 50};
    expect_choice(0, NULL, 0, "0");
    expect_choice(3, NULL, 0, "0 1 2 3");
    expect_choice(3, places + 1, 1, "0 1* 2 3");
    expect_choice(100, places, 5, "0 1* 2 3 48 49 50* 51 52* 53 54 98 99 100*");
    expect_choice(100000, places, 1, "0 48 49 50* 51 52 100000");
    expect_choice(UINT32_MAX - 2, NULL, 0, "0 4294967293");
}

static void there_is_room_for_what_matters(void **state) {
    (void)state;
    static mns_key_view view;
    uint32_t places[MNS_LIMIT_FOCAL + MNS_LIMIT_STRAYS], matter = 0;
    for (uint32_t i = 0; i < MNS_COUNT_OF(places); i++) {
        places[i] = 1000 - 10 * i;
    }
    view = (mns_key_view){.last_place = 2000};
    mns_key_choose(&view, places, MNS_COUNT_OF(places));
    assert_int_equal(view.version_count, MNS_LIMIT_DOC_VERSIONS);
    for (uint32_t i = 0; i < view.version_count; i++) {
        matter += view.versions[i].matters;
        assert_true(i == 0 || view.versions[i - 1].place < view.versions[i].place);
    }
    assert_int_equal(matter, MNS_COUNT_OF(places));
    assert_non_null(mns_key_version_at(&view, 0));
    assert_non_null(mns_key_version_at(&view, 2000));
    assert_null(mns_key_version_at(&view, 1999));
    assert_null(mns_key_version_at(&view, MNS_NONE));
    assert_null(mns_key_version_at(&view, MNS_DISPUTED));
}

static void named_readers_come_first(void **state) {
    (void)state;
    mns_key_version version = {.last = MNS_NONE};
    mns_key_name_reader(&version, 50);
    mns_key_name_reader(&version, 50);
    for (uint32_t txn = 40; txn < 60; txn++) {
        mns_key_count_reader(&version, txn);
        mns_key_count_reader(&version, txn);
    }
    static const uint32_t expected[] = {50, 40, 41, 42, 43};
    assert_int_equal(version.reader_total, 20);
    assert_int_equal(version.reader_count, MNS_LIMIT_DOC_READERS);
    assert_memory_equal(version.readers, expected, sizeof expected);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_matters_and_what_is_near),
        cmocka_unit_test(there_is_room_for_what_matters),
        cmocka_unit_test(named_readers_come_first),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
