/*
 * test_dbcop_json_write.c - src/format/dbcop_json_write.c: JSON histories of dbcop, and what the
 * writer refuses.
 */
#include "support/translated.h"
#include "support/units.h"
#include "support/written.h"

#define HEADER(nodes, variables, txns, events)                                                     \
    "{\"params\":{\"id\":0,\"n_node\":" nodes ",\"n_variable\":" variables                         \
    ",\"n_transaction\":" txns ",\"n_event\":" events "},\n\"info\":\"converted by Minos\",\n"     \
    "\"start\":\"1970-01-01T00:00:00+00:00\",\n\"end\":\"1970-01-01T00:00:00+00:00\",\n"           \
    "\"data\":["

static void writes_as(const char *edn, const char *expected) {
    char *shown = written_text(edn, MINOS_FORMAT_DBCOP_JSON);
    assert_string_equal(shown, expected);
    free(shown);
}

static void sessions_are_written_in_order(void **state) {
    (void)state;
    writes_as("{:type :ok, :process 3, :value [[:w 7 5] [:r 8 nil]]}\n"
              "{:type :fail, :process 1, :value [[:r 7 5]]}\n"
              "{:type :ok, :process 3, :value []}\n",
              HEADER("2", "2", "3", "3") //
              "\n[{\"events\":[{\"Write\":{\"variable\":7,\"version\":5}},"
              "{\"Read\":{\"variable\":8,\"version\":null}}],\"committed\":true},\n"
              "{\"events\":[],\"committed\":true}],\n"
              "[{\"events\":[{\"Read\":{\"variable\":7,\"version\":5}}],\"committed\":false}]]}\n");
    writes_as("", HEADER("0", "0", "0", "0") "]}\n");
}

static void zero_is_a_version(void **state) {
    (void)state;
    writes_as("{:type :ok, :process 0, :value [[:w 1 0] [:r 1 0]]}\n", HEADER("1", "1", "1", "2") //
              "\n[{\"events\":[{\"Write\":{\"variable\":1,\"version\":0}},"
              "{\"Read\":{\"variable\":1,\"version\":0}}],\"committed\":true}]]}\n");
}

static void what_dbcop_would_read_otherwise_is_refused(void **state) {
    (void)state;
    writes_as("{:type :ok, :process 0, :value [[:w 1 1] [:r 1 0]]}\n",
              "1:42: this read of 0, which no transaction wrote, would be a read of the initial "
              "state in dbcop-json");
    writes_as("{:type :ok, :process 0, :value [[:w :x 1]]}\n",
              "1:33: dbcop-json cannot express the key :x");
    writes_as("{:type :ok, :process 0, :value [[:w 1 1.5]]}\n",
              "1:33: dbcop-json cannot express the value 1.5");
}

static void round_trips(void **state) {
    (void)state;
    static const char edn[] =
        "{:type :ok, :process 0, :f :txn, :value [[:w 1 0] [:r 2 nil] [:r 3 7]]}\n"
        "{:type :fail, :process 0, :f :txn, :value [[:w 2 1] [:r 2 1]]}\n"
        "{:type :ok, :process 0, :f :txn, :value []}\n"
        "{:type :ok, :process 1, :f :txn, :value [[:w 3 7] [:w 18446744073709551615 "
        "18446744073709551615]]}\n";
    char *json = written_text(edn, MINOS_FORMAT_DBCOP_JSON);
    char *shown = translated_text(json, MINOS_FORMAT_AUTO);
    assert_string_equal(shown, edn);
    free(shown);
    free(json);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sessions_are_written_in_order),
        cmocka_unit_test(zero_is_a_version),
        cmocka_unit_test(what_dbcop_would_read_otherwise_is_refused),
        cmocka_unit_test(round_trips),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
