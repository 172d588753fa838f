/*
 * test_op_template.c - src/read/op_template.c: what a template is learnt from, what repeats it,
 * what does not.
 */
#include <inttypes.h>
#include <stdio.h>

#include "read/op_template.h"
#include "support/units.h"

/* Enough behind the operation that all of it may be read on the fast path, also by the width of its
 * head. */
#define BLANK "                                                                "
#define MARGIN BLANK BLANK BLANK BLANK

#define PLAIN "{:index 4, :time 92001, :type :ok, :process 1, :f :txn, :value [[:r 3 nil]]}"

static bool learns(mns_op_template *template, const char *text) {
    static const char f[] = ":txn";
    mns_op op = {.f = f, .f_size = 4};
    bool learnt = mns_op_template_learn(template, text[1] == '"', &op, text, text + strlen(text));
    assert_true(!learnt || template->f == f);
    return learnt;
}

/* Reads the operation, whose value is short and ends at "]]"; where it ends, or NULL. */
static const char *read_op(mns_op_template *template, const char *text, mns_op *op) {
    const char *limit = text + strlen(text) - MNS_FAST_MARGIN;
    uint32_t piece;
    const char *p = mns_op_template_head(template, text, limit, op, &piece);
    if (p == NULL || piece == template->count) {
        return p;
    }
    const char *end = strstr(p, "]]");
    return end == NULL ? NULL : mns_op_template_tail(template, piece, end + 2, limit, op);
}

static void expect_read(mns_op_template *template, const char *text, mns_op_type type,
                        int64_t process) {
    mns_op op;
    const char *end = read_op(template, text, &op);
    assert_non_null(end);
    assert_int_equal(end[-1], '}');
    assert_int_equal(op.type, type);
    assert_true(op.client && op.process == process);
}

static void what_repeats_it_is_read(void **state) {
    (void)state;
    mns_op_template template;
    assert_true(learns(&template, PLAIN));
    expect_read(&template, PLAIN MARGIN, MNS_OP_OK, 1);
    expect_read(
        &template,
        "{:index 0, :time -5, :type :invoke, :process 0, :f :txn, :value [[:r 3 nil]]}" MARGIN,
        MNS_OP_INVOKE, 0);
    expect_read(&template,
                "{:index 123456789012345, :time 1, :type :info, :process -12345678, :f :txn, "
                ":value [[:append 3 1]]}" MARGIN,
                MNS_OP_INFO, -12345678);
    expect_read(&template,
                "{:index 1, :time 1, :type :fail, :process 7, :f :txn, :value [[]]}" MARGIN,
                MNS_OP_FAIL, 7);
}

/* Numbers of the same widths match the head as a whole, others its pieces. */
static void widths_may_change(void **state) {
    (void)state;
    mns_op_template template;
    assert_true(learns(&template, PLAIN));
    for (uint64_t i = 1; i < 2000000; i = i * 21 / 20 + 1) {
        char text[512];
        for (int again = 0; again < 3; again++) {
            bool ok = again != 1;
            snprintf(text, sizeof text,
                     "{:index %" PRIu64 ", :time %" PRIu64 ", :type :%s, :process %" PRIu64
                     ", :f :txn, :value [[:r 3 nil]]}%s",
                     i, i * i, ok ? "ok" : "invoke", i / 100, MARGIN);
            expect_read(&template, text, ok ? MNS_OP_OK : MNS_OP_INVOKE, (int64_t)(i / 100));
        }
    }
    assert_true(template.ok.size > 0 && template.invoke.size == template.ok.size + 4);
}

static void what_departs_from_it_is_not(void **state) {
    (void)state;
    static const char *const others[] = {
        "{:index 4, :time 92001, :type :okay, :process 1, :f :txn, :value [[:r 3 nil]]}" MARGIN,
        "{:index 4, :time 92001, :type :o, :process 1, :f :txn, :value [[:r 3 nil]]}" MARGIN,
        "{:index 4, :time 9.5, :type :ok, :process 1, :f :txn, :value [[:r 3 nil]]}" MARGIN,
        "{:index 4, :time 09, :type :ok, :process 1, :f :txn, :value [[:r 3 nil]]}" MARGIN,
        "{:index -09, :time 9, :type :ok, :process 1, :f :txn, :value [[:r 3 nil]]}" MARGIN,
        "{:index 4, :time nil, :type :ok, :process 1, :f :txn, :value [[:r 3 nil]]}" MARGIN,
        "{:index 4, :time -, :type :ok, :process 1, :f :txn, :value [[:r 3 nil]]}" MARGIN,
        "{:index 1234567890123456, :time 9, :type :ok, :process 1, :f :txn, :value [[]]}" MARGIN,
        "{:index 4, :time 92001, :type :ok, :process :n, :f :txn, :value [[:r 3 nil]]}" MARGIN,
        "{:index 4, :time 92001, :type :ok, :process 1N, :f :txn, :value [[:r 3 nil]]}" MARGIN,
        "{:index 4, :time 92001, :type :ok, :process 1, :f :tx, :value [[:r 3 nil]]}" MARGIN,
        "{:index 4, :time 92001, :type :ok, :process 1, :f :txn,  :value [[:r 3 nil]]}" MARGIN,
        "{:index 4, :time 92001, :type :ok, :process 1, :f :txn, :value [[:r 3 nil]], :a 1}" MARGIN,
        "{:index 4, :time 02001, :type :ok, :process 1, :f :txn, :value [[:r 3 nil]]}" MARGIN,
        "{:index 4, :time 9200/, :type :ok, :process 1, :f :txn, :value [[:r 3 nil]]}" MARGIN,
        "{:index :, :time 92001, :type :ok, :process 1, :f :txn, :value [[:r 3 nil]]}" MARGIN,
        "{:index 4, :time 92001, :type :ok, :process a, :f :txn, :value [[:r 3 nil]]}" MARGIN,
        "{:index 4, :time 92001, :type :invoka, :process 1, :f :txn, :value [[:r 3 nil]]}" MARGIN,
        PLAIN, /* too near the end */
        PLAIN "               ",
    };
    mns_op_template template;
    assert_true(learns(&template, PLAIN));
    expect_read(&template, PLAIN MARGIN, MNS_OP_OK, 1); /* so that the widths are known */
    expect_read(
        &template,
        "{:index 4, :time 92001, :type :invoke, :process 1, :f :txn, :value [[:r 3 nil]]}" MARGIN,
        MNS_OP_INVOKE, 1);
    for (size_t i = 0; i < MNS_COUNT_OF(others); i++) {
        mns_op op;
        if (read_op(&template, others[i], &op) != NULL) {
            fail_msg("%s", others[i]);
        }
    }
}

static void what_can_be_learnt_from(void **state) {
    (void)state;
    static const char *const good[] = {
        "#jepsen.history.Op{:type :ok, :process 1, :value [[:r 3 nil]]}",
        "{:type :ok :f #_ :x :txn :value [[:r 3 nil]] :process 1 :time 4 :index 4}",
        "{\"type\":\"ok\",\"process\":1,\"value\":[[\"r\",3,null]]}",
        "{:type :info, :process 1, :value nil, :error [:a \"b}\" {}]}",
        "{:type :ok, :process 1N, :value [[:r 3 nil]]}",
        "{:type :ok, :process :alice, :value [[:r 3 nil]]}",
        "{:type :ok, :process \"bob\", :value [[:r 3 nil]]}",
        "{:process 3, :type :info}",
        "{:type :ok, :process 1, :value [[:r 3 nil]], :start-ts 4, :commit-ts 8} ; more",
    };
    static const char *const bad[] = {
        "{:process 1, :value [[:r 3 nil]], :type :ok}",      /* the type follows the value */
        "{:type :ok, :value [[:r 3 nil]], :process :alice}", /* and here the name */
        "{:type :ok, :process 1, :value [[]], :value [[]]}",
        "{:type :ok, :process 1, :value ([:r 3 nil])}",
        "{:type :ok, :process 1, :value :x}",
        "{:type ok, :process 1, :value [[:r 3 nil]]}",
        "{:type :ok, :process :nemesis, :value [[:r 3 nil]]}",
        "{:type :ok, :process 1, :index nil}",
        "{:type :ok, :process 1, :time 5.5}",
        "{:process 1, :value [[:r 3 nil]]}",
        "[:type :ok]",
        "{:type :ok, :process 1",
        "{:type :ok, :process 1, :a-name-that-is-longer-than-any-text-that-is-kept-of-a-template "
        "1}",
        ("{:type :ok :index 1 :index 1 :index 1 :index 1 :index 1 :index 1 :index 1 :index 1 "
         ":index 1 :index 1 :index 1 :index 1 :process 1}"),
    };
    mns_op_template template;
    for (size_t i = 0; i < MNS_COUNT_OF(good); i++) {
        if (!learns(&template, good[i])) {
            fail_msg("%s", good[i]);
        }
    }
    for (size_t i = 0; i < MNS_COUNT_OF(bad); i++) {
        if (learns(&template, bad[i])) {
            fail_msg("%s", bad[i]);
        }
    }
}

/* Without a value, the head is all of it. */
static void the_last_of_two_fields_counts(void **state) {
    (void)state;
    mns_op_template template;
    mns_op op;
    assert_true(learns(&template, "{:type :ok, :type :info, :process 3, :process 4, :start-ts 1}"));
    const char *text = "{:type :info, :type :fail, :process 1, :process -2, :start-ts 77}" MARGIN;
    assert_non_null(read_op(&template, text, &op));
    assert_int_equal(op.type, MNS_OP_FAIL);
    assert_true(op.process == -2 && op.has_start_ts && op.start_ts == 77 && !op.has_commit_ts);
    assert_null(op.value);
    assert_int_equal(op.rows, MNS_NONE);
}

#define ON(node) "{:type :ok, :process 1, :node " node ", :f :txn, :value [[:r 3 nil]]}" MARGIN

/* Nodes that differ in their last number repeat each other, others do not. */
static void nodes_may_change(void **state) {
    (void)state;
    mns_op_template template;
    mns_op op;
    assert_true(learns(&template, ON("\"n1\"")));
    expect_read(&template, ON("\"n1\""), MNS_OP_OK, 1);
    expect_read(&template, ON("\"n2\""), MNS_OP_OK, 1);
    expect_read(&template, ON("\"n12\""), MNS_OP_OK, 1);
    assert_null(read_op(&template, ON("\"m1\""), &op));
    assert_null(read_op(&template, ON("\"n1a\""), &op));
    assert_null(read_op(&template, ON("\"n1"), &op));
    assert_null(read_op(&template, ON(":n1"), &op));
    static const char *const self[] = {
        ON(":n3"),   ON("\"n07\""), ON("\"00\""),    ON("\"\""),
        ON(":a"),    ON("4"),       ON("[\"n\" 1]"), ON("\"n12345678901234567\""),
        ON("\"1\""),
    };
    for (size_t i = 0; i < MNS_COUNT_OF(self); i++) {
        assert_true(learns(&template, self[i]));
        expect_read(&template, self[i], MNS_OP_OK, 1);
        expect_read(&template, self[i], MNS_OP_OK, 1); /* by its head */
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_repeats_it_is_read),       cmocka_unit_test(widths_may_change),
        cmocka_unit_test(what_departs_from_it_is_not),   cmocka_unit_test(what_can_be_learnt_from),
        cmocka_unit_test(the_last_of_two_fields_counts), cmocka_unit_test(nodes_may_change),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
