/*
 * test_dbcop_text_write.c - src/format/dbcop_text_write.c: text histories of dbcop, what the writer
 * refuses and what it leaves out.
 */
#include "support/translated.h"
#include "support/units.h"
#include "support/written.h"

static void writes_as(const char *edn, const char *expected) {
    char *shown = written_text(edn, MINOS_FORMAT_DBCOP_TEXT);
    assert_string_equal(shown, expected);
    free(shown);
}

static void sessions_are_written_in_order(void **state) {
    (void)state;
    writes_as("{:type :ok, :process 3, :value [[:w 7 5] [:r 8 nil]]}\n"
              "{:type :fail, :process 1, :value [[:r 7 5]]}\n"
              "{:type :ok, :process 3, :value [[:r 7 5]]}\n",
              "[7:=5 8==?]\n[7==5]\n---\n[7==5]!\n");
    writes_as("", "");
}

static void keys_are_names(void **state) {
    (void)state;
    writes_as("{:type :ok, :process 0, :value [[:w :x 1] [:w \"y_1\" 2] [:w Z 3] [:w \"007\" 4] "
              "[:w 99999999999999999999 0] [:r :x 1]]}\n",
              "[x:=1 y_1:=2 Z:=3 007:=4 99999999999999999999:=0 x==1]\n");
    /* Letters of other scripts, which dbcop reads too. */
    writes_as("{:type :ok, :process 0, :value [[:w \"\xC3\xA9t\xC3\xA9\" 1] "
              "[:w \"\xD0\xAF\xCF\x89\xE9\x94\xAE\" 2] [:w \"\xED\x9E\xA3\" 3]]}\n",
              "[\xC3\xA9t\xC3\xA9:=1 \xD0\xAF\xCF\x89\xE9\x94\xAE:=2 \xED\x9E\xA3:=3]\n");
}

static void other_keys_are_refused(void **state) {
    (void)state;
    static const struct {
        const char *key, *shown;
    } keys[] = {{"-1", "-1"},
                {"-99999999999999999999", "-99999999999999999999"},
                {":a-b", ":a-b"},
                {"\"a b\"", "\"a b\""},
                {"\"\"", "\"\""},
                {"1.5", "1.5"},
                {"[1 2]", "[1 2]"},
                {"\"\xE2\x82\xAC\"", "\"\xE2\x82\xAC\""},
                {"\"\xC3\x97\"", "\"\xC3\x97\""}};
    for (size_t i = 0; i < MNS_COUNT_OF(keys); i++) {
        mns_buf edn, expected;
        mns_buf_init(&edn);
        mns_buf_printf(&edn, "{:type :ok, :process 0, :value [[:w %s 1]]}\n", keys[i].key);
        mns_buf_init(&expected);
        mns_buf_printf(&expected, "1:33: dbcop-text cannot express the key %s", keys[i].shown);
        writes_as(edn.data, expected.data);
        mns_buf_release(&edn);
        mns_buf_release(&expected);
    }
}

static void two_keys_of_one_name_are_refused(void **state) {
    (void)state;
    writes_as("{:type :ok, :process 0, :value [[:w :x 1] [:w \"x\" 2]]}\n",
              "1:43: dbcop-text would give two keys the name x");
    writes_as("{:type :ok, :process 0, :value [[:w 7 1] [:w \"7\" 2]]}\n",
              "1:42: dbcop-text would give two keys the name 7");
}

static void other_values_are_refused(void **state) {
    (void)state;
    writes_as("{:type :ok, :process 0, :value [[:w 1 :x]]}\n",
              "1:33: dbcop-text cannot express the value :x");
    writes_as("{:type :ok, :process 0, :value [[:r 1 0]]}\n",
              "1:33: this read of 0, which no transaction wrote, would be a read of the initial "
              "state in dbcop-text");
    writes_as("{:type :fail, :process 0, :value [[:r 1 0]]}\n", "[1==0]!\n");
}

static void transactions_without_events_are_left_out(void **state) {
    (void)state;
    static const char edn[] = "{:type :ok, :process 0, :value []}\n"
                              "{:type :ok, :process 1, :value [[:w 1 1]]}\n";
    writes_as(edn, "[1:=1]\n");
    char *notes = written_notes(edn, MINOS_FORMAT_DBCOP_TEXT);
    assert_string_equal(notes, "1 transaction without operations dropped\n");
    free(notes);
}

static void round_trips(void **state) {
    (void)state;
    static const char edn[] =
        "{:type :ok, :process 0, :f :txn, :value [[:w \"x\" 0] [:r 2 nil] [:r 3 7]]}\n"
        "{:type :fail, :process 0, :f :txn, :value [[:w 2 1] [:r 2 1]]}\n"
        "{:type :ok, :process 1, :f :txn, :value [[:w 3 7] [:r \"x\" 0]]}\n";
    char *text = written_text(edn, MINOS_FORMAT_DBCOP_TEXT);
    char *shown = translated_text(text, MINOS_FORMAT_AUTO);
    assert_string_equal(shown, edn);
    free(shown);
    free(text);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sessions_are_written_in_order),
        cmocka_unit_test(keys_are_names),
        cmocka_unit_test(other_keys_are_refused),
        cmocka_unit_test(two_keys_of_one_name_are_refused),
        cmocka_unit_test(other_values_are_refused),
        cmocka_unit_test(transactions_without_events_are_left_out),
        cmocka_unit_test(round_trips),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
