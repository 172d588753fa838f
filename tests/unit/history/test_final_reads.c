/*
 * test_final_reads.c - src/history/final_reads.c: which transactions are marked as final reads.
 */
#include "history/final_reads.h"

#include "support/units.h"

#define INVOKE(more) "{:type :invoke, :process 0, :value [[:r x nil]]" more "}\n"
#define OK(more) "{:type :ok, :process 0, :value [[:r x []]]" more "}\n"

static bool is_final(const char *text, minos_format format) {
    unit u;
    unit_read(&u, text, format);
    assert_int_equal(u.status, MINOS_OK);
    bool final = mns_is_final_read(&u.history, 0);
    unit_close(&u);
    return final;
}

static void marks(void **state) {
    (void)state;
    assert_true(is_final(INVOKE("") OK(", :final true"), MINOS_FORMAT_EDN));
    assert_true(is_final(INVOKE(", :final true") OK(""), MINOS_FORMAT_EDN));
    assert_true(is_final(INVOKE("") OK(", :final? true"), MINOS_FORMAT_EDN));
    assert_true(is_final(INVOKE(", :final true"), MINOS_FORMAT_EDN)); /* it never completed */
    assert_true(is_final(OK(", :final true"), MINOS_FORMAT_EDN));     /* and never began */
    assert_true(is_final("{\"type\":\"invoke\",\"process\":0,\"value\":[[\"r\",\"x\",null]]}\n"
                         "{\"type\":\"ok\",\"process\":0,\"final\":true,"
                         "\"value\":[[\"r\",\"x\",[]]]}\n",
                         MINOS_FORMAT_JSON));
}

static void no_marks(void **state) {
    (void)state;
    static const char *const others[] = {
        INVOKE("") OK(""),
        INVOKE("") OK(", :final false"),
        INVOKE("") OK(", :final nil"),
        INVOKE("") OK(", :final :true"),
        INVOKE("") OK(", :final \"true\""),
        INVOKE("") OK(", :finally true"),
        INVOKE("") OK(", :more {:final true}"),
    };
    for (size_t i = 0; i < MNS_COUNT_OF(others); i++) {
        assert_false(is_final(others[i], MINOS_FORMAT_EDN));
    }
    /* A transaction that writes is never a final read. */
    assert_false(
        is_final("{:type :invoke, :process 0, :value [[:append x 1] [:r x nil]]}\n"
                 "{:type :ok, :process 0, :value [[:append x 1] [:r x [1]]], :final true}\n",
                 MINOS_FORMAT_EDN));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(marks),
        cmocka_unit_test(no_marks),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
