/*
 * test_viper_read.c - src/format/viper_read.c and viper_mops.c: a folder of logs becomes EDN, and
 * every fault is an error with its log and place. tests/formats/viper has whole folders.
 */
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

#include "format/translation.h"
#include "support/translated.h"
#include "support/units.h"
#include "unit/support/folder_support.h"

static void write_log(const char *name, const char *text) {
    if (text != NULL) {
        FILE *file = fopen(inside(name), "wb");
        assert_non_null(file);
        assert_int_equal(fwrite(text, 1, strlen(text), file), strlen(text));
        assert_int_equal(fclose(file), 0);
    }
}

typedef struct translation_case {
    const char *first, *second; /* J1.log and J2.log; NULL: no such file */
    const char *expected;       /* of an error, without the folder */
} translation_case;

/* Without the folder before the name of a log. */
static const char *shorten(const char *text) {
    size_t size = strlen(folder);
    return strncmp(text, folder, size) == 0 ? text + size + 1 : text;
}

/* The EDN, or the error. To be freed. */
static char *translate_logs(const translation_case *logs) {
    write_log("J1.log", logs->first);
    write_log("J2.log", logs->second);
    char *shown = translated_path(folder, MINOS_FORMAT_VIPER);
    assert_non_null(shown);
    unlink(inside("J1.log"));
    unlink(inside("J2.log"));
    return shown;
}

static void expect_all(const translation_case *cases, size_t count) {
    for (size_t i = 0; i < count; i++) {
        char *shown = translate_logs(&cases[i]);
        assert_string_equal(shorten(shown), cases[i].expected);
        free(shown);
    }
}

#define INITIAL(mops) "{\"value\": [" mops "], \"isInitial\": true}\n"
#define TXN(mops) "{\"value\": [" mops "]}\n"
#define EDN(process, mops) "{:type :ok, :process " process ", :f :txn, :value [" mops "]}\n"

static void operations_become_micro_operations(void **state) {
    (void)state;
    static const translation_case cases[] = {
        {"", NULL, ""},
        {" \n", "[]", ""},
        {TXN(""), NULL, EDN("1", "")},
        {TXN("[\"w\", 1, 2, true]"), NULL, EDN("1", "[:w 1 2]")},
        {TXN("[\"w\", 1, 2]"), NULL, EDN("1", "[:w 1 2]")},
        {TXN("[\"w\", 1, 2, true]"), TXN("[\"r\", 1, 2, false]"),
         EDN("1", "[:w 1 2]") EDN("2", "[:r 1 2]")},
        {"[" TXN("") "," TXN("[\"w\", 1, 2, true]") "]", NULL, EDN("1", "") EDN("1", "[:w 1 2]")},
        /* A delete reads the row and writes a tombstone, which a read shows as dead. */
        {TXN("[\"w\", 1, 2, true]") TXN("[\"d\", 1, 9, 2, false, true]"),
         TXN("[\"r\", 1, 9, true]"),
         EDN("1", "[:w 1 2]") EDN("1", "[:r 1 2] [:w 1 9]") EDN("2", "[:r 1 9]")},
        /* So does an insert, unless it does not say what it read: -1. */
        {TXN("[\"i\", 1, 2, -1, false, true]"), NULL, EDN("1", "[:w 1 2]")},
        {TXN("[\"i\", 1, 2, \"nil\", false, true]"), TXN("[\"i\", 1, 3, 0, false, true]"),
         EDN("1", "[:r 1 nil] [:w 1 2]") EDN("2", "[:r 1 nil] [:w 1 3]")},
        {TXN("[\"d\", 1, 5, 0, false, true], [\"i\", 1, 2, 5, true, true]"), NULL,
         EDN("1", "[:r 1 nil] [:w 1 5] [:r 1 5] [:w 1 2]")},
        {TXN("[\"w\", 1, -1, true], [\"i\", 1, 2, -1, false, true]"), NULL,
         EDN("1", "[:w 1 -1] [:r 1 -1] [:w 1 2]")},
        /* Rows of a range, live and dead. */
        {TXN("[\"w\", 1, 2, true], [\"d\", 3, 4, 0, false, true]"),
         TXN("[\"range\", 1, 5, [{\"id\": 1, \"sk\": 1, \"val\": 2}], [{\"val\": 4, \"id\": 3}]]"),
         EDN("1", "[:w 1 2] [:r 3 nil] [:w 3 4]") EDN("2", "[:r 1 2] [:r 3 4]")},
        {TXN("[\"range\", \"nil\", 7, [], [], true]"), NULL, EDN("1", "")},
        {TXN("[\"w\", \"k\\u0041\\n\", \"v\", true]"), NULL, EDN("1", "[:w \"kA\\n\" \"v\"]")},
    };
    expect_all(cases, MNS_COUNT_OF(cases));
}

#define FAIL(process, mops) "{:type :fail, :process " process ", :f :txn, :value [" mops "]}\n"

/* A write that did not succeed is no initial value. A read of it is an aborted read. */
static void failed_writes_are_aborted(void **state) {
    (void)state;
    static const translation_case cases[] = {
        {TXN("[\"w\", 1, 2, false]"), NULL, EDN("1", "") FAIL("1", "[:w 1 2]")},
        {TXN("[\"i\", 1, 2, -1, false, false]"), NULL, EDN("1", "") FAIL("1", "[:w 1 2]")},
        {TXN("[\"d\", 1, 9, 0, false, false]"), NULL, EDN("1", "[:r 1 nil]") FAIL("1", "[:w 1 9]")},
        {TXN("[\"w\", 1, 5, false], [\"w\", 2, 6, true]"), TXN("[\"r\", 1, 5, false]"),
         EDN("1", "[:w 2 6]") FAIL("1", "[:w 1 5]") EDN("2", "[:r 1 5]")},
        {TXN("[\"r\", 1, 5, false]"), TXN("[\"w\", 1, 5, false]"),
         EDN("1", "[:r 1 5]") EDN("2", "") FAIL("2", "[:w 1 5]")},
        {INITIAL("[\"w\", 1, 4, true]") TXN("[\"w\", 1, 5, false]"), TXN("[\"r\", 1, 5, false]"),
         EDN("1", "") FAIL("1", "[:w 1 5]") EDN("2", "[:r 1 5]")},
        /* A write that failed and was tried again with success is one write, */
        {TXN("[\"w\", 1, 5, false], [\"w\", 1, 5, true]"), TXN("[\"w\", 1, 5, false]"),
         EDN("1", "[:w 1 5]") EDN("2", "")},
        /* and so is one that failed twice. */
        {TXN("[\"w\", 1, 5, false], [\"w\", 1, 5, false]") TXN("[\"w\", 1, 5, false]"), NULL,
         EDN("1", "") FAIL("1", "[:w 1 5]") EDN("1", "")},
        /* A row that does not exist was not written. */
        {TXN("[\"w\", 1, 0, false], [\"w\", 1, null, false]"), TXN("[\"r\", 1, 0, false]"),
         EDN("1", "") EDN("2", "[:r 1 nil]")},
    };
    expect_all(cases, MNS_COUNT_OF(cases));
}

/* As Viper decides which reads are of the initial state. */
static void reads_that_no_write_explains_show_the_initial_state(void **state) {
    (void)state;
    static const translation_case cases[] = {
        /* The history does not contain its initial state. */
        {TXN("[\"r\", 1, 5, false], [\"r\", 2, 0, false], [\"r\", 2, null, false]"),
         TXN("[\"r\", 2, \"nil\", false], [\"r\", 1, 5, false]"),
         EDN("1", "[:r 1 nil] [:r 2 nil] [:r 2 nil]") EDN("2", "[:r 2 nil] [:r 1 nil]")},
        /* Also after a write of the session: that is for the check to judge. */
        {TXN("[\"w\", 1, 1, true]") TXN("[\"r\", 1, 77, false]"), TXN("[\"r\", 1, 77, false]"),
         EDN("1", "[:w 1 1]") EDN("1", "[:r 1 nil]") EDN("2", "[:r 1 nil]")},
        /* A later write, in a later log, of this key and value. */
        {TXN("[\"r\", 1, 5, false], [\"r\", 2, 5, false], [\"r\", 1, 0, false]"),
         TXN("[\"w\", 1, 5, true], [\"w\", 1, 0, true], [\"w\", 2, 6, true]"),
         EDN("1", "[:r 1 5] [:r 2 nil] [:r 1 0]") EDN("2", "[:w 1 5] [:w 1 0] [:w 2 6]")},
        /* It does: other values were never written, except 0, a row that does not exist. */
        {INITIAL("[\"w\", 1, 5, true], [\"w\", 2, 6, true]"),
         TXN("[\"r\", 1, 5, false], [\"r\", 1, 6, false], [\"r\", 2, 6, false], [\"r\", 3, 0, "
             "false]"),
         EDN("2", "[:r 1 nil] [:r 1 6] [:r 2 nil] [:r 3 nil]")},
        {TXN("[\"r\", 1, 7, false]"),
         INITIAL("[\"range\", \"nil\", \"nil\", [{\"id\": 1, \"val\": 7}], []]"),
         EDN("1", "[:r 1 nil]")},
        /* The initial value is 9, so 0 and null are values that nobody wrote. */
        {INITIAL("[\"w\", 1, 9, true]"),
         TXN("[\"r\", 1, 0, false], [\"r\", 1, null, false], [\"r\", 1, \"nil\", false], "
             "[\"r\", 1, 9, false]"),
         EDN("2", "[:r 1 0] [:r 1 \"nil\"] [:r 1 \"nil\"] [:r 1 nil]")},
        /* The same with 0 and null. */
        {INITIAL("[\"w\", 1, 0, true], [\"w\", 2, null, true]"),
         TXN("[\"r\", 1, 0, false], [\"r\", 1, null, false], [\"r\", 2, 0, false], "
             "[\"r\", 2, 5, false]"),
         EDN("2", "[:r 1 nil] [:r 1 nil] [:r 2 nil] [:r 2 5]")},
        /* The initial value of another key, and a write that did not succeed, are no repetition. */
        {INITIAL("[\"w\", 1, 5, true], [\"w\", 1, 6, false]"),
         TXN("[\"r\", 1, 5, false], [\"w\", 2, 5, true], [\"w\", 1, 6, true], [\"w\", 1, 5, "
             "false]"),
         EDN("2", "[:r 1 nil] [:w 2 5] [:w 1 6]")},
    };
    expect_all(cases, MNS_COUNT_OF(cases));
}

static void a_key_has_one_initial_value(void **state) {
    (void)state;
    static const translation_case cases[] = {
        {INITIAL("[\"w\", 1, 9, true]"), TXN("[\"r\", 1, 9, false]") TXN("[\"w\", 1, 9, true]"),
         "J2.log:2:12: value 9 is written to key 1 a second time; the first is at line 1, column "
         "12 "
         "of "},
        /* The initial transaction need not be in the first log. */
        {TXN("[\"d\", 1, 9, 8, false, true]"),
         INITIAL("[\"range\", \"nil\", \"nil\", [{\"id\": 1, \"val\": 9}], []]"),
         "J1.log:1:12: value 9 is written to key 1 a second time; the first is at line 1, column "
         "37 "
         "of "},
        {INITIAL("[\"w\", 1, 0, true]"), TXN("[\"w\", 1, 0, true]"),
         "J2.log:1:12: value 0 is written to key 1 a second time; the first is at line 1, column "
         "12 "
         "of "},
        {INITIAL("[\"w\", 1, 9, true], [\"w\", 1, 8, true]"), TXN(""),
         "J1.log:1:31: the initial transaction has key 1 a second time; the first is at line 1, "
         "column 12 of "},
        {INITIAL(
             "[\"range\", \"nil\", \"nil\", [{\"id\": 1, \"val\": 9}], [{\"id\": 1, \"val\": 9}]]"),
         NULL,
         "J1.log:1:60: the initial transaction has key 1 a second time; the first is at line 1, "
         "column 37 of "},
        {TXN("[\"r\", 2, 77, false]"), TXN("[\"w\", 2, 1, true], [\"r\", 2, 78, false]"),
         "J2.log:1:31: no transaction wrote this value of key 2, nor the other one at line 1, "
         "column 12 of "},
        {TXN("[\"r\", 2, 77, false]") TXN("[\"r\", 2, 0, false]"), NULL,
         "J1.log:2:12: no transaction wrote this value of key 2, nor the other one at line 1, "
         "column 12 of "},
    };
    for (size_t i = 0; i < MNS_COUNT_OF(cases); i++) {
        char *shown = translate_logs(&cases[i]);
        assert_memory_equal(shorten(shown), cases[i].expected, strlen(cases[i].expected));
        free(shown);
    }
}

static void an_entry_must_not_contradict_itself(void **state) {
    (void)state;
#define ROW(id, val) "{\"id\": " id ", \"sk\": " id ", \"val\": " val "}"
    static const translation_case cases[] = {
        {TXN("[\"w\", 1, 1, true]"), TXN("[\"r\", 1, 1, true]"),
         "J2.log:1:12: this read says that the row is deleted, but no delete wrote the value"},
        {TXN("[\"d\", 1, 1, 0, false, true]"), TXN("[\"r\", 1, 1, false]"),
         "J2.log:1:12: this read says that the row exists, but a delete wrote the value"},
        {TXN("[\"d\", 1, 1, 0, false, true]"), TXN("[\"range\", 1, 1, [" ROW("1", "1") "], []]"),
         "J2.log:1:29: this read says that the row exists, but a delete wrote the value"},
        {TXN("[\"w\", 1, 1, true]"), TXN("[\"d\", 1, 2, 1, true, true]"),
         "J2.log:1:12: this read says that the row is deleted, but no delete wrote the value"},
        {TXN("[\"d\", 1, 6, 5, false, true]"), TXN("[\"r\", 1, null, true]"),
         "J2.log:1:12: this read says that the row is deleted, but no delete wrote the value"},
        {TXN("[\"r\", 1, 0, true]"), NULL,
         "J1.log:1:12: this read says that the row is deleted, but no delete wrote the value"},
        {INITIAL("[\"w\", 1, 5, true]"), TXN("[\"range\", 1, 3, [], [" ROW("2", "\"nil\"") "]]"),
         "J2.log:1:33: this read says that the row is deleted, but no delete wrote the value"},
        /* No flag, and a row of the initial state, which may have been deleted before. */
        {TXN("[\"d\", 1, 1, 0, false, true], [\"w\", 2, 2, true]"),
         TXN("[\"r\", 1, 1], [\"r\", 2, 2], [\"r\", 3, 3, true]"),
         EDN("1", "[:r 1 nil] [:w 1 1] [:w 2 2]") EDN("2", "[:r 1 1] [:r 2 2] [:r 3 nil]")},
        {TXN("[\"range\", 1, 3, [" ROW("7", "1") "], []]"), NULL,
         "J1.log:1:29: this row is outside the range that returned it"},
        {TXN("[\"range\", 1, \"nil\", [], [" ROW("0", "1") "]]"), NULL,
         "J1.log:1:37: this row is outside the range that returned it"},
        {TXN("[\"range\", 3, 1, [" ROW("2", "1") "], []]"), NULL,
         "J1.log:1:29: this row is outside the range that returned it"},
        {TXN("[\"range\", 1, 3, [" ROW("2", "1") ", " ROW("2", "1") "], []]"), NULL,
         "J1.log:1:59: this range has returned the same row before"},
        {TXN("[\"range\", 1, 3, [" ROW("2", "1") "], [" ROW("2", "1") "]]"), NULL,
         "J1.log:1:61: this range has returned the same row before"},
        /* Both ends of a range belong to it; another range may return the row again. */
        {TXN("[\"range\", 1, 3, [" ROW("1", "0") "], [" ROW(
             "3", "4") "]], "
                       "[\"range\", \"nil\", 3, [" ROW("3",
                                                       "4") "], []], [\"range\", 3, 1, [], []]"),
         NULL, EDN("1", "[:r 1 nil] [:r 3 nil] [:r 3 nil]")},
    };
    expect_all(cases, MNS_COUNT_OF(cases));
}

static void faults_have_a_log_and_a_place(void **state) {
    (void)state;
    static const translation_case cases[] = {
        {"1", NULL, "J1.log:1:1: expected a transaction: {\"value\": [...]}"},
        {TXN("") "{", NULL, "J1.log:2:1: this collection is never closed"},
        {TXN(""), TXN("") TXN("[\"w\", 1, 2, true]") "{\"value\": [[\"w\", 1",
         "J2.log:3:12: this collection is never closed"},
        {"{}", NULL, "J1.log:1:1: this transaction has no value, its operations"},
        {"{\"value\": 1}", NULL, "J1.log:1:11: value must be an array of operations"},
        {"{\"value\": [], \"value\": []}", NULL, "J1.log:1:15: this field is given twice"},
        {"{\"value\": [], \"status\": \"abort\"}", NULL, "J1.log:1:15: unknown field \"status\""},
        {"{\"aborted\": true, \"value\": []}", NULL, "J1.log:1:2: unknown field \"aborted\""},
        {TXN("[\"range\", 1, 2, [{\"id\": 1, \"val\": 2, \"dead\": true}], []]"), NULL,
         "J1.log:1:49: unknown field \"dead\""},
        {TXN("[\"range\", 1, 2, [{\"id\": 1, \"id\": 2}], []]"), NULL,
         "J1.log:1:39: this field is given twice"},
        {TXN("[\"r\", 1, 2, 3]"), NULL, "J1.log:1:24: this element must be true or false"},
        {"{\"isInitial\": true, \"value\": [], \"isInitial\": false}", NULL,
         "J1.log:1:34: this field is given twice"},
        {"{\"value\": [], \"isInitial\": 1}", NULL, "J1.log:1:28: isInitial must be true or false"},
        {TXN("1"), NULL, "J1.log:1:12: expected an operation: [\"r\", key, value, false]"},
        {TXN("[]"), NULL, "J1.log:1:12: unknown operation"},
        {TXN("[\"x\", 1, 2]"), NULL, "J1.log:1:13: unknown operation"},
        {TXN("[r, 1, 2]"), NULL, "J1.log:1:13: unexpected text"},
        {TXN("[\"r\", 1]"), NULL, "J1.log:1:12: this operation has too few elements"},
        {TXN("[\"range\", 1, 2, []]"), NULL, "J1.log:1:12: this operation has too few elements"},
        {TXN("[\"r\", 1, 2, false, 3]"), NULL, "J1.log:1:31: this operation has too many elements"},
        {TXN("[\"w\", 1, 2, true, {\"a\": 1}]"), NULL,
         "J1.log:1:30: this operation has too many elements"},
        {TXN("[\"d\", 1, 2, 3, false, true, true]"), NULL,
         "J1.log:1:40: this operation has too many elements"},
        {TXN("[\"range\", 1, 2, [], [], 3]"), NULL,
         "J1.log:1:36: this element must be true or false"},
        {TXN("[\"range\", 1, 2, [], [], true, 3]"), NULL,
         "J1.log:1:42: this operation has too many elements"},
        {TXN("[\"r\", null, 2, false]"), NULL, "J1.log:1:18: a key cannot be null"},
        {TXN("[\"r\", [1], 2, false]"), NULL,
         "J1.log:1:18: keys and values are integers of 64 bits or strings"},
        {TXN("[\"r\", 1, 2.5, false]"), NULL,
         "J1.log:1:21: keys and values are integers of 64 bits or strings"},
        {TXN("[\"w\", 1, 9223372036854775808, true]"), NULL,
         "J1.log:1:21: keys and values are integers of 64 bits or strings"},
        {TXN("[\"w\", 1, 2, 3]"), NULL, "J1.log:1:24: this element must be true or false"},
        {TXN("[\"w\", 1, null, true]"), NULL,
         "J1.log:1:21: a write of null cannot be told from the initial state"},
        {TXN("[\"range\", [{]}, 2, [], []]"), NULL, "J1.log:1:24: mismatched closing bracket"},
        {TXN("[\"r\", 1, 2, [[}]]"), NULL, "J1.log:1:26: mismatched closing bracket"},
        {TXN("[\"range\", 1, 2, [], [[}]]"), NULL,
         "J1.log:1:33: a row of a range is {\"id\": key, \"val\": value}"},
        {TXN("[\"range\", 1, 2, {}, []]"), NULL,
         "J1.log:1:28: the rows of a range must be an array"},
        {TXN("[\"range\", 1, 2, [], [3]]"), NULL,
         "J1.log:1:33: a row of a range is {\"id\": key, \"val\": value}"},
        {TXN("[\"range\", 1, 2, [{\"id\": 1}], []]"), NULL,
         "J1.log:1:29: a row of a range needs id and val"},
        {INITIAL("[\"r\", 1, 2, false]"), NULL,
         "J1.log:1:12: the initial transaction may only write or scan rows"},
        {INITIAL(""), INITIAL(""), "J2.log:1:1: this is a second initial transaction"},
        {"[" TXN("") "] 5", NULL, "J1.log:2:3: unexpected text after the end of the history"},
        {"[" TXN("") TXN("") "]", NULL, "J1.log:2:1: expected ',' or the end of the collection"},
    };
    expect_all(cases, MNS_COUNT_OF(cases));
}

static void logs_number_their_sessions(void **state) {
    (void)state;
    static const struct {
        const char *name, *other; /* names of logs, in their order */
        const char *expected;
    } cases[] = {
        {"J0.log", "J10.log", EDN("0", "") EDN("10", "")},
        {"J01.log", "J1.log", EDN("0", "") EDN("1", "")},
        {"J5.log", "Jx.log", EDN("0", "") EDN("1", "")},
        {"J5.log", "Jinitial.log", EDN("5", "") EDN("1000000000000000001", "")},
        {"J1234567890123456789.log", "J2.log", EDN("0", "") EDN("1", "")},
    };
    for (size_t i = 0; i < MNS_COUNT_OF(cases); i++) {
        write_log(cases[i].name, TXN(""));
        write_log(cases[i].other, TXN(""));
        char *shown = translated_path(folder, MINOS_FORMAT_AUTO);
        assert_string_equal(shown, cases[i].expected);
        free(shown);
        unlink(inside(cases[i].name));
        unlink(inside(cases[i].other));
    }
}

static void logs_without_transactions_do_not_hide_others(void **state) {
    (void)state;
    static const char *const empty[] = {"[]", " [ ]\n", "", "\n"};
    for (size_t i = 0; i < MNS_COUNT_OF(empty); i++) {
        write_log("J0.log", empty[i]);
        write_log("J1.log", "[" TXN("[\"w\", 1, 1, true]") "]");
        char *shown = translated_path(folder, MINOS_FORMAT_AUTO);
        assert_string_equal(shown, EDN("1", "[:w 1 1]"));
        free(shown);
        unlink(inside("J1.log"));
        unlink(inside("J0.log"));
    }
    assert_false(mns_viper_reader.is_empty("[] 1", 4));
    assert_false(mns_viper_reader.is_empty("[1]", 3));
    assert_false(mns_viper_reader.is_empty("[", 1));
    assert_false(mns_viper_reader.is_empty("{}", 2));
}

static void only_such_folders_are_recognised(void **state) {
    (void)state;
    static const struct {
        const char *text;
        bool fits;
    } cases[] = {
        {TXN("[\"r\", 1, 2, false]"), true},
        {TXN(""), true},
        {"[" TXN("[\"range\", 1, 2, [], []]") "]", true},
        {"{\"preBeginTS\": 5, \"value\": [[\"w\", 1, 2, tr", true}, /* the rest was not read */
        {"{\"value\": [[\"append\", 1, 2]]}", false},
        {"{\"value\": [[\"r\", 1, 2]], \"type\": \"ok\", \"process\": 0}", false},
        {"{\"type\": \"ok\", \"value\": [[\"r\", 1, 2]]}", false},
        {"{\"value\": 1}", false},
        {"[]", false},
        {"{}", false},
        {"", false},
        {"{:type :ok :f :txn :value [[:r 1 nil false]]}", false},
    };
    for (size_t i = 0; i < MNS_COUNT_OF(cases); i++) {
        assert_int_equal(mns_viper_reader.fits(cases[i].text, strlen(cases[i].text), true),
                         cases[i].fits);
    }
    assert_true(mns_viper_reader.is_log("J14.log"));
    assert_false(mns_viper_reader.is_log("T14.log"));
    assert_false(mns_viper_reader.is_log("J14.log.old"));
    assert_false(mns_viper_reader.is_log(".log"));
    assert_false(mns_viper_reader.is_log("J"));
}

static void expect_notes(const char *text, const char *expected) {
    mns_source source;
    mns_problems problems;
    mns_translation *translation;
    minos_format format = MINOS_FORMAT_AUTO;
    mns_problems_init(&problems);
    write_log("J1.log", text);
    assert_int_equal(mns_history_open(&source, folder, &format, 0, &translation, &problems),
                     MINOS_OK);
    assert_int_equal(mns_source_load(&source, &problems), MINOS_OK);
    const char *notes = mns_translation_notes(translation);
    assert_string_equal(notes == NULL ? "" : notes, expected);
    mns_source_release(&source);
    mns_problems_release(&problems);
    unlink(inside("J1.log"));
}

static void notes_say_what_is_not_checked(void **state) {
    (void)state;
#define RANGE "[\"range\", 1, 5, [], []]"
    expect_notes(TXN("[\"w\", 1, 2, true]"), "");
    expect_notes(TXN(RANGE), "1 range read was read as reads of the rows that it returned; rows "
                             "that it missed are not checked\n");
    expect_notes(TXN(RANGE) TXN(RANGE), "2 range reads were read as reads of the rows that they "
                                        "returned; rows that they missed are not checked\n");
    expect_notes(TXN("[\"r\", 1, 2, false], [\"r\", 2, 0, false]"),
                 "1 read was taken as a read of the initial state, because no transaction wrote "
                 "the value and none has isInitial\n");
}

/* ---- Spellings --------------------------------------------------------------------------------
 */

/* One random transaction: 0: on the fast path; 1: with more spaces; 2 and 3: by tokens. */
static void add_transaction(uint64_t *random, unsigned spelling, mns_buf *out) {
    static const char *const before[] = {"{\"value\": [", " { \"value\" : [ ",
                                         "{\"preBeginTS\": 1, \"value\": [", "{\"value\": ["};
    static const char *const after[] = {"]}", " ] } ", "]}", "], \"isFinal\": true}"};
    const char *gap = spelling == 1 ? " \t" : "";
    uint32_t count = unit_random(random, 5);
    mns_buf_str(out, before[spelling]);
    for (uint32_t i = 0; i < count; i++) {
        bool write = unit_random(random, 2) == 0;
        int key = (int)unit_random(random, 5) - 2, value = (int)unit_random(random, 5) - 1;
        bool failed = unit_random(random, 4) == 0 && write;
        const char *flag = failed          ? ", false"
                           : spelling == 2 ? "" /* the default */
                           : write         ? ", true"
                                           : ", false";
        mns_buf_str(out, i == 0 ? "" : spelling == 1 ? " ,\n" : ", ");
        mns_buf_printf(out, "[%s\"%c\"%s, %s%d%s,%d%s%s%s]", gap, write ? 'w' : 'r', gap, gap, key,
                       gap, value, gap, flag, gap);
    }
    mns_buf_str(out, after[spelling]);
    mns_buf_char(out, '\n');
}

/* The history of a seed, translated; enclosed: as one array. To be freed. */
static char *translate_as(uint64_t seed, unsigned spelling, bool enclosed) {
    uint64_t random = seed;
    mns_buf out;
    mns_buf_init(&out);
    mns_buf_str(&out, enclosed ? "[" : "");
    mns_buf_str(&out, INITIAL("")); /* so a key may have several values that nobody wrote */
    uint32_t count = 1 + unit_random(&random, 4);
    for (uint32_t t = 0; t < count; t++) {
        mns_buf_str(&out, enclosed ? "," : "");
        add_transaction(&random, spelling, &out);
    }
    mns_buf_str(&out, enclosed ? "]" : "");
    write_log("J1.log", out.data);
    mns_buf_release(&out);
    char *edn = translated_path(folder, MINOS_FORMAT_VIPER);
    unlink(inside("J1.log"));
    return edn;
}

static void every_spelling_means_the_same(void **state) {
    (void)state;
    for (uint64_t seed = 0; seed < 1000; seed++) {
        char *plain = translate_as(seed, 0, false);
        assert_int_equal(plain[0], '{'); /* no error */
        for (unsigned other = 1; other < 8; other++) {
            char *shown = translate_as(seed, other % 4, other >= 4);
            assert_string_equal(shown, plain);
            free(shown);
        }
        free(plain);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(operations_become_micro_operations),
        cmocka_unit_test(failed_writes_are_aborted),
        cmocka_unit_test(reads_that_no_write_explains_show_the_initial_state),
        cmocka_unit_test(a_key_has_one_initial_value),
        cmocka_unit_test(an_entry_must_not_contradict_itself),
        cmocka_unit_test(faults_have_a_log_and_a_place),
        cmocka_unit_test(logs_number_their_sessions),
        cmocka_unit_test(logs_without_transactions_do_not_hide_others),
        cmocka_unit_test(only_such_folders_are_recognised),
        cmocka_unit_test(notes_say_what_is_not_checked),
        cmocka_unit_test(every_spelling_means_the_same),
    };
    return cmocka_run_group_tests(tests, make_folder, drop_folder);
}
