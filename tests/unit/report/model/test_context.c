/* test_context.c - src/report/model/context.c: times, references and quotes. */
#include "report/model/context.h"
#include "unit/support/context_support.h"

static void quotes_are_shortened(void **state) {
    (void)state;
    mns_arena arena;
    mns_arena_init(&arena);
    assert_string_equal(mns_context_quote(&arena, "abcdef", 6, 6), "abcdef");
    assert_string_equal(mns_context_quote(&arena, "abcdef", 6, 3), "abc...");
    assert_string_equal(mns_context_quote(&arena, "", 0, 3), "");
    assert_false(arena.failed);
    mns_arena_release(&arena);
}

static void nil_is_nothing(void **state) {
    (void)state;
    assert_true(mns_context_is_nil("nil", 3));
    assert_true(mns_context_is_nil("null", 4));
    assert_false(mns_context_is_nil("null", 3));
    assert_false(mns_context_is_nil(":nil", 4));
    assert_false(mns_context_is_nil("", 0));
}

static void times_and_references(void **state) {
    (void)state;
    static const char text[] =
        "{:index 5, :type :invoke, :process 3, :time 7, :value [[:append 1 1]]}\n"
        "{:index 6, :type :info, :process 3, :time -7, :value [[:append 1 1]]}\n"
        "{:index 7, :type :invoke, :process 4, :value [[:r 1 nil]]}\n"
        "{:index 8, :type :ok, :process 4, :time 9223372036854775807, :value [[:r 1 [1]]]}\n";
    context c;
    context_open(&c, text, sizeof text - 1);
    const mns_history *history = &c.result->history;
    assert_int_equal(mns_context_time(history, 0), 7);
    assert_int_equal(mns_context_time(history, 1), MNS_NO_TIME);
    assert_int_equal(mns_context_time(history, 2), MNS_NO_TIME);
    assert_int_equal(mns_context_time(history, 3), INT64_MAX);
    assert_int_equal(mns_context_time(history, MNS_NONE), MNS_NO_TIME);
    mns_doc_ref ref = mns_context_ref(&c.document.arena, history, 0);
    assert_int_equal(ref.index, 6);
    assert_int_equal(ref.process.number, 3);
    assert_int_equal(ref.type, MNS_TXN_INFO);
    context_close(&c);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(quotes_are_shortened),
        cmocka_unit_test(nil_is_nothing),
        cmocka_unit_test(times_and_references),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
