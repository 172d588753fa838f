/*
 * test_fast_reader.c - src/read/fast_reader.c: the operations that op_reader.h reads, and where a
 * chunk of a text ends.
 */
#include "read/fast_reader.h"
#include "support/units.h"

typedef struct fixture {
    mns_source source;
    mns_problems problems;
    mns_op_reader ops;
    mns_tables tables;
    mns_mop_reader mops;
    mns_fast_mops fast_mops;
    mns_fast_reader fast;
} fixture;

/* Reads from the first byte up to `until`. */
static void open_fixture(fixture *f, const char *text, size_t until) {
    memset(f, 0, sizeof *f);
    f->source.data = text;
    f->source.size = strlen(text);
    mns_op_reader_init(&f->ops, &f->source, MINOS_FORMAT_AUTO, &f->problems);
    mns_tables_init(&f->tables);
    f->mops = (mns_mop_reader){.tables = &f->tables,
                               .workload = MNS_LIST_APPEND,
                               .source = &f->source,
                               .problems = &f->problems,
                               .end = text + f->source.size,
                               .json = f->ops.lexer.json};
    mns_fast_mops_init(&f->fast_mops, &f->mops, text);
    mns_fast_reader_init(&f->fast, &f->ops, &f->fast_mops, f->ops.lexer.p, text + until);
}

static void close_fixture(fixture *f) {
    mns_fast_mops_release(&f->fast_mops);
    mns_mop_reader_release(&f->mops);
    mns_tables_release(&f->tables);
    mns_problems_release(&f->problems);
}

/* Both readers, operation by operation; returns how many of them the fast one read by template. */
static unsigned expect_same(const char *text) {
    fixture f;
    open_fixture(&f, text, strlen(text));
    mns_op_reader plain = f.ops;
    plain.walk.lexer = &plain.lexer;
    unsigned fast_ones = 0;
    for (;;) {
        mns_op a, b;
        bool failed;
        int more = mns_op_next(&plain, &a);
        assert_int_equal(mns_fast_next(&f.fast, &b, &failed), more);
        if (more <= 0) {
            break;
        }
        assert_true(a.offset == b.offset && a.type == b.type && a.client == b.client);
        assert_true(!a.client || a.process == b.process);
        assert_ptr_equal(a.value, b.value);
        assert_int_equal(a.has_start_ts, b.has_start_ts);
        assert_int_equal(a.has_commit_ts, b.has_commit_ts);
        assert_true(a.start_ts == b.start_ts && a.commit_ts == b.commit_ts);
        fast_ones += a.client && !b.has_index && a.has_index;
    }
    close_fixture(&f);
    return fast_ones;
}

#define REST                                                                                       \
    "{:index 90, :type :info, :process :nemesis, :f :start, :value \"what comes near the end\"}\n"

static void operations_that_repeat_a_template(void **state) {
    (void)state;
    unsigned fast = expect_same("{:index 0, :type :invoke, :process 0, :value [[:r 1 nil]]}\n"
                                "{:index 1, :type :ok, :process 0, :value [[:r 1 [1 2]]]}\n"
                                "{:index 2, :type :invoke, :process 0, :value [[:append 1 3]]}\n"
                                "{:index 3, :type :info, :process 0, :value nil}\n"
                                "{:index 4, :type :info, :process 1, :value nil}\n"
                                "{:index 5, :type :ok, :process 0, :value [[:r 1 [1 2]]]}\r\n"
                                "  {:index 6, :type :ok, :process 0, :value [[:r :a [1 2]]]}\n"
                                "{:index 7, :type :ok, :process 0, :value ([:r 1 [1 2]])}\n" REST);
    assert_int_equal(fast, 4); /* 1, 2, 4 and 5 */
}

static void tags_arrays_and_other_orders(void **state) {
    (void)state;
    assert_int_equal(
        expect_same("#jepsen.history.Op{:type :invoke, :value [[:r 1 nil]], :process 0, :index 0}\n"
                    "#jepsen.history.Op{:type :ok, :value [[:r 1 []]], :process 0, :index 1, "
                    ":start-ts 3}\n"
                    "#jepsen.history.Op{:type :ok, :value [[:r 1 []]], :process 1, :index 2}\n"
                    "; comment\n#_ {:type :ok}\n" REST),
        1);
    assert_int_equal(expect_same("[{\"index\":0,\"type\":\"ok\",\"process\":0,\"value\":[]},\n"
                                 "{\"index\":1,\"type\":\"ok\",\"process\":0,\"value\":[[\"r\",1,"
                                 "[1]]]},{\"index\":2,\"type\":\"ok\",\"process\":7,\"value\":"
                                 "[[\"r\",1,[1,2]]]},\n{\"index\":3,\"type\":\"info\",\"process\":"
                                 "\"what comes near the end of the text\",\"value\":{}}]"),
                     2);
}

/* Fields after a value may change the meaning of the operation. */
static void what_misleads_is_to_be_read_again(void **state) {
    (void)state;
    static const char *const texts[] = {
        "{:type :ok, :value [[:r 1 [1]]], :process 0}\n"
        "{:type :ok, :value [[:r 2 [1]]], :process :nemesis}\n" REST,
    };
    for (size_t i = 0; i < MNS_COUNT_OF(texts); i++) {
        fixture f;
        mns_op op;
        bool failed;
        open_fixture(&f, texts[i], strlen(texts[i]));
        assert_int_equal(mns_fast_next(&f.fast, &op, &failed), 1);
        assert_int_equal(mns_fast_next(&f.fast, &op, &failed), -1);
        assert_int_equal(f.problems.total, 0);
        close_fixture(&f);
    }
}

/* Operations that start before the end of the chunk belong to it, all of them. */
static void a_part_ends_where_the_next_begins(void **state) {
    (void)state;
    static const char text[] = "{:type :invoke, :process 0, :value [[:r 1 nil]]}\n"
                               "{:type :ok, :process 0, :value [[:r 1 []]]}\n"
                               "#_{:type :fail} {:type :invoke, :process 0, :value []}\n" REST;
    const char *second = strstr(text, "{:type :ok"),
               *third = strstr(text, "{:type :invoke, :process 0, :value []");
    for (size_t until = 1; until < sizeof text - sizeof REST; until++) {
        fixture f;
        mns_op op;
        bool failed;
        unsigned count = 0;
        open_fixture(&f, text, until);
        while (mns_fast_next(&f.fast, &op, &failed) > 0) {
            count++;
        }
        const char *at = text + until;
        assert_int_equal(count, 1 + (at > second) + (at > third));
        assert_ptr_equal(f.fast.stopped_at, at <= second  ? second
                                            : at <= third ? third
                                                          : strstr(text, "{:index 90"));
        close_fixture(&f);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(operations_that_repeat_a_template),
        cmocka_unit_test(tags_arrays_and_other_orders),
        cmocka_unit_test(what_misleads_is_to_be_read_again),
        cmocka_unit_test(a_part_ends_where_the_next_begins),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
