/*
 * test_mop_reader.c - src/read/mop_reader.c: the rows of a value, and malformed values.
 */
#include "read/mop_reader.h"
#include "support/units.h"

typedef struct fixture {
    mns_tables tables;
    mns_problems problems;
    mns_source source;
    mns_mop_reader reader;
} fixture;

static void open_fixture(fixture *f, mns_workload workload) {
    memset(f, 0, sizeof *f);
    mns_tables_init(&f->tables);
    f->reader = (mns_mop_reader){.tables = &f->tables,
                                 .workload = workload,
                                 .source = &f->source,
                                 .problems = &f->problems,
                                 .located = true};
}

static void close_fixture(fixture *f) {
    mns_mop_reader_release(&f->reader);
    mns_problems_release(&f->problems);
    mns_tables_release(&f->tables);
}

static minos_status read_value(fixture *f, const char *text, mns_reading reading, uint32_t *count) {
    f->source.data = text;
    f->source.size = strlen(text);
    return mns_mops_read(&f->reader, text, text + f->source.size, reading, count);
}

/* What an answered read saw: "=1,2", "=empty", "=nil" or "=5". */
static void put_answer(const fixture *f, uint32_t mop, mns_buf *out) {
    const mns_tables *t = &f->tables;
    bool several = f->reader.workload == MNS_LIST_APPEND || f->reader.workload == MNS_SET;
    uint32_t count = 0;
    const mns_value *elements = f->reader.workload == MNS_LIST_APPEND ? mns_mop_list(t, mop, &count)
                                : f->reader.workload == MNS_SET       ? mns_mop_set(t, mop, &count)
                                                                      : NULL;
    for (uint32_t i = 0; i < count; i++) {
        mns_buf_printf(out, "%s%s", i == 0 ? "=" : ",", unit_value(&t->values, elements[i]));
    }
    mns_buf_str(out, several && count == 0 ? "=empty" : "");
    if (!several) {
        mns_buf_printf(out, "=%s", unit_value(&t->values, t->mops.value[mop]));
        assert_int_equal(t->mops.content[mop], MNS_NONE);
    }
}

/* The rows as "w:x=1 r:x=1,2 r:y r:z=5@7": writes, reads, one that was not answered, a version. */
static void expect_rows(const fixture *f, const char *expected) {
    const mns_tables *t = &f->tables;
    mns_buf out;
    mns_buf_init(&out);
    for (uint32_t m = 0; m < t->mops.count; m++) {
        const char *key = unit_value(&t->values, t->keys.name[t->mops.key[m]]);
        mns_buf_printf(&out, "%s%c%s", m > 0 ? " " : "", mns_mop_is_read(&t->mops, m) ? 'r' : 'w',
                       key);
        if (!mns_mop_is_read(&t->mops, m)) {
            mns_buf_printf(&out, "=%s", unit_value(&t->values, t->mops.value[m]));
            assert_int_equal(t->mops.content[m], MNS_NONE);
        } else if (mns_mop_is_answered(&t->mops, m)) {
            put_answer(f, m, &out);
        }
        if (mns_mop_version(&t->mops, m) != MNS_NO_VERSION) {
            mns_buf_printf(&out, "@%lld", (long long)mns_mop_version(&t->mops, m));
        }
    }
    assert_string_equal(out.data == NULL ? "" : out.data, expected);
    mns_buf_release(&out);
}

static void expect_workload(mns_workload workload, const char *text, mns_reading reading,
                            const char *expected) {
    fixture f;
    uint32_t count;
    open_fixture(&f, workload);
    f.reader.json = strchr(text, '"') != NULL;
    assert_int_equal(read_value(&f, text, reading, &count), MINOS_OK);
    assert_int_equal(count, f.tables.mops.count);
    expect_rows(&f, expected);
    close_fixture(&f);
}

static void expect_read(const char *text, mns_reading reading, const char *expected) {
    expect_workload(MNS_LIST_APPEND, text, reading, expected);
}

static void values_become_rows(void **state) {
    (void)state;
    expect_read("[]", MNS_READING_OK, "");
    expect_read("[[:append :x 1] [:r :y [1 2]]]", MNS_READING_OK, "w:x=1 r:y=1,2");
    expect_read("([append 5 :e], (r nil []))", MNS_READING_OK, "w5=:e rnil=empty");
    expect_read("[[:append [1 2] nil] [:r (1 2) (nil)]]", MNS_READING_OK, "w[1 2]=nil r[1 2]=nil");
    expect_read("[[:append :x 1]] trailing", MNS_READING_OK, "w:x=1"); /* one form, no more */
}

/* The meaning of nil depends on the type of the completion. */
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
    expect_read("[[\"append\",\"x\",1],[\"r\",\"x\",[1]],[\"r\",\"x\",null]]", MNS_READING_OK,
                "w\"x\"=1 r\"x\"=1 r\"x\"=empty");
}

/* An ok read of nil returned the initial state. */
static void registers_hold_single_values(void **state) {
    (void)state;
    static const char text[] = "[[:w :x 1] [:r :x 1] [:r :y [1 2]] [:r :z nil] [:r :z]]";
    expect_workload(MNS_RW_REGISTER, text, MNS_READING_OK, "w:x=1 r:x=1 r:y=[1 2] r:z=nil r:z=nil");
    expect_workload(MNS_RW_REGISTER, text, MNS_READING_UNSURE, "w:x=1 r:x=1 r:y=[1 2] r:z r:z");
    expect_workload(MNS_RW_REGISTER, text, MNS_READING_INVOKED, "w:x=1 r:x r:y r:z r:z");
    expect_workload(MNS_RW_REGISTER, "[[\"w\",1,\"a\"],[\"r\",1,null],[\"r\",1,2.5]]",
                    MNS_READING_OK, "w1=\"a\" r1=nil r1=2.5");
    fixture f;
    uint32_t count;
    open_fixture(&f, MNS_RW_REGISTER);
    assert_int_equal(read_value(&f, "[[:r :z nil]]", MNS_READING_OK, &count), MINOS_OK);
    assert_int_equal(f.tables.mops.value[0], MNS_VALUE_INITIAL);
    close_fixture(&f);
}

static void sets_hold_elements(void **state) {
    (void)state;
    static const char text[] =
        "[[:add :x 3] [:r :x #{3 1}] [:r :y [2 1 2]] [:r :z #{}] [:r :z nil]]";
    expect_workload(MNS_SET, text, MNS_READING_OK, "w:x=3 r:x=1,3 r:y=1,2 r:z=empty r:z=empty");
    expect_workload(MNS_SET, text, MNS_READING_UNSURE, "w:x=3 r:x=1,3 r:y=1,2 r:z=empty r:z");
    expect_workload(MNS_SET, text, MNS_READING_INVOKED, "w:x=3 r:x r:y r:z r:z");
    expect_workload(MNS_SET, "[[\"add\",1,2],[\"r\",1,[2]]]", MNS_READING_OK, "w1=2 r1=2");
    fixture f; /* reads of one key in a row share the set */
    uint32_t count;
    open_fixture(&f, MNS_SET);
    assert_int_equal(read_value(&f, "[[:r 1 #{1 2}] [:r 2 #{1 2}] [:r 1 [2 1]] [:r 1 #{1}]]",
                                MNS_READING_OK, &count),
                     MINOS_OK);
    assert_int_equal(f.tables.mops.content[2], f.tables.mops.content[0]);
    assert_int_not_equal(f.tables.mops.content[3], f.tables.mops.content[0]);
    close_fixture(&f);
}

static void counters_hold_numbers(void **state) {
    (void)state;
    static const char text[] = "[[:inc :x -3] [:r :x 9223372036854775807] [:r :y nil] [:r :y]]";
    expect_workload(MNS_COUNTER, text, MNS_READING_OK,
                    "w:x=-3 r:x=9223372036854775807 r:y=0 r:y=0");
    expect_workload(MNS_COUNTER, text, MNS_READING_UNSURE,
                    "w:x=-3 r:x=9223372036854775807 r:y r:y");
    expect_workload(MNS_COUNTER, text, MNS_READING_INVOKED, "w:x=-3 r:x r:y r:y");
    expect_workload(MNS_COUNTER, "[[\"inc\",1,2],[\"r\",1,-9223372036854775808]]", MNS_READING_OK,
                    "w1=2 r1=-9223372036854775808");
}

/* A map after the value holds what the database revealed. */
static void versions_are_revealed(void **state) {
    (void)state;
    expect_workload(MNS_RW_REGISTER,
                    "[[:w :x 1 {:version 7}] [:r :x 1] [:r :y nil {:version 0, :node [n1]}] "
                    "[:r :z 5 {}] [:r :z 5 {:version nil}] [:r :z 5 {:other 9}]]",
                    MNS_READING_OK, "w:x=1@7 r:x=1 r:y=nil@0 r:z=5 r:z=5 r:z=5");
    expect_workload(MNS_RW_REGISTER, "[[\"w\",1,2,{\"version\":-8}],[\"r\",1,2,{\"version\":8}]]",
                    MNS_READING_OK, "w1=2@-8 r1=2@8");
    expect_read("[[:append :x 1 {:version 3}] [:r :x [1] {:version 4}]]", MNS_READING_OK,
                "w:x=1@3 r:x=1@4");
    expect_workload(MNS_SET, "[[:r :x #{1} {:version 4}]]", MNS_READING_OK, "r:x=1@4");
    expect_workload(MNS_COUNTER, "[[:inc :x 1 {:version 4}]]", MNS_READING_OK, "w:x=1@4");
    expect_workload(MNS_RW_REGISTER, "[[:r :x nil {:version 4}]]", MNS_READING_INVOKED, "r:x@4");
}

static void places_are_remembered(void **state) {
    (void)state;
    static const char text[] = "[[:r :a nil]   [:append :b 2] ]";
    fixture f;
    uint32_t count;
    open_fixture(&f, MNS_LIST_APPEND);
    assert_int_equal(read_value(&f, text, MNS_READING_OK, &count), MINOS_OK);
    assert_ptr_equal(f.reader.value, text);
    assert_ptr_equal(f.reader.mop_starts[0], text + 1);
    assert_ptr_equal(f.reader.mop_starts[1], text + 15);
    close_fixture(&f);
}

static void expect_rejected_as(mns_workload workload, const char *text, uint64_t offset,
                               const char *message) {
    fixture f;
    uint32_t count;
    open_fixture(&f, workload);
    assert_int_equal(read_value(&f, "[[:r :x nil]]", MNS_READING_OK, &count), MINOS_OK);
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

static void expect_rejected(const char *text, uint64_t offset, const char *message) {
    expect_rejected_as(MNS_LIST_APPEND, text, offset, message);
}

static void anything_else_is_rejected(void **state) {
    (void)state;
    expect_rejected("5", 0, "must be a list of micro-operations");
    expect_rejected("{:a 1}", 0, "must be a list of micro-operations");
    expect_rejected("[[:append :x 2] 7]", 16, "must be a vector");
    expect_rejected("[[:append :x 2] []]", 16, "[function key value]");
    expect_rejected("[[:append :x]]", 1, "[function key value]");
    expect_rejected("[[:append]]", 1, "[function key value]");
    expect_rejected("[[:append :x 1 2]]", 15, "must be a map");
    expect_rejected("[[:r :x [1] nil]]", 12, "must be a map");
    expect_rejected("[[:append :x 1 {} 2]]", 1, "[function key value]");
    expect_rejected("[[:r :x [1] {} {}]]", 1, "[function key value]");
    expect_rejected("[[:r :x 5]]", 8, "must be a list or nil");
    expect_rejected("[[:r :x #{1}]]", 8, "must be a list or nil");
    expect_rejected("[[:append {} 1]]", 10, "scalar or a vector");
    expect_rejected("[[:r :x [1 2}]]", 12, "mismatched");
    expect_rejected("[[:r :x [1 2]", 1, "never closed");
    expect_rejected("[[:append :x 1x]]", 13, "malformed number");
}

/* What a read shows, and what a write may write, is up to the workload. */
static void values_must_fit_the_workload(void **state) {
    (void)state;
    expect_rejected_as(MNS_RW_REGISTER, "[[:r :x #{1}]]", 8, "a register read must be one value");
    expect_rejected_as(MNS_RW_REGISTER, "[[:r :x {}]]", 8, "must be a scalar or a vector");
    expect_rejected_as(MNS_RW_REGISTER, "[[:w :x nil]]", 8, "nil cannot be written");
    expect_rejected_as(MNS_RW_REGISTER, "[[:w :x #{1}]]", 8, "must be a scalar or a vector");
    expect_rejected_as(MNS_SET, "[[:r :x 5]]", 8, "a set read must be a set, a list or nil");
    expect_rejected_as(MNS_SET, "[[:r :x {1 2}]]", 8, "a set read must be a set, a list or nil");
    expect_rejected_as(MNS_SET, "[[:r :x #{1 #{2}}]]", 12, "must be a scalar or a vector");
    expect_rejected_as(MNS_SET, "[[:r :x #{1 2]]]", 13, "mismatched");
    expect_rejected_as(MNS_COUNTER, "[[:r :x [5]]]", 8, "a counter read must be a 64-bit integer");
    expect_rejected_as(MNS_COUNTER, "[[:r :x 1.5]]", 8, "a counter read must be a 64-bit integer");
    expect_rejected_as(MNS_COUNTER, "[[:r :x 9223372036854775808]]", 8, "must be a 64-bit integer");
    expect_rejected_as(MNS_COUNTER, "[[:inc :x 0.5]]", 10, "an increment must be a 64-bit integer");
    expect_rejected_as(MNS_COUNTER, "[[:inc :x nil]]", 10, "an increment must be a 64-bit integer");
    expect_rejected_as(MNS_COUNTER, "[[:inc :x]]", 1, "[function key value]");
}

static void versions_must_be_numbers(void **state) {
    (void)state;
    expect_rejected_as(MNS_RW_REGISTER, "[[:r :x 1 {:version 1.5}]]", 20, "a version must be");
    expect_rejected_as(MNS_RW_REGISTER, "[[:r :x 1 {:version :a}]]", 20, "a version must be");
    expect_rejected_as(MNS_RW_REGISTER, "[[:r :x 1 {:version 9223372036854775808}]]", 20,
                       "a version must be");
    expect_rejected_as(MNS_RW_REGISTER, "[[:r :x 1 {:version -9223372036854775808}]]", 20,
                       "a version must be");
    expect_rejected_as(MNS_RW_REGISTER, "[[:r :x 1 {:version}]]", 19, "a value for every key");
    expect_rejected_as(MNS_RW_REGISTER, "[[:r :x 1 {:a [1}}]]", 16, "mismatched");
    expect_rejected_as(MNS_RW_REGISTER, "[[:r :x 1 [7]]]", 10, "must be a map");
}

static void other_workloads_are_named(void **state) {
    (void)state;
    expect_rejected("[[:w :x 1]]", 2, "rw-register");
    expect_rejected("[[:add :x 1]]", 2, "set");
    expect_rejected("[[:inc :x 1]]", 2, "counter");
    expect_rejected_as(MNS_COUNTER, "[[:append :x 1]]", 2, "list-append, not counter");
    expect_rejected("[[:appends :x 1]]", 2, "unknown micro-operation :appends");
    expect_rejected("[[5 :x 1]]", 2, "unknown micro-operation 5");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(values_become_rows),        cmocka_unit_test(unanswered_reads),
        cmocka_unit_test(json_is_read_too),          cmocka_unit_test(registers_hold_single_values),
        cmocka_unit_test(sets_hold_elements),        cmocka_unit_test(counters_hold_numbers),
        cmocka_unit_test(versions_are_revealed),     cmocka_unit_test(places_are_remembered),
        cmocka_unit_test(anything_else_is_rejected), cmocka_unit_test(values_must_fit_the_workload),
        cmocka_unit_test(versions_must_be_numbers),  cmocka_unit_test(other_workloads_are_named),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
