/*
 * test_mop_reader.c - src/read/mop_reader.c: the rows that a value becomes, and what is refused.
 */
#include "read/mop_reader.h"
#include "support/units.h"

typedef struct fixture {
    mns_tables tables;
    mns_problems problems;
    mns_source source;
    mns_mop_reader reader;
} fixture;

static void open_fixture(fixture *f) {
    memset(f, 0, sizeof *f);
    mns_tables_init(&f->tables);
    f->reader =
        (mns_mop_reader){.tables = &f->tables, .source = &f->source, .problems = &f->problems};
}

static void close_fixture(fixture *f) {
    mns_mop_reader_release(&f->reader);
    mns_problems_release(&f->problems);
    mns_tables_release(&f->tables);
}

static minos_status read_value(fixture *f, const char *text, mns_reading reading, uint32_t *count) {
    f->source.data = text;
    f->source.size = strlen(text);
    return mns_mops_read(&f->reader, text, reading, count);
}

/* The rows from `first` on, as "ax1 rx[1 2] ry-": - is a read that was not answered. */
static void expect_rows(const fixture *f, uint32_t first, const char *expected) {
    const mns_tables *t = &f->tables;
    mns_buf out;
    mns_buf_init(&out);
    for (uint32_t m = first; m < t->mops.count; m++) {
        const char *key = unit_value(&t->values, t->keys.name[t->mops.key[m]]);
        mns_buf_printf(&out, "%s%c%s", m > first ? " " : "",
                       mns_mop_is_read(&t->mops, m) ? 'r' : 'a', key);
        if (!mns_mop_is_read(&t->mops, m)) {
            mns_buf_printf(&out, "=%s", unit_value(&t->values, t->mops.value[m]));
            assert_int_equal(t->mops.spine[m], MNS_NONE);
        } else if (mns_mop_is_answered(&t->mops, m)) {
            uint32_t count;
            const mns_value *list = mns_mop_list(t, m, &count);
            for (uint32_t i = 0; i < count; i++) {
                mns_buf_printf(&out, "%s%s", i == 0 ? "=" : ",", unit_value(&t->values, list[i]));
            }
            mns_buf_str(&out, count == 0 ? "=empty" : "");
        }
    }
    assert_string_equal(out.data == NULL ? "" : out.data, expected);
    mns_buf_release(&out);
}

static void expect_read(const char *text, mns_reading reading, const char *expected) {
    fixture f;
    uint32_t count;
    open_fixture(&f);
    assert_int_equal(read_value(&f, text, reading, &count), MINOS_OK);
    assert_int_equal(count, f.tables.mops.count);
    expect_rows(&f, 0, expected);
    close_fixture(&f);
}

static void values_become_rows(void **state) {
    (void)state;
    expect_read("[]", MNS_READING_OK, "");
    expect_read("[[:append :x 1] [:r :y [1 2]]]", MNS_READING_OK, "a:x=1 r:y=1,2");
    expect_read("([\"append\" 5 :e], (r nil []))", MNS_READING_OK, "a5=:e rnil=empty");
    expect_read("[[:append [1 2] nil] [:r (1 2) (nil)]]", MNS_READING_OK, "a[1 2]=nil r[1 2]=nil");
    expect_read("[[:append :x 1]] trailing", MNS_READING_OK, "a:x=1"); /* one form, no more */
}

/* What nil says depends on what became of the transaction. */
static void unanswered_reads(void **state) {
    (void)state;
    static const char text[] = "[[:r :a nil] [:r :b] [:r :c []] [:r :d [1]]]";
    expect_read(text, MNS_READING_OK, "r:a=empty r:b=empty r:c=empty r:d=1");
    expect_read(text, MNS_READING_UNSURE, "r:a r:b r:c=empty r:d=1");
    expect_read(text, MNS_READING_INVOKED, "r:a r:b r:c r:d");
    expect_read("[[:r :a {:any thing}]]", MNS_READING_INVOKED, "r:a");
}

static void json_is_read_too(void **state) {
    (void)state;
    fixture f;
    uint32_t count;
    open_fixture(&f);
    f.reader.json = true;
    assert_int_equal(read_value(&f, "[[\"append\",\"x\",1],[\"r\",\"x\",[1]],[\"r\",\"x\",null]]",
                                MNS_READING_OK, &count),
                     MINOS_OK);
    expect_rows(&f, 0, "a\"x\"=1 r\"x\"=1 r\"x\"=empty");
    close_fixture(&f);
}

static void places_are_remembered(void **state) {
    (void)state;
    static const char text[] = "[[:r :a nil]   [:append :b 2] ]";
    fixture f;
    uint32_t count;
    open_fixture(&f);
    assert_int_equal(read_value(&f, text, MNS_READING_OK, &count), MINOS_OK);
    assert_ptr_equal(f.reader.value, text);
    assert_ptr_equal(f.reader.places[0], text + 1);
    assert_ptr_equal(f.reader.places[1], text + 15);
    close_fixture(&f);
}

static void expect_refused(const char *text, uint64_t offset, const char *message) {
    fixture f;
    uint32_t count;
    open_fixture(&f);
    assert_int_equal(read_value(&f, "[[:append :x 1]]", MNS_READING_OK, &count), MINOS_OK);
    assert_int_equal(read_value(&f, text, MNS_READING_OK, &count), MINOS_EINPUT);
    assert_int_equal(f.tables.mops.count, 1); /* no row is added */
    assert_int_equal(f.problems.count, 1);
    if (strstr(f.problems.items[0].message, message) == NULL ||
        f.problems.items[0].offset != offset) {
        fail_msg("%s: %u: %s", text, (unsigned)f.problems.items[0].offset,
                 f.problems.items[0].message);
    }
    assert_non_null(f.problems.items[0].hint);
    close_fixture(&f);
}

static void anything_else_is_refused(void **state) {
    (void)state;
    expect_refused("5", 0, "must be a list of micro-operations");
    expect_refused("{:a 1}", 0, "must be a list of micro-operations");
    expect_refused("[[:append :x 2] 7]", 16, "must be a vector");
    expect_refused("[[:append :x 2] []]", 16, "[function key value]");
    expect_refused("[[:append :x]]", 1, "[function key value]");
    expect_refused("[[:append]]", 1, "[function key value]");
    expect_refused("[[:append :x 1 2]]", 1, "[function key value]");
    expect_refused("[[:r :x [1] 2]]", 1, "[function key value]");
    expect_refused("[[:r :x 5]]", 8, "must be a list or nil");
    expect_refused("[[:r :x #{1}]]", 8, "must be a list or nil");
    expect_refused("[[:append {} 1]]", 10, "scalar or a vector");
    expect_refused("[[:r :x [1 2}]]", 12, "mismatched");
    expect_refused("[[:r :x [1 2]", 1, "never closed");
    expect_refused("[[:append :x 1x]]", 13, "not a number");
}

static void other_workloads_are_named(void **state) {
    (void)state;
    expect_refused("[[:w :x 1]]", 2, "rw-register");
    expect_refused("[[:add :x 1]]", 2, "set");
    expect_refused("[[:inc :x 1]]", 2, "counter");
    expect_refused("[[:appends :x 1]]", 2, "unknown micro-operation :appends");
    expect_refused("[[5 :x 1]]", 2, "unknown micro-operation 5");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(values_become_rows),       cmocka_unit_test(unanswered_reads),
        cmocka_unit_test(json_is_read_too),         cmocka_unit_test(places_are_remembered),
        cmocka_unit_test(anything_else_is_refused), cmocka_unit_test(other_workloads_are_named),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
