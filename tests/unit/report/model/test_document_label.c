/* test_document_label.c - labels for pictures: short, in the notation of the history, cut between
 * characters. */
#include "report/model/document_builder.h"
#include "unit/support/reading_support.h"

static mns_buf out;

static int setup(void **state) {
    (void)state;
    mns_buf_init(&out);
    return 0;
}

static int teardown(void **state) {
    (void)state;
    mns_buf_release(&out);
    return 0;
}

static void open(reading *r, const char *text) {
    const mns_read_options options = {.recognise = true};
    reading_open(r, text, &options);
    assert_int_equal(r->status, MINOS_OK);
}

static void expect_mop(const reading *r, uint32_t mop, const mns_focus *focus,
                       const char *expected) {
    static const mns_focus nothing = {NULL, 0, NULL, 0, MNS_NONE};
    mns_buf_clear(&out);
    mns_label_mop(&r->history, mop, focus == NULL ? &nothing : focus, &out);
    assert_string_equal(out.data, expected);
}

static void test_micro_operations(void **state) {
    (void)state;
    reading r;
    open(&r, "{:type :ok, :process 0, :value [[:append 5 3] [:append :x \"a b\"]]}\n"
             "{:type :ok, :process 1, :value [[:r 5 []] [:r 5 [3]]]}\n"
             "{:type :info, :process 1, :value [[:r 5 nil]]}\n"
             "{:type :ok, :process 1, :value [[:r 5 [1 2 3 4 5 6 7 8 9 10 11 12 13 14]]]}\n");
    expect_mop(&r, 0, NULL, "append 5 3");
    expect_mop(&r, 1, NULL, "append :x \"a b\"");
    expect_mop(&r, 2, NULL, "r 5 []");
    expect_mop(&r, 3, NULL, "r 5 [3]");
    expect_mop(&r, 4, NULL, "r 5 ?");
    expect_mop(&r, 5, NULL, "r 5 [1 2 ... 13 14]");
    const mns_value seven[] = {14}; /* a small integer is twice itself (values.h) */
    const mns_focus focus = {seven, 1, NULL, 0, MNS_NONE};
    expect_mop(&r, 5, &focus, "r 5 [1 2 ... 6 7 8 ... 13 14]");
    reading_close(&r);
}

static void test_too_long(void **state) {
    (void)state;
    reading r;
    open(
        &r,
        "{:type :ok, :process 0, :value [[:append \"a key that is far too long\" 1]]}\n"
        "{:type :ok, :process 0, :value [[:append 1 \"ää ää ää ää ää ää ää ää ää ää ää ää ää\"]]}\n"
        "{:type :ok, :process 0, :value [[:r 1 [1000001 1000002 1000003 1000004 1000005 1000006]]]"
        "}\n"
        "{:type :ok, :process 0, :value [[:r 2 [\"aaaaaaaaaaaaaaaa\" \"bbbbbbbbbbbbbbbbbbbb\" "
        "\"cccccccccccccccccccc\"]]]}\n");
    expect_mop(&r, 0, NULL, "append \"a key that i... 1");
    expect_mop(&r, 1, NULL, "append 1 \"ää ää ää ää ää ää ää ää ää ...");
    expect_mop(&r, 2, NULL, "r 1 [1000001 ... 1000006]");
    const mns_value third[] = {2000006};
    const mns_focus focus = {third, 1, NULL, 0, MNS_NONE};
    expect_mop(&r, 2, &focus, "r 1 [1000001 ... 1000003 ... 1000006]");
    expect_mop(&r, 3, NULL, "r 2 [\"aaaaa... ... \"ccccc...]");
    reading_close(&r);
}

static void test_json(void **state) {
    (void)state;
    reading r;
    open(&r, "{\"type\":\"ok\",\"process\":0,\"value\":[[\"add\",\"x\",1],[\"r\",\"x\",[1,2]]]}\n");
    expect_mop(&r, 0, NULL, "add \"x\" 1");
    expect_mop(&r, 1, NULL, "r \"x\" [1, 2]");
    reading_close(&r);
}

static void expect_arrow(const reading *r, mns_kind kind, uint32_t key, mns_value value,
                         mns_value next, const char *expected) {
    mns_buf_clear(&out);
    mns_label_arrow(&r->history, kind, key, value, next, &out);
    assert_string_equal(out.data, expected);
}

static void test_arrows(void **state) {
    (void)state;
    reading r;
    open(&r, "{:type :ok, :process 0, :value [[:w \"a key that is far too long\" 1] [:w x 2]]}\n");
    expect_arrow(&r, MNS_RW, 1, 2, 4, "rw x: 1, 2");
    expect_arrow(&r, MNS_WR, 1, 2, MNS_VALUE_NONE, "wr x: 1");
    expect_arrow(&r, MNS_WW, 1, MNS_VALUE_INITIAL, 4, "ww x: init, 2");
    expect_arrow(&r, MNS_REALTIME, MNS_NONE, MNS_VALUE_NONE, MNS_VALUE_NONE, "realtime");
    expect_arrow(&r, MNS_RW, 0, 2, 4, "rw \"a key that i...: 1, 2");
    reading_close(&r);
    open(&r, "{:type :ok, :process 0, :value [[:add x 1]]}\n");
    expect_arrow(&r, MNS_RW, 0, MNS_VALUE_NONE, 2, "rw x: 1"); /* what was missed */
    reading_close(&r);
}

static void expect_cut(const char *text, size_t limit, const char *expected) {
    mns_buf_clear(&out);
    mns_buf_str(&out, "kept ");
    mns_buf_str(&out, text);
    mns_label_cut(&out, 5, limit);
    assert_string_equal(out.data + 5, expected);
}

static void test_cut(void **state) {
    (void)state;
    expect_cut("", 4, "");
    expect_cut("abcd", 4, "abcd");
    expect_cut("abcde", 4, "a...");
    expect_cut("äöüß", 4, "äöüß");
    expect_cut("äöüßx", 4, "ä...");
    /* Broken UTF-8 does not get away: four bytes are a character. */
    expect_cut("\x80\x80\x80\x80\x80\x80\x80\x80\x80\x80\x80\x80\x80\x80\x80\x80\x80", 4,
               "\x80\x80\x80\x80...");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_micro_operations, setup, teardown),
        cmocka_unit_test_setup_teardown(test_too_long, setup, teardown),
        cmocka_unit_test_setup_teardown(test_json, setup, teardown),
        cmocka_unit_test_setup_teardown(test_arrows, setup, teardown),
        cmocka_unit_test_setup_teardown(test_cut, setup, teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
