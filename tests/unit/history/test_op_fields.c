/* test_op_fields.c - src/history/op_fields.c: fields that are looked up in the source. */
#include "history/op_fields.h"

#include "unit/support/reading_support.h"

static void assert_field(const reading *r, uint32_t position, const char *name,
                         const char *expected) {
    const char *text;
    size_t size;
    assert_true(mns_op_field(&r->history, position, name, &text, &size));
    assert_int_equal(size, strlen(expected));
    assert_memory_equal(text, expected, size);
}

static void assert_absent(const reading *r, uint32_t position, const char *name) {
    const char *text;
    size_t size;
    assert_false(mns_op_field(&r->history, position, name, &text, &size));
}

static void test_edn(void **state) {
    (void)state;
    reading r;
    const mns_read_options options = {.recognise = true};
    reading_open(&r,
                 "{:type :invoke, :process 0, :f :txn, :value [[:append 1 2]]}\n"
                 "#jepsen.history.Op{:error [:timeout \"a } b\" {:c 1}] , :type :info, :process 0, "
                 ":value [[:append 1 2]], :tagged #inst \"2024\"}\n"
                 "{:type :info, :process :nemesis, :f :start, :value {\"n1\" [1 2]}}",
                 &options);
    assert_int_equal(r.status, MINOS_OK);
    assert_field(&r, 0, "f", ":txn");
    assert_absent(&r, 0, "error");
    assert_absent(&r, 0, "append");
    assert_field(&r, 1, "error", "[:timeout \"a } b\" {:c 1}]");
    assert_field(&r, 1, "tagged", "#inst \"2024\"");
    assert_field(&r, 2, "f", ":start"); /* the last of two */
    assert_field(&r, 2, "process", ":nemesis");
    assert_field(&r, 2, "value", "{\"n1\" [1 2]}");
    reading_close(&r);
}

static void test_json(void **state) {
    (void)state;
    reading r;
    const mns_read_options options = {.recognise = true};
    reading_open(&r,
                 "[{\"type\": \"invoke\", \"process\": 0, \"value\": [[\"append\", 1, 2]]},\n"
                 "{\"type\": \"fail\", \"process\": 0, \"value\": null, \"error\" : {\"a\": [1]}}]",
                 &options);
    assert_int_equal(r.status, MINOS_OK);
    assert_field(&r, 1, "error", "{\"a\": [1]}");
    assert_field(&r, 1, "value", "null");
    assert_absent(&r, 0, "error");
    reading_close(&r);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_edn),
        cmocka_unit_test(test_json),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
