/*
 * test_viper_write.c - src/format/viper_write.c: histories of registers become folders of Viper;
 * what it cannot express is refused.
 */
#include "unit/support/writer_support.h"

#define OP(type, process, mops)                                                                    \
    "{:type :" type ", :process " process ", :f :txn, :value [" mops "]}\n"
#define OK(mops) OP("ok", "3", mops)

static void sessions_are_logs_and_the_initial_state_is_one(void **state) {
    (void)state;
    static const written_case cases[] = {
        {"", "== Jinitial.log\n{\"value\": [], \"isInitial\": true}\n"},
        {OK("[:w 7 2] [:r 8 nil]") OP("ok", "1", "[:r 7 2] [:w \"x\" -5]") OK(""),
         "== Jinitial.log\n"
         "{\"value\": [[\"w\", 7, 0, true], [\"w\", 8, 0, true], [\"w\", \"x\", 0, true]], "
         "\"isInitial\": true}\n"
         "== J3.log\n"
         "{\"value\": [[\"w\", 7, 2, true], [\"r\", 8, 0, false]]}\n"
         "{\"value\": []}\n"
         "== J1.log\n"
         "{\"value\": [[\"r\", 7, 2, false], [\"w\", \"x\", -5, true]]}\n"},
        {OK("[:w \"b\" 1] [:w 8 2] [:w \"a\" 3] [:w -9 4] [:w \"\" 5]"),
         "== Jinitial.log\n"
         "{\"value\": [[\"w\", -9, 0, true], [\"w\", 8, 0, true], [\"w\", \"\", 0, true], "
         "[\"w\", \"a\", 0, true], [\"w\", \"b\", 0, true]], \"isInitial\": true}\n"
         "== J3.log\n"
         "{\"value\": [[\"w\", \"b\", 1, true], [\"w\", 8, 2, true], [\"w\", \"a\", 3, true], "
         "[\"w\", -9, 4, true], [\"w\", \"\", 5, true]]}\n"},
        /* Named processes: by number. */
        {OP("ok", ":b", "[:w 7 2]") OP("ok", ":a", "[:r 7 2]"),
         "== Jinitial.log\n{\"value\": [[\"w\", 7, 0, true]], \"isInitial\": true}\n"
         "== J0.log\n{\"value\": [[\"w\", 7, 2, true]]}\n"
         "== J1.log\n{\"value\": [[\"r\", 7, 2, false]]}\n"},
        /* A session of aborted transactions has no log, and their keys no initial state. */
        {OP("fail", "0", "[:w :x 2]") OK("[:w 1 2]"),
         "== Jinitial.log\n{\"value\": [[\"w\", 1, 0, true]], \"isInitial\": true}\n"
         "== J3.log\n{\"value\": [[\"w\", 1, 2, true]]}\n"},
        /* An info transaction that others read from committed; its reads are not known. */
        {OP("info", "0", "[:w 1 2] [:r 5 nil]") OK("[:r 1 2]"),
         "== Jinitial.log\n{\"value\": [[\"w\", 1, 0, true]], \"isInitial\": true}\n"
         "== J0.log\n{\"value\": [[\"w\", 1, 2, true]]}\n"
         "== J3.log\n{\"value\": [[\"r\", 1, 2, false]]}\n"},
    };
    expect_written(MINOS_FORMAT_VIPER, cases, MNS_COUNT_OF(cases));
}

static void what_cannot_be_expressed_is_refused(void **state) {
    (void)state;
    static const written_case cases[] = {
        {OK("[:w :x 2]"), "1:42: viper cannot express the key :x"},
        {OK("[:w 9223372036854775808 2]"),
         "1:42: viper cannot express the key 9223372036854775808"},
        {OK("[:w 1 2] [:w 1 \"a\"]"), "1:51: viper cannot express the value \"a\""},
        {OK("[:w 1 0]"), "1:42: viper cannot express a write of 0"},
        {OK("[:r 1 0]"), "1:42: viper cannot express a read of 0"},
        {OP("fail", "0", "[:w 1 2]") OK("[:r 1 2]"),
         "2:42: viper cannot express a read of a write of an aborted transaction"},
    };
    expect_written(MINOS_FORMAT_VIPER, cases, MNS_COUNT_OF(cases));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sessions_are_logs_and_the_initial_state_is_one),
        cmocka_unit_test(what_cannot_be_expressed_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
