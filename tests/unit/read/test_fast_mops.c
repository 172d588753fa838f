/*
 * test_fast_mops.c - src/read/fast_mops.c: what it accepts it reads as mop_reader.h does, and what
 * it rejects leaves no row.
 */
#include <stdio.h>

#include "read/fast_mops.h"
#include "support/units.h"

/* Text near the end is rejected. */
#define MARGIN "}                                                                "

typedef struct fixture {
    mns_source source;
    mns_problems problems;
    mns_tables tables[2]; /* slow path, fast path */
    mns_mop_reader readers[2];
    mns_fast_mops fast;
} fixture;

static void open_fixture(fixture *f, mns_workload workload, bool json) {
    memset(f, 0, sizeof *f);
    for (int i = 0; i < 2; i++) {
        mns_tables_init(&f->tables[i]);
        f->readers[i] = (mns_mop_reader){.tables = &f->tables[i],
                                         .workload = workload,
                                         .source = &f->source,
                                         .problems = &f->problems,
                                         .json = json};
    }
}

static void close_fixture(fixture *f) {
    mns_fast_mops_release(&f->fast);
    for (int i = 0; i < 2; i++) {
        mns_mop_reader_release(&f->readers[i]);
        mns_tables_release(&f->tables[i]);
    }
    mns_problems_release(&f->problems);
}

static void set_text(fixture *f, const char *text) {
    f->source.data = text;
    f->source.size = strlen(text);
    f->readers[1].end = text + f->source.size;
    mns_fast_mops_release(&f->fast);
    mns_fast_mops_init(&f->fast, &f->readers[1], text);
}

static void expect_same_rows(const fixture *f, uint32_t first, uint32_t count) {
    const mns_mops *a = &f->tables[0].mops, *b = &f->tables[1].mops;
    assert_int_equal(a->count, b->count);
    for (uint32_t m = first; m < first + count; m++) {
        assert_int_equal(a->function[m], b->function[m]);
        assert_int_equal(a->key[m], b->key[m]);
        assert_int_equal(f->tables[0].keys.name[a->key[m]], f->tables[1].keys.name[b->key[m]]);
        assert_int_equal(a->value[m], b->value[m]);
        assert_int_equal(a->content[m], b->content[m]);
        if (a->content[m] != MNS_NONE) {
            assert_memory_equal(f->tables[0].spines.items[a->content[m]].elements,
                                f->tables[1].spines.items[b->content[m]].elements,
                                a->value[m] * sizeof(mns_value));
        }
    }
}

/* The text stays, as spines point into it. */
static void expect_accepted(fixture *f, const char *text, mns_reading reading) {
    uint32_t before = f->tables[0].mops.count, by_tokens, fast_count;
    bool failed;
    set_text(f, text);
    assert_int_equal(mns_mops_read(&f->readers[0], text, text + strlen(text), reading, &by_tokens),
                     MINOS_OK);
    const char *end = mns_fast_mops_read(&f->fast, text, reading, &fast_count, &failed);
    if (end == NULL) {
        fail_msg("rejected: %s", text);
    }
    assert_int_equal(*end, '}');
    assert_int_equal(fast_count, by_tokens);
    expect_same_rows(f, before, by_tokens);
}

static void expect_rejected(fixture *f, const char *text, mns_reading reading) {
    uint32_t before = f->tables[1].mops.count, count;
    bool failed;
    set_text(f, text);
    if (mns_fast_mops_read(&f->fast, text, reading, &count, &failed) != NULL) {
        fail_msg("accepted: %s", text);
    }
    assert_false(failed);
    assert_int_equal(f->tables[1].mops.count, before);
}

static void lists(void **state) {
    (void)state;
    static const char *const texts[] = {"[[:append 3 7]]" MARGIN,
                                        "[[:r 3 nil]]" MARGIN,
                                        "[[:r 3 []] [:r 3 [7]]]" MARGIN,
                                        "[[:r 3,[7 8]],[:append 3,9]]" MARGIN,
                                        "[[:r  3  [7 8 9]]   [:r 4 [0]]]" MARGIN,
                                        "[[:r 3 [7 8 9 10 11 1234567]]]" MARGIN,
                                        "[[:r 3 [7]] [:r 3 [7 8]]]" MARGIN,
                                        "[[:r 3 [7, 8, 9]]]" MARGIN};
    fixture f;
    open_fixture(&f, MNS_LIST_APPEND, false);
    for (size_t i = 0; i + 1 < MNS_COUNT_OF(texts); i++) {
        expect_accepted(&f, texts[i], i % 2 == 0 ? MNS_READING_OK : MNS_READING_UNSURE);
    }
    expect_rejected(&f, texts[MNS_COUNT_OF(texts) - 1], MNS_READING_OK); /* in other bytes */
    close_fixture(&f);
}

static void lists_in_json(void **state) {
    (void)state;
    fixture f;
    open_fixture(&f, MNS_LIST_APPEND, true);
    expect_accepted(&f, "[[\"append\",3,7],[\"r\",3,null],[\"r\",4,[]]]" MARGIN, MNS_READING_OK);
    expect_accepted(&f, "[[\"r\", 3, [7, 8]], [\"r\", 3, [7, 8, 9]]]" MARGIN, MNS_READING_OK);
    expect_rejected(&f, "[[\"r\" 3 [7]]]" MARGIN, MNS_READING_OK);
    expect_rejected(&f, "[[\"r\",3,[7 8]]]" MARGIN, MNS_READING_OK);
    expect_rejected(&f, "[[\"r\",3,nil]]" MARGIN, MNS_READING_OK);
    expect_rejected(&f, "[[\"r\",3,[7,]]]" MARGIN, MNS_READING_OK);
    expect_rejected(&f, "[[\"r\",3,[7,8],]]" MARGIN, MNS_READING_OK);
    close_fixture(&f);
}

/* Integers of 64 bits, as hashes are; what only begins like one is left to the tokens. */
static void large_integers(void **state) {
    (void)state;
    static const char *const wrong[] = {
        "9223372036854775808", "-9223372036854775809",       "10000000000000000000", "-0", "-",
        "012345678",           "99999999999999999999999999", "12345678901N",         "-a", "+5",
        "12345678901.5",       "18446744073709551616",       "12345678901/2"};
    fixture f;
    open_fixture(&f, MNS_RW_REGISTER, false);
    expect_accepted(&f, "[[:w 12345678 99999999] [:r 12345678 nil]]" MARGIN, MNS_READING_OK);
    expect_accepted(&f, "[[:w 1 1152921504606846975] [:w 1 1073741823] [:w 1 1073741824]]" MARGIN,
                    MNS_READING_OK);
    expect_accepted(&f, "[[:r -1073741825 9223372036854775807],[:r 7 -9223372036854775808]]" MARGIN,
                    MNS_READING_OK);
    expect_accepted(&f, "[[:r 99999999 1234567890123456] [:w 1152921504606846975 8]]" MARGIN,
                    MNS_READING_OK);
    size_t values = f.tables[1].values.count;
    assert_int_equal(values, f.tables[0].values.count);
    for (size_t i = 0; i < MNS_COUNT_OF(wrong); i++) {
        char text[256];
        snprintf(text, sizeof text, "[[:w 1 %s]]" MARGIN, wrong[i]);
        expect_rejected(&f, text, MNS_READING_OK);
        snprintf(text, sizeof text, "[[:r %s 1]]" MARGIN, wrong[i]);
        expect_rejected(&f, text, MNS_READING_OK);
    }
    assert_int_equal(f.tables[1].values.count, values); /* none was interned */
    close_fixture(&f);
}

static void single_values(void **state) {
    (void)state;
    for (int i = 0; i < 2; i++) {
        fixture f;
        open_fixture(&f, i == 0 ? MNS_RW_REGISTER : MNS_COUNTER, false);
        expect_accepted(&f, "[[:r 1 nil] [:r 1 5] [:r 2 0]]" MARGIN, MNS_READING_OK);
        expect_accepted(&f, "[[:r 1 nil] [:r 7 1234567]]" MARGIN, MNS_READING_UNSURE);
        expect_accepted(&f, i == 0 ? "[[:w 1 3]]" MARGIN : "[[:inc 1 3]]" MARGIN, MNS_READING_OK);
        expect_accepted(&f, "[[:r 1 -5] [:r -3 -1234567]]" MARGIN, MNS_READING_OK);
        expect_rejected(&f, "[[:append 1 5]]" MARGIN, MNS_READING_OK);
        close_fixture(&f);
    }
}

static void other_shapes_are_rejected(void **state) {
    (void)state;
    static const char *const texts[] = {"[]",
                                        "[[:r 3]]",
                                        "[[:r 3 [1] {:version 3}]]",
                                        "[[:r 3 [1 2)]]",
                                        "[[:r 3 [1 2]}",
                                        "[[:r 3 (1 2)]]",
                                        "[[:r :x [1]]]",
                                        "[[:r 3 [:a]]]",
                                        "[[:r 3 [12345678]]]",
                                        "[[:r 03 [1]]]",
                                        "[[:r 3 [01]]]",
                                        "[[:r 3 [1N]]]",
                                        "[[:r 3 [1.5]]]",
                                        "[[:rx 3 [1]]]",
                                        "[[:r,3 [1]]]",
                                        "[[:w 3 1]]",
                                        "[[:append 3 -x]]",
                                        "[[:append 3 nil]]",
                                        "[[:r 3 nill]]",
                                        "[[:r 3 [1 2]] ]",
                                        "[ [:r 3 [1 2]]]",
                                        "([:r 3 [1 2]])",
                                        "[[:r 3 [1 2]][:r 3 [1 2]]]",
                                        "[[:r 3 [ 1]]]",
                                        "[[:r 3 [1 ]]]",
                                        "[[:r 3 [1 ;2\n]]]",
                                        "[[:r 3 [1 #_2]]]",
                                        "[[:append 3 1] [:r 3 :a]]",
                                        "[[:r 12345678N nil]]",
                                        "nil"};
    fixture f;
    open_fixture(&f, MNS_LIST_APPEND, false);
    for (size_t i = 0; i < MNS_COUNT_OF(texts); i++) {
        char text[160];
        snprintf(text, sizeof text, "%s%s", texts[i], MARGIN);
        expect_rejected(&f, text, MNS_READING_OK);
        mns_tables_release(&f.tables[1]); /* which may point into the text */
        mns_tables_init(&f.tables[1]);
    }
    expect_rejected(&f, "[[:append 3 7]]}", MNS_READING_OK); /* too near the end */
    close_fixture(&f);
}

/* Texts that end just where the fast reader would read on. */
static void nothing_beyond_the_text_is_read(void **state) {
    (void)state;
    static const char value[] = "[[:r 3 [1 2 3 4 5]] [:append 4 -9223372036854775808] [:r 12 nil]]";
    for (size_t behind = 0; behind < 2 * MNS_FAST_MARGIN; behind++) {
        size_t size = sizeof value - 1 + behind;
        char *text = malloc(size); /* of exactly this size, so that sanitizers see */
        assert_non_null(text);
        memset(text, ' ', size);
        memcpy(text, value, sizeof value - 1);
        fixture f;
        open_fixture(&f, MNS_LIST_APPEND, false);
        f.source.data = text;
        f.source.size = size;
        f.readers[1].end = text + size;
        mns_fast_mops_init(&f.fast, &f.readers[1], text);
        uint32_t count;
        bool failed;
        const char *end = mns_fast_mops_read(&f.fast, text, MNS_READING_OK, &count, &failed);
        assert_true(end == NULL || (end == text + sizeof value - 1 && count == 3));
        assert_true(end != NULL || behind < MNS_FAST_MARGIN);
        close_fixture(&f);
        free(text);
    }
}

/* A completion and, behind it, an invocation. */
static void expect_repeat(const char *completion, const char *invocation, const char *behind,
                          bool expected) {
    char text[320];
    snprintf(text, sizeof text, "%s%s%s", completion, invocation, behind);
    fixture f;
    uint32_t count;
    bool failed;
    open_fixture(&f, MNS_LIST_APPEND, false);
    set_text(&f, text);
    const char *end = mns_fast_mops_read(&f.fast, text, MNS_READING_OK, &count, &failed);
    assert_ptr_equal(end, text + strlen(completion));
    if (mns_fast_mops_repeat(&f.fast, end) != expected) {
        fail_msg("%s", text);
    }
    close_fixture(&f);
}

static void invocations_that_repeat(void **state) {
    (void)state;
    static const char done[] = "[[:append 3 7] [:r 3 [7]] [:r 5 nil] [:r 4 []] [:append 4 1]]";
    expect_repeat(done, "[[:append 3 7] [:r 3 nil] [:r 5 nil] [:r 4 nil] [:append 4 1]]", MARGIN,
                  true);
    static const char *const others[] = {
        "[[:append 3 8] [:r 3 nil] [:r 5 nil] [:r 4 nil] [:append 4 1]]",
        "[[:append 4 7] [:r 3 nil] [:r 5 nil] [:r 4 nil] [:append 4 1]]",
        "[[:append 3 7] [:r 3 nil] [:r 5 nil] [:r 4 nil] [:append 4 2]]",
        "[[:append 3 7] [:r 3 [7]] [:r 5 nil] [:r 4 []] [:append 4 1]]",
        "[[:append 3 7] [:r 6 nil] [:r 5 nil] [:r 4 nil] [:append 4 1]]",
        "[[:append 3 7] [:r 3 nil] [:r 5 nil] [:r 4 nil]]",
        "[[:append 3 7] [:r 3 nil] [:r 5 nil] [:r 4 nil] [:append 4 1] [:r 4 nil]]",
        "[[:append 3 7] [:r 3 nil] [:r 5 nil] [:r 4 nil] [:append 4 1])",
        "[[:append,3,7],[:r 3 nil] [:r 5 nil] [:r 4 nil] [:append 4 1]]", /* in other words */
        "nil",
    };
    for (size_t i = 0; i < MNS_COUNT_OF(others); i++) {
        expect_repeat(done, others[i], MARGIN, false);
    }
    static const char read[] =
        "[[:r 3 [7]] [:r 3 [7]] [:r 3 [7]] [:r 3 [7]] [:r 3 [7]] [:r 3 [7]]]";
    expect_repeat(read, "[[:r 3 nil] [:r 3 nil] [:r 3 nil] [:r 3 nil] [:r 3 nil] [:r 3 ni", "",
                  false); /* the text ends */
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lists),
        cmocka_unit_test(lists_in_json),
        cmocka_unit_test(large_integers),
        cmocka_unit_test(single_values),
        cmocka_unit_test(other_shapes_are_rejected),
        cmocka_unit_test(nothing_beyond_the_text_is_read),
        cmocka_unit_test(invocations_that_repeat),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
