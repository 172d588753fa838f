/*
 * test_workload.c - src/read/workload.c: names, and which workload a history shows.
 */
#include "read/workload.h"
#include "support/units.h"

static mns_workload recognise(const char *text, minos_format format) {
    mns_source source = {.data = text, .size = strlen(text)};
    return mns_workload_recognise(&source, format);
}

static void expect_workload(const char *text, const char *name) {
    mns_workload workload = recognise(text, MINOS_FORMAT_AUTO);
    if (strcmp(mns_workload_name(workload), name) != 0) {
        fail_msg("%s: %s, not %s", text, mns_workload_name(workload), name);
    }
}

static void workloads_have_names(void **state) {
    (void)state;
    mns_workload workload = MNS_WORKLOAD_COUNT;
    for (int i = 0; i < MNS_WORKLOAD_COUNT; i++) {
        assert_true(mns_workload_parse(mns_workload_name((mns_workload)i), &workload));
        assert_int_equal(workload, i);
        assert_non_null(strstr(mns_workload_shape(workload), mns_workload_write(workload)));
    }
    assert_false(mns_workload_parse("auto", &workload));
    assert_false(mns_workload_parse("list-appen", &workload));
    assert_false(mns_workload_parse("", &workload));
}

#define OP(value) "{:type :ok, :process 0, :value " value "}\n"

static void the_first_write_decides(void **state) {
    (void)state;
    expect_workload(OP("[[:append 1 2]]"), "list-append");
    expect_workload(OP("[[:w 1 2]]"), "rw-register");
    expect_workload(OP("[[:add 1 2]]"), "set");
    expect_workload(OP("[[:inc 1 2]]"), "counter");
    expect_workload(OP("([r 1 5] (\"inc\" 1 2))"), "counter"); /* as the reader spells them */
    expect_workload(OP("[[:r 1 [2]]]") OP("[[:w 1 2]]"), "rw-register"); /* the write decides */
    expect_workload(OP("[[:w 1 2] [:append 1 2]]"), "rw-register");
    expect_workload("[" OP("[]") OP("[[:r 1 nil] [:add 1 2]]") "]", "set");
}

static void json_shows_it_too(void **state) {
    (void)state;
    expect_workload("{\"type\":\"ok\",\"process\":0,\"value\":[[\"r\",1,null],[\"w\",1,2]]}",
                    "rw-register");
    expect_workload("[{\"type\":\"ok\",\"process\":0,\"value\":[[\"add\",1,2]]}]", "set");
    expect_workload("{\"type\":\"ok\",\"process\":0,\"value\":[[\"r\",1,[1,2]]]}", "list-append");
    assert_int_equal(recognise(OP("[[:w 1 2]]"), MINOS_FORMAT_JSON), MNS_LIST_APPEND);
    assert_int_equal(recognise(OP("[[:w 1 2]]"), MINOS_FORMAT_EDN), MNS_RW_REGISTER);
}

/* Without any write the first answer has to do. */
static void reads_tell_by_what_they_saw(void **state) {
    (void)state;
    expect_workload(OP("[[:r 1 [1 2]]]"), "list-append");
    expect_workload(OP("[[:r 1 ()]]"), "list-append");
    expect_workload(OP("[[:r 1 #{1 2}]]"), "set");
    expect_workload(OP("[[:r 1 nil] [:r 2 #{}]]") OP("[[:r 1 5]]"), "set");
    expect_workload(OP("[[:r 1 5]]"), "rw-register");
    expect_workload(OP("[[:r 1] [:r 1 nil]]") OP("[[:r 1 \"five\"]]"), "rw-register");
    expect_workload(OP("[[:r 1 nil] [:r 1]]"), "list-append"); /* nothing is known */
    expect_workload("", "list-append");
}

static void what_is_no_transaction_says_nothing(void **state) {
    (void)state;
    expect_workload("{:type :info, :process :nemesis, :value [[:w 1 2]]}\n" OP("[[:add 1 2]]"),
                    "set");
    expect_workload("{:type :ok, :process 0, :f :w, :value nil}\n" OP("[[:inc 1 2]]"), "counter");
    expect_workload(OP(":w") OP("[:w [:r [:w 1 2] 5]]"), "rw-register"); /* by the read of 5 */
    expect_workload(OP("[[:appends 1 2] [[:w] 1 2]]"), "list-append");
}

/* Malformed operations are skipped here; reading the history reports them. */
static void malformed_text_is_passed_over(void **state) {
    (void)state;
    expect_workload("{:type :no}\n" OP("[[:w 1 2]]"), "rw-register");
    expect_workload(OP("[[:r 1 2x]]") OP("[[:add 1 2]]"), "set");
    expect_workload(OP("[[:r 1 [2} ]]"), "list-append");
    expect_workload("[[[[", "list-append");
    expect_workload("{:type :ok, :process 0, :value [[:w", "list-append");
    expect_workload("\x01\x02\xFF", "list-append");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(workloads_have_names),
        cmocka_unit_test(the_first_write_decides),
        cmocka_unit_test(json_shows_it_too),
        cmocka_unit_test(reads_tell_by_what_they_saw),
        cmocka_unit_test(what_is_no_transaction_says_nothing),
        cmocka_unit_test(malformed_text_is_passed_over),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
