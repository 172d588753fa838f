/*
 * test_dbcop_text_read.c - src/format/dbcop_text_read.c: text histories of dbcop, and the EDN or
 * the error that they become.
 */
#include "format/reader.h"
#include "support/translated.h"
#include "support/units.h"

static void reads_as(const char *text, const char *expected) {
    char *shown = translated_text(text, MINOS_FORMAT_DBCOP_TEXT);
    assert_string_equal(shown, expected);
    free(shown);
}

static void translates_sessions(void **state) {
    (void)state;
    reads_as("// session 1\n"
             "[x:=1 y:=1] [z==2 z:=3]\n"
             "[y:=3]!\n"
             "---\n"
             "// session 2\n"
             "[a==1 b==?]\n",
             "{:type :ok, :process 0, :f :txn, :value [[:w \"x\" 1] [:w \"y\" 1]]}\n"
             "{:type :ok, :process 0, :f :txn, :value [[:r \"z\" 2] [:w \"z\" 3]]}\n"
             "{:type :fail, :process 0, :f :txn, :value [[:w \"y\" 3]]}\n"
             "{:type :ok, :process 1, :f :txn, :value [[:r \"a\" 1] [:r \"b\" nil]]}\n");
}

static void spaces_and_lines_are_free(void **state) {
    (void)state;
    reads_as("\n \t[x:=1 \t y:=1][z==2]!\t[x==1] \n\r\n  \n ",
             "{:type :ok, :process 0, :f :txn, :value [[:w \"x\" 1] [:w \"y\" 1]]}\n"
             "{:type :fail, :process 0, :f :txn, :value [[:r \"z\" 2]]}\n"
             "{:type :ok, :process 0, :f :txn, :value [[:r \"x\" 1]]}\n");
    reads_as("[x:=1]\r\n-\r\n// c\r\n[x:=2]\r\n",
             "{:type :ok, :process 0, :f :txn, :value [[:w \"x\" 1]]}\n"
             "{:type :ok, :process 1, :f :txn, :value [[:w \"x\" 2]]}\n");
}

static void sessions_may_be_empty(void **state) {
    (void)state;
    reads_as("", "");
    reads_as("// nothing\n", "");
    reads_as("---\n[x:=1]\n  -- \n----------\n[y:=2]\n---\n",
             "{:type :ok, :process 1, :f :txn, :value [[:w \"x\" 1]]}\n"
             "{:type :ok, :process 3, :f :txn, :value [[:w \"y\" 2]]}\n");
}

/* dbcop writes the numbers of its JSON histories as names. */
static void names_of_digits_are_numbers(void **state) {
    (void)state;
    reads_as("[0:=1 12==? 007:=1 1x:=2 _:=3 18446744073709551616:=4 \xC3\xA9:=5]\n",
             "{:type :ok, :process 0, :f :txn, :value [[:w 0 1] [:r 12 nil] [:w \"007\" 1] "
             "[:w \"1x\" 2] [:w \"_\" 3] [:w 18446744073709551616 4] [:w \"\xC3\xA9\" 5]]}\n");
}

static void zero_is_initial_unless_written(void **state) {
    (void)state;
    reads_as("[x==0 y==0 y==?]\n---\n[y:=0]\n",
             "{:type :ok, :process 0, :f :txn, :value [[:r \"x\" nil] [:r \"y\" 0] "
             "[:r \"y\" nil]]}\n"
             "{:type :ok, :process 1, :f :txn, :value [[:w \"y\" 0]]}\n");
    reads_as("[x==0]\n[x:=0]!\n", "{:type :ok, :process 0, :f :txn, :value [[:r \"x\" 0]]}\n"
                                  "{:type :fail, :process 0, :f :txn, :value [[:w \"x\" 0]]}\n");
}

/* ---- Errors --------------------------------------------------------------------------------- */

static void malformed_events_fail(void **state) {
    (void)state;
    reads_as("[]\n", "1:2: expected the name of a variable");
    reads_as("[ x:=1]\n", "1:2: expected the name of a variable");
    reads_as("[x:=1 ]\n", "1:7: expected the name of a variable");
    reads_as("[x]\n", "1:3: expected := or ==");
    reads_as("[x=1]\n", "1:3: expected := or ==");
    reads_as("[x :=1]\n", "1:3: expected := or ==");
    reads_as("[x:=]\n", "1:5: expected a version");
    reads_as("[x:=?]\n", "1:5: expected a version");
    reads_as("[x:=-1]\n", "1:5: expected a version");
    reads_as("[x:=01]\n", "1:5: expected a version");
    reads_as("[x:=1,y:=2]\n", "1:6: expected a space or ]");
    reads_as("[x==?1]\n", "1:6: expected a space or ]");
    reads_as("[x:=1]\n[x==1 y:=1.5]\n", "2:11: expected a space or ]");
    reads_as("[\xFF:=1]\n", "1:2: this byte is not UTF-8");
}

static void versions_have_64_bits(void **state) {
    (void)state;
    reads_as("[x:=18446744073709551615]\n",
             "{:type :ok, :process 0, :f :txn, :value [[:w \"x\" 18446744073709551615]]}\n");
    reads_as("[x:=18446744073709551616]\n", "1:5: this version is larger than 2^64 - 1");
    reads_as("[x==99999999999999999999999]\n", "1:5: this version is larger than 2^64 - 1");
}

static void malformed_lines_fail(void **state) {
    (void)state;
    reads_as("x:=1\n", "1:1: expected a transaction");
    reads_as("[x:=1] y\n", "1:8: expected a transaction");
    reads_as("[x:=1] ---\n", "1:8: expected a transaction");
    reads_as("[x:=1] !\n", "1:8: expected a transaction");
    reads_as("[x:=1]!!\n", "1:8: expected a transaction");
    reads_as("--- [x:=1]\n", "1:5: expected the end of the line");
    reads_as("--\r-\n", "1:3: expected the end of the line");
    reads_as(" // comment\n", "1:2: a comment must start with // at the beginning of a line");
    reads_as("[x:=1] // comment\n", "1:8: a comment must start with // at the beginning of a line");
}

static void truncated_files_fail(void **state) {
    (void)state;
    reads_as("[x:=1", "1:1: this transaction is never closed");
    reads_as("[x:=1\ny:=2]\n", "1:1: this transaction is never closed");
    reads_as("[x:=1]", "1:7: the last line does not end with a newline");
    reads_as("[x:=1]\n---", "2:4: the last line does not end with a newline");
    reads_as("[x:=1]\n// c", "2:5: the last line does not end with a newline");
    reads_as("[x:=1]  ", "1:9: the last line does not end with a newline");
}

/* A transaction larger than the pieces in which files are read. */
static void long_transactions_are_read(void **state) {
    (void)state;
    mns_buf text, expected;
    mns_buf_init(&text);
    mns_buf_init(&expected);
    mns_buf_str(&text, "[k:=1");
    mns_buf_str(&expected, "{:type :fail, :process 0, :f :txn, :value [[:w \"k\" 1]");
    for (unsigned i = 2; i < 300000; i++) {
        mns_buf_printf(&text, " k:=%u", i);
        mns_buf_printf(&expected, " [:w \"k\" %u]", i);
    }
    mns_buf_str(&text, "]!\n");
    mns_buf_str(&expected, "]}\n");
    reads_as(text.data, expected.data);
    mns_buf_release(&text);
    mns_buf_release(&expected);
}

/* ---- Recognition ---------------------------------------------------------------------------- */

static void recognises_the_first_transaction(void **state) {
    (void)state;
    static const struct {
        const char *text;
        bool fits;
    } files[] = {
        {"[x:=1]\n", true},
        {"[x==?]\n", true},
        {"// c\n\n---\n \t[x==1]\n", true},
        {"[x:", false},
        {"", false},
        {"---\n", false},
        {"[]\n", false},
        {"[{:type :ok, :process 0}]\n", false},
        {"[[{\"events\": []}]]\n", false},
        {"w 1 1\n-----\n", false},
        {"r(1,2,3,4)\n", false},
        {"; comment\n[x:=1]\n", false},
    };
    for (size_t i = 0; i < MNS_COUNT_OF(files); i++) {
        const char *text = files[i].text;
        assert_int_equal(mns_dbcop_text_reader.fits(text, strlen(text), true), files[i].fits);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(translates_sessions),
        cmocka_unit_test(spaces_and_lines_are_free),
        cmocka_unit_test(sessions_may_be_empty),
        cmocka_unit_test(names_of_digits_are_numbers),
        cmocka_unit_test(zero_is_initial_unless_written),
        cmocka_unit_test(malformed_events_fail),
        cmocka_unit_test(versions_have_64_bits),
        cmocka_unit_test(malformed_lines_fail),
        cmocka_unit_test(truncated_files_fail),
        cmocka_unit_test(long_transactions_are_read),
        cmocka_unit_test(recognises_the_first_transaction),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
