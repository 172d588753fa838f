/*
 * test_spelling.c - src/core/spelling.c: when two spellings are one name, and which name is
 * nearest.
 */
#include <setjmp.h>
#include <stdarg.h>

#include "core/spelling.h"
#include <cmocka.h>

static mns_spelling spell(const char *name) {
    mns_spelling spelling;
    mns_spelling_init(&spelling, name, strlen(name));
    return spelling;
}

static void spellings_of_one_name(void **state) {
    (void)state;
    static const char *const same[] = {"repeatable-read", "Repeatable Read", "REPEATABLE_READ",
                                       ":repeatable-read"};
    static const char *const others[] = {
        "", ":", "repeatable", "repeatable-reads", "repeatableread", "::repeatable-read"};
    for (size_t i = 0; i < MNS_COUNT_OF(same); i++) {
        mns_spelling spelling = spell(same[i]);
        assert_true(mns_spelling_is(&spelling, "repeatable-read"));
    }
    for (size_t i = 0; i < MNS_COUNT_OF(others); i++) {
        mns_spelling spelling = spell(others[i]);
        assert_false(mns_spelling_is(&spelling, "repeatable-read"));
    }
}

static const char *nearest(const char *name) {
    static const char *const names[] = {"serializable", "snapshot-isolation", "read-committed",
                                        "read-uncommitted"};
    mns_spelling spelling = spell(name);
    assert_null(spelling.nearest);
    for (size_t i = 0; i < MNS_COUNT_OF(names); i++) {
        mns_spelling_offer(&spelling, names[i]);
    }
    return spelling.nearest;
}

static void the_nearest_name(void **state) {
    (void)state;
    assert_string_equal(nearest("serialisable"), "serializable");
    assert_string_equal(nearest("READ COMITTED"), "read-committed");
    assert_string_equal(nearest("read-uncomitted"), "read-uncommitted");
    assert_string_equal(nearest("snapshot"), "snapshot-isolation"); /* only begun */
    assert_string_equal(nearest("rea"), "read-committed");
    assert_string_equal(nearest("serialziable"), "serializable"); /* swapped letters are one edit */
    assert_string_equal(nearest("seirlaizabel"), "serializable");
}

static void far_names_have_no_neighbour(void **state) {
    (void)state;
    assert_null(nearest("zyxwvutsrqpo"));
    assert_null(nearest("foo"));
    assert_null(nearest("zzz"));
    assert_null(nearest("re")); /* too short a beginning */
    assert_null(nearest("r"));
    assert_null(nearest(""));
    mns_spelling spelling = spell("jsn");
    mns_spelling_offer(&spelling, "jasong"); /* three edits of three letters */
    assert_null(spelling.nearest);
    mns_spelling_offer(&spelling, "json");
    assert_string_equal(spelling.nearest, "json");
}

/* A name that is too long is compared by its prefix, and equals no name. */
static void long_names_are_cut(void **state) {
    (void)state;
    char name[1000];
    memset(name, 'a', sizeof name);
    mns_spelling spelling;
    mns_spelling_init(&spelling, name, sizeof name);
    assert_true(spelling.cut);
    assert_int_equal(spelling.size, MNS_SPELLING_LIMIT);
    name[MNS_SPELLING_LIMIT] = '\0';
    assert_false(mns_spelling_is(&spelling, name));
    mns_spelling_init(&spelling, name, MNS_SPELLING_LIMIT);
    assert_true(mns_spelling_is(&spelling, name));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(spellings_of_one_name),
        cmocka_unit_test(the_nearest_name),
        cmocka_unit_test(far_names_have_no_neighbour),
        cmocka_unit_test(long_names_are_cut),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
