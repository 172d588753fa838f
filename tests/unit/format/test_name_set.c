/*
 * test_name_set.c - src/format/name_set.c: a set of byte strings.
 */
#include <stdio.h>

#include "format/name_set.h"
#include "support/units.h"

static void names_differ_by_any_byte(void **state) {
    (void)state;
    static const struct {
        const char *bytes;
        size_t size;
    } names[] = {{"", 0}, {"a", 1}, {"a\0", 2}, {"a\0b", 3}, {"ab", 2}, {"\0", 1}};
    mns_name_set set;
    bool added;
    mns_name_set_init(&set);
    for (size_t i = 0; i < MNS_COUNT_OF(names); i++) {
        assert_false(mns_name_set_has(&set, names[i].bytes, names[i].size));
        assert_true(mns_name_set_add(&set, names[i].bytes, names[i].size, &added));
        assert_true(added);
        assert_true(mns_name_set_has(&set, names[i].bytes, names[i].size));
    }
    assert_true(mns_name_set_add(&set, "ab", 2, &added));
    assert_false(added);
    assert_int_equal(set.count, MNS_COUNT_OF(names));
    mns_name_set_release(&set);
}

static void many_names_are_kept(void **state) {
    (void)state;
    mns_name_set set;
    mns_name_set_init(&set);
    for (int i = 0; i < 20000; i++) {
        char name[16];
        bool added;
        size_t size = (size_t)snprintf(name, sizeof name, "%d", i % 10000);
        assert_true(mns_name_set_add(&set, name, size, &added));
        assert_int_equal(added, i < 10000);
    }
    assert_true(mns_name_set_has(&set, "9999", 4));
    assert_false(mns_name_set_has(&set, "10000", 5));
    mns_name_set_release(&set);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(names_differ_by_any_byte),
        cmocka_unit_test(many_names_are_kept),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
