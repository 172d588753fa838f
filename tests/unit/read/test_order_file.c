/*
 * test_order_file.c - src/read/order_file.c: maps from indices to numbers, in both notations.
 */
#include <inttypes.h>
#include <stdio.h>

#include "read/order_file.h"
#include "support/units.h"

/* The entries as "3=1 7=2", or the first problem as "12: message". */
static char *show_file(const char *text) {
    mns_source source = {.data = text, .size = strlen(text)};
    mns_problems problems;
    mns_order_file file;
    mns_buf out;
    mns_problems_init(&problems);
    mns_buf_init(&out);
    minos_status status = mns_order_file_read(&file, &source, &problems);
    assert_int_equal(status, problems.total > 0 ? MINOS_EINPUT : MINOS_OK);
    for (size_t i = 0; status == MINOS_OK && i < file.count; i++) {
        const mns_order_entry *entry = &file.entries[i];
        mns_buf_printf(&out, "%s%" PRId64 "=%" PRId64, i > 0 ? " " : "", entry->index,
                       entry->number);
        assert_ptr_equal(mns_order_file_find(&file, entry->index), entry);
    }
    if (status != MINOS_OK) {
        mns_buf_printf(&out, "%u: %s", (unsigned)problems.items[0].offset,
                       problems.items[0].message);
        assert_non_null(problems.items[0].hint);
    }
    mns_order_file_release(&file);
    mns_problems_release(&problems);
    return mns_buf_take(&out, NULL);
}

static void expect_file(const char *text, const char *expected) {
    char *shown = show_file(text);
    assert_string_equal(shown, expected);
    free(shown);
}

static void expect_rejected(const char *text, unsigned offset, const char *message) {
    char *shown = show_file(text);
    char place[16];
    snprintf(place, sizeof place, "%u: ", offset);
    if (strncmp(shown, place, strlen(place)) != 0 || strstr(shown, message) == NULL) {
        fail_msg("%s: %s", text, shown);
    }
    free(shown);
}

static void both_notations_are_read(void **state) {
    (void)state;
    expect_file("{0 2, 1 1}", "0=2 1=1");
    expect_file("{\"0\": 2, \"1\": 1}", "0=2 1=1");
    expect_file("; a comment\n{ 7 -1\n 3 0 }\n", "3=0 7=-1");
    expect_file(" {\n\"-7\" : 1,\n\"12\" : 9223372036854775807}\n", "-7=1 12=9223372036854775807");
    expect_file("#_{1 1} {5N 1}", "5=1");
}

static void an_order_may_be_empty(void **state) {
    (void)state;
    expect_file("{}", "");
    expect_file(" { } ", "");
}

static void anything_else_is_rejected(void **state) {
    (void)state;
    expect_rejected("", 0, "must be a map");
    expect_rejected("[0 1]", 0, "must be a map");
    expect_rejected("{0 1", 0, "never closed");
    expect_rejected("{0 1 2}", 6, "a value for every key");
    expect_rejected("{:a 1}", 1, "an index must be a 64-bit integer");
    expect_rejected("{1.5 1}", 1, "an index must be a 64-bit integer");
    expect_rejected("{99999999999999999999 1}", 1, "an index must be a 64-bit integer");
    expect_rejected("{0 nil}", 3, "a position in the transaction order");
    expect_rejected("{0 -9223372036854775808}", 3, "a position in the transaction order");
    expect_rejected("{0 1} {1 2}", 6, "unexpected text");
    expect_rejected("{\"0\" 1}", 5, "expected ':'");
    expect_rejected("{\"a\": 1}", 1, "an index must be a 64-bit integer");
    expect_rejected("{\"\": 1}", 1, "an index must be a 64-bit integer");
    expect_rejected("{\"-\": 1}", 1, "an index must be a 64-bit integer");
    expect_rejected("{\"1 \": 1}", 1, "an index must be a 64-bit integer");
    expect_rejected("{\"0\": 1.5}", 6, "a position in the transaction order");
    expect_rejected("{\"0\": 1,}", 8, "expected a value");
}

/* Duplicate indices, and duplicate numbers. */
static void repeated_entries_are_rejected(void **state) {
    (void)state;
    expect_rejected("{0 1, 0 2}", 6, "duplicate index 0");
    expect_rejected("{0 1, 1 1}", 6, "the transactions 0 and 1 have the same number 1");
    expect_rejected("{\"5\": 3, \"4\": 2, \"3\": 3}", 17,
                    "the transactions 5 and 3 have the same number 3");
}

static void what_is_not_there_is_not_found(void **state) {
    (void)state;
    mns_order_entry entries[] = {{.index = -3}, {.index = 0}, {.index = 7}};
    mns_order_file file = {.entries = entries, .count = 3};
    for (int64_t index = -5; index < 10; index++) {
        mns_order_entry *expected = index == -3  ? &entries[0]
                                    : index == 0 ? &entries[1]
                                    : index == 7 ? &entries[2]
                                                 : NULL;
        assert_ptr_equal(mns_order_file_find(&file, index), expected);
    }
    file.count = 0;
    assert_null(mns_order_file_find(&file, 0));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(both_notations_are_read),
        cmocka_unit_test(an_order_may_be_empty),
        cmocka_unit_test(anything_else_is_rejected),
        cmocka_unit_test(repeated_entries_are_rejected),
        cmocka_unit_test(what_is_not_there_is_not_found),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
