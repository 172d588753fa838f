/* test_phrase.c - the sentence for each kind of step. */
#include "explain/phrase.h"

#include "unit/support/explain_support.h"

static void assert_says(const sketch *s, uint32_t step, const char *expected) {
    mns_buf out;
    mns_buf_init(&out);
    mns_phrase_step(s->history, &s->witness, &s->steps[step], &out);
    char *text = mns_buf_take(&out, NULL);
    assert_non_null(text);
    assert_string_equal(text, expected);
    free(text);
}

static void test_data(void **state) {
    (void)state;
    fixture f;
    fixture_open(&f, OK(0, "[:append 255 7]")                  /* 0 */
                 OK(1, "[:append 255 8] [:r 255 [7]]")         /* 1 2 */
                 OK(2, "[:r 255 [7 8]] [:r 255 []]")           /* 3 4 */
                 OK(3, "[:append :new \"a\"] [:r :new nil]")); /* 5 6 */
    sketch s;
    sketch_begin(&s, &f, MNS_A_G1C);
    sketch_step(&s, MNS_WW, 0, 1, 3);
    sketch_step(&s, MNS_WR, 1, 3, MNS_NONE);
    assert_says(&s, 0, "T2 appended 8 after T1 appended 7 to 255");
    assert_says(&s, 1, "T1 observed T2's append of 8 to 255");
    sketch_begin(&s, &f, MNS_A_G_SINGLE_ITEM);
    sketch_step(&s, MNS_RW, 2, 1, 3);
    sketch_step(&s, MNS_RW, 4, 0, 3);
    sketch_step(&s, MNS_RW, 6, 5, MNS_NONE);
    assert_says(&s, 0, "T1 did not observe T2's append of 8 to 255");
    assert_says(&s, 1, "T2 observed the initial (empty) state of 255, and T3 appended 7 to it");
    assert_says(&s, 2,
                "T3 observed the initial (empty) state of :new, and not T1's append of "
                "\"a\"");
    fixture_close(&f);
}

#define AT(type, process, index, time, mops)                                                       \
    "{:type :" type ", :process " #process ", :index " #index ", :time " #time ", :value [" mops   \
    "]}\n"

static void test_orders(void **state) {
    (void)state;
    fixture f;
    fixture_open(&f, AT("invoke", 3, 10, 1000000000, "[:append :x 1]")
                         AT("ok", 3, 12, 1500000000, "[:append :x 1]")
                             AT("invoke", 3, 15, 1503200000, "[:append :x 2]")
                                 AT("ok", 3, 16, 1503300000, "[:append :x 2]")
                                     AT("invoke", 3, 20, 1503300070, "[:append :x 3]")
                                         AT("ok", 3, 21, 1503300070, "[:append :x 3]")
                                             AT("invoke", 3, 22, 1503300070, "[:append :x 4]")
                                                 AT("ok", 3, 23, 63503300070, "[:append :x 4]"));
    sketch s;
    sketch_begin(&s, &f, MNS_A_G0_REALTIME);
    sketch_order(&s, MNS_REALTIME, 0);
    sketch_order(&s, MNS_REALTIME, 1);
    sketch_order(&s, MNS_REALTIME, 2);
    sketch_order(&s, MNS_PROCESS, 3);
    assert_says(&s, 0, "T1 completed at index 12, 0.003 seconds before T2 was invoked at index 15");
    assert_says(&s, 1,
                "T2 completed at index 16, 0.000000070 seconds before T3 was invoked at index 20");
    assert_says(&s, 2, "T3 completed at index 21, just before T4 was invoked at index 22");
    assert_says(&s, 3, "process 3 ran T4 before T1");
    fixture_close(&f);
}

static void test_orders_without_times(void **state) {
    (void)state;
    fixture f;
    fixture_open(&f, INVOKE(0, "[:append :x 1]") OK(0, "[:append :x 1]")
                         INVOKE(-1, "[:append :x 2]") OK(-1, "[:append :x 2]"));
    sketch s;
    sketch_begin(&s, &f, MNS_A_G0_REALTIME);
    sketch_order(&s, MNS_REALTIME, 0);
    sketch_order(&s, MNS_PROCESS, 1);
    assert_says(&s, 0, "T1 completed at index 1, just before T2 was invoked at index 2");
    assert_says(&s, 1, "process -1 ran T2 before T1");
    fixture_close(&f);
}

static void test_types(void **state) {
    (void)state;
    mns_history history = {.json = false};
    assert_string_equal(mns_phrase_type(&history, MNS_TXN_INFO), ":info");
    history.json = true;
    assert_string_equal(mns_phrase_type(&history, MNS_TXN_FAIL), "fail");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_data),
        cmocka_unit_test(test_orders),
        cmocka_unit_test(test_orders_without_times),
        cmocka_unit_test(test_types),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
